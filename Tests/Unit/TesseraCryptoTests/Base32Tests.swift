import TesseraCrypto
import Testing

@Suite("Base32")
struct Base32Tests {
  @Test(
    "bytes become text as in RFC 4648, section 10, without padding",
    arguments: [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI"),
    ])
  func text(text: String, encoded: String) { #expect(text.utf8.base32Text == encoded) }
}
