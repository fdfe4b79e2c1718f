public import TesseraLayout

/// The kind of a view, as seen by a host: its element, its default appearance and its drawing.
///
/// A kind contains everything that hosts need, so that hosts have no table of kinds: a third-party component provides
/// its own. Kinds are equal if their names are equal.
public struct ViewKind: Sendable {
  /// Draws the content of a view inside its box. The host draws background, border and children.
  ///
  /// The box is the view's frame on the canvas, in points. The same drawing produces images and documents.
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
  ///   - name: The name of the kind in trees and on the wire; letters and digits.
  ///   - defaults: The appearance of views where their attributes are absent.
  ///   - style: The default layout style of the views. If nil, a style with the padding and border of the defaults.
  ///   - element: The element that the views become in a browser.
  ///   - drawing: Draws the content of the box; nil for views that have only children.
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
  /// The appearance of views of this kind where their attributes are absent.
  public var defaults: ViewDefaults { traits.defaults }
  /// The default layout style of views of this kind.
  public var defaultStyle: LayoutStyle { traits.defaultStyle }
  /// The element that the views become in a browser.
  public var element: WebElement { traits.element }
  /// Draws the content of the box, if there is any.
  public var drawing: Drawing? { traits.drawing }
}

extension ViewKind: Hashable, CustomStringConvertible {
  /// Returns whether the names are equal.
  public static func == (left: ViewKind, right: ViewKind) -> Bool {
    left.traits === right.traits || left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}

extension ViewKind {
  /// The kinds that a presentation creates by itself, independently of components.
  public static let structural: [ViewKind] = [
    .window, .navigation, .navigationBar, .screen, .cell, .alert, .toast, .placeholder, .drawn,
  ]

  /// The window of a presentation. Its children are navigation stacks, with the front one last, followed by alerts.
  package static let window = ViewKind(
    "window", defaults: ViewDefaults(backgroundColor: .background, clips: true), style: LayoutStyle())

  /// A navigation stack: a navigation bar and its screens. All screens but the top one are hidden.
  package static let navigation = ViewKind(
    "navigation", defaults: ViewDefaults(clips: true),
    style: LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(0)
    },
    element: WebElement("section", attributes: ["tabindex": "-1"]))

  /// The root of a screen's component tree.
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

  /// A placeholder for a component that could not be created; shows the reason.
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
