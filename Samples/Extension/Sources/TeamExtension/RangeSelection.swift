import TesseraLayout

/// Two numbers between two others, at least so far apart: what a range slider is about, without anything to see.
struct RangeSelection: Hashable {
  /// One of the two.
  enum End: Hashable, CaseIterable {
    case minimum
    case maximum
  }

  /// The bounds, the lesser first.
  let bounds: ClosedRange<Double>
  /// How far apart the two are at least; never more than there is room for.
  let minimumRange: Double
  /// Between two numbers that can be chosen; 0 for any number.
  let step: Double
  private(set) var minimum: Double
  private(set) var maximum: Double

  /// Takes what is said, and brings it within the bounds.
  init(
    from least: Double, to greatest: Double, selecting minimum: Double, and maximum: Double, minimumRange: Double = 0,
    step: Double = 0
  ) {
    bounds = min(least, greatest)...max(least, greatest)
    let span = bounds.upperBound - bounds.lowerBound
    self.minimumRange = min(max(0, minimumRange), span)
    self.step = step > 0 && step <= span ? step : 0
    let first = min(max(minimum, bounds.lowerBound), bounds.upperBound - self.minimumRange)
    self.minimum = first
    self.maximum = min(max(maximum, first + self.minimumRange), bounds.upperBound)
  }

  /// Where an end can be.
  func limits(of end: End) -> ClosedRange<Double> {
    switch end {
    case .minimum: bounds.lowerBound...max(bounds.lowerBound, maximum - minimumRange)
    case .maximum: min(bounds.upperBound, minimum + minimumRange)...bounds.upperBound
    }
  }

  subscript(end: End) -> Double { end == .minimum ? minimum : maximum }

  /// Moves an end as near to a number as it can go. A step that would lead beyond the limits ends at them.
  mutating func move(_ end: End, to number: Double) {
    let limits = limits(of: end)
    var number = number
    if step > 0 { number = bounds.lowerBound + ((number - bounds.lowerBound) / step).rounded() * step }
    number = min(max(number, limits.lowerBound), limits.upperBound)
    if end == .minimum { minimum = number } else { maximum = number }
  }

  /// How far an arrow key goes.
  var keyStep: Double { step > 0 ? step : (bounds.upperBound - bounds.lowerBound) / 100 }
}

/// Where numbers stand on a track.
struct RangeTrack: Hashable {
  /// From each end of the view to the track, in points.
  static let padding = 20.0

  /// Of the view, in points.
  var width: Double
  var bounds: ClosedRange<Double>
  var isRightToLeft = false

  private var length: Double { width - 2 * Self.padding }
  private var span: Double { bounds.upperBound - bounds.lowerBound }

  /// The distance of a number from the left edge of the view, in points. Where there is nothing to choose from it is that of the
  /// beginning.
  func x(for number: Double) -> Double {
    let way = span > 0 && length > 0 ? length * ((number - bounds.lowerBound) / span) : 0
    return isRightToLeft ? width - Self.padding - way : Self.padding + way
  }

  /// The number at a distance from the left edge, also beyond the ends of the track.
  func number(at x: Double) -> Double {
    guard span > 0, length > 0 else { return bounds.lowerBound }
    let way = isRightToLeft ? width - Self.padding - x : x - Self.padding
    return bounds.lowerBound + way / length * span
  }
}
