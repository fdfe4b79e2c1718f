public import TesseraLayout

/// What a view is to a host: which element it becomes, how it looks where its attributes say nothing, how it is drawn.
///
/// A kind carries all of this with it, so that hosts need no table of kinds: a component of a third party brings its own.
/// Kinds are equal if their names are.
public struct ViewKind: Sendable {
  /// Draws what a view has inside its box: ground, border and children are drawn by the host.
  ///
  /// The box is where the view stands on the canvas, in points. The same drawing makes pictures and documents.
  public typealias Drawing = @Sendable (_ node: ViewNode, _ box: Rect, _ canvas: any ViewCanvas) -> Void

  private final class Traits: Sendable {
    let name: String
    let defaults: ViewDefaults
    let defaultStyle: LayoutStyle
    let element: WebElement
    let drawing: Drawing?

    init(
      name: String, defaults: ViewDefaults, defaultStyle: LayoutStyle, element: WebElement, drawing: Drawing?
    ) {
      self.name = name
      self.defaults = defaults
      self.defaultStyle = defaultStyle
      self.element = element
      self.drawing = drawing
    }
  }

  private let traits: Traits

  /// Creates a kind.
  ///
  /// - Parameters:
  ///   - name: Names the kind in trees and on the wire; letters and digits.
  ///   - defaults: How views look where their attributes say nothing.
  ///   - style: How they are laid out where their author says nothing. Padding and border of the defaults are added
  ///     unless the style has its own.
  ///   - element: What they become in a browser.
  ///   - drawing: Draws what is in the box; nil for what has only children.
  public init(
    _ name: String, defaults: ViewDefaults = ViewDefaults(), style: LayoutStyle? = nil,
    element: WebElement = WebElement(), drawing: Drawing? = nil
  ) {
    let style =
      style
      ?? LayoutStyle {
        $0.padding = Edges(defaults.padding)
        $0.border = Edges(defaults.borderWidth)
      }
    traits = Traits(name: name, defaults: defaults, defaultStyle: style, element: element, drawing: drawing)
  }

  /// The name in trees and on the wire.
  public var name: String { traits.name }
  /// How views of this kind look where their attributes say nothing.
  public var defaults: ViewDefaults { traits.defaults }
  /// The layout of a view of this kind before its author says anything.
  public var defaultStyle: LayoutStyle { traits.defaultStyle }
  /// What the views become in a browser.
  public var element: WebElement { traits.element }
  /// Draws what is in the box, if there is anything.
  public var drawing: Drawing? { traits.drawing }
}

extension ViewKind: Hashable, CustomStringConvertible {
  /// Whether the names are equal.
  public static func == (left: ViewKind, right: ViewKind) -> Bool {
    left.traits === right.traits || left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}

extension ViewKind {
  /// The kinds that a presentation makes by itself, whatever components there are.
  public static let structural: [ViewKind] = [
    .window, .navigation, .navigationBar, .screen, .cell, .alert, .toast, .placeholder, .drawn,
  ]

  /// The window of a presentation: its children are navigation stacks, the front one last, then alerts.
  package static let window = ViewKind(
    "window", defaults: ViewDefaults(backgroundColor: .background, clips: true), style: LayoutStyle())

  /// A navigation stack: a navigation bar and its screens. All but the top screen are hidden.
  package static let navigation = ViewKind(
    "navigation", defaults: ViewDefaults(clips: true),
    style: LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(0)
    },
    element: WebElement("section", attributes: ["tabindex": "-1"]))

  /// The root of one screen's component tree.
  package static let screen = ViewKind(
    "screen", defaults: ViewDefaults(backgroundColor: .background, clips: true),
    style: LayoutStyle {
      $0.flexGrow = 1
      $0.flexShrink = 1
      $0.flexBasis = .points(0)
    },
    element: WebElement("main", attributes: ["tabindex": "-1"]))

  /// A row of a table.
  public static let cell = ViewKind("cell", element: WebElement(attributes: ["role": "listitem"]))

  /// Stands where a component could not be made, and says why.
  package static let placeholder = ViewKind(
    "placeholder",
    defaults: ViewDefaults(
      color: .destructive, backgroundColor: .secondaryBackground, borderColor: .destructive,
      borderWidth: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), cornerRadius: 4,
      padding: EdgeInsets(top: 6, left: 8, bottom: 6, right: 8), fontSize: 12),
    element: WebElement(attributes: ["role": "note"], parts: [.label]),
    drawing: { node, box, canvas in
      canvas.clipped(to: RoundedBox(box, radius: node.cornerRadius)) { canvas.drawText(of: node, in: box) }
    })
}

extension Edges {
  init(_ insets: EdgeInsets) {
    self.init(
      left: .points(insets.left), top: .points(insets.top), right: .points(insets.right),
      bottom: .points(insets.bottom))
  }
}
