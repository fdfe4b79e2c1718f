import TesseraText
import Testing

/// Expectations are those of Python's `idna` 3.20 with UTS 46, but for the emoji, which browsers accept and IDNA 2008 does not.
@Suite("Names of hosts in any script")
struct DomainNameTests {
  @Test(arguments: [
    ("Bücher.example", "xn--bcher-kva.example"), ("straße.de", "xn--strae-oqa.de"), ("faß.de", "xn--fa-hia.de"),
    ("日本語.jp", "xn--wgv71a119e.jp"), ("ＧＯ.com", "go.com"), ("правда.рф", "xn--80aafi6cg.xn--p1ai"),
    ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"), ("a\u{AD}b.com", "ab.com"), ("ex。ample", "ex.ample"),
    ("ὀδός.gr", "xn--pxa2a3a176w.gr"), ("аpple.com", "xn--pple-43d.com"), ("☕.example", "xn--53h.example"),
    ("１２７.0.0.1", "127.0.0.1"), ("mañana.com:8080", "xn--maana-pta.com:8080"),
    ("*.münchen.example:*", "*.xn--mnchen-3ya.example:*"), ("Example.org", "Example.org"), ("a b", "a b"),
  ])
  func `a name becomes ASCII`(written: String, ascii: String) { #expect(DomainName.ascii(written) == ascii) }

  @Test(arguments: [
    "ü b", "ü/x", "ü@x", "ü%", "ü\u{FFFD}", "ü..", String(repeating: "ü", count: 64) + ".example", "\u{300}.example",
  ])
  func `what is no name has no form in ASCII`(written: String) { #expect(DomainName.ascii(written) == nil) }

  @Test(arguments: [
    ("https://bücher.example/ü?ü", "https://xn--bcher-kva.example/ü?ü"),
    ("http://b%C3%BCcher.example:81", "http://xn--bcher-kva.example:81"),
    ("http://%65xample.org/", "http://%65xample.org/"),
    ("https://ü@example.org/", "https://ü@example.org/"), ("https://a%2Fb.example/", "https://a%2Fb.example/"),
    ("https://example.org/ü", "https://example.org/ü"), ("bücher.example", "bücher.example"), ("", ""),
  ])
  func `only the host of an address changes`(written: String, address: String) {
    #expect(DomainName.inASCII(address: written) == address)
  }

  @Test(arguments: [
    ("xn--bcher-kva.example", "bücher.example (xn--bcher-kva.example)"),
    ("*.xn--pple-43d.com:8080", "*.аpple.com:8080 (*.xn--pple-43d.com:8080)"), ("example.org", "example.org"),
    ("xn--a.example", "xn--a.example"), ("[::1]:80", "[::1]:80"),
  ])
  func `people see both forms`(host: String, text: String) { #expect(DomainName.displayed(host) == text) }
}
