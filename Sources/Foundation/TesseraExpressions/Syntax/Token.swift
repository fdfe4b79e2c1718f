import TesseraValues

/// A piece of a format text.
struct Token {
  enum Kind: Equatable {
    case keyword(Keyword)
    /// A key, or the name of a function if `(` follows; `#` in front is removed.
    case identifier(String)
    /// A name with colons, such as `add:to:`.
    case selector(String)
    case variable(String)
    /// `@count` without the sign.
    case atName(String)
    case number(Value)
    case text(String)
    /// `%K`, `%@`, …: the conversion and the position of the argument, from 0.
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

  /// What an argument is taken as.
  enum Conversion: Equatable {
    case value
    case keyPath
    case integer
    case double
    case character
  }

  var kind: Kind
  /// Where it stands, in bytes of the format text.
  var range: Range<Int>
}
