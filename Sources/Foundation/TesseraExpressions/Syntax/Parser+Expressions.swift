import TesseraValues

extension Parser {
  /// Parses operators with at least the given precedence. All operators are left-associative.
  mutating func parseBinary(_ minimum: Int) throws(Diagnostic) -> Operand {
    let start = token.range
    var left = try parseUnary()
    while let (join, precedence) = binaryOperator(), precedence >= minimum {
      let leftNode = try requireExpression(left, from: start)
      advance()
      let rightStart = token.range
      let right = try nested { parser throws(Diagnostic) in try parser.parseBinary(precedence + 1) }
      let rightNode = try requireExpression(right, from: rightStart)
      let depth = max(left.depth, right.depth) + 1
      try checkDepth(depth)
      left = .expression(join(leftNode, rightNode), depth: depth)
    }
    return left
  }

  private func binaryOperator() -> (join: (ExpressionNode, ExpressionNode) -> ExpressionNode, precedence: Int)? {
    switch token.kind {
    case .keyword(.union): ({ .set(.union, $0, $1) }, 1)
    case .keyword(.intersect): ({ .set(.intersect, $0, $1) }, 1)
    case .keyword(.minus): ({ .set(.minus, $0, $1) }, 1)
    case .symbol(.plus): ({ .function(.add, [$0, $1]) }, 2)
    case .symbol(.minus): ({ .function(.subtract, [$0, $1]) }, 2)
    case .symbol(.times): ({ .function(.multiply, [$0, $1]) }, 3)
    case .symbol(.divided): ({ .function(.divide, [$0, $1]) }, 3)
    case .symbol(.power): ({ .function(.power, [$0, $1]) }, 4)
    default: nil
    }
  }

  private mutating func parseUnary() throws(Diagnostic) -> Operand {
    if consume(.plus) { return try nested { parser throws(Diagnostic) in try parser.parseUnary() } }
    guard consume(.minus) else { return try parsePostfix() }
    if case .number(let value) = token.kind {
      let text = source.excerpt(token.range)
      let isBare = index + 1 < tokens.count && tokens[index + 1].kind != .symbol(.openBracket)
      if isBare {
        advance()
        switch value {
        case .integer(let whole): return .expression(.constant(.integer(-whole)), depth: 1)
        case .double where text == "9223372036854775808": return .expression(.constant(.integer(.min)), depth: 1)
        case .double(let number): return .expression(.constant(.double(-number)), depth: 1)
        default: break
        }
      }
    }
    let start = token.range
    let operand = try nested { parser throws(Diagnostic) in try parser.parseUnary() }
    let node = try requireExpression(operand, from: start)
    try checkDepth(operand.depth + 1)
    return .expression(.function(.negate, [node]), depth: operand.depth + 1)
  }

  private mutating func parsePostfix() throws(Diagnostic) -> Operand {
    let start = token.range
    var operand = try parsePrimary()
    while true {
      switch token.kind {
      case .symbol(.dot):
        let node = try requireExpression(operand, from: start)
        advance()
        operand = .expression(try appendKey(to: node), depth: operand.depth + (isKeyPath(node) ? 0 : 1))
      case .symbol(.openBracket):
        let node = try requireExpression(operand, from: start)
        advance()
        let (selector, depth) = try parseSelector()
        operand = .expression(.element(of: node, selector), depth: max(operand.depth, depth) + 1)
      default: return operand
      }
      try checkDepth(operand.depth)
    }
  }

  private func isKeyPath(_ node: ExpressionNode) -> Bool {
    if case .keyPath = node { true } else { false }
  }

