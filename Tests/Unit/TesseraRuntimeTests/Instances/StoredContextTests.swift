import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Contexts and the store")
struct StoredContextTests {
  private func open(_ context: String) async throws -> TestHost {
    try await TestWidget(
      screen: """
        {"context": \(context),
         "view": {"type": "container", "children": [
           {"type": "textInput", "id": "field", "bind": "d.name"},
           {"type": "text", "id": "label", "text": "@{d.name} @{people.first.name}"},
           {"type": "button", "id": "again", "text": "Again", "onPress": {"type": "push", "screen": "Main"}},
           {"type": "button", "id": "add", "text": "Add",
            "onPress": {"type": "insert", "entity": "Person", "values": {"name": "Ada"}}},
           {"type": "button", "id": "change", "text": "Change",
            "onPress": {"type": "update", "object": "@{people.first}", "values": {"name": "Bob"}}}]},
         "objects": {"people": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Person"}}}}
        """, model: #"{"entities": {"Person": {"attributes": {"name": "string"}}}}"#
    ).open()
  }

  @Test func `an initial value reads what providers have`() async throws {
    let host = try await open(#"{"id": "d", "value": {"name": "@{people.first.name}"}}"#)
    try await host.press("add")
    try await host.press("again")
    #expect(try await host.text("label") == "Ada Ada")
    try await host.type("Zoe", into: "field")
    #expect(try await host.text("label") == "Zoe Ada", "a copy is not written to the store")
  }

  @Test func `an object follows the store, and writes to it change the store`() async throws {
    let host = try await open(#"{"id": "d", "value": "@{people.first}"}"#)
    try await host.press("add")
    try await host.press("again")
    try await host.press("change")
    #expect(try await host.text("label") == "Bob Bob")
    try await host.type("Zoe", into: "field")
    #expect(try await host.text("label") == "Zoe Zoe")
  }
}
