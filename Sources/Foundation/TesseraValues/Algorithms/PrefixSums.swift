/// A sequence of numbers with fast prefix sums, stored as a binary indexed tree (Fenwick 1994). One number out of a
/// million can change without adding up all the others again.
package struct PrefixSums<Number: AdditiveArithmetic & Comparable> {
  /// `tree[i]` is the sum of the `i & -i` numbers that end before position `i`; the first entry is unused.
  @usableFromInline var tree: [Number]

  /// Creates the prefix sums of the given numbers.
  ///
  /// - Complexity: O(*n*).
  @inlinable package init(_ numbers: [Number]) {
    tree = [.zero] + numbers
    for index in tree.indices.dropFirst() {
      let next = index + (index & -index)
      if next < tree.count { tree[next] += tree[index] }
    }
  }

  /// Creates the prefix sums of `count` zeros.
  @inlinable package init(count: Int) { tree = Array(repeating: .zero, count: count + 1) }

  /// The number of elements.
  @inlinable package var count: Int { tree.count - 1 }

  /// Adds an amount to the number at a position.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package mutating func add(_ amount: Number, at position: Int) {
    var index = position + 1
    while index < tree.count {
      tree[index] += amount
      index += index & -index
    }
  }

  /// Returns the sum of all numbers before a position. Pass `count` for the sum of all numbers.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package func sum(before position: Int) -> Number {
    var sum = Number.zero
    var index = position
    while index > 0 {
      sum += tree[index]
      index &= index - 1
    }
    return sum
  }

  /// Returns the length of the longest prefix whose sum is at most `limit`. No number may be negative.
  ///
  /// - Complexity: O(log *n*).
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
