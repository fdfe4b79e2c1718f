package import TesseraExpressions
package import TesseraValues

/// A question to a store: which objects, in which order.
package struct FetchRequest: Sendable {
  /// The entity; objects of sub-entities count.
  package var entity: String
  /// Conditions that all have to hold.
  package var predicates: [ValuePredicate]
  /// The values of `$name` in the predicates.
  package var variables: [String: Value]
  /// What to sort by; its direction is the group's too. Without key paths the order is that of insertion.
  package var sortFields: SortFields
  /// With ``masterKeyPath``: only objects whose value at that path is this object.
  package var masterObject: Value?
  /// The key path that leads from an object to its master.
  package var masterKeyPath: String?
  /// A key path whose equal values form a section; objects are sorted by it first.
  package var groupByField: String?
  /// The most objects.
  package var limit: Int?
  /// What predicates may ask of the outside world, such as the time.
  package var context: EvaluationContext

  /// Creates a request.
  /// - Parameter sortByFields: Key paths between commas, such as `author.name, timestamp`.
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
