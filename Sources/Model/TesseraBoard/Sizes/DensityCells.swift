/// Rules for converting sizes in density-independent pixels to home screen cells, as defined by Android. Sizes are
/// rounded up.
package enum DensityCells: Sendable, Hashable, CaseIterable {
  /// Before Android 12, in both directions: 70 × n − 30.
  case classic
  /// Columns of a phone in portrait orientation: 73 × n − 16.
  case columns
  /// Rows of a phone in portrait orientation: 118 × n − 16.
  case rows
  /// Columns of a phone in landscape orientation: 142 × n − 15.
  case landscapeColumns
  /// Rows of a phone in landscape orientation: 66 × n − 15.
  case landscapeRows

  private var rule: (step: Double, gap: Double) {
    switch self {
    case .classic: (70, 30)
    case .columns: (73, 16)
    case .rows: (118, 16)
    case .landscapeColumns: (142, 15)
    case .landscapeRows: (66, 15)
    }
  }

  /// Returns the smallest number of cells with room for a length, at least one.
  package func count(for length: Double) -> Int {
    guard length.isFinite, length < 1e6 else { return 1 }
    return max(1, Int(((length + rule.gap) / rule.step).rounded(.up)))
  }

  /// Returns the length of a number of cells.
  package func length(of count: Int) -> Double { rule.step * Double(max(1, count)) - rule.gap }
}
