import TesseraValues

/// A token of a format text.
struct Token {
  enum Kind: Equatable {
    case keyword(Keyword)
    /// A key, or the name of a function if `(` follows. A preceding `#` has been removed.
    case identifier(String)
    /// A name with colons, such as `add:to:`.
    case selector(String)
    case variable(String)
    /// A collection operator such as `@count`, without the `@`.
    case atName(String)
    case number(Value)
    case text(String)
    /// `%K`, `%@`, …: the conversion and the zero-based position of the argument.
    case argument(Conversion, Int)
    case comparison(ComparisonOperator)
    case and
    case or
    case not
    case plus
    case minus
    case star
    case slash
    case power
    case dot
    case comma
    case openParenthesis
    case closeParenthesis
    case openBrace
    case closeBrace
    case openBracket
    case closeBracket
    case end
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
  /// The range of the token, in bytes of the format text.
  var range: Range<Int>
}
