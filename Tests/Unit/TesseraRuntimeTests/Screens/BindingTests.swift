import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

@Suite("Bindings")
struct BindingTests {
  @Test(arguments: [
    ("text", "to-absent", #""hello""#, ViewAttribute.text, Value.string("hello")),
    ("text", "wx_value", #""hello""#, .text, "hello"), ("text", "text", #""hello""#, .text, "hello"),
    ("text", "hidden", "true", .hidden, true), ("text", "wx_visible", "false", .hidden, true),
    ("text", "wx_visible", "true", .hidden, nil), ("button", "wx_disabled", "true", .disabled, true),
    ("button", "wx_value", #""Go""#, .text, "Go"), ("textArea", "wx_readOnly", "true", .readOnly, true),
    ("textInput", "wx_value", #""typed""#, .value, "typed"), ("textInput", "wx_value", "null", .value, nil),
    ("textInput", "placeholder", #""Name""#, .placeholder, "Name"),
    ("image", "wx_imageName", #""face""#, .image, .dictionary(["name": "face"])),
    (
      "image", "wx_imageUrl", #""https://example.org/a.png""#, .image,
      .dictionary(["url": "https://example.org/a.png"])
    ),
    (
      "image", "wx_autoValue", #""https://example.org/a.png""#, .image,
      .dictionary(["url": "https://example.org/a.png"])
    ),
    ("image", "wx_autoValue", #""face""#, .image, .dictionary(["name": "face"])),
    ("image", "wx_autoValue", "null", .image, nil),
    ("activityIndicator", "wx_value", "true", .animating, true),
    ("activityIndicator", "wx_value", "false", .hidden, true),
    ("table", "refreshControl.wx_value", "true", .refreshing, true),
    ("container", "opacity", "0.5", .opacity, 0.5),
    ("container", "backgroundColor", #""accent""#, .backgroundColor, "accent"),
    ("container", "cornerRadius", "8", .cornerRadius, 8),
    ("text", "accessibilityLabel", #""Title""#, .accessibilityLabel, "Title"),
  ])
  func `write each property of a view`(
    type: String, property: String, json: String, attribute: ViewAttribute, expected: Value
  ) async throws {
    let target = property == "to-absent" ? "" : #""to": "\#(property)", "#
    let widget = try TestWidget(
      view: container(component(type, "target")),
      elements: """
        {"target": {"bindings": [{\(target)"predicateFormat": "TRUEPREDICATE", "ifTrue": \(json), "ifFalse": null}]}}
        """)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    #expect(try await widget.open().node("target")[attribute] == expected)
  }

  @Test func `a null for a Boolean is false, and a value of the wrong type changes nothing`() async throws {
    let widget = try TestWidget(
      view: container(
        component("button", "a", #""disabled": true"#), component("container", "b", #""cornerRadius": 3"#)),
      elements: """
        {"a": {"bindings": [{"to": "disabled", "from": "content.nothing"}]},
         "b": {"bindings": [{"to": "cornerRadius", "from": "content", "placeholder": "round"}]}}
        """)
    let host = await widget.open()
    #expect(try await host.node("a")[.disabled].isNull)
    #expect(try await host.node("b")[.cornerRadius] == 3)
  }

  @Test func `a change runs only the bindings that read it`() async throws {
    let channel = "dependencies"
    let widget = try TestWidget(
      view: container(component("textInput", "field"), label("typed"), label("probed"), label("filled")),
      objects: #"{"probe": {"type": "Probe", "alias": "nickname", "attrs": {"channel": "\#(channel)"}}}"#,
      elements: """
        {"typed": {"bindings": [{"from": "field.value"}]},
         "probed": {"bindings": [{"from": "probe.number"}]},
         "filled": {"bindings": [{"predicateFormat": "nickname.number >= 0", "ifTrue": "yes", "ifFalse": "no"}]}}
        """, model: itemModel, mediators: .probing)
    let host = await widget.open()
    #expect(Probe.reads(channel) == 2)
    try await host.type("a", into: "field")
    try await host.type("ab", into: "field")
    #expect(try await host.text("typed") == "ab")
    #expect(Probe.reads(channel) == 2, "typing concerns nobody who reads the probe")
    _ = try widget.instance.store.insert("Item", ["identifier": 1])
    await widget.clock.settle()
    #expect(try await host.text("probed") == "1")
    #expect(Probe.reads(channel) == 4, "both names of the probe count, once each")
  }

  @Test func `bindings of bindings settle in one pass, in rows too`() async throws {
    let widget = try TestWidget(
      view: container(component("textInput", "field"), label("third"), label("second"), label("first"), itemTable),
      objects: tableObjects(),
      elements: """
        {"first": {"bindings": [{"from": "field.value", "format": "<%@>"}]},
         "second": {"bindings": [{"from": "first.text", "format": "<%@>"}]},
         "third": {"bindings": [{"from": "second.text", "format": "<%@>"}]},
         "nameLabel": {"bindings": [{"predicateFormat": "TRUEPREDICATE", "ifTrue": "$content.name $third.text", "ifFalse": ""}]}}
        """, model: itemModel)
    _ = try widget.instance.store.insert("Item", ["identifier": 1, "name": "One"])
    let host = await widget.open()
    try await host.type("x", into: "field")
    #expect(try await host.text("third") == "<<<x>>>")
    #expect(await host.texts("nameLabel") == ["One <<<x>>>"])
  }

  @Test func `cyclic bindings end, and texts that grow in them stay short`() async throws {
    let widget = try TestWidget(
      view: container(component("textInput", "field"), label("a"), label("b")),
      elements: """
        {"a": {"bindings": [{"predicateFormat": "TRUEPREDICATE", "ifTrue": "$b.text$b.text$field.value", "ifFalse": ""}]},
         "b": {"bindings": [{"predicateFormat": "TRUEPREDICATE", "ifTrue": "$a.text$a.text$field.value", "ifFalse": ""}]}}
        """)
    let host = await widget.open()
    for text in ["1", "2", "3", "4", "5", "6"] { try await host.type(text, into: "field") }
    let length = try await host.text("a").utf8.count
    #expect((1...1 << 20).contains(length))
  }

  @Test func `the screen itself has attributes and bindings`() async throws {
    let widget = try TestWidget(
      view: container(component("textInput", "field")),
      elements:
        #"{"@self": {"attrs": {"title": "Old"}, "bindings": [{"to": "title", "from": "field.value", "placeholder": "Empty"}]}}"#,
      navigationItem: #"{"title": "Start"}"#)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    let host = await widget.open()
    try await host.type("New", into: "field")
    let tree = await host.tree
    let bar = try #require(tree.preorder().first { $0.kind == .navigationBar })
    #expect(tree.preorder(from: bar.id).compactMap { $0[.text].string } == ["New"])
  }

  @Test func `a row reads its item, the screen's names and the options, and no other row`() async throws {
    let widget = try TestWidget(
      view: container(label("title"), itemTable), objects: tableObjects(),
      elements: """
        {"title": {"attrs": {"text": "Title"}},
         "nameLabel": {"bindings": [{"predicateFormat": "TRUEPREDICATE",
           "ifTrue": "$content.name $title.text $defaults.unit $provider.totalCount", "ifFalse": ""}]}}
        """, model: itemModel, options: #"[{"name": "unit", "type": "string", "default": "km"}]"#)
    for (number, name) in ["One", "Two"].enumerated() {
      _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number)), "name": .string(name)])
    }
    let host = await widget.open()
    #expect(await host.texts("nameLabel") == ["One Title km 2", "Two Title km 2"])
  }

  @Test func `a field in a row changes what its row shows, and no other row`() async throws {
    let table = """
      {"type": "table", "id": "table", "style": {"height": 200}, "cells": {"Cell": {"type": "container",
        "children": [{"type": "textInput", "id": "rowField"}, {"type": "text", "id": "nameLabel"}]}}}
      """
    let widget = try TestWidget(
      view: container(table), objects: tableObjects(),
      elements: #"{"nameLabel": {"bindings": [{"from": "rowField.value"}]}}"#, model: itemModel)
    for number in 1...2 { _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number))]) }
    let host = await widget.open()
    await host.send(.input(try await host.node("rowField", 1).id, text: "typed"))
    #expect(await host.texts("nameLabel") == ["", "typed"])
  }

  @Test func `the content of a screen follows the store, as do its references`() async throws {
    let widget = try TestWidget(
      view: container(
        #"{"type": "table", "id": "table", "style": {"height": 200}, "cells": {"Cell": {"type": "container", "id": "row", "style": {"height": 40}, "onPress": {"type": "push", "screen": "Detail"}}}}"#
      ),
      objects: tableObjects(),
      screens: [
        "Detail": """
        {"view": \(container(label("detail"), label("other"))),
         "elements": {"detail": {"bindings": [{"from": "content.name"}]}, "other": {"bindings": [{"from": "content.category.title"}]}}}
        """
      ], model: itemModel)
    let store = widget.instance.store
    let group = try store.insert("Category", ["title": "Old category"])
    let object = try store.insert("Item", ["name": "Old name", "category": .object(group)])
    let host = await widget.open()
    try await host.press("row")
    #expect(try await host.text("detail") == "Old name")
    _ = try store.update(object, ["name": "New name"])
    await widget.clock.settle()
    #expect(try await host.text("detail") == "New name")
    _ = try store.update(group, ["title": "New category"])
    await widget.clock.settle()
    #expect(try await host.text("other") == "New category")
    try store.delete([object])
    await widget.clock.settle()
    #expect(try await host.text("detail") == "New name", "what is gone stays as it was last seen")
  }
}

/// Returns a provider `provider` of all items, shown in the table `table`.
func tableObjects(_ more: String = "") -> String {
  """
  {"provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "sortByFields": "identifier"}},
   "display": {"type": "TableDisplayController", "outlets": {"mainContentProvider": "provider", "tableView": "table"}}
   \(more.isEmpty ? "" : "," + more)}
  """
}
