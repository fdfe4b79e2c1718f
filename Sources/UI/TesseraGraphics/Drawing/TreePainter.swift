import TesseraLayout
import TesseraValues
import TesseraViews

/// Draws a tree of views on a canvas, back to front. What is inside a box is drawn by the view's kind.
final class TreePainter {
  private let tree: ViewTree
  private let canvas: any Canvas
  private let measuring: PangoTextMeasuring
  private let images: any ImageProviding
  let scheme: ColorScheme
  /// The direction of what stands around the view that is painted, and in it unless it has its own.
  private var direction: String?

  private static let maximumDepth = 512
  /// The most steps that the views of a tree draw inside their boxes; each piece of a path is one.
  private static let maximumSteps = 500_000
  private var steps = 0

  /// A line is not broken where its box is this much too narrow: boxes stand on the pixel grid.
  private static let tolerance = 0.5

  init(
    tree: ViewTree, canvas: any Canvas, measuring: PangoTextMeasuring, images: any ImageProviding, scheme: ColorScheme
  ) {
    self.tree = tree
    self.canvas = canvas
    self.measuring = measuring
    self.images = images
    self.scheme = scheme
  }

  func paint() {
    guard let root = tree[tree.root] else { return }
    var painted: Set<ViewID> = []
    let visible = Rect(origin: .zero, size: root.frame.size)
    paint(root, origin: Point(x: -root.frame.x, y: -root.frame.y), visible: visible, depth: 0, painted: &painted)
  }

  /// Draws only what the root's kind draws inside its box.
  func paintInside() {
    guard let root = tree[tree.root], root.frame.isDrawable, !root.frame.isEmpty else { return }
    direction = root[.direction].string
    root.kind.drawing?(root, root.frame, self)
  }

  /// - Parameters:
  ///   - origin: where the parent's content begins.
  ///   - visible: what is not cut off by the parents; nil where a transform moves what is inside.
  private func paint(_ node: ViewNode, origin: Point, visible: Rect?, depth: Int, painted: inout Set<ViewID>) {
    guard depth < Self.maximumDepth, painted.insert(node.id).inserted, !node.isHidden, node.opacity > 0 else { return }
    let outer = direction
    defer { direction = outer }
    if let own = node[.direction].string { direction = own }
    var node = node
    if let direction { node.attributes[.direction] = .string(direction) }
    let box = node.frame.offsetBy(x: origin.x, y: origin.y)
    guard box.isDrawable else { return }
    let transform = node.transform
    let visible = transform == nil ? visible : nil
    var inside = visible
    if node.clips, let visible {
      guard let overlap = box.intersection(visible) else { return }
      inside = overlap
    }
    let opacity = node.opacity
    if let transform { canvas.beginGroup(transform, about: Point(x: box.midX, y: box.midY)) }
    if opacity < 1 { canvas.beginGroup(clip: nil, opacity: opacity) }
    paintBox(node, box)
    if !box.isEmpty { node.kind.drawing?(node, box, self) }
    paintChildren(node, box, visible: inside, depth, &painted)
    paintBorder(node, box)
    if node[.refreshing].bool == true { paintRefreshing(box) }
    if opacity < 1 { canvas.endGroup() }
    if transform != nil { canvas.endGroup() }
  }

  private func paintChildren(
    _ node: ViewNode, _ box: Rect, visible: Rect?, _ depth: Int, _ painted: inout Set<ViewID>
  ) {
    guard !node.children.isEmpty else { return }
    let clip = node.clips ? node.rounded(box) : nil
    if let clip { canvas.beginGroup(clip: clip, opacity: 1) }
    let offset = node[.scrollOffset].number.flatMap { $0.isFinite ? $0 : nil } ?? 0
    let isHorizontal = node[.axis].string == ScrollAxis.horizontal.rawValue
    var origin = Point(x: box.x, y: box.y)
    if !isHorizontal {
      origin.y -= offset
    } else if node.isRightToLeft, let width = node[.contentWidth].number {
      origin.x += box.width - width + offset
    } else {
      origin.x -= offset
    }
    // What stays in sight lies over what scrolls past it.
    var sticky: [ViewNode] = []
    for child in node.children {
      guard let child = tree[child] else { continue }
      if !isHorizontal, child[.stickyUntil].number != nil {
        sticky.append(child)
        continue
      }
      dim(behind: child, in: box)
      paint(child, origin: origin, visible: visible, depth: depth + 1, painted: &painted)
    }
    for child in sticky {
      let end = child[.stickyUntil].number ?? 0
      let shift = max(0, min(offset - child.frame.y, end - child.frame.height - child.frame.y))
      let moved = Point(x: origin.x, y: origin.y + (shift.isFinite ? shift : 0))
      paint(child, origin: moved, visible: visible, depth: depth + 1, painted: &painted)
    }
    if clip != nil { canvas.endGroup() }
  }

