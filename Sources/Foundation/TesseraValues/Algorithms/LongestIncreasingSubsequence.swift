extension [Int] {
  /// Returns the positions of a longest increasing subsequence, in ascending order, computed by patience sorting. The
  /// elements at these positions can keep their places when a list is reordered.
  ///
  /// - Complexity: O(*n* log *n*); O(*n*) if the whole list is increasing.
  package func longestIncreasingSubsequence() -> [Int] {
    // For each length, the position at which an increasing run ends lowest; and the predecessor of each position in its
    // run.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for (position, number) in enumerated() {
      var low = 0
      var high = ends.count
      if let last = ends.last, self[last] < number { low = high }
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[position] = ends[low - 1] }
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var position = ends.last ?? -1
    // The run ends are no longer needed, so their storage is reused for the positions of the longest run.
    for index in ends.indices.reversed() {
      ends[index] = position
      position = previous[position]
    }
    return ends
  }
}
