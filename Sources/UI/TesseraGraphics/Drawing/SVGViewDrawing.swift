import TesseraLayout
public import TesseraValues
public import TesseraViews

/// Draws the insides of views as SVG, for the web client.
///
/// - Complexity: that of the kind's drawing, twice, at each change of such a view. Pictures are named by addresses with the
///   schemes `picture` (of the bundle) and `remote-picture`, which the client replaces.
public struct SVGViewDrawing: ViewDrawing {
  private let measuring: PangoTextMeasuring

  /// Creates a drawing that sets text as it was measured.
  public init(measuring: PangoTextMeasuring = PangoTextMeasuring()) { self.measuring = measuring }

  /// The inside of a view in light and in dark surroundings.
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
