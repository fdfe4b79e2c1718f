import TesseraValues

/// Parses a single expression of the native grammar, from after `@{` to after `}`.
///
/// The grammar is a superset of ``Template/Dialect/beagle``: whatever ``TemplateScanner`` parses has the same tree
/// here.
struct TemplateParser {
  /// A parsed part of an expression.
  private struct Term {
    var node: TemplateNode
    /// The depth of the tree.
    var depth: Int
    var range: Range<Int>
  }

  /// The maximum number of keys and indices in a path of a template. A longer path is an error.
  private static let maximumPathLength = 256

  private let source: FormatText
  /// The offset of `@{`.
  private let start: Int
  private var lexer: TemplateLexer
  private var token: Token
  /// The offset of the end of the previous token.
  private var previousEnd: Int
  private var nesting = 0
  private let maximumDepth: Int

  /// The offset after the current token.
  var offset: Int { token.range.upperBound }

  /// Creates a parser at the `@` of `@{`.
  init(_ source: FormatText, at start: Int, maximumDepth: Int) throws(Diagnostic) {
    self.source = source
    self.start = start
    self.maximumDepth = maximumDepth
    lexer = TemplateLexer(source, from: start + 2)
    token = try lexer.next()
    previousEnd = start + 2
  }

  /// Parses the expression up to the closing brace, which stays the current token.
  mutating func template() throws(Diagnostic) -> TemplateNode {
    let term = try expression()
    guard isAt(.closeBrace) else { throw unexpected("an operator or '}'", behind: term) }
    return term.node
  }

  // MARK: - Tokens

  private mutating func advance() throws(Diagnostic) {
    previousEnd = token.range.upperBound
    token = try lexer.next()
  }

  private func isAt(_ symbol: Symbol) -> Bool { token.kind == .symbol(symbol) }

  private mutating func consume(_ symbol: Symbol) throws(Diagnostic) -> Bool {
    guard isAt(symbol) else { return false }
    try advance()
    return true
  }

  private mutating func expect(_ symbol: Symbol, behind term: Term? = nil) throws(Diagnostic) {
    guard isAt(symbol) else { throw unexpected("'\(symbol.rawValue)'", behind: term) }
    try advance()
  }

  private mutating func word(_ what: String) throws(Diagnostic) -> String {
    guard case .word(let word) = token.kind else { throw unexpected(what) }
    try advance()
    return word
  }

  private mutating func nested<Result>(
    _ body: (inout TemplateParser) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    guard nesting < maximumDepth else { throw tooDeep(token.range) }
    nesting += 1
    let result = try body(&self)
    nesting -= 1
    return result
  }

  /// Creates a term whose node has the given terms as children.
  private func term(_ node: TemplateNode, over terms: [Term], from start: Int) throws(Diagnostic) -> Term {
    let depth = 1 + (terms.map(\.depth).max() ?? 0)
    let range = start..<max(start, previousEnd)
    guard depth <= maximumDepth else { throw tooDeep(range) }
    return Term(node: node, depth: depth, range: range)
  }

  private func tooDeep(_ range: Range<Int>) -> Diagnostic {
    source.error(
      "template-limit", range, "The expression has more than \(maximumDepth) levels",
      fix: "move parts of the computation to the source of the data")
  }

  // MARK: - Operators

  /// Parses a complete expression, including pipes.
  private mutating func expression() throws(Diagnostic) -> Term {
    try nested { (parser) throws(Diagnostic) in
      var result = try parser.conditional()
      while try parser.consume(.pipe) {
        let name = try parser.transformerName()
        var argument: Term?
        if try parser.consume(.colon) { argument = try parser.conditional() }
        result = try parser.term(
          .transformed(result.node, by: name, argument: argument?.node), over: [result] + (argument.map { [$0] } ?? []),
          from: result.range.lowerBound)
      }
      return result
    }
  }

  private mutating func transformerName() throws(Diagnostic) -> String {
    if case .text(let name) = token.kind {
      try advance()
      return name
    }
    return try word("the name of a transformer")
  }

