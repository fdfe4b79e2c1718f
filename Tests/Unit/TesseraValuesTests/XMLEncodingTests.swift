import TesseraValues
import Testing

@Suite("Encodings of XML")
struct XMLEncodingTests {
  @Test(arguments: [
    "", "<a/>", "\n <a/>", "\u{FEFF}<a/>", "<?xml version='1.0'?><a/>", "<?xml version='1.0' encoding='UTF-8'?><a/>",
    "<?xml version=\"1.0\" encoding=\"iso-8859-1\" standalone=\"yes\"?><a/>",
    "<?xml version=\"1.0\" encoding = \"windows-1252\"?><a/>",
  ])
  func `markup in ASCII can be searched`(text: String) { #expect(XMLEncoding.hasPlainMarkup(Array(text.utf8))) }

  @Test(arguments: [
    "<?xml version='1.0' encoding='UTF-7'?>+ADw-a/+AD4-", "<?xml version='1.0' encoding='utf-16'?><a/>",
    "<?xml version='1.0' encoding='IBM037'?><a/>", "<?xml version='1.0' encoding='ebcdic-cp-us'?><a/>",
    "<?xml version='1.0' encoding=utf-8?><a/>", "<?xml version='1.0' encoding='utf-8",
    "<?xml version='1.0' encoding='ISO-2022-JP'?><a/>",
  ])
  func `encodings that could hide markup are known`(text: String) {
    #expect(!XMLEncoding.hasPlainMarkup(Array(text.utf8)))
  }

  @Test func `UTF-16, UTF-32 and EBCDIC are known by their first bytes`() {
    for bytes: [UInt8] in [
      [0xFF, 0xFE, 0x3C, 0], [0xFE, 0xFF, 0, 0x3C], [0x3C, 0, 0x61, 0], [0, 0, 0, 0x3C], [0x4C, 0x6F, 0xA7, 0x94],
    ] { #expect(!XMLEncoding.hasPlainMarkup(bytes)) }
  }
}
