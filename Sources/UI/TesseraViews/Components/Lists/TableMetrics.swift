import TesseraLayout

/// The space that a table has for its rows.
struct TableMetrics: Equatable {
  /// The extent perpendicular to the scrolling axis, in points.
  var breadth = 0.0
  var columns = 1
  /// The spacing between rows and between columns, in points.
  var spacing = 0.0
  var insets = EdgeInsets.zero
  /// The length of each row if it is fixed; otherwise 0.
  var pageLength = 0.0

  /// The breadth of a column, in points.
  var columnBreadth: Double { max(0, (breadth - Double(columns - 1) * spacing) / Double(columns)) }

  /// The breadth of a row, in points.
  func breadth(isWhole: Bool) -> Double { columns > 1 && !isWhole ? columnBreadth : breadth }
}

extension Dimension {
  /// Returns the length in points. Percentages are relative to `length`; other dimensions are 0.
  func resolved(against length: Double) -> Double {
    switch kind {
    case .points(let points): points
    case .percent(let percent): length * percent / 100
    default: 0
    }
  }
}
