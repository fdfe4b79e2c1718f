import CHarfBuzz

/// A font with only some of its characters. Their shapes, widths and distances stay as they are.
package enum FontSubset {
  /// The Latin letters of European languages, digits, punctuation and arrows.
  package static let latin: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0xA0...0x17F, 0x2010...0x2027, 0x2030...0x203A, 0x20AC...0x20AC, 0x2190...0x2193, 0x2212...0x2212,
  ]

  /// Kerning, ligatures, marks, forms of languages, and digits of equal widths: what the page's texts use.
  private static let layoutFeatures = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "tnum"].map {
    $0.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }
  }

  /// Returns the characters that a font has; nil if it cannot be read.
  package static func characters(of font: [UInt8]) -> [ClosedRange<UInt32>]? {
    withFace(of: font) { face in
      guard let characters = hb_set_create() else { return nil }
      defer { hb_set_destroy(characters) }
      hb_face_collect_unicodes(face, characters)
      var ranges: [ClosedRange<UInt32>] = []
      var first = UInt32.max
      var last = UInt32.max
      while hb_set_next_range(characters, &first, &last) != 0 { ranges.append(first...last) }
      return ranges
    }
  }

  /// Returns a font with the characters in the given ranges; nil if it cannot be read.
  package static func subset(of font: [UInt8], _ ranges: [ClosedRange<UInt32>]) -> [UInt8]? {
    withFace(of: font) { face in
      guard let input = hb_subset_input_create_or_fail() else { return nil }
      defer { hb_subset_input_destroy(input) }
      // Compressed, glyphs without shared parts are smaller.
      hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_DESUBROUTINIZE.rawValue)
      let features = hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG)
      hb_set_clear(features)
      for tag in layoutFeatures { hb_set_add(features, tag) }
      for range in ranges { hb_set_add_range(hb_subset_input_unicode_set(input), range.lowerBound, range.upperBound) }
      guard let subset = hb_subset_or_fail(face, input) else { return nil }
      defer { hb_face_destroy(subset) }
      let result = hb_face_reference_blob(subset)
      defer { hb_blob_destroy(result) }
      var count: UInt32 = 0
      guard let data = hb_blob_get_data(result, &count), count > 0 else { return nil }
      return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
  }

  private static func withFace<Result>(of font: [UInt8], _ body: (OpaquePointer?) -> Result?) -> Result? {
    font.withUnsafeBytes { bytes in
      let blob = hb_blob_create(
        bytes.bindMemory(to: CChar.self).baseAddress, UInt32(bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
      defer { hb_blob_destroy(blob) }
      let face = hb_face_create(blob, 0)
      defer { hb_face_destroy(face) }
      return hb_face_get_glyph_count(face) > 0 ? body(face) : nil
    }
  }
}
