import TesseraValues

extension RegularExpressionParser {
  /// Parses a set after its `[`: ranges, escapes, nested sets, `[:alpha:]`, `&&` and `--`.
  mutating func bracketSet() throws(Diagnostic) -> ScalarSet {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw problem("the sets are nested too deeply") }
    if consume(":") { return try namedSet() }
    let isInverted = consume("^")
    var result: ScalarSet?
    var operation: ((ScalarSet, ScalarSet) -> ScalarSet)?
    var members: [ScalarSet] = []
    func combined() -> ScalarSet {
      let right = members.count == 1 ? members[0] : ScalarSet.union(members)
      guard let left = result, let operation else { return right }
      return operation(left, right)
    }
    var isFirst = true
    while let scalar = current {
      if scalar == "]", !isFirst {
        offset += 1
        let set = combined()
        return isInverted ? .inverted(set) : set
      }
      isFirst = false
      if consume("&&") {
        result = combined()
        operation = { .intersection($0, $1) }
        members = []
      } else if consume("--") {
        result = combined()
        operation = { .difference($0, $1) }
        members = []
      } else if consume("[") {
        members.append(try bracketSet())
      } else {
        members.append(try member())
      }
    }
    throw problem("the set is not closed", fix: "add ']'")
  }

  private mutating func namedSet() throws(Diagnostic) -> ScalarSet {
    var name = ""
    while let scalar = next(), scalar != ":" { name.unicodeScalars.append(scalar) }
    let isInverted = name.hasPrefix("^")
    guard consume("]"), let property = ScalarProperty(name: isInverted ? String(name.dropFirst()) : name) else {
      throw problem("'\(name.prefix(40))' is not a known property")
    }
    return isInverted ? .inverted(.property(property)) : .property(property)
  }

  /// Parses a character, a range or an escape.
  private mutating func member() throws(Diagnostic) -> ScalarSet {
    if current == "\\" {
      offset += 1
      if let set = try setEscape() { return set }
      offset -= 1
    }
    let low = try memberScalar()
    guard current == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]", scalars[offset + 1] != "-" else {
      return .ranges([low...low])
    }
    offset += 1
    let high = try memberScalar()
    guard low <= high else { throw problem("the range is out of order") }
    return .ranges([low...high])
  }

  private mutating func memberScalar() throws(Diagnostic) -> UInt32 {
    guard let scalar = next() else { throw problem("the set is not closed", fix: "add ']'") }
    guard scalar == "\\" else { return scalar.value }
    if consume("b") { return 0x08 }
    return try scalarEscape()
  }

  // MARK: - Escapes

  /// Parses `\d`, `\p{…}` and similar escapes. Returns nil without consuming anything for other escapes.
  mutating func setEscape() throws(Diagnostic) -> ScalarSet? {
    guard let scalar = current else { return nil }
    let set: ScalarSet
    switch scalar {
    case "d", "D": set = .property(.digit)
    case "w", "W": set = .property(.word)
    case "s", "S": set = .property(.whiteSpace)
    case "h", "H": set = .horizontalSpace
    case "v", "V": set = .lineEnds
    case "N": set = .lineEnds
    case "p", "P":
      offset += 1
      let property = try property()
      return scalar == "P" ? .inverted(property) : property
    default: return nil
    }
    offset += 1
    let isInverted = scalar.properties.isUppercase
    return isInverted ? .inverted(set) : set
  }

  private mutating func property() throws(Diagnostic) -> ScalarSet {
    var name = ""
    if consume("{") {
      while let scalar = next(), scalar != "}" { name.unicodeScalars.append(scalar) }
    } else if let scalar = next() {
      name.unicodeScalars.append(scalar)
    }
    let isInverted = name.hasPrefix("^")
    if isInverted { name.removeFirst() }
    guard let property = ScalarProperty(name: name) else {
      throw problem(
        "'\(name.prefix(40))' is not a known property",
        fix: SpellingSuggestion.fix(for: name, in: ScalarProperty.allCases.map(\.rawValue)))
    }
    return isInverted ? .inverted(.property(property)) : .property(property)
  }
}
