import TesseraText
import TesseraValues

/// Parses predicates and expressions by recursive descent with precedence climbing.
///
/// The precedence from lowest to highest: `OR`, `AND`, `NOT`, comparison, set operators, `+ -`, `* /`, `**`, unary
/// minus, key paths and brackets. Parentheses can contain a predicate or an expression. The parser accepts either and
/// then checks what may follow, so no text is parsed twice and the time is linear.
struct Parser {
  /// A parsed predicate or expression, with the depth of its tree.
  enum Operand {
    case predicate(PredicateNode, depth: Int)
    case expression(ExpressionNode, depth: Int)

    var depth: Int {
      switch self {
      case .predicate(_, let depth), .expression(_, let depth): depth
      }
    }
  }

  let source: FormatText
  let tokens: [Token]
  let arguments: [Value]
  let limits: ExpressionLimits
  var index = 0
  private var nesting = 0

  init(_ format: String, arguments: [Value], limits: ExpressionLimits) throws(Diagnostic) {
    source = FormatText(format)
    self.arguments = arguments
    self.limits = limits
    tokens = try Lexer.tokens(of: source, limits: limits)
  }

  // MARK: - Entry points

  static func predicate(_ format: String, arguments: [Value], limits: ExpressionLimits) throws(Diagnostic)
    -> PredicateNode
  {
    var parser = try Parser(format, arguments: arguments, limits: limits)
    let start = parser.token.range
    let operand = try parser.parseOr()
    let node = try parser.requirePredicate(operand, from: start)
    try parser.requireEnd(afterPredicate: true)
    return node
  }

  static func expression(_ format: String, arguments: [Value], limits: ExpressionLimits) throws(Diagnostic)
    -> ExpressionNode
  {
    var parser = try Parser(format, arguments: arguments, limits: limits)
    let start = parser.token.range
    let operand = try parser.parseBinary(1)
    let node = try parser.requireExpression(operand, from: start)
    try parser.requireEnd(afterPredicate: false)
    return node
  }

  // MARK: - Tokens

  var token: Token { tokens[index] }

  /// The offset after the last parsed byte.
  var endOfLast: Int { index == 0 ? 0 : tokens[index - 1].range.upperBound }

  mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  mutating func consume(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  func isAt(_ symbol: Symbol) -> Bool { token.kind == .symbol(symbol) }

  mutating func consume(_ symbol: Symbol) -> Bool { consume(.symbol(symbol)) }

  mutating func require(_ symbol: Symbol) throws(Diagnostic) {
    guard consume(symbol) else { throw expected("'\(symbol.rawValue)'") }
  }

  /// Returns a diagnostic at the current token.
  func expected(_ what: String, near known: [String] = []) -> Diagnostic {
    if case .end = token.kind {
      return source.error("expression-syntax", token.range, "Expected \(what) at the end")
    }
    var fix: String?
    if case .word(let name) = token.kind {
      let meant =
        SpellingSuggestion.suggestion(for: name, in: known) ?? SpellingSuggestion.continuation(of: name, in: known)
      fix = meant.map { "did you mean '\($0)'?" }
    }
    return source.error(
      "expression-syntax", token.range, "Expected \(what), found '\(source.excerpt(token.range))'", fix: fix)
  }

  private func requireEnd(afterPredicate: Bool) throws(Diagnostic) {
    guard token.kind != .end else { return }
    if afterPredicate, isAtComparisonSign {
      throw source.error(
        "expression-syntax", token.range, "A comparison cannot be compared again", fix: "join comparisons with AND")
    }
    throw expected(
      afterPredicate ? "AND, OR or the end" : "an operator or the end",
      near: afterPredicate ? ["AND", "OR"] : [])
  }

  func requirePredicate(_ operand: Operand, from start: Range<Int>) throws(Diagnostic) -> PredicateNode {
    switch operand {
    case .predicate(let node, _): return node
    case .expression:
      if token.kind == .end || isAt(.closeParenthesis) || isAt(.comma) || isJoin(token.kind) {
        let range = start.lowerBound..<max(start.upperBound, endOfLast)
        let constants = [Keyword.truePredicate.rawValue, Keyword.falsePredicate.rawValue]
        throw source.error(
          "expression-syntax", range, "A comparison is expected; '\(source.excerpt(range))' is only a value",
          fix: SpellingSuggestion.fix(for: source.excerpt(range), in: constants)
            ?? "compare it, for example with '== TRUE'")
      }
      if startsOperand(token.kind), start.upperBound == endOfLast,
        let fix = SpellingSuggestion.fix(for: source.excerpt(start), in: ["ANY", "SOME", "ALL", "NONE", "NOT"])
      {
        throw source.error(
          "expression-syntax", start,
          "Expected ANY, SOME, ALL, NONE, NOT or a value followed by an operator, "
            + "found '\(source.excerpt(start))'", fix: fix)
      }
      let words = Keyword.comparisonWords + ["AND", "OR", "UNION", "INTERSECT", "MINUS"]
      throw expected("a comparison operator", near: words)
    }
  }

  private func startsOperand(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .word, .variable, .selector, .keyword(.`self`): true
    default: false
    }
  }

