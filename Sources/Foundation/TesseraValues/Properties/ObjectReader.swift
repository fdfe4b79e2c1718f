/// The rules that a format's objects obey.
package struct ObjectRules: Sendable, Hashable {
  /// The rule that a value of the wrong type breaks.
  package var wrongType: String
  /// The rule that a member breaks that nobody knows.
  package var unknownKey: String
  /// The rule that an object breaks that lacks a member.
  package var missingKey: String
  /// How bad unknown members are.
  package var unknownKeySeverity: Diagnostic.Severity
  /// What members are called in messages: `key`, `attribute`.
  package var memberName: String
  /// Whether a complaint about an unknown member lists the known ones where none is near.
  package var listsKnownKeys: Bool
  /// Whether a member that is null counts as missing. Without, null is of the wrong type.
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

/// What an object is called in messages.
package struct ObjectName: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// In the middle of a sentence: `the manifest`, `'sizes'`, `action 'send'`.
  package let phrase: String
  private let path: String?

  /// A name of an object whose members are called after it: `'timeout' of 'defaults'`.
  package init(_ phrase: String) {
    self.phrase = phrase
    path = nil
  }

  /// A name of an object whose members are called by their path: `'sizes.default'`, or `'icon'` for an empty path.
  package init(_ phrase: String, path: String) {
    self.phrase = phrase
    self.path = path
  }

  /// As ``init(_:)``.
  package init(stringLiteral phrase: String) { self.init(phrase) }

  /// At the beginning of a sentence.
  package var subject: String { phrase.prefix(1).uppercased() + phrase.dropFirst() }

  /// What a member is called.
  package func member(_ key: String) -> String {
    guard let path else { return "'\(key)' of \(phrase)" }
    return path.isEmpty ? "'\(key)'" : "'\(path).\(key)'"
  }
}

/// Takes the members of a JSON object one by one, each as the type that it has to be; what nobody took is unknown.
///
/// ```swift
/// var sizes = ObjectReader(node, "'sizes'", rules, report)
/// let columns = sizes.take("columns", as: .number)?.value ?? 4
/// sizes.finish()
/// ```
///
/// Reading never stops: what is wrong goes to the report and counts as missing. Comments (``JSONMember/isComment``) are
/// never seen.
package struct ObjectReader {
  /// What the object is called in messages.
  package let name: ObjectName
  /// What the object obeys.
  package let rules: ObjectRules
  /// Where complaints go.
  package let report: DocumentReport
  /// Whether there is an object at all; if not, that has been reported and there are no members.
  package let isObject: Bool
  /// What is shown where a member is missing.
  private let place: SourceRange
  private var remaining: [JSONMember]
  private var known: [String] = []

  /// Begins to read an object.
  package init(_ node: JSONNode, _ name: ObjectName, _ rules: ObjectRules, _ report: DocumentReport) {
    self.init(node, name, rules, report, place: SourceRange(node.range.start))
  }

  private init(
    _ node: JSONNode, _ name: ObjectName, _ rules: ObjectRules, _ report: DocumentReport, place: SourceRange
  ) {
    self.name = name
    self.rules = rules
    self.report = report
    self.place = place
    let members = node.membersWithoutComments
    isObject = members != nil
    remaining = members ?? []
    if members == nil {
      report.add(rules.wrongType, node.range, "\(name.subject) is an object, found \(node.typeName)")
    }
  }

  /// Begins to read another object of the same document.
  package func reader(of node: JSONNode, called name: ObjectName) -> ObjectReader {
    ObjectReader(node, name, rules, report)
  }

  /// Begins to read another object of the same document that has a name there: complaints about what it lacks are shown
  /// at the name.
  package func reader(of member: JSONMember, called name: ObjectName) -> ObjectReader {
    ObjectReader(member.value, name, rules, report, place: member.nameRange)
  }

  // MARK: Members

  /// Takes a member of any type. Null stays null.
  package mutating func take(_ key: String) -> JSONNode? {
    known.append(key)
    guard let index = remaining.firstIndex(where: { $0.name == key }) else { return nil }
    return remaining.remove(at: index).value
  }

  /// Takes a member of one type.
  package mutating func take<Value>(_ key: String, as type: NodeType<Value>) -> Located<Value>? {
    take(key).flatMap { read($0, as: type, of: key) }
  }

  /// Takes a member that has to be there.
  package mutating func require(_ key: String, fix: String? = nil) -> JSONNode? {
    if let node = take(key), !isMissing(node) { return node }
    if isObject { report.add(rules.missingKey, place, "\(name.subject) needs the key '\(key)'", fix: fix) }
    return nil
  }

  /// Takes a member of one type that has to be there.
  package mutating func require<Value>(_ key: String, as type: NodeType<Value>, fix: String? = nil) -> Located<Value>? {
    require(key, fix: fix).flatMap { read($0, as: type, of: key) }
  }

  /// Takes a member that is an object, and begins to read it.
  package mutating func takeObject(_ key: String, called name: ObjectName) -> ObjectReader? {
    take(key, as: .object).map { reader(of: $0.value, called: name) }
  }

  /// Takes all members that are left, in order: those of an object whose keys are names of the author's.
  package mutating func takeMembers() -> [JSONMember] {
    defer { remaining = [] }
    return remaining
  }

  /// The value of a part of a member, such as an element of its list.
  package func read<Value>(_ node: JSONNode, as type: NodeType<Value>, of key: String) -> Located<Value>? {
    guard !isMissing(node) else { return nil }
    if let value = type.read(node) { return Located(value, at: node.range) }
    complain(aboutTypeOf: node, of: key, expected: type.name)
    return nil
  }

  private func isMissing(_ node: JSONNode) -> Bool {
    if case .null = node.content { rules.isNullMissing } else { false }
  }

  // MARK: Complaints

  /// Complains about a member of the wrong type.
  /// - Parameter expected: what it takes, in words.
  package func complain(aboutTypeOf node: JSONNode, of key: String, expected: String) {
    report.add(rules.wrongType, node.range, "\(name.member(key)) takes \(expected), found \(node.typeName)")
  }

  /// Takes a member that is known but stands in the wrong place.
  /// - Parameter reason: words behind the name.
  package mutating func refuse(_ key: String, because reason: String) {
    guard let index = remaining.firstIndex(where: { $0.name == key }) else { return }
    report.add(rules.unknownKey, remaining.remove(at: index).nameRange, "'\(key)' \(reason)")
  }

  /// Complains about all members that nobody took.
  /// - Parameter synonyms: right names by those of other systems.
  package mutating func finish(synonyms: [String: String] = [:]) {
    for member in takeMembers() {
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

  /// The data of the members without positions and comments, if this is an object.
  package var plainMembers: [String: Value]? {
    membersWithoutComments.map { members in
      Dictionary(members.map { ($0.name, $0.value.plainValue) }, uniquingKeysWith: { $1 })
    }
  }
}
