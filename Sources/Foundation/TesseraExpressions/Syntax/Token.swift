/// A word, a literal or a sign of a predicate or of an expression in a template.
struct Token {
  enum Kind: Equatable, Sendable {
    /// A key or a name. The `#` before a key of a predicate has been removed. In a template, `true`, `false` and `null`
    /// are words.
    case word(String)
    case number(Literal)
    case text(String)
    case symbol(Symbol)
    /// A sign of another language, with a suggested replacement.
    case mistake(fix: String?)
    /// The end of the text.
    case end

    // Only in predicates
    case keyword(Keyword)
    /// A name with colons, such as `add:to:`.
    case selector(String)
    case variable(String)
    /// A collection operator such as `@count`, without the `@`.
    case atName(String)
    /// `%K`, `%@`, …: the conversion and the zero-based position of the argument.
    case argument(Conversion, Int)
  }

  /// The conversion of an argument.
  enum Conversion: Equatable {
    case value
    case keyPath
    case integer
    case double
    case character
  }

  var kind: Kind
  /// The range of the token, in bytes of the source.
  var range: Range<Int>
}

/// The signs. Binary operators have the same raw values in ``ComparisonOperator`` and ``TemplateOperator``.
enum Symbol: String, CaseIterable {
  case coalesce = "??"
  case or = "||"
  case and = "&&"
  case equal = "=="
  case notEqual = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case power = "**"
  case divided = "/"
  case remainder = "%"
  case not = "!"
  case question = "?"
  case colon = ":"
  case pipe = "|"
  case dot = "."
  case comma = ","
  case at = "@"
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
  case openBrace = "{"
  case closeBrace = "}"
  case arrow = "=>"

  /// The comparison operator of predicates; nil if the sign is not one.
  var comparison: ComparisonOperator? { ComparisonOperator(rawValue: rawValue) }
}

/// The signs of a grammar, and those of other languages that people write instead.
struct SymbolTable: Sendable {
  /// The signs by their first byte; longer ones precede their prefixes.
  private var signs: [[(bytes: [UInt8], kind: Token.Kind)]] = Array(repeating: [], count: 256)

  /// - Parameters:
  ///   - symbols: The symbols that have their usual spelling.
  ///   - spellings: Other spellings.
  ///   - mistakes: The signs of other languages, with suggested replacements.
  init(_ symbols: [Symbol], spellings: [String: Symbol] = [:], mistakes: [String: String]) {
    for symbol in symbols { add(symbol.rawValue, .symbol(symbol)) }
    for (sign, symbol) in spellings { add(sign, .symbol(symbol)) }
    for (sign, fix) in mistakes { add(sign, .mistake(fix: fix)) }
    for (sign, fix) in Self.mistakes { add(sign, .mistake(fix: fix)) }
    for index in signs.indices { signs[index].sort { $0.bytes.count > $1.bytes.count } }
  }

  private mutating func add(_ sign: String, _ kind: Token.Kind) {
    let bytes = Array(sign.utf8)
    signs[Int(bytes[0])].append((bytes, kind))
  }

  /// The mistakes that both languages know.
  private static let mistakes = [
    "≤": "write '<='", "≥": "write '>='", "≠": "write '!='", "`": quotes, "“": quotes, "”": quotes, "„": quotes,
    "‘": quotes, "’": quotes,
  ]
  static let quotes = "quote texts with ' or \""

  /// Returns the longest sign at an offset.
  func sign(in source: FormatText, at offset: Int) -> (kind: Token.Kind, length: Int)? {
    let rest = source.bytes[offset...]
    guard let first = rest.first, let found = signs[Int(first)].first(where: { rest.starts(with: $0.bytes) }) else {
      return nil
    }
    return (found.kind, found.bytes.count)
  }
}
