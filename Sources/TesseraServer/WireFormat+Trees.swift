import TesseraLayout
import TesseraValues
import TesseraViews

// Trees that were written as `{"root", "tree": [node…]}`, read again.
extension WireFormat {
  /// The most views of a tree that is read.
  static let maximumTreeNodes = 50_000

  /// Reads a tree.
  /// - Parameter kinds: what views can be, by name.
  /// - Throws: a diagnostic for what is no tree: a kind that is not known, a number that comes twice, a child that is not there or
  ///   has two parents, a view that the root does not lead to.
  static func tree(from value: Value, kinds: [String: ViewKind]) throws(Diagnostic) -> ViewTree {
    guard let root = value.value(at: "root").integer, let list = value.value(at: "tree").array,
      (1...maximumTreeNodes).contains(list.count)
    else { throw wrong("A tree has a root and 1 to \(maximumTreeNodes) views") }
    var nodes: [ViewID: ViewNode] = [:]
    var parents: [ViewID: ViewID] = [:]
    for item in list {
      let node = try node(from: item, kinds: kinds)
      guard nodes.updateValue(node, forKey: node.id) == nil else { throw wrong("View \(node.id) comes twice") }
      for child in node.children {
        guard parents.updateValue(node.id, forKey: child) == nil else { throw wrong("View \(child) has two parents") }
      }
    }
    let tree = ViewTree(root: try id(.integer(root)), nodes: nodes)
    guard parents[tree.root] == nil, parents.count == nodes.count - 1, tree.preorder().count == nodes.count else {
      throw wrong("The views are no tree under \(tree.root)")
    }
    return tree
  }

  private static func node(from value: Value, kinds: [String: ViewKind]) throws(Diagnostic) -> ViewNode {
    guard let members = value.dictionary, let name = members["kind"]?.string else {
      throw wrong("A view is an object with a kind")
    }
    guard let kind = kinds[name] else { throw wrong("There is no kind of view '\(name.prefix(40))'") }
    var attributes: [ViewAttribute: Value] = [:]
    for (name, value) in members["attributes"]?.dictionary ?? [:] {
      guard let attribute = ViewAttribute(rawValue: name) else {
        throw wrong("There is no attribute '\(name.prefix(40))'")
      }
      attributes[attribute] = value
    }
    let numbers = members["frame"]?.array?.compactMap(\.number) ?? []
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { throw wrong("A frame is four numbers") }
    var children: [ViewID] = []
    for child in members["children"]?.array ?? [] { children.append(try id(child)) }
    return ViewNode(
      id: try id(members["id"] ?? .null), kind: kind, identifier: members["identifier"]?.string,
      frame: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]), attributes: attributes,
      children: children)
  }

  private static func id(_ value: Value) throws(Diagnostic) -> ViewID {
    guard case .integer(let number) = value, (1...Int64(Int32.max)).contains(number) else {
      throw wrong("The number of a view is a whole number from 1")
    }
    return ViewID(Int(number))
  }
}
