public import TesseraLayout
import TesseraValues

/// A box with rounded corners, in points from the top-left corner of the canvas.
public struct RoundedBox: Sendable, Hashable {
  /// The box.
  public var rect: Rect
  /// The radius of all corners in points, at most half of the shorter side. If the radii differ, the greatest.
  public var radius: Double
  /// The radii of the corners if they differ: top left, top right, bottom right, bottom left.
  package private(set) var corners: [Double]?

  /// Creates a box.
  public init(_ rect: Rect, radius: Double = 0) {
    self.rect = rect
    self.radius = max(0, min(radius, rect.width / 2, rect.height / 2))
  }

  /// Creates a box with a separate radius for each corner.
  ///
  /// Radii that are too large for a side are all reduced by the same factor (CSS Backgrounds and Borders 3, section
  /// 4.5).
  /// - Parameter corners: Top left, top right, bottom right, bottom left.
  package init(_ rect: Rect, corners: [Double]) {
    self.init(rect, radius: corners.max() ?? 0)
    guard corners.count == 4, Set(corners).count > 1 else { return }
    let radii = corners.map { max(0, $0) }
    func fit(_ side: Double, _ first: Double, _ second: Double) -> Double {
      first + second > 0 ? max(0, side) / (first + second) : 1
    }
    let factor = min(
      1, fit(rect.width, radii[0], radii[1]), fit(rect.width, radii[3], radii[2]),
      fit(rect.height, radii[0], radii[3]), fit(rect.height, radii[1], radii[2]))
    self.corners = radii.map { $0 * factor }
    radius = self.corners?.max() ?? 0
  }

  /// Returns the box inside edges. The corner radii are reduced by the width of the thickest edge.
  package func inset(by edges: EdgeInsets) -> RoundedBox {
    let inner = rect.inset(by: edges)
    let width = max(edges.top, edges.left, edges.bottom, edges.right)
    guard let corners else { return RoundedBox(inner, radius: radius - width) }
    return RoundedBox(inner, corners: corners.map { $0 - width })
  }

  /// Returns the box moved by an offset.
  package func moved(x: Double, y: Double) -> RoundedBox {
    var copy = self
    copy.rect = rect.offsetBy(x: x, y: y)
    return copy
  }

  /// The outline if the corners differ: lines and quarter circles, clockwise from the top left.
  package var path: [PathStep]? {
    guard let corners else { return nil }
    let quarter = Double.pi / 2
    let centers = [
      Point(x: rect.minX + corners[0], y: rect.minY + corners[0]),
      Point(x: rect.maxX - corners[1], y: rect.minY + corners[1]),
      Point(x: rect.maxX - corners[2], y: rect.maxY - corners[2]),
      Point(x: rect.minX + corners[3], y: rect.maxY - corners[3]),
    ]
    var steps: [PathStep] = [.move(Point(x: rect.minX, y: centers[0].y))]
    for (index, center) in centers.enumerated() {
      let start = Double(index + 2) * quarter
      if corners[index] > 0 {
        steps.append(.arc(center: center, radius: corners[index], from: start, to: start + quarter))
      } else {
        steps.append(.line(center))
      }
    }
    return steps + [.close]
  }
}

/// A canvas that views draw on. The same drawing produces PNG, SVG, PDF and the content of a browser.
///
/// Positions are in points, and colours are those of the light or dark colour scheme. A canvas accepts a limited
/// number of steps and ignores the rest. Only Tessera creates canvases; other code draws on them.
public protocol ViewCanvas: AnyObject {
  /// Whether the colour scheme is light or dark.
  var scheme: ColorScheme { get }

  /// Clips the drawing of `body` to a box.
  func clipped(to box: RoundedBox, _ body: () -> Void)
  /// Clips the drawing of `body` to a shape.
  func clipped(to path: [PathStep], rule: FillRule, _ body: () -> Void)
  /// Applies a transform to the drawing of `body`.
  func transformed(by transform: CanvasTransform, _ body: () -> Void)
  /// Blends the drawing of `body` as a group; 0 is clear, 1 is opaque.
  func withOpacity(_ opacity: Double, _ body: () -> Void)
  /// Fills a box.
  func fill(_ box: RoundedBox, _ color: ColorComponents)
  /// Fills a shape.
  func fill(_ path: [PathStep], with paint: Paint, rule: FillRule)
  /// Strokes a line.
  func stroke(_ path: [PathStep], style: StrokeStyle, with paint: Paint)
  /// Draws the shadow of a box around it, not under it, as CSS's `box-shadow` does.
  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents)
  /// Returns the size of a text that is broken into lines of a width; nil for no limit.
  func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics
  /// Draws a text, broken into lines of the box's width.
  /// - Parameter isCentered: Whether the lines are vertically centred in the box instead of aligned to its top.
  func draw(
    _ text: String, style: TextStyle, align: TextAlign, isCentered: Bool, in box: Rect, _ color: ColorComponents)
  /// Draws an image, or a placeholder symbol if it cannot be drawn.
  /// - Parameter tint: The colour of a template, of which only the opacity matters; nil for an image in its own colours.
  func drawImage(_ image: ImageReference, mode: ContentMode, in box: RoundedBox, tint: ColorComponents?)
  /// Draws the image of a node's attribute `image`, or a placeholder symbol if it cannot be drawn. A template is drawn in
  /// the node's colour.
  func drawImage(of node: ViewNode, mode: ContentMode, in box: RoundedBox)
}

extension ViewCanvas {
  /// Draws an image in its own colours, or a placeholder symbol if it cannot be drawn.
  public func drawImage(_ image: ImageReference, mode: ContentMode, in box: RoundedBox) {
    drawImage(image, mode: mode, in: box, tint: nil)
  }

  /// Returns the colour of a semantic purpose.
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

  /// Draws three quarters of a ring, open on the right, in the centre of a box.
  public func drawRing(in box: Rect, _ color: ColorComponents) {
    typealias Metrics = ControlMetrics.ActivityIndicator
    let radius = (min(Metrics.size, box.width, box.height) - Metrics.lineWidth) / 2
    guard radius > 0 else { return }
    stroke(
      [.arc(center: Point(x: box.midX, y: box.midY), radius: radius, from: .pi / 4, to: 2 * .pi - .pi / 4)],
      width: Metrics.lineWidth, color)
  }
}
