import TesseraCrypto
import Testing

@Suite("Base32")
struct Base32Tests {
  @Test(arguments: [
    ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
    ("foobar", "MZXW6YTBOI"),
  ])
  func `bytes become text as in RFC 4648, section 10, without padding`(text: String, encoded: String) {
    #expect(text.utf8.base32Text == encoded)
  }
}
