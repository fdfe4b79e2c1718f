import TesseraValues

/// Finds words in the texts of a document, so that a diagnostic about a name points at the name rather than at the
/// surrounding text.
struct WordRanges {
  private var texts: [SourcePosition: String] = [:]

  /// - Complexity: O(*n*) in the size of the document.
  init(_ document: JSONNode) {
    var pending = [document]
    while let node = pending.popLast() {
      switch node.content {
      case .string(let text): texts[node.range.start] = text
      case .array(let elements): pending.append(contentsOf: elements)
      case .object(let members): pending.append(contentsOf: members.map(\.value))
      default: break
      }
    }
  }

  /// Returns the range of a word in the text at a range, searching after the first `@{` if there is one. Returns the
  /// range of the text if the word is not found or the text spans several lines.
  func wordRange(of word: String, in range: SourceRange) -> SourceRange {
    guard !word.isEmpty, let text = texts[range.start], text != word, range.start.line == range.end.line,
      let found = Self.range(of: word, in: text)
    else { return range }
    // In the file, the text follows its opening quote, and some of its characters are escaped.
    let column = text[..<found.lowerBound].reduce(range.start.column + 1) { $0 + (Self.isEscaped($1) ? 2 : 1) }
    return SourceRange(SourcePosition(line: range.start.line, column: column), length: word.count)
  }

  private static func range(of word: String, in text: String) -> Range<String.Index>? {
    var rest = text[(text.firstRange(of: "@{")?.upperBound ?? text.startIndex)...]
    while let found = rest.firstRange(of: word) {
      let before = found.lowerBound == text.startIndex ? nil : text[text.index(before: found.lowerBound)]
      let after = found.upperBound == text.endIndex ? nil : text[found.upperBound]
      if ![before, after].contains(where: { $0.map(isPartOfWord) ?? false }) { return found }
      rest = rest[found.upperBound...]
    }
    return nil
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func isEscaped(_ character: Character) -> Bool {
    ["\"", "\\", "\n", "\t", "\r", "\r\n"].contains(character)
  }
}
