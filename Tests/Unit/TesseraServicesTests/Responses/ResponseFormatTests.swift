import Foundation
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraServices

@Suite("Responses in XML and CSV")
struct ResponseFormatTests {
  private static let feed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
      <channel>
        <title>News &amp; more</title>
        <item><title>One</title><link>https://example.org/1</link><media:thumbnail url="a.png"/><category>a</category><category>b</category></item>
        <item><title><![CDATA[Two <b>]]></title><guid isPermaLink="false"> 2 </guid></item>
      </channel>
    </rss>
    """

  @Test func `A feed is objects, lists and texts that paths lead through`() throws {
    let value = try AnswerFormat.xml.value(of: Array(Self.feed.utf8))
    func at(_ path: String) -> Value { value.value(at: ValuePath(path)) }
    #expect(at("rss.version") == "2.0")
    #expect(at("rss.channel.title") == "News & more")
    #expect(at("rss.channel.item").array?.count == 2)
    let items = at("rss.channel.item").array ?? []
    #expect(items[0].dictionary?["media:thumbnail"] == ["url": "a.png"])
    #expect(items[0].value(at: "category") == ["a", "b"])
    #expect(items[1].value(at: "title") == "Two <b>")
    #expect(items[1].value(at: "guid") == ["isPermaLink": "false", "text": "2"])
  }

  @Test func `Nested elements of the same name stay separate`() throws {
    let value = try AnswerFormat.xml.value(of: Array("<a><b><b>1</b></b><c/><b name='x'>2</b></a>".utf8))
    #expect(value == ["a": ["b": [["b": "1"], ["name": "x", "text": "2"]], "c": ""]])
  }

  @Test(arguments: [
    ("<a><b></a>", "line 1"), ("", "line"), ("no XML", "line"),
    (#"<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#, "entities"),
    (#"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#, "entities"),
    (String(repeating: "<a>", count: 100), "levels deep"),
    ("<a>" + String(repeating: "<b/>", count: 200_001) + "</a>", "more than 200000"),
  ])
  func `Invalid or excessive XML is rejected with a message`(text: String, words: String) {
    let error = #expect(throws: Diagnostic.self) { try AnswerFormat.xml.value(of: Array(text.utf8)) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test(
    "XML that is not in the encoding that it declares is refused before Foundation's parser traps at it",
    arguments: [
      "<a><co\u{EC}or/></a>", "<?xml version='1.0' encoding='UTF-8'?><a><co\u{EC}or/></a>",
      "<?xml version='1.0' encoding='us-ascii'?><a>\u{EC}</a>",
    ])
  func wrongEncoding(text: String) throws {
    let bytes = Array(try #require(text.data(using: .isoLatin1)))
    let error = #expect(throws: Diagnostic.self) { try AnswerFormat.xml.value(of: bytes) }
    #expect(error?.rule == "xml-syntax")
  }

  @Test("XML of another encoding is converted")
  func latin() throws {
    let text = "<?xml version='1.0' encoding='ISO-8859-1'?><a><co\u{EC}or>\u{FC}</co\u{EC}or></a>"
    let value = try AnswerFormat.xml.value(of: Array(try #require(text.data(using: .isoLatin1))))
    #expect(value == ["a": ["co\u{EC}or": "\u{FC}"]])
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian])
  func `XML in another encoding cannot hide entities`(encoding: String.Encoding) throws {
    let xml = #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#
    let bytes = Array(try #require(xml.data(using: encoding)))
    let error = #expect(throws: Diagnostic.self) { try AnswerFormat.xml.value(of: bytes) }
    #expect(error?.message.contains("UTF-16") == true, "\(error?.message ?? "")")
  }

  /// The rules of RFC 4180, section 2, for quotes, commas and line breaks.
  @Test(arguments: [
    ("name,age\nAnn,3\nBen,\n", [["name": "Ann", "age": "3"], ["name": "Ben", "age": .null]] as Value),
    ("name,age\r\nAnn,3\r\n", [["name": "Ann", "age": "3"]] as Value),
    ("\u{FEFF}name;note\nAnn;\"a;b\"\n", [["name": "Ann", "note": "a;b"]] as Value),
    ("name\tnote\nAnn\ta, b\n", [["name": "Ann", "note": "a, b"]] as Value),
    (
      "name,note\nAnn,\"two\nlines, and \"\"quotes\"\"\"\n",
      [["name": "Ann", "note": "two\nlines, and \"quotes\""]] as Value
    ),
    ("name,age\n", [] as Value),
    ("name,age\n\nAnn\n", [["name": "Ann"]] as Value),
    ("a,a\n1,2,3\n", [["a": "1"]] as Value),
  ])
  func `Lines are objects with the names in the first line`(text: String, value: Value) throws {
    #expect(try AnswerFormat.csv.value(of: Array(text.utf8)) == value)
  }

  @Test func `CSV that is too long is rejected`() {
    #expect(throws: Diagnostic.self) {
      try AnswerFormat.csv.value(of: [UInt8](repeating: 0x0D, count: CSVResponseDecoder.maximumCount + 2))
    }
    #expect(throws: Diagnostic.self) {
      try AnswerFormat.csv.value(of: [UInt8](repeating: 0x41, count: CSVResponseDecoder.maximumBytes + 1))
    }
  }

  @Test(arguments: [
    (Array("192.0.2.1\n".utf8), ["text": "192.0.2.1", "lines": ["192.0.2.1"]] as Value),
    (Array("\u{FEFF}a\r\n\r\nb\rc  ".utf8), ["text": "a\r\n\r\nb\rc", "lines": ["a", "", "b", "c"]] as Value),
    ([0x47, 0x72, 0xFC, 0xDF, 0x65, 0x80], ["text": "Grüße€", "lines": ["Grüße€"]] as Value),
    ([], ["text": "", "lines": []] as Value),
  ])
  func `Plain text is a text and its lines`(bytes: [UInt8], value: Value) throws {
    #expect(try AnswerFormat.text.value(of: bytes) == value)
  }

  @Test func `A pattern makes objects of lines`() async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(
        headers: ["content-type": "text/plain"], body: Array("web OK 12ms\n# no row\nmail FAIL\n\n".utf8))
    } during: { server in
      let provider = try server.provider(
        #"""
        "status": {
          "path": "/status", "format": "text", "pattern": "^(?<name>\\w+) (?<state>OK|FAIL)(?: (?<rest>.+))?$",
          "resultKeyPath": "rows", "resultType": "[Service]"
        }
        """#)
      let response = try await provider.perform(ServiceRequest(action: "status", object: .null))
      #expect(
        response.result == [
          ["name": "web", "state": "OK", "rest": "12ms"], ["name": "mail", "state": "FAIL", "rest": .null],
        ])
    }
  }

  @Test(arguments: [
    (#""format": "text", "pattern": "(a)""#, "no named group"), (#""format": "text", "pattern": "(""#, "not closed"),
    (#""pattern": "(?<a>.)""#, "for the format 'text'"),
    (#""format": "text", "pattern": "\#(String(repeating: "a", count: 1001))""#, "1000 bytes"),
  ])
  func `Mistakes in patterns are reported`(fields: String, words: String) throws {
    var diagnostics = Diagnostics()
    _ = ServiceDescription.decode(
      try JSONNode.parse(#"{"actions": {"a": {"baseUrl": "https://a.example", \#(fields)}}}"#),
      diagnostics: &diagnostics)
    #expect(
      diagnostics.all.contains { $0.rule == "service-pattern" && $0.message.contains(words) }, "\(diagnostics.all)")
  }

  @Test func `A pattern that takes too long on a text is stopped`() throws {
    let pattern = try LinePattern("(?<a>(?:x+x+)+y)")
    let lines = Array(repeating: Value.string(String(repeating: "x", count: 3000)), count: 5000)
    #expect(throws: Diagnostic.self) { try pattern.rows(of: lines) }
  }

  @Test func `Text that is too long is rejected`() throws {
    let lines = Array(String(repeating: "a\r\n", count: TextResponseDecoder.maximumCount).utf8)
    #expect(try AnswerFormat.text.value(of: lines).value(at: "lines").array?.count == TextResponseDecoder.maximumCount)
    #expect(throws: Diagnostic.self) {
      try AnswerFormat.text.value(of: [UInt8](repeating: 0x0D, count: TextResponseDecoder.maximumCount + 2))
    }
    #expect(throws: Diagnostic.self) {
      try AnswerFormat.text.value(of: [UInt8](repeating: 0x41, count: TextResponseDecoder.maximumBytes + 1))
    }
  }

  @Test func `An action sets the format of its answer, and one element is a list of one`() async throws {
    let one = "<feed><entry><title>Only</title></entry></feed>"
    let handler: LoopbackServer.Handler = { request in
      let body = request.path.hasSuffix("/none") ? "<feed/>" : request.path.hasSuffix("/csv") ? "title\nA\nB\n" : one
      return LoopbackServer.Answer(headers: ["content-type": "text/plain"], body: Array(body.utf8))
    }
    try await LoopbackServer.run(handler) { server in
      let provider = try server.provider(
        #"""
        "one": {"path": "/one"}, "none": {"path": "/none"},
        "csv": {"path": "/csv", "format": "csv", "resultKeyPath": ""}, "json": {"path": "/one", "format": "json"}
        """#, defaults: #""resultType": "[Entry]", "format": "xml", "resultKeyPath": "feed.entry""#)
      #expect(try await provider.perform(ServiceRequest(action: "one", object: .null)).result == [["title": "Only"]])
      #expect(try await provider.perform(ServiceRequest(action: "none", object: .null)).result == [])
      #expect(
        try await provider.perform(ServiceRequest(action: "csv", object: .null)).result == [
          ["title": "A"], ["title": "B"],
        ])
      let error = await #expect(throws: ServiceError.self) {
        try await provider.perform(ServiceRequest(action: "json", object: .null))
      }
      #expect(error?.message == "The server's answer cannot be read as JSON")
    }
  }
}
