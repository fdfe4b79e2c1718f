/// A number of columns and rows of a grid, written `4×2` with columns first.
public struct GridSize: Sendable, Hashable, CustomStringConvertible {
  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The maximum number of columns and rows of a widget. A larger size is refused.
  package static let maximumSpan = 64

  /// Parses the size of a widget, such as `4×2`. The letter `x` is accepted as well. Returns nil if the text is not a
  /// size, or a number is not from 1 to ``maximumSpan``.
  package init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "×" || $0 == "x" || $0 == "X" }
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...Self.maximumSpan).contains(columns), (1...Self.maximumSpan).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// The size as text, such as `4×2`.
  public var description: String { "\(columns)×\(rows)" }

  /// Returns whether the size is at most as large as another in both directions.
  package func fits(in other: GridSize) -> Bool { columns <= other.columns && rows <= other.rows }
}
