/// A position in a text document. Lines and columns start at 1; columns count Unicode scalars, as editors do.
public struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, starting at 1.
  public var line: Int
  /// The column, starting at 1, in Unicode scalars.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of the first character of a document.
  public static let start = SourcePosition(line: 1, column: 1)

  /// Returns whether one position precedes another in the document.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A half-open range in a text document.
public struct SourceRange: Hashable, Sendable {
  /// The position of the first character.
  public var start: SourcePosition
  /// The position after the last character.
  public var end: SourcePosition

  /// Creates a range.
  public init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// Creates a range of `length` characters on one line.
  public init(_ start: SourcePosition, length: Int = 1) {
    self.init(start: start, end: SourcePosition(line: start.line, column: start.column + length))
  }
}
