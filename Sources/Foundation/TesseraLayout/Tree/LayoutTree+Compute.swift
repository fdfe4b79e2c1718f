extension LayoutTree {
  /// Lays out the tree below `root`.
  ///
  /// Nodes whose layout cannot have changed are skipped. Numbers that are out of range are clamped, and nodes nested
  /// more than 16,384 levels deep are laid out as if they were empty. The results are always finite.
  ///
  /// - Parameters:
  ///   - root: The root node. Its own `positionType` and `alignSelf` have no effect.
  ///   - width: The available width. A root with automatic width fills a `definite` width minus its margins; otherwise
  ///     it is as wide as its content.
  ///   - height: The available height, with the same rules.
  ///   - direction: The direction that `Direction.inherit` refers to at the root.
  ///   - scale: The number of device pixels per point. Frames are rounded to whole pixels without gaps between
  ///     neighbours. 0 disables rounding.
  ///   - measuring: Measures the content of measured leaves.
  public mutating func compute(
    root: NodeID, width: AvailableSpace, height: AvailableSpace, direction: Direction = .ltr, scale: Double = 1,
    measuring: some LeafMeasuring
  ) {
    let index = checked(root)
    stamp &+= 1
    changedNodes.removeAll(keepingCapacity: true)
    let unsettled = runPass(
      index, width: width, height: height, isRightToLeft: direction == .rtl, measuring: measuring)
    let isUsableScale = scale > 0 && scale.isFinite && scale < 1e6
    round(index, scale: isUsableScale ? scale : 0)
    // Truncated nodes might be laid out if they moved up in the tree, and approximate results might be exact next time.
    // The results of these nodes, their ancestors and their descendants must therefore not be reused.
    for node in unsettled { invalidateSubtree(Int(node)) }
  }

  /// Lays out a tree without measured leaves.
  public mutating func compute(
    root: NodeID, width: AvailableSpace, height: AvailableSpace, direction: Direction = .ltr, scale: Double = 1
  ) {
    compute(
      root: root, width: width, height: height, direction: direction, scale: scale, measuring: NoMeasuring())
  }

  private mutating func runPass(
    _ root: Int, width: AvailableSpace, height: AvailableSpace, isRightToLeft: Bool, measuring: any LeafMeasuring
  ) -> [Int32] {
    // The result contains the nodes with truncated or approximate layout.
    var cache = MeasureCache()
    swap(&cache, &self.cache)
    let stamp = stamp
    let hasContents = hasContents
    var unsettled: [Int32] = []
    if edges.isEmpty {
      // Ensures that the array has a base address.
      edges.append(.default)
      freeEdges.append(0)
    }
    links.withUnsafeMutableBufferPointer { links in
      styles.withUnsafeMutableBufferPointer { styles in
        results.withUnsafeMutableBufferPointer { results in
          edges.withUnsafeBufferPointer { edges in
            guard let links = links.baseAddress, let styles = styles.baseAddress, let results = results.baseAddress,
              let edges = edges.baseAddress
            else { return }
            var pass = LayoutPass(
              links: links, styles: styles, results: results, edges: edges, cache: cache, measuring: measuring,
              stamp: stamp, root: root, hasContents: hasContents)
            cache = MeasureCache()
            pass.placeRoot(width: width, height: height, parentIsRightToLeft: isRightToLeft)
            swap(&cache, &pass.cache)
            unsettled = pass.truncated + pass.overBudget
          }
        }
      }
    }
    swap(&cache, &self.cache)
    return unsettled
  }

  /// Rounds the frames of all nodes that were laid out to the pixel grid, and records which ones changed.
  private mutating func round(_ root: Int, scale: Double) {
    let isNewScale = scale != lastScale
    lastScale = scale
    let grid = PixelGrid(scale: scale)
    var node = root
    var parentSubpixel = Point.zero
    while true {
      let isMoved = setFrame(node, grid, parentSubpixel)
      let isInside = results[node].stamp == stamp || isMoved || isNewScale
      if isInside, links[node].firstChild >= 0, !links[node].isMeasured {
        parentSubpixel = results[node].subpixel
        node = Int(links[node].firstChild)
        continue
      }
      while node != root, links[node].next < 0 { node = Int(links[node].parent) }
      if node == root { return }
      parentSubpixel = results[Int(links[node].parent)].subpixel
      node = Int(links[node].next)
    }
  }

  /// Sets the frame of a node.
  /// - Returns: Whether the subpixel offset of the node's origin changed.
  private mutating func setFrame(_ node: Int, _ grid: PixelGrid, _ parentSubpixel: Point) -> Bool {
    let old = results[node]
    var frame = old.unrounded
    var subpixel = Point.zero
    if grid.scale > 0 {
      (frame, subpixel) = grid.frame(
        old.unrounded, parentSubpixel: parentSubpixel, isMeasured: links[node].isMeasured)
    }
    if !old.hasFrame || frame != old.frame {
      results[node].frame = frame
      results[node].hasFrame = true
      changedNodes.append(identifier(node))
    }
    guard subpixel != old.subpixel else { return false }
    results[node].subpixel = subpixel
    return true
  }
}

