import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraComponents

/// The result of decoding a document for a host with an additional action, `assign`, which has an attribute of each
/// relevant type.
private struct Reading {
  var component: Component
  var diagnostics: [Diagnostic]

  init(_ text: String) throws {
    var actions = ActionRegistry.recording
    actions.register(
      ActionDefinition(
        type: "assign", documentation: "Writes.", synonyms: ["set"],
        attributes: [
          ActionDefinition.Attribute("context", .reference(.context), "Where."),
          ActionDefinition.Attribute("path", .path, "Where in it."),
          ActionDefinition.Attribute("count", .number, "A number."),
          ActionDefinition.Attribute("flag", .bool, "A truth value."),
          ActionDefinition.Attribute("values", .object, "Members."),
          ActionDefinition.Attribute("way", .choice(["up", "down"]), "One of two."),
          ActionDefinition.Attribute("value", .any, "What.", isRequired: true),
        ],
        slots: [SlotDefinition("children", "Components.", .many)],
        events: [EventDefinition("onDone", "Done."), EventDefinition("onFailed", "Not done.")], perform: { _ in }))
    var configuration = DecodingConfiguration(actions: actions)
    configuration.optionNames = ["station"]
    let session = DecodingSession(
      configuration, references: ReferenceNames([.transformer: ["ago", "number"], .context: ["global"]]))
    session.screenNames = ["content", "options", "defaults", "global", "field"]
    var decoder = ComponentDecoder(session: session)
    component = decoder.decode(try JSONNode.parse(text, limits: JSONLimits(depth: 1000)))
    diagnostics = session.diagnostics.all
  }
}

/// A document and the problem at each `↓` in it.
private struct Case: Sendable, CustomTestStringConvertible {
  var document: String
  var problems: [String]
  var testDescription: String { document }

  /// - Parameter problems: `rule: message`, optionally followed by `; ` and the fix, for each `↓`.
  init(_ document: String, _ problems: String...) {
    self.document = document
    self.problems = problems
  }

  func check(withFixes: Bool = true, within surroundings: (String) -> String = { $0 }) throws {
    let document = MarkedDocument(surroundings(document))
    let diagnostics = try Reading(document.text).diagnostics
    #expect(diagnostics.map { $0.words(withFix: withFixes) } == problems)
    #expect(diagnostics.map { $0.range?.start } == document.places)
  }
}

extension Diagnostic {
  fileprivate func words(withFix: Bool) -> String {
    "\(rule): \(message)" + (withFix ? fix.map { "; \($0)" } ?? "" : "")
  }
}

