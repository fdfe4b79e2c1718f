import TesseraValues

/// A component that is being made.
struct ComponentNode {
  var type: String
  var id: String?
  /// Properties, events and slots in the order in which they are written.
  var members: [(name: String, value: JSONNode)] = []
  var style: [(name: String, value: JSONNode)] = []
  var children: [JSONNode] = []

  init(_ type: String, id: String? = nil) { (self.type, self.id) = (type, id) }

  subscript(member name: String) -> JSONNode? {
    get { members.first { $0.name == name }?.value }
    set { Self.set(newValue, name, in: &members) }
  }

  subscript(style name: String) -> JSONNode? {
    get { style.first { $0.name == name }?.value }
    set { Self.set(newValue, name, in: &style) }
  }

  private static func set(_ value: JSONNode?, _ name: String, in list: inout [(name: String, value: JSONNode)]) {
    if let index = list.firstIndex(where: { $0.name == name }) {
      if let value { list[index].value = value } else { list.remove(at: index) }
    } else if let value {
      list.append((name, value))
    }
  }

  var node: JSONNode {
    var all: [(String, JSONNode)] = [("type", .text(type))]
    if let id { all.append(("id", .text(id))) }
    all += members.map { ($0.name, $0.value) }
    if !style.isEmpty { all.append(("style", .object(style.map { ($0.name, $0.value) }))) }
    if !children.isEmpty { all.append(("children", .list(children))) }
    return .object(all)
  }
}

extension JSONNode {
  /// A value, or a list of several.
  static func oneOrList(_ values: [JSONNode]) -> JSONNode { values.count == 1 ? values[0] : .list(values) }

  /// A number, rounded to a thousandth: nibs have numbers of single precision.
  static func number(_ number: Double) -> JSONNode {
    let rounded = (number * 1000).rounded() / 1000
    return Int64(exactly: rounded).map { JSONNode(.integer($0)) } ?? JSONNode(.double(rounded))
  }
}
