import TesseraData
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Table sections")
struct TableSectionTests {
  private static let cells = """
    "Cell": {"type": "text", "id": "row", "text": "@{index} @{item.title}"},
    "Header": {"type": "text", "id": "row", "text": "= @{item.title} @{item.count} @{item.first.title}"}
    """

  private func widget(_ cells: String = cells, attributes: String = "") throws -> TestWidget {
    try TestWidget(
      screen: """
        {"context": {"id": "sort", "value": {"by": "title"}},
         "view": {"type": "container", "style": {"height": 400}, "children": [
           {"type": "table", "id": "table", "style": {"flexGrow": 1}, "cells": {\(cells)}},
           {"type": "button", "id": "sortButton", "onPress": {"type": "setContext", "path": "by", "value": "rating"}}]},
         "objects": {
           "books": {"type": "ManagedObjectsProvider",
             "attrs": {"entityName": "Book", "groupByField": "genre", "sortByFields": "@{sort.by}"}},
           "display": {"type": "TableDisplayController"\(attributes),
             "outlets": {"mainContentProvider": "books", "tableView": "table"}}}}
        """,
      model: """
        {"entities": {"Book": {"attributes": {"title": "string", "genre": "string", "rating": "integer"}}}}
        """)
  }

  private func insert(_ title: String, _ genre: String, _ rating: Int64, into widget: TestWidget) throws {
    _ = try widget.instance.store.insert(
      "Book", ["title": .string(title), "genre": .string(genre), "rating": .integer(rating)])
  }

  @Test func `a header row is above each group, and follows the store and the order`() async throws {
    let widget = try widget()
    #expect(widget.problems.isEmpty)
    try insert("Emma", "novel", 1, into: widget)
    try insert("Dracula", "novel", 2, into: widget)
    try insert("Faust", "drama", 3, into: widget)
    let host = await widget.open()
    #expect(await host.texts("row") == ["= drama 1 Faust", "0 Faust", "= novel 2 Dracula", "1 Dracula", "2 Emma"])
    try await host.press("sortButton")
    #expect(await host.texts("row") == ["= drama 1 Faust", "0 Faust", "= novel 2 Emma", "1 Emma", "2 Dracula"])
    // A header shows the first item of its group, even if no row moves.
    let faust = try #require(
      try widget.instance.store.fetch(FetchRequest("Book")).first { $0.value(forKey: "title") == "Faust" })
    _ = try widget.instance.store.update(faust, ["title": "Faustus"])
    await widget.clock.settle()
    #expect(await host.texts("row").prefix(2) == ["= drama 1 Faustus", "0 Faustus"])
    _ = try widget.instance.store.update(faust, ["title": "Faust"])
    try insert("Antigone", "drama", 0, into: widget)
    await widget.clock.settle()
    #expect(await host.texts("row").prefix(3) == ["= drama 2 Antigone", "0 Antigone", "1 Faust"])
  }

  @Test func `a footer row has its own prototype, and names are free`() async throws {
    let widget = try widget(
      """
      "Book": {"type": "text", "id": "row", "text": "@{item.title}"},
      "End": {"type": "text", "id": "row", "text": "- @{item.title} @{item.count}"}
      """, attributes: #", "attrs": {"cellIdentifier": "Book", "sectionFooterIdentifier": "End"}"#)
    try insert("Emma", "novel", 1, into: widget)
    try insert("Faust", "drama", 3, into: widget)
    #expect(await widget.open().texts("row") == ["Faust", "- drama 1", "Emma", "- novel 1"])
  }

  @Test func `without their prototypes there are no further rows, and unknown names are reported`() async throws {
    let widget = try widget(#""Cell": {"type": "text", "id": "row", "text": "@{item.title}"}"#)
    try insert("Emma", "novel", 1, into: widget)
    try insert("Faust", "drama", 3, into: widget)
    #expect(await widget.open().texts("row") == ["Faust", "Emma"])
    let wrong = try TestWidget(
      view: #"{"type": "table", "id": "table", "cells": {\#(Self.cells)}}"#,
      objects: """
        {"display": {"type": "TableDisplayController", "attrs": {"sectionHeaderIdentifier": "Heder"},
          "outlets": {"tableView": "table"}}}
        """)
    #expect(wrong.problems.contains { $0.contains("'Heder'") && $0.contains("did you mean 'Header'") })
  }

  @Test func `headers stay visible while their rows are`() async throws {
    let widget = try widget()
    for index in 0..<40 { try insert("\(index)", index < 20 ? "a" : "b", 0, into: widget) }
    let host = await widget.open()
    #expect(try await host.rows() == 42)
    let head = await host.tree.preorder().first { $0.kind == .cell && $0[.rowIndex] == 0 }
    #expect(head?[.stickyUntil].number ?? 0 > 100)
  }
}