@Suite("Expressions in documents")
struct ExpressionDecodingTests {
  @Test(arguments: ComponentRegistry.standard.types)
  func `every property takes an expression`(type: String) throws {
    let definition = try #require(ComponentRegistry.standard[type])
    for property in definition.properties.all where property.isWritable {
      let reading = try Reading(#"{"type": "\#(type)", "\#(property.name)": "@{content}"}"#)
      #expect(reading.diagnostics.filter { $0.rule != "missing-attribute" } == [])
      let assignment = try #require(reading.component.properties.first, "'\(property.name)' of '\(type)'")
      #expect(assignment.property.name == property.name)
      guard case .dynamic(let value) = assignment.content else {
        Issue.record("'\(property.name)' of '\(type)' does not follow")
        continue
      }
      #expect(value.paths == [try ContextPath("content")])
    }
  }

  @Test(arguments: StyleProperties.names.sorted())
  func `every style property takes an expression`(name: String) throws {
    for value in [#""@{content}""#, #"{"left": "@{content}"}"#] {
      let literal = name == "flexGrow" ? "flexShrink" : "flexGrow"
      let reading = try Reading(#"{"type": "text", "style": {"\#(name)": \#(value), "\#(literal)": 5}}"#)
      #expect(reading.diagnostics == [])
      #expect(reading.component.dynamicStyle.map(\.name) == [name])
      let style = reading.component.layoutStyle
      #expect(max(style.flexGrow, style.flexShrink) == 5, "literals are read now")
    }
  }

  @Test(arguments: ["context", "path", "count", "flag", "values", "way", "value"])
  func `every action attribute takes an expression`(name: String) throws {
    let required = name == "value" ? "" : #""value": 1, "#
    let reading = try Reading(
      #"{"type": "button", "onPress": {"type": "assign", \#(required)"\#(name)": "@{content}"}}"#)
    #expect(reading.diagnostics == [])
    let call = try #require(reading.component.events["onPress"]?.first)
    #expect(call.attributes[name]?.paths == [try ContextPath("content")])
  }

  @Test func `expressions may appear anywhere in lists and objects, and literals stay the same`() throws {
    let reading = try Reading(
      #"""
      {"type": "button", "onPress": {"type": "assign", "value": {"a": ["@{content.x}", 1, null], "@{no}": "\\@{b}",
        "***": "@{nobody}"}}}
      """#)
    #expect(reading.diagnostics == [])
    let value = try #require(reading.component.events["onPress"]?.first?.attributes["value"])
    let scope: Value = ["content": ["x": 2.5], "no": "wrong"]
    #expect(value.value(in: scope, environment: .standard) == ["a": [2.5, 1, nil], "@{no}": "@{b}"])
    #expect(value.paths == [try ContextPath("content.x")])
  }

  @Test(arguments: [
    ("plain", "plain"), (#"\\@{content}"#, "@{content}"), ("@content", "@content"), ("{content}", "{content}"),
    ("a@b.org", "a@b.org"),
  ])
  func `a text without an expression is a literal`(text: String, value: String) throws {
    let reading = try Reading(#"{"type": "button", "onPress": {"type": "assign", "value": "\#(text)"}}"#)
    #expect(reading.diagnostics == [])
    #expect(reading.component.events["onPress"]?.first?.attributes["value"]?.literal == .string(value))
  }

  // MARK: Problems

  private static let notClosed =
    "template-syntax: The expression is not closed, expected an operator or '}'; add } at its end"
  private static let assignment =
    "template-syntax: Expected an operator or '}', found '='; write '==' to compare"

  fileprivate static let values: [Case] = [
    Case(#""@{content ↓= 1}""#, assignment),
    Case(#""Hello ↓@{content""#, notClosed),
    Case(#""@{content} and @{content ↓= 1}""#, assignment),
    Case(#""äö💥 @{content ↓= 1}""#, assignment),
    Case(
      #""@{content ↓and 1}""#, "template-syntax: Expected an operator or '}', found 'and'; write '&&'"),
    Case(
      #"↓"@{contnet.name}""#,
      "unknown-identifier: Unknown name 'contnet' on this screen; did you mean 'content'?"),
    Case(#"↓"@{hologram}""#, "unknown-identifier: Unknown name 'hologram' on this screen"),
    Case(
      #"↓"@{contnet + feild}""#,
      "unknown-identifier: Unknown name 'contnet' on this screen; did you mean 'content'?",
      "unknown-identifier: Unknown name 'feild' on this screen; did you mean 'field'?"),
    Case(#"↓"@{content[hologram]}""#, "unknown-identifier: Unknown name 'hologram' on this screen"),
    Case(
      #"↓"@{uppercas(content)}""#, "unknown-operation: Unknown operation 'uppercas'; did you mean 'uppercase'?"),
    Case(#"↓"@{system(content)}""#, "unknown-operation: Unknown operation 'system'"),
    Case(#""@{filter(content, 'a > %@ AND %K == 1', field, 'b')}""#),
    Case(
      #"↓"@{filter(content, 'a >')}""#, "expression-syntax: Expected a value at the end"),
    Case(
      #"↓"@{match(content, 'a(b')}""#,
      "expression-pattern: The pattern is invalid at character 4: the group is not closed; add ')'"),
    Case(
      #"↓"@{sort(content, 'a', 'down')}""#,
      "operation-argument: 'down' is no order; write 'ascending' or 'descending'"),
    Case(
      #"↓"@{toDate(content, 'HH', 'Berlin')}""#,
      "operation-argument: 'Berlin' is no time zone; write a name such as 'Europe/Berlin' or 'GMT'"),
    Case(
      #"↓"@{sunset(content, field, 'Rome')}""#,
      "operation-argument: 'Rome' is no time zone; write a name such as 'Europe/Berlin' or 'GMT'"),
    Case(
      #"↓"@{content | agoo}""#, "unknown-transformer: Unknown value transformer 'agoo'; did you mean 'ago'?"),
    Case(
      #"↓"@{options.staton}""#, "unknown-option: The widget has no option 'staton'; did you mean 'station'?"),
    Case(#"↓"@{defaults.colour}""#, "unknown-option: The widget has no option 'colour'"),
  ]

  @Test(arguments: values)
  fileprivate func `an error in an expression is reported at its position, at any depth`(example: Case) throws {
    var example = example
    // Several names in one text are reported at the same position.
    if example.problems.count == 2 { example.document = example.document.replacing("↓", with: "↓↓") }
    try example.check { #"{"type": "text", "text": \#($0)}"# }
    try example.check { "{\"type\": \"text\", \"style\":\n  {\"width\": \($0)}}" }
    try example.check { #"{"type": "text", "style": {"margin": {"left": \#($0)}}}"# }
    try example.check { #"{"type": "button", "onPress": {"type": "assign", "value": \#($0)}}"# }
    try example.check { #"{"type": "button", "onPress": {"type": "assign", "value": {"a": [1, \#($0)]}}}"# }
    try example.check { #"{"type": "text", "context": {"id": "own", "value": \#($0)}}"# }
    try example.check { #"{"type": "table", "cells": {"Cell": {"type": "text", "text": \#($0)}}}"# }
    try example.check { #"{"type": "table", "header": {"type": "text", "text": \#($0)}}"# }
    try example.check {
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "children": [{"type": "text", "text": \#($0)}]}}"#
    }
  }

  @Test func `a text with an invalid expression is shown as it is`() throws {
    let view = try BuiltScreen().build(try Reading(#"{"type": "text", "text": "Hi @{content = 1}"}"#).component)
    #expect(view.value == "Hi @{content = 1}")
  }

  fileprivate static let types: [Case] = [
    Case(
      #"{"type": "text", "hidden": ↓"is @{content}"}"#,
      "expression-type: Attribute 'hidden' of 'text' takes true or false, but the expression gives text"),
    Case(
      #"{"type": "text", "opacity": ↓"@{content == 1 ? 'a' : 'b'}"}"#,
      "expression-type: Attribute 'opacity' of 'text' takes number, but the expression gives text"),
    Case(
      #"{"type": "text", "text": ↓["@{content}"]}"#,
      "expression-type: Attribute 'text' of 'text' takes text, but the expression gives a list"),
    Case(
      #"{"type": "text", "text": ↓{"a": "@{content}"}}"#,
      "expression-type: Attribute 'text' of 'text' takes text, but the expression gives an object"),
    Case(
      #"{"type": "text", "text": ↓"@{[content]}"}"#,
      "expression-type: Attribute 'text' of 'text' takes text, but the expression gives a list"),
    Case(
      #"{"type": "text", "color": ↓"@{1 + 2}"}"#,
      "expression-type: Attribute 'color' of 'text' takes colour, but the expression gives a number"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "count": ↓"@{content}."}}"#,
      "expression-type: Attribute 'count' of action 'assign' takes number, but the expression gives text"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "flag": ↓"@{[content]}"}}"#,
      "expression-type: Attribute 'flag' of action 'assign' takes true or false, but the expression gives a list"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "values": ↓["@{content}"]}}"#,
      "expression-type: Attribute 'values' of action 'assign' takes object, but the expression gives a list"),
    // Values that may be valid are not reported.
    Case(#"{"type": "text", "hidden": "@{content}", "opacity": "@{content | number}"}"#),
    Case(#"{"type": "text", "text": "@{content == 1}", "hidden": "@{content == 1}", "opacity": "@{1 + 2}"}"#),
    Case(#"{"type": "text", "hidden": "@{null}", "name": "@{1 + 2}", "color": "@{content ? 'label' : null}"}"#),
  ]

  @Test(arguments: types)
  fileprivate func `an expression that certainly has the wrong type is reported`(example: Case) throws {
    try example.check()
  }

  // MARK: Names

  private static let unknown = "unknown-identifier: Unknown name"

  fileprivate static let places: [Case] = [
    Case(
      #"""
      {"type": "container", "context": {"id": "outer"}, "children": [
        {"type": "text", "context": {"id": "inner"}, "text": "@{outer} @{inner}"},
        {"type": "text", "text": "@{outer}", "style": {"width": ↓"@{inner}"}}]}
      """#, "\(unknown) 'inner' on this screen"),
    Case(
      #"{"type": "text", "context": [{"id": "first"}, {"id": "second", "value": "@{content}"}], "text": "@{second}"}"#),
    Case(#"{"type": "text", "context": {"id": "own", "value": ↓"@{own}"}}"#, "\(unknown) 'own' on this screen"),
    Case(
      #"{"type": "container", "context": {"id": "a"}, "children": [{"type": "text", "context": {"id": "b", "value": "@{a}"}}]}"#
    ),
    Case(
      #"{"type": "container", "context": {"id": "a"}, "children": [{"type": "text", "context": {"id": "a"}, "text": "@{a}"}]}"#
    ),
    Case(
      #"""
      {"type": "table", "context": {"id": "own"}, "opacity": ↓"@{item}", "header": {"type": "text", "text": ↓"@{index}"},
        "cells": {"Cell": {"type": "text", "text": "@{item.name} @{index} @{own} @{content}"}},
        "footer": {"type": "text", "text": ↓"@{item}"}}
      """#, "\(unknown) 'item' on this screen", "\(unknown) 'index' on this screen", "\(unknown) 'item' on this screen"),
    Case(
      #"""
      {"type": "textInput", "text": ↓"@{onChange.value}", "onChange": {"type": "assign", "value": "@{onChange.value}"},
        "onSubmit": {"type": "assign", "value": ↓"@{onChange.value}"}}
      """#, "\(unknown) 'onChange' on this screen", "\(unknown) 'onChange' on this screen"),
    Case(
      #"""
      {"type": "button", "onPress": {"type": "assign", "value": ↓"@{onDone}", "onDone": {"type": "assign",
        "value": "@{onPress}@{onDone}"}, "onFailed": {"type": "assign", "value": "@{onFailed}@{onPress}"}}}
      """#, "\(unknown) 'onDone' on this screen"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "children": [{"type": "text", "text": "@{onPress}"}]}}"#
    ),
    Case(
      #"{"type": "container", "context": {"id": "own"}, "onPress": {"type": "assign", "value": 1, "context": "own"}}"#),
    Case(
      #"{"type": "container", "context": {"id": "own"}, "onPress": {"type": "assign", "value": 1, "context": ↓"onw"}}"#,
      "unknown-context: There is no enclosing context 'onw'"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "context": ↓"field"}}"#,
      "unknown-context: There is no enclosing context 'field'"),
  ]

  @Test(arguments: places)
  fileprivate func `each place has its own names in scope, and no others`(example: Case) throws {
    try example.check(withFixes: false)
  }

  @Test(arguments: ["options", "defaults", "field"])
  func `an action can only write to a context`(name: String) throws {
    try Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "context": ↓"\#(name)"}}"#,
      "unknown-context: There is no enclosing context '\(name)'"
    ).check(withFixes: false)
  }

  // MARK: Contexts

  fileprivate static let contexts: [Case] = [
    Case(#"↓5"#, "context-type: A context is an object with an 'id', found number"),
    Case(#"[{"id": "a"}, ↓"b"]"#, "context-type: A context is an object with an 'id', found text"),
    Case(#"↓{"value": 5}"#, "context-type: A context needs an 'id' of text"),
    Case(#"{"id": ↓5}"#, "context-type: A context needs an 'id' of text"),
    Case(#"{"id": ↓""}"#, "context-type: A context needs an 'id' of text"),
    Case(
      #"{"id": "a", ↓"vlaue": 5}"#, "unknown-attribute: Unknown attribute 'vlaue' of a context; did you mean 'value'?"),
    Case(#"[{"id": "a"}, {"id": ↓"a"}]"#, "duplicate-id: The name 'a' is already in use on this screen"),
    Case(#"{"id": ↓"field"}"#, "duplicate-id: The name 'field' is already in use on this screen"),
    Case(#"{"id": ↓"item"}"#, "context-name: The name 'item' has a special meaning"),
    Case(#"{"id": ↓"index"}"#, "context-name: The name 'index' has a special meaning"),
    Case(#"{"id": ↓"content"}"#, "context-name: The name 'content' has a special meaning"),
    Case(#"{"id": ↓"options"}"#, "context-name: The name 'options' has a special meaning"),
    Case(#"{"id": ↓"defaults"}"#, "context-name: The name 'defaults' has a special meaning"),
    Case(#"{"id": ↓"global"}"#, "context-name: The name 'global' has a special meaning"),
    Case(#"[]"#),
    Case(#"{"***": ["@{nobody}"], "id": "a", "value": {"***": "@{nobody}", "b": "@{content}"}}"#),
  ]

  @Test(arguments: contexts)
  fileprivate func `an invalid context is reported`(example: Case) throws {
    try example.check { #"{"type": "text", "context": \#($0)}"# }
    try example.check { "{\"type\": \"table\", \"cells\": {\"Cell\":\n  {\"type\": \"text\", \"context\": \($0)}}}" }
  }

  @Test func `comments in contexts and actions are ignored`() throws {
    let reading = try Reading(
      #"""
      {"type": "button", "context": {"***": 1, "id": "own", "value": {"***": "remark", "b": 1}},
       "onPress": [{"***": {"type": "nothing"}, "type": "assign", "value": {"***": 1, "a": [{"***": 2}]},
         "onDone": {"***": "remark", "type": "pop"}}]}
      """#)
    #expect(reading.diagnostics == [])
    #expect(reading.component.contexts.first?.value.literal == ["b": 1])
    let call = try #require(reading.component.events["onPress"]?.first)
    #expect(call.attributes.keys.sorted() == ["value"])
    #expect(call.attributes["value"]?.literal == ["a": [[:]]])
    #expect(call.events["onDone"]?.map(\.definition.type) == ["pop"])
  }

  @Test(arguments: [1000, 1001, 3000])
  func `a screen has at most a thousand contexts, and the next one is reported once`(count: Int) throws {
    let contexts = (0..<count).map { (number: Int) in
      "\(number == 1000 ? "↓" : "")" + #"{"id": "c\#(number)"}"#
    }
    let document = MarkedDocument(#"{"type": "text", "context": [\#(contexts.joined(separator: ", "))]}"#)
    let reading = try Reading(document.text)
    #expect(reading.component.contexts.count == min(count, 1000))
    #expect(reading.diagnostics.map { $0.range?.start } == document.places)
    #expect(reading.diagnostics.allSatisfy { $0.rule == "context-limit" })
  }

  @Test func `contexts of all components count together`() throws {
    let one = #"{"type": "text", "context": [{"id": "a"}, {"id": "b"}]}"#
    let document = #"{"type": "container", "children": [\#(Array(repeating: one, count: 600).joined(separator: ","))]}"#
    let reading = try Reading(document)
    #expect(Set(reading.diagnostics.map(\.rule)) == ["context-limit"])
    #expect(reading.component.descendants().reduce(0) { $0 + $1.contexts.count } == 1000)
  }

  // MARK: Actions

  @Test(arguments: [31, 32, 50])
  func `actions nest up to a limit, and deeper ones are reported once`(depth: Int) throws {
    var document = #"{"type": "pop"}"#
    for level in (1...depth).reversed() {
      document = #"{"type": "assign", "value": 1, "onDone": \#(level == 32 ? "↓" : "")\#(document)}"#
    }
    let marked = MarkedDocument(#"{"type": "button", "onPress": \#(document)}"#)
    let reading = try Reading(marked.text)
    #expect(reading.diagnostics.map { $0.range?.start } == marked.places)
    #expect(reading.diagnostics.allSatisfy { $0.rule == "action-limit" })
    var found = 0
    var calls = reading.component.events["onPress"]
    while let call = calls?.first {
      found += 1
      calls = call.events["onDone"]
    }
    #expect(found == min(depth + 1, 32))
  }

  @Test(arguments: [100, 101, 300])
  func `an event has no more actions than the limit, at every depth`(count: Int) throws {
    let actions = (0..<count).map { ($0 == 100 ? "↓" : "") + #"{"type": "pop"}"# }.joined(separator: ", ")
    for place in [
      #"{"type": "button", "onPress": [\#(actions)]}"#,
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "onDone": [\#(actions)]}}"#,
    ] {
      let document = MarkedDocument(place)
      let reading = try Reading(document.text)
      #expect(reading.diagnostics.map { $0.range?.start } == document.places)
      #expect(reading.diagnostics.allSatisfy { $0.rule == "action-limit" })
      let calls = try #require(reading.component.events["onPress"])
      #expect(max(calls.count, calls.first?.events["onDone"]?.count ?? 0) == 100)
    }
  }

  fileprivate static let actions: [Case] = [
    Case(
      #"{"type": "button", ↓"onPres": {"type": "pop"}}"#,
      "unknown-attribute: Unknown attribute 'onPres' of 'button'; did you mean 'onPress'?"),
    Case(
      #"{"type": "textInput", ↓"onChagne": {"type": "pop"}}"#,
      "unknown-attribute: Unknown attribute 'onChagne' of 'textInput'; did you mean 'onChange'?"),
    Case(
      #"{"type": "text", ↓"onRefresh": {"type": "pop"}}"#,
      "unknown-attribute: Unknown attribute 'onRefresh' of 'text'"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, ↓"onDoen": {"type": "pop"}}}"#,
      "unknown-attribute: Unknown attribute 'onDoen' of action 'assign'; did you mean 'onDone'?"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, ↓"onOk": {"type": "pop"}}}"#,
      "unknown-attribute: Unknown attribute 'onOk' of action 'assign'"),
    Case(
      #"{"type": "button", "onPress": ↓{"type": "assign"}}"#,
      "missing-attribute: Action 'assign' needs 'value'; Add 'value': any value"),
    Case(
      #"{"type": "button", "onPress": {"type": "pop"}, "onLongPress": {"type": "assign", "value": 1, "onDone": ↓{"type": "push"}}}"#,
      "missing-attribute: Action 'push' needs 'screen'; Add 'screen': name of a screen"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "way": ↓"donw"}}"#,
      "attribute-type: Attribute 'way' of action 'assign' takes one of 'up', 'down', found 'donw'; did you mean 'down'?"
    ),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "path": ↓7}}"#,
      "attribute-type: Attribute 'path' of action 'assign' takes path such as 'draft.title', found number"),
    Case(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "children": [{"type": ↓"txet"}]}}"#,
      "unknown-component: Unknown component 'txet'; did you mean 'text'?"),
    Case(
      #"{"type": "container", "onPress": {"type": ↓"navigate", "screen": "Feed"}}"#,
      "unknown-action: Unknown action 'navigate'; did you mean 'push'?"),
    Case(
      #"{"type": "container", "onPress": {"type": ↓"Set"}}"#,
      "unknown-action: Unknown action 'Set'; did you mean 'assign'?"),
    Case(#"{"type": ↓"label"}"#, "unknown-component: Unknown component 'label'; did you mean 'text'?"),
    Case(#"{"type": ↓"listView"}"#, "unknown-component: Unknown component 'listView'; did you mean 'list'?"),
    Case(#"{"type": ↓"ListView"}"#, "unknown-component: Unknown component 'ListView'; did you mean 'list'?"),
    Case(
      #"{"type": "button", ↓"onClick": {"type": "pop"}}"#,
      "unknown-attribute: Unknown attribute 'onClick' of 'button'; did you mean 'onPress'?"),
    Case(
      #"{"type": "button", ↓"label": "Go"}"#,
      "unknown-attribute: Unknown attribute 'label' of 'button'; did you mean 'text'?"),
    Case(
      #"{"type": "text", ↓"state": {"id": "a"}}"#,
      "unknown-attribute: Unknown attribute 'state' of 'text'; did you mean 'context'?"),
    Case(
      #"{"type": "text", "style": {↓"alpha": "@{content}"}}"#,
      "unknown-style: Unknown style property 'alpha'; did you mean 'opacity'?"),
  ]

  @Test(arguments: actions)
  fileprivate func `invalid events and keywords are reported with suggestions`(example: Case) throws {
    try example.check()
  }

  @Test(arguments: ["a..b", "", ".a", "a[x]", "a[0", "a b"])
  func `an invalid path is reported at its position`(path: String) throws {
    let document = MarkedDocument(
      #"{"type": "button", "onPress": {"type": "assign", "value": 1, "path": ↓"\#(path)"}}"#)
    let diagnostics = try Reading(document.text).diagnostics
    #expect(diagnostics.map(\.rule) == ["template-path"])
    let place = try #require(diagnostics.first?.range?.start)
    #expect(place > document.places[0] && place.column <= document.places[0].column + path.count + 1)
  }

  @Test func `an invalid action is left out, and its siblings run`() throws {
    let reading = try Reading(
      #"""
      {"type": "button", "onPress": [{"type": "nothing"}, {"type": "assign", "value": "@{content}"}, {"type": "push"}, 5,
        {"type": "push", "screen": "@{1 + 2}"}, {"type": "assign", "value": 1, "count": "many"}, {"type": "pop"}]}
      """#)
    #expect(reading.component.events["onPress"]?.map(\.definition.type) == ["assign", "pop"])
    #expect(reading.diagnostics.count == 5)
  }
}
