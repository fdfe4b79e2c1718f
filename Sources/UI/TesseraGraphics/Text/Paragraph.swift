import CPango

/// A text without line feeds, prepared for Pango.
///
/// The prepared text has the same number of characters, with some of them replaced. Tabs become spaces, whose width
/// is determined by line breaking. Control characters that browsers do not show become zero-width characters,
/// including null bytes, which would terminate a C string.
struct Paragraph {
  /// The UTF-8 passed to Pango.
  let bytes: [UInt8]
  /// The offset of the paragraph in the whole text's UTF-8.
  private let start: Int
  /// The positions in `bytes` where the lengths of the replaced and the original text diverge, in order, with the
  /// accumulated difference.
  private let shifts: [(position: Int, difference: Int)]
  /// The positions of tabs in `bytes`.
  private let tabs: [Int]
  let isRightToLeft: Bool
  /// The spans with other fonts or styles, as positions in `bytes`.
  private var parts: [SpanFont] = []

  /// - Parameter spans: The spans with other fonts, as positions in `original`.
  init(_ original: ArraySlice<UInt8>, isRightToLeft: Bool, spans: [SpanFont] = []) {
    self.init(original, isRightToLeft: isRightToLeft)
    parts = spans.compactMap { span in
      let range = span.range.clamped(to: original.startIndex..<original.endIndex)
      guard !range.isEmpty else { return nil }
      var span = span
      span.range = position(of: range.lowerBound)..<position(of: range.upperBound)
      return span
    }
  }

  /// Returns the position in `bytes` of a position in the original.
  private func position(of original: Int) -> Int {
    let offset = original - start
    return offset + (shifts.last { $0.position - $0.difference <= offset }?.difference ?? 0)
  }

  /// Returns the span that contains a position in `bytes`.
  /// - Complexity: Logarithmic in the number of spans.
  func part(at position: Int) -> SpanFont? {
    let index = parts.firstIndex(endingAfter: position, range: \.range)
    return index < parts.count && parts[index].range.contains(position) ? parts[index] : nil
  }

  private init(_ original: ArraySlice<UInt8>, isRightToLeft: Bool) {
    start = original.startIndex
    self.isRightToLeft = isRightToLeft
    guard original.contains(where: Self.mayNeedReplacement) else {
      bytes = Array(original)
      shifts = []
      tabs = []
      return
    }
    var bytes: [UInt8] = []
    var shifts: [(position: Int, difference: Int)] = []
    var tabs: [Int] = []
    bytes.reserveCapacity(original.count)
    var index = original.startIndex
    while index < original.endIndex {
      let byte = original[index]
      var length = 1
      switch byte {
      case 0x09:
        tabs.append(bytes.count)
        bytes.append(0x20)
      case 0x00, 0x0C, 0x0D: bytes.append(contentsOf: [0xE2, 0x81, 0xA0])  // word joiner
      case 0xE2
      where original[index...].starts(with: [0xE2, 0x80, 0xA8])
        || original[index...].starts(with: [0xE2, 0x80, 0xA9]):
        // Browsers show line and paragraph separators as a space, without a line break.
        length = 3
        bytes.append(0x20)
      case 0xEF where original[index...].starts(with: [0xEF, 0xBF, 0xBC]):
        length = 3
        bytes.append(contentsOf: [0xE2, 0x81, 0xA0])  // object replacement
      default: bytes.append(byte)
      }
      index += length
      let difference = bytes.count - (index - original.startIndex)
      if difference != (shifts.last?.difference ?? 0) { shifts.append((bytes.count, difference)) }
    }
    self.bytes = bytes
    self.shifts = shifts
    self.tabs = tabs
  }

  private static func mayNeedReplacement(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0 || byte == 0x0C || byte == 0x0D || byte == 0xE2 || byte == 0xEF
  }

  /// Calls the closure with Pango's items in logical order.
  func withItems(
    in font: FontContext, symbols: SymbolRanges, _ body: (UnsafePointer<CChar>, UnsafeMutablePointer<GList>) -> Void
  ) {
    let attributes = attributes(in: font, symbols: symbols)
    defer { pango_attr_list_unref(attributes) }
    withCharacters { text in
      let direction = isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
      let list = pango_itemize_with_base_dir(font.context, direction, text, 0, Int32(bytes.count), attributes, nil)
      guard let list else { return }
      body(text, list)
      g_list_free_full(list) { pango_item_free($0?.assumingMemoryBound(to: PangoItem.self)) }
    }
  }

  /// An attribute with the range of bytes it applies to.
  typealias WantedAttribute = (range: Range<Int>, attribute: UnsafeMutablePointer<PangoAttribute>)

