/// Names a node of one `LayoutTree`. A name is never used again: after `LayoutTree.remove(_:)` the place in the arrays is
/// recycled under a new generation, and the old name is no longer contained in the tree.
public struct NodeID: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// A tree of styled boxes over flat arrays, and the frames that layout gave them.
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
/// The tree is a value: a copy shares its storage until one of the two changes, and may be laid out elsewhere. Inside
/// `compute` the arrays are reached through pointers taken once, so being a structure costs nothing there.
///
/// A tree may hold several roots. Passing a node that the tree does not contain is a programming error and traps.
public struct LayoutTree: Sendable {
  var links: [NodeLinks] = []
  var styles: [BoxStyle] = []
  var results: [NodeResult] = []
  var edges: [BoxEdges] = []
  var freeEdges: [Int32] = []
  var cache = MeasureCache()
  /// The number of passes so far.
  var stamp: UInt32 = 0
  /// The scale of the last pass.
  var lastScale = 0.0
  /// Whether any node has ever had `display: contents`.
  var hasContents = false
  /// The first recycled place; the others follow through `NodeLinks.next`. -1 where there is none.
  var firstFree: Int32 = -1
  /// The number of nodes in the tree.
  public private(set) var count = 0

  /// The nodes whose frame the last `compute` changed, in pre-order; a node that was laid out for the first time counts
  /// as changed.
  public internal(set) var changedNodes: [NodeID] = []

  /// An empty tree.
  public init() {}

  /// Makes room for `count` nodes.
  public mutating func reserveCapacity(_ count: Int) {
    links.reserveCapacity(count)
    styles.reserveCapacity(count)
    results.reserveCapacity(count)
  }

  // MARK: Nodes

  /// Makes a node without parent and children.
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

  /// Removes a node from its parent and from the tree. Its children stay in the tree, without a parent.
  public mutating func remove(_ node: NodeID) {
    let index = checked(node)
    detach(index)
    detachChildren(of: index)
    release(index)
  }

  /// Removes a node and all nodes below it from the tree.
  public mutating func removeSubtree(_ node: NodeID) {
    let root = checked(node)
    detach(root)
    var index = root
    while true {
      // Down to a leaf; the leaf goes, and its parent is looked at again.
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

  /// Whether the node is in the tree.
  public func contains(_ node: NodeID) -> Bool {
    let index = Int(node.index)
    return links.indices.contains(index) && links[index].isUsed && links[index].generation == node.generation
  }

  // MARK: Styles and content

  /// The style as it was set, with numbers out of range replaced by what layout uses.
  public func style(of node: NodeID) -> LayoutStyle {
    let style = styles[checked(node)]
    return style.layoutStyle(edges: style.edges >= 0 ? edges[Int(style.edges)] : .default)
  }

  /// Changes a node's style. Setting the style that the node has already costs no layout.
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

  /// Declares that `compute` shall ask for the size of the node's content. A measured node's children are not laid out.
  public mutating func setMeasured(_ isMeasured: Bool, for node: NodeID) {
    let index = checked(node)
    guard links[index].isMeasured != isMeasured else { return }
    links[index].isMeasured = isMeasured
    invalidate(index)
  }

  /// Whether `compute` asks for the size of the node's content.
  public func isMeasured(_ node: NodeID) -> Bool {
    links[checked(node)].isMeasured
  }

  /// Says that the content of a measured node changed: what is known about its size is forgotten.
  public mutating func markDirty(_ node: NodeID) {
    invalidate(checked(node))
  }

  // MARK: Results

  /// The frame of the border box, in points, relative to the left top corner of the parent's border box, on the pixel
  /// grid. Below a node with `display: contents` frames are relative to the nearest node above that has a box.
  public func frame(of node: NodeID) -> Rect {
    results[checked(node)].frame
  }

  /// The frame before it was put on the pixel grid.
  public func unroundedFrame(of node: NodeID) -> Rect {
    results[checked(node)].unrounded
  }

  /// The extent of what lies inside the node's padding box: the padding box itself, and the margin boxes in it that
  /// reach further. What a scroll container can scroll through.
  public func contentSize(of node: NodeID) -> Size {
    results[checked(node)].contentSize
  }

  /// The distance of the first baseline from the top of the node's border box, or nil where no text is found.
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

  /// Larger steps than arrays take by themselves: moving the records costs more than filling them, and room that is not
  /// touched costs nothing.
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

  private mutating func releaseEdges(_ place: Int32) {
    if place >= 0 { freeEdges.append(place) }
  }
}

extension BoxEdges {
  init(_ style: LayoutStyle) {
    self.init(margin: style.margin, padding: style.padding, border: style.border, position: style.position)
  }
}

/// How a node hangs in the tree. Siblings form a chain, so that changes allocate nothing.
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
  /// Whether something in the node or below it changed since it was laid out.
  var isDirty = true

  init(generation: UInt32) {
    self.generation = generation
  }
}

/// What layout found out about a node.
struct NodeResult: BitwiseCopyable {
  var unrounded = Rect.zero
  var frame = Rect.zero
  var contentSize = Size.zero
  /// From the top of the border box; a NaN where there is none.
  var firstBaseline = Double.nan
  /// What the node was laid out for last.
  var constraint = BoxConstraint(
    width: 0, height: 0, basisWidth: 0, isHeightDefinite: false, isRightToLeft: false)
  /// The part of a device pixel that lies left of and above the node's origin on the screen.
  var subpixel = Point.zero
  /// The node's chain in the tree's `MeasureCache`; -1 where it is empty.
  var firstRecord: Int32 = -1
  /// The last pass that laid out the inside of the node.
  var stamp: UInt32 = 0
  /// The pass that `answers` belongs to.
  var answersStamp: UInt32 = 0
  /// How many questions about the node's size were answered without the cache in that pass.
  var answers: UInt8 = 0
  /// Whether `constraint` and what lies inside the node are up to date.
  var isPlaced = false
  /// Whether the node's frame is empty because of `display: none`.
  var isHidden = false
  /// Whether the node was ever given a frame.
  var hasFrame = false
}
