import TesseraLayout
public import TesseraValues
public import TesseraViews

/// Draws the content of views as SVG for the web client.
///
/// - Complexity: Twice that of the kind's drawing, for each change of such a view. Images are referenced by URLs with
///   the schemes `picture` (for the bundle) and `remote-picture`, which the client replaces.
public struct SVGViewDrawing: ViewDrawing {
  private let measuring: PangoTextMeasuring

  /// Creates a drawing that uses the given text measurement.
  public init(measuring: PangoTextMeasuring = PangoTextMeasuring()) { self.measuring = measuring }

  /// Returns the content of a view in the light and the dark colour scheme.
  public func drawing(of node: ViewNode) -> Value {
    let size = node.frame.size
    guard size.width > 0, size.height > 0, size.width <= 10_000, size.height <= 10_000 else { return .null }
    var node = node
    node.frame = Rect(origin: .zero, size: size)
    node.children = []
    let tree = ViewTree(root: node.id, nodes: [node.id: node])
    func document(_ scheme: ColorScheme) -> Value {
      let canvas = SVGCanvas(size: size, refersToPictures: true)
      TreePainter(tree: tree, canvas: canvas, measuring: measuring, images: NoImages(), scheme: scheme).paintInside()
      return .string(canvas.document)
    }
    let (light, dark) = (document(.light), document(.dark))
    return light == dark ? ["light": light] : ["light": light, "dark": dark]
  }
}
