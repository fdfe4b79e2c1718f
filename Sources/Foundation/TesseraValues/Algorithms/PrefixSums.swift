/// Numbers at positions, and the sums of those before a position: a binary indexed tree (Fenwick 1994), so that one
/// number of a million can change without all others being added up again.
package struct PrefixSums<Number: AdditiveArithmetic & Comparable> {
  /// `tree[i]` is the sum of the `i & -i` numbers that end before position `i`; the first entry is not used.
  @usableFromInline var tree: [Number]

  /// The sums of numbers.
  ///
  /// - Complexity: linear.
  @inlinable package init(_ numbers: [Number]) {
    tree = [.zero] + numbers
    for index in tree.indices.dropFirst() {
      let next = index + (index & -index)
      if next < tree.count { tree[next] += tree[index] }
    }
  }

  /// The sums of as many zeros.
  @inlinable package init(count: Int) { tree = Array(repeating: .zero, count: count + 1) }

  /// How many numbers there are.
  @inlinable package var count: Int { tree.count - 1 }

  /// Adds to the number at a position.
  ///
  /// - Complexity: logarithmic in the count.
  @inlinable package mutating func add(_ amount: Number, at position: Int) {
    var index = position + 1
    while index < tree.count {
      tree[index] += amount
      index += index & -index
    }
  }

  /// The sum of the numbers before a position; before the one behind the last, of all.
  ///
  /// - Complexity: logarithmic in the count.
  @inlinable package func sum(before position: Int) -> Number {
    var sum = Number.zero
    var index = position
    while index > 0 {
      sum += tree[index]
      index &= index - 1
    }
    return sum
  }

  /// The most numbers, from the first on, whose sum is at most a limit. No number may be negative.
  ///
  /// - Complexity: logarithmic in the count.
  @inlinable package func prefixLength(upTo limit: Number) -> Int {
    var length = 0
    var rest = limit
    var step = 1
    while step <= count / 2 { step *= 2 }
    while step > 0 {
      if length + step <= count, tree[length + step] <= rest {
        length += step
        rest -= tree[length]
      }
      step /= 2
    }
    return length
  }
}
