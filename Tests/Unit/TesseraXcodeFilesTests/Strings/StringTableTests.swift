import Foundation
import TesseraValues
import Testing

@testable import TesseraXcodeFiles

@Suite("Texts of Xcode")
struct StringTableTests {
  private static let source = """
    /* A comment
       of two lines; "with" = "marks"; */
    "title" = "Post";
    // Another one
    "quoted" = "a \\"b\\" \\\\ \\n\\t\\U00e9";
    plain = word;
    "count" = "%d of %2$@, 100%%";
    "rate" = "50 % rate";
    "ratio" = "%.2f";
    """

  @Test(arguments: ["utf8", "utf8 with mark", "utf16", "utf16be", "utf16le", "binary", "xml"])
  func `a file of texts is read in each form`(_ form: String) throws {
    let texts = [
      "title": "Post", "quoted": "a \"b\" \\ \n\té", "plain": "word", "count": "{0} of {1}, 100%", "rate": "50 % rate",
      "ratio": "{0}",
    ]
    let source = Self.source
    let bytes: [UInt8]
    switch form {
    case "utf8": bytes = Array(source.utf8)
    case "utf8 with mark": bytes = [0xEF, 0xBB, 0xBF] + Array(source.utf8)
    case "utf16": bytes = Array(try #require(source.data(using: .utf16)))
    case "utf16be": bytes = Array(try #require(source.data(using: .utf16BigEndian)))
    case "utf16le": bytes = Array(try #require(source.data(using: .utf16LittleEndian)))
    default:
      let list = try PropertyListSerialization.propertyList(from: Data(source.utf8), format: nil)
      bytes = Array(
        try PropertyListSerialization.data(
          fromPropertyList: list, format: form == "xml" ? .xml : .binary, options: 0))
    }
    let table = try StringsFileReader.read(bytes, hasFormats: true)
    #expect(table.document.value == .dictionary(texts.mapValues { .string($0) }))
    #expect(table.problems.map { $0.message.contains("'ratio'") } == [true])
    #expect(try JSONNode.parse(table.text).value == table.document.value)
  }

  @Test func `texts that are no formats stay as they are`() throws {
    let table = try StringsFileReader.read(Array("\"a\" = \"%d and 100%\";".utf8), hasFormats: false)
    #expect(table["a"] == .text("%d and 100%"))
  }

  @Test func `an empty file has no texts`() throws {
    #expect(try StringsFileReader.read(Array(" \n".utf8), hasFormats: true).entries.isEmpty)
  }

  @Test func `a value that is no text is a problem`() throws {
    let text = "<plist><dict><key>a</key><array/><key>d</key><string>e</string></dict></plist>"
    let table = try StringsFileReader.read(Array(text.utf8), hasFormats: true)
    #expect(table.problems.map(\.message) == ["The value of 'a' is not text"])
    #expect(table["d"] == .text("e"))
  }

  @Test func `of two texts with a key the last one stays`() throws {
    let table = try StringsFileReader.read(Array("a = b; c; a = d;".utf8), hasFormats: true)
    #expect(table.problems.map { $0.message.contains("'a'") } == [true])
    #expect(table.document.value == ["a": "d", "c": "c"])
  }

  @Test(arguments: [
    #"a"#, #""""#, #""é漢😀""#, #""\U00e9\Ud83d\Ude00\U41""#, #""\101\12\0601""#, #""\a\b\f\n\r\t\v\"\'\\\x""#,
    #"'a "b" c'"#,
    "\"two\nlines\"", #"/a:b.c-d_$"#, "/* c */ a // d", #""\341\200""#,
  ])
  func `a text is read as Foundation reads it`(_ source: String) throws {
    let file = "key = \(source)\n ;"
    let list = try PropertyListSerialization.propertyList(from: Data(file.utf8), format: nil) as? [String: String]
    #expect(try StringsTextParser.parse(file).map(\.value) == [try #require(list?["key"])])
  }

  @Test(arguments: [
    ("\"a\" = \"b", "A text has no end, line 1"), ("a = ;", "A text is missing, line 1"),
    ("\n\na = {", "A text is missing, line 3"), ("(((((", "A text is missing, line 1"),
    ("a = b;\r\nc = d\re = f;", "';' is missing after 'c', line 3"), ("/* no end\n\n", "A comment has no end, line 1"),
    ("a = \"\\U\";", "An escape has no digits, line 1"), ("a = \"\\777\";", "An escape is too large, line 1"),
    ("\u{0}\u{1}x", "A file of texts is neither UTF-8 nor UTF-16"),
  ])
  func `a file that is no table of texts is refused at its line`(_ text: String, reason: String) {
    let error = XcodeFileError.of { _ = try StringsFileReader.read(Array(text.utf8), hasFormats: true) }
    #expect(error?.reason == reason)
  }

  // MARK: - Formats

  @Test(
    arguments: [
      ("%@", [.argument(0, isPlain: true)]),
      ("a%%b", [.text("a%b")]),
      ("%2$@ %1$ld", [.argument(1, isPlain: true), .text(" "), .argument(0, isPlain: true)]),
      ("%05.1f|%x", [.argument(0, isPlain: false), .text("|"), .argument(1, isPlain: false)]),
      ("%#@files@ in %@", [.variable("files", argument: 0), .text(" in "), .argument(1, isPlain: true)]),
      ("%2$#@b@", [.variable("b", argument: 1)]),
    ] as [(String, [FormatString.Part])])
  func `a format has its parts`(_ text: String, parts: [FormatString.Part]) {
    #expect(FormatString(text)?.parts == parts)
  }

  @Test(arguments: ["%", "100%", "% d", "%0$@", "%#@", "%#@@", "%y", "%1$"])
  func `a sign that begins no conversion makes no format`(_ text: String) {
    #expect(FormatString(text) == nil)
  }

  // MARK: - Plural rules

  private static func rules(_ texts: String) -> [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>\(texts)</dict></plist>".utf8)
  }

  private static func variable(_ name: String, _ forms: [(String, String)]) -> String {
    let entries = forms.map { "<key>\($0)</key><string>\($1)</string>" }.joined()
    return """
      <key>\(name)</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>\(entries)</dict>
      """
  }

  private static func text(_ key: String, _ format: String, _ variables: String...) -> String {
    "<key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key><string>\(format)</string>"
      + variables.joined() + "</dict>"
  }

  @Test func `the forms of a variable are put into the format`() throws {
    let letters = Self.variable("letters", [("one", "%d letter"), ("other", "%d letters")])
    let table = try PluralRulesReader.read(Self.rules(Self.text("letters", "%2$@ has %1$#@letters@.", letters)))
    #expect(
      table.document.value == ["letters": ["one": "{1} has {0} letter.", "other": "{1} has {0} letters."]])
    #expect(table.problems == [])
  }

  @Test func `of two variables the first has forms`() throws {
    let files = Self.variable("files", [("one", "a file"), ("other", "%d files")])
    let folders = Self.variable("folders", [("one", "a folder"), ("other", "%d folders")])
    let table = try PluralRulesReader.read(Self.rules(Self.text("a", "%#@files@ in %#@folders@", files, folders)))
    #expect(table.document.value == ["a": ["one": "a file in {1} folders", "other": "{0} files in {1} folders"]])
    #expect(
      table.problems.map(\.message) == ["'a' has forms for one number only; 'folders' always has the form 'other'"])
  }

  @Test func `forms that contain another variable are put together`() throws {
    let files = Self.variable("files", [("one", "a file of %2$#@people@"), ("other", "%1$d files of %2$#@people@")])
    let people = Self.variable("people", [("other", "%d people")])
    let table = try PluralRulesReader.read(Self.rules(Self.text("a", "%1$#@files@", files, people)))
    #expect(
      table.document.value == ["a": ["one": "a file of {1} people", "other": "{0} files of {1} people"]])
  }