  /// Parses the key after a dot.
  private mutating func appendKey(to node: ExpressionNode) throws(Diagnostic) -> ExpressionNode {
    var added: [KeyPathComponent]
    switch token.kind {
    case .word(let key): added = [.key(key)]
    case .atName(let name): added = [.collectionOperator(try collectionOperator(name))]
    case .argument(.keyPath, let position): added = try keyPathArgument(position)
    default: throw expected("a key after '.'")
    }
    advance()
    if case .keyPath(let base, let components) = node {
      return .keyPath(base: base, components: components + added)
    }
    return .keyPath(base: node, components: added)
  }

  func collectionOperator(_ name: String) throws(Diagnostic) -> CollectionOperator {
    if let found = CollectionOperator(rawValue: name) { return found }
    throw source.error(
      "expression-unknown-operator", token.range, "'@\(name)' is not a collection operator",
      fix: CollectionOperator.fix(for: name))
  }

  /// Parses a selector after its `[`.
  private mutating func parseSelector() throws(Diagnostic) -> (ElementSelector, depth: Int) {
    if case .word(let word) = token.kind, tokens[index + 1].kind == .symbol(.closeBracket) {
      let selector: ElementSelector? =
        switch word.uppercased() {
        case "FIRST": .first
        case "LAST": .last
        case "SIZE": .size
        default: nil
        }
      if let selector {
        advance()
        advance()
        return (selector, 0)
      }
    }
    let (node, depth) = try nestedExpression()
    try require(.closeBracket)
    return (.index(node), depth)
  }

  private mutating func parsePrimary() throws(Diagnostic) -> Operand {
    let start = token
    advance()
    switch start.kind {
    case .number(let value): return .expression(.constant(value.value), depth: 1)
    case .text(let text): return .expression(.constant(.string(text)), depth: 1)
    case .variable(let name): return .expression(.variable(name), depth: 1)
    case .argument(let conversion, let position):
      return .expression(try argument(conversion, position, at: start), depth: 2)
    case .word(let name):
      if isAt(.openParenthesis) { return try parseCall(name, start) }
      return .expression(.keyPath(base: .selfObject, components: [.key(name)]), depth: 1)
    case .selector(let name): return try parseCall(name, start)
    case .atName(let name):
      index -= 1
      let component = KeyPathComponent.collectionOperator(try collectionOperator(name))
      advance()
      return .expression(.keyPath(base: .selfObject, components: [component]), depth: 1)
    case .keyword(let keyword): return try parseKeyword(keyword, start)
    case .symbol(.openParenthesis):
      let operand = try nested { parser throws(Diagnostic) in try parser.parseOr() }
      if isAt(.comma) {
        throw source.error(
          "expression-syntax", start.range, "A list is written in braces", fix: "replace '(' and ')' with '{' and '}'")
      }
      try require(.closeParenthesis)
      return operand
    case .symbol(.openBrace):
      let (nodes, depth) = try parseList(until: .closeBrace)
      return .expression(.aggregate(nodes), depth: depth + 1)
    default:
      index -= start.kind == .end ? 0 : 1
      throw expected("a value")
    }
  }

  private mutating func parseKeyword(_ keyword: Keyword, _ start: Token) throws(Diagnostic) -> Operand {
    switch keyword {
    case .null, .nil: return .expression(.constant(.null), depth: 1)
    case .true, .yes: return .expression(.constant(true), depth: 1)
    case .false, .no: return .expression(.constant(false), depth: 1)
    case .self: return .expression(.selfObject, depth: 1)
    case .truePredicate, .falsePredicate: return .predicate(.constant(keyword == .truePredicate), depth: 1)
    case .subquery: return try parseSubquery()
    case .ternary: return try parseTernary()
    case .cast: return try parseCast()
    case .function: return try parseFunction()
    default:
      index -= 1
      let word = source.excerpt(start.range)
      throw source.error(
        "expression-syntax", start.range, "Expected a value, found the keyword '\(word)'",
        fix: "write #\(word) if you mean a key with that name")
    }
  }

