extension [UInt8] {
  /// Appends a number, with the least significant byte first.
  mutating func append(_ number: UInt64, size: Int) {
    for byteIndex in 0..<size { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(byteIndex)))) }
  }
}

extension ArraySlice<UInt8> {
  /// Removes a number from the beginning; nil if there are too few bytes.
  mutating func takeNumber(size: Int) -> UInt64? {
    take(size)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Removes bytes from the beginning; nil if there are too few.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= self.count else { return nil }
    defer { removeFirst(count) }
    return prefix(count)
  }
}
