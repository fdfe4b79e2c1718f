import Foundation
import TesseraBeagleScreens
import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraCommands

/// Native screens that are converted to payloads must look the same.
@Suite("Conversion of screens")
struct ConversionTests {
  /// The visible properties of a view, independent of its place in the tree.
  private struct Seen: Hashable, CustomStringConvertible {
    var kind: String
    var name: String?
    var box: [Double]
    var attributes: [ViewAttribute: Value]

    var description: String { "\(kind) \(name ?? "") \(box) \(attributes)" }
  }

  /// Returns the visible views of a tree, without boxes that only contain others.
  private static func seen(_ tree: ViewTree) -> [Seen] {
    var seen: [Seen] = []
    var pending = [(id: tree.root, x: 0.0, y: 0.0)]
    while let (id, x, y) = pending.popLast() {
      guard let node = tree[id] else { continue }
      let box = Rect(x: x + node.frame.x, y: y + node.frame.y, width: node.frame.width, height: node.frame.height)
      let isPlain = node.kind == .container && node.identifier == nil && node.attributes.isEmpty
      if !isPlain {
        let edges = [box.x, box.y, box.width, box.height].map { ($0 * 100).rounded() / 100 }
        seen.append(Seen(kind: node.kind.name, name: node.identifier, box: edges, attributes: node.attributes))
      }
      for child in node.children.reversed() { pending.append((child, box.x, box.y)) }
    }
    return seen
  }