  /// Parses expressions separated by commas, including the closing token.
  private mutating func parseList(until close: Symbol) throws(Diagnostic) -> ([ExpressionNode], depth: Int) {
    var nodes: [ExpressionNode] = []
    var depth = 0
    if consume(close) { return (nodes, depth) }
    repeat {
      let (node, own) = try nestedExpression()
      nodes.append(node)
      depth = max(depth, own)
    } while consume(.comma)
    guard consume(close) else { throw expected("',' or '\(close.rawValue)'") }
    try checkDepth(depth + 1)
    return (nodes, depth)
  }
}

// MARK: - Calls

extension Parser {
  /// Parses the arguments of `name(…)`.
  private mutating func parseCall(_ name: String, _ start: Token) throws(Diagnostic) -> Operand {
    try require(.openParenthesis)
    let (nodes, depth) = try parseList(until: .closeParenthesis)
    if name == "random", nodes.count == 1 {
      return .expression(.function(.randomBelow, nodes), depth: depth + 1)
    }
    guard let function = BuiltInFunction.called(name) else { throw unknownFunction(name, start.range) }
    try checkArity(function, nodes.count, name, start.range)
    return .expression(.function(function, nodes), depth: depth + 1)
  }

  private func unknownFunction(_ name: String, _ range: Range<Int>) -> Diagnostic {
    source.error(
      "expression-unknown-function", range, "'\(name)' is not a function",
      fix: SpellingSuggestion.fix(for: name, in: BuiltInFunction.knownNames))
  }

  private func checkArity(_ function: BuiltInFunction, _ count: Int, _ name: String, _ range: Range<Int>)
    throws(Diagnostic)
  {
    let arity = function.arity
    guard !arity.contains(count) else { return }
    let wanted = arity.upperBound > 10 ? "at least \(arity.lowerBound)" : "\(arity.lowerBound)"
    throw source.error(
      "expression-arguments", range, "'\(name)' takes \(wanted) argument\(wanted == "1" ? "" : "s"), not \(count)")
  }

  /// Parses `FUNCTION(operand, 'method:', arguments…)`.
  private mutating func parseFunction() throws(Diagnostic) -> Operand {
    try require(.openParenthesis)
    let nameRange = tokens.indices.contains(index + 2) ? tokens[index + 2].range : token.range
    let (nodes, depth) = try parseList(until: .closeParenthesis)
    guard nodes.count >= 2, case .constant(.string(let name)) = nodes[1] else {
      throw source.error(
        "expression-syntax", nameRange, "FUNCTION takes a value and the name of a function in quotes",
        fix: "write FUNCTION(value, 'name:', argument)")
    }
    guard let function = BuiltInFunction.method(name) else { throw unknownFunction(name, nameRange) }
    // A step of a result chain passes an argument even to functions without parameters; an empty one is dropped.
    var arguments = [nodes[0]] + nodes.dropFirst(2)
    if arguments.count == 2, arguments[1] == .constant(""), function.arity == 1...1 || function == .count {
      arguments.removeLast()
    }
    try checkArity(function, arguments.count, name, nameRange)
    return .expression(.function(function, arguments), depth: depth + 1)
  }

  /// Parses `CAST(value, 'type')`.
  private mutating func parseCast() throws(Diagnostic) -> Operand {
    try require(.openParenthesis)
    let start = token.range
    let (nodes, depth) = try parseList(until: .closeParenthesis)
    guard nodes.count == 2, case .constant(.string(let name)) = nodes[1] else {
      throw source.error(
        "expression-syntax", start, "CAST takes a value and the name of a type in quotes",
        fix: "write CAST(value, 'NSNumber')")
    }
    guard let type = CastType(name: name) else {
      throw source.error(
        "expression-unknown-type", start, "'\(name)' is not a type supported by CAST",
        fix: SpellingSuggestion.fix(for: name, in: CastType.names))
    }
    if case .constant(let value) = nodes[0] {
      return .expression(Self.node(of: type.cast(value)), depth: depth + 1)
    }
    return .expression(.function(.cast, nodes), depth: depth + 1)
  }

