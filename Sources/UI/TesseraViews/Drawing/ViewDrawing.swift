import TesseraLayout
public import TesseraValues

/// Makes pictures of what views draw inside their boxes, for hosts that cannot draw themselves, such as browsers.
public protocol ViewDrawing: Sendable {
  /// The inside of a view whose box stands at the origin: `{"light": text, "dark": text}`, each an SVG document; `dark` is
  /// left out where it is the same. Null where there is nothing to draw.
  func drawing(of node: ViewNode) -> Value
}

extension View {
  /// Draws the inside anew, where the host wants a picture of it.
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
    // A view that only stands elsewhere, as what is dragged, looks as before.
    guard node != drawnNode else { return }
    drawnNode = node
    self[.drawing] = drawing.drawing(of: node)
  }
}
