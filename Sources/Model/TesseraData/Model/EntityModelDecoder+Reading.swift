import TesseraValues

// MARK: - Diagnostics

extension EntityModelDecoder {
  func complain(_ rule: String, _ range: SourceRange, _ message: String, near name: String, in known: [String]) {
    report.add(rule, range, message, near: name, in: known)
  }

  func complain(_ rule: String, _ range: SourceRange, _ message: String) { report.add(rule, range, message) }

  func complainAboutUnknownEntity(_ name: Located<String>) {
    complain("unknown-entity", name.range, "Unknown entity '\(name.value)'", near: name.value, in: order)
  }

  /// Names become column names and components of key paths, so they must be plain words.
  func isUsableName(_ name: String, _ range: SourceRange, _ kind: String) -> Bool {
    let bytes = name.utf8
    let isWord = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: false
      }
    }
    let startsWithDigit = bytes.first.map { (48...57).contains($0) } ?? true
    // SQLite reserves this prefix.
    let isReserved = name.lowercased().hasPrefix("sqlite_")
    if isWord, !startsWithDigit, !isReserved, bytes.count <= 64 { return true }
    complain(
      "model-name", range,
      "\(kind) names are words of at most 64 letters, digits and '_' that begin with a letter; found '\(name)'")
    return false
  }

  func isFree(_ member: JSONMember, in draft: EntityDraft) -> Bool {
    guard let twin = draft.folded[member.name.lowercased()] else { return true }
    complain(
      "model-duplicate", member.nameRange,
      twin == member.name
        ? "'\(draft.name)' has an attribute and a relationship '\(twin)'"
        : "Property '\(member.name)' differs from '\(twin)' only by case")
    return false
  }
}

// MARK: - Typed reading

extension NodeType<Bool> {
  /// True and false. The numbers 1 and 0 and the texts `1`, `0`, `true`, `false`, `YES` and `NO` are accepted as well,
  /// since annotations used to be texts.
  fileprivate static let annotation = NodeType("true or false") { node in
    switch node.content {
    case .bool(let flag): flag
    case .integer(0), .string("0"), .string("false"), .string("NO"): false
    case .integer(1), .string("1"), .string("true"), .string("YES"): true
    default: nil
    }
  }
}

extension ObjectReader {
  /// Reads a nonempty text.
  mutating func readText(_ key: String) -> Located<String>? {
    read(key, as: .text).flatMap { filled($0, of: key) }
  }

  /// Reads a Boolean annotation.
  mutating func readFlag(_ key: String) -> Bool? { read(key, as: .annotation)?.value }

  /// Reads a list of texts, or one text with names separated by commas or spaces.
  mutating func readNames(_ key: String) -> [Located<String>] {
    guard let node = read(key) else { return [] }
    if let elements = node.elements {
      return elements.compactMap { read($0, as: .text, of: key).flatMap { filled($0, of: key) } }
    }
    guard let all = read(node, as: .text, of: key).flatMap({ filled($0, of: key) }) else { return [] }
    return all.value.split { $0 == "," || $0 == " " }.map { Located(String($0), at: all.range) }
  }

  /// Reads a key path, or a list of key paths.
  mutating func readPaths(_ key: String) -> [ValuePath] {
    guard let node = read(key) else { return [] }
    let nodes = node.elements ?? [node]
    if nodes.isEmpty { complain(aboutTypeOf: node, of: key, expected: "a key path, or a list of them") }
    return nodes.compactMap { read($0, as: .text, of: key).flatMap { path($0, of: key) } }
  }

  /// Reads a key path.
  mutating func readPath(_ key: String) -> ValuePath? { readText(key).flatMap { path($0, of: key) } }

  private func path(_ text: Located<String>, of key: String) -> ValuePath? {
    let path = ValuePath(text.value)
    if !path.isEmpty { return path }
    report.add(rules.wrongType, text.range, "\(name.member(key)) takes a key path, found '\(text.value)'")
    return nil
  }

  private func filled(_ text: Located<String>, of key: String) -> Located<String>? {
    guard text.value.isEmpty else { return text }
    report.add(rules.wrongType, text.range, "\(name.member(key)) takes text, found empty text")
    return nil
  }
}

// MARK: - Drafts

struct EntityDraft {
  var name: String
  var range: SourceRange
  var parent: Located<String>?
  var ancestors: [String] = []
  var isAbstract: Bool?
  var isOwnerEntity: Bool?
  var identity: [Located<String>] = []
  var owner: Located<String>?
  var dictionaryTransformer: Located<String>?
  var mapper: Located<String>?
  var formerName: String?
  var retention: Retention?
  var retentionRange: SourceRange?
  var attributes: [Attribute] = []
  var relationships: [RelationshipDraft] = []
  /// The ranges of the property names.
  private(set) var ranges: [String: SourceRange] = [:]
  /// The names of all properties by their lowercased form, since SQL names are case-insensitive.
  private(set) var folded: [String: String] = [:]

  mutating func addName(of member: JSONMember) {
    ranges[member.name] = member.nameRange
    folded[member.name.lowercased()] = member.name
  }
}

struct RelationshipDraft {
  var name: String
  var range: SourceRange
  var destination: Located<String>?
  var isToMany: Bool?
  var inverse: Located<String>?
  var deleteRule = DeleteRule.nullify
  var jsonKeyPath: ValuePath?
  var formerName: String?
}
