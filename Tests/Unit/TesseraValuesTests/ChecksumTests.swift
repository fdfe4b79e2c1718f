import TesseraValues
import Testing

@Suite("Checksums")
struct ChecksumTests {
  /// Values from the test suite of the authors of FNV.
  @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
  func `are FNV-1a`(text: String, digits: String) {
    #expect(Checksum(of: Array(text.utf8)).description == digits)
  }
}
