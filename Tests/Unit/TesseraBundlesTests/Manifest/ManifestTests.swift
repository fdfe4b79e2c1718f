import TesseraBundles
import TesseraTestSupport
import TesseraValues
import Testing

@Suite("A manifest")
struct ManifestTests {
  /// Returns a manifest with a member after the two required ones. The member starts at line 2, column 1.
  static func text(_ member: String) -> String {
    "{\"id\": \"org.example.test\", \"name\": \"Test\",\n\(member)}"
  }

  @Test func `may have every key`() throws {
    let bundle = bundle(adding: [
      "images/logo.svg": "<svg/>",
      "widget.json": """
      {
        "format": 1, "id": "org.example.feed", "name": "Feed", "version": "1.2.0-beta.1", "summary": "What friends write",
        "author": {"name": "Ada", "url": "https://example.org", "email": "ada@example.org"},
        "icon": "logo", "main": "Main", "locale": "de_at", "category": "News", "keywords": ["posts", "friends", "posts"],
        "sizes": {"default": "4x6", "minimum": "2×2", "maximum": "8×12", "resize": "vertical"},
        "modes": ["compact", "expanded"],
        "board": {"isAvailable": false, "allowedInstancesPerPage": 2, "cornerRadius": 12.5, "settings": "Main"},
        "update": {"policy": "after", "interval": 1800, "action": "homeFeed"},
        "options": [
          {"name": "count", "type": "number", "default": 20, "range": [1, 100], "title": "Posts", "group": "List",
           "unit": "posts"},
          {"name": "theme", "type": "choice", "choices": ["calm", {"value": "loud", "title": "Loud!"}]},
          {"name": "tint", "type": "color", "default": "#1f5fd6"},
          {"name": "pictures", "type": "bool", "default": true, "summary": "Whether pictures are shown"},
          {"name": "greeting", "type": "string", "ask": true, "***": "what it begins with"}
        ],
        "hosts": ["API.example.org", "localhost:8080", "*.example.net", "[2001:db8::1]:*"], "links": ["Feed"],
        "***": "comments are welcome", "*** 2": "and so are more of them"
      }
      """,
    ])
    #expect(bundle.problems == [])
    let manifest = bundle.manifest
    #expect(manifest.format == 1)
    #expect(manifest.id == "org.example.feed")
    #expect(manifest.name == "Feed")
    #expect(manifest.version == SemanticVersion(1, 2, 0, prerelease: ["beta", "1"]))
    #expect(manifest.summary == "What friends write")
    #expect(manifest.author == .init(name: "Ada", url: "https://example.org", email: "ada@example.org"))
    #expect(manifest.icon == "logo")
    #expect(manifest.category == "News" && manifest.keywords == ["posts", "friends"])
    #expect(manifest.locale.description == "de-AT")
    #expect(manifest.sizes.default == .init(columns: 4, rows: 6))
    #expect(manifest.sizes.minimum == .init(columns: 2, rows: 2))
    #expect(manifest.sizes.maximum == .init(columns: 8, rows: 12))
    #expect(manifest.sizes.resize == .vertical)
    #expect(manifest.modes == [.compact, .expanded])
    #expect(manifest.update.policy == .after(seconds: 1800))
    #expect(manifest.update.action?.value == "homeFeed")
    var asked = Manifest.Option(name: "greeting", type: .string, default: "")
    asked.isAsked = true
    #expect(
      manifest.options == [
        .init(name: "count", type: .number(1...100), default: 20, title: "Posts", group: "List", unit: "posts"),
        .init(
          name: "theme", type: .choice([.init(value: "calm"), .init(value: "loud", title: "Loud!")]), default: "calm"),
        .init(name: "tint", type: .color, default: "#1f5fd6"),
        .init(name: "pictures", type: .bool, default: true, summary: "Whether pictures are shown"),
        asked,
      ])
    #expect(!manifest.board.isAvailable && manifest.board.allowedInstancesPerPage == 2)
    #expect(manifest.board.cornerRadius == 12.5 && manifest.board.settings?.value == "Main")
    #expect(
      manifest.hosts.map(\.description) == [
        "api.example.org", "localhost:8080", "*.example.net", "[2001:db8::1]:*",
      ])
    #expect(manifest.links == ["feed"])
  }

  @Test func `with few keys has sensible defaults`() {
    let manifest = bundle().manifest
    #expect(manifest.version == SemanticVersion(1, 0, 0))
    #expect(manifest.sizes.default == .init(columns: 4, rows: 4))
    #expect(manifest.sizes.minimum == .init(columns: 2, rows: 2))
    #expect(manifest.sizes.maximum == nil)
    #expect(manifest.sizes.resize == .both)
    #expect(manifest.modes == [.expanded])
    #expect(manifest.update.policy == .never)
    #expect(manifest.hosts == [])
  }

  @Test(arguments: [
    // The default size has the first mode.
    (#""modes": ["compact", "expanded"], "sizes": {"default": "4×2", "minimum": "2×2"}"#, "4×2", "4×2", "4×4", "8×6"),
    (
      #""modes": ["compact", "expanded"], "sizes": {"default": "4×2", "maximum": "6×3"}"#, "4×2", "4×2", "6×3", "6×3"
    ),
    (#""modes": ["expanded", "compact"], "sizes": {"default": "4×2", "minimum": "2×1"}"#, "2×1", "3×2", "4×2", "8×6"),
  ])
  func `prefers a size for each mode, and has a maximum for it`(
    member: String, compact: String, largestCompact: String, expanded: String, largest: String
  ) throws {
    let manifest = bundle(adding: ["widget.json": Self.text(member)]).manifest
    let page = GridSize(columns: 8, rows: 6)
    #expect(manifest.sizes(for: .compact, on: page).first == GridSize(compact))
    #expect(manifest.maximumSize(for: .compact, on: page) == GridSize(largestCompact))
    #expect(manifest.sizes(for: .expanded, on: page).first == GridSize(expanded))
    #expect(manifest.maximumSize(for: .expanded, on: page) == GridSize(largest))
    for mode in Manifest.DisplayMode.allCases {
      #expect(manifest.sizes(for: mode, on: page).allSatisfy { manifest.mode(at: $0) == mode })
    }
    #expect(manifest.sizes(for: .compact, on: GridSize(columns: 1, rows: 1)).isEmpty)
  }

  @Test(arguments: [
    (
      #""verison": "1.0.0""#, "1",
      "error: Unknown key 'verison' of the manifest; did you mean 'version'? [unknown-key]"
    ),
    (
      #""format": 2"#, "11",
      "error: Unknown format 2; this version reads format 1; Update Tessera [bundle-format]"
    ),
    (#""format": "1""#, "11", "error: 'format' takes number, found text [manifest-type]"),
    (
      #""version": "1.0""#, "12",
      "error: 'version' is a semantic version such as '1.0.0', found '1.0'; did you mean '1.0.0'? [manifest-value]"
    ),
    (#""version": 1"#, "12", "error: 'version' takes text, found number [manifest-type]"),
    (#""summary": ["a"]"#, "12", "error: 'summary' takes text, found list [manifest-type]"),
    (#""author": 1"#, "11", "error: 'author' takes text, or object with 'name', found number [manifest-type]"),
    (#""author": {}"#, "11", "error: 'author' needs the key 'name' [missing-key]"),
    (
      #""author": {"name": "A", "url": "javascript:0"}"#, "32",
      "error: 'author.url' starts with 'https://' or 'http://', found 'javascript:0' [manifest-value]"
    ),
    (#""icon": " ""#, "9", "error: 'icon' is empty [manifest-value]"),
    (
      #""locale": "English!""#, "11",
      "error: 'locale' is a language tag such as 'en' or 'de-AT', found 'English!' [manifest-value]"
    ),
    (
      #""stacks": {"shop": {"as": "sheat"}}"#, "27",
      "error: 'as' is one of 'full', 'sheet', 'popover', found 'sheat'; did you mean 'sheet'? [manifest-value]"
    ),
    (
      #""stacks": {"shop": {"like": 1}}"#, "21",
      "error: Unknown key 'like' of the stack 'shop'; Use one of 'as', 'barStyleId' [unknown-key]"
    ),
    (
      #""board": {"cornerRadius": 65}"#, "27",
      "error: 'board.cornerRadius' is from 0 to 64 points, found 65 [manifest-value]"
    ),
    (
      #""board": {"allowedInstancesPerPage": 0}"#, "38",
      "error: 'board.allowedInstancesPerPage' is an integer from 1 to 100, found 0 [manifest-value]"
    ),
    (
      #""board": {"settings": "Setings"}"#, "23",
      "error: The screen 'Setings' has no file 'screens/Setings.json' [missing-screen]"
    ),
    (#""sizes": "4×4""#, "10", "error: 'sizes' must be an object, found text [manifest-type]"),
    (
      #""sizes": {"defualt": "4×4"}"#, "11",
      "error: Unknown key 'defualt' of 'sizes'; did you mean 'default'? [unknown-key]"
    ),
    (
      #""sizes": {"default": "0×4"}"#, "22",
      "error: 'sizes.default' is columns×rows from 1 to 64, such as '4×2', found '0×4' [manifest-value]"
    ),
    (
      #""sizes": {"default": "4×4", "maximum": "3×9"}"#, "40",
      "error: 'sizes.maximum' 3×9 is smaller than the default size 4×4 [manifest-value]"
    ),
    (
      #""sizes": {"default": "1×1", "minimum": "2×1"}"#, "40",
      "error: 'sizes.minimum' 2×1 is larger than the default size 1×1 [manifest-value]"
    ),
    (
      #""sizes": {"resize": "horizontl"}"#, "21",
      "error: 'sizes.resize' is one of 'none', 'horizontal', 'vertical', 'both', found 'horizontl'; "
        + "did you mean 'horizontal'? [manifest-value]"
    ),
    (#""modes": "compact""#, "10", "error: 'modes' takes list, found text [manifest-type]"),
    (#""modes": []"#, "10", "error: 'modes' needs at least one mode [manifest-value]"),
    (
      #""update": {"policy": "after"}"#, "11",
      "error: 'update' with the policy 'after' needs the key 'interval' in seconds [missing-key]"
    ),
    (
      #""update": {"events": "changes"}"#, "22",
      "error: 'update.events' is an address that begins with 'https://' or 'http://', found 'changes' [manifest-value]"
    ),
    (
      #""update": {"events": "/changes"}"#, "22",
      "error: 'update.events' is an address that begins with 'https://' or 'http://', found '/changes'; "
        + "Add the key 'base' to resolve it [manifest-value]"
    ),
    (
      #""update": {"events": "https://a.example.org/x"}"#, "22",
      "error: 'hosts' does not name the host of 'update.events', 'a.example.org'; Add 'a.example.org' to 'hosts' "
        + "[manifest-value]"
    ),
    (
      #""group": "../up""#, "10",
      "error: 'group' is a name of letters, digits, '.', '-' and '_', found '../up'; "
        + "Use the identifier of the app, such as 'org.example.flights' [manifest-value]"
    ),
    (#""main": {"program": " "}"#, "21", "error: 'main.program' is empty [manifest-value]"),
    (#""isolated": "yes""#, "13", "error: 'isolated' takes true or false, found text [manifest-type]"),
    (
      #""update": {"interval": 5}"#, "24",
      "error: 'update.interval' is a number of seconds from 60 to a year [manifest-value]"
    ),
    (
      #""update": {"policy": "never", "interval": 60}"#, "43",
      "warning: 'update.interval' applies only to the policy 'after' [manifest-value]"
    ),
    (
      #""hosts": ["https://api.example.org/v1"]"#, "11",
      "error: A host has no scheme and no path, found 'https://api.example.org/v1'; "
        + "Replace 'https://api.example.org/v1' with 'api.example.org' [manifest-value]"
    ),
    (
      #""hosts": ["*"]"#, "11",
      "error: '*' would allow far too many hosts; Name a domain, such as '*.example.org' [manifest-value]"
    ),
    (
      #""hosts": ["*.org"]"#, "11",
      "error: '*.org' would allow far too many hosts; Name a domain, such as '*.example.org' [manifest-value]"
    ),
    (
      #""hosts": ["example.org:99999"]"#, "11",
      "error: A host is a name or an address, with an optional port, found 'example.org:99999'; "
        + "Write it like 'api.example.org', '*.example.org' or 'localhost:8080' [manifest-value]"
    ),
    (
      #""links": ["javascript"]"#, "11",
      "error: The scheme 'javascript' belongs to the system and cannot be a link [manifest-value]"
    ),
    (
      #""links": ["feed://"]"#, "11",
      "error: A link is a scheme without ':', found 'feed://'; Replace 'feed://' with 'feed' [manifest-value]"
    ),
    (#""links": ["7up"]"#, "11", "error: A link is a URL scheme such as 'feed', found '7up' [manifest-value]"),
    (#""options": [{"name": "a"}]"#, "13", "error: An option needs the key 'type' [missing-key]"),
    (
      #""options": [{"name": "a", "type": "text"}]"#, "35",
      "error: 'type' is one of 'string', 'bool', 'number', 'choice', 'color', 'url', 'date', 'time', 'timeZone', 'icon', 'place', "
        + "'range', 'record', 'list', found 'text' [manifest-value]"
    ),
    (
      #""options": [{"name": "a b", "type": "bool"}]"#, "22",
      "error: The name of an option is a letter and then letters, digits or '_', found 'a b' [manifest-value]"
    ),
    (
      #""options": [{"name": "a", "type": "number", "range": [5, 1]}]"#, "54",
      "error: 'range' is a list of two numbers, the smaller first [manifest-value]"
    ),
    (
      #""options": [{"name": "a", "type": "number", "range": [1, 5], "default": 9}]"#, "73",
      "error: The default of option 'a' is a number from 1 to 5, found 9 [manifest-value]"
    ),
    (
      #""options": [{"name": "a", "type": "choice", "choices": ["red", "blue"], "default": "bleu"}]"#, "84",
      "error: The default of option 'a' is one of 'red', 'blue', found 'bleu'; did you mean 'blue'? [manifest-value]"
    ),
    (
      #""options": [{"name": "a", "type": "bool"}, {"name": "a", "type": "string"}]"#, "53",
      "error: Option 'a' is declared twice [duplicate-option]"
    ),
    (
      #""options": [{"name": "a", "type": "choice", "choices": ["x", "x"]}]"#, "62",
      "error: Choice 'x' occurs twice in 'choices' [manifest-value]"
    ),
    (
      #""options": [{"name": "a", "type": "bool", "choices": ["x"]}]"#, "54",
      "warning: 'choices' applies only to options of type 'choice' [manifest-value]"
    ),
  ])
  func `with a fault is reported with its position and a fix`(member: String, column: String, problem: String) {
    let bundle = bundle(adding: ["widget.json": Self.text(member), "images/logo.svg": "<svg/>"])
    #expect(bundle.problems == ["widget.json:2:\(column): \(problem)"])
    #expect(bundle.manifest.id == "org.example.test")
  }

  @Test(arguments: ["feed", "org..feed", ".org", "org.example.", "org.exämple.feed", "org.-a.b", "a b.c", "../etc"])
  func `needs an identity in reverse DNS`(id: String) {
    let bundle = bundle(adding: ["widget.json": #"{"id": "\#(id)", "name": "Test"}"#])
    #expect(bundle.diagnostics.map(\.rule) == ["manifest-value"])
    #expect(bundle.diagnostics.first?.range == SourceRange(.init(line: 1, column: 8), length: id.count + 2))
    #expect(bundle.manifest.id == "")
  }

  @Test func `needs an identity and a name`() {
    #expect(
      bundle(adding: ["widget.json": "{}"]).problems == [
        "widget.json:1:1: error: The manifest needs the key 'id'; "
          + "Add a name of your own in reverse DNS, such as 'org.example.feed' [missing-key]",
        "widget.json:1:1: error: The manifest needs the key 'name' [missing-key]",
      ])
    #expect(
      bundle(adding: ["widget.json": "3"]).problems == [
        "widget.json:1:1: error: The manifest must be an object, found number [manifest-type]"
      ])
  }

  @Test(arguments: [
    (#"{"default": "1×3"}"#, "1×3", "1×2"), (#"{"maximum": "3×8"}"#, "3×4", "2×2"),
    (#"{"minimum": "6×1"}"#, "6×4", "6×1"), (#"{"default": "10X2"}"#, "10×2", "2×2"),
  ])
  func `derives missing sizes from the given ones`(sizes: String, size: String, minimum: String) {
    let bundle = bundle(adding: ["widget.json": Self.text("\"sizes\": \(sizes)")])
    #expect(bundle.problems == [])
    #expect(bundle.manifest.sizes.default.description == size)
    #expect(bundle.manifest.sizes.minimum.description == minimum)
  }
}

@Suite("A semantic version")
struct SemanticVersionTests {
  @Test func `follows the order of semver.org, section 11`() throws {
    let texts = [
      "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
      "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0",
    ]
    let versions = try texts.map { try #require(SemanticVersion($0)) }
    for (left, right) in zip(versions, versions.dropFirst()) {
      #expect(left < right)
      #expect(!(right < left))
    }
    var generator = SeededGenerator(seed: 1)
    #expect(versions.shuffled(using: &generator).sorted() == versions)
  }

  @Test(arguments: ["1.2.3", "0.0.0", "1.0.0-x-y.7+b.001", "1.0.0+20130313144700"])
  func `is written as it was read`(text: String) {
    #expect(SemanticVersion(text)?.description == text)
  }

  @Test(arguments: [
    "", "1", "1.2", "1.2.3.4", "01.2.3", "1.2.03", "-1.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3+", "v1.2.3",
    " 1.2.3", "1.2.x", "99999999999999999999.0.0", "1.2.3-ä",
  ])
  func `is parsed strictly`(text: String) {
    #expect(SemanticVersion(text) == nil)
  }
}
