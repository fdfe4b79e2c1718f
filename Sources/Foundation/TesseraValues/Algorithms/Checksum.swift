/// A 64-bit FNV-1a checksum that distinguishes versions of a file. It offers no protection against tampering.
package struct Checksum: Sendable, Hashable, CustomStringConvertible {
  /// The checksum as a number.
  package private(set) var sum: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Computes the checksum of the given bytes.
  ///
  /// - Complexity: O(*n*), about a millisecond per megabyte. Store the checksum with the bytes instead of recomputing
  ///   it.
  package init(of bytes: [UInt8]) {
    // A loop over the bytes' own iterator takes several times as long where nothing is optimized.
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        sum = (sum ^ UInt64(bytes[index])) &* 0x100_0000_01B3
        index += 1
      }
    }
  }

  /// The checksum as hexadecimal digits.
  package var description: String { String(sum, radix: 16) }
}