  @Test(arguments: [
    (text("a", "%#@b@"), "'a' is too long"),
    (text("a", "100%"), "'a' has no format"),
    (text("a", "%#@b@", variable("b", [("one", "%d")])), "'a' is too long"),
    (text("a", "%#@b@", variable("b", [("other", "%#@b@")])), "'a' is too long, or has a form that is no format"),
    ("<key>a</key><string>b</string>", "'a' is not a dictionary"),
  ])
  func `rules that cannot be used are a problem`(_ rules: String, message: String) throws {
    let table = try PluralRulesReader.read(Self.rules(rules))
    #expect(table.problems.map(\.message) == [message])
    #expect(table.entries.isEmpty)
  }

  @Test func `of variants one is used`() throws {
    let rules = """
      <key>a</key><dict><key>NSStringVariableWidthRuleType</key><dict><key>20</key><string>short</string>
      <key>100</key><string>long</string></dict></dict>
      <key>b</key><dict><key>NSStringDeviceSpecificRuleType</key><dict><key>mac</key><string>Click</string>
      <key>other</key><string>Tap %@</string></dict></dict>
      """
    let table = try PluralRulesReader.read(Self.rules(rules))
    #expect(table.document.value == ["a": "long", "b": "Tap {0}"])
    #expect(table.problems.map(\.rule) == ["strings-variant", "strings-variant"])
  }

  @Test func `tables of one language are merged`() throws {
    var table = try StringsFileReader.read(Array("a = b; c = d;".utf8), hasFormats: true)
    table.merge(try StringsFileReader.read(Array("a = x; e = f; c = d;".utf8), hasFormats: true))
    #expect(table.document.value == ["a": "b", "c": "d", "e": "f"])
    #expect(table.problems.map { $0.message.contains("'a'") } == [true])
    table.merge(try StringsFileReader.read(Array("a = x;".utf8), hasFormats: true), replaces: true)
    #expect(table["a"] == .text("x"))
  }

  // MARK: - Hostile files

  @Test func `damaged files give an error or texts`() {
    let source = Array(Self.source.utf8)
    Fixtures.readDamaged(source, seed: 5) { _ = try StringsFileReader.read($0, hasFormats: true) }
    let rules = Self.rules(
      Self.text("a", "%#@b@", Self.variable("b", [("one", "%d letter"), ("other", "%d letters")])))
    Fixtures.readDamaged(rules, seed: 6) { _ = try PluralRulesReader.read($0) }
  }

  @Test func `variables that contain each other are bounded`() throws {
    let names = ["b", "c", "d", "e", "f"]
    let variables = zip(names, names.dropFirst() + ["b"]).map { name, next in
      Self.variable(name, [("other", String(repeating: "%#@\(next)@", count: 100))])
    }
    let table = try PluralRulesReader.read(Self.rules(Self.text("a", "%#@b@", variables.joined())))
    #expect(table.problems.count == 1)
  }

  @Test func `keys that share one long text are bounded`() throws {
    let keys = (0..<100).map { [0x54] + Array("k\(100 + $0)".utf8) }
    let text = [0x5F, 0x12] + Fixtures.bigEndian(100_000, size: 4) + [UInt8](repeating: 0x25, count: 100_000)
    let references = (1...100).map { UInt8($0) } + [UInt8](repeating: 101, count: 100)
    let file = Fixtures.binaryPropertyList([[0xDF, 0x10, 100] + references] + keys + [text])
    #expect(
      XcodeFileError.of { _ = try StringsFileReader.read(file, hasFormats: false) }?.reason
        == "The texts have more than 8388608 bytes")
  }
}
