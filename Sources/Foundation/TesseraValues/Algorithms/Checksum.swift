/// A 64-bit FNV-1a checksum: tells versions of a file apart, and guards nothing.
package struct Checksum: Sendable, Hashable, CustomStringConvertible {
  private var sum: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The checksum of bytes.
  ///
  /// - Complexity: linear, about a millisecond for a megabyte. Keep it with the bytes instead of making it again.
  package init(of bytes: [UInt8]) {
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Hexadecimal digits.
  package var description: String { String(sum, radix: 16) }
}
