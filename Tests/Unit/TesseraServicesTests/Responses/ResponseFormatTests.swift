import Foundation
import Synchronization
import TesseraHTTPClient
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
    let value = try ResponseFormat.xml.value(of: Array(Self.feed.utf8))
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
    let value = try ResponseFormat.xml.value(of: Array("<a><b><b>1</b></b><c/><b name='x'>2</b></a>".utf8))
    #expect(value == ["a": ["b": [["b": "1"], ["name": "x", "text": "2"]], "c": ""]])
  }

  @Test(arguments: [
    ("", "no element"), ("no XML", "no element"),
    (#"<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#, "entities"),
    (#"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#, "entities"),
    (String(repeating: "<a>", count: 100), "levels deep"),
    ("<a>" + String(repeating: "<b/>", count: 200_001) + "</a>", "more than 200000"),
  ])
  func `Invalid or excessive XML is rejected with a message`(text: String, words: String) {
    let error = #expect(throws: Diagnostic.self) { try ResponseFormat.xml.value(of: Array(text.utf8)) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `XML that is not well-formed is read, and reported with its address`() async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(headers: ["content-type": "text/xml"], body: Array("<a>\n<b>Q&A</b>\n<c></a>".utf8))
    } during: { server in
      let reports = Mutex<[Diagnostic]>([])
      let description = try ServiceDescription(
        #"{"actions": {"get": {"baseUrl": "\#(server.url("/x"))", "format": "xml"}}}"#)
      let provider = StandardServiceProvider(
        description: description, policy: server.policy, transport: HTTPTransport(),
        context: ServiceExchangeContext(report: { problem in reports.withLock { $0.append(problem) } }))
      let response = try await provider.perform(ServiceRequest(action: "get", object: .null))
      #expect(response.result == ["a": ["b": "Q&A", "c": ""]])
      let report = try #require(reports.withLock { $0 }.first)
      #expect(report.rule == "xml-form" && report.description.hasPrefix("\(server.url("/x")):2:"), "\(report)")
    }
  }

  @Test(
    arguments: [
      // A byte order mark, then Content-Type, then the declaration (RFC 7303, section 3).
      (Array("\u{FEFF}<?xml version='1.0' encoding='koi8-r'?><a>ü</a>".utf8), "text/xml; charset=iso-8859-2"),
      (
        Array("<?xml version='1.0' encoding='utf-8'?><a>".utf8) + [0xFC] + Array("</a>".utf8),
        "text/xml;charset=\"ISO-8859-1\""
      ),
      (Array("<?xml version='1.0' encoding='windows-1252'?><a>".utf8) + [0xFC] + Array("</a>".utf8), "text/xml"),
      (Array("\n <?xml version='1.0' encoding='ISO-8859-9'?><a>".utf8) + [0xFC] + Array("</a>".utf8), nil),
      (Array("<a>".utf8) + [0xFC] + Array("</a>".utf8), nil), (Array("<a>ü</a>".utf8), "text/xml; charset=nonsense"),
      ([0xFF, 0xFE] + "<a>ü</a>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, "text/xml; charset=utf-8"),
      ("<a>ü</a>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }, nil),
    ] as [([UInt8], String?)])
  func `The encoding of XML is declared in three places`(bytes: [UInt8], contentType: String?) throws {
    var context = ResponseContext()
    context.contentType = contentType
    #expect(try ResponseFormat.xml.value(of: bytes, in: context) == ["a": "ü"])
  }

  @Test(
    arguments: [
      (ResponseFormat.json, [UInt8](#"{"a":"K"#.utf8) + [0xF6] + #"ln"}"#.utf8, "iso-8859-1", ["a": "Köln"] as Value),
      (.csv, Array("a\nK".utf8) + [0xF6] + "ln".utf8, "windows-1252", [["a": "Köln"]]),
      (.csv, Array("a\nK".utf8) + [0xF6] + "ln".utf8, nil, [["a": "Köln"]]),
      (.yaml, Array("a: K".utf8) + [0xF6] + "ln".utf8, "latin1", ["a": "Köln"]),
      (.text, [0xF0, 0xD2, 0xC9], "KOI8-R", ["text": "При", "lines": ["При"]]),
      (.text, [0x93, 0xFA, 0x96, 0x7B], "Shift_JIS", ["text": "日本", "lines": ["日本"]]),
      (.text, [0xB1, 0xB1, 0xBE, 0xA9], "gb2312", ["text": "北京", "lines": ["北京"]]),
      // What says that it is UTF-8, but is not.
      (.text, [0x61, 0x80], "utf-8", ["text": "a€", "lines": ["a€"]]),
      (.text, Array("ü".utf8) + [0x80], "utf-8", ["text": "ü\u{FFFD}", "lines": ["ü\u{FFFD}"]]),
    ] as [(ResponseFormat, [UInt8], String?, Value)])
  func `The charset of Content-Type decodes all formats`(
    format: ResponseFormat, bytes: [UInt8], charset: String?, value: Value
  ) throws {
    var context = ResponseContext()
    context.contentType = charset.map { "text/plain; format=flowed; Charset=\($0)" }
    #expect(try format.value(of: bytes, in: context) == value)
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian])
  func `XML in another encoding cannot hide entities`(encoding: String.Encoding) throws {
    let xml = #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#
    let bytes = Array(try #require(xml.data(using: encoding)))
    let error = #expect(throws: Diagnostic.self) { try ResponseFormat.xml.value(of: bytes) }
    #expect(error?.rule == "xml-syntax", "\(error?.message ?? "")")
  }

  @Test(
    arguments: [
      (#"{"a": 1e400, "b": -1e400, "c": 1}"#, ["a": .null, "b": .null, "c": 1] as Value),
      (
        #"[12345678901234567890123, 1610521604143693812]"#,
        [.double(1.2345678901234568e22), .integer(1610521604143693812)]
      ),
      ("\u{FEFF}[1]", [1]),
    ] as [(String, Value)])
  func `Numbers that are too large do not lose the answer`(text: String, value: Value) throws {
    #expect(try ResponseFormat.json.value(of: Array(text.utf8)) == value)
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
    // Delimiters in quotes do not count, and Excel names its own.
    ("\"Last, first, other\";Value\n\"A, B\";2\n", [["Last, first, other": "A, B", "Value": "2"]] as Value),
    ("\"a;b;c\",d\n1,2\n", [["a;b;c": "1", "d": "2"]] as Value),
    ("sep=|\r\na|b,c\r\n1|2\r\n", [["a": "1", "b,c": "2"]] as Value),
    // Quotes where the standard has none.
    (
      "name,size\ndisk 5\" new,\"a\"b\nlast, \"x\" \n\"open",
      [
        ["name": "disk 5\" new", "size": "ab"], ["name": "last", "size": "x"], ["name": "open"],
      ] as Value
    ),
  ])
  func `Lines are objects with the names in the first line`(text: String, value: Value) throws {
    #expect(try ResponseFormat.csv.value(of: Array(text.utf8)) == value)
  }

  @Test func `CSV that is too long is rejected`() {
    #expect(throws: Diagnostic.self) {
      try ResponseFormat.csv.value(of: [UInt8](repeating: 0x0D, count: CSVResponseDecoder.maximumCount + 2))
    }
    #expect(throws: Diagnostic.self) {
      try ResponseFormat.csv.value(of: [UInt8](repeating: 0x41, count: CSVResponseDecoder.maximumBytes + 1))
    }
  }

  @Test(arguments: [
    (Array("192.0.2.1\n".utf8), ["text": "192.0.2.1", "lines": ["192.0.2.1"]] as Value),
    (Array("\u{FEFF}a\r\n\r\nb\rc  ".utf8), ["text": "a\r\n\r\nb\rc", "lines": ["a", "", "b", "c"]] as Value),
    ([0x47, 0x72, 0xFC, 0xDF, 0x65, 0x80], ["text": "Grüße€", "lines": ["Grüße€"]] as Value),
    ([], ["text": "", "lines": []] as Value),
  ])
  func `Plain text is a text and its lines`(bytes: [UInt8], value: Value) throws {
    #expect(try ResponseFormat.text.value(of: bytes) == value)
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
    #expect(
      try ResponseFormat.text.value(of: lines).value(at: "lines").array?.count == TextResponseDecoder.maximumCount)
    #expect(throws: Diagnostic.self) {
      try ResponseFormat.text.value(of: [UInt8](repeating: 0x0D, count: TextResponseDecoder.maximumCount + 2))
    }
    #expect(throws: Diagnostic.self) {
      try ResponseFormat.text.value(of: [UInt8](repeating: 0x41, count: TextResponseDecoder.maximumBytes + 1))
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
