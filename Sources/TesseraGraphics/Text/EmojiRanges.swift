import CPango

/// Finds the characters that the first family lacks and the emoji family has.
///
/// To name the emoji family among the families would make fontconfig take it for a wish for emoji and prefer it for
/// digits and spaces, so it is asked for where it is needed, character by character, as CSS does.
final class EmojiRanges {
  private let coverage: OpaquePointer?
  /// What a glyph's width in the font's table is multiplied by. The letters are pictures of one size, drawn larger or
  /// smaller, and browsers take the widths that come with the pictures.
  let widthFactor: Double

  /// - Parameter fontMap: a `PangoFontMap`.
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

  /// Compares the width of the grinning face's picture, as Cairo draws it, with the width in the font's table.
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

  /// Attributes that ask for the emoji family, or nil where there is nothing to ask for. The caller frees them.
  /// - Parameter bytes: UTF-8.
  func attributes(for bytes: [UInt8], font: FontContext) -> OpaquePointer? {
    // Emoji, and whatever else the emoji family has and Inter lacks, are above U+2000.
    guard let coverage, bytes.contains(where: { $0 >= 0xE2 }) else { return nil }
    var list: OpaquePointer?
    var last: UnsafeMutablePointer<PangoAttribute>?
    var place = 0
    for character in String(decoding: bytes, as: UTF8.self) {
      let length = character.utf8.count
      defer { place += length }
      guard let scalar = character.unicodeScalars.first?.value, scalar >= 0x2000, !font.covers(scalar),
        pango_coverage_get(coverage, Int32(bitPattern: scalar)) == PANGO_COVERAGE_EXACT
      else { continue }
      if let last, Int(last.pointee.end_index) == place {
        last.pointee.end_index += UInt32(length)
        continue
      }
      guard let attribute = pango_attr_family_new(FontFile.emojiFamily) else { continue }
      attribute.pointee.start_index = UInt32(place)
      attribute.pointee.end_index = UInt32(place + length)
      let attributes = list ?? pango_attr_list_new()
      pango_attr_list_insert(attributes, attribute)
      list = attributes
      last = attribute
    }
    return list
  }
}
