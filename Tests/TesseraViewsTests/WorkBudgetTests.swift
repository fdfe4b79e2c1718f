import TesseraViews
import Testing

@Suite("Budgets of steps")
struct WorkBudgetTests {
  @Test("a step without a limit is never over, one without time is over at once, and the next one begins anew")
  func time() {
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

  @Test("more text than a host should get ends a step, and the reason names the figures")
  func text() {
    let budget = WorkBudget(textLimit: 2_000_000)
    budget.begin()
    budget.note(textBytes: 2_000_000)
    #expect(!budget.isSpent())
    budget.note(textBytes: 5_000_000)
    #expect(budget.isSpent())
    #expect(budget.overrun?.reason == "This widget shows 5 MB of text of 2 MB, and was stopped")
  }
}
