import TesseraValues

/// A line drawn along text.
public enum TextDecoration: String, Sendable, Hashable, CaseIterable {
  /// A line under the text.
  case underline
  /// A line through the text.
  case lineThrough = "line-through"
}

/// A part of a text with a different style. The font size is that of the whole text.
public struct TextSpan: Sendable, Hashable {
  /// The range of the span, as offsets in the UTF-8 of the text.
  public var range: Range<Int>
  /// The font weight, 100 to 900; nil to use that of the text.
  public var fontWeight: Int?
  /// Whether the span is italic; nil to use the style of the text.
  public var italic: Bool?
  /// Whether the span uses a monospaced font, upright and of regular weight.
  public var isMonospaced: Bool
  /// The colour, as a colour attribute; nil to use that of the text.
  public var color: String?
  /// The decoration; nil to use that of the text.
  public var decoration: TextDecoration?

  /// Creates a span.
  public init(
    range: Range<Int>, fontWeight: Int? = nil, italic: Bool? = nil, isMonospaced: Bool = false, color: String? = nil,
    decoration: TextDecoration? = nil
  ) {
    self.range = range
    self.fontWeight = fontWeight
    self.italic = italic
    self.isMonospaced = isMonospaced
    self.color = color
    self.decoration = decoration
  }

  /// Parses an element of the attribute `spans`; nil if it does not differ from the rest of the text.
  init?(_ value: Value, at start: Int) {
    guard let parts = value.dictionary, let text = parts["text"]?.string else { return nil }
    let isLink = parts["url"]?.string != nil
    self.init(
      range: start..<(start + text.utf8.count),
      fontWeight: parts["fontWeight"]?.number.map { TextStyle.nearestWeight(to: $0) },
      italic: parts["italic"]?.bool, isMonospaced: parts["monospaced"]?.bool ?? false,
      color: parts["color"]?.string ?? (isLink ? SemanticColor.accent.rawValue : nil),
      decoration: parts["textDecoration"]?.string.flatMap(TextDecoration.init) ?? (isLink ? .underline : nil))
    if self == TextSpan(range: range) { return nil }
  }

  /// Parses the attribute `spans`: the parts that make up the text, in order.
  static func spans(_ value: Value?) -> [TextSpan] {
    guard let parts = value?.array else { return [] }
    var start = 0
    return parts.compactMap { part in
      defer { start += part.value(at: "text").string?.utf8.count ?? 0 }
      return TextSpan(part, at: start)
    }
  }
}
