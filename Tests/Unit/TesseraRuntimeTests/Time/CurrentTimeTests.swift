import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Text that follows the current time")
struct CurrentTimeTests {
  private func open(_ text: String, _ clock: (TestWidget) -> Void = { _ in }) async throws -> (TestWidget, TestHost) {
    let widget = try TestWidget(screen: #"{"view": {"type": "text", "id": "label", "text": "\#(text)"}}"#)
    return (widget, await widget.open())
  }

  @Test func `a text is written when its visible content changes, and at no other time`() async throws {
    for (format, seconds, changes) in [("HH:mm:ss", 10, 10), ("HH:mm", 600, 10), ("yyyy-MM-dd", 259_200, 3)] {
      let (widget, host) = try await open("@{now() | date: '\(format)'}")
      let before = await host.presentation.tree().revision
      await widget.clock.advance(by: .seconds(seconds))
      #expect(await host.presentation.tree().revision - before == changes, "\(format)")
    }
  }

  @Test func `a clock does not keep the widget busy, and stops when it is closed`() async throws {
    let (widget, host) = try await open("@{now() | date: 'HH:mm:ss'}")
    let moment = widget.clock.now
    await widget.clock.settle()
    #expect(widget.clock.now == moment)
    await host.presentation.close()
    await widget.clock.settle()
    #expect(widget.clock.nextDeadline == nil)
  }

  @Test func `a row's age follows the time, and disappears with its row`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"rows": [1]}},
         "view": {"type": "container", "children": [
           {"type": "list", "items": "@{state.rows}", "style": {"height": 100}, "template":
             {"type": "text", "id": "label", "text": "@{now() | date: 'ss'}"}},
           {"type": "button", "id": "clear", "text": "Clear", "onPress": {"type": "setContext", "path": "rows", "value": []}}]}}
        """)
    let host = await widget.open()
    let before = try await host.text("label")
    await widget.clock.advance(by: .seconds(2))
    #expect(try await host.text("label") != before)
    try await host.press("clear")
    #expect(widget.clock.nextDeadline == nil)
  }
}
