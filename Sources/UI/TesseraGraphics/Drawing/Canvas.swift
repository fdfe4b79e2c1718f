import TesseraLayout
import TesseraViews

/// The colours of a text.
struct TextColors {
  /// That of all parts which have none of their own.
  var text: ColorComponents
  /// Light or dark surroundings.
  var scheme: ColorScheme

  func color(of span: TextSpan?) -> ColorComponents {
    span?.color.flatMap { ColorComponents($0, in: scheme) } ?? text
  }
}

/// What a tree of views is drawn on: pixels, or a document. Boxes are in points from the drawing's left top corner.
protocol Canvas: AnyObject {
  /// What follows, until the matching ``endGroup()``, is cut at a box and blended as a whole.
  func beginGroup(clip: RoundedBox?, opacity: Double)
  /// What follows, until the matching ``endGroup()``, is moved, turned and stretched about a point.
  func beginGroup(_ transform: ViewTransform, about center: Point)
  /// What follows, until the matching ``endGroup()``, is moved, turned and stretched.
  func beginGroup(_ transform: CanvasTransform)
  /// What follows, until the matching ``endGroup()``, is cut at a shape.
  func beginGroup(clip path: [PathStep], rule: FillRule)
  func endGroup()

  /// Draws a border that lies inside a box.
  func border(_ box: RoundedBox, widths: EdgeInsets, _ color: ColorComponents, isDashed: Bool)
  /// Draws the shadow of a box around it, not under it, as CSS's `box-shadow` does.
  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents)
  /// Fills a box with a paint.
  func fill(_ box: RoundedBox, with paint: Paint)
  /// Draws a line of text; `x` is its left edge, `y` its baseline.
  func text(_ line: TextLayout.Line, of text: TextLayout, x: Double, y: Double, _ colors: TextColors)
  /// Fills a shape.
  func fill(_ path: [PathStep], with paint: Paint, rule: FillRule)
  /// Strokes a line.
  func stroke(_ path: [PathStep], style: StrokeStyle, with paint: Paint)
  /// Draws a picture into a box; false where the bytes are no picture that can be drawn.
  func image(_ bytes: [UInt8], for reference: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool
  /// Leaves a picture to who shows the drawing; false where that is not possible.
  func drawReference(to image: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool
}

extension Canvas {
  func drawReference(to image: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool { false }

  /// Fills a box with a colour.
  func fill(_ box: RoundedBox, _ color: ColorComponents) { fill(box, with: .color(color)) }
}
