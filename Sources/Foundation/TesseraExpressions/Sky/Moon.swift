/// Where the moon stands in relation to the sun.
///
/// The angles and the greatest terms of the moon's longitude are from Jean Meeus, "Astronomical Algorithms", 2nd
/// edition, chapter 47, table 47.A. From 1900 to 2100 the phases are right within ten minutes.
enum Moon {
  /// A term of the moon's longitude: the sine of a sum of multiples of four angles, times a size in degrees.
  private struct Term {
    /// The multiple of the mean angle from the sun to the moon.
    var elongation: Double
    /// The multiple of the sun's anomaly.
    var sun: Double
    /// The multiple of the moon's anomaly.
    var moon: Double
    /// The multiple of the moon's angle from its node.
    var node: Double
    var size: Double

    init(_ elongation: Double, _ sun: Double, _ moon: Double, _ node: Double, _ size: Double) {
      self.elongation = elongation
      self.sun = sun
      self.moon = moon
      self.node = node
      self.size = size
    }
  }

  private static let terms = [
    Term(0, 0, 1, 0, 6.288774), Term(2, 0, -1, 0, 1.274027), Term(2, 0, 0, 0, 0.658314), Term(0, 0, 2, 0, 0.213618),
    Term(0, 1, 0, 0, -0.185116), Term(0, 0, 0, 2, -0.114332), Term(2, 0, -2, 0, 0.058793),
    Term(2, -1, -1, 0, 0.057066), Term(2, 0, 1, 0, 0.053322), Term(2, -1, 0, 0, 0.045758),
    Term(0, 1, -1, 0, -0.040923), Term(1, 0, 0, 0, -0.034720), Term(0, 1, 1, 0, -0.030383),
  ]

  /// Returns by how much of a circle the moon is ahead of the sun, from 0 up to but not including 1: 0 is new moon,
  /// 0.25 the first quarter, 0.5 full moon, and 0.75 the last quarter.
  /// - Parameter seconds: The time in seconds since 1970.
  static func phase(at seconds: Double) -> Double {
    let time = Degrees.julianCenturies(at: seconds)
    let elongation = 297.8501921 + (445_267.1114034 - 0.0018819 * time) * time
    let sun = 357.5291092 + (35_999.0502909 - 0.0001536 * time) * time
    let moon = 134.9633964 + (477_198.8675055 + 0.0087414 * time) * time
    let node = 93.272095 + (483_202.0175233 - 0.0036539 * time) * time
    var longitude = 218.3164477 + (481_267.88123421 - 0.0015786 * time) * time
    for term in terms {
      var angle = term.elongation * elongation + term.sun * sun
      angle += term.moon * moon + term.node * node
      longitude += term.size * Degrees.sine(angle)
    }
    let circles = (longitude - Sun(at: seconds).longitude) / 360
    let phase = circles - circles.rounded(.down)
    // A difference just below zero is rounded to a whole circle.
    return phase < 1 ? phase : 0
  }
}