  /// Returns a copy of a bundle whose screens are payloads.
  private func converted(_ bundle: URL) throws -> URL {
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .appending(path: bundle.lastPathComponent)
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: bundle, to: copy)
    let folder = copy.appending(path: "screens")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".json") {
      let file = folder.appending(path: name)
      let document = try JSONNode.parse(Data(contentsOf: file))
      let screen = document["view"] == nil ? document.membersWithoutComments?.first?.value : document
      guard let screen, screen["view"] != nil else { continue }
      let (payload, found) = BeagleScreenReader.payload(of: screen, .standard)
      #expect(found.allSatisfy { $0.severity == .warning }, "\(found.map(\.description))")
      // A payload must be complete for clients of Beagle, without problems.
      let (_, problems) = BeagleScreenReader.translate(payload, .standard)
      #expect(problems.map(\.description) == [])
      try JSONText.text(of: payload, indented: true).write(to: file, atomically: true, encoding: .utf8)
    }
    return copy
  }

  @Test(arguments: SampleTests.bundles.filter { !$0.hasPrefix("Widgets/") })
  func `a bundle looks the same with payloads in place of its screens`(path: String) async throws {
    let bundle = Repository.url(path)
    let copy = try converted(bundle)
    defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
    let start = Date(timeIntervalSince1970: 1_780_000_000)
    func show(_ bundle: URL) async throws -> [String: [Seen]] {
      var screens: [String: [Seen]] = [:]
      let host = try HeadlessHost(WidgetSource(bundle.path), clock: start)
      for screen in WidgetBundle(directory: bundle.path).screenNames {
        let presentation = await host.present(size: Size(width: 340, height: 500), screen: screen)
        screens[screen] = Self.seen(await presentation.tree().tree)
        await presentation.close()
      }
      return screens
    }
    let (native, payload) = (try await show(bundle), try await show(copy))
    for (name, views) in native {
      let again = payload[name] ?? []
      let difference = zip(views, again).first { $0 != $1 }
      #expect(difference == nil, "\(name): \(difference.map { "\($0)\n\($1)" } ?? "")")
      #expect(views.count == again.count, "\(name)")
    }
  }

  /// A valid document of a kind that no sample contains, and the views that are pressed in it.
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var document: String
    var presses: [String]

    init(_ name: String, _ document: String, _ presses: String...) {
      (testDescription, self.document, self.presses) = (name, document, presses)
    }
  }

  private static let long = "a text that is much longer than the screen is wide, so that it wraps where it can"

  static let examples: [Example] = [
    Example(
      "a context on one screen, a component of its name on the other",
      #"""
      {"context": {"id": "note", "value": {"n": 3}}, "view": {"type": "container", "children": [
        {"type": "text", "text": "@{note.n > 2 ? note.n % 2 : 'no'}"},
        {"type": "button", "id": "more", "text": "+", "onPress": {"type": "setContext", "path": "n", "value": "@{note.n + 1}"}},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "push", "screen": "S"}}]},
       "screens": {"S": {"view": {"type": "container", "children": [
         {"type": "textInput", "id": "note", "value": "typed"}, {"type": "text", "text": "Typed @{note.text}"}]}}}}
      """#, "more", "go"),
    Example(
      "a field, and a context of its name on another screen",
      #"""
      {"view": {"type": "container", "children": [
        {"type": "textInput", "id": "note", "value": "typed"}, {"type": "text", "text": "Typed @{note.text}"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "push", "screen": "S"}}]},
       "screens": {"S": {"context": {"id": "note", "value": {"n": 3}}, "view": {"type": "text", "text": "@{note.n > 2 ? note.n % 2 : 'no'}"}}}}
      """#, "go"),
    Example(
      "a screen that is called like its context",
      #"""
      {"view": {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "push", "screen": "stop",
        "hands": {"context": "stop", "path": "b", "value": "Tower"}}},
       "screens": {"stop": {"context": {"id": "stop", "value": {"a": "x", "b": "y"}}, "view": {"type": "text", "text": "@{stop.b + ', ' + stop.a}"}}}}
      """#, "go"),
    Example(
      "items that are called like a field",
      #"""
      {"context": {"id": "s", "value": {"l": [{"v": 1}, {"v": 2}]}}, "view": {"type": "container", "children": [
        {"type": "textInput", "id": "line", "value": "typed"}, {"type": "text", "text": "@{line.text}"},
        {"type": "list", "items": "@{s.l}", "itemName": "line", "template": {"type": "text", "text": "@{line.v % 2}"}}]}}
      """#),
    Example(
      "a context that is called like an event",
      #"""
      {"context": {"id": "onChange", "value": {"k": 3}}, "view": {"type": "container", "children": [
        {"type": "text", "text": "@{onChange.k} @{onChange.k % 2}"}]}}
      """#),
    Example(
      "null in data beside an expression without operations",
      #"""
      {"context": {"id": "s", "value": {"a": {"n": 1}, "n": 5}}, "view": {"type": "container", "children": [
        {"type": "text", "text": "@{s.a}"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "setContext", "path": "a", "value": {"n": null, "m": "@{s.n % 2}"}}}]}}
      """#, "go"),
    Example(
      "first values that payloads cannot say",
      #"""
      {"context": {"id": "s", "value": {"year": "@{now() | date: 'yyyy'}", "n": 7}}, "view": {"type": "container",
        "context": {"id": "own", "value": "@{s.n % 4}"}, "children": [{"type": "text", "text": "@{s.year} @{s.n} @{own}"}]}}
      """#),
    Example(
      "two contexts of a screen, and what a navigation hands over",
      #"""
      {"context": [{"id": "a", "value": 1}, {"id": "b", "value": 2}, {"id": "navigationContext", "value": null}],
       "view": {"type": "container", "children": [{"type": "text", "text": "@{a} @{b} @{navigationContext}"},
         {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "setContext", "context": "b", "value": "@{a + b}"}}]}}
      """#, "go"),
    Example(
      "a root with margins and a size",
      #"{"view": {"type": "container", "style": {"margin": 20, "width": "50%", "height": 100, "backgroundColor": "accent"}, "children": [{"type": "text", "text": "a"}]}}"#
    ),
    Example(
      "a press that nothing follows",
      #"""
      {"context": {"id": "s", "value": {"n": 0}}, "view": {"type": "container", "onPress": {"type": "setContext", "path": "n", "value": 1},
        "children": [{"type": "text", "id": "inner", "text": "in", "onPress": []}, {"type": "text", "text": "@{s.n}"}]}}
      """#, "inner"),
    Example(
      "one item in the bar",
      #"{"navigationItem": {"title": "T", "rightItems": {"type": "button", "text": "Go"}}, "view": {"type": "text", "text": "a"}}"#
    ),
    Example(
      "a box that scrolls sideways around a column",
      #"{"view": {"type": "scroll", "direction": "horizontal", "children": [{"type": "text", "text": "\#(long)"}]}}"#),
    Example(
      "a box that scrolls, with paddings and gaps",
      #"{"view": {"type": "scroll", "style": {"padding": {"horizontal": 12, "top": 4}, "gap": 6, "alignItems": "center"}, "children": [{"type": "text", "text": "\#(long)"}, {"type": "text", "text": "b"}]}}"#
    ),
    Example(
      "a box that scrolls, with paddings in percent",
      #"{"view": {"type": "scroll", "style": {"height": 100, "padding": "10%", "rowGap": "10%"}, "children": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}"#
    ),
    Example(
      "pages, tabs and pictures",
      #"""
      {"view": {"type": "container", "children": [
        {"type": "tabs", "titles": ["A", {"text": "B", "icon": "home"}], "children": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {"type": "pager", "style": {"height": 80}, "children": [{"type": "text", "text": "p"}, {"type": "container", "children": [{"type": "text", "text": "q"}, {"type": "text", "text": "r"}]}]},
        {"type": "image", "url": "https://example.org/a.png", "style": {"height": 20}}, {"type": "field", "label": "L", "child": {"type": "textInput", "error": "e"}}]}}
      """#),
  ]

  @Test(arguments: examples)
  func `unusual documents look and behave the same`(example: Example) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let bundle = folder.appending(path: "Odd.widget")
    try FileManager.default.createDirectory(
      at: bundle.appending(path: "screens"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try #"{"id": "org.example.odd", "name": "Odd", "hosts": ["example.org"]}"#.write(
      to: bundle.appending(path: "widget.json"), atomically: true, encoding: .utf8)
    try example.document.write(
      to: bundle.appending(path: "screens/Main.json"), atomically: true, encoding: .utf8)
    let copy = try converted(bundle)
    defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
    var seen: [[[Seen]]] = []
    for bundle in [bundle, copy] {
      let host = try HeadlessHost(WidgetSource(bundle.path), clock: Date(timeIntervalSince1970: 0))
      let presentation = await host.present(size: Size(width: 320, height: 480))
      var views = [Self.seen(await presentation.tree().tree)]
      for press in example.presses {
        let button = try #require(await presentation.tree().tree.preorder().first { $0.identifier == press })
        await presentation.send([.press(button.id)])
        await host.clock.settle()
        views.append(Self.seen(await presentation.tree().tree))
      }
      seen.append(views)
    }
    for (native, payload) in zip(seen[0], seen[1]) {
      let difference = zip(native, payload).first { $0 != $1 }
      #expect(difference == nil, "\(difference.map { "\($0)\n\($1)" } ?? "")")
      #expect(native.count == payload.count)
    }
  }

  @Test(arguments: SampleTests.scenarios.filter { !$0.hasPrefix("Widgets/") })
  func `a scenario of a sample passes with payloads in place of its screens`(path: String) async throws {
    let (scenario, bundle) = try SampleTests.scenario(at: path)
    let copy = try converted(URL(filePath: bundle))
    defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
    let failure = try await ScenarioRunner(scenario, source: WidgetSource(copy.path)).run()
    #expect(failure?.description == nil)
  }
}