  /// Parses `TERNARY(predicate, then, else)`.
  private mutating func parseTernary() throws(Diagnostic) -> Operand {
    try require(.openParenthesis)
    let condition = try nestedPredicate()
    try require(.comma)
    let a = try nestedExpression()
    try require(.comma)
    let b = try nestedExpression()
    try require(.closeParenthesis)
    let depth = max(condition.depth, a.depth, b.depth) + 1
    try checkDepth(depth)
    return .expression(.conditional(condition.node, then: a.node, else: b.node), depth: depth)
  }

  /// Parses `SUBQUERY(collection, $variable, predicate)`.
  private mutating func parseSubquery() throws(Diagnostic) -> Operand {
    try require(.openParenthesis)
    let collection = try nestedExpression()
    try require(.comma)
    guard case .variable(let variable) = token.kind else { throw expected("a variable such as $x") }
    advance()
    try require(.comma)
    let condition = try nestedPredicate()
    try require(.closeParenthesis)
    let depth = max(collection.depth, condition.depth) + 1
    try checkDepth(depth)
    return .expression(
      .subquery(collection: collection.node, variable: variable, predicate: condition.node), depth: depth)
  }
}

// MARK: - Arguments

extension Parser {
  private func argument(_ conversion: Token.Conversion, _ position: Int, at token: Token) throws(Diagnostic)
    -> ExpressionNode
  {
    guard arguments.indices.contains(position) else {
      let given = "\(arguments.count) argument\(arguments.count == 1 ? " is" : "s are")"
      throw source.error(
        "expression-argument", token.range, "Argument \(position + 1) is missing; \(given) given")
    }
    let value = arguments[position]
    func mismatch(_ wanted: String) -> Diagnostic {
      source.error(
        "expression-argument", token.range, "'\(source.excerpt(token.range))' takes \(wanted), not \(value.typeName)")
    }
    switch conversion {
    case .value: return Self.node(of: value)
    case .integer:
      guard let number = value.number else { throw mismatch("a number") }
      if let whole = value.integer { return .constant(.integer(whole)) }
      guard let whole = Int64(exactly: number.rounded(.towardZero)) else { throw mismatch("a 64-bit number") }
      return .constant(.integer(whole))
    case .double:
      guard let number = value.number, number.isFinite else { throw mismatch("a number") }
      return .constant(.double(number))
    case .character:
      if let text = value.string, text.count == 1 { return .constant(.string(text)) }
      guard let code = value.integer, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
        throw mismatch("a character")
      }
      return .constant(.string(String(Character(scalar))))
    case .keyPath:
      guard let text = value.string else { throw mismatch("a key path as text") }
      if text.uppercased() == "SELF" { return .selfObject }
      return .keyPath(base: .selfObject, components: try keyPathArgument(position))
    }
  }

  private func keyPathArgument(_ position: Int) throws(Diagnostic) -> [KeyPathComponent] {
    guard arguments.indices.contains(position), let text = arguments[position].string else {
      throw source.error("expression-argument", token.range, "'%K' takes a key path as text")
    }
    var components: [KeyPathComponent] = []
    for key in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard !key.isEmpty, components.count < 64 else {
        throw source.error("expression-argument", token.range, "'\(text.prefix(40))' is not a key path")
      }
      if key.hasPrefix("@") {
        components.append(.collectionOperator(try collectionOperator(String(key.dropFirst()))))
      } else {
        components.append(.key(String(key)))
      }
    }
    return components
  }

  /// Returns the node for a value. Lists become aggregates, and numbers that are not finite become null.
  static func node(of value: Value) -> ExpressionNode {
    switch value {
    case .array(let values): .aggregate(values.map(node(of:)))
    case .double(let number) where !number.isFinite: .constant(.null)
    default: .constant(value)
    }
  }
}
