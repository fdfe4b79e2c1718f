import Synchronization
import TesseraBundles
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraRuntime

/// Events of schemes that hosts receive, and objects that perform actions instead of the service.
struct SchemeDiagnosticsTests {
  private final class Record: SchemeDiagnostics {
    let events = Mutex<[SchemeEvent]>([])

    func schemeDid(_ event: SchemeEvent, screen: String, instance: String) {
      if screen == "Main" { events.withLock { $0.append(event) } }
    }
  }

  @Test func `A host is notified of what is made, connected, bound, assigned and run`() async throws {
    let record = Record()
    let definition = WidgetDefinition(
      bundle: WidgetBundle(texts: [
        "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
        "screens/Main.json": """
        {"view": \(container(label("state"), component("button", "go"))),
         "objects": {"run": {"type": "ButtonActionController", "attrs": {"actionName": "load"}, "outlets": {"sender": "go"}}},
         "elements": {"state": {"attrs": {"alpha": 0.5}, "bindings": [{"from": "run.status.isSuccess"}]}}}
        """,
        "service.json": stubService(#""load": {"path": "/a", "response": {"a": 1}}"#),
      ]))
    let widget = try TestWidget(definition) { $0.diagnostics = record }
    #expect(widget.problems == [])
    let host = await widget.open()
    try await host.press("go")
    let events = record.events.withLock { $0 }
    #expect(
      events.filter { if case .assigned = $0 { false } else { true } } == [
        .created(object: "run", type: "ButtonActionController"),
        .connected(outlet: "sender", of: "run", to: ["go"]), .updated(element: "state", attributes: ["opacity"]),
        .bound(element: "state", properties: ["value"]),
        .actionWillRun(action: "load", object: .null, sender: "run"),
        .actionDidRun(action: "load", answer: ["a": 1], error: nil),
      ])
    #expect(events.contains(.assigned(property: "value", of: "state", value: true)))
  }

  @Test func `An action controller runs an object in place of the service`() async throws {
    let widget = try TestWidget(
      view: container(label("state"), component("button", "go"), component("textInput", "field")),
      objects: """
        {"load": {"type": "ActionController", "attrs": {"actionName": "load"}},
         "ask": {"type": "ButtonActionController", "attrs": {"actionName": "performAction:"},
           "outlets": {"sender": "go", "target": "load"}}}
        """,
      elements: #"{"state": {"bindings": [{"from": "load.status.isSuccess"}]}}"#,
      service: stubService(#""load": {"path": "/a", "response": {}}"#))
    #expect(widget.problems == [])
    let host = await widget.open()
    try await host.press("go")
    #expect(try await host.text("state") == "1")
  }

  @Test func `Controllers that run each other end`() async throws {
    let widget = try TestWidget(
      view: container(label("state"), component("button", "go")),
      objects: """
        {"first": {"type": "ButtonActionController", "attrs": {"actionName": "performAction"},
           "outlets": {"sender": "go", "target": "second"}},
         "second": {"type": "ActionController", "attrs": {"actionName": "performAction"},
           "outlets": {"target": "first"}}}
        """)
    #expect(widget.problems == [])
    let host = await widget.open()
    try await host.press("go")
    #expect(try await host.text("state") == "")
  }
}
