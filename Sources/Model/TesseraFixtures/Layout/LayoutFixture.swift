package import TesseraLayout

/// A tree of boxes as plain data, which is laid out once and inspected, for example to compare it with a browser.
package struct LayoutFixture: Sendable, Hashable {
  /// A box: its style by property name, its text if it is a leaf with content, and its children.
  package struct Box: Sendable, Hashable {
    /// The properties by CSS name, as accepted by `LayoutStyle.set(_:to:)`.
    package var style: [String: StyleValue]
    /// The text of a leaf; a box with text has no children.
    package var text: String?
    /// The child boxes, in order.
    package var children: [Box]

    /// Creates a box.
    package init(style: [String: StyleValue] = [:], text: String? = nil, children: [Box] = []) {
      self.style = style
      self.text = text
      self.children = children
    }
  }

  /// The root box.
  package var root: Box
  /// The available width for the root, in points; nil for its max-content width.
  package var width: Double?
  /// The available height for the root, in points; nil for its max-content height.
  package var height: Double?
  /// The direction that the root inherits.
  package var direction: Direction
  /// The number of device pixels per point; 0 disables rounding to the pixel grid.
  package var scale: Double

  /// Creates a fixture.
  package init(
    root: Box, width: Double? = nil, height: Double? = nil, direction: Direction = .ltr, scale: Double = 0
  ) {
    self.root = root
    self.width = width
    self.height = height
    self.direction = direction
    self.scale = scale
  }

  /// Returns the style described by `properties`. Longhand properties override shorthands.
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

  /// Returns the frames of all boxes in pre-order, each relative to its parent.
  package func frames(grid: CharacterGrid = CharacterGrid()) throws(StyleError) -> [Rect] {
    let built = try build()
    var tree = built.tree
    tree.compute(
      root: built.nodes[0], width: width.map { .definite($0) } ?? .maxContent,
      height: height.map { .definite($0) } ?? .maxContent, direction: direction, scale: scale,
      measuring: GridTextMeasuring(texts: built.texts, grid: grid))
    return built.nodes.map { tree.frame(of: $0) }
  }

  /// Builds the layout tree. Returns it with its nodes in pre-order, root first, and the texts of its leaves.
  package func build() throws(StyleError) -> (tree: LayoutTree, nodes: [NodeID], texts: [NodeID: String]) {
    var tree = LayoutTree()
    var nodes: [NodeID] = []
    var texts: [NodeID: String] = [:]
    // The boxes to add, next one last. Recursion could overflow the stack.
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
  /// The box on one line: its properties, a bar, and its text or children.
  package var description: String {
    let style = style.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let inside = text.map { "\"\($0)\"" } ?? children.map(\.description).joined(separator: " ")
    return "{\(style) | \(inside)}"
  }
}
