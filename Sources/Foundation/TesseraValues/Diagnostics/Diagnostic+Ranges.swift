extension Diagnostic {
  /// Returns the same diagnostic with the given range.
  package func withRange(_ newRange: SourceRange) -> Diagnostic {
    var copy = self
    copy.range = newRange
    return copy
  }

  /// Returns a diagnostic whose range, relative to a string literal's text, is converted to the document's coordinates.
  /// The text starts one column after the opening quote.
  ///
  /// The result is exact unless an escape precedes the position. After an escape, the column is off by the escape's
  /// length.
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