  private mutating func conditional() throws(Diagnostic) -> Term {
    let condition = try infix(.coalesce)
    guard try consume(.question) else { return condition }
    return try nested { (parser) throws(Diagnostic) in
      let yes = try parser.conditional()
      try parser.expect(.colon, behind: yes)
      let no = try parser.conditional()
      return try parser.term(
        .conditional(condition.node, then: yes.node, else: no.node), over: [condition, yes, no],
        from: condition.range.lowerBound)
    }
  }

  /// Parses operators with at least the given precedence, which are left-associative.
  private mutating func infix(_ loosest: TemplatePrecedence) throws(Diagnostic) -> Term {
    var left = try unary()
    var isComparison = false
    while case .symbol(let symbol) = token.kind, let sign = TemplateOperator(rawValue: symbol.rawValue),
      sign.precedence >= loosest
    {
      if sign.precedence == .comparison, isComparison {
        throw source.error(
          "template-syntax", token.range, "Comparisons cannot be chained, found a second '\(symbol.rawValue)'",
          fix: "join two comparisons with '&&', as in 'a < b && b < c'")
      }
      isComparison = sign.precedence == .comparison
      try advance()
      let right = try infix(sign.precedence.next)
      left = try term(.infix(sign, left.node, right.node), over: [left, right], from: left.range.lowerBound)
    }
    return left
  }

  private mutating func unary() throws(Diagnostic) -> Term {
    let start = token.range.lowerBound
    if isAt(.not) {
      return try nested { (parser) throws(Diagnostic) in
        try parser.advance()
        let operand = try parser.unary()
        return try parser.term(.not(operand.node), over: [operand], from: start)
      }
    }
    guard isAt(.minus) else { return try postfix() }
    return try nested { (parser) throws(Diagnostic) in
      try parser.advance()
      if case .number = parser.token.kind {
        let digits = String(decoding: parser.source.bytes[parser.token.range], as: UTF8.self)
        if let literal = Literal(digits: "-" + digits) {
          try parser.advance()
          return try parser.refusingParts(
            of: Term(node: .literal(literal), depth: 1, range: start..<parser.previousEnd))
        }
      }
      let operand = try parser.unary()
      return try parser.term(.negative(operand.node), over: [operand], from: start)
    }
  }

  // MARK: - Values and access to their parts

  private mutating func postfix() throws(Diagnostic) -> Term {
    var result = try primary()
    while true {
      if try consume(.dot) {
        result = try isAt(.at) ? collection(of: result) : member(of: result)
      } else if isAt(.openBracket) {
        result = try element(of: result)
      } else {
        return result
      }
    }
  }

  private mutating func member(of base: Term) throws(Diagnostic) -> Term {
    let key = try word("a key after '.'")
    if isAt(.openParenthesis) {
      throw source.error(
        "template-syntax", token.range, "Values have no methods, found '('",
        fix: "write it as an operation, as in '\(key)(\(source.excerpt(base.range)))'")
    }
    return try part(.key(key), of: base)
  }

  private mutating func element(of base: Term) throws(Diagnostic) -> Term {
    try expect(.openBracket)
    let index = try expression()
    try expect(.closeBracket, behind: index)
    switch index.node {
    case .literal(.integer(let number)): return try part(.index(Int(clamping: number)), of: base, index)
    case .literal(.text(let key)): return try part(.key(key), of: base, index)
    default: return try term(.element(of: base.node, index.node), over: [base, index], from: base.range.lowerBound)
    }
  }

  /// Returns an access with a constant key or index, which extends the path of the base if it has one.
  private func part(_ step: ContextPath.Node, of base: Term, _ index: Term? = nil) throws(Diagnostic) -> Term {
    if case .binding(let path) = base.node {
      guard path.nodes.count < Self.maximumPathLength else {
        throw source.error(
          "template-limit", base.range, "The path has more than \(Self.maximumPathLength) keys and indices")
      }
      let range = base.range.lowerBound..<previousEnd
      return Term(node: .binding(ContextPath(nodes: path.nodes + [step])), depth: base.depth, range: range)
    }
    let node: TemplateNode =
      switch step {
      case .key(let key): .member(of: base.node, key)
      case .index(let index): .element(of: base.node, .literal(.integer(Int64(index))))
      }
    return try term(node, over: [base] + (index.map { [$0] } ?? []), from: base.range.lowerBound)
  }

