/// A first, single-line flex algorithm without caches.
struct StackLayout<Measuring: LeafMeasuring> {
  let tree: LayoutTree
  let measuring: Measuring
  var placed: [(Int, Rect, Double)] = []

  init(tree: LayoutTree, measuring: Measuring) {
    self.tree = tree
    self.measuring = measuring
  }

  mutating func layoutRoot(_ node: Int, width: AvailableSpace, height: AvailableSpace, isRightToLeft: Bool) {
    let style = tree.styles[node]
    let margin = insets(node, \.margin, width.points, isRightToLeft)
    let outerWidth = resolve(style.width, width.points) ?? width.points.map { $0 - margin.horizontal }
    let outerHeight = resolve(style.height, height.points) ?? height.points.map { $0 - margin.vertical }
    let size = measure(node, width: outerWidth, height: outerHeight, isRightToLeft)
    place(node, Rect(x: margin.left, y: margin.top, width: size.width, height: size.height), isRightToLeft)
  }

  private func resolve(_ dimension: Dimension, _ basis: Double?) -> Double? {
    switch dimension.kind {
    case .points(let points): points
    case .percent(let percent): basis.map { $0 * percent / 100 }
    default: nil
    }
  }

  private func insets(
    _ node: Int, _ path: KeyPath<BoxEdges, Edges>, _ basis: Double?, _ isRightToLeft: Bool
  ) -> EdgeInsets {
    guard tree.styles[node].edges >= 0 else { return .zero }
    let edges = tree.edges[Int(tree.styles[node].edges)][keyPath: path]
    var left = edges.left
    var right = edges.right
    if edges.start != .unset { if isRightToLeft { right = edges.start } else { left = edges.start } }
    if edges.end != .unset { if isRightToLeft { left = edges.end } else { right = edges.end } }
    return EdgeInsets(
      top: resolve(edges.top, basis) ?? 0, left: resolve(left, basis) ?? 0,
      bottom: resolve(edges.bottom, basis) ?? 0, right: resolve(right, basis) ?? 0)
  }

  private func clamp(_ value: Double, _ low: Dimension, _ high: Dimension, _ basis: Double?) -> Double {
    max(resolve(low, basis) ?? 0, min(value, resolve(high, basis) ?? .infinity), 0)
  }

  private mutating func measure(
    _ node: Int, width: Double?, height: Double?, available: Double? = nil, _ isRightToLeft: Bool
  ) -> Size {
    let style = tree.styles[node]
    let box = boxInsets(node, width ?? available, isRightToLeft)
    var size = Size(width: width ?? box.horizontal, height: height ?? box.vertical)
    if width != nil, height != nil { return size }
    if tree.links[node].isMeasured {
      let content = measuring.measure(
        tree.identifier(node),
        width: width.map { .definite(max(0, $0 - box.horizontal)) }
          ?? available.map { .definite(max(0, $0 - box.horizontal)) } ?? .maxContent,
        height: height.map { .definite(max(0, $0 - box.vertical)) } ?? .maxContent)
      if width == nil { size.width += content.size.width }
      if height == nil { size.height += content.size.height }
      return size
    }
    let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    let inner = Size(
      width: (width ?? available ?? 0) - box.horizontal, height: (height ?? 0) - box.vertical)
    var main = 0.0
    var cross = 0.0
    var count = 0
    forEachItem(node) { layout, child in
      let item = layout.itemSize(child, parent: style, inner: inner, width: width, height: height, isRightToLeft)
      let margin = layout.insets(child, \.margin, width, isRightToLeft)
      main += isRow ? item.width + margin.horizontal : item.height + margin.vertical
      cross = max(cross, isRow ? item.height + margin.vertical : item.width + margin.horizontal)
      count += 1
    }
    main += Double(max(0, count - 1)) * (resolve(isRow ? style.columnGap : style.rowGap, 0) ?? 0)
    if width == nil { size.width += isRow ? main : cross }
    if height == nil { size.height += isRow ? cross : main }
    return size
  }

  private mutating func itemSize(
    _ child: Int, parent: BoxStyle, inner: Size, width: Double?, height: Double?, _ isRightToLeft: Bool
  ) -> Size {
    let style = tree.styles[child]
    let isRow = parent.flexDirection == .row || parent.flexDirection == .rowReverse
    let margin = insets(child, \.margin, width, isRightToLeft)
    var itemWidth = resolve(style.width, width == nil ? nil : inner.width)
    var itemHeight = resolve(style.height, height == nil ? nil : inner.height)
    if let basis = resolve(style.flexBasis, isRow ? width.map { _ in inner.width } : height.map { _ in inner.height }) {
      if isRow { itemWidth = basis } else { itemHeight = basis }
    }
    if stretches(style, parent) {
      if isRow {
        if itemHeight == nil, height != nil { itemHeight = inner.height - margin.vertical }
      } else if itemWidth == nil, width != nil {
        itemWidth = inner.width - margin.horizontal
      }
    }
    let size = measure(
      child, width: itemWidth, height: itemHeight, available: width == nil ? nil : inner.width - margin.horizontal,
      isRightToLeft)
    return Size(
      width: clamp(size.width, style.minWidth, style.maxWidth, inner.width),
      height: clamp(size.height, style.minHeight, style.maxHeight, inner.height))
  }

