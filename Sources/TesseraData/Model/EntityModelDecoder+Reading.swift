import TesseraValues

// MARK: - Complaints

extension EntityModelDecoder {
  mutating func complain(_ rule: String, _ range: SourceRange, _ message: String, fix: String? = nil) {
    diagnostics.add(Diagnostic(rule: rule, range: range, message: message, fix: fix))
  }

  mutating func complainAboutUnknownEntity(_ name: Located) {
    complain(
      "unknown-entity", name.range, "Unknown entity '\(name.text)'", fix: NearMiss.fix(for: name.text, in: order))
  }

  mutating func warnAboutUnknown(_ members: [JSONMember], known: [String], of owner: String) {
    for member in members where !known.contains(member.name) {
      diagnostics.add(
        Diagnostic(
          .warning, rule: "unknown-key", range: member.nameRange, message: "Unknown key '\(member.name)' of \(owner)",
          fix: NearMiss.fix(for: member.name, in: known)))
    }
  }

  /// Names become names of columns and parts of key paths, so they are plain words.
  mutating func isUsableName(_ name: String, _ range: SourceRange, _ kind: String) -> Bool {
    let bytes = name.utf8
    let isWord = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: false
      }
    }
    let startsWithDigit = bytes.first.map { (48...57).contains($0) } ?? true
    // SQLite keeps names that begin so for itself.
    let isReserved = name.lowercased().hasPrefix("sqlite_")
    if isWord, !startsWithDigit, !isReserved, bytes.count <= 64 { return true }
    complain(
      "model-name", range,
      "\(kind) names are words of at most 64 letters, digits and '_' that begin with a letter; found '\(name)'")
    return false
  }

  mutating func isFree(_ member: JSONMember, in draft: EntityDraft) -> Bool {
    guard let twin = draft.ranges.keys.first(where: { $0.lowercased() == member.name.lowercased() }) else {
      return true
    }
    complain(
      "model-duplicate", member.nameRange,
      twin == member.name
        ? "'\(draft.name)' has an attribute and a relationship '\(twin)'"
        : "Property '\(member.name)' differs from '\(twin)' only by case")
    return false
  }
}

// MARK: - Typed reading

extension EntityModelDecoder {
  mutating func object(_ node: JSONNode, _ name: String) -> [JSONMember]? {
    if let members = node.members { return members }
    complain("model-type", node.range, "\(name) is an object, found \(node.typeName)")
    return nil
  }

  mutating func text(_ member: JSONMember) -> Located? {
    if let text = member.value.string, !text.isEmpty { return Located(text: text, range: member.value.range) }
    let found = member.value.string == nil ? member.value.typeName : "empty text"
    complain("model-type", member.value.range, "'\(member.name)' is a text, found \(found)")
    return nil
  }

  /// True and false; the texts `1`, `0`, `true`, `false`, `YES` and `NO` are read too, as annotations once were texts.
  mutating func flag(_ member: JSONMember) -> Bool? {
    switch member.value.content {
    case .bool(let flag): return flag
    case .integer(0), .string("0"), .string("false"), .string("NO"): return false
    case .integer(1), .string("1"), .string("true"), .string("YES"): return true
    default:
      complain("model-type", member.value.range, "'\(member.name)' is true or false, found \(member.value.typeName)")
      return nil
    }
  }

  /// A list of texts, or one text with names between commas or spaces.
  mutating func texts(_ member: JSONMember) -> [Located] {
    if let elements = member.value.elements {
      return elements.compactMap { text(JSONMember(name: member.name, nameRange: member.nameRange, value: $0)) }
    }
    guard let all = text(member) else { return [] }
    return all.text.split { $0 == "," || $0 == " " }.map { Located(text: String($0), range: all.range) }
  }

  mutating func keyPath(_ member: JSONMember) -> ValuePath? {
    guard let text = text(member) else { return nil }
    let path = ValuePath(text.text)
    if !path.isEmpty { return path }
    complain("model-type", text.range, "'\(member.name)' is a key path, found '\(text.text)'")
    return nil
  }
}

// MARK: - Drafts

/// A text and where it stands.
struct Located {
  var text: String
  var range: SourceRange
}

struct EntityDraft {
  static let keys = [
    "parent", "isAbstract", "isOwnerEntity", "identityAttribute", "identityAttributes", "ownerRelationship",
    "JSONDictionaryTransformerName", "entityMapperName", "attributes", "relationships",
  ]

  var name: String
  var range: SourceRange
  var parent: Located?
  var ancestors: [String] = []
  var isAbstract: Bool?
  var isOwnerEntity: Bool?
  var identity: [Located] = []
  var owner: Located?
  var dictionaryTransformer: Located?
  var mapper: Located?
  var attributes: [Attribute] = []
  var relationships: [RelationshipDraft] = []
  /// The places of the names of all properties.
  var ranges: [String: SourceRange] = [:]

  init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }
}

struct RelationshipDraft {
  var name: String
  var range: SourceRange
  var destination: Located?
  var isToMany: Bool?
  var inverse: Located?
  var deleteRule = DeleteRule.nullify
  var jsonKeyPath: ValuePath?

  init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }
}
