import Foundation
import FoundationXML

/// Checks whether a text is well-formed XML, and collects the contents of its `text` elements.
struct XMLCheck {
  private(set) var isWellFormed = false
  private(set) var texts: [String] = []

  init(_ document: String) {
    guard let parsed = try? XMLDocument(data: Data(document.utf8)) else { return }
    isWellFormed = true
    func visit(_ node: XMLNode) {
      if node.name == "text" { texts.append(node.stringValue ?? "") }
      for child in node.children ?? [] { visit(child) }
    }
    visit(parsed)
  }
}
