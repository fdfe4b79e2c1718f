/// A place in a text document. Lines and columns count from 1; a column is a Unicode scalar, as editors count.
public struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first character of a document.
  public static let start = SourcePosition(line: 1, column: 1)

  /// Document order.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A range of a text document, from the first character to one behind the last.
public struct SourceRange: Hashable, Sendable {
  /// The first character.
  public var start: SourcePosition
  /// One behind the last character.
  public var end: SourcePosition

  /// Creates a range.
  public init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// The range of `length` characters on one line.
  public init(_ start: SourcePosition, length: Int = 1) {
    self.init(start: start, end: SourcePosition(line: start.line, column: start.column + length))
  }
}
