import CPango

/// The boundaries of characters and the line break opportunities of a paragraph.
struct TextSegmentation {
  /// A Unicode scalar with the properties of its position.
  struct Scalar {
    var value: UInt32
    /// Whether a line may end before the scalar.
    var allowsBreakBefore: Bool
    /// Whether the scalar follows a hyphen that would not be a hyphen at the start of a line.
    var isAfterSign = false
    /// Whether the next scalar begins another user-perceived character.
    var endsCharacter: Bool
  }

  private let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Calls the closure for each scalar with its position and length in UTF-8 bytes.
  func forEachScalar(_ body: (_ scalar: Scalar, _ offset: Int, _ length: Int) -> Void) {
    if bytes.allSatisfy({ $0 < 128 }) {
      forEachASCII(body)
    } else {
      forEachUnicode(body)
    }
  }

  private func forEachASCII(_ body: (Scalar, Int, Int) -> Void) {
    for offset in bytes.indices {
      let value = UInt32(bytes[offset])
      let allowed =
        offset > 0
        && Self.isBreakAllowed(
          beforePrevious: offset > 1 ? UInt32(bytes[offset - 2]) : nil, previous: UInt32(bytes[offset - 1]),
          current: value
        ) { false }
      let isAfterSign = allowed && Self.isAfterSign(previous: UInt32(bytes[offset - 1]), current: value)
      body(
        Scalar(value: value, allowsBreakBefore: allowed, isAfterSign: isAfterSign, endsCharacter: true), offset, 1)
    }
  }

  private func forEachUnicode(_ body: (Scalar, Int, Int) -> Void) {
    let text = String(decoding: bytes, as: UTF8.self)
    let count = text.unicodeScalars.count
    let attributes = [PangoLogAttr](unsafeUninitializedCapacity: count + 1) { buffer, initialized in
      buffer.initialize(repeating: PangoLogAttr())
      initialized = count + 1
      bytes.withUnsafeBufferPointer { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          pango_get_log_attrs(
            characters.baseAddress, Int32(characters.count), -1, pango_language_from_string("en"), buffer.baseAddress,
            Int32(count + 1))
        }
      }
    }
    var offset = 0
    var beforePrevious: UInt32?
    var previous: UInt32?
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let allowed =
        previous.map { previous in
          Self.isBreakAllowed(beforePrevious: beforePrevious, previous: previous, current: scalar.value) {
            attributes[index].is_line_break != 0
          }
        } ?? false
      let length = UTF8.width(scalar)
      body(
        Scalar(
          value: scalar.value, allowsBreakBefore: allowed,
          isAfterSign: previous.map { Self.isAfterSign(previous: $0, current: scalar.value) } ?? false,
          endsCharacter: attributes[index + 1].is_cursor_position != 0 || index + 1 == count),
        offset, length)
      offset += length
      beforePrevious = previous
      previous = scalar.value
    }
  }

  /// Returns whether a scalar follows a minus sign before a digit (see ``LineBreakOpportunities``), or U+2010 (UAX
  /// #14, LB20a).
  private static func isAfterSign(previous: UInt32, current: UInt32) -> Bool {
    previous == 0x2010 || previous == 0x2D && 48...57 ~= current
  }

  /// - Parameter unicode: Returns whether UAX #14 allows a break at this position.
  private static func isBreakAllowed(
    beforePrevious: UInt32?, previous: UInt32, current: UInt32, unicode: () -> Bool
  ) -> Bool {
    // Spaces hang over the end of the previous line, regardless of their number.
    if current == 0x20 { return false }
    if previous == 0x20 { return true }
    if previous < 128, current < 128 {
      return LineBreakOpportunities.isAllowed(beforePrevious: beforePrevious, previous: previous, current: current)
    }
    return unicode()
  }
}
