import TesseraLayout
public import TesseraValues

/// Creates images of what views draw inside their boxes, for hosts that cannot draw, such as browsers.
public protocol ViewDrawing: Sendable {
  /// Returns the content of a view whose box is at the origin: `{"light": text, "dark": text}`, each an SVG document.
  /// `dark` is omitted if it is identical. Null if there is nothing to draw.
  func drawing(of node: ViewNode) -> Value
}

extension View {
  /// Updates the drawing of the content if the host needs an image of it.
  func updateDrawing(by drawing: any ViewDrawing) {
    guard kind.element.isDrawn else { return }
    var known = attributes
    known[.drawing] = nil
    if !known.keys.contains(.displayList), self is DrawnView {
      drawnNode = nil
      self[.drawing] = .null
      return
    }
    if layoutDirection == .rtl { known[.direction] = .string(Direction.rtl.rawValue) }
    let box = Rect(origin: .zero, size: frame.size)
    let node = ViewNode(id: id, kind: kind, identifier: identifier, frame: box, attributes: known)
    // A view that only moves, such as during dragging, looks the same.
    guard node != drawnNode else { return }
    drawnNode = node
    self[.drawing] = drawing.drawing(of: node)
  }
}
