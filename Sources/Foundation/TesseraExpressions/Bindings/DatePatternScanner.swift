/// Parses a date pattern. Letters form fields, according to the letter and its count. All other characters and quoted
/// text are literals.
struct DatePatternScanner {
  /// The parts of a pattern that ``CompiledDateFormat`` stores.
  struct Result {
    var parts: [CompiledDateFormat.Part]
    var literals: [UInt8]
    var isReadable: Bool
  }

  private typealias Part = CompiledDateFormat.Part

  private let pattern: [UInt8]
  private var parts: [CompiledDateFormat.Part] = []
  private var literals: [UInt8] = []

  init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

  /// Returns the parts of the pattern, or nil if it contains an unsupported field or an unclosed apostrophe.
  consuming func scan() -> Result? {
    var index = 0
    var quoted = false
    while index < pattern.count {
      let byte = pattern[index]
      if byte == UInt8(ascii: "'") {
        // Two apostrophes represent one, inside and outside of quoted text.
        if index + 1 < pattern.count, pattern[index + 1] == byte {
          append(byte)
          index += 1
        } else {
          quoted.toggle()
        }
        index += 1
      } else if quoted || !isLetter(byte) {
        append(byte)
        index += 1
      } else {
        let start = index
        while index < pattern.count, pattern[index] == byte { index += 1 }
        guard let part = Self.field(byte, count: index - start) else { return nil }
        parts.append(part)
      }
    }
    guard !quoted, !parts.isEmpty else { return nil }
    markRows()
    return Result(parts: parts, literals: literals, isReadable: isReadable)
  }

  private mutating func append(_ byte: UInt8) {
    if case .literal(let start, let end)? = parts.last {
      parts[parts.count - 1] = .literal(start: start, end: end + 1)
    } else {
      parts.append(.literal(start: literals.count, end: literals.count + 1))
    }
    literals.append(byte)
  }

  private static func field(_ letter: UInt8, count: Int) -> Part? {
    func number(_ field: CompiledDateFormat.Number) -> Part? {
      count <= 2 ? .number(field, width: count, inRow: false) : nil
    }
    func zone(zulu: Bool) -> Part? {
      count <= 3 ? .zone(.init(zuluForZero: zulu, dropsMinutes: count == 1, colon: count == 3)) : nil
    }
    switch (letter, count) {
    case (UInt8(ascii: "y"), 1), (UInt8(ascii: "y"), 4): return .number(.year, width: count, inRow: false)
    case (UInt8(ascii: "y"), 2): return .number(.yearOfCentury, width: 2, inRow: false)
    case (UInt8(ascii: "M"), 3): return .name(.shortMonth)
    case (UInt8(ascii: "M"), 4): return .name(.month)
    case (UInt8(ascii: "M"), _): return number(.month)
    case (UInt8(ascii: "d"), _): return number(.day)
    case (UInt8(ascii: "E"), 1...3): return .name(.shortWeekday)
    case (UInt8(ascii: "E"), 4): return .name(.weekday)
    case (UInt8(ascii: "a"), 1): return .name(.dayPeriod)
    case (UInt8(ascii: "H"), _): return number(.hour)
    case (UInt8(ascii: "h"), _): return number(.hourOfHalfDay)
    case (UInt8(ascii: "m"), _): return number(.minute)
    case (UInt8(ascii: "s"), _): return number(.second)
    case (UInt8(ascii: "S"), 1...9): return .fraction(digits: count, inRow: false)
    case (UInt8(ascii: "Z"), 1...3): return .zone(.init(zuluForZero: false, dropsMinutes: false, colon: false))
    case (UInt8(ascii: "Z"), 5): return .zone(.init(zuluForZero: true, dropsMinutes: false, colon: true))
    case (UInt8(ascii: "X"), _): return zone(zulu: true)
    case (UInt8(ascii: "x"), _): return zone(zulu: false)
    case (UInt8(ascii: "z"), 1...3): return .zoneName
    default: return nil
    }
  }

  /// Marks adjacent numbers, whose digits can be separated only by their count.
  private mutating func markRows() {
    func isNumber(_ index: Int) -> Bool {
      guard parts.indices.contains(index) else { return false }
      switch parts[index] {
      case .number, .fraction: return true
      default: return false
      }
    }
    for index in parts.indices where isNumber(index - 1) || isNumber(index + 1) {
      switch parts[index] {
      case .number(let field, let width, _): parts[index] = .number(field, width: width, inRow: true)
      case .fraction(let digits, _): parts[index] = .fraction(digits: digits, inRow: true)
      default: break
      }
    }
  }

  /// Whether dates can be parsed: the pattern has exactly one full year, month and day, at most one hour, with or
  /// without the half of the day, and no field twice.
  private var isReadable: Bool {
    var seen: Set<Kind> = []
    for part in parts {
      guard let kind = Kind(part) else { continue }
      guard seen.insert(kind).inserted else { return false }
      switch part {
      case .number(.yearOfCentury, _, _): return false
      // Within a run, a variable number of digits does not determine where the number ends.
      case .number(_, width: 1, inRow: true): return false
      default: break
      }
    }
    guard seen.isSuperset(of: [.year, .month, .day]) else { return false }
    return seen.contains(.dayPeriod)
      ? seen.contains(.hourOfHalfDay) && !seen.contains(.hour)
      : !(seen.contains(.hour) && seen.contains(.hourOfHalfDay))
  }

  /// The kind of information in a part, regardless of its format.
  private enum Kind: Hashable {
    case year
    case month
    case day
    case weekday
    case hour
    case hourOfHalfDay
    case dayPeriod
    case minute
    case second
    case fraction
    case zone

    init?(_ part: CompiledDateFormat.Part) {
      switch part {
      case .literal: return nil
      case .number(.year, _, _), .number(.yearOfCentury, _, _): self = .year
      case .number(.month, _, _), .name(.month), .name(.shortMonth): self = .month
      case .number(.day, _, _): self = .day
      case .number(.hour, _, _): self = .hour
      case .number(.hourOfHalfDay, _, _): self = .hourOfHalfDay
      case .number(.minute, _, _): self = .minute
      case .number(.second, _, _): self = .second
      case .name(.weekday), .name(.shortWeekday): self = .weekday
      case .name(.dayPeriod): self = .dayPeriod
      case .fraction: self = .fraction
      case .zone, .zoneName: self = .zone
      }
    }
  }
}
