import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Validation of values")
struct ValidationTests {
  /// Opens a form with one field, which shows its error.
  private func open(_ attributes: String, above: String = "") async throws -> TestHost {
    try await TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"sent": "nothing", "errors": "none", "other": "b"}},
         "view": {"type": "form", "id": "form",
           "onSubmit": {"type": "setContext", "path": "sent", "value": "@{onSubmit.value}"},
           "onInvalid": {"type": "setContext", "path": "errors", "value": "@{onInvalid.errors}"},
           "children": [
             {"type": "field", "id": "box", "label": "Name", "hint": "All of it",
              "child": {"type": "textInput", "id": "input", \(attributes)}},
             {"type": "button", "id": "send", "text": "Send", "onPress": {"type": "submit"}},
             {"type": "text", "id": "sent", "text": "@{state.sent} @{state.errors}"},
             {"type": "text", "id": "valid", "text": "@{input.valid}"}]}}
        """
    ).open()
  }

  @Test(
    arguments: [
      (#""required": true"#, "", "Please fill this in"), (#""required": true"#, "a", nil),
      (#""validation": [{"minimumLength": 3}]"#, "ab", "At least 3 characters"),
      (#""validation": [{"minimumLength": 3}]"#, "", nil),
      (#""validation": [{"maximumLength": 2, "message": "Shorter"}]"#, "abc", "Shorter"),
      (#""validation": [{"pattern": "[a-z]+"}]"#, "ab1", "This value is not valid"),
      (#""validation": [{"pattern": "[a-z]+"}]"#, "ab", nil),
      (#""validation": [{"test": "@{input.value == state.other}", "message": "Not equal"}]"#, "a", "Not equal"),
      (#""validation": [{"test": "@{input.value == state.other}", "message": "Not equal"}]"#, "b", nil),
      (#""inputType": "number", "validation": [{"minimum": 18}]"#, "17", "At least 18"),
      (#""inputType": "number", "validation": [{"maximum": 99.5}]"#, "99,5", nil),
      (#""inputType": "number""#, "x", "This is not a number"),
      (#""inputType": "email""#, "a@", "This is not an e-mail address"), (#""inputType": "email""#, "a@b.org", nil),
      (#""inputType": "url""#, "b.org", "This is not an address such as https://example.org"),
      (#""inputType": "url""#, "https://b.org/ä?q", nil),
      (#""inputType": "telephone""#, "+49 (0)30-12", nil),
      (#""inputType": "telephone""#, "-", "This is not a telephone number"),
      (#""validation": [{"minimumLength": 2}, {"pattern": "x*"}]"#, "y", "At least 2 characters"),
    ] as [(String, String, String?)])
  func `a form rejects a value that breaks a rule`(attributes: String, typed: String, problem: String?) async throws {
    let host = try await open(attributes)
    if !typed.isEmpty { try await host.type(typed, into: "input") }
    #expect(try await host.node("input")[.error].isNull)
    #expect(try await host.text("valid") == (problem == nil ? "true" : "false"))
    try await host.press("send")
    #expect(try await host.node("input")[.error] == problem.map(Value.string) ?? .null)
    let label = try await host.text("sent")
    if let problem {
      #expect(label == #"nothing {"input":"\#(problem)"}"#)
    } else {
      #expect(label.hasSuffix(" none"))
    }
  }

  @Test func `an error is reported when the user leaves the field, and disappears when it is fixed`() async throws {
    let host = try await open(#""validation": [{"minimumLength": 3}]"#)
    try await host.type("ab", into: "input")
    #expect(try await host.node("input")[.error].isNull)
    await host.send(.blur(try await host.node("input").id))
    #expect(try await host.node("input")[.error] == "At least 3 characters")
    try await host.type("abc", into: "input")
    #expect(try await host.node("input")[.error].isNull)
    try await host.type("", into: "input")
    try await host.type("a", into: "input")
    #expect(try await host.node("input")[.error] == "At least 3 characters")
  }

  @Test func `the field around an input shows its label, its hint, and then its error`() async throws {
    let host = try await open(#""required": true"#)
    func texts() async throws -> [String] {
      let tree = await host.tree
      return tree.preorder(from: try await host.node("box").id).compactMap { $0[.text].string }
    }
    #expect(try await texts() == ["Name *", "All of it"])
    #expect(try await host.node("input")[.accessibilityLabel] == "Name")
    #expect(try await host.node("input")[.accessibilityHint] == "All of it")
    try await host.press("send")
    #expect(try await texts() == ["Name *", "Please fill this in"])
    try await host.type("Ada", into: "input")
    #expect(try await texts() == ["Name *", "All of it"])
  }

  @Test func `a service's error is shown at the field until the user types`() async throws {
    let host = try await open(#""error": "@{state.other == 'b' ? 'Taken' : null}""#)
    #expect(try await host.node("input")[.error] == "Taken")
    #expect(try await host.text("valid") == "false")
    try await host.type("new", into: "input")
    #expect(try await host.node("input")[.error].isNull)
  }

  @Test func `a cleared form shows no errors`() async throws {
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "form", "onSubmit": {"type": "toast", "text": "sent"}, "children": [
          {"type": "textInput", "id": "input", "required": true},
          {"type": "button", "id": "send", "text": "Send", "onPress": {"type": "submit"}},
          {"type": "button", "id": "clear", "text": "Clear", "onPress": {"type": "reset"}}]}}
        """)
    let host = await widget.open()
    try await host.press("send")
    #expect(try await host.node("input")[.error] == "Please fill this in")
    try await host.press("clear")
    #expect(try await host.node("input")[.error].isNull)
  }

  @Test func `a service's error disappears with the next choice, and with a cleared form`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"error": null}},
         "view": {"type": "form", "onSubmit": {"type": "toast", "text": "sent"}, "children": [
           {"type": "segmented", "id": "input", "choices": ["a", "b"], "error": "@{state.error}"},
           {"type": "checkbox", "id": "box", "error": "@{state.error}"},
           {"type": "button", "id": "fail", "text": "Fail",
            "onPress": {"type": "setContext", "path": "error", "value": "Taken"}},
           {"type": "button", "id": "clear", "text": "Clear", "onPress": {"type": "reset"}}]}}
        """)
    let host = await widget.open()
    try await host.press("fail")
    #expect(try await host.node("input")[.error] == "Taken")
    await host.send(.press(try await host.node("input").children[1]))
    #expect(try await host.node("input")[.error].isNull)
    #expect(try await host.node("box")[.error] == "Taken")
    try await host.press("clear")
    #expect(try await host.node("box")[.error].isNull)
  }

  @Test(arguments: [
    #"[{"minimumLenght": 3}]"#, #"[{"minimum": "a"}]"#, #"[{"pattern": "("}]"#, #"["required"]"#,
  ])
  func `invalid rules are reported`(rules: String) throws {
    let widget = try TestWidget(
      screen: #"{"view": {"type": "textInput", "validation": \#(rules)}}"#, isSound: false)
    #expect(widget.definition.diagnostics.map(\.rule) == ["validation-rule"])
  }
}
