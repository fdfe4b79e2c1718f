import TesseraExpressions
import TesseraText

/// The order of stored texts. It equals `TextFolding.compare`: by the scalars of the canonical decomposition.
enum StoredTextOrder {
  typealias Text = UnsafeBufferPointer<UInt8>

  /// Compares two texts. Returns a negative number, zero or a positive number.
  ///
  /// If the first differing scalars have no decomposition, they decide, which avoids decomposing both texts.
  static func compare(_ left: Text, _ right: Text) -> Int {
    let shared = min(left.count, right.count)
    var offset = 0
    while offset < shared, left[offset] == right[offset] { offset += 1 }
    if offset == left.count, offset == right.count { return 0 }
    while offset > 0, isContinuation(left, offset) || isContinuation(right, offset) { offset -= 1 }
    let a = scalar(left, offset)
    let b = scalar(right, offset)
    if standsForItself(a), standsForItself(b) {
      // The end of a text sorts before every scalar.
      return (a.map { Int($0) } ?? -1) - (b.map { Int($0) } ?? -1)
    }
    return TextFolding.compare(left, right, options: [])
  }

  /// Compares two texts, ignoring differences of case, diacritics or width as specified by the options.
  static func compare(_ left: Text, _ right: Text, options: TextFolding.Options) -> Int {
    options.isEmpty ? compare(left, right) : TextFolding.compare(left, right, options: options)
  }

  private static func isContinuation(_ text: Text, _ offset: Int) -> Bool {
    offset < text.count && text[offset] & 0xC0 == 0x80
  }

  /// Returns the scalar that starts at a byte offset, or nil at the end of the text.
  private static func scalar(_ text: Text, _ offset: Int) -> UInt32? {
    guard offset < text.count else { return nil }
    let byte = text[offset]
    if byte < 0x80 { return UInt32(byte) }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    var scalar = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for index in 1..<length where offset + index < text.count {
      scalar = scalar << 6 | UInt32(text[offset + index] & 0x3F)
    }
    return scalar
  }

  /// Returns whether a scalar has no decomposition and is not a combining mark, which could belong to the scalar before
  /// the difference.
  private static func standsForItself(_ scalar: UInt32?) -> Bool {
    guard let scalar, scalar >= 0x80 else { return true }
    switch scalar {
    case 0xA0...0xBF, 0x0410...0x0418, 0x041A...0x0438, 0x043A...0x044F, 0x2010...0x2027, 0x4E00...0x9FA5,
      0x1F300...0x1F64F:
      return true
    default: return false
    }
  }
}
