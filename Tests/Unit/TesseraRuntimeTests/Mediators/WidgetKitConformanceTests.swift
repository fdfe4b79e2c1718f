import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// WidgetKit's own test cases, on screens.
@Suite("WidgetKit's own test cases")
struct WidgetKitConformanceTests {
  @Test(arguments: [
    (1, "5", #""predicateFormat": "a = 5""#, "1"), (1, "6", #""predicateFormat": "a = 5""#, "0"),
    (2, "5", #""predicateFormat": "a = 5", "ifTrue": "yo", "ifFalse": "pff""#, "yo"),
    (2, "1", #""predicateFormat": "a = 5", "ifTrue": "yo", "ifFalse": "pff""#, "pff"),
    (3, "5", #""predicateFormat": "a = 5", "ifTrue": "yo", "ifFalse": "pff", "format": "v = '%@'""#, "v = 'yo'"),
    (
      4, "0",
      #""predicateFormat": "a = 5", "ifTrue": "yo", "ifFalse": null, "placeholder": "Oops", "format": "v = '%@'""#,
      "Oops"
    ),
    (5, "5", #""predicateFormat": "a = 5", "ifTrue": "3", "ifFalse": null, "transformer": "strToInt""#, "3"),
    (6, "5", #""predicateFormat": "a = 5", "ifTrue": "$a is 5", "ifFalse": "$a is not 5""#, "5 is 5"),
    (6, "7", #""predicateFormat": "a = 5", "ifTrue": "$a is 5", "ifFalse": "$a is not 5""#, "7 is not 5"),
    (
      7, "7", #""predicateFormat": "a = 5", "ifTrue": "$a is 5", "ifFalse": "$a is not 5", "format": "number %@""#,
      "number 7 is not 5"
    ),
    (
      8, #""5""#,
      #""predicateFormat": "a = '5'", "ifTrue": "$a is 5", "ifFalse": "$a is not 5", "format": "symbol %@""#,
      "symbol 5 is 5"
    ),
    (
      8, #""7""#,
      #""predicateFormat": "a = '5'", "ifTrue": "$a is 5", "ifFalse": "$a is not 5", "format": "symbol %@""#,
      "symbol 7 is not 5"
    ),
  ])
  func `a binding evaluates its predicate, values, transformer, format and placeholder`(
    vector: Int, input: String, binding: String, expected: String
  ) async throws {
    let type = input.hasPrefix("\"") ? "string" : "number"
    let widget = try TestWidget(
      view: container(label("label")),
      elements: #"{"label": {"bindings": [{"from": "defaults", \#(binding)}]}}"#,
      options: #"[{"name": "a", "type": "\#(type)", "default": \#(input)}]"#)
    #expect(widget.problems.isEmpty)
    #expect(try await widget.open().text("label") == expected)
  }

  @Test func `9: a binding follows its source`() async throws {
    let widget = try TestWidget(
      view: container(component("textInput", "info"), label("label")),
      elements: #"{"label": {"bindings": [{"from": "info.text", "to": "text"}]}}"#)
    let host = await widget.open()
    #expect(try await host.text("label") == "")
    try await host.type("test", into: "info")
    #expect(try await host.text("label") == "test")
  }

  @Test func `10: two bindings of one label with different targets`() async throws {
    let widget = try TestWidget(
      view: container(component("textInput", "info"), component("textInput", "tagInfo"), label("label")),
      elements: """
        {"label": {"bindings": [
          {"predicateFormat": "info = 'test'", "ifTrue": "$info is 'test'", "ifFalse": "$info is not 'test'",
           "format": "string %@"},
          {"from": "tagInfo", "to": "accessibilityLabel"}]}}
        """)
    let host = await widget.open()
    #expect(try await host.text("label") == "string  is not 'test'")
    try await host.type("test", into: "info")
    try await host.type("5", into: "tagInfo")
    #expect(try await host.text("label") == "string test is 'test'")
    #expect(try await host.node("label")[.accessibilityLabel] == "5")
  }

  /// Creates a screen with a provider `provider`, and the label `label` that is bound to it.
  private func provider(
    _ attributes: String, type: String = "ManagedObjectsProvider", outlets: String = "{}", others: String = "",
    from: String, more: String = ""
  ) throws -> TestWidget {
    let widget = try TestWidget(
      view: container(label("label")),
      objects: """
        {"provider": {"type": "\(type)", "attrs": {\(attributes)}, "outlets": \(outlets)}
         \(others.isEmpty ? "" : "," + others)}
        """,
      elements: #"{"label": {"bindings": [{"from": "provider.\#(from)"\#(more)}]}}"#, model: itemModel)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    return widget
  }

  private func insert(_ count: Int, into widget: TestWidget) throws {
    for number in 1...count {
      _ = try widget.instance.store.insert(
        "Item", ["identifier": .integer(Int64(number)), "name": .string("item\(number)"), "groupTitle": "G1"])
    }
  }

  @Test func `11: items without a group are one section`() async throws {
    let widget = try provider(#""entityName": "Item""#, from: "sectionsCount")
    try insert(5, into: widget)
    #expect(try await widget.open().text("label") == "1")
  }

  @Test func `12: a result chain takes the last items, maps and joins them`() async throws {
    let widget = try provider(
      """
      "entityName": "Item", "resultChain": ["wx_takeLast:", "wx_map:", "wx_joinedBy:"],
      "resultChainArgs": ["2", "name", ", "]
      """, from: "value")
    try insert(5, into: widget)
    #expect(try await widget.open().text("label") == "item4, item5")
  }

  @Test func `13: a collection has the items of its master object, whichever stands first in the document`()
    async throws
  {
    let widget = try provider(
      #""masterKeyPath": "items""#, type: "ItemsCollection", outlets: #"{"masterObject": "categories"}"#,
      others:
        #""categories": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Category", "resultChain": ["wx_first"]}}"#,
      from: "totalCount")
    try insert(5, into: widget)
    let items = try widget.instance.store.fetch(FetchRequest("Item"))
    _ = try widget.instance.store.insert("Category", ["items": items.value])
    let host = await widget.open()
    #expect(try await host.text("label") == "5")
    _ = try widget.instance.store.update(items[0], ["category": nil])
    await widget.clock.settle()
    #expect(try await host.text("label") == "4", "the collection follows the store")
  }

  @Test func `16: a predicate selects the provided items`() async throws {
    let widget = try provider(
      #""entityName": "Item", "predicateFormat": "category != nil""#, from: "first.name")
    try insert(2, into: widget)
    let category = try widget.instance.store.insert("Category", ["title": "Category 1"])
    _ = try widget.instance.store.insert("Item", ["identifier": 3, "name": "sample", "category": .object(category)])
    #expect(try await widget.open().text("label") == "sample")
  }

  @Test func `17: a filter applies while there is text to search for`() async throws {
    let widget = try TestWidget(
      view: container(component("searchBar", "bar"), label("label")),
      objects: """
        {"provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "sortByFields": "name"}},
         "display": {"type": "ContentDisplayController", "outlets": {"mainContentProvider": "provider", "searchController": "search"}},
         "search": {"type": "SearchActionController", "attrs": {"filterFormat": "name BEGINSWITH[c] $input"},
                    "outlets": {"sender": "bar"}}}
        """,
      elements: #"{"label": {"bindings": [{"from": "content.name", "format": "%@"}]}}"#, model: itemModel)
    for (number, name) in ["test 1", "test 2", "sample"].enumerated() {
      _ = try widget.instance.store.insert("Item", ["identifier": .integer(Int64(number)), "name": .string(name)])
    }
    let host = await widget.open()
    #expect(try await host.text("label") == #"["sample","test 1","test 2"]"#)
    try await host.type("sam", into: "bar")
    #expect(try await host.text("label") == #"["sample"]"#)
    try await host.type("TEST", into: "bar")
    #expect(try await host.text("label") == #"["test 1","test 2"]"#)
    try await host.type("", into: "bar")
    #expect(try await host.text("label") == #"["sample","test 1","test 2"]"#)
  }

  @Test func `18: a provider with a master object has its related objects`() async throws {
    let widget = try provider(
      #""entityName": "Item", "masterKeyPath": "category""#, outlets: #"{"masterObject": "categories"}"#,
      others:
        #""categories": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Category", "resultChain": ["wx_first"]}}"#,
      from: "totalCount")
    let category = try widget.instance.store.insert("Category", ["title": "Category 1"])
    try insert(2, into: widget)
    let items = try widget.instance.store.fetch(FetchRequest("Item"))
    _ = try widget.instance.store.update(items[0], ["category": .object(category)])
    let host = await widget.open()
    #expect(try await host.text("label") == "1")
    _ = try widget.instance.store.update(items[1], ["category": .object(category)])
    await widget.clock.settle()
    #expect(try await host.text("label") == "2")
  }

  @Test func `19: groups are sections`() async throws {
    let widget = try provider(#""entityName": "Item", "groupByField": "groupTitle""#, from: "sectionsCount")
    try insert(2, into: widget)
    _ = try widget.instance.store.insert("Item", ["identifier": 3, "groupTitle": "G2"])
    #expect(try await widget.open().text("label") == "2")
  }

  @Test(arguments: [("value1", "One"), ("value2", "Two")])
  func `20: a predicate chooses between two actions at each run`(value: String, expected: String) async throws {
    let widget = try TestWidget(
      view: container(component("textInput", "field1"), component("button", "button")),
      objects: """
        {"controller": {"type": "ButtonActionController", "attrs": {"actionName": "testAction",
           "elseActionName": "altAction", "predicateFormat": "field1.value == 'value1'"}, "outlets": {"sender": "button"}}}
        """, model: itemModel,
      service: stubService(
        """
        "testAction": {"resultType": "Item", "response": {"id": 1, "name": "One"}},
        "altAction": {"resultType": "Item", "response": {"id": 2, "name": "Two"}}
        """))
    #expect(widget.problems.isEmpty)
    let host = await widget.open()
    try await host.type(value, into: "field1")
    try await host.press("button")
    #expect(
      try widget.instance.store.fetch(FetchRequest("Item")).map { $0.value(forKey: "name") } == [.string(expected)])
  }

  @Test func `21: an action gets the values of its form`() async throws {
    let widget = try TestWidget(
      view:
        #"{"type": "form", "id": "form", "children": [\#(component("textInput", "a", #""name": "field1""#)), \#(component("textInput", "b", #""name": "field2""#)), \#(component("button", "button"))]}"#,
      objects: """
        {"controller": {"type": "ButtonActionController", "attrs": {"actionName": "testAction"},
          "outlets": {"sender": "button", "form": "form"}}}
        """,
      elements: #"{"form": {"outlets": {"mandatoryFields": ["a", "b"]}}}"#, model: itemModel,
      service: stubService(
        #""testAction": {"resultType": "Item", "response": {"id": 1, "name": "$field1|$field2", "group": "$other"}}"#))
    #expect(widget.problems.isEmpty)
    let host = await widget.open()
    try await host.type("text 1", into: "a")
    try await host.type("text 2", into: "b")
    try await host.press("button")
    let items = try widget.instance.store.fetch(FetchRequest("Item"))
    #expect(items.map { $0.value(forKey: "name") } == ["text 1|text 2"])
    #expect(items.first?.value(forKey: "groupTitle") == "")
  }

  @Test func `22: a successful action stores its result before it reports success`() async throws {
    let widget = try TestWidget(
      view: container(component("button", "button"), label("label")),
      objects: """
        {"controller": {"type": "ButtonActionController", "attrs": {"actionName": "testAction"}, "outlets": {"sender": "button"}},
         "provider": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}}
        """,
      elements: """
        {"label": {"bindings": [{"predicateFormat": "controller.status.isSuccess == 1",
          "ifTrue": "success $provider.totalCount", "ifFalse": "none $provider.totalCount"}]}}
        """, model: itemModel,
      service: stubService(
        """
        "testAction": {"resultType": "[Item]", "response": [{"id": 1, "name": "item1"}, {"id": 2, "name": "item2"},
          {"id": 3, "name": "item3"}]}
        """, delay: 0))
    let host = await widget.open()
    #expect(try await host.text("label") == "none 0")
    try await host.press("button")
    #expect(try await host.text("label") == "success 3")
  }
}
