import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Data shared by presentations")
struct GlobalContextTests {
  private static let options = """
    [{"name": "station", "type": "string", "default": "one"}, {"name": "count", "type": "number", "default": 3}]
    """

  private func widget() throws -> TestWidget {
    let detail = #"{"view": \#(shown("detail", "@{global.n}"))}"#
    return try TestWidget(
      screen: """
        {"view": \(container(
          shown("n", "@{global.n}"), shown("other", "@{global.other}"), shown("all", "@{global}@{null}"),
          shown("station", "@{options.station}"), label("binding"), shown("sum", "@{options.count + 1}"),
          doing("up", #"{"type": "setContext", "context": "global", "path": "n", "value": "@{(global.n ?? 0) + 1}"}"#),
          doing("twice", """
            [{"type": "setContext", "context": "global", "path": "n", "value": "@{(global.n ?? 0) + 1}"},
             {"type": "setContext", "context": "global", "path": "n", "value": "@{(global.n ?? 0) * 10}"}]
            """),
          doing("whole", #"{"type": "setContext", "context": "global", "value": {"other": "new"}}"#),
          doing("open", #"{"type": "push", "screen": "Detail"}"#))),
         "elements": {"binding": {"bindings": [{"from": "defaults.station"}]}}}
        """, screens: ["Detail": detail], options: Self.options)
  }

  @Test func `all presentations read what one writes, including those that open later`() async throws {
    let widget = try widget()
    let (one, two) = (await widget.open(), await widget.open())
    try await one.press("up")
    #expect(try await one.text("n") + two.text("n") == "11")
    try await two.press("up")
    #expect(try await one.text("n") + two.text("n") == "22")
    #expect(try await widget.open().text("n") == "2")
    try await one.press("whole")
    #expect(try await two.text("all") == #"{"other":"new"}"#)
    #expect(try await two.text("n") + two.text("other") == "new")
  }

  @Test func `a write is visible at once to its own presentation, also in the next action`() async throws {
    let widget = try widget()
    let host = await widget.open()
    await host.sendAtOnce(.press(try await host.node("twice").id))
    #expect(try await host.text("n") == "10")
    try await host.press("twice")
    #expect(try await host.text("n") == "110")
  }

  @Test func `it spans all screens, also those that are covered`() async throws {
    let host = try await widget().open()
    try await host.press("up")
    try await host.press("open")
    #expect(try await host.text("detail") == "1")
    await host.send(.back)
    #expect(try await host.text("n") == "1")
  }

  @Test func `instances share nothing`() async throws {
    let (one, two) = (try await widget().open(), try await widget().open())
    try await one.press("up")
    #expect(try await two.text("n") == "")
  }

  @Test func `a closed presentation receives nothing more, and the others continue`() async throws {
    let widget = try widget()
    let (one, two) = (await widget.open(), await widget.open())
    await one.presentation.close()
    let revision = await one.presentation.tree().revision
    try await two.press("up")
    #expect(try await two.text("n") == "1")
    #expect(await one.presentation.tree().revision == revision)
  }

  @Test func `concurrent writes of presentations lose no other values, and converge`() async throws {
    let screen = """
      {"view": \(container(shown("all", "@{global}@{null}"), component("textInput", "field", """
        "onChange": {"type": "setContext", "context": "global", "path": "@{onChange.value}", "value": "@{onChange.value}"}
        """)))}
      """
    let widget = try TestWidget(screen: screen)
    var hosts: [TestHost] = []
    for _ in 0..<8 { hosts.append(await widget.open()) }
    let fields = try await hosts.asyncMap { try await $0.node("field").id }
    await withTaskGroup(of: Void.self) { group in
      for (index, host) in hosts.enumerated() {
        let field = fields[index]
        group.addTask {
          for number in 0..<20 { await host.sendAtOnce(.input(field, text: "k\(index)x\(number)")) }
        }
      }
    }
    await widget.clock.settle()
    let expected = Value.dictionary(
      Dictionary(
        uniqueKeysWithValues: (0..<8).flatMap { index in
          (0..<20).map { ("k\(index)x\($0)", Value.string("k\(index)x\($0)")) }
        }))
    for host in hosts { #expect(try await host.text("all") == expected.description) }
  }

  @Test func `an option begins with its default, and a new value applies everywhere at once`() async throws {
    let widget = try widget()
    let (one, two) = (await widget.open(), await widget.open())
    #expect(try await one.text("station") == "one")
    #expect(try await one.text("sum") == "4")
    widget.instance.setOption("station", to: "two")
    await widget.clock.settle()
    for host in [one, two, await widget.open()] {
      #expect(try await host.text("station") == "two")
      #expect(try await host.text("binding") == "two", "the older name means the same")
      #expect(try await host.text("sum") == "4")
    }
  }

  @Test func `setting an option to its present value notifies no observers`() async throws {
    let widget = try widget()
    let host = await widget.open()
    let revision = await host.presentation.tree().revision
    widget.instance.setOption("station", to: "one")
    await widget.clock.settle()
    #expect(await host.presentation.tree().revision == revision)
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
