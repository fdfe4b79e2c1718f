import TesseraValues

/// An object that is being written: its members in order, each at the place of what it says again.
struct ObjectBuilder {
  private(set) var members: [JSONMember] = []
  /// Where what it stands for is.
  let range: SourceRange

  init(_ range: SourceRange) { self.range = range }

  init(type: String, _ range: SourceRange) {
    self.range = range
    set("type", .text(type, range))
  }

  /// Begins with what an object says already.
  init(_ node: JSONNode) {
    range = node.range
    members = node.members ?? []
  }

  /// Adds a member, in place of one of its name.
  mutating func set(_ name: String, _ value: JSONNode?, at nameRange: SourceRange? = nil) {
    guard let value else { return }
    if let index = members.firstIndex(where: { $0.name == name }) { members.remove(at: index) }
    members.append(JSONMember(name: name, nameRange: nameRange ?? value.range, value: value))
  }

  /// Gives a member that is there another value.
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
  /// The node, if it is a text with something in it.
  var nonEmptyText: JSONNode? { string?.isEmpty == false ? self : nil }

  static func text(_ text: String, _ range: SourceRange) -> JSONNode { JSONNode(.string(text), range: range) }

  static func number(_ number: Double, _ range: SourceRange) -> JSONNode {
    JSONNode(Int64(exactly: number).map(Content.integer) ?? .double(number), range: range)
  }

  static func flag(_ flag: Bool, _ range: SourceRange) -> JSONNode { JSONNode(.bool(flag), range: range) }

  /// An object without members.
  static func empty(_ range: SourceRange) -> JSONNode { JSONNode(.object([]), range: range) }

  static func list(_ nodes: [JSONNode], _ range: SourceRange) -> JSONNode { JSONNode(.array(nodes), range: range) }

  /// An object with another one's member where it is so.
  func replacing(_ name: String, by value: JSONNode?, where isSo: (JSONNode, JSONNode) -> Bool) -> JSONNode {
    guard let value, let own = self[name], isSo(own, value) else { return self }
    var object = ObjectBuilder(self)
    object.replace(name, with: value)
    return object.node
  }

  /// With a member more at its end, unless there is one of its name already.
  func adding(_ name: String, _ value: JSONNode) -> JSONNode {
    guard case .object(let members) = content, !members.contains(where: { $0.name == name }) else { return self }
    return JSONNode(
      .object(members + [JSONMember(name: name, nameRange: value.range, value: value)]), range: range)
  }
}
