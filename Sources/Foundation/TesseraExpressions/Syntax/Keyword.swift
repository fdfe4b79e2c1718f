/// The words that the language reserves. They are recognised in any case; `#word` is a key of that name.
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

  /// The keyword that a word spells, in any case.
  static func spelled(_ word: Substring.UTF8View) -> Keyword? {
    guard word.count <= longest, word.allSatisfy({ $0 < 0x80 }) else { return nil }
    return Keyword(rawValue: String(Substring(word)).uppercased())
  }

  /// Words that are keywords only when `(` follows, so that they stay usable as keys.
  var needsParenthesis: Bool {
    switch self {
    case .cast, .ternary, .function, .subquery: true
    default: false
    }
  }

  /// The comparison operator that the word is, if it is one.
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

  /// The operators that are words, for messages.
  static let comparisonWords = allCases.filter { $0.comparison != nil }.map(\.rawValue)
}
