extension [Int] {
  /// The positions, in order, of the most numbers that increase from each to the next, found by patience sorting: what
  /// may stay where it is when a list is put in a new order.
  ///
  /// - Complexity: O(n log n); linear where the list increases as a whole.
  package func longestIncreasingSubsequence() -> [Int] {
    // The position at which an increasing run of each length ends lowest, and what comes before each position in its run.
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
    // The runs are not needed any more: their places take the positions of the longest.
    for place in ends.indices.reversed() {
      ends[place] = position
      position = previous[position]
    }
    return ends
  }
}
