package import TesseraValues

/// One step from an old list of rows to a new one. The steps are meant to be done one after the other: every index is
/// that of the list as it is then.
package enum RowOperation: Sendable, Hashable {
  /// The row at an index goes.
  case remove(ValueObjectIdentity, index: Int)
  /// A row comes in at an index.
  case insert(ValueObjectIdentity, index: Int)
  /// A row is taken out at one index and put in at another, counted without it.
  case move(ValueObjectIdentity, from: Int, to: Int)
  /// The row at an index shows other data. Updates come last, so their indices are those of the new list.
  case update(ValueObjectIdentity, index: Int)
}

/// The steps from one result to another: first removals from the end to the start, then insertions and moves from the
/// start to the end, then updates. As few rows as possible move.
///
/// A row is updated when its object was written between the two fetches; what its relationships lead to may have
/// changed without that.
/// - Complexity: O(n log n); linear where rows only come and go.
package func difference(from old: FetchResult, to new: FetchResult) -> [RowOperation] {
  RowDifference(old, new).operations()
}

private struct RowDifference {
  let old: FetchResult
  let new: FetchResult

  init(_ old: FetchResult, _ new: FetchResult) {
    self.old = old
    self.new = new
  }

  func operations() -> [RowOperation] {
    if old === new { return [] }
    var steps: [RowOperation] = []
    if old.ids != new.ids { reorder(&steps) }
    let versions = Dictionary(zip(old.ids, old.versions), uniquingKeysWith: { first, _ in first })
    for index in new.ids.indices {
      guard let version = versions[new.ids[index]], version != new.versions[index] else { continue }
      steps.append(.update(new.identity(at: index), index: index))
    }
    return steps
  }

  private func reorder(_ steps: inout [RowOperation]) {
    let newIndices = Dictionary(zip(new.ids, new.ids.indices), uniquingKeysWith: { first, _ in first })
    var kept: [Int] = []  // The new indices of the rows that stay, in old order.
    kept.reserveCapacity(old.count)
    for index in old.ids.indices.reversed() {
      if let target = newIndices[old.ids[index]] {
        kept.append(target)
      } else {
        steps.append(.remove(old.identity(at: index), index: index))
      }
    }
    kept.reverse()
    var isStable = Array(repeating: false, count: kept.count)
    for position in kept.longestIncreasingSubsequence() { isStable[position] = true }

    // Between two rows that keep their place lies a gap. In it rows that have arrived stand before rows that still
    // have to go elsewhere. So where a row arrives is its new index and, besides, the number of rows that wait in the
    // gaps before.
    var gapOfNew = Array(repeating: 0, count: new.count)
    var oldPosition = Array(repeating: -1, count: new.count)
    var gapOfOld: [Int] = []
    var stableTargets = Array(repeating: false, count: new.count)
    var gap = 0
    for (position, target) in kept.enumerated() {
      oldPosition[target] = position
      if isStable[position] {
        stableTargets[target] = true
        gap += 1
      }
      gapOfOld.append(gap)
    }
    gap = 0
    for index in new.ids.indices {
      if stableTargets[index] { gap += 1 }
      gapOfNew[index] = gap
    }
    var waiting = PrefixSums<Int>(count: kept.count)
    for position in kept.indices where !isStable[position] { waiting.add(1, at: position) }
    var arrived = PrefixSums<Int>(count: gap + 1)
    // The first old position of each gap.
    var gapStart = Array(repeating: kept.count, count: gap + 2)
    for position in kept.indices.reversed() { gapStart[gapOfOld[position]] = position }
    if !kept.isEmpty { gapStart[0] = 0 }
    for index in gapStart.indices.dropLast().reversed() { gapStart[index] = min(gapStart[index], gapStart[index + 1]) }

    for index in new.ids.indices where !stableTargets[index] {
      let gap = gapOfNew[index]
      let position = oldPosition[index]
      let identity = new.identity(at: index)
      guard position >= 0 else {
        steps.append(.insert(identity, index: index + waiting.sum(before: gapStart[gap])))
        arrived.add(1, at: gap)
        continue
      }
      let ownGap = gapOfOld[position]
      let from = ownGap + arrived.sum(before: ownGap + 1) + waiting.sum(before: position)
      waiting.add(-1, at: position)
      let to = index + waiting.sum(before: gapStart[gap])
      if from != to { steps.append(.move(identity, from: from, to: to)) }
      arrived.add(1, at: gap)
    }
  }
}
