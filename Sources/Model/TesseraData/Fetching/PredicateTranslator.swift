import TesseraExpressions
import TesseraText
import TesseraValues

/// An SQL condition with the values of its `?` placeholders. It evaluates to 1 or 0, never to null.
struct SQLCondition {
  var sql: String
  var bindings: [Value] = []

  static let never = SQLCondition(sql: "0")
  static let always = SQLCondition(sql: "1")

  static func constant(_ value: Bool) -> SQLCondition { value ? always : never }

  static func not(_ inner: SQLCondition) -> SQLCondition {
    SQLCondition(sql: "NOT (\(inner.sql))", bindings: inner.bindings)
  }

  static func joined(_ parts: [SQLCondition], by word: String) -> SQLCondition {
    SQLCondition(
      sql: parts.map { "(\($0.sql))" }.joined(separator: " \(word) "), bindings: parts.flatMap(\.bindings))
  }
}

/// Translates predicates to SQL conditions with the same results as evaluation in memory. Returns nil for predicates
/// that cannot be translated.
///
/// Columns are typed, so the possible types of both operands are known during translation: text never equals a number,
/// and only null equals null. As in memory, every condition is 1 or 0. Null, SQL's third truth value, would break
/// `NOT`.
struct PredicateTranslator {
  /// The maximum number of parts of a predicate that SQLite evaluates. Larger predicates are evaluated in memory.
  /// SQLite limits the depth of expressions and the number of bindings.
  private static let maximumNodes = 400
  /// The maximum number of values in the lists of a predicate that SQLite evaluates. Larger predicates are evaluated in
  /// memory.
  private static let maximumBindings = 5000

  private let layout: EntityLayout
  private let alias: String
  private(set) var paths: KeyPathTranslator
  private var nodes = 0
  private var bindingCount = 0

  init(_ layout: EntityLayout, alias: String, paths: KeyPathTranslator) {
    self.layout = layout
    self.alias = alias
    self.paths = paths
  }

  mutating func condition(_ node: PredicateNode) -> SQLCondition? {
    nodes += 1
    guard nodes <= Self.maximumNodes else { return nil }
    switch node {
    case .constant(let value): return .constant(value)
    case .not(let inner): return condition(inner).map(SQLCondition.not)
    case .and(let parts): return joined(parts, by: "AND")
    case .or(let parts): return joined(parts, by: "OR")
    case .comparison(let comparison):
      guard !comparison.options.contains(.localeSensitive) else { return nil }
      return comparison.quantifier == .none ? plain(comparison) : quantified(comparison)
    }
  }

  private mutating func joined(_ parts: [PredicateNode], by word: String) -> SQLCondition? {
    var conditions: [SQLCondition] = []
    for part in parts {
      guard let condition = condition(part) else { return nil }
      conditions.append(condition)
    }
    return .joined(conditions, by: word)
  }

  // MARK: - Operands

  private enum Operand {
    case term(SQLTerm)
    case constant(Value)
    case list([Operand])

    var isConstant: Bool {
      switch self {
      case .term: false
      case .constant: true
      case .list(let operands): operands.allSatisfy(\.isConstant)
      }
    }
  }

  private mutating func operand(_ node: ExpressionNode) -> Operand? {
    switch node {
    case .constant(.double(let number)) where !number.isFinite: return nil
    case .constant(.dictionary), .constant(.array): return nil
    case .constant(let value): return .constant(value)
    // Variables with values have already been substituted. The remaining ones have no value.
    case .variable: return .constant(.null)
    case .selfObject: return .term(SQLTerm(sql: "\(alias).\"$id\"", kind: .object(layout.table.name)))
    case .aggregate(let nodes):
      bindingCount += nodes.count
      guard bindingCount <= Self.maximumBindings else { return nil }
      var operands: [Operand] = []
      for node in nodes {
        guard let operand = operand(node) else { return nil }
        operands.append(operand)
      }
      return .list(operands)
    case .keyPath:
      guard let path = node.plainKeyPath else { return nil }
      return paths.term(path.keys[...], of: layout, alias: alias).map(Operand.term)
    default: return nil
    }
  }

  // MARK: - Comparisons

  private mutating func plain(_ comparison: ComparisonNode) -> SQLCondition? {
    guard let left = operand(comparison.left), let right = operand(comparison.right) else { return nil }
    if left.isConstant, right.isConstant {
      return .constant(ValuePredicate(.comparison(comparison)).evaluate(with: Value.null))
    }
    return compare(left, comparison.operator, right, comparison.options)
  }

