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

/// What views draw themselves on: one drawing makes PNG, SVG, PDF and what a browser shows.
///
/// Places are in points, colours are those of light or dark surroundings. A canvas takes a bounded number of steps, and
/// leaves out what comes after them. Tessera makes canvases; others only draw on them.
public protocol ViewCanvas: AnyObject {
  /// Whether the surroundings are light or dark.
  var scheme: ColorScheme { get }

  /// Cuts what `body` draws at a box.
  func clipped(to box: RoundedBox, _ body: () -> Void)
  /// Cuts what `body` draws at a shape.
  func clipped(to path: [PathStep], rule: FillRule, _ body: () -> Void)
  /// Moves, turns and stretches what `body` draws.
  func transformed(by transform: CanvasTransform, _ body: () -> Void)
  /// Blends what `body` draws, as a whole; 0 is clear, 1 opaque.
  func withOpacity(_ opacity: Double, _ body: () -> Void)
  /// Fills a box.
  func fill(_ box: RoundedBox, _ color: ColorComponents)
  /// Fills a shape.
  func fill(_ path: [PathStep], with paint: Paint, rule: FillRule)
  /// Strokes a line.
  func stroke(_ path: [PathStep], style: StrokeStyle, with paint: Paint)
  /// Draws the shadow of a box around it, not under it, as CSS's `box-shadow` does.
  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents)
  /// The room that a text takes when it is broken into lines of a width; nil for no limit.
  func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics
  /// Draws a text, broken into lines of the box's width.
  /// - Parameter isCentered: whether the lines stand in the middle of the box's height instead of at its top.
  func draw(
    _ text: String, style: TextStyle, align: TextAlign, isCentered: Bool, in box: Rect, _ color: ColorComponents)
  /// Draws a picture; where there is none that can be drawn, a sign.
  func drawImage(_ image: ImageReference, mode: ContentMode, in box: RoundedBox)
  /// Draws the picture that a node's attribute `image` names; where there is none that can be drawn, a sign.
  func drawImage(of node: ViewNode, mode: ContentMode, in box: RoundedBox)
}

extension ViewCanvas {
  /// A colour by its purpose.
  public func color(_ semantic: SemanticColor) -> ColorComponents { ColorComponents(semantic, in: scheme) }

  /// Fills a shape with a colour.
  public func fill(_ path: [PathStep], _ color: ColorComponents) { fill(path, with: .color(color), rule: .nonzero) }

  /// Strokes a line with round ends, of a width in points.
  public func stroke(_ path: [PathStep], width: Double, _ color: ColorComponents) {
    stroke(path, style: StrokeStyle(width: width), with: .color(color))
  }

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
