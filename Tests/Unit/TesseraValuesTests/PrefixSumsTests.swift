import TesseraTestSupport
import TesseraValues
import Testing

@Suite("Sums of prefixes")
struct PrefixSumsTests {
  @Test(arguments: [0, 1, 2, 3, 7, 8, 9, 100])
  func `match plain addition`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var numbers = (0..<count).map { _ in Int.random(in: 0...5, using: &generator) }
    var sums = PrefixSums(numbers)
    #expect(sums.count == count)
    for _ in 0..<50 {
      if count > 0 {
        let position = Int.random(in: 0..<count, using: &generator)
        let amount = Int.random(in: -numbers[position]...9, using: &generator)
        numbers[position] += amount
        sums.add(amount, at: position)
      }
      let expected = numbers.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
      #expect((0...count).map { sums.sum(before: $0) } == expected)
      for limit in 0...(expected.last ?? 0) + 1 {
        #expect(sums.prefixLength(upTo: limit) == expected.lastIndex { $0 <= limit })
      }
    }
  }

  @Test func `of zeros are zero`() {
    let sums = PrefixSums<Double>(count: 5)
    #expect(sums.count == 5)
    #expect(sums.sum(before: 5) == 0)
    #expect(sums.prefixLength(upTo: 0) == 5)
  }
}
