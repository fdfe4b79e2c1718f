import TesseraRuntime
import TesseraValues

/// An object of a screen that counts: buttons ask it by `action`, expressions read `counter.count`.
final class Counter: Mediator {
  private var count = 0.0
  private var step = 1.0

  override class var selectors: [String] { ["increment", "reset"] }

  override func perform(selector: String, with object: Value) {
    count = selector == "reset" ? 0 : count + step
    propertiesDidChange()
  }

  override class var properties: PropertyTable<Mediator> { table }

  private static let table = PropertyTable<Mediator>(
    "Counter",
    [
      .number(Counter.self, "step", "How much is counted at once; 1 by default.", \.step, default: 1),
      .of(Counter.self, "count", .number, "What was counted.", get: { .double($0.count) }),
    ])
}
