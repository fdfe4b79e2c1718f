import TesseraValues

/// Parses ICU's regular expression syntax without the features that need backtracking: back references, look-around,
/// atomic groups and possessive quantifiers.
struct RegularExpressionParser {
  /// The flags set by `(?ismx)`.
  private struct Flags {
    var ignoresCase = false
    var dotMatchesLineEnds = false
    var multiline = false
    var comments = false
  }

  let scalars: [Unicode.Scalar]
  var offset = 0
  private var flags: Flags
  var depth = 0
  /// The number of groups that have begun.
  private var groupCount = 0
  /// The names of groups, by their numbers.
  private var groupNames: [Int: String] = [:]

  /// The maximum nesting depth of groups and sets in a pattern. A deeper one is refused.
  static let maximumDepth = 50
  /// The maximum number of repetitions in a pattern, such as `{2,1000}`. A greater one is refused.
  static let maximumRepetition = 1000

  init(_ pattern: String, ignoresCase: Bool) {
    scalars = Array(pattern.unicodeScalars)
    flags = Flags(ignoresCase: ignoresCase)
  }

  /// Returns the tree of a pattern, and the names of its groups by their numbers.
  static func parse(
    _ pattern: String, ignoresCase: Bool
  ) throws(Diagnostic) -> (node: RegularExpressionNode, names: [Int: String]) {
    var parser = RegularExpressionParser(pattern, ignoresCase: ignoresCase)
    let node = try parser.alternatives()
    guard parser.offset == parser.scalars.count else { throw parser.problem("')' does not close a group") }
    return (node, parser.groupNames)
  }

  func problem(_ message: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(
      rule: "expression-pattern", message: "The pattern is invalid at character \(offset + 1): \(message)", fix: fix
    )
  }

  var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  mutating func next() -> Unicode.Scalar? {
    guard offset < scalars.count else { return nil }
    offset += 1
    return scalars[offset - 1]
  }

  mutating func consume(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[offset...].starts(with: wanted) else { return false }
    offset += wanted.count
    return true
  }

  // MARK: - Structure

