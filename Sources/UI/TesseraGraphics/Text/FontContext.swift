import CPango
import TesseraViews

/// The properties of a style that determine its glyphs.
struct FontKey: Hashable {
  var size: Double
  var weight: Int
  var italic: Bool
  var isMonospaced = false
  var showsIcons: Bool

  init(_ style: TextStyle) {
    size = style.fontSize.isFinite ? min(max(style.fontSize, 0.5), 2000) : 14
    weight = TextStyle.nearestWeight(to: Double(style.fontWeight))
    italic = style.italic
    showsIcons = style.showsIcons
  }

  /// The font of a span. The monospaced font has a single weight.
  init(_ style: TextStyle, _ span: TextSpan) {
    self.init(style)
    isMonospaced = span.isMonospaced
    weight = isMonospaced ? 400 : span.fontWeight.map { TextStyle.nearestWeight(to: Double($0)) } ?? weight
    italic = isMonospaced ? false : span.italic ?? italic
  }
}

/// A font family at a size, with its Pango objects. It belongs to one ``TextShaper`` and is used under the lock of
/// that shaper.
final class FontContext {
  let context: OpaquePointer
  let measures: FontMeasures
  private let coverage: OpaquePointer?
  private let key: FontKey
  /// Whether letters of the icon font are icons.
  var showsIcons: Bool { key.showsIcons }
  private let families: String
  /// The HarfBuzz face of the first family's file. It lives as long as the font map.
  private let face: OpaquePointer?
  /// The width of a space, in Pango units (1/1024 point).
  let spaceWidth: Int32
  /// The width of the box for a character that no font contains, in Pango units (1/1024 point).
  let missingGlyphWidth: Int32

  /// - Parameter fontMap: A `PangoFontMap`.
  init(key: FontKey, families: [String], fontMap: UnsafeMutablePointer<PangoFontMap>) {
    self.key = key
    let families = key.isMonospaced ? [FontFile.monospacedFamily] + families : families
    self.families = families.joined(separator: ",")
    context = pango_font_map_create_context(fontMap)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    // Glyph shapes and line breaking rules depend on the language. The locale of the process must have no influence.
    pango_context_set_language(context, pango_language_from_string("en"))

    let description = pango_font_description_new()
    pango_font_description_set_family(description, self.families)
    pango_font_description_set_absolute_size(description, key.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(key.weight)))
    pango_font_description_set_style(description, key.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_context_set_font_description(context, description)
    // Only the first family determines the line height.
    pango_font_description_set_family(description, families.first)
    let font = pango_context_load_font(context, description)
    pango_font_description_free(description)

    guard let font else {
      // No font is installed: every character is a box.
      measures = FontMeasures(
        ascent: key.size.rounded(), descent: (key.size / 4).rounded(), tabWidth: key.size * 2,
        minimumTab: key.size / 4, ellipsis: key.size, hyphen: key.size / 2)
      missingGlyphWidth = Int32(key.size * Double(PANGO_SCALE))
      spaceWidth = missingGlyphWidth / 4
      coverage = nil
      face = nil
      return
    }
    defer { g_object_unref(font) }
    let face = hb_font_get_face(pango_font_get_hb_font(font))
    // A separate font, scaled to the font's design units, returns exact numbers.
    let unscaled = hb_font_create(face)
    defer { hb_font_destroy(unscaled) }
    let unitsPerEm = max(1, hb_face_get_upem(face))
    hb_font_set_scale(unscaled, Int32(unitsPerEm), Int32(unitsPerEm))
    let scale = key.size / Double(unitsPerEm)
    func advance(_ scalar: UInt32) -> Double {
      var glyph: hb_codepoint_t = 0
      _ = hb_font_get_nominal_glyph(unscaled, scalar, &glyph)
      return Double(hb_font_get_glyph_h_advance(unscaled, glyph)) * scale
    }
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(unscaled, &extents)
    let rounded = FontMeasures.rounded(
      ascent: Double(extents.ascender) * scale, descent: -Double(extents.descender) * scale)
    measures = FontMeasures(
      ascent: rounded.ascent, descent: rounded.descent + (Double(extents.line_gap) * scale).rounded(),
      tabWidth: advance(0x20) * 8, minimumTab: advance(0x20) / 2, ellipsis: advance(0x2026), hyphen: advance(0x2010))
    self.face = face
    spaceWidth = Int32((advance(0x20) * Double(PANGO_SCALE)).rounded())
    coverage = pango_font_get_coverage(font, pango_language_from_string("en"))
    missingGlyphWidth = Int32(
      (Double(hb_font_get_glyph_h_advance(unscaled, 0)) * scale * Double(PANGO_SCALE)).rounded())
  }

  deinit {
    if let coverage { g_object_unref(UnsafeMutableRawPointer(coverage)) }
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Returns the attributes that select this font for a part of a text with another font.
  func attributes() -> [UnsafeMutablePointer<PangoAttribute>] {
    [
      pango_attr_family_new(families), pango_attr_weight_new(PangoWeight(rawValue: UInt32(key.weight))),
      pango_attr_style_new(key.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL),
    ].compactMap(\.self)
  }

  /// Returns whether a `PangoFont` belongs to the first family.
  func isFirst(_ font: UnsafeMutablePointer<PangoFont>?) -> Bool {
    hb_font_get_face(pango_font_get_hb_font(font)) == face
  }

  /// Returns whether the first family contains a character.
  func covers(_ scalar: UInt32) -> Bool {
    guard let coverage else { return false }
    return pango_coverage_get(coverage, Int32(bitPattern: scalar)) == PANGO_COVERAGE_EXACT
  }
}
