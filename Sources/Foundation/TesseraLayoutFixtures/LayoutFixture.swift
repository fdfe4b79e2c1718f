package import TesseraLayout

/// A tree of boxes as plain data, to lay out once and look at: what comparisons with browsers use.
package struct LayoutFixture: Sendable, Hashable {
  /// A box with its style by property names, its text if it is a leaf with content, and its children.
  package struct Box: Sendable, Hashable {
    /// Properties by their CSS names, as `LayoutStyle.set(_:to:)` takes them.
    package var style: [String: StyleValue]
    /// The content of a leaf; a box with text has no children.
    package var text: String?
    /// The boxes inside, in order.
    package var children: [Box]

    /// A box.
    package init(style: [String: StyleValue] = [:], text: String? = nil, children: [Box] = []) {
      self.style = style
      self.text = text
      self.children = children
    }
  }

  /// The outermost box.
  package var root: Box
  /// The room for the root, in points, or nil for as much as its content likes.
  package var width: Double?
  /// The room for the root, in points, or nil for as much as its content likes.
  package var height: Double?
  /// What the root inherits.
  package var direction: Direction
  /// Device pixels to a point; 0 leaves frames off the pixel grid.
  package var scale: Double

  /// A fixture.
  package init(
    root: Box, width: Double? = nil, height: Double? = nil, direction: Direction = .ltr, scale: Double = 0
  ) {
    self.root = root
    self.width = width
    self.height = height
    self.direction = direction
    self.scale = scale
  }

  /// The style that `properties` describe; shorthands give way to their parts.
  package static func style(_ properties: [String: StyleValue]) throws(StyleError) -> LayoutStyle {
    var style = LayoutStyle()
    for (property, value) in properties where LayoutStyle.shorthandNames.contains(property) {
      try style.set(property, to: value)
    }
    for (property, value) in properties where !LayoutStyle.shorthandNames.contains(property) {
      try style.set(property, to: value)
    }
    return style
  }

  /// The frames of all boxes in pre-order, each relative to its parent.
  package func frames(grid: CharacterGrid = CharacterGrid()) throws(StyleError) -> [Rect] {
    let built = try build()
    var tree = built.tree
    tree.compute(
      root: built.nodes[0], width: width.map { .definite($0) } ?? .maxContent,
      height: height.map { .definite($0) } ?? .maxContent, direction: direction, scale: scale,
      measuring: GridTextMeasuring(texts: built.texts, grid: grid))
    return built.nodes.map { tree.frame(of: $0) }
  }

  /// The tree, its nodes in pre-order with the root first, and the texts of its leaves.
  package func build() throws(StyleError) -> (tree: LayoutTree, nodes: [NodeID], texts: [NodeID: String]) {
    var tree = LayoutTree()
    var nodes: [NodeID] = []
    var texts: [NodeID: String] = [:]
    // Boxes to be added, the next one last: recursion would end with the stack.
    var pending: [(box: Box, parent: NodeID?)] = [(root, nil)]
    while let (box, parent) = pending.popLast() {
      let node = tree.makeNode(try Self.style(box.style))
      nodes.append(node)
      if let parent { tree.appendChild(node, to: parent) }
      if let text = box.text {
        tree.setMeasured(true, for: node)
        texts[node] = text
      }
      for child in box.children.reversed() { pending.append((child, node)) }
    }
    return (tree, nodes, texts)
  }
}

extension LayoutFixture.Box: CustomStringConvertible {
  /// The box on one line: its properties, a bar, and its text or its children.
  package var description: String {
    let style = style.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let inside = text.map { "\"\($0)\"" } ?? children.map(\.description).joined(separator: " ")
    return "{\(style) | \(inside)}"
  }
}
