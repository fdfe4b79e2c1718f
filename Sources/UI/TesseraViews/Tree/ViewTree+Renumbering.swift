import TesseraValues

extension ViewTree {
  /// Returns the views of another tree that correspond to the views of this tree. Two views correspond if they have
  /// the same kind, the same author's name and the same position among siblings that match in both, and if the same
  /// applies to all their ancestors.
  ///
  /// - Complexity: Linear in the number of views.
  package func counterparts(in other: ViewTree) -> [ViewID: ViewID] {
    struct SiblingKey: Hashable {
      let kind: ViewKind
      let identifier: String?
      let index: Int
    }
    func keyedChildren(under node: ViewNode, of tree: ViewTree) -> [(SiblingKey, ViewNode)] {
      var counts: [SiblingKey: Int] = [:]
      return node.children.compactMap { tree[$0] }.map { child in
        let first = SiblingKey(kind: child.kind, identifier: child.identifier, index: 0)
        let index = counts[first, default: 0]
        counts[first] = index + 1
        return (SiblingKey(kind: child.kind, identifier: child.identifier, index: index), child)
      }
    }
    var found: [ViewID: ViewID] = [:]
    guard let own = self[root], let others = other[other.root] else { return found }
    var pending = [(own, others)]
    while let (own, others) = pending.popLast() {
      guard found.updateValue(others.id, forKey: own.id) == nil else { continue }
      let counterparts = Dictionary(keyedChildren(under: others, of: other), uniquingKeysWith: { first, _ in first })
      for (key, child) in keyedChildren(under: own, of: self) {
        if let counterpart = counterparts[key] { pending.append((child, counterpart)) }
      }
    }
    return found
  }

  /// Returns the tree with the numbers that its counterparts have in a previously shown tree, and with new numbers
  /// for the rest.
  /// - Parameter last: The greatest number that was ever shown. New numbers follow it.
  package func renumbered(like former: ViewTree?, after last: inout Int) -> ViewTree {
    var numbers = former.map { counterparts(in: $0) } ?? [:]
    for node in preorder() where numbers[node.id] == nil {
      last += 1
      numbers[node.id] = ViewID(last)
    }
    return renumbered(numbers)
  }

  /// Returns the tree with some of its views renumbered.
  package func renumbered(_ numbers: [ViewID: ViewID]) -> ViewTree {
    let nodes = nodes.values.map { $0.renumbered(numbers) }
    return ViewTree(
      root: numbers[root] ?? root, nodes: Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { $1 }))
  }

  /// The greatest number of a view, or 0 if there are no views.
  package var lastNumber: Int { nodes.keys.map(\.rawValue).max() ?? 0 }
}

extension ViewNode {
  fileprivate func renumbered(_ numbers: [ViewID: ViewID]) -> ViewNode {
    var copy = self
    copy.id = numbers[id] ?? id
    copy.children = children.map { numbers[$0] ?? $0 }
    copy.attributes = attributes.renumbered(numbers)
    return copy
  }
}

extension [ViewAttribute: Value] {
  fileprivate func renumbered(_ numbers: [ViewID: ViewID]) -> Self {
    guard let drag = self[.drag] else { return self }
    var copy = self
    copy[.drag] = drag.renumbered(numbers)
    return copy
  }
}

extension ViewPatch {
  /// Returns the patch with some of its views renumbered.
  package func renumbered(_ numbers: [ViewID: ViewID]) -> ViewPatch {
    func other(_ id: ViewID) -> ViewID { numbers[id] ?? id }
    return switch self {
    case .insert(let node, let parent, let index):
      .insert(node.renumbered(numbers), parent: other(parent), index: index)
    case .remove(let id): .remove(other(id))
    case .move(let id, let index): .move(other(id), index: index)
    case .frame(let id, let frame): .frame(other(id), frame)
    case .attributes(let id, let changes): .attributes(other(id), changes.renumbered(numbers))
    case .effect(let id, let effect): .effect(other(id), effect)
    }
  }
}

extension Value {
  /// Returns the value with the views that move along with a dragged view renumbered.
  fileprivate func renumbered(_ numbers: [ViewID: ViewID]) -> Value {
    guard var members = dictionary, let followers = members["with"]?.array else { return self }
    members["with"] = .array(
      followers.compactMap { follower in
        guard var parts = follower.array, let number = parts.first?.integer else { return nil }
        let id = ViewID(Int(clamping: number))
        parts[0] = .integer(Int64((numbers[id] ?? id).rawValue))
        return .array(parts)
      })
    return .dictionary(members)
  }
}
