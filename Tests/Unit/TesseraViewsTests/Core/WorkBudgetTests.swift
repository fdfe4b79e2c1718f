import Synchronization
import TesseraTestSupport
import Testing

@testable import TesseraViews

@Suite("Budgets of steps")
struct WorkBudgetTests {
  @Test func `a step without a limit never exceeds it, one without time does at once, and the next one starts anew`() {
    let free = WorkBudget()
    free.begin()
    #expect(!free.isSpent())
    let none = WorkBudget(timeLimit: 0)
    none.begin()
    #expect(none.isSpent())
    none.finish()
    guard case .time(let used, 0)? = none.overrun else {
      Issue.record("The step is over for another reason: \(String(describing: none.overrun))")
      return
    }
    #expect(used > 0)
    none.begin()
    #expect(none.overrun == nil)
  }

  @Test func `more text than the budget ends a step, and the reason contains the figures`() {
    let budget = WorkBudget(textLimit: 2_000_000)
    budget.begin()
    budget.add(textBytes: 2_000_000)
    #expect(!budget.isSpent())
    budget.add(textBytes: 5_000_000)
    #expect(budget.isSpent())
    #expect(budget.overrun?.reason == "This widget was stopped because it shows 5 MB of text; the limit is 2 MB")
  }

  @Test func `more views than a presentation may have end a step`() {
    let budget = WorkBudget(viewLimit: 3)
    budget.begin()
    let context = ViewContext(textMeasuring: FixedWidthTextMeasuring(), budget: budget)
    var views = (1...3).map { _ in View(.container, in: context) }
    #expect(!budget.isSpent())
    views.append(View(.container, in: context))
    #expect(budget.isSpent())
    #expect(budget.overrun?.reason == "This widget was stopped because it has 4 views; the limit is 3")
    withExtendedLifetime(views) {}
  }

  @Test func `the usage of all presentations of a widget counts for a minute`() {
    let second = Mutex(1000.0)
    let share = CPUQuota(limit: 3) { second.withLock { $0 } }
    let budgets = (1...2).map { _ in WorkBudget(timeLimit: 2, share: share) }
    for time in 0..<3 {
      second.withLock { $0 = 1000 + 10 * Double(time) }
      share.record(1.1)
      budgets[time % 2].begin()
      #expect(budgets[time % 2].isSpent() == (time == 2))
    }
    #expect(
      budgets[0].overrun?.reason == "This widget was stopped because it took 3.3 s within a minute; the limit is 3.0 s")
    budgets[0].begin(isShared: false)
    #expect(!budgets[0].isSpent())
    second.withLock { $0 = 1059 }
    budgets[1].begin()
    #expect(budgets[1].isSpent())
    // The first second was a minute ago.
    second.withLock { $0 = 1060 }
    budgets[1].begin()
    #expect(!budgets[1].isSpent())
  }
}
