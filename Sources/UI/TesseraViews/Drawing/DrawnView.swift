public import TesseraLayout
import TesseraValues

/// A view that draws itself by ``draw(on:in:)``. What it draws is kept until its size changes or ``setNeedsDisplay()`` is
/// called, and is shown alike in pictures, documents and browsers. Children stand over it.
///
/// A drawing has at most 20,000 steps, each piece of a path counted, and 64 kB of text; a sign stands in the place of a larger
/// one, and the widget's author is told.
open class DrawnView: View {
  private var needsDisplay = true
  private var drawnSize = Size.zero

  /// Creates a view whose kind was made by ``ViewKind/drawn(_:defaults:style:element:)``.
  public override init(_ kind: ViewKind = .drawn, in context: ViewContext) { super.init(kind, in: context) }

  /// Draws the view. Called after layout, once for light and once for dark surroundings.
  /// - Parameter box: the view's box, at the origin of the canvas, in points.
  open func draw(on canvas: any ViewCanvas, in box: Rect) {}

  /// Has the view drawn anew after the next layout.
  public final func setNeedsDisplay() {
    needsDisplay = true
    context.markChanged(self)
  }

  public final override var arrangesContent: Bool { true }

  /// Places what the view does not lay out by flexbox: see ``View/place(_:at:)``. Called when the size has changed, and before
  /// each drawing.
  open func layoutSubviews() {}

  public final override func layoutContent() {
    guard needsDisplay || frame.size != drawnSize else { return }
    needsDisplay = false
    drawnSize = frame.size
    layoutSubviews()
    let box = Rect(origin: .zero, size: frame.size)
    guard box.width > 0, box.height > 0 else {
      self[.displayList] = .null
      return
    }
    let recorders = ColorScheme.allCases.map { DisplayListRecorder(scheme: $0, measuring: context.textMeasuring) }
    for recorder in recorders { draw(on: recorder, in: box) }
    if recorders.contains(where: \.isFull) {
      context.problemDidOccur?(
        self,
        "the drawing has more than \(DisplayList.maximumSteps) steps, or \(DisplayList.maximumText >> 10) kB of text")
      self[.displayList] = Self.tooMuch(in: box, measuring: context.textMeasuring)
      return
    }
    let (light, dark) = (recorders[0].list, recorders[1].list)
    self[.displayList] = light == dark ? ["light": light] : ["light": light, "dark": dark]
  }

  /// A cross in a frame.
  private static func tooMuch(in box: Rect, measuring: any TextMeasuring) -> Value {
    let recorder = DisplayListRecorder(scheme: .light, measuring: measuring)
    let color = recorder.color(.destructive)
    let (left, right, top, bottom) = (box.minX + 1, box.maxX - 1, box.minY + 1, box.maxY - 1)
    recorder.stroke(
      [
        .move(Point(x: left, y: top)), .line(Point(x: right, y: top)), .line(Point(x: right, y: bottom)),
        .line(Point(x: left, y: bottom)), .close, .line(Point(x: right, y: bottom)), .move(Point(x: right, y: top)),
        .line(Point(x: left, y: bottom)),
      ], width: 1, color)
    return ["light": recorder.list]
  }
}

extension ViewKind {
  /// A box that draws itself.
  public static let drawn = ViewKind.drawn("drawn")

  /// A kind for ``DrawnView``.
  /// - Parameter element: what its views become in a browser, besides that they show their drawing.
  public static func drawn(
    _ name: String, defaults: ViewDefaults = ViewDefaults(), style: LayoutStyle? = nil,
    element: WebElement = WebElement()
  ) -> ViewKind {
    var element = element
    element.isDrawn = true
    return ViewKind(name, defaults: defaults, style: style, element: element) { node, box, canvas in
      DisplayList.draw(node[.displayList], in: box, on: canvas)
    }
  }
}

extension View {
  /// Puts a child at a frame of this view's choosing, in points relative to this view, and lays out what is in it. It has an
  /// effect on views that do not lay their children out themselves: ``laysOutChildren`` is false.
  public final func place(_ child: View, at frame: Rect) {
    guard child.parent === self, !laysOutChildren else { return }
    _ = context.computeLayout(of: child, width: .definite(max(0, frame.width)), height: .definite(max(0, frame.height)))
    child.frame = frame
  }
}
