import TesseraValues
import Testing

@Suite("Words in bytes")
struct ByteSearchTests {
  @Test(
    arguments: [
      ("aaab", "aab", 1), ("*/", "*/", 0), ("a */ */", "*/", 2), ("import(", "import(", 0), ("a*", "*/", nil),
      ("", "*/", nil),
      ("*", "*/", nil), ("é/** @", "/** @", 2),
    ] as [(String, StaticString, Int?)])
  func `are found where they begin`(text: String, words: StaticString, place: Int?) {
    #expect(Array(text.utf8)[...].firstIndex(of: words) == place)
  }

  @Test func `are searched in the slice alone, and found by its indices`() {
    let bytes = Array("*/ a */ b */".utf8)
    #expect(bytes[1...].firstIndex(of: "*/") == 5)
    #expect(bytes[6...].firstIndex(of: "*/") == 10)
    #expect(bytes[1..<6].firstIndex(of: "*/") == nil)
  }
}
