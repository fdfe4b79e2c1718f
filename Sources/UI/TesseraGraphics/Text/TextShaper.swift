import CPango
import TesseraViews

/// A span of a text with its font.
struct SpanFont {
  /// The range in UTF-8 bytes.
  var range: Range<Int>
  var font: FontContext
  var span: TextSpan
}

extension Array {
  /// Returns the index of the first element whose range ends after a position, or the number of elements if there is
  /// none. The ranges must be in order and must not overlap.
  /// - Complexity: Logarithmic in the number of elements.
  func firstIndex(endingAfter offset: Int, range: KeyPath<Element, Range<Int>>) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle][keyPath: range].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Converts text into glyphs and their widths with Pango.
///
/// Pango's objects are not thread-safe: a shaper must be used under a lock.
final class TextShaper {
  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  private let families: [String]
  private let symbols: SymbolRanges
  private var fonts: [FontKey: FontContext] = [:]
  /// The maximum number of cached fonts. A widget needs only a few, and a hostile one must not fill the memory.
  private let maximumFonts = 64

  init(families: [String]) {
    fontMap = pango_cairo_font_map_new()
    self.families = families
    symbols = SymbolRanges(fontMap: fontMap)
  }

  deinit {
    fonts.removeAll()
    g_object_unref(fontMap)
  }

  /// Returns the font of a style.
  func font(_ key: FontKey) -> FontContext {
    if let font = fonts[key] { return font }
    if fonts.count >= maximumFonts { fonts.removeAll() }
    let font = FontContext(key: key, families: families, fontMap: fontMap)
    fonts[key] = font
    return font
  }

  /// Shapes all paragraphs of a text, up to the maximum length of shown text.
  func shape(_ text: String, style: TextStyle) -> ShapedText {
    let font = font(FontKey(style))
    let bytes = Array(TextLimits.shown(text).utf8)
    var result = ShapedText(font: font.measures)
    result.isRightToLeft = Self.isRightToLeft(bytes)
    let fonts = fonts(of: style)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if end > start {
        Paragraph(bytes[start..<end], isRightToLeft: result.isRightToLeft, spans: fonts).shape(
          in: font, symbols: symbols, appendingTo: &result)
      }
      if end < bytes.count { result.append(advance: 0, flags: .lineFeed, end: end + 1) }
      start = end + 1
    }
    return result
  }

  /// Returns the fonts of the spans that overlap a piece of a text, with ranges relative to the piece.
  /// - Parameters:
  ///   - start: The start of the piece, in UTF-8 bytes.
  ///   - length: The length of the piece, in UTF-8 bytes.
  private func fonts(of style: TextStyle, from start: Int = 0, length: Int = .max) -> [SpanFont] {
    let spans = style.spans
    let end = length == .max ? Int.max : start + length
    // The first span that overlaps the piece. Many spans may precede it.
    let first = spans.firstIndex(endingAfter: start, range: \.range)
    return spans[first...].prefix { $0.range.lowerBound < end }.map { span in
      SpanFont(
        range: max(0, span.range.lowerBound - start)..<(min(span.range.upperBound, end) - start),
        font: font(FontKey(style, span)), span: span)
    }
  }

  /// Glyphs of one font, from left to right.
  struct GlyphRun {
    /// A `PangoFont`.
    var font: UnsafeMutablePointer<PangoFont>
    var glyphs: UnsafeMutablePointer<PangoGlyphString>
    /// Whether the font has bitmaps instead of outlines.
    var isBitmap: Bool
    /// The width in points.
    var width: Double
    /// The span that the glyphs belong to; nil for text without a span.
    var span: TextSpan?
  }

  /// Shapes a part of a line and calls the closure with its runs in visual order, from left to right.
  func forEachRun(of part: TextLayout.Part, style: TextStyle, isRightToLeft: Bool, _ body: (GlyphRun) -> Void) {
    let font = font(FontKey(style))
    let paragraph = Paragraph(
      Array(part.text.utf8)[...], isRightToLeft: isRightToLeft,
      spans: fonts(of: style, from: part.start, length: part.length))
    paragraph.withItems(in: font, symbols: symbols) { text, list in
      guard let glyphs = pango_glyph_string_new() else { return }
      defer { pango_glyph_string_free(glyphs) }
      let visual = pango_reorder_items(list)
      defer { g_list_free(visual) }
      var node = visual
      while let current = node {
        if let item = current.pointee.data?.assumingMemoryBound(to: PangoItem.self).pointee,
          let itemFont = item.analysis.font
        {
          paragraph.shape(item, of: text, in: font, symbols: symbols, into: glyphs)
          let isBitmap = hb_ot_color_has_png(hb_font_get_face(pango_font_get_hb_font(itemFont))) != 0
          forEachPart(of: glyphs, from: Int(item.offset), in: paragraph) { glyphs, span in
            let width = Double(pango_glyph_string_get_width(glyphs)) / Double(PANGO_SCALE)
            body(GlyphRun(font: itemFont, glyphs: glyphs, isBitmap: isBitmap, width: width, span: span))
          }
        }
        node = current.pointee.next
      }
    }
  }

  /// Calls the closure with the glyphs of each span, from left to right.
  private func forEachPart(
    of glyphs: UnsafeMutablePointer<PangoGlyphString>, from offset: Int, in paragraph: Paragraph,
    _ body: (UnsafeMutablePointer<PangoGlyphString>, TextSpan?) -> Void
  ) {
    let count = Int(glyphs.pointee.num_glyphs)
    func span(_ index: Int) -> TextSpan? {
      paragraph.part(at: offset + Int(glyphs.pointee.log_clusters[index]))?.span
    }
    var start = 0
    while start < count {
      let current = span(start)
      var end = start + 1
      while end < count, span(end) == current { end += 1 }
      var piece = glyphs.pointee
      piece.glyphs += start
      piece.log_clusters += start
      piece.num_glyphs = Int32(end - start)
      body(&piece, current)
      start = end
    }
  }

  /// Returns the width in points of a part of one line of a previously shaped text, shaped without its neighbours.
  func width(of characters: Range<Int>, of shaped: ShapedText, text: String, style: TextStyle) -> Double {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: Int(shaped.offsets[characters.lowerBound]))
    let end = utf8.index(utf8.startIndex, offsetBy: Int(shaped.offsets[characters.upperBound]))
    let font = font(FontKey(style))
    var result = ShapedText(font: font.measures)
    let first = Int(shaped.offsets[characters.lowerBound])
    let spans = fonts(of: style, from: first, length: Int(shaped.offsets[characters.upperBound]) - first)
    Paragraph(Array(utf8[start..<end])[...], isRightToLeft: shaped.isRightToLeft, spans: spans).shape(
      in: font, symbols: symbols, appendingTo: &result)
    return result.totalAdvance
  }

  /// Returns whether the first letter with a direction is written from right to left, in the same way as HTML's
  /// `dir="auto"`.
  static func isRightToLeft(_ bytes: [UInt8]) -> Bool {
    let functions = hb_unicode_funcs_get_default()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        if scalar.properties.isAlphabetic { return false }
        continue
      }
      let script = hb_unicode_script(functions, scalar.value)
      guard script != HB_SCRIPT_COMMON, script != HB_SCRIPT_INHERITED else { continue }
      guard scalar.properties.isAlphabetic else { continue }
      return hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL
    }
    return false
  }
}