  private func isJoin(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .symbol(.and), .symbol(.or), .keyword(.and), .keyword(.or): true
    default: false
    }
  }

  func requireExpression(_ operand: Operand, from start: Range<Int>) throws(Diagnostic) -> ExpressionNode {
    switch operand {
    case .expression(let node, _): return node
    case .predicate:
      let range = start.lowerBound..<max(start.upperBound, endOfLast)
      throw source.error(
        "expression-syntax", range, "A value is expected; '\(source.excerpt(range))' is a predicate",
        fix: "write TERNARY(predicate, TRUE, FALSE)")
    }
  }

  /// Runs `body` one nesting level deeper.
  mutating func nested<T>(_ body: (inout Parser) throws(Diagnostic) -> T) throws(Diagnostic) -> T {
    nesting += 1
    defer { nesting -= 1 }
    try checkDepth(nesting)
    return try body(&self)
  }

  /// Parses an expression one nesting level deeper.
  mutating func nestedExpression() throws(Diagnostic) -> (node: ExpressionNode, depth: Int) {
    let start = token.range
    let operand = try nested { parser throws(Diagnostic) in try parser.parseBinary(1) }
    return (try requireExpression(operand, from: start), operand.depth)
  }

  /// Parses a predicate one nesting level deeper.
  mutating func nestedPredicate() throws(Diagnostic) -> (node: PredicateNode, depth: Int) {
    let start = token.range
    let operand = try nested { parser throws(Diagnostic) in try parser.parseOr() }
    return (try requirePredicate(operand, from: start), operand.depth)
  }

  func checkDepth(_ depth: Int) throws(Diagnostic) {
    guard depth <= limits.depth else {
      throw source.error("expression-limit", token.range, "The nesting is deeper than \(limits.depth) levels")
    }
  }
}

// MARK: - Predicates

extension Parser {
  mutating func parseOr() throws(Diagnostic) -> Operand {
    let start = token.range
    let first = try parseAnd()
    guard isAt(.or) || token.kind == .keyword(.or) else { return first }
    var parts = [try requirePredicate(first, from: start)]
    var depth = first.depth
    while consume(.or) || consume(.keyword(.or)) {
      let start = token.range
      let next = try parseAnd()
      parts.append(try requirePredicate(next, from: start))
      depth = max(depth, next.depth)
    }
    try checkDepth(depth + 1)
    // `a OR (b OR c)` is flattened into a single chain.
    let flat = parts.flatMap { part -> [PredicateNode] in if case .or(let inner) = part { inner } else { [part] } }
    return .predicate(.or(flat), depth: depth + 1)
  }

  private mutating func parseAnd() throws(Diagnostic) -> Operand {
    let start = token.range
    let first = try parseNot()
    guard isAt(.and) || token.kind == .keyword(.and) else { return first }
    var parts = [try requirePredicate(first, from: start)]
    var depth = first.depth
    while consume(.and) || consume(.keyword(.and)) {
      let start = token.range
      let next = try parseNot()
      parts.append(try requirePredicate(next, from: start))
      depth = max(depth, next.depth)
    }
    try checkDepth(depth + 1)
    let flat = parts.flatMap { part -> [PredicateNode] in if case .and(let inner) = part { inner } else { [part] } }
    return .predicate(.and(flat), depth: depth + 1)
  }

  private mutating func parseNot() throws(Diagnostic) -> Operand {
    guard consume(.not) || consume(.keyword(.not)) else { return try parseComparison() }
    let start = token.range
    let operand = try nested { parser throws(Diagnostic) in try parser.parseNot() }
    let node = try requirePredicate(operand, from: start)
    try checkDepth(operand.depth + 1)
    return .predicate(.not(node), depth: operand.depth + 1)
  }

  private mutating func parseComparison() throws(Diagnostic) -> Operand {
    let start = token.range
    switch token.kind {
    case .keyword(.truePredicate), .keyword(.falsePredicate):
      let value = token.kind == .keyword(.truePredicate)
      advance()
      return .predicate(.constant(value), depth: 1)
    case .keyword(.any), .keyword(.some):
      advance()
      return try parseQuantified(.any, start)
    case .keyword(.all):
      advance()
      return try parseQuantified(.all, start)
    case .keyword(.none):
      advance()
      let operand = try parseQuantified(.any, start)
      guard case .predicate(let node, let depth) = operand else { return operand }
      try checkDepth(depth + 1)
      return .predicate(.not(node), depth: depth + 1)
    default:
      let left = try parseBinary(1)
      return try parseComparisonTail(left, quantifier: .none, from: start)
    }
  }

