package import TesseraValues

/// Making of documents.
extension JSONNode {
  private static let nowhere = SourceRange(.start)

  static func text(_ text: String) -> JSONNode { JSONNode(.string(text), range: nowhere) }
  static func flag(_ flag: Bool) -> JSONNode { JSONNode(.bool(flag), range: nowhere) }
  static let none = JSONNode(.null, range: nowhere)
  static func list(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements), range: nowhere) }

  /// A number, rounded to a thousandth: nibs have numbers of single precision.
  static func number(_ number: Double) -> JSONNode {
    let rounded = (number * 1000).rounded() / 1000
    return Int64(exactly: rounded).map { JSONNode(.integer($0), range: nowhere) }
      ?? JSONNode(.double(rounded), range: nowhere)
  }

  /// An object. Of several members with a name, the last one stays, as of runtime attributes.
  static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    var places: [String: Int] = [:]
    var unique: [JSONMember] = []
    for (name, value) in members {
      let member = JSONMember(name: name, nameRange: nowhere, value: value)
      if let place = places[name] {
        unique[place] = member
      } else {
        places[name] = unique.count
        unique.append(member)
      }
    }
    return JSONNode(.object(unique), range: nowhere)
  }

  /// Returns the document as a file.
  package var fileBytes: [UInt8] { Array((JSONText.text(of: self, indented: true) + "\n").utf8) }
}

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
    if let place = list.firstIndex(where: { $0.name == name }) {
      if let value { list[place].value = value } else { list.remove(at: place) }
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
