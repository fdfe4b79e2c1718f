import TesseraLayout
package import TesseraValues
package import TesseraViews

// Decodes trees, `{"root", "tree": [node…]}`, and patches.
extension WireFormat {
  /// The maximum number of views in a tree of a widget's process. A larger tree is refused.
  package static let maximumTreeNodes = 50_000

  /// Decodes a tree.
  /// - Parameter kinds: The known kinds of views, by name.
  /// - Throws: A diagnostic if the value is not a tree: if a kind is unknown, a number occurs twice, a child does not
  ///   exist or has two parents, or a view is not reachable from the root.
  package static func tree(from value: Value, kinds: [String: ViewKind]) throws(Diagnostic) -> ViewTree {
    guard let root = value.value(at: "root").integer, let list = value.value(at: "tree").array,
      (1...maximumTreeNodes).contains(list.count)
    else { throw wrong("A tree must have a root and 1 to \(maximumTreeNodes) views") }
    var nodes: [ViewID: ViewNode] = [:]
    var parents: [ViewID: ViewID] = [:]
    for item in list {
      let node = try node(from: item, kinds: kinds)
      guard nodes.updateValue(node, forKey: node.id) == nil else { throw wrong("View \(node.id) occurs twice") }
      for child in node.children {
        guard parents.updateValue(node.id, forKey: child) == nil else { throw wrong("View \(child) has two parents") }
      }
    }
    let tree = ViewTree(root: try id(.integer(root)), nodes: nodes)
    guard parents[tree.root] == nil, parents.count == nodes.count - 1, tree.preorder().count == nodes.count else {
      throw wrong("The views do not form a tree with root \(tree.root)")
    }
    return tree
  }

  /// Decodes `{"patches": […]}`.
  package static func patches(from value: Value, kinds: [String: ViewKind]) throws(Diagnostic) -> [ViewPatch] {
    guard let list = value.value(at: "patches").array, list.count <= 4 * maximumTreeNodes else {
      throw wrong("'patches' must be a list of at most \(4 * maximumTreeNodes) patches")
    }
    var patches: [ViewPatch] = []
    for item in list { patches.append(try patch(from: item, kinds: kinds)) }
    return patches
  }

  /// Decodes one patch.
  package static func patch(from value: Value, kinds: [String: ViewKind]) throws(Diagnostic) -> ViewPatch {
    guard let parts = value.array, let name = parts.first?.string else {
      throw wrong("A patch must be a list that begins with its name")
    }
    let count = ["insert": 4, "remove": 2, "move": 3, "frame": 3, "attributes": 3, "effect": 3][name]
    guard let count else { throw wrong("Unknown patch '\(name.prefix(40))'") }
    guard parts.count == count else {
      throw wrong("The patch '\(name)' must have \(count - 1) parts after its name, not \(parts.count - 1)")
    }
    switch name {
    case "insert":
      return .insert(try node(from: parts[1], kinds: kinds), parent: try id(parts[2]), index: try index(parts[3]))
    case "remove": return .remove(try id(parts[1]))
    case "move": return .move(try id(parts[1]), index: try index(parts[2]))
    case "frame": return .frame(try id(parts[1]), try frame(parts[2]))
    case "attributes": return .attributes(try id(parts[1]), try attributes(parts[2]))
    default: return .effect(try id(parts[1]), try effect(parts[2]))
    }
  }

  private static func index(_ value: Value) throws(Diagnostic) -> Int {
    guard case .integer(let number) = value, (0...Int64(maximumTreeNodes)).contains(number) else {
      throw wrong("The index of a child must be an integer from 0 to \(maximumTreeNodes)")
    }
    return Int(number)
  }

  private static func effect(_ value: Value) throws(Diagnostic) -> ViewEffect {
    switch value {
    case "shake": return .shake
    case "focus": return .focus
    case "animateRows": return .animateRows
    default: break
    }
    if let address = value.value(at: "openURL").string { return .openURL(address) }
    if let counts = value.value(at: "requestGridCells").array {
      return .requestGridCells(try cells(counts[...]))
    }
    throw wrong("Unknown effect")
  }

  private static func attributes(_ value: Value) throws(Diagnostic) -> [ViewAttribute: Value] {
    guard let members = value.dictionary else { throw wrong("Attributes must be an object") }
    var attributes: [ViewAttribute: Value] = [:]
    for (name, value) in members {
      guard let attribute = ViewAttribute(rawValue: name) else {
        throw wrong("Unknown attribute '\(name.prefix(40))'")
      }
      attributes[attribute] = value
    }
    return attributes
  }

  private static func frame(_ value: Value) throws(Diagnostic) -> Rect {
    let numbers = value.array?.compactMap(\.number) ?? []
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= maximumLength }) else {
      throw wrong("A frame must be four numbers in points: x, y, width and height")
    }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// The maximum distance of a view from its parent's origin in a tree of a widget's process, and the maximum size of a
  /// view, in points. A tree with a greater one is refused.
  private static let maximumLength = 1e9

  private static func node(from value: Value, kinds: [String: ViewKind]) throws(Diagnostic) -> ViewNode {
    guard let members = value.dictionary, let name = members["kind"]?.string else {
      throw wrong("A view must be an object with a 'kind'")
    }
    guard let kind = kinds[name] else { throw wrong("Unknown kind of view '\(name.prefix(40))'") }
    let attributes = try attributes(members["attributes"] ?? [:])
    var children: [ViewID] = []
    for child in members["children"]?.array ?? [] { children.append(try id(child)) }
    return ViewNode(
      id: try id(members["id"] ?? .null), kind: kind, identifier: members["identifier"]?.string,
      frame: try frame(members["frame"] ?? .null), attributes: attributes, children: children)
  }

  private static func id(_ value: Value) throws(Diagnostic) -> ViewID {
    guard case .integer(let number) = value, (1...Int64(Int32.max)).contains(number) else {
      throw wrong("The number of a view must be a positive integer")
    }
    return ViewID(Int(number))
  }
}
