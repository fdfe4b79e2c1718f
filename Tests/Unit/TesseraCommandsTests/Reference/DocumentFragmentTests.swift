import Foundation
import TesseraBundles
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraCommands

/// Components and actions that the documentation shows without a bundle around them.
@Suite("Fragments of documents")
struct DocumentFragmentTests {
  /// The rules about names that a fragment uses and does not define.
  private static let rulesOfNames: Set = [
    "unknown-identifier", "unknown-context", "unknown-element", "unknown-entity", "unknown-property", "unknown-screen",
    "unknown-option", "host-not-allowed", "address",
  ]

  /// The JSON blocks that are not marked as files, with the comment that precedes them.
  private static let blocks: [(document: String, text: String)] = {
    Repository.pages.flatMap { name -> [(document: String, text: String)] in
      let text = (try? String(contentsOf: Repository.url(name), encoding: .utf8)) ?? ""
      return text.matches(of: /(?s)(<!-- (?:part|file): [^\n]+ -->\n)?```json\n(.*?)```/).compactMap { match in
        match.1 == nil ? (name, String(match.2)) : nil
      }
    }
  }()

  @Test func `a component, an action and a manifest in a document have no faults`() throws {
    var count = 0
    for (document, text) in Self.blocks {
      guard let node = (try? JSONNode.parse(Array(text.utf8))) ?? (try? JSONNode.parse(Array("{\(text)}".utf8))),
        let files = Self.bundle(showing: node, text)
      else { continue }
      count += 1
      let definition = WidgetDefinition(
        bundle: WidgetBundle(files: MemoryBundleFiles(texts: files)), extensions: TesseraCommand.extensions)
      let found = definition.diagnostics.filter { !Self.rulesOfNames.contains($0.rule) }
      #expect(found.map(\.description) == [], "\(document) shows:\n\(text)")
    }
    #expect(count >= 8)
  }

  /// Returns a bundle that contains a fragment; nil if the fragment is not part of a screen.
  private static func bundle(showing node: JSONNode, _ text: String) -> [String: String]? {
    let manifest =
      #"{"id": "org.example.piece", "name": "Piece", "base": "https://example.org", "hosts": ["example.org"]}"#
    let label = #"{"type": "text", "text": "x"}"#
    if node["id"] != nil, node["update"] != nil, node["type"] == nil {
      return [
        "widget.json": text, "screens/Main.json": #"{"view": \#(label)}"#,
        "service.json": #"{"actions": {"departures": {"path": "https://trains.example.org/", "response": 1}}}"#,
      ]
    }
    if let members = node.members, members.contains(where: { $0.name.hasPrefix("on") || $0.name == "context" }),
      node["type"] == nil
    {
      // The events of a form and of a button, and the contexts of both.
      let context = node["context"] == nil ? #""context": {"id": "state", "value": {"count": 0}}, "# : ""
      return [
        "widget.json": manifest,
        "screens/Main.json":
          #"{"view": {"type": "form", "id": "form", \#(context)\#(text), "children": [\#(label)]}}"#,
      ]
    }
    guard let type = node["type"]?.string else { return nil }
    let isAction = ["push", "toast", "update", "present"].contains(type)
    let view = isAction ? #"{"type": "button", "text": "x", "onPress": \#(text)}"# : text
    return [
      "widget.json": manifest,
      "screens/Main.json": #"{"context": {"id": "state", "value": {}}, "view": \#(view)}"#,
    ]
  }
}
