import Testing

@testable import TesseraCluster

@Suite("Balance between hosts")
struct BalancingTests {
  private let start = ContinuousClock.now

  private static func hosts(_ counts: [Int]) -> [Balancing.Host] {
    counts.enumerated().map { Balancing.Host(id: "host-\($0)", boards: $1) }
  }

  private static func boards(_ count: Int) -> [String] { (0..<count).map { "board-\($0 + 100)" } }

  @Test(arguments: [
    // The numbers of boards, of which the first host asks; how many it gives, and to whom.
    ([6, 0], 1, "host-1"), ([4, 2], 1, "host-1"), ([3, 3], 0, ""), ([4, 3], 0, ""), ([1, 0], 0, ""),
    ([2, 0], 1, "host-1"),
    ([100, 0], 5, "host-1"), ([56, 44], 1, "host-1"), ([55, 45], 0, ""), ([44, 56], 0, ""), ([33, 37, 30], 0, ""),
    ([40, 37, 23], 1, "host-2"), ([2, 1, 1], 0, ""), ([3, 2, 1], 1, "host-2"), ([5], 0, ""), ([0, 0], 0, ""),
  ])
  func `a host gives away what is more than a tenth above an even share`(counts: [Int], expected: Int, host: String) {
    let plan = Balancing().plan(
      of: Self.boards(counts[0]), count: counts[0], total: counts.reduce(0, +), among: Self.hosts(counts), at: start)
    #expect(plan?.boards.count ?? 0 == expected)
    #expect(plan?.host ?? "" == host)
  }

  @Test func `no board is given away twice within ten minutes, no matter which host gave it first`() {
    var balancing = Balancing()
    let boards = Self.boards(4)
    func plan(after time: Duration) -> [String]? {
      balancing.plan(of: boards, count: 4, total: 4, among: Self.hosts([4, 0]), at: start + time)?.boards
    }
    #expect(plan(after: .zero) == ["board-100"])
    balancing.record("board-100", at: start)
    #expect(plan(after: .seconds(1)) == ["board-101"])
    for board in boards { balancing.record(board, at: start + .seconds(60)) }
    #expect(plan(after: .seconds(659)) == nil)
    #expect(plan(after: .seconds(660)) == ["board-100"])
  }

  @Test func `hosts come to rest, and stay there as boards are made and removed`() {
    var counts = [40, 0, 0]
    var balancing = [Balancing(), Balancing(), Balancing()]
    var owners = Dictionary(uniqueKeysWithValues: Self.boards(40).map { ($0, 0) })
    var plans: [String: Int] = [:]
    for second in 0..<120 {
      for own in counts.indices {
        let movable = owners.filter { $0.value == own }.keys.sorted()
        let now = start + .seconds(second)
        guard
          let plan = balancing[own].plan(
            of: movable, count: counts[own], total: owners.count, among: Self.hosts(counts), at: now)
        else { continue }
        let heir = Int(plan.host.dropFirst("host-".count)) ?? 0
        for board in plan.boards {
          for index in balancing.indices { balancing[index].record(board, at: now) }
          plans[board, default: 0] += 1
          owners[board] = heir
          counts[own] -= 1
          counts[heir] += 1
        }
      }
    }
    #expect(counts.allSatisfy { (12...14).contains($0) }, "\(counts)")
    #expect(plans.values.allSatisfy { $0 == 1 })
  }
}
