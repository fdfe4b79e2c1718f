/// A line of a table whose position is preserved when other lines change.
struct ScrollAnchor {
  /// The key of the line's first row.
  var key: Int64
  var line: Int
  /// The distance of the line's top above the top of the visible range, in points.
  var distance: Double
  /// The height of the line when the anchor was set.
  var height: Double

  /// Returns the distance for a new height of the line.
  /// - Parameter isNewBreadth: Whether the rows were measured for another breadth, so that their text wraps differently.
  func distance(inLineOf height: Double, isNewBreadth: Bool) -> Double {
    // The position is after the last row, in the footer.
    if distance >= self.height { return distance + height - self.height }
    // In a row that wraps differently or became too low, the relative position is preserved.
    if distance > 0, isNewBreadth || distance >= height { return distance * height / self.height }
    return distance
  }
}
