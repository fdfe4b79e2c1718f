/// Where the sun stands at a time. Angles are in degrees.
///
/// The equations are those of the solar calculator of the National Oceanic and Atmospheric Administration of the United
/// States (NOAA), https://gml.noaa.gov/grad/solcalc/calcdetails.html, which are from Jean Meeus, "Astronomical
/// Algorithms", 2nd edition, chapters 25 and 28.
struct Sun {
  /// The longitude on the ecliptic, with the aberration but not the nutation.
  let longitude: Double
  /// The angle from the equator of the sky, positive in the north.
  let declination: Double
  /// How far the sun is ahead of the time of clocks. A degree is four minutes.
  let equationOfTime: Double

  /// Computes where the sun stands.
  /// - Parameter seconds: The time in seconds since 1970.
  init(at seconds: Double) {
    let time = Degrees.julianCenturies(at: seconds)
    let meanLongitude = 280.46646 + (36_000.76983 + 0.0003032 * time) * time
    let anomaly = 357.52911 + (35_999.05029 - 0.0001537 * time) * time
    let eccentricity = 0.016708634 - (0.000042037 + 0.0000001267 * time) * time

    var center = (1.914602 - (0.004817 + 0.000014 * time) * time) * Degrees.sine(anomaly)
    center += (0.019993 - 0.000101 * time) * Degrees.sine(2 * anomaly)
    center += 0.000289 * Degrees.sine(3 * anomaly)
    let longitude = meanLongitude + center - 0.00569
    self.longitude = longitude

    let node = 125.04 - 1934.136 * time
    let apparentLongitude = longitude - 0.00478 * Degrees.sine(node)
    let arcSeconds = 21.448 - (46.815 + (0.00059 - 0.001813 * time) * time) * time
    let meanObliquity = 23 + (26 + arcSeconds / 60) / 60
    let obliquity = meanObliquity + 0.00256 * Degrees.cosine(node)
    declination = Degrees.arcSine(Degrees.sine(obliquity) * Degrees.sine(apparentLongitude))

    let y = Degrees.tangent(obliquity / 2) * Degrees.tangent(obliquity / 2)
    let sine = Degrees.sine(anomaly)
    var radians = y * Degrees.sine(2 * meanLongitude)
    radians -= 2 * eccentricity * sine
    radians += 4 * eccentricity * y * sine * Degrees.cosine(2 * meanLongitude)
    radians -= 0.5 * y * y * Degrees.sine(4 * meanLongitude)
    radians -= 1.25 * eccentricity * eccentricity * Degrees.sine(2 * anomaly)
    equationOfTime = radians * 180 / .pi
  }
}
