/// The diagnostic rules for the objects of a document format.
package struct ObjectRules: Sendable, Hashable {
  /// The rule for a value of the wrong type.
  package var wrongType: String
  /// The rule for an unknown member.
  package var unknownKey: String
  /// The rule for a missing member.
  package var missingKey: String
  /// The severity of an unknown member.
  package var unknownKeySeverity: Diagnostic.Severity
  /// The term for a member in messages: `key` or `attribute`.
  package var memberName: String
  /// Whether a diagnostic about an unknown member lists the known members if none is close enough to suggest.
  package var listsKnownKeys: Bool
  /// Whether a null member counts as missing. If false, null is a value of the wrong type.
  package var isNullMissing: Bool

  /// Creates rules.
  package init(
    wrongType: String, unknownKey: String, missingKey: String, unknownKeySeverity: Diagnostic.Severity = .error,
    memberName: String = "key", listsKnownKeys: Bool = false, isNullMissing: Bool = false
  ) {
    self.wrongType = wrongType
    self.unknownKey = unknownKey
    self.missingKey = missingKey
    self.unknownKeySeverity = unknownKeySeverity
    self.memberName = memberName
    self.listsKnownKeys = listsKnownKeys
    self.isNullMissing = isNullMissing
  }
}

/// The name of an object in messages.
package struct ObjectName: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The name for use within a sentence: `the manifest`, `'sizes'`, `action 'send'`.
  package let phrase: String
  private let path: String?

  /// Creates a name of an object whose members are named in relation to it: `'timeout' of 'defaults'`.
  package init(_ phrase: String) {
    self.phrase = phrase
    path = nil
  }

  /// Creates a name of an object whose members are named by their path: `'sizes.default'`, or `'icon'` for an empty
  /// path.
  package init(_ phrase: String, path: String) {
    self.phrase = phrase
    self.path = path
  }

  /// Creates a name, as ``init(_:)`` does.
  package init(stringLiteral phrase: String) { self.init(phrase) }

  /// The name for use at the beginning of a sentence.
  package var subject: String { phrase.prefix(1).uppercased() + phrase.dropFirst() }

  /// Returns the name of a member of the object.
  package func member(_ key: String) -> String {
    guard let path else { return "'\(key)' of \(phrase)" }
    return path.isEmpty ? "'\(key)'" : "'\(path).\(key)'"
  }
}