extension LayoutPass {
  /// Lays out the root of the pass.
  mutating func placeRoot(width: AvailableSpace, height: AvailableSpace, parentIsRightToLeft: Bool) {
    if styles[root].display == .none {
      hideSubtree(root)
      return
    }
    let style = styles[root]
    let isRightToLeft = self.isRightToLeft(root, parent: parentIsRightToLeft)
    var roomWidth = Self.room(width)
    if roomWidth.isNaN {
      // The available width is the preferred width of the root; percentages refer to that width.
      let kind: MeasureCache.Record.Kind = width == .minContent ? .minContentWidth : .maxContentWidth
      let basis = Self.room(height)
      let insetHeight = boxInsets(root, 0, isRightToLeft).vertical
      var ownHeight = resolveHeight(style.height, root, basis: basis, available: basis, inset: insetHeight)
      if !ownHeight.isNaN {
        ownHeight = clamped(
          ownHeight, resolveMinHeight(root, basis: basis, available: basis, inset: insetHeight),
          resolveMaxHeight(root, basis: basis, available: basis, inset: insetHeight))
      }
      let outer =
        widthContribution(root, kind, height: ownHeight, basisHeight: basis, isRightToLeft: isRightToLeft)
        + margins(root, .unknownLength, isRightToLeft).horizontal
      roomWidth = max(0, outer)
    }
    let roomHeight = Self.room(height)
    let margin = margins(root, roomWidth, isRightToLeft)
    let inset = boxInsets(root, roomWidth, isRightToLeft)
    let availableWidth = roomWidth - margin.horizontal
    let availableHeight = roomHeight - margin.vertical

    let minHeight = resolveMinHeight(root, basis: roomHeight, available: availableHeight, inset: inset.vertical)
    var maxHeight = resolveMaxHeight(root, basis: roomHeight, available: availableHeight, inset: inset.vertical)
    // A content-based minimum height overrides the maximum height.
    if style.minHeight.isContentKeyword { maxHeight = .infinity }
    var rootHeight = resolveHeight(
      style.height, root, basis: roomHeight, available: availableHeight, inset: inset.vertical)
    let hasRatio = style.aspectRatio > 0
    if rootHeight.isNaN, style.height == .auto, !roomHeight.isNaN, !hasRatio {
      rootHeight = max(inset.vertical, availableHeight)
    }
    if !rootHeight.isNaN { rootHeight = clamped(rootHeight, minHeight, maxHeight) }

    var limits = widthLimits(
      root, basis: roomWidth, available: availableWidth, height: rootHeight, inset: inset.horizontal,
      isRightToLeft: isRightToLeft)
    var rootWidth = resolveWidth(
      style.width, root, basis: roomWidth, available: availableWidth, height: rootHeight, inset: inset.horizontal,
      isRightToLeft: isRightToLeft)
    if rootWidth.isNaN {
      if hasRatio, !rootHeight.isNaN {
        rootWidth = widthByRatio(root, height: rootHeight, inset: inset)
        limits.low = automaticMinimum(root, limits, inset: inset.horizontal, isRightToLeft: isRightToLeft)
      } else {
        rootWidth = max(inset.horizontal, availableWidth)
      }
    }
    rootWidth = clamped(rootWidth, limits.low, limits.high)
    if rootHeight.isNaN, hasRatio {
      var minHeight = minHeight
      if style.minHeight == .auto, !style.height.isPercent, !style.overflow.isScrollContainer {
        let content = contentHeightByRatio(
          root, width: rootWidth, height: heightByRatio(root, width: rootWidth, inset: inset), basisWidth: roomWidth,
          isRightToLeft: isRightToLeft)
        minHeight = max(minHeight, min(maxHeight, content))
      }
      rootHeight = clamped(heightByRatio(root, width: rootWidth, inset: inset), minHeight, maxHeight)
    }
    if !rootHeight.isNaN, style.minHeight.isContentKeyword || style.maxHeight.isContentKeyword {
      let open = BoxConstraint(
        width: rootWidth, height: .unknownLength, minHeight: minHeight, maxHeight: maxHeight, basisWidth: roomWidth,
        isHeightDefinite: false, isRightToLeft: isRightToLeft)
      let content =
        hasRatio
        ? heightByRatio(root, width: rootWidth, inset: inset)
        : measure(root, open, wantsBaseline: false).contentHeight
      if style.maxHeight.isContentKeyword { rootHeight = min(rootHeight, content) }
      if style.minHeight.isContentKeyword { rootHeight = max(rootHeight, content) }
    }
    place(
      root,
      BoxConstraint(
        width: rootWidth, height: rootHeight, minHeight: minHeight, maxHeight: maxHeight, basisWidth: roomWidth,
        isHeightDefinite: !rootHeight.isNaN, isRightToLeft: isRightToLeft))
    var free = roomWidth - rootWidth - margin.horizontal
    if !parentIsRightToLeft { free = 0 }
    if style.edges >= 0, free > 0 || roomWidth > rootWidth + margin.horizontal {
      free = rootShift(roomWidth - rootWidth - margin.horizontal, free, isRightToLeft)
    }
    let offset = relativeOffset(root, width: roomWidth, height: roomHeight, isRightToLeft, parentIsRightToLeft)
    results[root].unrounded.x = margin.left + offset.x + free
    results[root].unrounded.y = margin.top + offset.y
  }

  /// Returns the offset of the root caused by auto margins, or `shift` if there are none.
  private func rootShift(_ free: Double, _ shift: Double, _ isRightToLeft: Bool) -> Double {
    let margin = edges[Int(styles[root].edges)].margin
    let isLeftAuto = margin.physicalLeft(isRightToLeft) == .auto
    let isRightAuto = margin.physicalRight(isRightToLeft) == .auto
    return isLeftAuto ? (isRightAuto ? free / 2 : free) : (isRightAuto ? 0 : shift)
  }

  private static func room(_ space: AvailableSpace) -> Double {
    guard case .definite(let points) = space, !points.isNaN else { return .unknownLength }
    return min(max(0, points), Dimension.limit)
  }
}
