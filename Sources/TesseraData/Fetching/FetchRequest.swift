public import TesseraExpressions
public import TesseraValues

/// A question to a store: which objects, in which order.
public struct FetchRequest: Sendable {
  /// The entity; objects of sub-entities count.
  public var entity: String
  /// Conditions that all have to hold.
  public var predicates: [ValuePredicate]
  /// The values of `$name` in the predicates.
  public var variables: [String: Value]
  /// What to sort by; its direction is the group's too. Without key paths the order is that of insertion.
  public var sortFields: SortFields
  /// With ``masterKeyPath``: only objects whose value at that path is this object.
  public var masterObject: Value?
  /// The key path that leads from an object to its master.
  public var masterKeyPath: String?
  /// A key path whose equal values form a section; objects are sorted by it first.
  public var groupByField: String?
  /// The most objects.
  public var limit: Int?
  /// What predicates may ask of the outside world, such as the time.
  public var context: EvaluationContext

  /// Creates a request.
  /// - Parameter sortByFields: Key paths between commas, such as `author.name, timestamp`.
  public init(
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