  private mutating func alternatives() throws(Diagnostic) -> RegularExpressionNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw problem("the groups are nested too deeply") }
    var parts = [try sequence()]
    while consume("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() throws(Diagnostic) -> RegularExpressionNode {
    var parts: [RegularExpressionNode] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      if flags.comments, skipComment() { continue }
      if scalar == "(", let atom = try flagGroup() {
        // `(?i)` applies up to the end of the enclosing group.
        parts.append(atom)
        continue
      }
      if consume("\\Q") {
        while let scalar = current, !consume("\\E") {
          offset += 1
          parts.append(.scalar(scalar.value, ignoresCase: flags.ignoresCase))
        }
        continue
      }
      parts.append(try quantified(try atom()))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func skipComment() -> Bool {
    guard let scalar = current else { return false }
    if scalar.properties.isWhitespace {
      offset += 1
      return true
    }
    guard scalar == "#" else { return false }
    while let scalar = next(), scalar != "\n" {}
    return true
  }

  private mutating func quantified(_ atom: RegularExpressionNode) throws(Diagnostic) -> RegularExpressionNode {
    var node = atom
    while let scalar = current {
      let minimum: Int
      let maximum: Int?
      switch scalar {
      case "*": (minimum, maximum) = (0, nil)
      case "+": (minimum, maximum) = (1, nil)
      case "?": (minimum, maximum) = (0, 1)
      case "{":
        guard let bounds = try interval() else { throw problem("'{' must be followed by a number of repetitions") }
        (minimum, maximum) = bounds
        offset -= 1
      default: return node
      }
      offset += 1
      if consume("+") { throw problem("possessive quantifiers are not supported", fix: "remove the second '+'") }
      let isLazy = consume("?")
      if node.isAssertion, maximum == nil || (maximum ?? 0) > 1 { throw problem("nothing to repeat") }
      node = .repetition(node, minimum: minimum, maximum: maximum, isLazy: isLazy)
      depthOfRepetition += 1
      guard depthOfRepetition <= 200 else { throw problem("there are too many quantifiers") }
    }
    return node
  }

  private var depthOfRepetition = 0

  /// Parses `{2}`, `{2,}` or `{2,5}`, and leaves the offset after the brace.
  private mutating func interval() throws(Diagnostic) -> (Int, Int?)? {
    offset += 1
    guard let minimum = number() else { return nil }
    var maximum: Int? = minimum
    if consume(",") { maximum = number() }
    guard consume("}") else { return nil }
    guard minimum <= Self.maximumRepetition, (maximum ?? 0) <= Self.maximumRepetition, minimum <= maximum ?? minimum
    else { throw problem("the number of repetitions is out of range") }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    var text = ""
    while let scalar = current, ("0"..."9").contains(scalar), text.count < 6 {
      text.unicodeScalars.append(scalar)
      offset += 1
    }
    return Int(text)
  }

  /// Parses `(?i)`, which sets flags and matches the empty string. Returns nil without consuming anything for any other
  /// group.
  private mutating func flagGroup() throws(Diagnostic) -> RegularExpressionNode? {
    let start = offset
    guard consume("(?"), let new = flagLetters(), consume(")") else {
      offset = start
      return nil
    }
    flags = new
    return .empty
  }

  private mutating func flagLetters() -> Flags? {
    var result = flags
    var value = true
    let start = offset
    while let scalar = current {
      switch scalar {
      case "i": result.ignoresCase = value
      case "s": result.dotMatchesLineEnds = value
      case "m": result.multiline = value
      case "x": result.comments = value
      case "w", "u", "d": break
      case "-" where value: value = false
      default: return offset == start ? nil : result
      }
      offset += 1
    }
    return nil
  }

  private mutating func group() throws(Diagnostic) -> RegularExpressionNode {
    let outer = flags
    defer { flags = outer }
    var number: Int?
    if current != "?" { number = beginGroup() }
    if consume("?") {
      if consume("#") {
        while let scalar = next() { if scalar == ")" { return .empty } }
        throw problem("the comment is not closed")
      }
      if consume("=") || consume("!") || consume("<=") || consume("<!") {
        throw problem("look-around is not supported")
      }
      if consume(">") { throw problem("atomic groups are not supported", fix: "write (?:…)") }
      if consume("<") {
        var name = ""
        while let scalar = next(), scalar != ">" { name.unicodeScalars.append(scalar) }
        let new = beginGroup()
        number = new
        groupNames[new] = name
      } else if let new = flagLetters() {
        flags = new
        guard consume(":") else { throw problem("':' is expected") }
      } else if !consume(":") {
        throw problem("this kind of group is not supported")
      }
    }
    let node = try alternatives()
    guard consume(")") else { throw problem("the group is not closed", fix: "add ')'") }
    return number.map { .group($0, node) } ?? node
  }

  private mutating func beginGroup() -> Int {
    groupCount += 1
    return groupCount
  }

  // MARK: - Atoms

  private mutating func atom() throws(Diagnostic) -> RegularExpressionNode {
    guard let scalar = next() else { return .empty }
    switch scalar {
    case "(": return try group()
    case "[":
      return .set(try bracketSet(), ignoresCase: flags.ignoresCase)
    case ".":
      let set: ScalarSet = flags.dotMatchesLineEnds ? .property(.any) : .inverted(.lineEnds)
      return .set(set, ignoresCase: false)
    case "^": return .assertion(flags.multiline ? .lineStart : .start)
    case "$": return .assertion(flags.multiline ? .lineEnd : .endOrLastLineEnd)
    case "\\": return try escape()
    case "*", "+", "?":
      offset -= 1
      throw problem("there is nothing to repeat", fix: "write \\\(scalar) for the character itself")
    default: return .scalar(scalar.value, ignoresCase: flags.ignoresCase)
    }
  }

  private mutating func escape() throws(Diagnostic) -> RegularExpressionNode {
    guard let scalar = current else { throw problem("a character is expected after '\\'") }
    switch scalar {
    case "A":
      offset += 1
      return .assertion(.start)
    case "z":
      offset += 1
      return .assertion(.end)
    case "Z":
      offset += 1
      return .assertion(.endOrLastLineEnd)
    case "b":
      offset += 1
      return .assertion(.wordBoundary)
    case "B":
      offset += 1
      return .assertion(.noWordBoundary)
    case "R":
      offset += 1
      let pair = RegularExpressionNode.sequence([.scalar(0x0D, ignoresCase: false), .scalar(0x0A, ignoresCase: false)])
      return .alternatives([pair, .set(.lineEnds, ignoresCase: false)])
    case "1"..."9", "k": throw problem("back references are not supported")
    case "G", "X": throw problem("'\\\(scalar)' is not supported")
    default:
      if let set = try setEscape() { return .set(set, ignoresCase: flags.ignoresCase) }
      return .scalar(try scalarEscape(), ignoresCase: flags.ignoresCase)
    }
  }

  /// Parses an escape for a single character.
  mutating func scalarEscape() throws(Diagnostic) -> UInt32 {
    guard let scalar = next() else { throw problem("a character is expected after '\\'") }
    switch scalar {
    case "n": return 0x0A
    case "t": return 0x09
    case "r": return 0x0D
    case "f": return 0x0C
    case "a": return 0x07
    case "e": return 0x1B
    case "0": return try code(digits: 1...3, radix: 8)
    case "x":
      guard consume("{") else { return try code(digits: 2...2, radix: 16) }
      let value = try code(digits: 1...6, radix: 16)
      guard consume("}") else { throw problem("'}' is expected") }
      return value
    case "u": return try code(digits: 4...4, radix: 16)
    case "U": return try code(digits: 8...8, radix: 16)
    case "c":
      guard let letter = next(), letter.isASCII else { throw problem("a letter is expected after '\\c'") }
      return letter.value & 0x1F
    default:
      guard !scalar.properties.isAlphabetic else {
        offset -= 1
        throw problem("'\\\(scalar)' is not a known escape")
      }
      return scalar.value
    }
  }

  private mutating func code(digits: ClosedRange<Int>, radix: Int) throws(Diagnostic) -> UInt32 {
    var text = ""
    while text.count < digits.upperBound, let scalar = current, let digit = Character(scalar).hexDigitValue,
      scalar.isASCII, digit < radix
    {
      text.unicodeScalars.append(scalar)
      offset += 1
    }
    guard text.count >= digits.lowerBound, let value = UInt32(text, radix: radix), Unicode.Scalar(value) != nil else {
      throw problem("a character code is expected")
    }
    return value
  }
}
