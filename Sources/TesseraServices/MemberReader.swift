import TesseraValues

/// Takes the members of a JSON object one by one; what nobody took is unknown.
struct MemberReader {
  /// What a member has to be.
  enum Kind: String {
    case text
    case number
    case flag = "true or false"
    case object

    func accepts(_ node: JSONNode) -> Bool {
      switch self {
      case .text: node.string != nil
      case .number: node.number != nil
      case .flag: node.bool != nil
      case .object: node.members != nil
      }
    }
  }

  private let owner: String
  private var remaining: [JSONMember]
  private var known: [String] = []
  private var problems: [Diagnostic] = []
  /// Whether there are members at all; if not, that has been reported.
  let isObject: Bool

  /// Begins to read an object. Members whose names begin with `***` are comments.
  init(_ node: JSONNode, owner: String) {
    self.owner = owner
    isObject = node.members != nil
    remaining = (node.members ?? []).filter { !$0.name.hasPrefix("***") }
    if !isObject {
      report("service-type", node, "\(owner) is an object, found \(node.typeName)".withCapital)
    }
  }

  /// Whether a member is there that is not null.
  func has(_ name: String) -> Bool { remaining.contains { $0.name == name && $0.value.content != .null } }

  /// Takes a member of any type. Null stays null.
  mutating func take(_ name: String) -> JSONNode? {
    known.append(name)
    guard let index = remaining.firstIndex(where: { $0.name == name }) else { return nil }
    return remaining.remove(at: index).value
  }

  /// Takes a member of one type; null counts as missing, another type is reported.
  mutating func take(_ name: String, as kind: Kind) -> JSONNode? {
    guard let node = take(name), node.content != .null else { return nil }
    guard kind.accepts(node) else {
      report("service-type", node, "'\(name)' of \(owner) takes \(kind.rawValue), found \(node.typeName)")
      return nil
    }
    return node
  }

  /// Takes an object and reads it.
  mutating func take(_ name: String, _ read: (JSONNode) -> Void) {
    if let node = take(name, as: .object) { read(node) }
  }

  /// Takes all members that are left.
  mutating func takeMembers() -> [JSONMember] {
    defer { remaining = [] }
    return remaining
  }

  /// Takes all members that are left, by name.
  mutating func takeAll() -> [String: JSONNode] {
    Dictionary(takeMembers().map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// Takes a member that is known but stands in the wrong place.
  mutating func refuse(_ name: String, because reason: String) {
    guard let index = remaining.firstIndex(where: { $0.name == name }) else { return }
    report("service-key", range: remaining.remove(at: index).nameRange, "'\(name)' \(reason)")
  }

  /// Adds a problem at a part.
  mutating func report(
    _ rule: String, _ node: JSONNode, _ message: String, fix: String? = nil, severity: Diagnostic.Severity = .error
  ) {
    report(rule, range: node.range, message, fix: fix, severity: severity)
  }

  /// Adds a problem at a range.
  mutating func report(
    _ rule: String, range: SourceRange?, _ message: String, fix: String? = nil,
    severity: Diagnostic.Severity = .error
  ) {
    guard problems.count < ServiceReader.maximumProblems else { return }
    problems.append(Diagnostic(severity, rule: rule, range: range, message: message, fix: fix))
  }

  /// All problems, those of members that nobody took included.
  mutating func finish() -> [Diagnostic] {
    for member in takeMembers().prefix(ServiceReader.maximumProblems) {
      report(
        "service-key", range: member.nameRange, "Unknown key '\(member.name)' of \(owner)",
        fix: NearMiss.fix(for: member.name, in: known))
    }
    return problems
  }
}

extension String {
  /// With its first letter as a capital, for the beginning of a sentence.
  var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