  private mutating func parseQuantified(_ quantifier: ComparisonNode.Quantifier, _ start: Range<Int>)
    throws(Diagnostic) -> Operand
  {
    if isAt(.dot) {
      let word = source.excerpt(start)
      throw source.error(
        "expression-syntax", start, "'\(word)' is a predicate keyword and must be followed by a comparison",
        fix: "write #\(word) if you mean a key with that name")
    }
    let left = try parseBinary(1)
    let result = try parseComparisonTail(left, quantifier: quantifier, from: start)
    guard case .predicate(.comparison, _) = result else {
      if case .predicate(.not(.comparison), _) = result { return result }
      throw expected("a comparison operator", near: Keyword.comparisonWords)
    }
    return result
  }

  /// Parses the operator and the right operand, if an operator follows.
  private mutating func parseComparisonTail(
    _ left: Operand, quantifier: ComparisonNode.Quantifier, from start: Range<Int>
  ) throws(Diagnostic) -> Operand {
    let isNegated = notBeforeWord()
    guard let comparison = consumeComparisonOperator() else { return left }
    let leftNode = try requireExpression(left, from: start)
    if isAt(.openBracket), comparison == .in || comparison == .between, !hasOptions {
      throw source.error(
        "expression-syntax", token.range, "A list is written in braces", fix: "replace '[' and ']' with '{' and '}'")
    }
    let options = try parseOptions()
    let rightStart = token.range
    if isAtComparisonSign {
      throw source.error(
        "expression-syntax", token.range, "Expected a value, found a second operator '\(source.excerpt(token.range))'",
        fix: "remove it")
    }
    let right = try parseBinary(1)
    let rightNode = try requireExpression(right, from: rightStart)
    if comparison == .matches { try checkPattern(rightNode, options, rightStart) }
    let depth = max(left.depth, right.depth) + 1
    try checkDepth(depth + 1)
    let node = PredicateNode.comparison(
      ComparisonNode(leftNode, comparison, rightNode, options: options, quantifier: quantifier))
    return isNegated ? .predicate(.not(node), depth: depth + 1) : .predicate(node, depth: depth)
  }

  /// Checks a literal pattern immediately. A pattern that is part of the data is false if it is invalid.
  private func checkPattern(_ node: ExpressionNode, _ options: ComparisonOptions, _ range: Range<Int>)
    throws(Diagnostic)
  {
    guard case .constant(.string(let pattern)) = node else { return }
    do throws(Diagnostic) {
      _ = try RegularExpression(pattern, options: TextFolding.Options(options))
    } catch {
      throw error.at(source.range(range))
    }
  }

  /// Skips the `NOT` of `a NOT IN b`, the SQL spelling.
  private mutating func notBeforeWord() -> Bool {
    guard token.kind == .keyword(.not), index + 1 < tokens.count, case .keyword(let next) = tokens[index + 1].kind,
      next.comparison != nil
    else { return false }
    advance()
    return true
  }

  private mutating func consumeComparisonOperator() -> ComparisonOperator? {
    let comparison: ComparisonOperator? =
      switch token.kind {
      case .symbol(let symbol): symbol.comparison
      case .keyword(let keyword): keyword.comparison
      default: nil
      }
    if comparison != nil { advance() }
    return comparison
  }

  private var isAtComparisonSign: Bool {
    if case .symbol(let symbol) = token.kind { symbol.comparison != nil } else { false }
  }

  /// Whether a single word in brackets follows, which is the form of options.
  private var hasOptions: Bool {
    guard index + 2 < tokens.count, case .word = tokens[index + 1].kind else { return false }
    return tokens[index + 2].kind == .symbol(.closeBracket)
  }

  /// Parses options such as `[cd]`.
  private mutating func parseOptions() throws(Diagnostic) -> ComparisonOptions {
    guard consume(.openBracket) else { return [] }
    let known = "c (case), d (diacritics), n (normalised) and l (locale)"
    guard case .word(let letters) = token.kind else { throw expected("the options \(known)") }
    var options: ComparisonOptions = []
    for letter in letters {
      switch letter {
      case "c", "C": options.insert(.caseInsensitive)
      case "d", "D": options.insert(.diacriticInsensitive)
      case "n", "N": options.insert(.normalized)
      case "l", "L": options.insert(.localeSensitive)
      default:
        throw source.error(
          "expression-option", token.range, "'\(letter)' is not a comparison option; the options are \(known)",
          fix: "write [cd] to ignore case and diacritics")
      }
    }
    advance()
    try require(.closeBracket)
    return options
  }
}
