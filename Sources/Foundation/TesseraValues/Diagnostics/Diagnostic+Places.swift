extension Diagnostic {
  /// The same problem at another place.
  package func placed(at place: SourceRange) -> Diagnostic {
    var copy = self
    copy.range = place
    return copy
  }

  /// A problem inside a text of a document, placed in the document: the text begins one column behind its quote.
  ///
  /// Exact as long as there is no escape before the place; behind one it is off by the escape's length.
  package func within(text literal: SourceRange) -> Diagnostic {
    var copy = self
    if let inner = range, inner.start.line == 1 {
      let start = SourcePosition(line: literal.start.line, column: literal.start.column + inner.start.column)
      let length = inner.end.line == 1 ? max(1, inner.end.column - inner.start.column) : 1
      copy.range = SourceRange(start, length: length)
    } else {
      copy.range = literal
    }
    return copy
  }
}