  private func paintBox(_ node: ViewNode, _ box: Rect) {
    // Alerts have their box in the middle; the rest dims what is behind.
    guard node.kind != .alert, !box.isEmpty else { return }
    let rounded = node.rounded(box)
    if let shadow = node.shadow, let color = ColorComponents(shadow.color, in: scheme), color.alpha > 0 {
      canvas.shadow(of: rounded, shadow, color)
    }
    let color = node.backgroundColor(in: scheme)
    if color.alpha > 0 { canvas.fill(rounded, color) }
    if let gradient = node.backgroundGradient, !box.isEmpty {
      canvas.fill(rounded, with: gradient.paint(in: box, scheme))
    }
  }

  private func paintBorder(_ node: ViewNode, _ box: Rect) {
    guard node.kind != .alert, !box.isEmpty else { return }
    let widths = node.borderWidth
    let color = node.borderColor(in: scheme)
    guard widths != .zero, color.alpha > 0 else { return }
    canvas.border(
      node.rounded(box), widths: widths, color, isDashed: node.kind == .placeholder)
  }

  /// A sheet or a popover leaves the rest of the window to be seen, dimmed.
  private func dim(behind node: ViewNode, in box: Rect) {
    guard !node[.presentation].isNull else { return }
    let black = ColorComponents(red: 0, green: 0, blue: 0)
    canvas.fill(RoundedBox(box), black.withOpacity(ControlMetrics.Alert.dimming))
  }

  /// A ring on a disc at the top of a table that gets new data.
  private func paintRefreshing(_ box: Rect) {
    let size = 36.0
    let disc = Rect(x: box.midX - size / 2, y: box.y + 16, width: size, height: size)
    guard disc.maxY < box.maxY else { return }
    canvas.shadow(
      of: RoundedBox(disc, radius: size / 2), Shadow(x: 0, y: 2, radius: 8, color: "#00000029"),
      ColorComponents(red: 0, green: 0, blue: 0, alpha: 0x29))
    canvas.fill(RoundedBox(disc, radius: size / 2), color(.background))
    drawRing(in: disc, color(.secondaryLabel))
  }
}

extension TreePainter: ViewCanvas {
  /// Whether there is room for another piece of a drawing.
  private func admit(_ cost: Int = 1) -> Bool {
    steps += cost
    return steps <= Self.maximumSteps
  }

  func clipped(to box: RoundedBox, _ body: () -> Void) {
    guard admit(), box.rect.isDrawable else { return }
    canvas.beginGroup(clip: box, opacity: 1)
    body()
    canvas.endGroup()
  }

  func clipped(to path: [PathStep], rule: FillRule, _ body: () -> Void) {
    guard admit(1 + path.count), path.isDrawable else { return }
    canvas.beginGroup(clip: path.normalized, rule: rule)
    body()
    canvas.endGroup()
  }

  func transformed(by transform: CanvasTransform, _ body: () -> Void) {
    guard admit(), transform.isInvertible else { return }
    canvas.beginGroup(transform)
    body()
    canvas.endGroup()
  }

  func withOpacity(_ opacity: Double, _ body: () -> Void) {
    guard admit(), opacity > 0 else { return }
    canvas.beginGroup(clip: nil, opacity: min(opacity, 1))
    body()
    canvas.endGroup()
  }

  func fill(_ box: RoundedBox, _ color: ColorComponents) {
    if admit(), box.rect.isDrawable { canvas.fill(box, color) }
  }

  func fill(_ path: [PathStep], with paint: Paint, rule: FillRule) {
    if admit(path.count), path.isDrawable { canvas.fill(path.normalized, with: paint.normalized, rule: rule) }
  }

  func stroke(_ path: [PathStep], style: StrokeStyle, with paint: Paint) {
    guard admit(path.count + style.dashes.count), path.isDrawable, style.isDrawable else { return }
    canvas.stroke(path.normalized, style: style, with: paint.normalized)
  }

  func shadow(of box: RoundedBox, _ shadow: Shadow, _ color: ColorComponents) {
    if admit(), box.rect.isDrawable { canvas.shadow(of: box, shadow, color) }
  }

  func measure(_ text: String, style: TextStyle, width: Double?) -> TextMetrics {
    measuring.measure(text, style: style, width: width)
  }

  func draw(
    _ text: String, style: TextStyle, align: TextAlign, isCentered: Bool, in box: Rect, _ color: ColorComponents
  ) {
    guard color.alpha > 0 || !style.spans.isEmpty, !text.isEmpty, admit(), box.isDrawable else { return }
    let colors = TextColors(text: color, scheme: scheme)
    // Text without letters, such as a number, stands as what is around it.
    let isRightToLeft = direction == Direction.rtl.rawValue && !text.contains(where: \.isLetter)
    let lines = measuring.set(text, style: style, width: max(0, box.width) + Self.tolerance)
    var baseline = (isCentered ? box.y + (box.height - lines.height) / 2 : box.y) + lines.baseline
    for line in lines.lines {
      canvas.text(
        line, of: lines, x: x(of: line, isRightToLeft || lines.isRightToLeft, in: box, align), y: baseline, colors)
      baseline += lines.lineHeight
    }
  }

