/// One run of layout over the arrays of a tree.
///
/// Layout follows the model of CSS in a horizontal writing mode: a width is always known before a box is laid out, and a
/// height comes out of it. Three questions are asked of a node, each answered from a cache where possible:
///
/// * `minContentWidth`, `maxContentWidth`: how wide the content would like to be;
/// * `measure`: how high the node is at a given width, without placing anything;
/// * `place`: put everything inside the node at its final place. This happens once per node and pass.
///
/// `measure` asks each child at most once, so that the whole costs no more than the number of nodes times the number of
/// different widths in which they are tried, however deep the tree.
///
/// In the internals a NaN stands for a length that is not known (CSS: indefinite, or `auto`): arithmetic carries it
/// along, so that a percentage of an unknown height is unknown by itself. Node indices are `Int32` in storage and `Int`
/// in code.
struct LayoutPass: ~Copyable {
  let links: UnsafeMutablePointer<NodeLinks>
  let styles: UnsafeMutablePointer<BoxStyle>
  let results: UnsafeMutablePointer<NodeResult>
  let edges: UnsafePointer<BoxEdges>
  var cache: MeasureCache
  var scratch = ScratchMemory()
  let measuring: any LeafMeasuring
  /// The number of this pass; results with another number were not touched by it.
  let stamp: UInt32
  /// The node that layout began with.
  let root: Int
  /// Whether any node of the tree has ever had `display: contents`.
  let hasContents: Bool
  /// Whether the content width that was asked for last depends on the height that was given.
  var consultedHeight = false
  /// How many nodes lie above the one that is looked at.
  var depth = 0
  /// Nodes that were nested too deeply to be laid out.
  var truncated: [Int32] = []

  /// Nodes about whose size too many different questions were asked.
  var overBudget: [Int32] = []

  /// How many different questions about one node's size a pass answers. Ordinary trees ask two or three; boxes that
  /// depend on each other's widths and heights through many levels would ask one more at each level, and levels would
  /// multiply. Further questions get the last answer of their kind.
  static let budget: UInt8 = 24
  /// Where recursion goes on in a thread with a larger stack.
  static let depthOnCallersStack = 96
  /// Nodes below this depth are laid out as if they had no children and no content.
  static let maximumDepth = 16_384

  /// Counts a question that the cache does not answer.
  ///
  /// - Returns: false where there were too many.
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

  /// A level deeper: `body` runs in a larger stack where the caller's may end, and not at all below the maximum depth.
  ///
  /// - Returns: false where the node is nested too deeply.
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

/// What a node is laid out for.
struct BoxConstraint: BitwiseCopyable, Sendable {
  /// The width of the border box.
  var width: Double
  /// The height of the border box, or a NaN where the content decides.
  var height: Double
  /// The smallest height of the border box, where the content decides.
  var minHeight: Double
  /// The largest height of the border box, where the content decides.
  var maxHeight: Double
  /// The width that percentages of the node's own padding refer to.
  var basisWidth: Double
  /// Whether percentages of children may refer to the height.
  var isHeightDefinite: Bool
  /// The node's own direction.
  var isRightToLeft: Bool

  init(
    width: Double, height: Double, minHeight: Double = 0, maxHeight: Double = .infinity, basisWidth: Double,
    isHeightDefinite: Bool, isRightToLeft: Bool
  ) {
    self.width = width
    self.height = height
    // The limits have done their work where the height is known; equal keys find each other in the cache.
    self.minHeight = height.isNaN ? minHeight : 0
    self.maxHeight = height.isNaN ? maxHeight : .infinity
    self.basisWidth = basisWidth
    self.isHeightDefinite = isHeightDefinite
    self.isRightToLeft = isRightToLeft
  }

  /// Whether layout for `other` gives the same result.
  @inline(__always)
  func matches(_ other: BoxConstraint, comparingBasis: Bool) -> Bool {
    width == other.width && (height == other.height || height.isNaN && other.height.isNaN)
      && minHeight == other.minHeight && maxHeight == other.maxHeight
      && isHeightDefinite == other.isHeightDefinite && isRightToLeft == other.isRightToLeft
      && (!comparingBasis || basisWidth == other.basisWidth)
  }
}

/// The height of a node at some width.
struct MeasuredHeight: BitwiseCopyable, Sendable {
  /// The height of the border box.
  var height: Double
  /// The height that the content asks for, with padding and border, before limits.
  var contentHeight: Double
  /// From the top of the border box; a NaN where there is none, or where nobody asked.
  var baseline: Double
}
