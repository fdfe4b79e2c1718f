public import TesseraLayout

/// What the views of one presentation share: the layout tree, the numbering, and the list of what changed.
public final class ViewContext {
  /// Answers how much room text takes.
  public let textMeasuring: any TextMeasuring
  /// The sizes of pictures in points, by name or address; a picture that is not known yet has no size.
  public var imageSizes: [String: Size] = [:]

  var layout = LayoutTree()
  var changed: [View] = []
  var effects: [(View, ViewEffect)] = []
  private var lastID = 0
  private var viewsByNode: [NodeID: UnownedView] = [:]

  /// Creates the context of an empty presentation.
  public init(textMeasuring: any TextMeasuring) { self.textMeasuring = textMeasuring }

  func nextID() -> ViewID {
    lastID += 1
    return ViewID(lastID)
  }

  func register(_ view: View, at node: NodeID) { viewsByNode[node] = UnownedView(view: view) }

  func unregister(_ node: NodeID) {
    viewsByNode[node] = nil
    layout.remove(node)
  }

  func view(at node: NodeID) -> View? { viewsByNode[node]?.view }

  func markChanged(_ view: View) {
    guard !view.isMarked else { return }
    view.isMarked = true
    changed.append(view)
  }

  /// Lays out the tree below a view and hands the new frames to the views. The frame of the view itself is left to its
  /// owner unless it is the window.
  /// - Returns: the size of the view.
  func computeLayout(of view: View, width: AvailableSpace, height: AvailableSpace) -> Size {
    layout.compute(root: view.node, width: width, height: height, measuring: ContentMeasuring(context: self))
    for node in layout.changedNodes where node != view.node { self.view(at: node)?.frame = layout.frame(of: node) }
    return layout.frame(of: view.node).size
  }

  private struct UnownedView {
    unowned let view: View
  }

  private struct ContentMeasuring: LeafMeasuring {
    let context: ViewContext

    func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
      context.view(at: node)?.measureContent(width: width, height: height) ?? MeasuredSize(size: .zero)
    }
  }
}
