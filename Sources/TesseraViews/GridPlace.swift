package import TesseraValues

/// How a widget stands on the grid of a board.
public struct GridPlace: Sendable, Hashable {
  /// Columns that it takes.
  public var columns: Int
  /// Rows that it takes.
  public var rows: Int

  /// Creates a place.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// Keeps what views know beyond their own life, under keys.
package protocol ViewStateStore: AnyObject {
  /// What is kept under a key; null for nothing.
  func value(forKey key: String, isPersisted: Bool) -> Value
  /// Keeps a value under a key; null forgets it.
  /// - Returns: whether it is kept.
  func setValue(_ value: Value, forKey key: String, isPersisted: Bool) -> Bool
}
