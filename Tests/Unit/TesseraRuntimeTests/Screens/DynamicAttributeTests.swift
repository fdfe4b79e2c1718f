import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Attributes that follow data")
struct DynamicAttributeTests {
  /// Returns a button `set` that writes a literal to the context `value`.
  private static func setting(_ id: String, _ literal: String) -> String {
    doing(id, #"{"type": "setContext", "context": "value", "value": \#(literal)}"#)
  }

  // MARK: Objects

  private func list(
    first: String, then: String, attributes: String, display: String = "", objects: String = "", service: String? = nil
  ) async throws -> (TestWidget, TestHost) {
    let widget = try TestWidget(
      screen: """
        {"context": {"id": "value", "value": \(first)}, "view": \(container(
          Self.setting("then", then), Self.setting("null", "null"), component("button", "send"), """
            {"type": "table", "id": "table", "cells": {
              "Cell": {"type": "container", "style": {"height": 20}, "children": [\(shown("name", "@{item.name ?? item.title}"))]},
              "Other": {"type": "container", "style": {"height": 30}, "children": [\(shown("name", "other @{item.name}"))]}}}
            """)),
         "objects": {
           "provider": {"type": "ManagedObjectsProvider", "attrs": {\(attributes)}},
           "display": {"type": "TableDisplayController", "attrs": {\(display)},
             "outlets": {"mainContentProvider": "provider", "tableView": "table"}}\(objects.isEmpty ? "" : ", " + objects)}}
        """, model: itemModel, service: service)
    for (number, name) in ["b", "c", "a"].enumerated() {
      _ = try widget.instance.store.insert(
        "Item", ["identifier": .integer(Int64(number)), "name": .string(name)])
    }
    _ = try widget.instance.store.insert("Category", ["title": "category"])
    return (widget, await widget.open())
  }

  @Test(
    arguments: [
      (
        #""entityName": "Item", "sortByFields": "name", "predicateFormat": "@{value}""#, #""name != 'a'""#, "b c",
        #""name == 'a'""#, "a", "a b c"
      ),
      (
        #""entityName": "Item", "sortByFields": "name", "predicateFormat": "@{'name == \\'' + value + '\\''}""#,
        #""a""#,
        "a", #""c""#, "c", ""
      ),
      (#""entityName": "Item", "sortByFields": "@{value}""#, #""name""#, "a b c", #""identifier""#, "b c a", nil),
      (
        #""entityName": "Item", "sortByFields": "name", "sortAscending": "@{value}""#, "true", "a b c", "false",
        "c b a",
        "c b a"
      ),
      (#""entityName": "@{value}""#, #""Category""#, "category", #""Item""#, nil, ""),
    ] as [(String, String, String, String, String?, String?)])
  func `a provider's selection, order and content follow a context`(
    attributes: String, first: String, before: String, then: String, after: String?, cleared: String?
  ) async throws {
    let (_, host) = try await list(first: first, then: then, attributes: attributes)
    #expect(await host.texts("name").joined(separator: " ") == before)
    try await host.press("then")
    if let after {
      #expect(await host.texts("name").joined(separator: " ") == after)
    } else {
      #expect(try await host.rows() == 3)
    }
    try await host.press("null")
    if let cleared { #expect(await host.texts("name").joined(separator: " ") == cleared) }
    #expect(await host.alert == nil)
  }

  @Test(arguments: [#""name ==""#, "7", "[]"])
  func `an invalid predicate from data is reported and leaves the previous one, and the widget continues`(then: String)
    async throws
  {
    let (_, host) = try await list(
      first: #""name == 'a'""#, then: then,
      attributes: #""entityName": "Item", "sortByFields": "name", "predicateFormat": "@{value}""#)
    try await host.press("then")
    #expect(await host.texts("name") == ["a"])
    #expect(await host.alert?.contains("predicateFormat") == true)
    try await host.answerAlert()
    try await host.press("null")
    #expect(await host.texts("name") == ["a", "b", "c"])
  }

  @Test func `the prototype of a display controller follows a context`() async throws {
    let (_, host) = try await list(
      first: #""Cell""#, then: #""Other""#, attributes: #""entityName": "Item", "sortByFields": "name""#,
      display: #""cellIdentifier": "@{value}""#)
    #expect(await host.texts("name") == ["a", "b", "c"])
    try await host.press("then")
    #expect(await host.texts("name") == ["other a", "other b", "other c"])
    #expect(try await host.node("table")[.contentHeight] == 90)
    try await host.press("null")
    #expect(await host.texts("name") == ["a", "b", "c"], "'Cell' by default")
  }

  @Test func `the action of a controller follows a context`() async throws {
    let (_, host) = try await list(
      first: #""one""#, then: #""two""#, attributes: #""entityName": "Item", "sortByFields": "identifier""#,
      objects: """
        "c": {"type": "ButtonActionController", "attrs": {"actionName": "@{value}"}, "outlets": {"sender": "send"}}
        """,
      service: stubService(
        """
        "one": {"resultType": "Item", "response": {"id": 11, "name": "one"}},
        "two": {"resultType": "Item", "response": {"id": 12, "name": "two"}}
        """))
    try await host.press("send")
    #expect(await host.texts("name").last == "one")
    try await host.press("then")
    try await host.press("send")
    #expect(await host.texts("name").last == "two")
    try await host.press("null")
    try await host.press("send")
    #expect(try await host.rows() == 5, "nothing is asked for")
    #expect(await host.alert == nil)
  }

  @Test func `the screen's service provider and a status controller's action follow their initial data`() async throws {
    let (_, host) = try await list(
      first: #""one""#, then: #""one""#, attributes: #""entityName": "Item", "sortByFields": "identifier""#,
      objects: """
        "s": {"type": "ActionStatusController", "attrs": {"actionName": "@{value}", "errorMessage": "Sorry"}},
        "c": {"type": "ButtonActionController", "attrs": {"actionName": "one"}, "outlets": {"sender": "send"}}
        """, service: stubService(#""one": {"path": "x"}"#))
    try await host.press("send")
    #expect(await host.alert?.contains("Sorry") == true)
  }

  // MARK: Style

  private func styled(_ style: String, first: String, literals: String...) throws -> TestWidget {
    let buttons = literals.enumerated().map { Self.setting("set\($0)", $1) }
    return try TestWidget(
      screen: """
        {"context": {"id": "value", "value": \(first)}, "view": {"type": "container", "children": [
          {"type": "container", "id": "it", "style": {\(style)}}, \((buttons + [shown("ok", "fine")]).joined(separator: ","))]}}
        """)
  }

  @Test(
    arguments: [
      (
        #""height": 10, "width": "@{value}""#, "50", "100", Size(width: 50, height: 10), Size(width: 100, height: 10),
        Size(width: 320, height: 10)
      ),
      (
        #""height": 10, "width": "@{value}""#, #""50%""#, #""25%""#, Size(width: 160, height: 10),
        Size(width: 80, height: 10), Size(width: 320, height: 10)
      ),
      (
        #""height": 10, "margin": {"left": "@{value}"}"#, "20", "40", Size(width: 300, height: 10),
        Size(width: 280, height: 10), Size(width: 320, height: 10)
      ),
      (
        #""height": 10, "margin": 5, "marginLeft": "@{value}""#, "20", "40", Size(width: 295, height: 10),
        Size(width: 275, height: 10), Size(width: 310, height: 10)
      ),
      (
        #""height": 10, "minHeight": "@{value}""#, "20", "40", Size(width: 320, height: 20),
        Size(width: 320, height: 40), Size(width: 320, height: 10)
      ),
      (
        #""height": 10, "display": "@{value}""#, #""none""#, #""flex""#, Size(width: 0, height: 0),
        Size(width: 320, height: 10), Size(width: 320, height: 10)
      ),
      (
        #""width": "@{value}", "height": "@{value}""#, "50", "60", Size(width: 50, height: 50),
        Size(width: 60, height: 60), Size(width: 320, height: 0)
      ),
    ] as [(String, String, String, Size, Size, Size)])
  func `layout follows data; null and invalid values fall back to other settings, or to the default`(
    style: String, first: String, then: String, before: Size, after: Size, cleared: Size
  ) async throws {
    let host = try await styled(style, first: first, literals: then, "null", first, #""nonsense""#, first, "[1]").open()
    func size() async throws -> Size { try await host.node("it").frame.size }
    #expect(try await size() == before)
    try await host.press("set0")
    #expect(try await size() == after)
    for (back, number) in [(1, 2), (3, 4), (5, 2)] {
      try await host.press("set\(back)")
      #expect(try await size() == cleared)
      try await host.press("set\(number)")
      #expect(try await size() == before)
    }
    #expect(await host.alert == nil)
  }

  @Test(
    arguments: [
      (#""opacity": "@{value}""#, ViewAttribute.opacity, "0.5", "1", 0.5, 1, nil),
      (#""backgroundColor": "@{value}""#, .backgroundColor, #""accent""#, ##""#ff0000""##, "accent", "#ff0000", nil),
      (#""cornerRadius": "@{value}""#, .cornerRadius, "4", "8", 4, 8, nil),
      (#""fontWeight": "@{value}""#, .fontWeight, #""bold""#, "300", 700, 300, nil),
      (#""fontStyle": "@{value}""#, .italic, #""italic""#, #""italic""#, true, true, nil),
      (
        #""transform": "@{value}""#, .transform, #"{"rotate": 90}"#, #"{"scale": 2}"#, ["rotate": 90],
        ["scaleX": 2, "scaleY": 2], nil
      ),
      (
        #""transform": {"translateX": "@{value}", "rotate": 10}"#, .transform, "5", "7",
        ["translateX": 5, "rotate": 10],
        ["translateX": 7, "rotate": 10], ["rotate": 10]
      ),
      (
        #""transition": {"duration": "@{value}", "easing": "ease"}"#, .transition, "0.5", "1",
        ["duration": 0.5, "easing": "ease"], ["duration": 1, "easing": "ease"], ["easing": "ease"]
      ),
      (#""borderWidth": "@{value}""#, .borderWidth, "1", "2", [1, 1, 1, 1], [2, 2, 2, 2], nil),
      (#""overflow": "@{value}""#, .clips, #""hidden""#, #""scroll""#, true, true, nil),
      (
        #""shadow": {"x": 1, "y": 1, "radius": "@{value}", "color": "accent"}"#, .shadow, "2", "3",
        ["x": 1, "y": 1, "radius": 2, "color": "accent"], ["x": 1, "y": 1, "radius": 3, "color": "accent"],
        ["x": 1, "y": 1, "color": "accent"]
      ),
    ] as [(String, ViewAttribute, String, String, Value, Value, Value)])
  func `appearance follows data in the same way`(
    style: String, attribute: ViewAttribute, first: String, then: String, before: Value, after: Value, cleared: Value
  ) async throws {
    let host = try await styled(style, first: first, literals: then, "null", #""nonsense""#, first).open()
    func shown() async throws -> Value { try await host.node("it")[attribute] }
    #expect(try await shown() == before)
    try await host.press("set0")
    #expect(try await shown() == after)
    for step in ["set1", "set2"] {
      try await host.press(step)
      let value = try await shown()
      #expect(value == cleared)
      #expect(value.isNull == cleared.isNull)
      try await host.press("set3")
      #expect(try await shown() == before)
    }
  }

  @Test func `a style and a property of the same name are one value: the last write wins`() async throws {
    let host = try await TestWidget(
      screen: """
        {"context": {"id": "value", "value": 0.5}, "view": \(container(
          component("container", "it", #""style": {"opacity": "@{value}", "height": 5}"#), Self.setting("set", "0.25"))),
         "elements": {"it": {"attrs": {"backgroundColor": "accent"}}}}
        """
    ).open()
    try await host.press("set")
    let node = try await host.node("it")
    #expect(node[.opacity] == 0.25)
    #expect(node[.backgroundColor] == "accent", "what a style does not speak of is left alone")
  }

  // MARK: Properties

  @Test(
    arguments: [
      ("text", "hidden", "true", ViewAttribute.hidden, true, #""yes""#, nil),
      ("text", "opacity", "0.5", .opacity, 0.5, "[]", nil),
      ("text", "color", #""accent""#, .color, "accent", #""nonsense""#, nil),
      ("textInput", "placeholder", #""a""#, .placeholder, "a", "[1]", nil),
      ("button", "disabled", "1", .disabled, true, "2", nil),
      ("image", "contentMode", #""aspectFit""#, .contentMode, "aspectFit", #""nonsense""#, nil),
    ] as [(String, String, String, ViewAttribute, Value, String, Value)])
  func `a value of another type leaves a property unchanged, and null restores the default`(
    type: String, property: String, first: String, attribute: ViewAttribute, before: Value, wrong: String,
    cleared: Value
  ) async throws {
    let host = try await TestWidget(
      screen: """
        {"context": {"id": "value", "value": \(first)}, "view": \(container(
          component(type, "it", #""\#(property)": "@{value}""#), Self.setting("wrong", wrong), Self.setting("null", "null"),
          Self.setting("again", first)))}
        """
    ).open()
    #expect(try await host.node("it")[attribute] == before)
    try await host.press("wrong")
    #expect(try await host.node("it")[attribute] == before)
    try await host.press("null")
    #expect(try await host.node("it")[attribute].isNull == cleared.isNull)
    try await host.press("again")
    #expect(try await host.node("it")[attribute] == before)
    #expect(await host.alert == nil)
  }

  @Test func `one event is one list of steps, whatever it changes`() async throws {
    let labels = (0..<50).map { shown("l\($0)", "@{value}\($0)", #""style": {"width": "@{value}"}"#) }
    let host = try await TestWidget(
      screen: """
        {"context": [{"id": "value", "value": 1}, {"id": "other"}], "view": \(container(
          (labels + [doing("go", "[\(write("value", "value + 1")), \(write("other", "value")), \(write("value", "other * 2"))]")])
            .joined(separator: ",")))}
        """
    ).open()
    let revision = await host.presentation.tree().revision
    try await host.press("go")
    let updates = await host.presentation.missed(after: revision)
    #expect(updates.map(\.revision) == [revision + 1])
    guard case .patches(let patches, _)? = updates.first else { return }
    for label in 0..<50 { #expect(try await host.text("l\(label)") == "4\(label)") }
    var texts: [ViewID: Int] = [:]
    var frames: [ViewID: Int] = [:]
    for patch in patches {
      switch patch {
      case .attributes(let id, _): texts[id, default: 0] += 1
      case .frame(let id, _): frames[id, default: 0] += 1
      default: break
      }
    }
    #expect(texts.count == 50 && texts.values.allSatisfy { $0 == 1 }, "each view is told once")
    #expect(frames.count == 50 && frames.values.allSatisfy { $0 == 1 })
  }

  @Test func `an event that changes nothing sends nothing`() async throws {
    let host = try await styled(#""width": "@{value}""#, first: "5", literals: "5").open()
    let revision = await host.presentation.tree().revision
    try await host.press("set0")
    #expect(await host.presentation.tree().revision == revision)
  }
}
