import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraComponents

@Suite("Limits of components")
struct LimitTests {
  private func nested(_ depth: Int) -> String {
    let opening = #"{"type":"container","children":["#
    return String(repeating: opening, count: depth) + #"{"type":"text"}"# + String(repeating: "]}", count: depth)
  }

  @Test func `components nest up to the limit, and deeper ones become one placeholder`() throws {
    let limits = JSONLimits(depth: 1000)
    #expect(try Decoded(nested(ComponentDecoder.maximumDepth), limits: limits).diagnostics == [])
    let decoded = try Decoded(nested(ComponentDecoder.maximumDepth + 200), limits: limits)
    #expect(decoded.diagnostics.map(\.rule) == ["component-limit"])
    #expect(decoded.component.descendants().filter { $0.reason != nil }.count == 1)
    let built = BuiltScreen()
    try built.build(decoded.component)
    #expect(built.hierarchy.tree().nodes.values.filter { $0.kind == .placeholder }.count == 1)
  }

  @Test func `headers within headers count as nesting`() throws {
    let depth = ComponentDecoder.maximumDepth + 5
    let text =
      String(repeating: #"{"type":"table","header":"#, count: depth) + #"{"type":"text"}"#
      + String(repeating: "}", count: depth)
    #expect(try Decoded(text).diagnostics.map(\.rule) == ["component-limit"])
  }

  @Test func `components beyond the maximum count become one placeholder`() throws {
    func screen(_ count: Int) -> String {
      #"{"type":"container","children":["#
        + Array(repeating: #"{"type":"text"}"#, count: count - 1).joined(separator: ",") + "]}"
    }
    #expect(try Decoded(screen(ComponentDecoder.maximumCount)).diagnostics == [])
    let decoded = try Decoded(screen(50_000))
    #expect(decoded.diagnostics.map(\.rule) == ["component-limit"])
    #expect(decoded.component.descendants().count == ComponentDecoder.maximumCount + 1)
  }

  @Test func `a prototype beyond its maximum count becomes a placeholder, and others survive`() throws {
    let large = Array(repeating: #"{"type":"text"}"#, count: ComponentDecoder.maximumPrototypeCount)
      .joined(separator: ",")
    let document = MarkedDocument(
      #"{"type":"table","cells":{↓"Large":{"type":"container","children":[\#(large)]},"Small":{"type":"text"}}}"#)
    let decoded = try Decoded(document.text)
    #expect(decoded.diagnostics.map(\.rule) == ["component-limit"])
    #expect(decoded.diagnostics.first?.range?.start == document.places[0])
    #expect(decoded.component.prototypes["Large"]?.reason != nil)
    #expect(decoded.component.prototypes["Small"]?.type == "text")
  }

  @Test func `actions beyond the maximum count are left out`() throws {
    let actions = Array(repeating: #"{"type":"pop"}"#, count: ComponentDecoder.maximumActionCount + 5)
    let decoded = try Decoded(#"{"type":"button","onPress":[\#(actions.joined(separator: ","))]}"#)
    #expect(decoded.diagnostics.map(\.rule) == ["action-limit"])
    #expect(decoded.component.events["onPress"]?.count == ComponentDecoder.maximumActionCount)
  }

  @Test func `the list of problems is limited`() throws {
    let name = String(repeating: "background", count: 6)
    let attributes = (0..<20_000).map { #""\#(name)\#($0)":1"# }.joined(separator: ",")
    let decoded = try Decoded(#"{"type":"text","style":{\#(attributes)},\#(attributes)}"#)
    #expect(decoded.diagnostics.count == 1000)
  }
}

@Suite("Damaged documents")
struct DamagedDocumentTests {
  static let document = """
    {"type": "container", "id": "root", "style": {"flexDirection": "row", "padding": {"all": 8, "start": "5%"},
      "gap": 4, "shadow": {"x": 1, "y": 2, "radius": 3, "color": "#00000080"}}, "children": [
        {"type": "text", "id": "title", "text": "Hello", "style": {"fontSize": 20, "fontWeight": "bold", "color": "accent"}},
        {"type": "image", "image": "logo.png", "contentMode": "aspectFit", "style": {"width": 40, "aspectRatio": 1.5}},
        {"type": "button", "text": "Go", "onPress": [{"type": "push", "screen": "Feed"}, {"type": "alert", "title": "Hi"}]},
        {"type": "table", "rowHeight": 44, "header": {"type": "searchBar", "placeholder": "Search"},
          "cells": {"Cell": {"type": "container", "children": [{"type": "text", "id": "title"}]}},
          "footer": {"type": "activityIndicator", "animating": true}},
        {"type": "form", "duplicateKeyPolicy": "join", "children": [{"type": "textInput", "name": "a", "readOnly": false}]}
      ]}
    """

  /// The replacements for a value.
  private static let replacements: [JSONNode.Content] = [
    .null, .bool(true), .integer(.min), .integer(.max), .double(1e308), .double(-0.0), .string(""), .string("💥\n\u{0}"),
    .string("wx_value"), .array([]), .object([]), .array([JSONNode(.null, range: range)]),
    .object([JSONMember(name: "", nameRange: range, value: JSONNode(.string("text"), range: range))]),
  ]
  private static let range = SourceRange(.start)

  @Test func `the undamaged document is valid, and every view can be made`() throws {
    #expect(try Decoded(Self.document).diagnostics == [])
    let built = BuiltScreen()
    _ = try built.build(Self.document)
    #expect(!built.hierarchy.tree().nodes.values.contains { $0.kind == .placeholder })
  }

  @Test(arguments: 0..<40)
  func `no damage stops decoding, building or layout; undetected damage is harmless`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = try JSONNode.parse(Self.document)
    let count = original.count
    for _ in 0..<25 {
      var node = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        var place = Int.random(in: 0..<count, using: &generator)
        node = node.damaged(at: &place, by: Self.replacements, &generator)
      }
      let session = DecodingSession(
        DecodingConfiguration(actions: .recording),
        references: ReferenceNames([.image: ["logo.png"], .screen: ["Feed"]]))
      var decoder = ComponentDecoder(session: session)
      let component = decoder.decode(node)
      for diagnostic in session.diagnostics.all {
        #expect(diagnostic.range != nil)
        #expect(!diagnostic.message.isEmpty)
      }
      let built = BuiltScreen()
      try built.build(component)
      for prototype in component.descendants().flatMap(\.prototypes.values) {
        let row = built.builder.buildCell(prototype, prototype: "Cell", in: Scope(parent: built.scope))
        built.hierarchy.window.addChild(row.cell)
      }
      _ = built.hierarchy.commit()
      let frames = built.hierarchy.tree().nodes.values.map(\.frame)
      #expect(frames.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.width.isFinite && $0.height.isFinite })
      #expect(built.hierarchy.commit() == [])
    }
  }
}

extension JSONNode {
  /// The number of values in the node, including itself.
  fileprivate var count: Int {
    (elements ?? members?.map(\.value) ?? []).reduce(1) { $0 + $1.count }
  }

  /// Returns the node with the value at a position, counted in document order, replaced, removed from its object, or
  /// renamed.
  fileprivate func damaged(
    at place: inout Int, by replacements: [Content], _ generator: inout SeededGenerator
  ) -> JSONNode {
    if place == 0 {
      place -= 1
      return JSONNode(replacements.randomElement(using: &generator) ?? .null, range: range)
    }
    place -= 1
    var copy = self
    switch content {
    case .array(let elements):
      copy.content = .array(elements.map { place < 0 ? $0 : $0.damaged(at: &place, by: replacements, &generator) })
    case .object(let members):
      var changed: [JSONMember] = []
      for member in members {
        var member = member
        if place == 0, Bool.random(using: &generator) {
          place -= 1
          if Bool.random(using: &generator) { continue }
          member.name = String(member.name.shuffled(using: &generator))
        } else if place >= 0 {
          member.value = member.value.damaged(at: &place, by: replacements, &generator)
        }
        changed.append(member)
      }
      copy.content = .object(changed)
    default: break
    }
    return copy
  }
}
