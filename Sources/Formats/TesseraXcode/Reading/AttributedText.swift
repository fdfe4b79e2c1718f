import TesseraXcodeFiles

/// A text of Interface Builder's documents whose parts may have attributes of their own.
struct AttributedText {
  /// What a part looks like, as far as it says so.
  struct Style: Hashable {
    var font: StoryboardFont?
    var color: StoryboardColor?
    /// A word of Interface Builder, such as `center`.
    var alignment: String?
  }

  /// The text of all parts.
  let text: String
  /// What the first part looks like.
  let style: Style
  /// Whether later parts look different.
  let isMixed: Bool

  /// Reads a text; `nil` if the record has no parts.
  init?(_ record: XMLTreeElement, values: SourceValueReader) {
    let parts = record.children(named: "fragment").map { part in
      (text: values.text("content", of: part) ?? "", style: Style(part, values))
    }
    guard let first = parts.first else { return nil }
    text = parts.map(\.text).joined()
    style = first.style
    isMixed = parts.contains { $0.style != first.style }
  }
}

extension AttributedText.Style {
  fileprivate init(_ part: XMLTreeElement, _ values: SourceValueReader) {
    guard let attributes = part.record("attributes") else { return }
    color = attributes.color("NSColor").flatMap { values.color($0) }
    font = attributes.record("NSFont").map(Self.font)
    alignment = attributes.record("NSParagraphStyle")?["alignment"]
  }

  /// The sizes of the system's fonts by their roles, which are those of AppKit also in documents for iOS, in points.
  private static let sizes: [String: Double] = [
    "smallSystem": 11, "smallSystemBold": 11, "miniSystem": 9, "label": 10, "cellTitle": 12, "menu": 14,
  ]
  private static let usualSize = 13.0

  private static func font(_ record: XMLTreeElement) -> StoryboardFont {
    let role = record["metaFont"]
    let name = role ?? record["name"] ?? ""
    let size = record.number("size") ?? role.flatMap { sizes[$0] } ?? usualSize
    let isBold = role?.hasSuffix("Bold") == true
    let weight = isBold ? 700 : FontWeights.weight(usage: nil, name: name, traits: 0)
    var font = StoryboardFont(size: size, weight: weight)
    font.isItalic = name.hasSuffix("Italic")
    // The names of the system's own fonts begin with a dot.
    if role == nil, !name.hasPrefix(".") { font.family = name }
    return font
  }
}