  private func x(of line: TextLayout.Line, _ isRightToLeft: Bool, in box: Rect, _ align: TextAlign) -> Double {
    switch (align, isRightToLeft) {
    case (.center, _): box.midX - line.width / 2
    case (.left, _), (.start, false), (.end, true): box.minX
    case (.right, _), (.end, false), (.start, true): box.maxX - line.width
    }
  }

  func drawImage(of node: ViewNode, mode: ContentMode, in box: RoundedBox) {
    let placeholder = node.kind == .image ? node[.placeholder].string.map { ImageReference.name($0) } : nil
    // Where only another picture stands in its place, there is none to miss.
    drawFirst(
      of: [node.imageReference, placeholder].compactMap(\.self), mode: mode, in: box,
      isMissed: node.imageReference != nil)
  }

  func drawImage(_ image: ImageReference, mode: ContentMode, in box: RoundedBox) {
    drawFirst(of: [image], mode: mode, in: box, isMissed: true)
  }

  /// Draws the first picture that can be drawn; a sign where there is none, and one is missed.
  private func drawFirst(
    of images: [ImageReference], mode: ContentMode, in box: RoundedBox, isMissed: Bool
  ) {
    guard !images.isEmpty, admit(), box.rect.isDrawable else { return }
    for reference in images {
      if canvas.drawReference(to: reference, mode: mode, in: box) { return }
      let known: [UInt8]? =
        if case .data(let text) = reference { DataURL(text)?.bytes } else { self.images.imageData(for: reference) }
      if let bytes = known, canvas.image(bytes, for: reference, mode: mode, in: box) {
        return
      }
    }
    guard isMissed else { return }
    canvas.fill(box, color(.secondaryBackground))
    drawMissingPicture(in: box.rect)
  }

  /// A picture that is crossed out, as the web client has it. It needs some room to be understood.
  private func drawMissingPicture(in box: Rect) {
    guard box.width >= 32, box.height >= 32 else { return }
    func point(_ x: Double, _ y: Double) -> Point { Point(x: box.midX - 12 + x, y: box.midY - 12 + y) }
    let path: [PathStep] = [
      .move(point(4, 5)), .line(point(20, 5)), .line(point(20, 19)), .line(point(4, 19)), .line(point(4, 5)),
      .move(point(3, 3)), .line(point(21, 21)), .move(point(7, 16)), .line(point(10, 13)), .line(point(13, 16)),
      .move(point(17, 9.5)), .arc(center: point(15.5, 9.5), radius: 1.5, from: 0, to: 2 * .pi),
    ]
    stroke(path, width: 1.5, color(.secondaryLabel))
  }
}

extension Paint {
  /// The paint with its colours on the line and in order, as Cairo and SVG understand it alike.
  fileprivate var normalized: Paint {
    func sorted(_ stops: [GradientStop]) -> [GradientStop] {
      stops.map { GradientStop(min(max($0.location, 0), 1), $0.color) }.sorted { $0.location < $1.location }
    }
    switch self {
    case .color: return self
    case .linearGradient(let stops, let start, let end): return .linearGradient(sorted(stops), from: start, to: end)
    case .radialGradient(let stops, let center, let radius):
      return .radialGradient(sorted(stops), center: center, radius: max(radius, 1e-3))
    }
  }
}

extension [PathStep] {
  /// Whether all numbers can be drawn with, and there is something to draw.
  fileprivate var isDrawable: Bool {
    func isUsable(_ number: Double) -> Bool { number.isFinite && abs(number) < 1e7 }
    func isUsable(_ points: Point...) -> Bool { points.allSatisfy { isUsable($0.x) && isUsable($0.y) } }
    return !isEmpty
      && allSatisfy { step in
        switch step {
        case .move(let point), .line(let point): isUsable(point)
        case .quadCurve(let end, let control): isUsable(end, control)
        case .curve(let end, let first, let second): isUsable(end, first, second)
        case .arc(let center, let radius, let start, let end):
          isUsable(center) && radius >= 0 && isUsable(radius) && abs(start) < 1e3 && abs(end) < 1e3
        case .close: true
        }
      }
  }
}

extension StrokeStyle {
  /// Whether all numbers can be drawn with.
  fileprivate var isDrawable: Bool {
    width > 0 && width < 1e5 && dashes.allSatisfy { $0 >= 0 && $0 < 1e5 }
      && (dashes.isEmpty || dashes.contains { $0 > 0.01 })
  }
}

extension Rect {
  /// Whether all numbers can be drawn with.
  var isDrawable: Bool {
    [x, y, width, height].allSatisfy { $0.isFinite && abs($0) < 1e7 } && width >= 0 && height >= 0
  }
}
