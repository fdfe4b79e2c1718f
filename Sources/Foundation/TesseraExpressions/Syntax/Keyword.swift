/// The reserved words of the language. They are case-insensitive; `#word` is a key with that name.
enum Keyword: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case `in` = "IN"
  case between = "BETWEEN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case null = "NULL"
  case `nil` = "NIL"
  case `self` = "SELF"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case anyKey = "ANYKEY"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case ternary = "TERNARY"
  case function = "FUNCTION"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"

  private static let longest = 14

  /// Returns the keyword spelled by a word, ignoring case.
  static func spelled(_ word: Substring.UTF8View) -> Keyword? {
    guard word.count <= longest, word.allSatisfy({ $0 < 0x80 }) else { return nil }
    return Keyword(rawValue: String(Substring(word)).uppercased())
  }

  /// Whether the word is a keyword only if `(` follows. It remains usable as a key otherwise.
  var needsParenthesis: Bool {
    switch self {
    case .cast, .ternary, .function, .subquery: true
    default: false
    }
  }

  /// The comparison operator represented by the word; nil if it is not one.
  var comparison: ComparisonOperator? {
    switch self {
    case .in: .in
    case .between: .between
    case .contains: .contains
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .like: .like
    case .matches: .matches
    default: nil
    }
  }

  /// The comparison operators that are words, for messages.
  static let comparisonWords = allCases.filter { $0.comparison != nil }.map(\.rawValue)
}
