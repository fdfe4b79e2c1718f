import TesseraLayout
import TesseraValues
import TesseraViews

/// Draws a tree of views on a canvas, back to front.
struct TreePainter {
  let tree: ViewTree
  let canvas: any Canvas
  let measuring: PangoTextMeasuring
  let images: any ImageProviding
  let scheme: ColorScheme

  private static let maximumDepth = 512

  func paint() {
    guard let root = tree[tree.root] else { return }
    var painted: Set<ViewID> = []
    let visible = Rect(origin: .zero, size: root.frame.size)
    paint(root, origin: Point(x: -root.frame.x, y: -root.frame.y), visible: visible, depth: 0, painted: &painted)
  }

  /// - Parameters:
  ///   - origin: where the parent's content begins.
  ///   - visible: what is not cut off by the parents.
  private func paint(_ node: ViewNode, origin: Point, visible: Rect, depth: Int, painted: inout Set<ViewID>) {
    guard depth < Self.maximumDepth, painted.insert(node.id).inserted, !node.isHidden, node.opacity > 0 else { return }
    let box = node.frame.offsetBy(x: origin.x, y: origin.y)
    guard box.isDrawable else { return }
    let overlap = box.intersection(visible)
    if node.clips, overlap == nil { return }
    let opacity = node.opacity
    if opacity < 1 { canvas.beginGroup(clip: nil, opacity: opacity) }
    paintBox(node, box)
    paintContent(node, box)
    paintChildren(node, box, visible: node.clips ? overlap ?? visible : visible, depth, &painted)
    paintBorder(node, box)
    if node.kind == .table, node[.refreshing].bool == true { paintRefreshing(box) }
    if opacity < 1 { canvas.endGroup() }
  }

  private func paintChildren(
    _ node: ViewNode, _ box: Rect, visible: Rect, _ depth: Int, _ painted: inout Set<ViewID>
  ) {
    guard !node.children.isEmpty else { return }
    let clip = node.clips ? RoundedBox(box, radius: node.cornerRadius) : nil
    if let clip { canvas.beginGroup(clip: clip, opacity: 1) }
    let offset = node.kind == .table || node.kind == .scroll ? node[.scrollOffset].number ?? 0 : 0
    let origin = Point(x: box.x, y: box.y - (offset.isFinite ? offset : 0))
    for child in node.children {
      guard let child = tree[child] else { continue }
      paint(child, origin: origin, visible: visible, depth: depth + 1, painted: &painted)
    }
    if clip != nil { canvas.endGroup() }
  }

  private func paintBox(_ node: ViewNode, _ box: Rect) {
    // Alerts have their box in the middle; the rest dims what is behind.
    guard node.kind != .alert, !box.isEmpty else { return }
    let rounded = RoundedBox(box, radius: node.cornerRadius)
    if let shadow = node.shadow, let color = ColorComponents(shadow.color, in: scheme), color.alpha > 0 {
      canvas.shadow(of: rounded, shadow, color)
    }
    let color = node.backgroundColor(in: scheme)
    if color.alpha > 0 { canvas.fill(rounded, color) }
  }

  private func paintBorder(_ node: ViewNode, _ box: Rect) {
    guard node.kind != .alert, !box.isEmpty else { return }
    let widths = node.borderWidth
    let color = node.borderColor(in: scheme)
    guard widths != .zero, color.alpha > 0 else { return }
    canvas.border(
      RoundedBox(box, radius: node.cornerRadius), widths: widths, color, isDashed: node.kind == .placeholder)
  }

  private func paintContent(_ node: ViewNode, _ box: Rect) {
    guard !box.isEmpty else { return }
    switch node.kind {
    case .text: paintText(node, box)
    case .placeholder: paintPlaceholder(node, box)
    case .navigationBar: paintTitle(node, box)
    case .image: paintImage(node, RoundedBox(box, radius: node.cornerRadius), mode: node.contentMode)
    case .button: paintButton(node, box)
    case .textInput, .textArea: paintField(node, box)
    case .searchBar: paintSearchBar(node, box)
    case .activityIndicator:
      if node[.animating].bool == true { paintRing(in: box, color: node.color(in: scheme)) }
    case .alert: paintAlert(node, box)
    case .window, .navigation, .screen, .container, .scroll, .form, .table, .cell: break
    }
  }

  /// Draws the node's picture; where its file is missing or damaged, a plain box stands in.
  func paintImage(_ node: ViewNode, _ box: RoundedBox, mode: ContentMode) {
    guard let reference = node.imageReference else { return }
    if let bytes = images.imageData(for: reference), canvas.image(bytes, for: reference, mode: mode, in: box) {
      return
    }
    canvas.fill(box, ColorComponents(.secondaryBackground, in: scheme))
  }
}

extension ViewNode {
  /// The picture that the view shows.
  var imageReference: ImageReference? {
    let image = self[.image].dictionary
    if let name = image?["name"]?.string { return .name(name) }
    return image?["url"]?.string.map { .url($0) }
  }
}

extension Rect {
  /// Whether all numbers can be drawn with.
  var isDrawable: Bool {
    [x, y, width, height].allSatisfy { $0.isFinite && abs($0) < 1e7 }
  }
}
