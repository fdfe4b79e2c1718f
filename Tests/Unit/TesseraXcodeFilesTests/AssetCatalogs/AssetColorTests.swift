import TesseraXcodeFiles
import Testing

@Suite("A colour of a catalogue")
struct AssetColorTests {
  /// Expected numbers are those of CSS Color 4 (`color(display-p3 …)` in sRGB).
  @Test(arguments: [
    (AssetColor(.sRGB, [0.1, 0.2, 0.3], alpha: 1), [0.1, 0.2, 0.3]),
    (AssetColor(.displayP3, [1, 1, 1], alpha: 1), [1, 1, 1]),
    (AssetColor(.displayP3, [1, 0, 0], alpha: 1), [1.0931, -0.2267, -0.1501]),
    (AssetColor(.displayP3, [0, 1, 0], alpha: 1), [-0.5116, 1.0183, -0.3107]),
    (AssetColor(.displayP3, [0, 0, 1], alpha: 1), [0, 0, 1.0420]),
    (AssetColor(.extendedLinearSRGB, [0.5, 0, 1], alpha: 1), [0.7354, 0, 1]),
    (AssetColor(.gray, [0.5], alpha: 1), [0.5038, 0.5038, 0.5038]), (AssetColor(.gray, [1], alpha: 1), [1, 1, 1]),
  ])
  func `is converted to extended sRGB`(color: AssetColor?, expected: [Double]) throws {
    let converted = try #require(color).extendedSRGB
    for (number, wanted) in zip([converted.red, converted.green, converted.blue], expected) {
      #expect(abs(number - wanted) < 0.0005, "\(converted)")
    }
  }
}
