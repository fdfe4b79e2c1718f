import TesseraExpressions
import TesseraValues

/// A text of a request, parsed into placeholders. Their meaning is that of `TextTemplate.Syntax.parameter`.
struct PlaceholderText: Sendable, Hashable {
  /// A part of the text.
  enum Part: Sendable, Hashable {
    /// Text without a dollar sign.
    case text(String)
    /// A part that begins with a dollar sign, or with two consecutive ones. It contains at most one placeholder, so
    /// that substitution can stop at the first one that exceeds the limit.
    case placeholder(TextTemplate)
    /// A part that begins with the placeholder of an option.
    case option(TextTemplate)
  }

  /// The text as written.
  let text: String
  let parts: [Part]

  init(_ text: String) {
    self.text = text
    parts = Self.pieces(of: text).map { piece in
      guard piece.utf8.first == UInt8(ascii: "$") else { return .text(String(piece)) }
      let template = TextTemplate(String(piece), syntax: .parameter)
      return template.keyPaths.contains { OptionValues.name(in: $0) != nil }
        ? .option(template) : .placeholder(template)
    }
  }

  /// The names of the options that the text reads.
  var optionNames: [String] {
    parts.flatMap { part -> [String] in
      guard case .option(let template) = part else { return [] }
      return template.keyPaths.compactMap(OptionValues.name)
    }
  }

  /// Returns whether a text has placeholders, including dollar signs that are text.
  static func hasPlaceholders(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "$")) }

  private static func pieces(of text: String) -> [Substring] {
    let bytes = text.utf8
    let dollar = UInt8(ascii: "$")
    var pieces: [Substring] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = bytes.index(after: start)
      if bytes[start] == dollar, end < bytes.endIndex, bytes[end] == dollar { end = bytes.index(after: end) }
      end = bytes[end...].firstIndex(of: dollar) ?? bytes.endIndex
      pieces.append(text[start..<end])
      start = end
    }
    return pieces
  }
}

/// A tree of a request's values, parsed into placeholders.
indirect enum RequestTemplate: Sendable, Hashable {
  /// The maximum depth at which placeholders are replaced. Deeper ones stay as they are. Documents are never that deep.
  private static let maximumDepth = 128

  /// A value without placeholders.
  case constant(Value)
  case text(PlaceholderText)
  case list([RequestTemplate])
  /// Members, sorted by their written names.
  case members([Member])

  struct Member: Sendable, Hashable {
    var name: PlaceholderText
    var value: RequestTemplate
  }

  init(_ value: Value) { self.init(value, depth: 0) }

  private init(_ value: Value, depth: Int) {
    self = .constant(value)
    guard depth < Self.maximumDepth else { return }
    switch value {
    case .string(let text):
      if PlaceholderText.hasPlaceholders(text) { self = .text(PlaceholderText(text)) }
    case .array(let values):
      let trees = values.map { RequestTemplate($0, depth: depth + 1) }
      if !trees.allSatisfy(\.isConstant) { self = .list(trees) }
    case .dictionary:
      let members = value.sortedMembers.map { name, value in
        Member(name: PlaceholderText(name), value: RequestTemplate(value, depth: depth + 1))
      }
      let isConstant = members.allSatisfy { !PlaceholderText.hasPlaceholders($0.name.text) && $0.value.isConstant }
      if !isConstant { self = .members(members) }
    default: break
    }
  }

  /// The names of the options that the tree reads.
  var optionNames: [String] {
    switch self {
    case .constant: []
    case .text(let text): text.optionNames
    case .list(let trees): trees.flatMap(\.optionNames)
    case .members(let members): members.flatMap { $0.name.optionNames + $0.value.optionNames }
    }
  }

  private var isConstant: Bool { if case .constant = self { true } else { false } }
}
