/// The identifier of a node of a `LayoutTree`. Identifiers are never reused: after `LayoutTree.remove(_:)`, the array
/// slot is recycled with a new generation, and the tree no longer contains the old identifier.
public struct NodeID: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// A tree of styled boxes in flat arrays, with the frames computed by layout.
///
/// ```swift
/// var tree = LayoutTree()
/// let label = tree.makeNode(LayoutStyle { $0.height = 20 })
/// let root = tree.makeNode(LayoutStyle { $0.padding = Edges(8) })
/// tree.setChildren(of: root, [label])
/// tree.compute(root: root, width: .definite(320), height: .maxContent)
/// tree.frame(of: label)   // x 8, y 8, width 304, height 20
/// ```
///
/// The tree is a value type. A copy shares its storage until one of the two is modified, and can be laid out on another
/// thread. `compute` accesses the arrays through pointers obtained once, so value semantics cost nothing there.
///
/// A tree can contain several roots. Passing a node that the tree does not contain is a programming error and traps.
public struct LayoutTree: Sendable {
  var links: [NodeLinks] = []
  var styles: [BoxStyle] = []
  var results: [NodeResult] = []
  var edges: [BoxEdges] = []
  var freeEdges: [Int32] = []
  var cache = MeasureCache()
  /// The number of passes performed so far.
  var stamp: UInt32 = 0
  /// The scale of the last pass.
  var lastScale = 0.0
  /// Whether any node has ever had `display: contents`.
  var hasContents = false
  /// The first recycled slot; the others are linked by `NodeLinks.next`. -1 if there is none.
  var firstFree: Int32 = -1
  /// The number of nodes in the tree.
  public private(set) var count = 0

  /// The nodes whose frames changed in the last `compute`, in pre-order. A node that is laid out for the first time
  /// counts as changed.
  public internal(set) var changedNodes: [NodeID] = []

  /// Creates an empty tree.
  public init() {}

  /// Reserves storage for `count` nodes.
  public mutating func reserveCapacity(_ count: Int) {
    links.reserveCapacity(count)
    styles.reserveCapacity(count)
    results.reserveCapacity(count)
  }

  // MARK: Nodes

  /// Creates a node without a parent and children.
  public mutating func makeNode(_ style: LayoutStyle = LayoutStyle()) -> NodeID {
    let boxStyle = BoxStyle(style, edges: storeEdges(of: style))
    if style.display == .contents { hasContents = true }
    count += 1
    if firstFree >= 0 {
      let index = firstFree
      firstFree = links[Int(index)].next
      let generation = links[Int(index)].generation
      links[Int(index)] = NodeLinks(generation: generation)
      styles[Int(index)] = boxStyle
      results[Int(index)] = NodeResult()
      return NodeID(index: index, generation: generation)
    }
    precondition(links.count < Int(Int32.max), "a layout tree holds at most 2,147,483,647 nodes")
    if links.count == links.capacity { grow() }
    links.append(NodeLinks(generation: 0))
    styles.append(boxStyle)
    results.append(NodeResult())
    return NodeID(index: Int32(links.count - 1), generation: 0)
  }

  /// Removes a node from the tree. Its children stay in the tree without a parent.
  public mutating func remove(_ node: NodeID) {
    let index = checked(node)
    detach(index)
    detachChildren(of: index)
    release(index)
  }

  /// Removes a node and all its descendants from the tree.
  public mutating func removeSubtree(_ node: NodeID) {
    let root = checked(node)
    detach(root)
    var index = root
    while true {
      // Descends to a leaf, removes it, and continues with its parent.
      let child = links[index].firstChild
      if child >= 0 {
        index = Int(child)
        continue
      }
      if index == root { break }
      let parent = Int(links[index].parent)
      links[parent].firstChild = links[index].next
      release(index)
      index = parent
    }
    release(root)
  }

  /// Returns whether the node is in the tree.
  public func contains(_ node: NodeID) -> Bool {
    let index = Int(node.index)
    return links.indices.contains(index) && links[index].isUsed && links[index].generation == node.generation
  }

  // MARK: Styles and content

  /// Returns the style of a node. Numbers that are out of range are replaced with the values used by layout.
  public func style(of node: NodeID) -> LayoutStyle {
    let style = styles[checked(node)]
    return style.layoutStyle(edges: style.edges >= 0 ? edges[Int(style.edges)] : .default)
  }

  /// Sets the style of a node. Setting an equal style causes no layout.
  public mutating func setStyle(_ style: LayoutStyle, of node: NodeID) {
    let index = checked(node)
    let old = styles[index]
    let oldEdges = old.edges >= 0 ? edges[Int(old.edges)] : .default
    let newEdges = BoxEdges(style)
    if newEdges == oldEdges {
      let new = BoxStyle(style, edges: old.edges)
      guard new != old else { return }
      styles[index] = new
    } else {
      releaseEdges(old.edges)
      styles[index] = BoxStyle(style, edges: storeEdges(of: style))
    }
    if style.display == .contents { hasContents = true }
    invalidate(index)
  }

