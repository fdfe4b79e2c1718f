package import TesseraLayout
package import TesseraValues

/// A text that opens a URL in the host when it is pressed.
package final class Link: View {
  /// The text of the link.
  package var text: String {
    get { self[.text].string ?? "" }
    set { self[.text] = newValue.isEmpty ? .null : .string(newValue) }
  }

  /// The URL of the link; nil for a URL that hosts do not open.
  package var address: String? {
    get { self[.content].string }
    set { self[.content] = newValue.flatMap { Self.isOpened($0) ? .string($0) : nil } ?? .null }
  }

  /// The text. Any value is converted to text; null is empty.
  package override var value: Value {
    get { .string(text) }
    set { text = newValue.description }
  }

  package override var fieldValue: Value { .null }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureText(text, width: width)
  }

  /// Returns whether hosts open a URL: web pages, mail and telephone numbers.
  static func isOpened(_ address: String) -> Bool {
    let schemes = ["http://", "https://", "mailto:", "tel:"]
    return schemes.contains { address.lowercased().hasPrefix($0) } && address.utf8.count <= 8192
      && !address.contains { $0.isWhitespace || $0.isNewline }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.link.properties }
}

extension ViewKind {
  /// A text that opens a URL.
  package static let link = ViewKind(
    "link", defaults: ViewDefaults(color: .accent),
    element: WebElement("a", parts: [.label], isControl: true, behaviour: "link"),
    drawing: { node, box, canvas in canvas.drawText(of: node, in: box) })
}

extension ComponentDefinition {
  /// A text that opens a URL.
  package static let link = ComponentDefinition(
    type: "link", documentation: "Text that opens an address elsewhere.", synonyms: ["a", "anchor", "hyperlink"],
    kind: .link,
    properties: [
      .of(
        Link.self, "value", .any, "The text; any value is converted to text.", get: { $0.value }, set: { $0.value = $1 }
      ),
      .of(Link.self, "text", .scalar, "The text.", get: { $0.value }, set: { $0.value = $1 }),
      .of(
        Link.self, "url", .string, "The URL: 'https://…', 'mailto:…' or 'tel:…'.", get: { $0[.content] },
        set: { $0.address = $1.string }),
    ],
    makeView: { Link(.link, in: $0) })
}
