public import TesseraLayout
public import TesseraValues
public import TesseraViews

/// One node of a screen's component tree, decoded and checked: everything that is needed to make its view.
public struct Component: Sendable {
  /// What became of the document's node.
  public enum Content: Sendable {
    /// A component of a registered type.
    case known(type: String)
    /// Something that cannot be made; the reason is shown in its place.
    case broken(reason: String)
  }

  /// What it is.
  public var content: Content
  /// The author's name for it, unique on the screen.
  public var identifier: String?
  /// Where it stands in its document.
  public var range: SourceRange
  /// How it is laid out: the kind's default with the author's changes.
  public var layoutStyle: LayoutStyle
  /// How it is painted, as attributes of the view.
  public var appearance: [ViewAttribute: Value] = [:]
  /// Properties in the order of the document, checked against the type's table.
  public var properties: [(name: String, value: Value)] = []
  /// Components inside it.
  public var children: [Component] = []
  /// Components with a special place in it: a table's `header` and `footer`.
  public var slots: [String: Component] = [:]
  /// Rows' prototypes by name; only tables have them.
  public var prototypes: [String: Component] = [:]
  /// What a press does, in order.
  public var onPress: [ComponentAction] = []

  /// Creates a component without properties.
  public init(content: Content, range: SourceRange, layoutStyle: LayoutStyle) {
    self.content = content
    self.range = range
    self.layoutStyle = layoutStyle
  }

  /// This component and all below it, slots and prototypes included.
  public func descendants() -> [Component] {
    var result: [Component] = []
    var pending = [self]
    while let component = pending.popLast() {
      result.append(component)
      pending.append(contentsOf: component.prototypes.values)
      pending.append(contentsOf: component.slots.values)
      pending.append(contentsOf: component.children)
    }
    return result
  }
}

/// Something that a component makes happen.
public enum ComponentAction: Sendable, Hashable {
  /// Shows a screen on top of the current one. The sender's content goes along.
  case push(screen: String)
  /// Shows a screen over all others, with a navigation stack of its own. The sender's content goes along.
  case present(screen: String)
  /// Goes back to the screen below.
  case pop
  /// Closes what was presented last.
  case dismiss
  /// Shows a message with one button.
  case alert(title: String, message: String)

  /// The names of all actions in documents.
  public static let names = ["push", "present", "pop", "dismiss", "alert"]
}
