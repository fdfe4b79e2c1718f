import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Forms that actions submit and clear")
struct FormActionTests {
  private func open(_ children: String, _ more: String = "") async throws -> TestHost {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"sent": null}},
         "view": {"type": "container", "children": [
           {"type": "form", "id": "form",
            "onSubmit": {"type": "setContext", "path": "sent", "value": "@{onSubmit.value}"},
            "children": [\(children)]},
           {"type": "text", "id": "sent", "text": "@{state.sent ?? 'nothing'}"}\(more)]}}
        """)
    return await widget.open()
  }

  @Test func `an empty required field, by its name or its id, prevents submission`() async throws {
    let host = try await open(
      """
      {"type": "textInput", "id": "one", "name": "first", "required": true},
      {"type": "textInput", "id": "two", "required": "@{one.text == 'more'}"},
      {"type": "button", "id": "save", "text": "Save", "onPress": {"type": "submit"}}
      """)
    try await host.press("save")
    #expect(try await host.text("sent") == "nothing")
    try await host.type("more", into: "one")
    try await host.press("save")
    #expect(try await host.text("sent") == "nothing")
    try await host.type("text", into: "two")
    try await host.press("save")
    #expect(try await host.text("sent") == #"{"first":"more","two":"text"}"#)
  }

  @Test func `a form is submitted and cleared from outside by its id, as is a single field`() async throws {
    let host = try await open(
      """
      {"type": "textInput", "id": "one", "text": "a"}, {"type": "textArea", "id": "two", "text": "b"},
      {"type": "form", "id": "inner", "children": [{"type": "textInput", "id": "three", "text": "c"}]},
      {"type": "textInput", "id": "four", "text": "d", "takesPartInForm": false}
      """,
      """
      , {"type": "button", "id": "save", "text": "Save", "onPress": {"type": "submit", "id": "form"}},
      {"type": "button", "id": "clearOne", "text": "One", "onPress": {"type": "reset", "id": "two"}},
      {"type": "button", "id": "clear", "text": "All", "onPress": {"type": "reset", "id": "form"}}
      """)
    try await host.press("clearOne")
    try await host.press("save")
    #expect(try await host.text("sent") == #"{"inner":{"three":"c"},"one":"a"}"#)
    try await host.press("clear")
    #expect(try await host.value("one") == "")
    #expect(try await host.value("three") == "")
    #expect(try await host.value("four") == "d")
  }

  @Test func `a connected required field is submitted, and nested forms are cleared`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"sent": "nothing"}},
         "view": {"type": "container", "children": [
           {"type": "textInput", "id": "mail", "required": true},
           {"type": "form", "id": "outer", "onSubmit": {"type": "setContext", "path": "sent", "value": "@{onSubmit.value}"},
            "children": [{"type": "form", "id": "inner", "children": []}]},
           {"type": "text", "id": "sent", "text": "@{state.sent}"},
           {"type": "button", "id": "send", "text": "Send", "onPress": {"type": "submit", "id": "outer"}},
           {"type": "button", "id": "clear", "text": "Clear", "onPress": {"type": "reset", "id": "outer"}}]},
         "elements": {"outer": {"outlets": {"optionalFields": ["mail"]}},
                      "inner": {"outlets": {"optionalFields": ["outer"]}}}}
        """, isSound: false)
    let host = await widget.open()
    if await host.alert != nil { try await host.answerAlert() }
    try await host.press("send")
    #expect(try await host.text("sent") == "nothing")
    try await host.type("a@b.c", into: "mail")
    try await host.press("send")
    #expect(try await host.text("sent") == #"{"mail":"a@b.c"}"#)
    try await host.press("clear")
    #expect(try await host.value("mail") == "")
  }

  @Test(arguments: ["submit", "reset"])
  func `submitting or clearing without a form is reported`(type: String) async throws {
    let widget = try TestWidget(screen: #"{"view": {"type": "button", "id": "go", "onPress": {"type": "\#(type)"}}}"#)
    let host = await widget.open()
    try await host.press("go")
    #expect(await host.alert?.hasPrefix("Error: \(type): There is no form") == true)
  }
}
