import Foundation

/// Trigonometry in degrees, and the time that the formulas of astronomy use.
enum Degrees {
  static func sine(_ angle: Double) -> Double { sin(angle * .pi / 180) }
  static func cosine(_ angle: Double) -> Double { cos(angle * .pi / 180) }
  static func tangent(_ angle: Double) -> Double { tan(angle * .pi / 180) }
  static func arcSine(_ sine: Double) -> Double { asin(sine) * 180 / .pi }

  /// Returns the Julian centuries of 36,525 days from noon of 2000-01-01 to a time.
  /// - Parameter seconds: The time in seconds since 1970. The minute or so between the time of clocks and that of the
  ///   planets does not count here.
  static func julianCenturies(at seconds: Double) -> Double { (seconds - 946_728_000) / 86_400 / 36_525 }
}
