import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@Suite("Collection controllers")
struct CollectionTests {
  private func widget(
    _ type: String, count: Int = 4, attributes: String = "", collection: String = "", outlets: String = ""
  ) throws -> TestWidget {
    let items = (0..<count).map { "{\"id\": \($0)}" }.joined(separator: ",")
    let screen = """
      {"view": {"type": "container", "children": [
         {"type": "collectionView", "id": "tiles", "style": {"width": 300, "height": 200}, \(collection)
          "cells": {"Cell": {"type": "container", "style": {"height": 60}, "children": [
            {"type": "text", "id": "cell", "text": "@{item.id}"}]}}},
         {"type": "pageIndicator", "id": "dots"}, {"type": "button", "id": "nextButton"},
         {"type": "button", "id": "previousButton"},
         {"type": "text", "id": "page", "text": "\(type.contains("Page") || type.contains("Circle") ? "@{pages.currentPage} of @{pages.numberOfPages}" : "")"}]},
       "objects": {"items": {"type": "BaseContentProvider", "attrs": {"items": [\(items)]}},
         "pages": {"type": "\(type)", "attrs": {\(attributes)},
           "outlets": {"mainContentProvider": "items", "collectionView": "tiles"\(outlets)}}},
       "elements": \(type == "CollectionDisplayController" ? "{}" : #"{"nextButton": {"action": {"target": "pages", "selector": "nextPage"}}, "previousButton": {"action": {"target": "pages", "selector": "previousPage"}}}"#)}
      """
    let widget = try TestWidget(
      files: ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": screen])
    #expect(widget.problems == [])
    return widget
  }

  private func frames(_ host: TestHost) async -> [Rect] {
    await host.tree.preorder().filter { $0.kind == .cell }.map(\.frame)
  }

  @Test func `Items are arranged in columns, by the collection or by a hint`() async throws {
    let plain = try await frames(widget("CollectionDisplayController").open())
    #expect(plain.map(\.width) == [145, 145, 145, 145])
    #expect(plain.map(\.y) == [0, 0, 70, 70])
    let thirds = try await frames(
      widget("CollectionDisplayController", attributes: #""cellWidthHint": 0.33, "cellHeightHint": 50"#).open())
    #expect(thirds.map { $0.x.rounded() } == [0, 103, 207, 0])
    #expect(thirds.map(\.height) == [50, 50, 50, 50])
    let points = try await frames(widget("CollectionDisplayController", attributes: #""cellWidthHint": 300"#).open())
    #expect(points.map(\.x) == [0, 0, 0, 0])
  }

  @Test func `Few items are centred on request`() async throws {
    let row = #""direction": "horizontal", "spacing": 0,"#
    let attributes = #""centerContent": true, "cellWidthHint": 50"#
    let few = try await frames(
      widget("CollectionDisplayController", count: 2, attributes: attributes, collection: row).open())
    #expect(few.map(\.x) == [100, 150])
    let many = try await frames(
      widget("CollectionDisplayController", count: 20, attributes: attributes, collection: row).open())
    #expect(many.first?.x == 0)
  }

  @Test func `Pages are counted, selected, and reported after scrolling`() async throws {
    let host = try await widget(
      "CollectionPageScrollController", collection: #""direction": "horizontal", "spacing": 0,"#,
      outlets: #", "pageControl": "dots""#
    ).open()
    #expect(await frames(host).first?.width == 300)
    #expect(try await host.text("page") == "0 of 4")
    #expect(try await host.node("dots")[.maximum] == 4)
    await host.send(.scroll(try await host.node("tiles").id, offset: 590))
    #expect(try await host.text("page") == "2 of 4")
    #expect(try await host.node("dots")[.value].number == 2)
    try await host.press("nextButton")
    try await host.press("nextButton")
    #expect(try await host.text("page") == "3 of 4")
    #expect(try await host.node("tiles")[.scrollOffset] == 900)
    try await host.press("previousButton")
    #expect(try await host.node("tiles")[.scrollOffset] == 600)
  }

  @Test func `The last page of a circle is followed by the first`() async throws {
    let host = try await widget(
      "CollectionCircleScrollController", count: 3, attributes: #""circleScrollFactor": 10"#,
      collection: #""direction": "horizontal", "spacing": 0,"#
    ).open()
    #expect(try await host.node("tiles")[.rowCount] == 30)
    #expect(try await host.node("tiles")[.scrollOffset] == 4500)
    #expect(try await host.text("page") == "0 of 3")
    await host.send(.scroll(try await host.node("tiles").id, offset: 4200))
    #expect(try await host.text("page") == "2 of 3")
    await host.send(.scroll(try await host.node("tiles").id, offset: 5400))
    #expect(try await host.text("page") == "0 of 3")
  }

  @Test func `A page may be set before there are pages, and numbers may be anything`() async throws {
    let row = #""direction": "horizontal", "spacing": 0,"#
    for type in ["CollectionPageScrollController", "CollectionCircleScrollController"] {
      let host = try await widget(type, attributes: #""currentPage": 2"#, collection: row).open()
      #expect(try await host.text("page") == "2 of 4")
      for number in ["1e300", "-1e300", "1e-30"] {
        let odd = try await widget(
          type, attributes: #""currentPage": \#(number), "cellWidthHint": \#(number), "cellHeightHint": \#(number)"#,
          collection: row
        ).open()
        #expect(await odd.alert == nil)
      }
    }
  }

  @Test func `An empty collection is harmless`() async throws {
    for type in ["CollectionDisplayController", "CollectionPageScrollController", "CollectionCircleScrollController"] {
      let host = try await widget(type, count: 0).open()
      #expect(await frames(host) == [])
      #expect(await host.alert == nil)
    }
  }
}
