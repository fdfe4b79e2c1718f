import TesseraLayout
import TesseraValues
import TesseraViews

/// Draws a view tree on a canvas, back to front. The view's kind draws the content of its box.
final class TreePainter {
  private let tree: ViewTree
  private let canvas: any Canvas
  private let measuring: PangoTextMeasuring
  private let images: any ImageProviding
  let scheme: ColorScheme
  /// The direction of the view's surroundings, inherited by views without a direction of their own.
  private var direction: String?

  /// The maximum depth of views in a picture that Tessera draws. Deeper ones are left out.
  private static let maximumDepth = 512
  /// The maximum number of steps that the views of a tree draw inside their boxes, counting each segment of a path.
  /// Further ones are left out.
  private static let maximumSteps = 500_000
  private var steps = 0

  /// The width by which a line may exceed its box without being broken, because boxes are rounded to the pixel grid.
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

  /// Draws only the content that the root's kind draws inside its box.
  func paintInside() {
    guard let root = tree[tree.root], root.frame.isDrawable, !root.frame.isEmpty else { return }
    direction = root[.direction].string
    root.kind.drawing?(root, root.frame, self)
  }

  /// - Parameters:
  ///   - origin: The origin of the parent's content.
  ///   - visible: The area that the ancestors do not clip; nil if a transform applies to the content.
  private func paint(_ node: ViewNode, origin: Point, visible: Rect?, depth: Int, painted: inout Set<ViewID>) {
    guard depth < Self.maximumDepth, painted.insert(node.id).inserted else { return }
    guard node.isDisplayed, !node.isHidden, node.opacity > 0 else { return }
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
    // Sticky rows are drawn over the rows that scroll past them.
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
    // Alerts draw their box in the centre; the rest dims the background.
    guard node.kind != .alert, !box.isEmpty else { return }
    let rounded = node.rounded(box)
    if let shadow = node.shadow, let color = ColorComponents(shadow.color, in: scheme), color.alpha > 0 {
      canvas.shadow(of: rounded, shadow, color)
    }
    let color = node.backgroundColor(in: scheme)
    if color.alpha > 0 { canvas.fill(rounded, color) }
    if let color = node.selectionColor(in: scheme), color.alpha > 0 { canvas.fill(rounded, color) }
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

  /// Dims the rest of the window behind a sheet or a popover.
  private func dim(behind node: ViewNode, in box: Rect) {
    guard !node[.presentation].isNull else { return }
    let black = ColorComponents(red: 0, green: 0, blue: 0)
    canvas.fill(RoundedBox(box), black.withOpacity(ControlMetrics.Alert.dimming))
  }

  /// Draws a ring on a disc at the top of a table that is refreshing.
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
  /// Returns whether the step limit allows another part of a drawing.
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
    // Text without letters, such as a number, has the direction of its surroundings.
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
    let placeholder = node.kind == .image ? node[.placeholder].string : nil
    // If there is only a placeholder image, no missing-image symbol is drawn.
    drawFirst(
      of: [node.imageReference.map { ($0, node.imageTint(in: scheme)) }, placeholder.map { (.name($0), nil) }]
        .compactMap(\.self),
      mode: mode, in: box, isMissed: node.imageReference != nil && node[.placeholder] != "")
  }

  func drawImage(_ image: ImageReference, mode: ContentMode, in box: RoundedBox, tint: ColorComponents?) {
    drawFirst(of: [(image, tint)], mode: mode, in: box, isMissed: true)
  }

  /// Draws the first image that can be drawn. If there is none and one is expected, draws a symbol.
  private func drawFirst(
    of images: [(ImageReference, tint: ColorComponents?)], mode: ContentMode, in box: RoundedBox, isMissed: Bool
  ) {
    guard !images.isEmpty, admit(), box.rect.isDrawable else { return }
    for (reference, tint) in images {
      if let tint { canvas.beginGroup(tint: tint, in: box.rect) }
      defer { if tint != nil { canvas.endGroup() } }
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

  /// Draws a crossed-out picture, as in the web client. It needs a minimum size to be recognizable.
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
  /// The paint with its stops sorted and clamped to the line, so that Cairo and SVG interpret it alike.
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
  /// Whether all numbers can be drawn, and the path is not empty.
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
  /// Whether all numbers can be drawn.
  fileprivate var isDrawable: Bool {
    width > 0 && width < 1e5 && dashes.allSatisfy { $0 >= 0 && $0 < 1e5 }
      && (dashes.isEmpty || dashes.contains { $0 > 0.01 })
  }
}

extension Rect {
  /// Whether all numbers can be drawn.
  var isDrawable: Bool {
    [x, y, width, height].allSatisfy { $0.isFinite && abs($0) < 1e7 } && width >= 0 && height >= 0
  }
}
