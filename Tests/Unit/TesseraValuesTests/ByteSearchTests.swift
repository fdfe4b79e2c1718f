import TesseraValues
import Testing

@Suite("Words in bytes")
struct ByteSearchTests {
  @Test(
    "are found where they begin",
    arguments: [
      ("aaab", "aab", 1), ("*/", "*/", 0), ("a */ */", "*/", 2), ("import(", "import(", 0), ("a*", "*/", nil),
      ("", "*/", nil),
      ("*", "*/", nil), ("é/** @", "/** @", 2),
    ] as [(String, StaticString, Int?)])
  func places(text: String, words: StaticString, place: Int?) {
    #expect(Array(text.utf8)[...].firstIndex(of: words) == place)
  }

  @Test("are searched in the slice alone, and found by its indices")
  func slices() {
    let bytes = Array("*/ a */ b */".utf8)
    #expect(bytes[1...].firstIndex(of: "*/") == 5)
    #expect(bytes[6...].firstIndex(of: "*/") == 10)
    #expect(bytes[1..<6].firstIndex(of: "*/") == nil)
  }
}
