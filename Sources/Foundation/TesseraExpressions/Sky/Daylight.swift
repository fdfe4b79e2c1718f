import Foundation

/// The noon, the sunrise and the sunset of one day at a place on Earth.
///
/// As in almanacs, the sun rises and sets when its upper edge is at a level horizon, with the usual refraction of the
/// air: its centre is then 0.833° below the horizon. From 1900 to 2100 this is right within ten seconds up to 60° of
/// latitude, and within two minutes nearer to the poles.
struct Daylight {
  /// The height of the sun's centre at sunrise and sunset, in degrees.
  private static let horizon = -0.833
  private static let halfDay = 43_200.0

  private let latitude: Double
  private let longitude: Double
  /// When the sun is highest, in seconds since 1970.
  private let noon: Double

  /// Finds the noon of the sun that is nearest to a time.
  /// - Parameters:
  ///   - seconds: The time in seconds since 1970.
  ///   - latitude: The latitude in degrees, positive in the north.
  ///   - longitude: The longitude in degrees, positive in the east.
  init(nearest seconds: Double, latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
    var noon = seconds
    // The equation of time changes by half a minute a day at most: the second round is right within a second.
    for _ in 0..<2 { noon -= Self.hourAngle(of: Sun(at: noon), at: noon, longitude: longitude) * 240 }
    self.noon = noon
  }

  /// The sunrise before noon. Nil if the sun is up from midnight to noon, or down.
  var sunrise: Date? { crossing(from: noon - Self.halfDay) }

  /// The sunset after noon. Nil if the sun is up from noon to midnight, or down.
  var sunset: Date? { crossing(from: noon + Self.halfDay) }

  /// Returns when the sun is at the horizon, between a midnight and noon; nil if it is not. Each step halves the
  /// time where that can be, which finds it also where the sun hardly rises or sets.
  private func crossing(from midnight: Double) -> Date? {
    guard height(at: midnight) < Self.horizon, height(at: noon) >= Self.horizon else { return nil }
    var (down, up) = (midnight, noon)
    for _ in 0..<16 {
      let middle = (down + up) / 2
      if height(at: middle) < Self.horizon { down = middle } else { up = middle }
    }
    return Date(timeIntervalSince1970: up)
  }

  /// Returns the height of the sun's centre above the horizon without refraction, in degrees.
  private func height(at seconds: Double) -> Double {
    let sun = Sun(at: seconds)
    let hourAngle = Self.hourAngle(of: sun, at: seconds, longitude: longitude)
    let high = Degrees.sine(latitude) * Degrees.sine(sun.declination)
    let wide = Degrees.cosine(latitude) * Degrees.cosine(sun.declination) * Degrees.cosine(hourAngle)
    return Degrees.arcSine(max(-1, min(1, high + wide)))
  }

  /// Returns the angle from noon to the sun in degrees, from -180 to 180; negative in the morning.
  private static func hourAngle(of sun: Sun, at seconds: Double, longitude: Double) -> Double {
    let angle = seconds / 240 + sun.equationOfTime + longitude - 180
    return angle.remainder(dividingBy: 360)
  }
}
