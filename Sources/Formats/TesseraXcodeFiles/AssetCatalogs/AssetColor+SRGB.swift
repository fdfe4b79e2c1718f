import Foundation

extension AssetColor {
  /// Red, green and blue in extended sRGB: components may be below 0 or above 1.
  ///
  /// Display P3 has the transfer function of sRGB (SMPTE EG 432-1 with the white of sRGB); the matrix follows from the
  /// primaries. Grey passes through its luminance.
  package var extendedSRGB: (red: Double, green: Double, blue: Double) {
    switch colorSpace {
    case .sRGB, .extendedSRGB: return (components[0], components[1], components[2])
    case .extendedLinearSRGB:
      return (Self.encoded(components[0]), Self.encoded(components[1]), Self.encoded(components[2]))
    case .gray, .extendedGray:
      let gray = components[0]
      let level = Self.encoded(gray < 0 ? -pow(-gray, 2.2) : pow(gray, 2.2))
      return (level, level, level)
    case .displayP3:
      let linear = components.map(Self.linear)
      let (red, green, blue) = (linear[0], linear[1], linear[2])
      return (
        Self.encoded(1.2249401763 * red - 0.2249401763 * green),
        Self.encoded(-0.0420569547 * red + 1.0420569547 * green),
        Self.encoded(-0.0196375546 * red - 0.0786360456 * green + 1.0982736002 * blue)
      )
    }
  }

  /// The transfer function of sRGB (IEC 61966-2-1), continued to negative numbers.
  private static func encoded(_ level: Double) -> Double {
    if level < 0 { return -encoded(-level) }
    return level <= 0.0031308 ? 12.92 * level : 1.055 * pow(level, 1 / 2.4) - 0.055
  }

  private static func linear(_ component: Double) -> Double {
    if component < 0 { return -linear(-component) }
    return component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
  }
}