  /// Translates `ANY` and `ALL` over a to-many relationship of the entity itself.
  private mutating func quantified(_ comparison: ComparisonNode) -> SQLCondition? {
    guard let path = comparison.left.plainKeyPath, let key = path.first,
      let relationship = layout.relationshipsByName[key], relationship.relationship.isToMany,
      let destination = schema.layouts[relationship.relationship.destination], let right = operand(comparison.right)
    else { return nil }
    let other = paths.newAlias()
    let table = schema.tables[relationship.destinationTable]
    let element =
      path.count == 1
      ? SQLTerm(sql: "\(other).\"$id\"", kind: .object(table.name))
      : paths.term(path.keys.dropFirst(), of: destination, alias: other)
    guard let element else { return nil }
    let link: String
    switch relationship.storage {
    case .column: return nil
    case .inverseColumn(_, let column): link = "\(other).\"\(table.columns[column].name)\" = \(alias).\"$id\""
    case .pairs(let index, let isForward):
      let (own, opposite) = isForward ? ("owner", "destination") : ("destination", "owner")
      link =
        "\(other).\"$id\" IN (SELECT \(opposite) FROM \"\(schema.pairTables[index].name)\" WHERE \(own) = \(alias).\"$id\")"
    }
    guard let inner = compare(.term(element), comparison.operator, right, comparison.options) else { return nil }
    let isAny = comparison.quantifier == .any
    let test = isAny ? inner : .not(inner)
    let exists = "EXISTS (SELECT 1 FROM \"\(table.name)\" \(other) WHERE \(link) AND (\(test.sql)))"
    return SQLCondition(sql: isAny ? exists : "NOT \(exists)", bindings: test.bindings)
  }

  private var schema: StoreSchema { paths.schema }

  private func compare(
    _ left: Operand, _ comparisonOperator: ComparisonOperator, _ right: Operand, _ options: ComparisonOptions
  )
    -> SQLCondition?
  {
    switch comparisonOperator {
    case .equalTo: equal(left, right, options)
    case .notEqualTo: equal(left, right, options).map(SQLCondition.not)
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      ordered(left, comparisonOperator.rawValue, right, options)
    case .between: between(left, right, options)
    case .in: contains(right, left, options)
    case .contains: contains(left, right, options)
    case .beginsWith: search("tessera_prefix", left, right, options)
    case .endsWith: search("tessera_suffix", left, right, options)
    case .like, .matches: test(left, comparisonOperator, right, options)
    }
  }

  private func equal(_ left: Operand, _ right: Operand, _ options: ComparisonOptions) -> SQLCondition? {
    switch (left, right) {
    case (.term(let term), .constant(let value)), (.constant(let value), .term(let term)):
      if case .null = value { return SQLCondition(sql: "\(term.sql) IS NULL") }
      if term.kind == .json { return nil }
      guard Self.kind(value) == term.kind, let bound = Self.bound(value) else { return .never }
      guard term.kind == .text, let flags = Self.foldingFlags(options) else {
        return SQLCondition(sql: "\(term.sql) IS ?", bindings: [bound])
      }
      return SQLCondition(sql: "IFNULL(tessera_compare(\(term.sql), ?, \(flags)) = 0, 0)", bindings: [bound])
    case (.term(let a), .term(let b)):
      if a.kind == .json || b.kind == .json { return nil }
      guard a.kind == b.kind else { return SQLCondition(sql: "\(a.sql) IS NULL AND \(b.sql) IS NULL") }
      guard a.kind == .text, let flags = Self.foldingFlags(options) else {
        return SQLCondition(sql: "\(a.sql) IS \(b.sql)")
      }
      return SQLCondition(
        sql: "IFNULL(tessera_compare(\(a.sql), \(b.sql), \(flags)) = 0, \(a.sql) IS NULL AND \(b.sql) IS NULL)")
    default: return nil
    }
  }

  private func ordered(_ left: Operand, _ comparisonOperator: String, _ right: Operand, _ options: ComparisonOptions)
    -> SQLCondition?
  {
    let a: (sql: String, kind: SQLTerm.Kind, bindings: [Value])
    let b: (sql: String, kind: SQLTerm.Kind, bindings: [Value])
    switch (left, right) {
    case (.term(let term), .constant(let value)):
      guard let bound = Self.bound(value), let kind = Self.kind(value) else { return .never }
      a = (term.sql, term.kind, [])
      b = ("?", kind, [bound])
    case (.constant(let value), .term(let term)):
      guard let bound = Self.bound(value), let kind = Self.kind(value) else { return .never }
      a = ("?", kind, [bound])
      b = (term.sql, term.kind, [])
    case (.term(let first), .term(let second)):
      a = (first.sql, first.kind, [])
      b = (second.sql, second.kind, [])
    default: return nil
    }
    if a.kind == .json || b.kind == .json { return nil }
    guard a.kind == b.kind else { return .never }
    if case .object = a.kind { return .never }
    var sql = "\(a.sql) \(comparisonOperator) \(b.sql)"
    if a.kind == .text {
      if let flags = Self.foldingFlags(options) {
        sql = "tessera_compare(\(a.sql), \(b.sql), \(flags)) \(comparisonOperator) 0"
      } else {
        sql += options.contains(.normalized) ? " COLLATE BINARY" : " COLLATE tessera"
      }
    }
    return SQLCondition(sql: "IFNULL(\(sql), 0)", bindings: a.bindings + b.bindings)
  }

