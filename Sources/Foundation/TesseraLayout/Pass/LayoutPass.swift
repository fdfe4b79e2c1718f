/// A single layout pass over the arrays of a tree.
///
/// Layout follows the CSS model for a horizontal writing mode: the width of a box is known before it is laid out, and
/// its height is a result of layout. A node supports three operations, which use cached results where possible:
///
/// * `minContentWidth` and `maxContentWidth` compute the intrinsic widths of the content.
/// * `measure` computes the height of the node at a given width, without placing anything.
/// * `place` lays out everything inside the node at its final position, once per node and pass.
///
/// `measure` measures each child at most once. Regardless of the depth of the tree, the total cost is bounded by the
/// number of nodes times the number of different widths tried.
///
/// Internally, NaN represents an unknown length (CSS: indefinite, or `auto`). Arithmetic propagates it, so a percentage
/// of an unknown height is automatically unknown. Node indices are stored as `Int32` and used as `Int`.
struct LayoutPass: ~Copyable {
  let links: UnsafeMutablePointer<NodeLinks>
  let styles: UnsafeMutablePointer<BoxStyle>
  let results: UnsafeMutablePointer<NodeResult>
  let edges: UnsafePointer<BoxEdges>
  var cache: MeasureCache
  var scratch = ScratchMemory()
  let measuring: any LeafMeasuring
  /// The number of this pass. Results with a different number were not updated by it.
  let stamp: UInt32
  /// The root of this pass.
  let root: Int
  /// Whether any node of the tree has ever had `display: contents`.
  let hasContents: Bool
  /// Whether the most recently computed content width depends on the given height.
  var consultedHeight = false
  /// The number of ancestors of the current node.
  var depth = 0
  /// The nodes that were nested too deeply to be laid out.
  var truncated: [Int32] = []

  /// The nodes that exceeded the budget for different measurements.
  var overBudget: [Int32] = []

  /// The maximum number of uncached measurements of one node per pass. Ordinary trees need two or three. If the widths
  /// and heights of boxes depend on each other through many levels, each level could add one more and the numbers would
  /// multiply. Further requests return the last result of their kind.
  static let budget: UInt8 = 24
  /// The depth at which recursion continues on a thread with a larger stack.
  static let depthOnCallersStack = 96
  /// The maximum depth of a layout tree. Nodes below it are laid out as if they had no children and no content.
  static let maximumDepth = 16_384

  /// Counts a measurement that is not in the cache.
  ///
  /// - Returns: Whether the node is still within its budget.
  mutating func spendBudget(_ node: Int) -> Bool {
    if results[node].answersStamp != stamp {
      results[node].answersStamp = stamp
      results[node].answers = 0
    }
    guard results[node].answers < Self.budget else {
      if results[node].answers == Self.budget {
        results[node].answers += 1
        overBudget.append(Int32(node))
      }
      return false
    }
    results[node].answers += 1
    return true
  }

  /// Calls `body` one level deeper. It runs on a larger stack if the caller's stack might overflow, and is not called
  /// below the maximum depth.
  ///
  /// - Returns: Whether `body` was called. The result is false if the node is nested too deeply.
  @inline(__always)
  mutating func descend(into node: Int, _ body: (inout LayoutPass) -> Void) -> Bool {
    depth += 1
    defer { depth -= 1 }
    if depth == Self.depthOnCallersStack || depth >= Self.maximumDepth {
      return descendSpecially(into: node, body)
    }
    body(&self)
    return true
  }

  @inline(never)
  private mutating func descendSpecially(into node: Int, _ body: (inout LayoutPass) -> Void) -> Bool {
    if depth < Self.maximumDepth, withLargeStack({ body(&self) }) { return true }
    truncated.append(Int32(node))
    return false
  }
}

/// The constraint for laying out a node.
struct BoxConstraint: BitwiseCopyable, Sendable {
  /// The width of the border box.
  var width: Double
  /// The height of the border box, or NaN if it depends on the content.
  var height: Double
  /// The minimum height of the border box if it depends on the content.
  var minHeight: Double
  /// The maximum height of the border box if it depends on the content.
  var maxHeight: Double
  /// The basis for percentages of the node's own padding.
  var basisWidth: Double
  /// Whether percentages of the children can resolve against the height.
  var isHeightDefinite: Bool
  /// The node's own direction.
  var isRightToLeft: Bool

  init(
    width: Double, height: Double, minHeight: Double = 0, maxHeight: Double = .infinity, basisWidth: Double,
    isHeightDefinite: Bool, isRightToLeft: Bool
  ) {
    self.width = width
    self.height = height
    // The limits no longer matter if the height is known. Resetting them makes equal constraints match in the cache.
    self.minHeight = height.isNaN ? minHeight : 0
    self.maxHeight = height.isNaN ? maxHeight : .infinity
    self.basisWidth = basisWidth
    self.isHeightDefinite = isHeightDefinite
    self.isRightToLeft = isRightToLeft
  }

  /// Returns whether layout with `other` produces the same result.
  @inline(__always)
  func matches(_ other: BoxConstraint, comparingBasis: Bool) -> Bool {
    width == other.width && (height == other.height || height.isNaN && other.height.isNaN)
      && minHeight == other.minHeight && maxHeight == other.maxHeight
      && isHeightDefinite == other.isHeightDefinite && isRightToLeft == other.isRightToLeft
      && (!comparingBasis || basisWidth == other.basisWidth)
  }
}

/// The height of a node at a given width.
struct MeasuredHeight: BitwiseCopyable, Sendable {
  /// The height of the border box.
  var height: Double
  /// The height required by the content, including padding and border, before limits are applied.
  var contentHeight: Double
  /// The distance from the top of the border box to the first baseline; NaN if there is none or if it was not
  /// requested.
  var baseline: Double
}
