import TesseraValues

/// A builder for objects. Members are ordered and keep the source ranges of what they represent.
struct ObjectBuilder {
  private(set) var members: [JSONMember] = []
  /// The source range of what the object represents.
  let range: SourceRange

  init(_ range: SourceRange) { self.range = range }

  init(type: String, _ range: SourceRange) {
    self.range = range
    set("type", .text(type, range))
  }

  /// Creates a builder with the members of an object.
  init(_ node: JSONNode) {
    range = node.range
    members = node.members ?? []
  }

  /// Adds a member, replacing an existing one with the same name.
  mutating func set(_ name: String, _ value: JSONNode?, at nameRange: SourceRange? = nil) {
    guard let value else { return }
    if let index = members.firstIndex(where: { $0.name == name }) { members.remove(at: index) }
    members.append(JSONMember(name: name, nameRange: nameRange ?? value.range, value: value))
  }

  /// Adds members that represent something at a range.
  mutating func set(_ members: [(String, Value)], at range: SourceRange) {
    for (name, value) in members { set(name, JSONNode(value, at: range)) }
  }

  /// Replaces the value of an existing member.
  mutating func replace(_ name: String, with value: JSONNode) {
    if let index = members.firstIndex(where: { $0.name == name }) { members[index].value = value }
  }

  mutating func remove(_ name: String) { members.removeAll { $0.name == name } }

  subscript(name: String) -> JSONNode? { members.first { $0.name == name }?.value }

  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  var isEmpty: Bool { members.isEmpty }

  var node: JSONNode { JSONNode(.object(members), range: range) }
}

extension JSONNode {
  /// The node if it is a nonempty text.
  var nonEmptyText: JSONNode? { string?.isEmpty == false ? self : nil }

  static func text(_ text: String, _ range: SourceRange) -> JSONNode { JSONNode(.string(text), range: range) }

  static func number(_ number: Double, _ range: SourceRange) -> JSONNode {
    JSONNode(Int64(exactly: number).map(Content.integer) ?? .double(number), range: range)
  }

  static func flag(_ flag: Bool, _ range: SourceRange) -> JSONNode { JSONNode(.bool(flag), range: range) }

  /// Returns an object without members.
  static func empty(_ range: SourceRange) -> JSONNode { JSONNode(.object([]), range: range) }

  static func list(_ nodes: [JSONNode], _ range: SourceRange) -> JSONNode { JSONNode(.array(nodes), range: range) }

  /// Returns the object with a member replaced by another value if a condition holds for the two values.
  func replacing(_ name: String, by value: JSONNode?, where isSo: (JSONNode, JSONNode) -> Bool) -> JSONNode {
    guard let value, let own = self[name], isSo(own, value) else { return self }
    var object = ObjectBuilder(self)
    object.replace(name, with: value)
    return object.node
  }

  /// Returns the object with an additional member at its end, unless a member with this name exists.
  func adding(_ name: String, _ value: JSONNode) -> JSONNode {
    guard case .object(let members) = content, !members.contains(where: { $0.name == name }) else { return self }
    return JSONNode(
      .object(members + [JSONMember(name: name, nameRange: value.range, value: value)]), range: range)
  }
}
