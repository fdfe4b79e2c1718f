import TesseraLayout

/// The measured trees, the same as in `Peers/layout_peers.py`.
private struct LayoutTrees {
  var tree = LayoutTree()
  var measuring = LineMeasuring()
  var root: NodeID

  private init() {
    root = tree.makeNode()
  }

  /// Returns a tree of four levels with 10 boxes each: 11,111 nodes. Every box grows, is ten by ten, and alternates the
  /// direction.
  static func nested() -> LayoutTrees {
    var trees = LayoutTrees()
    trees.tree.reserveCapacity(11_111)
    trees.addNested(to: trees.root, isRow: true, levels: 3)
    return trees
  }

  private mutating func addNested(to parent: NodeID, isRow: Bool, levels: Int) {
    var style = LayoutStyle()
    style.flexDirection = isRow ? .row : .column
    style.width = 10
    style.height = 10
    style.flexGrow = 1
    for _ in 0..<10 {
      let node = tree.makeNode(style)
      tree.appendChild(node, to: parent)
      if levels > 0 { addNested(to: node, isRow: !isRow, levels: levels - 1) }
    }
  }

  /// Returns a feed of 100 cells with measured texts.
  static func feed() -> LayoutTrees {
    var trees = LayoutTrees()
    trees.tree.setStyle(LayoutStyle { $0.width = 320 }, of: trees.root)
    for index in 0..<100 {
      let cell = trees.add(LayoutStyle { $0.padding = Edges(8) }, to: trees.root)
      let header = trees.add(
        LayoutStyle {
          $0.flexDirection = .row
          $0.columnGap = 8
        }, to: cell)
      _ = trees.add(
        LayoutStyle {
          $0.width = 40
          $0.height = 40
        }, to: header)
      let titles = trees.add(
        LayoutStyle {
          $0.flexGrow = 1
          $0.flexShrink = 1
          $0.flexBasis = 0
        }, to: header)
      trees.addText("number \(index) of the friends", to: titles)
      trees.addText("yesterday", to: titles)
      trees.addText("a text that is much too long for one line of the cell and so it breaks into some", to: cell)
      let buttons = trees.add(LayoutStyle { $0.flexDirection = .row }, to: cell)
      for text in ["like", "comment", "share"] { trees.addText(text, to: buttons) }
    }
    return trees
  }

  /// Returns 2,500 items in wrapped lines.
  static func wrapped() -> LayoutTrees {
    var trees = LayoutTrees()
    trees.tree.setStyle(
      LayoutStyle {
        $0.flexDirection = .row
        $0.flexWrap = .wrap
        $0.width = 1000
      }, of: trees.root)
    for index in 0..<2500 {
      _ = trees.add(
        LayoutStyle {
          $0.width = .points(Double(20 + index % 17))
          $0.height = .points(Double(10 + index % 5))
        }, to: trees.root)
    }
    return trees
  }

  private mutating func add(_ style: LayoutStyle, to parent: NodeID) -> NodeID {
    let node = tree.makeNode(style)
    tree.appendChild(node, to: parent)
    return node
  }

  private mutating func addText(_ text: String, to parent: NodeID) {
    let node = add(LayoutStyle(), to: parent)
    tree.setMeasured(true, for: node)
    measuring.lengths[node] = Double(text.utf8.count * 10)
  }

  mutating func layOut() {
    tree.compute(root: root, width: .maxContent, height: .maxContent, measuring: measuring)
  }

  /// A leaf in the middle of the tree.
  var leaf: NodeID {
    var node = root
    while tree.childCount(of: node) > 0 {
      let children = tree.children(of: node)
      node = children[children.count / 2]
    }
    return node
  }
}

/// Measures texts of known lengths that break anywhere, so that only layout is timed and not text shaping.
private struct LineMeasuring: LeafMeasuring {
  var lengths: [NodeID: Double] = [:]

  func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let length = lengths[node] ?? 0
    let room =
      switch width {
      case .definite(let points): max(10, points)
      case .minContent: 10.0
      case .maxContent: Double.infinity
      }
    return MeasuredSize(
      width: min(length, room), height: max(1, (length / room).rounded(.up)) * 10, firstBaseline: 8)
  }
}

/// Compares the layout with Yoga and Taffy, of which only the layout call is timed.
func layoutBenchmarks() {
  let peers = peerFigures("layout_peers.py")
  func report(_ name: String, _ value: Double, against measure: String) {
    let figures = (peers[measure] ?? [:]).sorted { $0.key < $1.key }
    if figures.isEmpty { Measure(name: name, unit: "ns", value: value).print() }
    for (peer, seconds) in figures {
      Measure(name: name, unit: "ns", value: value, peer: (peer, seconds * 1e9)).print()
    }
  }

  let trees: [(String, () -> LayoutTrees)] = [
    ("nested", LayoutTrees.nested), ("feed", LayoutTrees.feed), ("wrapped", LayoutTrees.wrapped),
  ]
  for (name, build) in trees {
    let runs = 21
    var built = (0...runs).map { _ in build() }
    let layout = medianProcessorNanoseconds(runs: runs) {
      guard var next = built.popLast() else { return }
      next.layOut()
      keep(next)
    }
    report("layout.\(name).layout", layout, against: "layout.\(name).layout")
    let whole = medianProcessorNanoseconds(runs: runs) {
      var fresh = build()
      fresh.layOut()
      keep(fresh)
    }
    report("layout.\(name).build+layout", whole, against: "layout.\(name).layout")
  }

  var nested = LayoutTrees.nested()
  nested.layOut()
  let leaf = nested.leaf
  var style = nested.tree.style(of: leaf)
  var count = 0
  let change = medianProcessorNanoseconds(runs: 201) {
    count += 1
    style.width = .points(Double(11 + count % 2))
    nested.tree.setStyle(style, of: leaf)
    nested.layOut()
  }
  report("layout.nested.change", change, against: "layout.nested.change")
}
