import TesseraBundles
import TesseraValues
import Testing

@Suite("An option")
struct OptionTests {
  /// Returns the bundle of a widget with one option, which is called `a`.
  private static func widget(_ members: String) -> (option: Manifest.Option?, problems: [String]) {
    let text = ManifestTests.text("\"options\": [{\"name\": \"a\", \(members)}]")
    let bundle = bundle(adding: ["widget.json": text])
    return (bundle.manifest.options.first, bundle.problems.map(\.description))
  }

  private static let feeds = """
    "type": "list", "count": [1, 3], "default": [{"address": "https://example.org/feed"}],
    "element": {"type": "record", "fields": [
      {"name": "address", "type": "url", "reach": true, "required": true},
      {"name": "title", "type": "string"}, {"name": "count", "type": "number", "default": 5, "range": [1, 9]}
    ]}
    """

  @Test(
    arguments: [
      (
        #""type": "url""#, ["", "https://example.org", "http://[::1]:8080/a?b"],
        ["example.org", "ftp://example.org", "https://", "https://a b.org", "https://user@example.org", 5]
      ),
      (#""type": "date""#, ["", "2024-02-29"], ["2023-02-29", "29.2.2024", "2024-02-29T00:00:00Z"]),
      (#""type": "time""#, ["", "00:00", "23:59"], ["24:00", "7:30", "07:60"]),
      (#""type": "icon""#, ["", "home", "account-circle", "numeric-1-box"], ["Home", "a b", "../x"]),
      (#""type": "timeZone""#, ["", "Europe/Berlin", "UTC"], ["Europe/Entenhausen"]),
      (
        #""type": "place""#, [["name": "Berlin", "latitude": 52.5, "longitude": -13]],
        ["Berlin", ["name": "Berlin"], ["name": "", "latitude": 91, "longitude": 0]]
      ),
      (#""type": "range", "range": [0, 10]"#, [[0, 10], [5, 5]], [[5, 4], [0, 11], [1], 5]),
      (#""type": "list", "element": "string""#, [[], ["a", "b"]], ["a", [""], [5]]),
      (
        feeds,
        [[["address": "https://a.org", "title": "A"]], [["address": "https://a.org", "former": true]]],
        [[], [["title": "A"]], [["address": ""]], [["address": "https://a.org", "count": 10]]]
      ),
    ] as [(String, [Value], [Value])])
  func `accepts the values of its type, and no others`(_ members: String, _ good: [Value], _ bad: [Value]) throws {
    let (option, problems) = Self.widget(members)
    #expect(problems == [])
    let type = try #require(option).type
    for value in good { #expect(type.accepts(value), "\(value)") }
    for value in bad { #expect(!type.accepts(value), "\(value)") }
  }

  @Test func `begins with a value of its type`() throws {
    for name in ["string", "bool", "number", "color", "url", "date", "time", "timeZone", "icon", "place", "range"] {
      let option = try #require(Self.widget("\"type\": \"\(name)\"").option)
      #expect(option.type.accepts(option.default), "\(name)")
    }
  }

  @Test func `completes records by the defaults of missing fields, and drops what it does not know`() throws {
    let option = try #require(Self.widget(Self.feeds).option)
    #expect(option.default == [["address": "https://example.org/feed", "title": "", "count": 5]])
    #expect(
      option.type.completed([["address": "https://a.org", "count": 7, "former": true]])
        == [["address": "https://a.org", "title": "", "count": 7]])
  }

  @Test func `names the hosts that a person typed, where it is declared that they are reached`() throws {
    let type = try #require(Self.widget(Self.feeds).option).type
    #expect(type.reachesHosts)
    #expect(
      type.reachedHosts(of: [["address": "https://A.org/x"], ["address": "http://[2001:db8::1]:81"]]).map(\.description)
        == ["a.org", "[2001:db8::1]:81"])
    let link = try #require(Self.widget(#""type": "url""#).option).type
    #expect(!link.reachesHosts && link.reachedHosts(of: "https://a.org").isEmpty)
  }

  @Test func `is set from a command line: lists and objects as JSON`() throws {
    let type = try #require(Self.widget(Self.feeds).option).type
    #expect(type.value(of: #"[{"address": "https://a.org"}]"#) == [["address": "https://a.org"]])
    #expect(type.value(of: "https://a.org") == nil)
  }

  @Test(arguments: [
    (
      #""type": "list""#, "error: The type 'list' needs the key 'element' [missing-key]"
    ),
    (
      #""type": "list", "element": {"type": "list", "element": "string"}"#,
      "error: A list cannot be inside a list or a record [manifest-value]"
    ),
    (
      #""type": "record", "fields": [{"name": "b", "type": "record", "fields": []}]"#,
      "error: A record cannot be inside a record [manifest-value]"
    ),
    (
      #""type": "list", "element": "choice""#,
      "error: An element of type 'choice' is written as an object with 'type' [manifest-value]"
    ),
    (
      #""type": "list", "element": "string", "count": [0, 501]"#,
      "error: 'count' is a list of two whole numbers, the smaller first, at most 500 [manifest-value]"
    ),
    (#""type": "string", "reach": true"#, "warning: 'reach' applies only to options of type 'url' [manifest-value]"),
  ])
  func `that cannot be is reported`(_ members: String, _ expected: String) {
    let problems = Self.widget(members).problems
    #expect(problems.contains { $0.hasSuffix(expected) }, "\(problems)")
  }
}
