import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

/// A control, the value that the user chooses, and the resulting value.
struct ChoiceCase: Sendable, CustomTestStringConvertible {
  var view: String
  var chosen: Value
  /// Nil if the control rejects the choice.
  var value: Value?

  init(_ view: String, _ chosen: Value, _ value: Value?) {
    (self.view, self.chosen, self.value) = (view, chosen, value)
  }

  var testDescription: String { "\(view) \(chosen)" }
}

@Suite("Values of choice controls")
struct ChoiceTests {
  private static let letters = #""choices": ["a", "b", {"value": 3, "text": "C"}, {"text": "d", "disabled": true}]"#

  @Test(arguments: [
    ChoiceCase(#""type": "slider", "maximum": 10"#, 2.5, 2.5), ChoiceCase(#""type": "slider""#, 7, 1),
    ChoiceCase(#""type": "slider", "minimum": -1, "step": 0.1"#, 0.3333, 0.3),
    ChoiceCase(#""type": "slider""#, "much", nil), ChoiceCase(#""type": "slider", "disabled": true"#, 1, nil),
    ChoiceCase(#""type": "slider", "minimum": 5, "maximum": 2"#, 9, 5),
    ChoiceCase(#""type": "stepper", "minimum": 1, "step": 2"#, 4, 5), ChoiceCase(#""type": "stepper""#, 1000, 100),
    ChoiceCase(#""type": "radioGroup", \#(letters)"#, "b", "b"),
    ChoiceCase(#""type": "segmented", \#(letters)"#, 3, 3),
    ChoiceCase(#""type": "segmented", \#(letters)"#, "z", nil),
    ChoiceCase(#""type": "radioGroup", \#(letters)"#, "d", nil),
    ChoiceCase(#""type": "select", \#(letters)"#, "a", "a"), ChoiceCase(#""type": "select", \#(letters)"#, "d", nil),
    ChoiceCase(#""type": "select", \#(letters)"#, ["a", "b"], nil),
    ChoiceCase(#""type": "select", "multiple": true, \#(letters)"#, ["a", 3], ["a", 3]),
    ChoiceCase(#""type": "select", "multiple": true, \#(letters)"#, ["a", 4], nil),
    ChoiceCase(#""type": "datePicker""#, "2026-02-28", "2026-02-28"),
    ChoiceCase(#""type": "datePicker""#, "2026-02-29", nil), ChoiceCase(#""type": "datePicker""#, 5, nil),
    ChoiceCase(#""type": "datePicker", "mode": "time""#, "23:59:30", "23:59"),
    ChoiceCase(#""type": "datePicker", "mode": "time""#, "24:00", nil),
    ChoiceCase(#""type": "datePicker", "mode": "dateAndTime""#, "2026-11-21T09:05", "2026-11-21T09:05"),
    ChoiceCase(
      #""type": "datePicker", "mode": "range""#, ["start": "2026-11-21", "end": "2026-11-24"],
      ["start": "2026-11-21", "end": "2026-11-24"]),
    ChoiceCase(#""type": "colorPicker""#, "#FA0", "#ffaa00"), ChoiceCase(#""type": "colorPicker""#, "reddish", nil),
  ])
  func `a control takes only the values that it offers`(example: ChoiceCase) async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"told": "nothing"}},
         "view": {"type": "container", "children": [
           {\(example.view), "id": "input", "onChange": {"type": "setContext", "path": "told", "value": "@{onChange.value}"}},
           {"type": "text", "id": "told", "text": "@{state.told}"}]}}
        """)
    let host = await widget.open()
    let before = try await host.node("input")[.value]
    await host.send(.change(try await host.node("input").id, value: example.chosen))
    #expect(try await host.node("input")[.value] == example.value ?? before)
    #expect(try await host.text("told") == (example.value ?? "nothing").description)
  }

  @Test func `choices are objects of the store, and one that is added later is selected then`() async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"chosen": 2}},
         "view": {"type": "container", "children": [
           {"type": "select", "id": "input", "bind": "state.chosen", "choices": "@{albums.allItems}",
            "choiceValue": "number", "choiceText": "title"},
           {"type": "text", "id": "label", "text": "@{input.text} @{state.chosen}"},
           {"type": "button", "id": "add", "text": "Add", "onPress":
             {"type": "insert", "entity": "Album", "values": {"number": 2, "title": "Kind of Blue"}}}]},
         "objects": {"albums": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Album"}}}}
        """,
      model: #"{"entities": {"Album": {"attributes": {"number": "integer", "title": "string"}}}}"#)
    let host = await widget.open()
    #expect(try await host.text("label") == " 2")
    try await host.press("add")
    #expect(try await host.text("label") == "Kind of Blue 2")
  }

  @Test func `the buttons of a stepper count, and stop at the limits`() async throws {
    let widget = try TestWidget(screen: #"{"view": {"type": "stepper", "id": "input", "value": 1, "maximum": 2}}"#)
    let host = await widget.open()
    func button(_ index: Int) async throws -> ViewNode {
      let tree = await host.tree
      let children = try await host.node("input").children
      return try #require(tree[children[index]])
    }
    await host.send(.press(try await button(2).id))
    #expect(try await host.node("input")[.value] == 2)
    #expect(try await button(2)[.disabled] == true)
    await host.send(.press(try await button(2).id))
    for _ in 0..<3 { await host.send(.press(try await button(0).id)) }
    #expect(try await host.node("input")[.value] == 0)
    #expect(try await button(0)[.disabled] == true)
  }

  @Test func `the end of a range is not before its start`() async throws {
    let widget = try TestWidget(
      screen: """
        {"view": {"type": "datePicker", "mode": "range", "id": "input",
          "value": {"start": "2026-11-21", "end": "2026-11-24"}}}
        """)
    let host = await widget.open()
    let start = try await host.node("input").children[0]
    await host.send(.change(start, value: "2026-11-30"))
    #expect(try await host.node("input")[.value] == ["start": "2026-11-30", "end": "2026-11-30"])
  }

  @Test(arguments: [
    ("(###) ###-####", "0301234567", "(030) 123-4567"), ("(###) ###-####", "(03", "(03"), ("##", "never", ""),
    ("AA-##", "ab12", "ab-12"), ("##.##.####", "24.12.2026", "24.12.2026"), ("*#", "ä1", "ä1"),
  ])
  func `typed text is formatted by a mask`(mask: String, typed: String, text: String) async throws {
    let widget = try TestWidget(screen: #"{"view": {"type": "textInput", "id": "input", "mask": "\#(mask)"}}"#)
    let host = await widget.open()
    try await host.type(typed, into: "input")
    #expect(try await host.value("input") == text)
  }

  @Test(arguments: [
    ("12", Value.integer(12)), (" 1 000,5 ", 1000.5), ("−3", -3), ("x", .null), ("", .null), ("0x10", .null),
  ])
  func `a field for numbers has number values`(typed: String, value: Value) async throws {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "state", "value": {"number": null}},
         "view": {"type": "container", "children": [
           {"type": "textInput", "id": "input", "inputType": "number", "bind": "state.number"},
           {"type": "text", "id": "label", "text": "@{state.number == null ? 'none' : state.number * 2}"}]}}
        """)
    let host = await widget.open()
    try await host.type(typed, into: "input")
    #expect(try await host.value("input") == typed)
    #expect(try await host.text("label") == (value.number.map { Value.double($0 * 2).description } ?? "none"))
  }

  @Test func `characters beyond the maximum length are cut`() async throws {
    let widget = try TestWidget(screen: #"{"view": {"type": "textInput", "id": "input", "maximumLength": 3}}"#)
    let host = await widget.open()
    try await host.type("👍🏽éab", into: "input")
    #expect(try await host.value("input") == "👍🏽éa")
  }
}
