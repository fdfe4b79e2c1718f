/// A set of Unicode scalars, as specified by bracket expressions and escapes.
indirect enum ScalarSet: Sendable, Hashable {
  /// Ranges of scalar values.
  case ranges([ClosedRange<UInt32>])
  /// A property, by its canonical name.
  case property(ScalarProperty)
  case union([ScalarSet])
  case intersection(ScalarSet, ScalarSet)
  case difference(ScalarSet, ScalarSet)
  case inverted(ScalarSet)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .ranges(let ranges): ranges.contains { $0.contains(scalar.value) }
    case .property(let property): property.contains(scalar)
    case .union(let sets): sets.contains { $0.contains(scalar) }
    case .intersection(let a, let b): a.contains(scalar) && b.contains(scalar)
    case .difference(let a, let b): a.contains(scalar) && !b.contains(scalar)
    case .inverted(let set): !set.contains(scalar)
    }
  }

  /// The line terminators according to ICU, which `.` does not match.
  static let lineEnds = ScalarSet.ranges([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])
  static let horizontalSpace = ScalarSet.ranges([
    0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000,
  ])
}

/// The properties supported in `\p{…}` and `[:…:]`.
enum ScalarProperty: String, Sendable, Hashable, CaseIterable {
  case letter = "L"
  case uppercaseLetter = "Lu"
  case lowercaseLetter = "Ll"
  case titlecaseLetter = "Lt"
  case modifierLetter = "Lm"
  case otherLetter = "Lo"
  case mark = "M"
  case number = "N"
  case digit = "Nd"
  case punctuation = "P"
  case symbol = "S"
  case separator = "Z"
  case control = "Cc"
  case alphabetic = "Alphabetic"
  case uppercase = "Uppercase"
  case lowercase = "Lowercase"
  case whiteSpace = "White_Space"
  /// The set matched by `\w`.
  case word = "Word"
  case alphanumeric = "Alnum"
  case hexDigit = "ASCII_Hex_Digit"
  case any = "Any"

  private static let aliases: [String: ScalarProperty] = [
    "letter": .letter, "uppercaseletter": .uppercaseLetter, "lowercaseletter": .lowercaseLetter, "mark": .mark,
    "number": .number, "decimalnumber": .digit, "digit": .digit, "punctuation": .punctuation, "punct": .punctuation,
    "symbol": .symbol, "separator": .separator, "control": .control, "cntrl": .control, "alpha": .alphabetic,
    "upper": .uppercase, "lower": .lowercase, "space": .whiteSpace, "xdigit": .hexDigit,
  ]

  private static let byName: [String: ScalarProperty] = {
    var names = aliases
    for property in allCases { names[folded(property.rawValue)] = property }
    return names
  }()

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" }
  }

  init?(name: String) {
    guard let property = Self.byName[Self.folded(name)] else { return nil }
    self = property
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch self {
    case .any: return true
    case .alphabetic: return properties.isAlphabetic
    case .uppercase: return properties.isUppercase
    case .lowercase: return properties.isLowercase
    case .whiteSpace: return properties.isWhitespace
    case .hexDigit: return properties.isASCIIHexDigit
    case .alphanumeric: return properties.isAlphabetic || properties.generalCategory == .decimalNumber
    default: break
    }
    let category = properties.generalCategory
    switch self {
    case .letter:
      return [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter].contains(category)
    case .uppercaseLetter: return category == .uppercaseLetter
    case .lowercaseLetter: return category == .lowercaseLetter
    case .titlecaseLetter: return category == .titlecaseLetter
    case .modifierLetter: return category == .modifierLetter
    case .otherLetter: return category == .otherLetter
    case .mark: return [.nonspacingMark, .spacingMark, .enclosingMark].contains(category)
    case .number: return [.decimalNumber, .letterNumber, .otherNumber].contains(category)
    case .digit: return category == .decimalNumber
    case .punctuation:
      return [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation,
      ].contains(category)
    case .symbol: return [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol].contains(category)
    case .separator: return [.spaceSeparator, .lineSeparator, .paragraphSeparator].contains(category)
    case .control: return category == .control
    case .word:
      return properties.isAlphabetic || scalar.value == 0x200C || scalar.value == 0x200D
        || [.nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation].contains(category)
    default: return false
    }
  }
}
