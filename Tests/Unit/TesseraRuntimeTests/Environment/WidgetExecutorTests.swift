import Synchronization
import Testing

@testable import TesseraRuntime

@Suite("Busy widgets")
struct WidgetExecutorTests {
  @Test func `have credit for opening, and some more later`() {
    var credit = WorkCredit()
    var found: [Bool] = []
    func look(at date: Double) { found.append(credit.isSpent(at: date)) }
    credit.spend(0.4, at: 0)
    look(at: 0)
    credit.spend(0.2, at: 0)
    look(at: 0)
    // Even a large debt is forgiven soon.
    credit.spend(60, at: 60)
    look(at: 60)
    look(at: 62)
    look(at: 64)
    #expect(found == [false, true, true, true, false])
    // A widget that works less than 3 % of the time never waits.
    var modest = WorkCredit()
    var isEverSpent = false
    for second in 0..<10_000 {
      modest.spend(0.02, at: Double(second))
      if modest.isSpent(at: Double(second)) { isEverSpent = true }
    }
    #expect(!isEverSpent)
  }

  @Test func `take turns in order, and one that never ends its turn is not waited for`() async {
    let widgets = BusyWidgets(slots: 1, longestTurn: 0.01)
    let order = Mutex<[Int]>([])
    await withCheckedContinuation { continuation in
      // The first widget never ends its turn.
      widgets.admit { _ in order.withLock { $0.append(1) } }
      widgets.admit { turn in
        order.withLock { $0.append(2) }
        turn.end()
        turn.end()
      }
      widgets.admit { turn in
        order.withLock { $0.append(3) }
        turn.end()
        continuation.resume()
      }
    }
    #expect(order.withLock { $0 } == [1, 2, 3])
  }

  @Test func `have a fixed number of slots, however often a turn is ended`() {
    let widgets = BusyWidgets(slots: 2, longestTurn: 3600)
    let turns = Mutex<[BusyWidgets.Turn]>([])
    for _ in 1...5 { widgets.admit { turn in turns.withLock { $0.append(turn) } } }
    var counts = [turns.withLock { $0.count }]
    for number in [0, 0, 1, 2, 3, 4] {
      turns.withLock { $0[number] }.end()
      counts.append(turns.withLock { $0.count })
    }
    #expect(counts == [2, 3, 3, 4, 5, 5, 5])
  }
}
