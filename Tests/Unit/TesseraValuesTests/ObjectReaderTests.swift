import TesseraValues
import Testing

@Suite("Reading objects of documents")
struct ObjectReaderTests {
  static let rules = ObjectRules(wrongType: "wrong-type", unknownKey: "unknown-key", missingKey: "missing-key")

  private func problems(
    _ text: String, _ name: ObjectName = "'box'", rules: ObjectRules = ObjectReaderTests.rules,
    _ read: (inout ObjectReader) -> Void
  ) throws -> [String] {
    let report = DocumentReport()
    var reader = ObjectReader(try JSONNode.parse(text), name, rules, report)
    read(&reader)
    reader.finish()
    return report.diagnostics.all.map(\.description)
  }

  @Test func `members are read as their expected types, with their positions`() throws {
    let found = try problems(#"{"a": "x", "b": 2.5, "c": true, "d": [1, 2], "e": {"f": null}}"#) { reader in
      #expect(reader.isObject)
      #expect(reader.read("a", as: .text) == Located("x", at: SourceRange(.init(line: 1, column: 7), length: 3)))
      #expect(reader.read("b", as: .number)?.value == 2.5)
      #expect(reader.read("c", as: .flag)?.value == true)
      #expect(reader.read("d", as: .list)?.value.count == 2)
      var inner = reader.readObject("e", called: "'e'")
      #expect(inner?.read("f")?.content == .null)
      inner?.finish()
      #expect(reader.read("g", as: .text) == nil)
      #expect(reader.read("a") == nil)
    }
    #expect(found == [])
  }

  @Test(arguments: [
    ("[]", "'box'", "1:1: error: 'box' must be an object, found list [wrong-type]"),
    ("[]", "the box", "1:1: error: The box must be an object, found list [wrong-type]"),
    (
      #"{"width": "x", "id": 1}"#, "'box'",
      "1:11: error: 'width' of 'box' takes number, found text [wrong-type]"
    ),
    (
      #"{"width": null, "id": 1}"#, "'box'", "1:11: error: 'width' of 'box' takes number, found null [wrong-type]"
    ),
    (#"{"width": 1}"#, "the box", "1:1: error: The box needs the key 'id' [missing-key]"),
    (
      #"{"id": 1, "widht": 1}"#, "'box'",
      "1:11: error: Unknown key 'widht' of 'box'; did you mean 'width'? [unknown-key]"
    ),
    (#"{"id": 1, "zzz": 1}"#, "'box'", "1:11: error: Unknown key 'zzz' of 'box' [unknown-key]"),
  ])
  func `a problem has its position, and the name of its object`(text: String, name: String, problem: String) throws {
    let found = try problems(text, ObjectName(name)) { reader in
      _ = reader.read("width", as: .number)
      _ = reader.require("id")
    }
    #expect(found == [problem])
  }

  @Test func `members may be named by their path`() throws {
    let text = #"{"width": "x"}"#
    let nested = try problems(text, ObjectName("'box'", path: "box")) { _ = $0.read("width", as: .number) }
    #expect(nested == ["1:11: error: 'box.width' takes number, found text [wrong-type]"])
    let top = try problems(text, ObjectName("the box", path: "")) { _ = $0.read("width", as: .number) }
    #expect(top == ["1:11: error: 'width' takes number, found text [wrong-type]"])
  }

  @Test func `a missing member is reported at the object's name, if it has one`() throws {
    let found = try problems(#"{"a": {}}"#) { reader in
      for member in reader.readMembers() {
        var inner = reader.reader(of: member, called: "'\(member.name)'")
        _ = inner.require("id", as: .text, fix: "Add one")
        inner.finish()
      }
    }
    #expect(found == ["1:2: error: 'a' needs the key 'id'; Add one [missing-key]"])
  }

  @Test func `every name that begins with three asterisks is a comment`() throws {
    let found = try problems(#"{"***": 1, "***a": {}, "b": 1}"#) { reader in
      #expect(reader.readMembers().map(\.name) == ["b"])
    }
    #expect(found == [])
    let node = try JSONNode.parse(#"{"***": 1, "a": [{"***x": 1, "b": 2}]}"#)
    #expect(node.plainValue == ["a": [["b": 2]]])
  }

  @Test func `a format may treat null as missing, warn of unknown members, and list the known ones`() throws {
    var rules = Self.rules
    rules.isNullMissing = true
    rules.unknownKeySeverity = .warning
    rules.listsKnownKeys = true
    rules.memberName = "attribute"
    let found = try problems(#"{"width": null, "id": null, "zzz": 1}"#, rules: rules) { reader in
      #expect(reader.read("width", as: .number) == nil)
      #expect(reader.require("id") == nil)
    }
    #expect(
      found == [
        "1:1: error: 'box' needs the key 'id' [missing-key]",
        "1:29: warning: Unknown attribute 'zzz' of 'box'; Use one of 'width', 'id' [unknown-key]",
      ])
  }

  @Test func `names from other systems and misplaced members have messages of their own`() throws {
    let report = DocumentReport(file: "a.json")
    let node = try JSONNode.parse(#"{"hspace": 1, "socket": 1}"#)
    var reader = ObjectReader(node, "'box'", Self.rules, report)
    _ = reader.read("width")
    reader.refuse("socket", because: "belongs elsewhere")
    reader.refuse("nothing", because: "is not there")
    reader.finish(synonyms: ["hspace": "width"])
    #expect(
      report.diagnostics.all.map(\.description) == [
        "a.json:1:15: error: 'socket' belongs elsewhere [unknown-key]",
        "a.json:1:2: error: Unknown key 'hspace' of 'box'; did you mean 'width'? [unknown-key]",
      ])
  }

  @Test func `one of a fixed set of names is read, or the nearest is suggested`() {
    enum Side: String, CaseIterable { case left, right }
    let report = DocumentReport()
    let range = SourceRange(.start, length: 5)
    #expect(report.choice(Located("left", at: range), of: Side.self, rule: "side") { $0 } == .left)
    #expect(report.choice(Located("rihgt", at: range), of: Side.self, rule: "side") { "One of \($0)" } == nil)
    #expect(
      report.diagnostics.all.map(\.description) == [
        "1:1: error: One of 'left', 'right'; did you mean 'right'? [side]"
      ])
  }

  @Test func `suggestions are limited in number, and a part of a report shares the limit`() {
    let report = DocumentReport(limit: 100)
    let part = report.part()
    for index in 0..<40 { part.add("r", nil, "\(index)", near: "widht", in: ["width"]) }
    for index in 0..<200 { report.add("r", nil, "\(index)", near: "widht", in: ["width"]) }
    #expect(report.diagnostics.all.count == 100)
    #expect(part.diagnostics.all.allSatisfy { $0.fix != nil })
    #expect(report.diagnostics.all.count { $0.fix != nil } == DocumentReport.maximumNearMisses - 40)
    let warnings = DocumentReport(limit: 1)
    warnings.add("r", nil, "a warning", severity: .warning)
    #expect(!warnings.hasErrors)
    warnings.add("r", nil, "an error that nobody reads")
    #expect(warnings.hasErrors)
    let late = report.part()
    late.add("r", nil, "a problem is known even where there is no room")
    #expect(late.diagnostics.all.count == 1)
  }
}
