import TesseraLayout
import TesseraViews

/// The colours of a text.
struct TextColors {
  /// The colour of all spans that have no colour of their own.
  var text: ColorComponents
  /// The light or dark colour scheme.
  var scheme: ColorScheme

  func color(of span: TextSpan?) -> ColorComponents {
    span?.color.flatMap { ColorComponents($0, in: scheme) } ?? text
  }
}

/// A canvas for drawing a view tree: pixels or a document. Boxes are in points from the top-left corner of the
/// drawing.
protocol Canvas: AnyObject {
  /// Begins a group that is clipped to a box and blended as a whole, until the matching ``endGroup()``.
  func beginGroup(clip: RoundedBox?, opacity: Double)
  /// Begins a group that is transformed about a point, until the matching ``endGroup()``.
  func beginGroup(_ transform: ViewTransform, about center: Point)
  /// Begins a group that is transformed, until the matching ``endGroup()``.
  func beginGroup(_ transform: CanvasTransform)
  /// Begins a group that is clipped to a shape, until the matching ``endGroup()``.
  func beginGroup(clip path: [PathStep], rule: FillRule)
  /// Begins a group within a box of which only the opacity matters: it is drawn in a colour, until the matching
  /// ``endGroup()``.
  func beginGroup(tint: ColorComponents, in box: Rect)
  func endGroup()

  /// Draws a border inside a box.
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
  /// Draws an image in a box. Returns false if the bytes are not a valid image.
  func image(_ bytes: [UInt8], for reference: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool
  /// Draws a reference to an image that the viewer of the drawing resolves. Returns false if references are not
  /// supported.
  func drawReference(to image: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool
}

extension Canvas {
  func drawReference(to image: ImageReference, mode: ContentMode, in box: RoundedBox) -> Bool { false }

  /// Fills a box with a colour.
  func fill(_ box: RoundedBox, _ color: ColorComponents) { fill(box, with: .color(color)) }
}
