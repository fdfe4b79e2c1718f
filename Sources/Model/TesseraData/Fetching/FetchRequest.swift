package import TesseraExpressions
package import TesseraValues

/// A description of which objects to fetch from a store, and in which order.
package struct FetchRequest: Sendable {
  /// The entity, including its sub-entities.
  package var entity: String
  /// The predicates, combined with `AND`.
  package var predicates: [ValuePredicate]
  /// The values of the substitution variables (`$name`) in the predicates.
  package var variables: [String: Value]
  /// The sort fields. Their direction also applies to the group field. Without key paths, objects are in insertion
  /// order.
  package var sortFields: SortFields
  /// The master object. Together with ``masterKeyPath``, restricts the result to objects whose value at that path is
  /// this object.
  package var masterObject: Value?
  /// The key path from an object to its master object.
  package var masterKeyPath: String?
  /// The key path to group by. Objects are sorted by it first, and equal values form a section.
  package var groupByField: String?
  /// The maximum number of objects.
  package var limit: Int?
  /// The environment in which predicates are evaluated, such as the current time.
  package var context: EvaluationContext

  /// Creates a request.
  ///
  /// - Parameter sortByFields: Comma-separated key paths, such as `author.name, timestamp`.
  package init(
    _ entity: String, predicates: [ValuePredicate] = [], variables: [String: Value] = [:], sortByFields: String? = nil,
    sortAscending: Bool = true, masterObject: Value? = nil, masterKeyPath: String? = nil, groupByField: String? = nil,
    limit: Int? = nil, context: EvaluationContext = .system
  ) {
    self.entity = entity
    self.predicates = predicates
    self.variables = variables
    sortFields = SortFields(sortByFields, isAscending: sortAscending)
    self.masterObject = masterObject
    self.masterKeyPath = masterKeyPath
    self.groupByField = groupByField
    self.limit = limit
    self.context = context
  }
}
