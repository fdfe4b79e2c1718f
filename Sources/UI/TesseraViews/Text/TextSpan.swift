import TesseraValues

/// A line along the letters of a text.
public enum TextDecoration: String, Sendable, Hashable, CaseIterable {
  /// Under the letters.
  case underline
  /// Through the letters.
  case lineThrough = "line-through"
}

/// A part of a text that looks different from the rest. The size of its letters is the text's.
public struct TextSpan: Sendable, Hashable {
  /// The part, as offsets in the text's UTF-8.
  public var range: Range<Int>
  /// Weight of the font, 100 to 900; nil for the text's.
  public var fontWeight: Int?
  /// Whether the letters are slanted; nil for what the text has.
  public var italic: Bool?
  /// Letters of one width, upright and of regular weight.
  public var isMonospaced: Bool
  /// A colour attribute; nil for the text's.
  public var color: String?
  /// A line along the letters; nil for what the text has.
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

  /// Reads a member of the attribute `spans`; nil where it is no different from the rest.
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

  /// Reads the attribute `spans`: parts that make up the text, in order.
  static func spans(_ value: Value?) -> [TextSpan] {
    guard let parts = value?.array else { return [] }
    var start = 0
    return parts.compactMap { part in
      defer { start += part.value(at: "text").string?.utf8.count ?? 0 }
      return TextSpan(part, at: start)
    }
  }
}
