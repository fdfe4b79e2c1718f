/// Line break opportunities between two ASCII characters.
///
/// Unicode's line breaking algorithm (UAX #14) allows variation, which browsers use: Chromium breaks `a-b` and `a?b`,
/// but not `a/b`. These rules were derived from its behaviour for all pairs; `Tools/text-fixtures` verifies them.
/// Pairs with other characters follow UAX #14.
enum LineBreakOpportunities {
  /// Returns whether a line may end between two printable ASCII characters, neither of them a space.
  /// - Parameter beforePrevious: The character before `previous`, which distinguishes a minus sign from a hyphen.
  static func isAllowed(beforePrevious: UInt32?, previous: UInt32, current: UInt32) -> Bool {
    guard previous < 128, current < 128 else { return false }
    switch UInt8(previous) {
    case UInt8(ascii: "-"):
      if isDigit(current) { return beforePrevious.map(isAlphanumeric) ?? false }
      return afterHyphen.contains(UInt8(current)) || isAlphanumeric(current)
    case UInt8(ascii: "?"):
      return afterQuestionMark.contains(UInt8(current)) || isAlphanumeric(current)
    default:
      return openers.contains(UInt8(current)) && beforeOpener.contains(UInt8(previous))
    }
  }

  private static let openers = ASCIISet("(<[{")
  private static let beforeOpener = ASCIISet(##"!"#%&)*+,.:;=>\]|}~"##)
  private static let afterHyphen = ASCIISet(##""#%&'(*+-<=>@[\^_`{|~"##)
  private static let afterQuestionMark = ASCIISet(##"#$%&(*+-<=>@[\^_`{|~"##)

  private static func isDigit(_ scalar: UInt32) -> Bool { 48...57 ~= scalar }

  private static func isAlphanumeric(_ scalar: UInt32) -> Bool {
    isDigit(scalar) || 65...90 ~= scalar || 97...122 ~= scalar
  }
}

/// A set of ASCII characters, one bit each.
private struct ASCIISet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ characters: String) {
    for byte in characters.utf8 where byte < 128 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }
}