/// Reads the members of a JSON object one by one, each with its expected type. Members that are never taken are
/// reported as unknown.
///
/// ```swift
/// var sizes = ObjectReader(node, "'sizes'", rules, report)
/// let columns = sizes.take("columns", as: .number)?.value ?? 4
/// sizes.finish()
/// ```
///
/// Reading never fails: invalid members are added to the report and treated as missing. Comments
/// (``JSONMember/isComment``) are skipped.
package struct ObjectReader {
  /// The name of the object in messages.
  package let name: ObjectName
  /// The rules for the object.
  package let rules: ObjectRules
  /// The report that receives the diagnostics.
  package let report: DocumentReport
  /// Whether the node is an object. If not, this has already been reported, and the reader has no members.
  package let isObject: Bool
  /// The range for diagnostics about missing members.
  private let position: SourceRange
  private var remaining: [JSONMember]
  private var known: [String] = []

  /// Creates a reader for an object.
  package init(_ node: JSONNode, _ name: ObjectName, _ rules: ObjectRules, _ report: DocumentReport) {
    self.init(node, name, rules, report, position: SourceRange(node.range.start))
  }

  private init(
    _ node: JSONNode, _ name: ObjectName, _ rules: ObjectRules, _ report: DocumentReport, position: SourceRange
  ) {
    self.name = name
    self.rules = rules
    self.report = report
    self.position = position
    let members = node.membersWithoutComments
    isObject = members != nil
    remaining = members ?? []
    if members == nil {
      report.add(rules.wrongType, node.range, "\(name.subject) must be an object, found \(node.typeName)")
    }
  }

  /// Creates a reader for another object of the same document.
  package func reader(of node: JSONNode, called name: ObjectName) -> ObjectReader {
    ObjectReader(node, name, rules, report)
  }

  /// Creates a reader for another object of the same document that is the value of a named member. Diagnostics about
  /// missing members point to that name.
  package func reader(of member: JSONMember, called name: ObjectName) -> ObjectReader {
    ObjectReader(member.value, name, rules, report, position: member.nameRange)
  }

  // MARK: Members

  /// Takes a member of any type. Null is returned as a null node.
  package mutating func read(_ key: String) -> JSONNode? {
    known.append(key)
    guard let index = remaining.firstIndex(where: { $0.name == key }) else { return nil }
    return remaining.remove(at: index).value
  }

  /// Takes a member of the given type.
  package mutating func read<Value>(_ key: String, as type: NodeType<Value>) -> Located<Value>? {
    read(key).flatMap { read($0, as: type, of: key) }
  }

  /// Takes a required member.
  package mutating func require(_ key: String, fix: String? = nil) -> JSONNode? {
    if let node = read(key), !isMissing(node) { return node }
    if isObject { report.add(rules.missingKey, position, "\(name.subject) needs the key '\(key)'", fix: fix) }
    return nil
  }

  /// Takes a required member of the given type.
  package mutating func require<Value>(_ key: String, as type: NodeType<Value>, fix: String? = nil) -> Located<Value>? {
    require(key, fix: fix).flatMap { read($0, as: type, of: key) }
  }

  /// Takes a member that is an object, and returns a reader for it.
  package mutating func readObject(_ key: String, called name: ObjectName) -> ObjectReader? {
    read(key, as: .object).map { reader(of: $0.value, called: name) }
  }

  /// Takes all remaining members in order, for an object whose keys are chosen by the author.
  package mutating func readMembers() -> [JSONMember] {
    defer { remaining = [] }
    return remaining
  }

  /// Reads a part of a member, such as an element of its list.
  package func read<Value>(_ node: JSONNode, as type: NodeType<Value>, of key: String) -> Located<Value>? {
    guard !isMissing(node) else { return nil }
    if let value = type.read(node) { return Located(value, at: node.range) }
    complain(aboutTypeOf: node, of: key, expected: type.name)
    return nil
  }

  private func isMissing(_ node: JSONNode) -> Bool {
    if case .null = node.content { rules.isNullMissing } else { false }
  }

  // MARK: Diagnostics

  /// Reports a member of the wrong type.
  /// - Parameter expected: The name of the expected type.
  package func complain(aboutTypeOf node: JSONNode, of key: String, expected: String) {
    report.add(rules.wrongType, node.range, "\(name.member(key)) takes \(expected), found \(node.typeName)")
  }

  /// Takes a member that is known but not allowed here, and reports it.
  /// - Parameter reason: The text that follows the name in the message.
  package mutating func refuse(_ key: String, because reason: String) {
    guard let index = remaining.firstIndex(where: { $0.name == key }) else { return }
    report.add(rules.unknownKey, remaining.remove(at: index).nameRange, "'\(key)' \(reason)")
  }

  /// Reports all members that were not taken.
  /// - Parameter synonyms: The valid names, keyed by the corresponding names in other systems.
  package mutating func finish(synonyms: [String: String] = [:]) {
    for member in readMembers() {
      report.add(
        rules.unknownKey, member.nameRange, "Unknown \(rules.memberName) '\(member.name)' of \(name.phrase)",
        near: member.name, in: known, synonym: synonyms[member.name],
        otherwise: rules.listsKnownKeys ? "Use one of " + known.map { "'\($0)'" }.joined(separator: ", ") : nil,
        severity: rules.unknownKeySeverity)
    }
  }
}

extension JSONNode {
  /// The data without positions and comments.
  package var plainValue: Value {
    switch content {
    case .array(let elements): .array(elements.map(\.plainValue))
    case .object: .dictionary(plainMembers ?? [:])
    default: value
    }
  }

  /// The data of the members without positions and comments if this is an object, otherwise nil.
  package var plainMembers: [String: Value]? {
    membersWithoutComments.map { members in
      Dictionary(members.map { ($0.name, $0.value.plainValue) }, uniquingKeysWith: { $1 })
    }
  }
}