  private func between(_ value: Operand, _ bounds: Operand, _ options: ComparisonOptions) -> SQLCondition? {
    guard case .list(let pair) = bounds, pair.count == 2,
      let low = ordered(value, ">=", pair[0], options), let high = ordered(value, "<=", pair[1], options)
    else { return nil }
    return .joined([low, high], by: "AND")
  }

  private func contains(_ container: Operand, _ element: Operand, _ options: ComparisonOptions) -> SQLCondition? {
    guard case .list(let elements) = container else {
      return search("tessera_contains", container, element, options)
    }
    if elements.isEmpty { return .never }
    if let short = plainList(elements, element, options) { return short }
    guard elements.count <= 100 else { return nil }
    var conditions: [SQLCondition] = []
    for candidate in elements {
      guard let condition = equal(candidate, element, options) else { return nil }
      conditions.append(condition)
    }
    return .joined(conditions, by: "OR")
  }

  /// Translates a list of constants without folding to SQL's `IN`.
  private func plainList(_ elements: [Operand], _ element: Operand, _ options: ComparisonOptions) -> SQLCondition? {
    guard case .term(let term) = element, term.kind != .json,
      term.kind != .text || Self.foldingFlags(options) == nil
    else { return nil }
    var bindings: [Value] = []
    var hasNull = false
    for candidate in elements {
      guard case .constant(let value) = candidate else { return nil }
      if case .null = value { hasNull = true }
      if Self.kind(value) == term.kind, let bound = Self.bound(value) { bindings.append(bound) }
    }
    let placeholders = Array(repeating: "?", count: bindings.count).joined(separator: ", ")
    let sql = "IFNULL(\(term.sql) IN (\(placeholders)), 0)"
    return SQLCondition(sql: hasNull ? "\(sql) OR \(term.sql) IS NULL" : sql, bindings: bindings)
  }

  /// Translates a substring search. Operands other than text give false.
  private func search(_ function: String, _ text: Operand, _ part: Operand, _ options: ComparisonOptions)
    -> SQLCondition?
  {
    func argument(_ operand: Operand) -> (sql: String, bindings: [Value])? {
      switch operand {
      case .term(let term) where term.kind == .text: (term.sql, [])
      case .constant(.string(let text)): ("?", [.string(text)])
      default: nil
      }
    }
    switch (text, part) {
    case (.term(let term), _) where term.kind == .json: return nil
    case (_, .term(let term)) where term.kind == .json: return nil
    case (.list, _), (_, .list): return nil
    default: break
    }
    guard let text = argument(text), let part = argument(part) else { return .never }
    let flags = options.contains(.normalized) ? 8 : Int(TextFolding.Options(options).rawValue)
    return SQLCondition(sql: "\(function)(\(text.sql), \(part.sql), \(flags))", bindings: text.bindings + part.bindings)
  }

  /// Translates `LIKE` and `MATCHES`, which apply the predicate language's own evaluation to the column value.
  private func test(
    _ left: Operand, _ comparisonOperator: ComparisonOperator, _ right: Operand, _ options: ComparisonOptions
  )
    -> SQLCondition?
  {
    guard case .term(let term) = left, term.kind != .json, case .constant(let pattern) = right else { return nil }
    guard term.kind == .text, case .string = pattern else { return .never }
    let function = comparisonOperator == .like ? "tessera_like" : "tessera_matches"
    return SQLCondition(sql: "\(function)(\(term.sql), ?, \(options.rawValue))", bindings: [pattern])
  }

  // MARK: - Values

  private static func kind(_ value: Value) -> SQLTerm.Kind? {
    switch value {
    case .string: .text
    case .bool, .integer, .double: .number
    case .date: .date
    case .object(let object): .object(object.identity.kind)
    default: nil
    }
  }

  private static func bound(_ value: Value) -> Value? {
    switch value {
    case .object(let object): .integer(object.identity.key)
    case .null, .array, .dictionary: nil
    default: value
    }
  }

  /// Returns the bits of the folding options, or nil if bytes are compared without folding.
  private static func foldingFlags(_ options: ComparisonOptions) -> Int? {
    let folding = TextFolding.Options(options)
    return folding.isEmpty ? nil : Int(folding.rawValue)
  }
}
