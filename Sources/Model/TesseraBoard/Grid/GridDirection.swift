/// Directions on the grid. Up and down change the row, left and right the column. Rows increase downward, columns to
/// the right.
package struct GridDirection: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let left = GridDirection(rawValue: 1)
  package static let up = GridDirection(rawValue: 2)
  package static let right = GridDirection(rawValue: 4)
  package static let down = GridDirection(rawValue: 8)

  /// The opposite of each contained direction.
  package var reversed: GridDirection {
    var result: GridDirection = []
    if contains(.left) { result.insert(.right) }
    if contains(.right) { result.insert(.left) }
    if contains(.up) { result.insert(.down) }
    if contains(.down) { result.insert(.up) }
    return result
  }
}
