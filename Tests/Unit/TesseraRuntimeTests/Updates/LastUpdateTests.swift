import Foundation
import TesseraBundles
import TesseraData
import TesseraValues
import Testing

@testable import TesseraRuntime

/// What screens read of updates in the background.
struct LastUpdateTests {
  private func widget(
    update: String = #""interval": 900, "action": "load""#, _ responses: String
  ) throws -> TestWidget {
    let bundle = WidgetBundle(texts: [
      "widget.json": """
      {"id": "org.example.test", "name": "Test", "main": "Main", "update": {\(update)},
       "options": [{"name": "sites", "type": "list", "element": "string", "default": ["a", "b"]}]}
      """,
      "screens/Main.json": #"{"view": \#(Self.view)}"#,
      "service.json": """
      {"options": {"provider": "stub"}, "actions": {
        "load": {"responses": \(responses)},
        "each": {"forEach": "options.sites", "responses": \(responses)}}}
      """,
    ])
    return try TestWidget(bundle: bundle)
  }

  private static let view = container(
    #"{"type": "text", "id": "state", "text": "@{widget.update.date | date: ['HH:mm', 'UTC']} @{widget.update.failure} "#
      + #"@{map(widget.update.failures, 'item')}"}"#)

  @Test func `Screens follow the date and the failure of updates`() async throws {
    let widget = try widget(#"[{"call": 2, "status": 503, "response": {"error": "Down"}}, {"response": {}}]"#)
    #expect(widget.problems == [])
    let host = await widget.open()
    #expect(try await host.text("state") == "  []")
    _ = await widget.instance.answer()
    await widget.clock.settle()
    #expect(try await host.text("state") == "19:00  []")
    await widget.clock.advance(by: .seconds(900))
    guard case .failed("Down") = await widget.instance.answer() else {
      Issue.record("The update succeeded")
      return
    }
    await widget.clock.settle()
    #expect(try await host.text("state") == "19:00 Down []")
    _ = await widget.instance.answer()
    await widget.clock.settle()
    #expect(try await host.text("state") == "19:15  []")
    await host.presentation.close()
  }

  @Test func `They follow the requests that failed, some or all`() async throws {
    // The requests of an update are sent at once, in any order.
    let widget = try widget(
      update: #""interval": 900, "action": "each""#,
      #"""
      [{"when": {"item": "b"}, "status": 500}, {"call": 3, "status": 500}, {"call": 4, "status": 500}, {"response": {}}]
      """#)
    let host = await widget.open()
    _ = await widget.instance.answer()
    await widget.clock.settle()
    #expect(try await host.text("state") == #"19:00  ["b"]"#)
    _ = await widget.instance.answer()
    await widget.clock.settle()
    #expect(try await host.text("state").hasSuffix(#"["a","b"]"#))
    await host.presentation.close()
  }

  @Test func `The last update outlives the instance`() async throws {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let definition = try widget(#"[{"response": {}}]"#).definition
    let location = StoreLocation.file(folder.appending(path: "a.sqlite"))
    do {
      let first = try TestWidget(definition, at: location)
      _ = await first.instance.answer()
    }
    let second = try TestWidget(definition, at: location)
    let host = await second.open()
    #expect(try await host.text("state") == "19:00  []")
    await host.presentation.close()
  }

  @Test func `An update by a screen fails with its action, even if the screen handles that`() async throws {
    let widget = try TestWidget(
      bundle: WidgetBundle(texts: [
        "widget.json":
          #"{"id": "org.example.test", "name": "Test", "main": "Main", "update": {"interval": 900}}"#,
        "screens/Main.json": """
        {"onInit": {"type": "perform", "action": "load", "onError": []}, "view": \(container())}
        """,
        "service.json":
          #"{"options": {"provider": "stub"}, "actions": {"load": {"responses": [{"status": 500, "response": {"error": "Down"}}]}}}"#,
      ]))
    #expect(widget.problems == [])
    let answer = await widget.instance.answer()
    guard case .failed("Down") = answer else {
      Issue.record("The update is \(answer)")
      return
    }
    let host = await widget.open()
    #expect(await host.alert == nil, "An empty list of actions suppresses the alert")
    await host.presentation.close()
  }
}
