import TesseraExpressions
import TesseraValues

/// The execution plan of a request: the part done in SQL and the part done in memory.
struct FetchPlan {
  let layout: EntityLayout
  private(set) var conditions: [SQLCondition] = []
  /// The predicates that cannot be expressed in SQL.
  private(set) var residual: [ValuePredicate] = []
  /// The `ORDER BY` terms, or nil if the objects must be sorted in memory.
  private(set) var order: [String]?
  /// The value to group by, if SQL can compute it.
  private(set) var group: SQLTerm?
  let groupPath: ValuePath?
  let sortFields: SortFields
  let limit: Int?

  init(_ request: FetchRequest, layout: EntityLayout, schema: StoreSchema) throws(StoreError) {
    self.layout = layout
    let paths = PathChecker(schema: schema)
    var fields = request.sortFields
    groupPath = request.groupByField.map { ValuePath($0) }.flatMap { $0.isEmpty ? nil : $0 }
    if let groupPath { fields.paths.insert(groupPath, at: 0) }
    for path in fields.paths { try paths.check(path, of: layout) }
    sortFields = fields
    limit = request.limit

    var nodes = request.predicates.map { $0.withSubstitutionVariables(request.variables).node }
    if let node = try Self.masterCondition(request, layout: layout, paths: paths) { nodes.append(node) }
    var translator = PredicateTranslator(layout, alias: "t0", paths: KeyPathTranslator(schema))
    for node in nodes.flatMap(Self.conjuncts) {
      if let condition = translator.condition(node) {
        conditions.append(condition)
      } else {
        residual.append(ValuePredicate(node))
      }
    }
    var terms = translator.paths
    let direction = request.sortFields.isAscending ? "" : " DESC"
    var order: [String]? = []
    for path in sortFields.paths {
      guard let term = terms.term(path.keys[...], of: layout, alias: "t0"), term.kind.hasOrder else {
        order = nil
        break
      }
      order?.append(term.sql + (term.kind == .text ? " COLLATE tessera" : "") + direction)
    }
    self.order = order
    if let groupPath, order != nil { group = terms.term(groupPath.keys[...], of: layout, alias: "t0") }
  }

  /// Returns the operands of a conjunction.
  private static func conjuncts(_ node: PredicateNode) -> [PredicateNode] {
    if case .and(let parts) = node { parts } else { [node] }
  }

  private static func masterCondition(_ request: FetchRequest, layout: EntityLayout, paths: PathChecker)
    throws(StoreError) -> PredicateNode?
  {
    guard let master = request.masterObject, !master.isNull, let text = request.masterKeyPath else { return nil }
    let path = ValuePath(text)
    guard !path.isEmpty else { return nil }
    let isToMany = try paths.check(path, of: layout)
    return .comparison(
      ComparisonNode(.keyPath(path), .equalTo, .constant(master), quantifier: isToMany ? .any : .none))
  }

  /// Whether the whole request is executed in SQL.
  var isComplete: Bool { residual.isEmpty && order != nil && (groupPath == nil || group != nil) }

  /// Returns the query for the given columns of `t0`.
  func select(_ columns: String) -> (sql: String, bindings: [Value]) {
    var all = conditions
    if let condition = layout.condition(alias: "t0") { all.insert(SQLCondition(sql: condition), at: 0) }
    let joined = SQLCondition.joined(all, by: "AND")
    var sql = "SELECT \(columns) FROM \"\(layout.table.name)\" t0"
    if !all.isEmpty { sql += " WHERE \(joined.sql)" }
    sql += " ORDER BY \(((order ?? []) + ["t0.\"$id\""]).joined(separator: ", "))"
    if isComplete, let limit { sql += " LIMIT \(max(0, limit))" }
    return (sql, joined.bindings)
  }
}

extension SQLTerm.Kind {
  /// Whether SQL sorts values of this kind in the same order as memory. Objects have no order.
  var hasOrder: Bool {
    switch self {
    case .text, .number, .date: true
    case .object, .json: false
    }
  }
}

/// Resolves key paths against the model, so that a misspelled field is an error rather than an unsorted list.
struct PathChecker {
  let schema: StoreSchema

  /// Checks a key path.
  ///
  /// - Returns: Whether the path crosses a to-many relationship.
  @discardableResult
  func check(_ path: ValuePath, of layout: EntityLayout) throws(StoreError) -> Bool {
    var layout = layout
    var isToMany = false
    for key in path {
      let family = layout.hierarchy.compactMap { schema.layouts[$0] }
      if let relationship = family.lazy.compactMap({ $0.relationshipsByName[key] }).first {
        isToMany = isToMany || relationship.relationship.isToMany
        guard let next = schema.layouts[relationship.relationship.destination] else { return isToMany }
        layout = next
        continue
      }
      // Keys after an attribute depend on its value and cannot be checked.
      if family.contains(where: { $0.attributeColumns[key] != nil }) { return isToMany }
      if ManagedObject.specialKeys.contains(key) { return isToMany }
      throw .unknownProperty(name: key, entity: layout.entity.name, known: layout.entity.propertyNames)
    }
    return isToMany
  }
}
