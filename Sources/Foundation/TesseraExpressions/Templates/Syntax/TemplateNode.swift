import TesseraValues

/// The syntax tree of an expression between `@{` and `}`. The strict dialect uses only the first three cases.
///
/// It is apart from ``ExpressionNode``, because equal signs differ in meaning: keys are read strictly, a condition may be
/// any value, `/` does not truncate, `+` joins texts, and hosts name operations. What means the same in both is
/// evaluated by the same functions: arithmetic, comparisons and collection operators.
indirect enum TemplateNode: Sendable, Hashable {
  case literal(Literal)
  /// A path whose first key is the name of a context.
  case binding(ContextPath)
  case operation(String, [TemplateNode])
  /// `[a, b]`
  case list([TemplateNode])
  /// `{name: a}`
  case object([Member])
  /// `name => a`, an argument that an operation evaluates for each element of a list
  case function(String, TemplateNode)
  /// `.key` of an expression that is not a path.
  case member(of: TemplateNode, String)
  /// `[index]` with a computed index, or of an expression that is not a path.
  case element(of: TemplateNode, TemplateNode)
  /// `.@sum.price`
  case collection(of: TemplateNode, CollectionOperator, keys: [String])
  /// `!a`
  case not(TemplateNode)
  /// `-a`
  case negative(TemplateNode)
  case infix(TemplateOperator, TemplateNode, TemplateNode)
  /// `condition ? a : b`
  case conditional(TemplateNode, then: TemplateNode, else: TemplateNode)
  /// `a | name: argument`
  case transformed(TemplateNode, by: String, argument: TemplateNode?)

  /// A member of an object.
  struct Member: Sendable, Hashable {
    var name: String
    var value: TemplateNode
  }

  /// The direct children of the node.
  var children: [TemplateNode] {
    switch self {
    case .literal, .binding: []
    case .operation(_, let nodes), .list(let nodes): nodes
    case .object(let members): members.map(\.value)
    case .function(_, let body): [body]
    case .member(let base, _), .collection(let base, _, _), .not(let base), .negative(let base): [base]
    case .element(let base, let index): [base, index]
    case .infix(_, let left, let right): [left, right]
    case .conditional(let condition, let a, let b): [condition, a, b]
    case .transformed(let base, _, let argument): argument.map { [base, $0] } ?? [base]
    }
  }
}

/// The binary operators, with their symbols as raw values.
enum TemplateOperator: String, Sendable, Hashable, CaseIterable {
  case coalesce = "??"
  case or = "||"
  case and = "&&"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  var precedence: TemplatePrecedence {
    switch self {
    case .coalesce: .coalesce
    case .or: .or
    case .and: .and
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
    case .add, .subtract: .sum
    case .multiply, .divide, .remainder: .product
    }
  }
}

/// The precedence levels of expressions, from lowest to highest.
enum TemplatePrecedence: Int, Comparable {
  case pipe
  case conditional
  case coalesce
  case or
  case and
  case comparison
  case sum
  case product
  case unary
  case postfix

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The next higher level.
  var next: Self { Self(rawValue: rawValue + 1) ?? .postfix }
}