  private func stretches(_ style: BoxStyle, _ parent: BoxStyle) -> Bool {
    switch style.alignSelf {
    case .auto: parent.alignItems == .normal || parent.alignItems == .stretch
    case .normal, .stretch: true
    default: false
    }
  }

  private func boxInsets(_ node: Int, _ basis: Double?, _ isRightToLeft: Bool) -> EdgeInsets {
    let padding = insets(node, \.padding, basis, isRightToLeft)
    let border = insets(node, \.border, nil, isRightToLeft)
    return EdgeInsets(
      top: padding.top + border.top, left: padding.left + border.left, bottom: padding.bottom + border.bottom,
      right: padding.right + border.right)
  }

  private mutating func forEachItem(_ node: Int, _ body: (inout Self, Int) -> Void) {
    var child = tree.links[node].firstChild
    while child >= 0 {
      let style = tree.styles[Int(child)]
      if style.display != .none, style.positionType != .absolute { body(&self, Int(child)) }
      child = tree.links[Int(child)].next
    }
  }

  private mutating func place(_ node: Int, _ frame: Rect, _ isRightToLeft: Bool) {
    placed.append((node, frame, .nan))
    let style = tree.styles[node]
    let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    let isReverse = style.flexDirection == .rowReverse || style.flexDirection == .columnReverse
    let box = boxInsets(node, frame.width, isRightToLeft)
    let inner = frame.offsetBy(x: -frame.x, y: -frame.y).inset(by: box)
    var sizes: [(child: Int, size: Size, margin: EdgeInsets)] = []
    var used = 0.0
    var grow = 0.0
    var shrink = 0.0
    forEachItem(node) { layout, child in
      let size = layout.itemSize(
        child, parent: style, inner: inner.size, width: frame.width, height: frame.height, isRightToLeft)
      let margin = layout.insets(child, \.margin, inner.width, isRightToLeft)
      used += isRow ? size.width + margin.horizontal : size.height + margin.vertical
      grow += layout.tree.styles[child].flexGrow
      shrink += layout.tree.styles[child].flexShrink * (isRow ? size.width : size.height)
      sizes.append((child, size, margin))
    }
    let mainInner = isRow ? inner.width : inner.height
    let gap = resolve(isRow ? style.columnGap : style.rowGap, mainInner) ?? 0
    var free = mainInner - used - gap * Double(max(0, sizes.count - 1))
    for index in sizes.indices where free > 0 && grow > 0 || free < 0 && shrink > 0 {
      let item = tree.styles[sizes[index].child]
      let length = isRow ? sizes[index].size.width : sizes[index].size.height
      let change = free > 0 ? free * item.flexGrow / grow : free * item.flexShrink * length / shrink
      if isRow { sizes[index].size.width += change } else { sizes[index].size.height += change }
    }
    if free > 0 && grow > 0 || free < 0 && shrink > 0 { free = 0 }
    let count = Double(sizes.count)
    var offset = 0.0
    var between = gap
    switch style.justifyContent {
    case .center: offset = free / 2
    case .flexEnd, .end, .right: offset = free
    case .spaceBetween: if count > 1 { between += max(0, free) / (count - 1) }
    case .spaceAround:
      offset = max(0, free) / max(1, count) / 2
      between += offset * 2
    case .spaceEvenly:
      offset = max(0, free) / (count + 1)
      between += offset
    default: break
    }
    let fromEnd = isReverse != (isRow && isRightToLeft)
    for (child, size, margin) in sizes {
      let outer = isRow ? size.width + margin.horizontal : size.height + margin.vertical
      let main = fromEnd ? mainInner - offset - outer : offset
      offset += outer + between
      let crossFree =
        isRow
        ? inner.height - size.height - margin.vertical : inner.width - size.width - margin.horizontal
      let alignment =
        tree.styles[child].alignSelf == .auto ? style.alignItems.rawValue : tree.styles[child].alignSelf.rawValue
      var cross = 0.0
      switch alignment {
      case "center": cross = crossFree / 2
      case "flex-end", "end": cross = !isRow && isRightToLeft ? 0 : crossFree
      default: cross = !isRow && isRightToLeft ? crossFree : 0
      }
      place(
        child,
        Rect(
          x: inner.x + margin.left + (isRow ? main : cross), y: inner.y + margin.top + (isRow ? cross : main),
          width: size.width, height: size.height), isRightToLeft)
    }
    var child = tree.links[node].firstChild
    while child >= 0 {
      let childStyle = tree.styles[Int(child)]
      if childStyle.display != .none, childStyle.positionType == .absolute {
        let position = childStyle.edges >= 0 ? tree.edges[Int(childStyle.edges)].position : .auto
        let left = resolve(position.left, frame.width)
        let right = resolve(position.right, frame.width)
        let top = resolve(position.top, frame.height)
        let bottom = resolve(position.bottom, frame.height)
        var width = resolve(childStyle.width, frame.width)
        var height = resolve(childStyle.height, frame.height)
        if width == nil, let left, let right { width = frame.width - left - right }
        if height == nil, let top, let bottom { height = frame.height - top - bottom }
        let size = measure(Int(child), width: width, height: height, available: frame.width, isRightToLeft)
        place(
          Int(child),
          Rect(
            x: left ?? right.map { frame.width - $0 - size.width } ?? inner.x,
            y: top ?? bottom.map { frame.height - $0 - size.height } ?? inner.y,
            width: size.width, height: size.height), isRightToLeft)
      }
      child = tree.links[Int(child)].next
    }
  }
}
