import TesseraText

/// Folds names of cities, so that those are equal that people take for the same: without case, diacritics, width and
/// apostrophes, and with one space for all signs between words.
///
/// Each scalar is folded by itself. Only a few thousand occur in names, so Foundation folds each of them once.
struct NameFolding {
  static let space = UInt8(ascii: " ")

  /// What is left out: transcriptions differ in it, and keyboards have only some of them.
  private static let apostrophes: Set<Unicode.Scalar> = [
    "'", "`", "\u{B4}", "\u{2018}", "\u{2019}", "\u{2032}", "\u{2B9}", "\u{2BB}", "\u{2BC}", "\u{2BD}", "\u{2BE}",
    "\u{2BF}",
  ]
  /// The marks that are written after a letter where the letter with its diacritic is not one character.
  private static let diacritics: ClosedRange<UInt32> = 0x300...0x36F

  private var known: [UInt32: [UInt8]] = [:]

  /// Returns the folded name, in UTF-8.
  mutating func fold(_ name: UnsafeRawBufferPointer) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(name.count)
    var isAfterSpace = false
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      let letters = known[scalar.value] ?? learn(scalar)
      if letters.first == Self.space {
        isAfterSpace = true
      } else if !letters.isEmpty {
        if isAfterSpace, !folded.isEmpty { folded.append(Self.space) }
        isAfterSpace = false
        folded += letters
      }
    }
    return folded
  }

  /// Returns the folded name, in UTF-8.
  mutating func fold(_ name: String) -> [UInt8] {
    var name = name
    return name.withUTF8 { fold(UnsafeRawBufferPointer($0)) }
  }

  private mutating func learn(_ scalar: Unicode.Scalar) -> [UInt8] {
    let letters = Self.letters(of: scalar)
    known[scalar.value] = letters
    return letters
  }

  /// Returns the letters that a scalar stands for: none for what is left out, a space between words.
  private static func letters(of scalar: Unicode.Scalar) -> [UInt8] {
    if apostrophes.contains(scalar) || diacritics.contains(scalar.value) { return [] }
    switch scalar.properties.generalCategory {
    case .format: return []
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return TextFolding.fold(String(scalar).utf8, options: [.case, .diacritics, .width])
    default: return [space]
    }
  }
}
