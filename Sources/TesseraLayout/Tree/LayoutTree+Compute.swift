extension LayoutTree {
  /// Lays out the tree below `root`.
  ///
  /// - Parameters:
  ///   - root: The node to begin with; its own `positionType` and `alignSelf` have no effect.
  ///   - width: The room for the root. In `definite` room a root of automatic width fills it, margins aside; otherwise
  ///     it is as wide as its content.
  ///   - height: The same for the height.
  ///   - direction: What `Direction.inherit` means for the root.
  ///   - scale: The number of device pixels to a point; frames end up on whole pixels without gaps between neighbours.
  ///     0 leaves frames as they are.
  ///   - measuring: Answers for the content of measured leaves.
  public mutating func compute(
    root: NodeID, width: AvailableSpace, height: AvailableSpace, direction: Direction = .ltr, scale: Double = 1,
    measuring: some LeafMeasuring
  ) {
    let index = checked(root)
    changedNodes.removeAll(keepingCapacity: true)
    var pass = StackLayout(tree: self, measuring: measuring)
    pass.layoutRoot(
      index, width: width, height: height, isRightToLeft: direction == .rtl)
    for (node, unrounded, baseline) in pass.placed {
      var frame = unrounded
      if scale > 0, scale.isFinite {
        frame.x = (unrounded.x * scale).rounded() / scale
        frame.y = (unrounded.y * scale).rounded() / scale
        frame.width = (unrounded.width * scale).rounded() / scale
        frame.height = (unrounded.height * scale).rounded() / scale
      }
      if !results[node].hasFrame || results[node].frame != frame { changedNodes.append(identifier(node)) }
      results[node].hasFrame = true
      results[node].unrounded = unrounded
      results[node].frame = frame
      results[node].contentSize = frame.size
      results[node].firstBaseline = baseline
      links[node].isDirty = false
    }
  }

  /// Lays out a tree that has no measured leaves.
  public mutating func compute(
    root: NodeID, width: AvailableSpace, height: AvailableSpace, direction: Direction = .ltr, scale: Double = 1
  ) {
    compute(
      root: root, width: width, height: height, direction: direction, scale: scale, measuring: NoMeasuring())
  }
}
