/// How the pixels of a bitmap rendition are stored. All are little-endian; colours are multiplied by opacity.
enum PixelFormat: String {
  /// Blue, green, red and opacity with 8 bits each.
  case argb = "ARGB"
  /// Grey and opacity with 8 bits each.
  case ga8 = "GA8 "
  /// Grey and opacity with 16 bits each.
  case ga16 = "GA16"
  /// Red, green and blue with 5 bits each below an unused bit.
  case rgb5 = "RGB5"
  /// Red, green, blue and opacity with 16 bits each.
  case rgbw = "RGBW"

  /// The number of bytes of a pixel.
  var byteCount: Int {
    switch self {
    case .ga8, .rgb5: 2
    case .argb, .ga16: 4
    case .rgbw: 8
    }
  }

  /// Converts rows to an image. There must be `height` rows of `bytesPerRow` bytes, at least `width` pixels long.
  func image(_ rows: [UInt8], width: Int, height: Int, bytesPerRow: Int) -> RGBAImage {
    var image = RGBAImage(width: width, height: height)
    let isFloat = hasHalfPrecision(rows, width: width, height: height, bytesPerRow: bytesPerRow)
    var target = 0
    for row in 0..<height {
      var source = row * bytesPerRow
      for _ in 0..<width {
        let pixel = pixel(rows, at: source, isFloat: isFloat)
        let alpha = pixel.alpha
        image.bytes[target] = Self.divided(pixel.red, by: alpha)
        image.bytes[target + 1] = Self.divided(pixel.green, by: alpha)
        image.bytes[target + 2] = Self.divided(pixel.blue, by: alpha)
        image.bytes[target + 3] = alpha
        source += byteCount
        target += 4
      }
    }
    return image
  }

  private func pixel(_ rows: [UInt8], at source: Int, isFloat: Bool) -> (
    red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8
  ) {
    switch self {
    case .argb: return (rows[source + 2], rows[source + 1], rows[source], rows[source + 3])
    case .ga8: return (rows[source], rows[source], rows[source], rows[source + 1])
    case .rgb5:
      let word = Self.word(rows, at: source)
      return (Self.fiveBits(word >> 10), Self.fiveBits(word >> 5), Self.fiveBits(word), 255)
    case .ga16:
      let gray = Self.level(Self.word(rows, at: source), isFloat: isFloat)
      return (gray, gray, gray, Self.level(Self.word(rows, at: source + 2), isFloat: isFloat))
    case .rgbw:
      return (
        Self.level(Self.word(rows, at: source), isFloat: isFloat),
        Self.level(Self.word(rows, at: source + 2), isFloat: isFloat),
        Self.level(Self.word(rows, at: source + 4), isFloat: isFloat),
        Self.level(Self.word(rows, at: source + 6), isFloat: isFloat)
      )
    }
  }

  /// Undoes the multiplication by opacity, with rounding. What is larger than its opacity is white.
  private static func divided(_ component: UInt8, by alpha: UInt8) -> UInt8 {
    if alpha == 255 { return component }
    if alpha == 0 { return 0 }
    let opacity = UInt32(alpha)
    let quotient: UInt32 = (UInt32(component) * 255 + opacity / 2) / opacity
    return UInt8(min(255, quotient))
  }

  /// Components of 16 bits are integers, or numbers of half precision in images with extended colours. Both have the same
  /// code: no opacity of half precision is above 1, whose bits are 3C00 (hexadecimal).
  private func hasHalfPrecision(_ rows: [UInt8], width: Int, height: Int, bytesPerRow: Int) -> Bool {
    guard self == .ga16 || self == .rgbw else { return false }
    var largest: UInt16 = 0
    for row in 0..<height {
      for column in 0..<width {
        largest = max(largest, Self.word(rows, at: row * bytesPerRow + (column + 1) * byteCount - 2))
      }
    }
    return largest <= 0x3C00
  }

  private static func word(_ rows: [UInt8], at offset: Int) -> UInt16 {
    UInt16(rows[offset]) | UInt16(rows[offset + 1]) << 8
  }

  private static func fiveBits(_ word: UInt16) -> UInt8 {
    let bits = UInt32(word & 31)
    return UInt8((bits * 255 + 15) / 31)
  }

  private static func level(_ word: UInt16, isFloat: Bool) -> UInt8 {
    guard isFloat else { return UInt8((UInt32(word) + 128) / 257) }
    // Sign, five bits of the exponent with a bias of 15, and ten bits of the fraction.
    guard word & 0x8000 == 0 else { return 0 }
    let exponent = Int(word >> 10)
    guard exponent < 15 else { return 255 }
    let fraction = Double(word & 0x3FF) / 1024
    let number =
      exponent == 0 ? fraction / 16384 : (1 + fraction) / Double(1 << (15 - exponent))
    return UInt8(number * 255 + 0.5)
  }
}
