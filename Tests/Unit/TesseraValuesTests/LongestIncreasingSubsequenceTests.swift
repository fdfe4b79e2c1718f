import TesseraTestSupport
import TesseraValues
import Testing

@Suite("The longest increasing subsequence")
struct LongestIncreasingSubsequenceTests {
  @Test(
    arguments: [
      ([], []), ([5], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 2, 1], [2]), ([1, 2, 0], [0, 1]), ([9, 0, 1, 2], [1, 2, 3]),
      ([2, 2], [1]), ([1, 3, 2, 4], [0, 2, 3]),
    ] as [([Int], [Int])])
  func `matches an exhaustive search in small lists`(numbers: [Int], positions: [Int]) {
    #expect(numbers.longestIncreasingSubsequence() == positions)
  }

  @Test(arguments: 0..<50)
  func `increases, and none is longer`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = (0..<Int.random(in: 0...40, using: &generator)).map { _ in Int.random(in: 0...30, using: &generator) }
    let found = numbers.longestIncreasingSubsequence()
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] })
    // The length of the longest increasing run that ends at each position, computed from the preceding ones.
    var lengths: [Int] = []
    for (position, number) in numbers.enumerated() {
      lengths.append(1 + ((0..<position).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
    }
    #expect(found.count == lengths.max() ?? 0)
  }
}
