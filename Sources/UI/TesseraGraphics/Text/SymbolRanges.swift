import CPango
import TesseraViews

/// Finds the characters that the first family lacks and a symbol family contains: emoji and icons.
///
/// If the emoji family were listed among the families, fontconfig would prefer it for digits and spaces. It is
/// therefore requested for each character that needs it, as in CSS. Icons have a single weight, and no other weight
/// may be synthesized.
final class SymbolRanges {
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
    var place = 0
    var last: (isIcon: Bool, range: Range<Int>)?
    for character in String(decoding: bytes, as: UTF8.self) {
      let range = place..<(place + character.utf8.count)
      place = range.upperBound
      guard let scalar = character.unicodeScalars.first?.value, scalar >= 0x2000, !font.covers(scalar) else { continue }
      let isIcon = IconNames.range.contains(scalar)
      guard isIcon || isEmoji(scalar) else { continue }
      if let previous = last, previous.isIcon == isIcon, previous.range.upperBound == range.lowerBound {
        last?.range = previous.range.lowerBound..<range.upperBound
      } else {
        if let last { append(last.isIcon, last.range, to: &list) }
        last = (isIcon, range)
      }
    }
    if let last { append(last.isIcon, last.range, to: &list) }
  }

  private func isEmoji(_ scalar: UInt32) -> Bool {
    guard let coverage else { return false }
    return pango_coverage_get(coverage, Int32(bitPattern: scalar)) == PANGO_COVERAGE_EXACT
  }

  private func append(_ isIcon: Bool, _ range: Range<Int>, to list: inout [Paragraph.WantedAttribute]) {
    let attributes =
      isIcon
      ? [
        pango_attr_family_new(FontFile.iconFamily), pango_attr_weight_new(PANGO_WEIGHT_NORMAL),
        pango_attr_style_new(PANGO_STYLE_NORMAL),
      ] : [pango_attr_family_new(FontFile.emojiFamily)]
    for attribute in attributes.compactMap(\.self) { list.append((range, attribute)) }
  }
}
