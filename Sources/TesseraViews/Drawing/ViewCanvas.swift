public import TesseraLayout
import TesseraValues

/// A box with round corners, in points from the canvas's left top corner.
public struct RoundedBox: Sendable, Hashable {
  /// The box.
  public var rect: Rect
  /// The radius of all corners in points; never more than half of the shorter side.
  public var radius: Double

  /// Creates a box.
  public init(_ rect: Rect, radius: Double = 0) {
    self.rect = rect
    self.radius = max(0, min(radius, rect.width / 2, rect.height / 2))
  }
}

/// A step of a line that is stroked or of a shape that is filled. Angles are in radians, clockwise from the right.
public enum PathStep: Sendable, Hashable {
  /// Begins a new line.
  case move(Point)
  /// A straight line.
  case line(Point)
  /// A part of a circle, clockwise; a straight line leads to its beginning.
  case arc(center: Point, radius: Double, from: Double, to: Double)
}

/// What a kind of view draws itself on: one drawing makes PNG, SVG, PDF and what a browser shows.
///
/// Places are in points from the canvas's left top corner, colours are those of light or dark surroundings.
public protocol ViewCanvas: AnyObject {
  /// Whether the surroundings are light or dark.
  var scheme: ColorScheme { get }

  /// Cuts what `body` draws at a box.
  func clipped(to box: RoundedBox, _ body: () -> Void)
  /// Fills a box.
  func fill(_ box: RoundedBox, _ color: ColorComponents)
  /// Fills a shape.
  func fill(_ path: [PathStep], _ color: ColorComponents)
  /// Strokes a line with round ends, of a width in points.
  func stroke(_ path: [PathStep], width: Double, _ color: ColorComponents)
  /// Draws the shadow of a box around it, not under it, as CSS's `box-shadow` does.
  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents)
  /// The room that a text takes when it is broken into lines of a width; nil for no limit.
  func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics
  /// Draws a text, broken into lines of the box's width.
  /// - Parameter isCentered: whether the lines stand in the middle of the box's height instead of at its top.
  func draw(
    _ text: String, style: TextStyle, align: TextAlign, isCentered: Bool, in box: Rect, _ color: ColorComponents)
  /// Draws the picture that a node's attribute `image` names; where there is none that can be drawn, a sign.
  func drawImage(of node: ViewNode, mode: ContentMode, in box: RoundedBox)
}

extension ViewCanvas {
  /// A colour by its purpose.
  public func color(_ semantic: SemanticColor) -> ColorComponents { ColorComponents(semantic, in: scheme) }

  /// Draws a node's text within its padding, in its own style and colour.
  public func drawText(of node: ViewNode, in box: Rect, isCentered: Bool = false) {
    guard let text = node[.text].string, !text.isEmpty else { return }
    draw(
      text, style: node.textStyle, align: node.textAlign, isCentered: isCentered, in: box.inset(by: node.padding),
      node.color(in: scheme))
  }

  /// Three quarters of a ring, open on the right, in the middle of a box.
  public func drawRing(in box: Rect, _ color: ColorComponents) {
    typealias Metrics = ControlMetrics.ActivityIndicator
    let radius = (min(Metrics.size, box.width, box.height) - Metrics.lineWidth) / 2
    guard radius > 0 else { return }
    stroke(
      [.arc(center: Point(x: box.midX, y: box.midY), radius: radius, from: .pi / 4, to: 2 * .pi - .pi / 4)],
      width: Metrics.lineWidth, color)
  }
}
