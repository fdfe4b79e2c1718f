public import TesseraLayout
import TesseraValues

/// A view that draws itself in ``draw(on:in:)``. The drawing is cached until the view's size changes or
/// ``setNeedsDisplay()`` is called, and looks the same in images, documents and browsers. Children are in front of
/// it.
///
/// A drawing has at most 20,000 steps, counting each segment of a path, and 64 kB of text. A larger drawing is
/// replaced by a symbol, and the problem is reported to the widget's author.
open class DrawnView: View {
  private var needsDisplay = true
  private var drawnSize = Size.zero

  /// Creates a view whose kind was created by ``ViewKind/drawn(_:defaults:style:element:)``.
  public override init(_ kind: ViewKind = .drawn, in context: ViewContext) { super.init(kind, in: context) }

  /// Draws the view. Called after layout, once for the light and once for the dark colour scheme.
  /// - Parameter box: The view's box, at the origin of the canvas, in points.
  open func draw(on canvas: any ViewCanvas, in box: Rect) {}

  /// Schedules the view to be redrawn after the next layout.
  public final func setNeedsDisplay() {
    needsDisplay = true
    context.markChanged(self)
  }

  public final override var arrangesContent: Bool { true }

  /// Places the children that flexbox does not lay out: see ``View/place(_:at:)``. Called when the size has changed,
  /// and before each drawing.
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
      context.host?.report(
        "the drawing has more than \(DisplayList.maximumSteps) steps, or \(DisplayList.maximumText >> 10) kB of text",
        of: self)
      self[.displayList] = Self.tooMuch(in: box, measuring: context.textMeasuring)
      return
    }
    let (light, dark) = (recorders[0].list, recorders[1].list)
    self[.displayList] = light == dark ? ["light": light] : ["light": light, "dark": dark]
  }

  /// Returns a crossed-out frame.
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

  /// Creates a kind for ``DrawnView``.
  /// - Parameter element: The element that its views become in a browser, in addition to showing their drawing.
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
  /// Places a child at a frame in points, relative to this view, and lays out its content. Has an effect only on
  /// views that do not lay out their children, for which ``laysOutChildren`` is false.
  public final func place(_ child: View, at frame: Rect) {
    guard child.parent === self, !laysOutChildren else { return }
    _ = context.computeLayout(of: child, width: .definite(max(0, frame.width)), height: .definite(max(0, frame.height)))
    child.frame = frame
  }
}