  /// Parses a collection operator such as `@sum`, with the keys that follow it.
  private mutating func collection(of base: Term) throws(Diagnostic) -> Term {
    let start = token.range.lowerBound
    try expect(.at)
    let name = try word("a collection operator such as 'count' after '@'")
    guard let collectionOperator = CollectionOperator(rawValue: name) else {
      throw source.error(
        "template-syntax", start..<previousEnd, "'@\(name)' is not a collection operator",
        fix: CollectionOperator.fix(for: name))
    }
    var keys: [String] = []
    while isAt(.dot) {
      let before = (lexer, token, previousEnd)
      try advance()
      // Stops at the next operator.
      if isAt(.at) {
        (lexer, token, previousEnd) = before
        break
      }
      keys.append(try word("a key after '.'"))
      guard keys.count <= Self.maximumPathLength else { throw tooDeep(start..<previousEnd) }
    }
    return try term(
      .collection(of: base.node, collectionOperator, keys: keys), over: [base], from: base.range.lowerBound)
  }

  private mutating func primary() throws(Diagnostic) -> Term {
    let start = token.range.lowerBound
    switch token.kind {
    case .number(let literal):
      try advance()
      return try refusingParts(of: Term(node: .literal(literal), depth: 1, range: start..<previousEnd))
    case .text(let text):
      try advance()
      return try refusingParts(of: Term(node: .literal(.text(text)), depth: 1, range: start..<previousEnd))
    case .word(let word):
      try advance()
      if isAt(.openParenthesis) { return try operation(word, from: start) }
      if let literal = Self.keywords[word], !isAt(.dot), !isAt(.openBracket) {
        return Term(node: .literal(literal), depth: 1, range: start..<previousEnd)
      }
      return Term(node: .binding(ContextPath(nodes: [.key(word)])), depth: 1, range: start..<previousEnd)
    case .symbol(.openParenthesis):
      try advance()
      var inner = try expression()
      try expect(.closeParenthesis, behind: inner)
      inner.range = start..<previousEnd
      return inner
    case .symbol(.openBracket):
      try advance()
      let elements = try expressions(until: .closeBracket)
      return try term(.list(elements.map(\.node)), over: elements, from: start)
    case .symbol(.openBrace):
      try advance()
      return try object(from: start)
    case .symbol(.at):
      throw source.error(
        "template-syntax", token.range, "Expected a value, found '@'",
        fix: "write a collection operator after a path, as in 'items.@count'")
    default: throw unexpected("a value")
    }
  }

  private static let keywords: [String: Literal] = [
    "true": .bool(true), "false": .bool(false), "null": .null,
  ]

  private mutating func operation(_ name: String, from start: Int) throws(Diagnostic) -> Term {
    try expect(.openParenthesis)
    let arguments = try expressions(until: .closeParenthesis, allowsFunctions: true)
    return try term(.operation(name, arguments.map(\.node)), over: arguments, from: start)
  }

  /// Parses the members of an object, including the closing brace.
  private mutating func object(from start: Int) throws(Diagnostic) -> Term {
    try nested { (parser) throws(Diagnostic) in
      var members: [TemplateNode.Member] = []
      var terms: [Term] = []
      while !parser.isAt(.closeBrace) {
        let nameStart = parser.token.range.lowerBound
        let name = try parser.memberName()
        if members.contains(where: { $0.name == name }) {
          throw parser.source.error(
            "template-syntax", nameStart..<parser.previousEnd, "The object has two members '\(name)'")
        }
        try parser.expect(.colon)
        let value = try parser.expression()
        members.append(TemplateNode.Member(name: name, value: value.node))
        terms.append(value)
        guard try parser.consume(.comma) else { break }
      }
      try parser.expect(.closeBrace, behind: terms.last)
      return try parser.term(.object(members), over: terms, from: start)
    }
  }

