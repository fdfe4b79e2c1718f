/// Points, sizes, rectangles, insets and transforms.
extension ArchivedObjects {
  /// The numbers of a geometric value in points: 2 of a point or size, 4 of a rectangle (x, y, width, height) or
  /// insets (top, left, bottom, right), 6 of a transform.
  ///
  /// A nib has data: a type byte, 7 for doubles or 6 for floats, and the numbers in little-endian order. Keyed archives,
  /// and nibs for priorities, have text such as `{{0, 0}, {375, 667}}`. Returns `nil` for anything else, and if a number is not finite.
  package func numbers(of key: String, in object: Int) -> [Double]? {
    guard let value = value(of: key, in: object) else { return nil }
    if let text = string(value) { return Self.numbers(ofGeometry: text) }
    guard case .data(let bytes) = unwrapped(value) else { return nil }
    return Self.numbers(ofGeometry: bytes)
  }

  /// The largest count of numbers in a geometric value, those of a three-dimensional transform.
  private static let maximumNumberCount = 16

  static func numbers(ofGeometry bytes: [UInt8]) -> [Double]? {
    let width: Int
    switch bytes.first {
    case 6: width = 4
    case 7: width = 8
    default: return nil
    }
    let content = bytes.dropFirst()
    guard content.count % width == 0, (1...maximumNumberCount).contains(content.count / width) else { return nil }
    let numbers = stride(from: content.startIndex, to: content.endIndex, by: width).map { start in
      let pattern = content[start..<start + width].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return width == 8 ? Double(bitPattern: pattern) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
    }
    return numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  private static func numbers(ofGeometry text: String) -> [Double]? {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count <= 1024 else { return nil }
    let parts = text.split { "{}, ".contains($0) }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, (1...maximumNumberCount).contains(numbers.count) else { return nil }
    return numbers.allSatisfy(\.isFinite) ? numbers : nil
  }
}
