extension LayoutTree {
  /// Returns the parent of a node, or nil for a root.
  public func parent(of node: NodeID) -> NodeID? {
    let parent = links[checked(node)].parent
    return parent < 0 ? nil : identifier(Int(parent))
  }

  /// Returns the children of a node, in order.
  public func children(of node: NodeID) -> [NodeID] {
    let index = checked(node)
    var children: [NodeID] = []
    children.reserveCapacity(Int(links[index].childCount))
    var child = links[index].firstChild
    while child >= 0 {
      children.append(identifier(Int(child)))
      child = links[Int(child)].next
    }
    return children
  }

  /// Returns the number of children of a node.
  public func childCount(of node: NodeID) -> Int {
    Int(links[checked(node)].childCount)
  }

  /// Replaces the children of a node. Previous children that are not in the list stay in the tree without a parent.
  /// Nodes in the list are removed from their previous parents. Listing a node twice, or an ancestor, is a programming
  /// error and traps.
  public mutating func setChildren(of parent: NodeID, _ children: [NodeID]) {
    let index = checked(parent)
    if hasChildren(index, children) { return }
    detachChildren(of: index)
    for node in children {
      let child = checked(node)
      precondition(links[child].parent != Int32(index), "node \(child) is listed twice as a child")
      attach(child, to: index, before: -1)
    }
    invalidate(index)
  }

  /// Appends a child to a node. The child is removed from its previous parent.
  public mutating func appendChild(_ child: NodeID, to parent: NodeID) {
    let index = checked(parent)
    attach(checked(child), to: index, before: -1)
    invalidate(index)
  }

  /// Inserts a child at `position`. The child is removed from its previous parent.
  ///
  /// - Complexity: O(*position*).
  public mutating func insertChild(_ child: NodeID, into parent: NodeID, at position: Int) {
    let index = checked(parent)
    let childIndex = checked(child)
    detach(childIndex)
    precondition(
      position >= 0 && position <= Int(links[index].childCount), "child position \(position) is out of range")
    var sibling = links[index].firstChild
    for _ in 0..<position { sibling = links[Int(sibling)].next }
    attach(childIndex, to: index, before: sibling)
    invalidate(index)
  }

  /// Removes a node from its parent. It stays in the tree as a root.
  public mutating func removeFromParent(_ node: NodeID) {
    detach(checked(node))
  }

  /// Discards the cached results of a node and all its ancestors.
  ///
  /// A dirty node has no cached results, and neither do its ancestors, with one exception: the parent may have read the
  /// style of a node that it never laid out. The direct parent is therefore always checked.
  ///
  /// - Complexity: O(1) if the nodes are already dirty, otherwise O(depth).
  mutating func invalidate(_ index: Int) {
    release(index)
    var above = links[index].parent
    while above >= 0, !links[Int(above)].isDirty {
      release(Int(above))
      above = links[Int(above)].parent
    }
  }

  /// Discards the cached results of a node, its ancestors and its descendants.
  mutating func invalidateSubtree(_ root: Int) {
    // Nodes that were already processed are marked until the next pass, so that nested subtrees are not processed
    // again.
    let mark = UInt8.max
    if results[root].answersStamp == stamp, results[root].answers == mark { return }
    invalidate(root)
    var node = root
    while true {
      let isForgotten = results[node].answersStamp == stamp && results[node].answers == mark
      if !isForgotten {
        release(node)
        results[node].answersStamp = stamp
        results[node].answers = mark
        if links[node].firstChild >= 0 {
          node = Int(links[node].firstChild)
          continue
        }
      }
      while node != root, links[node].next < 0 { node = Int(links[node].parent) }
      if node == root { return }
      node = Int(links[node].next)
    }
  }

  private mutating func release(_ index: Int) {
    links[index].isDirty = true
    results[index].isPlaced = false
    let record = results[index].firstRecord
    if record >= 0 {
      cache.release(record)
      results[index].firstRecord = -1
    }
  }

  mutating func detach(_ index: Int) {
    let node = links[index]
    guard node.parent >= 0 else { return }
    let parent = Int(node.parent)
    if node.previous >= 0 {
      links[Int(node.previous)].next = node.next
    } else {
      links[parent].firstChild = node.next
    }
    if node.next >= 0 {
      links[Int(node.next)].previous = node.previous
    } else {
      links[parent].lastChild = node.previous
    }
    links[parent].childCount -= 1
    links[index].parent = -1
    links[index].next = -1
    links[index].previous = -1
    invalidate(parent)
  }

  /// Detaches all children, which become roots. The node's cached results are not discarded.
  mutating func detachChildren(of index: Int) {
    var child = links[index].firstChild
    while child >= 0 {
      let next = links[Int(child)].next
      links[Int(child)].parent = -1
      links[Int(child)].next = -1
      links[Int(child)].previous = -1
      child = next
    }
    links[index].firstChild = -1
    links[index].lastChild = -1
    links[index].childCount = 0
  }

  private mutating func attach(_ child: Int, to parent: Int, before sibling: Int32) {
    detach(child)
    if links[child].firstChild >= 0 || child == parent {
      var above = Int32(parent)
      while above >= 0 {
        precondition(above != Int32(child), "node \(child) cannot become a child of a node below it")
        above = links[Int(above)].parent
      }
    }
    let previous = sibling >= 0 ? links[Int(sibling)].previous : links[parent].lastChild
    links[child].parent = Int32(parent)
    links[child].next = sibling
    links[child].previous = previous
    if previous >= 0 {
      links[Int(previous)].next = Int32(child)
    } else {
      links[parent].firstChild = Int32(child)
    }
    if sibling >= 0 {
      links[Int(sibling)].previous = Int32(child)
    } else {
      links[parent].lastChild = Int32(child)
    }
    links[parent].childCount += 1
  }

  private func hasChildren(_ index: Int, _ children: [NodeID]) -> Bool {
    guard Int(links[index].childCount) == children.count else { return false }
    var child = links[index].firstChild
    for node in children {
      guard child >= 0, child == node.index else { return false }
      child = links[Int(child)].next
    }
    return true
  }
}
