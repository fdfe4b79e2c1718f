import TesseraLayout
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// Views, patches and events as JSON, as `docs/reference/protocol.md` describes them.
///
/// Patches and events are lists that begin with their names: `["frame", 7, [0, 44, 375, 60]]`. Only nodes, which have
/// optional parts, are objects.
package enum WireFormat {
  /// The version of the messages. It is raised by changes that the other end cannot ignore, together with the constant
  /// `PROTOCOL_VERSION` of the web client.
  package static let version = 1

  /// Encodes an update as one line of JSON.
  package static func text(of update: PresentationUpdate) -> String { JSONText.text(of: value(of: update)) }

  /// The receiver of a message.
  package enum Reader {
    /// A page in a browser. It receives drawings as SVG, without the display lists that they were made from.
    case page
    /// A host, which receives all attributes.
    case host
  }

  /// Encodes an update: `{"root", "tree": [node…]}` with parents before children, or `{"patches": […]}`.
  package static func value(of update: PresentationUpdate, for reader: Reader = .page) -> Value {
    switch update {
    case .tree(let tree, _): value(of: tree, for: reader)
    case .patches(let patches, _):
      ["patches": .array(patches.map { value(of: $0, for: reader) })]
    }
  }

  /// Encodes a tree: `{"root", "tree": [node…]}` with parents before children.
  package static func value(of tree: ViewTree, for reader: Reader) -> Value {
    [
      "root": id(tree.root),
      "tree": .array(tree.preorder().map { value(of: $0, withChildren: true, for: reader) }),
    ]
  }

  /// Encodes one patch.
  package static func value(of patch: ViewPatch, for reader: Reader = .page) -> Value {
    switch patch {
    case .insert(let node, let parent, let index):
      ["insert", value(of: node, withChildren: false, for: reader), id(parent), .integer(Int64(index))]
    case .remove(let view): ["remove", id(view)]
    case .move(let view, let index): ["move", id(view), .integer(Int64(index))]
    case .frame(let view, let frame): ["frame", id(view), value(of: frame)]
    case .attributes(let view, let changes): ["attributes", id(view), value(of: changes, for: reader)]
    case .effect(let view, let effect): ["effect", id(view), value(of: effect)]
    }
  }

  private static func value(of node: ViewNode, withChildren: Bool, for reader: Reader) -> Value {
    var members: [String: Value] = [
      "id": id(node.id), "kind": .string(node.kind.name), "frame": value(of: node.frame),
    ]
    if let identifier = node.identifier { members["identifier"] = .string(identifier) }
    if !node.attributes.isEmpty { members["attributes"] = value(of: node.attributes, for: reader) }
    if withChildren, !node.children.isEmpty { members["children"] = .array(node.children.map(id)) }
    return .dictionary(members)
  }

  private static func value(of attributes: [ViewAttribute: Value], for reader: Reader) -> Value {
    .dictionary(
      Dictionary(
        attributes.compactMap { $0 == .displayList && reader == .page ? nil : ($0.rawValue, $1) },
        uniquingKeysWith: { $1 }))
  }

  private static func value(of effect: ViewEffect) -> Value {
    switch effect {
    case .shake: "shake"
    case .focus: "focus"
    case .animateRows: "animateRows"
    case .requestGridCells(let cells):
      ["requestGridCells": [.integer(Int64(cells.columns)), .integer(Int64(cells.rows))]]
    case .openURL(let url): ["openURL": .string(url)]
    }
  }

  /// Encodes the HTML elements of kinds of views, by the names of the kinds.
  package static func value(of kinds: [ViewKind]) -> Value {
    .dictionary(Dictionary(kinds.map { ($0.name, value(of: $0.element)) }, uniquingKeysWith: { $1 }))
  }

  private static func value(of element: WebElement) -> Value {
    var members: [String: Value] = ["tag": .string(element.tag)]
    if !element.attributes.isEmpty { members["attributes"] = .dictionary(element.attributes.mapValues(Value.string)) }
    if !element.parts.isEmpty { members["parts"] = .array(element.parts.map { .string($0.rawValue) }) }
    if element.isControl { members["isControl"] = true }
    if let behaviour = element.behaviour { members["behaviour"] = .string(behaviour) }
    if element.isDrawn { members["isDrawn"] = true }
    if !element.states.isEmpty {
      members["states"] = value(of: element.states.mapValues(Value.string), for: .page)
    }
    return .dictionary(members)
  }

  private static func value(of frame: Rect) -> Value {
    [length(frame.x), length(frame.y), length(frame.width), length(frame.height)]
  }

  /// Encodes a length in points, rounded down to 1/64. Browsers lay out in this unit, and text was measured for it. The
  /// small addend compensates for floating-point errors.
  private static func length(_ number: Double) -> Value {
    guard number.isFinite else { return 0 }
    return .double((number * 64 + 1e-4).rounded(.down) / 64)
  }

  package static func id(_ view: ViewID) -> Value { .integer(Int64(view.rawValue)) }
}
