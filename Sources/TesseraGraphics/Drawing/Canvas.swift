import TesseraLayout
import TesseraViews

/// A box with round corners, in points from the drawing's left top corner.
struct RoundedBox: Hashable {
  var rect: Rect
  var radius: Double

  init(_ rect: Rect, radius: Double = 0) {
    self.rect = rect
    self.radius = max(0, min(radius, rect.width / 2, rect.height / 2))
  }
}

/// A step of a line that is stroked. Angles are in radians, clockwise from the right.
enum StrokeStep: Hashable {
  case move(Point)
  case line(Point)
  case arc(center: Point, radius: Double, from: Double, to: Double)
}

/// What a tree of views is drawn on. Boxes are in points from the drawing's left top corner.
protocol Canvas: AnyObject {
  /// What follows, until the matching ``endGroup()``, is cut at a box and blended as a whole.
  func beginGroup(clip: RoundedBox?, opacity: Double)
  func endGroup()

  /// Fills a box.
  func fill(_ box: RoundedBox, _ color: ColorComponents)
  /// Draws a border that lies inside a box.
  func border(_ box: RoundedBox, widths: EdgeInsets, _ color: ColorComponents, isDashed: Bool)
  /// Draws the shadow of a box around it, not under it, as CSS's `box-shadow` does.
  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents)
  /// Draws a line of text; `x` is its left edge, `y` its baseline.
  func text(_ line: SetText.Line, of text: SetText, x: Double, y: Double, _ color: ColorComponents)
  /// Strokes a line with round ends.
  func stroke(_ steps: [StrokeStep], width: Double, _ color: ColorComponents)
  /// Draws a picture into a box; false where the bytes are no picture that can be drawn.
  func image(_ bytes: [UInt8], for reference: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool
}
