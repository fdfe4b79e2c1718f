import TesseraLayout
package import TesseraRuntime
package import TesseraValues
package import TesseraViews

/// Views, patches and events as JSON, as `docs/reference/protocol.md` describes them.
///
/// What happens is a list that begins with its name: `["frame", 7, [0, 44, 375, 60]]`. Only nodes, which have parts
/// that may be absent, are objects.
package enum WireFormat {
  /// An update as one line of JSON.
  package static func text(of update: PresentationUpdate) -> String { JSONText.text(of: value(of: update)) }

  /// Who reads what is written.
  package enum Reader {
    /// A page in a browser: of what a view drew it gets the drawing that is made of it.
    case page
    /// A host, which has to know all.
    case host
  }

  /// `{"root", "tree": [node…]}` with parents before children, or `{"patches": […]}`.
  package static func value(of update: PresentationUpdate, for reader: Reader = .page) -> Value {
    switch update {
    case .tree(let tree, _): value(of: tree, for: reader)
    case .patches(let patches, _):
      ["patches": .array(patches.map { value(of: $0, for: reader) })]
    }
  }

  /// `{"root", "tree": [node…]}` with parents before children.
  package static func value(of tree: ViewTree, for reader: Reader) -> Value {
    [
      "root": id(tree.root),
      "tree": .array(tree.preorder().map { value(of: $0, withChildren: true, for: reader) }),
    ]
  }

  /// One step.
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

  /// What views of some kinds become in a browser, by the names of the kinds.
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

  /// A length in points, to the 1/64 below: what browsers lay out with, and what text was measured for. A hair below a
  /// 64th counts as that 64th.
  private static func length(_ number: Double) -> Value {
    guard number.isFinite else { return 0 }
    return .double((number * 64 + 1e-4).rounded(.down) / 64)
  }

  package static func id(_ view: ViewID) -> Value { .integer(Int64(view.rawValue)) }
}
