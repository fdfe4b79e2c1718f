import CPango
import TesseraViews

/// Finds the characters that the first family lacks and a symbol family contains: emoji and icons; and those for private use,
/// which mean something in one font only.
///
/// If the emoji family were listed among the families, fontconfig would prefer it for digits and spaces. It is
/// therefore requested for each character that needs it, as in CSS. Icons have a single weight, and no other weight
/// may be synthesized.
final class SymbolRanges {
  private enum Kind {
    case icon
    case emoji
    case privateUse
  }

  private let coverage: OpaquePointer?
  /// The factor for the advances of the emoji font's metrics table. The glyphs are bitmaps of one size that are
  /// scaled, and browsers use the advances of the bitmaps.
  let widthFactor: Double

  /// - Parameter fontMap: A `PangoFontMap`.
  init(fontMap: UnsafeMutablePointer<PangoFontMap>) {
    let context = pango_font_map_create_context(fontMap)
    let description = pango_font_description_new()
    defer {
      pango_font_description_free(description)
      g_object_unref(context.map { UnsafeMutableRawPointer($0) })
    }
    pango_font_description_set_family(description, FontFile.emojiFamily)
    pango_font_description_set_absolute_size(description, 14 * Double(PANGO_SCALE))
    guard let font = pango_context_load_font(context, description) else {
      coverage = nil
      widthFactor = 1
      return
    }
    coverage = pango_font_get_coverage(font, pango_language_from_string("und-zsye"))
    widthFactor = Self.widthFactor(of: font)
    g_object_unref(font)
  }

  /// Returns the ratio between the width of the grinning face's bitmap, as drawn by Cairo, and the advance in the
  /// font's table.
  private static func widthFactor(of font: UnsafeMutablePointer<PangoFont>) -> Double {
    let shaping = pango_font_get_hb_font(font)
    var index: hb_codepoint_t = 0
    guard hb_ot_color_has_png(hb_font_get_face(shaping)) != 0,
      hb_font_get_nominal_glyph(shaping, 0x1F600, &index) != 0,
      let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(font))
    else { return 1 }
    var glyph = cairo_glyph_t(index: UInt(index), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(scaled, &glyph, 1, &extents)
    let factor = extents.x_advance * Double(PANGO_SCALE) / Double(hb_font_get_glyph_h_advance(shaping, index))
    return 0.5...2 ~= factor ? factor : 1
  }

  deinit {
    if let coverage { g_object_unref(UnsafeMutableRawPointer(coverage)) }
  }

  /// Appends attributes that request the symbol families where they are needed.
  /// - Parameter bytes: The text in UTF-8.
  func appendAttributes(for bytes: [UInt8], font: FontContext, to list: inout [Paragraph.WantedAttribute]) {
    // Emoji, icons and all other characters that the emoji family contains and Inter lacks are above U+2000.
    guard bytes.contains(where: { $0 >= 0xE2 }) else { return }
    var offset = 0
    var last: (kind: Kind, range: Range<Int>)?
    for character in String(decoding: bytes, as: UTF8.self) {
      let range = offset..<(offset + character.utf8.count)
      offset = range.upperBound
      guard let scalar = character.unicodeScalars.first?.value, scalar >= 0x2000, !font.covers(scalar) else { continue }
      guard let kind = kind(of: scalar, in: font) else { continue }
      if let previous = last, previous.kind == kind, previous.range.upperBound == range.lowerBound {
        last?.range = previous.range.lowerBound..<range.upperBound
      } else {
        if let last { append(last.kind, last.range, to: &list) }
        last = (kind, range)
      }
    }
    if let last { append(last.kind, last.range, to: &list) }
  }

  private func kind(of scalar: UInt32, in font: FontContext) -> Kind? {
    if font.showsIcons, IconNames.range.contains(scalar) { return .icon }
    // Unicode 16.0, section 23.5.
    if 0xE000...0xF8FF ~= scalar || scalar >= 0xF0000 { return .privateUse }
    return isEmoji(scalar) ? .emoji : nil
  }

  private func isEmoji(_ scalar: UInt32) -> Bool {
    guard let coverage else { return false }
    return pango_coverage_get(coverage, Int32(bitPattern: scalar)) == PANGO_COVERAGE_EXACT
  }

  private func append(_ kind: Kind, _ range: Range<Int>, to list: inout [Paragraph.WantedAttribute]) {
    let attributes =
      switch kind {
      case .icon:
        [
          pango_attr_family_new(FontFile.iconFamily), pango_attr_weight_new(PANGO_WEIGHT_NORMAL),
          pango_attr_style_new(PANGO_STYLE_NORMAL),
        ]
      case .emoji: [pango_attr_family_new(FontFile.emojiFamily)]
      // Another font would show what the text does not mean.
      case .privateUse: [pango_attr_fallback_new(0)]
      }
    for attribute in attributes.compactMap(\.self) { list.append((range, attribute)) }
  }
}