  /// Returns the attributes for the spans and the symbols of the paragraph; nil if there are none. The caller frees
  /// the list.
  private func attributes(in font: FontContext, symbols: SymbolRanges) -> OpaquePointer? {
    var wanted: [WantedAttribute] = []
    for part in parts {
      for attribute in part.font.attributes() { wanted.append((part.range, attribute)) }
    }
    // Of attributes that start at the same position, later ones take precedence.
    symbols.appendAttributes(for: bytes, font: font, to: &wanted)
    guard !wanted.isEmpty, let list = pango_attr_list_new() else { return nil }
    // In order, each attribute is appended to Pango's list. Otherwise, the list would be searched from its start.
    let order = wanted.indices.sorted { (wanted[$0].range.lowerBound, $0) < (wanted[$1].range.lowerBound, $1) }
    for index in order {
      let (range, attribute) = wanted[index]
      attribute.pointee.start_index = UInt32(range.lowerBound)
      attribute.pointee.end_index = UInt32(range.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    return list
  }

  private func withCharacters(_ body: (UnsafePointer<CChar>) -> Void) {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        if let base = characters.baseAddress { body(base) }
      }
    }
  }

  /// Shapes an item into glyphs with the advances used by browsers.
  func shape(
    _ item: PangoItem, of text: UnsafePointer<CChar>, in font: FontContext,
    symbols: SymbolRanges, into glyphs: UnsafeMutablePointer<PangoGlyphString>
  ) {
    var analysis = item.analysis
    pango_shape_full(text + Int(item.offset), item.length, text, Int32(bytes.count), &analysis, glyphs)
    let isBitmap = hb_ot_color_has_png(hb_font_get_face(pango_font_get_hb_font(item.analysis.font))) != 0
    let font = part(at: Int(item.offset))?.font ?? font
    let isFirst = font.isFirst(item.analysis.font)
    for index in 0..<Int(glyphs.pointee.num_glyphs) {
      let glyph = glyphs.pointee.glyphs + index
      let position = Int(item.offset + glyphs.pointee.log_clusters[index])
      if !isFirst, bytes.indices.contains(position), bytes[position] == 0x20 {
        // Pango takes spaces from the font of their neighbours, browsers from the first font that contains one.
        glyph.pointee.geometry.width = font.spaceWidth
      } else if glyph.pointee.glyph & PangoGlyph(PANGO_GLYPH_UNKNOWN_FLAG) != 0 {
        // The font's own sign for it, as in browsers. Pango would draw a box with the number of the character.
        glyph.pointee.glyph = 0
        glyph.pointee.geometry.width = font.missingGlyphWidth
      } else if isBitmap {
        let width = Double(glyph.pointee.geometry.width) * symbols.widthFactor
        glyph.pointee.geometry.width = Int32(width.rounded())
      }
    }
  }

  /// Shapes the paragraph and appends the width and the flags of every character.
  func shape(in font: FontContext, symbols: SymbolRanges, appendingTo result: inout ShapedText) {
    var widths = [Int32](repeating: 0, count: bytes.count)
    withItems(in: font, symbols: symbols) { text, list in
      guard let glyphs = pango_glyph_string_new() else { return }
      defer { pango_glyph_string_free(glyphs) }
      var node: UnsafeMutablePointer<GList>? = list
      while let current = node {
        if let item = current.pointee.data?.assumingMemoryBound(to: PangoItem.self).pointee {
          shape(item, of: text, in: font, symbols: symbols, into: glyphs)
          for index in 0..<Int(glyphs.pointee.num_glyphs) {
            let position = Int(item.offset + glyphs.pointee.log_clusters[index])
            if widths.indices.contains(position) { widths[position] += glyphs.pointee.glyphs[index].geometry.width }
          }
        }
        node = current.pointee.next
      }
    }
    appendCharacters(widths: widths, to: &result)
  }

  private func appendCharacters(widths: [Int32], to result: inout ShapedText) {
    let breaks = TextSegmentation(bytes: bytes)
    var tabs = self.tabs[...]
    var shifts = self.shifts[...]
    var difference = 0
    var width: Int32 = 0
    var flags: ShapedText.Flags = []
    breaks.forEachScalar { scalar, position, length in
      if position == tabs.first {
        tabs.removeFirst()
        flags.insert([.tab, .space])
      } else if scalar.value == 0x20 {
        flags.insert(.space)
      } else if scalar.value == 0xAD {
        flags.insert(.softHyphen)
      }
      if scalar.allowsBreakBefore { flags.insert(.breakBefore) }
      if scalar.isAfterSign { flags.insert(.afterSign) }
      for offset in position..<(position + length) { width += widths[offset] }
      if scalar.endsCharacter {
        let end = position + length
        while let shift = shifts.first, shift.position <= end {
          difference = shift.difference
          shifts.removeFirst()
        }
        result.append(
          advance: Double(width) / Double(PANGO_SCALE), flags: flags, end: start + end - difference)
        width = 0
        flags = []
      }
    }
  }
}