  /// Sets whether `compute` measures the content of the node. The children of a measured node are not laid out.
  public mutating func setMeasured(_ isMeasured: Bool, for node: NodeID) {
    let index = checked(node)
    guard links[index].isMeasured != isMeasured else { return }
    links[index].isMeasured = isMeasured
    invalidate(index)
  }

  /// Returns whether `compute` measures the content of the node.
  public func isMeasured(_ node: NodeID) -> Bool {
    links[checked(node)].isMeasured
  }

  /// Marks the content of a measured node as changed and discards its cached sizes.
  public mutating func markDirty(_ node: NodeID) {
    invalidate(checked(node))
  }

  // MARK: Results

  /// Returns the frame of the border box in points, rounded to the pixel grid. It is relative to the top left corner of
  /// the parent's border box. Below a node with `display: contents`, it is relative to the nearest ancestor with a box.
  public func frame(of node: NodeID) -> Rect {
    results[checked(node)].frame
  }

  /// Returns the frame before rounding to the pixel grid.
  public func unroundedFrame(of node: NodeID) -> Rect {
    results[checked(node)].unrounded
  }

  /// Returns the scrollable size of a node's content: the extent of its padding box and all margin boxes inside that
  /// extend beyond it.
  public func contentSize(of node: NodeID) -> Size {
    results[checked(node)].contentSize
  }

  /// Returns the distance from the top of the node's border box to its first baseline, or nil if there is no text.
  public func firstBaseline(of node: NodeID) -> Double? {
    let baseline = results[checked(node)].firstBaseline
    return baseline.isNaN ? nil : baseline
  }

  // MARK: Storage

  func checked(_ node: NodeID) -> Int {
    precondition(contains(node), "node \(node.index) (generation \(node.generation)) is not in the layout tree")
    return Int(node.index)
  }

  func identifier(_ index: Int) -> NodeID {
    NodeID(index: Int32(index), generation: links[index].generation)
  }

  /// Reserves more storage than arrays do by default. Moving the records is more expensive than filling them, and
  /// untouched memory costs nothing.
  private mutating func grow() {
    reserveCapacity(max(64, links.count < 1 << 20 ? links.count * 4 : links.count * 2))
  }

  private mutating func release(_ index: Int) {
    releaseEdges(styles[index].edges)
    cache.release(results[index].firstRecord)
    results[index].firstRecord = -1
    var free = NodeLinks(generation: links[index].generation &+ 1)
    free.isUsed = false
    free.next = firstFree
    links[index] = free
    firstFree = Int32(index)
    count -= 1
  }

  private mutating func storeEdges(of style: LayoutStyle) -> Int32 {
    let stored = BoxEdges(style)
    guard stored != .default else { return -1 }
    if let free = freeEdges.popLast() {
      edges[Int(free)] = stored
      return free
    }
    edges.append(stored)
    return Int32(edges.count - 1)
  }

  private mutating func releaseEdges(_ index: Int32) {
    if index >= 0 { freeEdges.append(index) }
  }
}

extension BoxEdges {
  init(_ style: LayoutStyle) {
    self.init(margin: style.margin, padding: style.padding, border: style.border, position: style.position)
  }
}

/// The links of a node in the tree. Siblings form a linked list, so that changes need no allocation.
struct NodeLinks: BitwiseCopyable {
  var parent: Int32 = -1
  var firstChild: Int32 = -1
  var lastChild: Int32 = -1
  var next: Int32 = -1
  var previous: Int32 = -1
  var childCount: Int32 = 0
  var generation: UInt32
  var isUsed = true
  var isMeasured = false
  /// Whether the node or one of its descendants changed since the last layout.
  var isDirty = true
}

/// The layout results of a node.
struct NodeResult: BitwiseCopyable {
  var unrounded = Rect.zero
  var frame = Rect.zero
  var contentSize = Size.zero
  /// The distance from the top of the border box to the first baseline; NaN if there is none.
  var firstBaseline = Double.nan
  /// The constraint of the node's last layout.
  var constraint = BoxConstraint(
    width: 0, height: 0, basisWidth: 0, isHeightDefinite: false, isRightToLeft: false)
  /// The fraction of a device pixel to the left of and above the node's origin on the screen.
  var subpixel = Point.zero
  /// The node's chain in the tree's `MeasureCache`; -1 if it is empty.
  var firstRecord: Int32 = -1
  /// The last pass that laid out the node's content.
  var stamp: UInt32 = 0
  /// The pass that `answers` refers to.
  var answersStamp: UInt32 = 0
  /// The number of uncached measurements of the node in that pass.
  var answers: UInt8 = 0
  /// Whether `constraint` and the node's content are up to date.
  var isPlaced = false
  /// Whether the node's frame is empty because of `display: none`.
  var isHidden = false
  /// Whether the node has ever been given a frame.
  var hasFrame = false
}