  private mutating func memberName() throws(Diagnostic) -> String {
    if case .text(let name) = token.kind {
      try advance()
      return name
    }
    return try word("the name of a member, or '}'")
  }

  /// Parses a function, `name => expression`; nil if the next tokens are none.
  private mutating func function() throws(Diagnostic) -> Term? {
    guard case .word(let name) = token.kind else { return nil }
    let before = (lexer, token, previousEnd)
    let start = token.range.lowerBound
    try advance()
    guard isAt(.arrow) else {
      (lexer, token, previousEnd) = before
      return nil
    }
    try advance()
    let body = try expression()
    return try term(.function(name, body.node), over: [body], from: start)
  }

  /// Parses expressions separated by commas, including the closing symbol.
  private mutating func expressions(
    until end: Symbol, allowsFunctions: Bool = false
  ) throws(Diagnostic) -> [Term] {
    if try consume(end) { return [] }
    var terms: [Term] = []
    repeat {
      if allowsFunctions, let function = try function() {
        terms.append(function)
      } else {
        terms.append(try expression())
      }
    } while try consume(.comma)
    guard isAt(end) else { throw unexpected("',' or '\(end.rawValue)'", behind: terms.last) }
    try advance()
    return terms
  }

  /// Returns a number or a string, or throws an error if a key or an index follows.
  private func refusingParts(of literal: Term) throws(Diagnostic) -> Term {
    guard isAt(.dot) || isAt(.openBracket) else { return literal }
    let found = source.excerpt(literal.range)
    throw source.error("template-syntax", token.range, "\(found) has neither keys nor elements")
  }

  // MARK: - Diagnostics

  /// Returns a diagnostic for an unexpected token.
  /// - Parameter term: The preceding term, if an operator could follow it.
  private func unexpected(_ expected: String, behind term: Term? = nil) -> Diagnostic {
    if case .binding(let path) = term?.node, case .key(let word) = path.nodes.first, path.nodes.count == 1,
      ["not", "NOT"].contains(word), let range = term?.range
    {
      return source.error("template-syntax", range, "'\(word)' is the name of an operation", fix: "write '!'")
    }
    let found = source.excerpt(token.range)
    let message = "Expected \(expected), found '\(found)'"
    switch token.kind {
    case .end:
      return source.error(
        "template-syntax", start..<source.bytes.count, "The expression is not closed, expected \(expected)",
        fix: "add } at its end")
    case .mistake(let fix): return source.error("template-syntax", token.range, message, fix: fix)
    case .word(let word) where term != nil:
      let meant = Self.words[word.lowercased()].map { "write '\($0)'" }
      return source.error("template-syntax", token.range, message, fix: meant)
    case .symbol(.arrow) where term != nil:
      return source.error("template-syntax", token.range, message, fix: "write '>=' to compare")
    case .symbol(.pipe) where term != nil:
      return source.error("template-syntax", token.range, message, fix: "put the pipe in parentheses")
    case .symbol(.at):
      return source.error("template-syntax", token.range, message, fix: "close the expression with '}'")
    case .symbol(.colon) where term != nil:
      return source.error(
        "template-syntax", token.range, message, fix: "write a '?' or the name of a transformer before ':'")
    case .symbol(.closeBrace) where nesting == 1 && previousEnd == start + 2:
      return source.error("template-syntax", start..<token.range.upperBound, "The expression is empty")
    default: return source.error("template-syntax", token.range, message)
    }
  }

  /// Words of other languages, with the corresponding symbols of this one.
  private static let words = [
    "and": "&&", "or": "||", "is": "==", "eq": "==", "equals": "==", "ne": "!=", "lt": "<", "lte": "<=", "gt": ">",
    "gte": ">=", "mod": "%", "div": "/",
  ]
}
