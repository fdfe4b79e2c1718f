import TesseraValues

/// Finds words in the texts of a document, so that a complaint about a name is shown at the name and not at the text around it.
struct TextPlaces {
  private var texts: [SourcePosition: String] = [:]

  /// - Complexity: linear in the size of the document.
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

  /// Where a word stands in the text at a place: behind the first `@{`, if there is one. The place of the text if it is nowhere,
  /// or on another line.
  func place(of word: String, in range: SourceRange) -> SourceRange {
    guard !word.isEmpty, let text = texts[range.start], text != word, range.start.line == range.end.line,
      let found = Self.range(of: word, in: text)
    else { return range }
    // In the file the text stands behind its quote, and some characters of it are written as two.
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
