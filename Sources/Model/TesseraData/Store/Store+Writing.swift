package import TesseraExpressions
package import TesseraValues

extension Store {
  /// Imports objects from JSON data in a single transaction.
  ///
  /// - A missing key leaves the property unchanged. JSON null sets it to null.
  /// - Objects with an identity that already exists in the store or in the data itself are merged. Data for a
  ///   sub-entity turns an existing object of an ancestor entity with the same identity into an object of the
  ///   sub-entity.
  /// - The value of a relationship replaces the previous destinations. A text or number in place of an object is an
  ///   identity.
  /// - Imports are applied one after another.
  ///
  /// - Parameters:
  ///   - json: A list of objects, or one object.
  ///   - entity: The entity of the top-level objects.
  ///   - isList: Whether `json` must be a list.
  ///   - clearPolicy: How to treat the other objects of the entity.
  ///   - set: Values for properties of the top-level objects. They override the JSON data.
  ///   - environment: The environment of transformers and expressions of the model. Unknown transformers have no effect.
  ///   - onSkip: Called with the elements of the list that cannot be imported, with their reasons; the others are. Nil if
  ///     one fails the import.
  ///   - source: The name of the data in messages, such as `posts` in `posts[3].favorite_count: expected number, …`.
  /// - Returns: The top-level objects without duplicates, in the order of the data.
  /// - Throws: A ``StoreError``, or `CancellationError` if the task is cancelled before the commit. In both cases
  ///   nothing is saved, but `clearPolicy: .before` has already cleared the entity.
  @discardableResult
  package func importJSON(
    _ json: Value, entity: String, isList: Bool, clearPolicy: ClearPolicy = .none, set: [String: Value] = [:],
    clearingWhere attributes: [String] = [], environment: TemplateEnvironment = .standard, source: String = "",
    onSkip: (([any Error], _ count: Int) -> Void)? = nil
  ) async throws -> [ManagedObject] {
    let layout = try layout(entity)
    if clearPolicy == .before { try await write { try $0.clear([layout]) } }
    let empty = ImportPlanner(schema: schema, environment: environment, source: source)
    var planner = empty
    do {
      try planner.readTopLevel(json, entity: entity, isList: isList, set: set)
    } catch {
      guard let onSkip, isList, let elements = json.array, planner.remainingSteps >= 0 else { throw error }
      var problems: [any Error] = []
      // The elements are read alone, but share the limit of the import.
      var steps = empty.remainingSteps
      let usable = try elements.enumerated().filter { index, element in
        var alone = empty
        alone.remainingSteps = steps
        defer { steps = alone.remainingSteps }
        do {
          try alone.readElement(element, at: index, entity: entity, set: set)
          return true
        } catch {
          guard alone.remainingSteps >= 0 else { throw error }
          problems.append(error)
          return false
        }
      }
      // A list without any usable element is another kind of list, and must not clear what is stored.
      guard !usable.isEmpty else { throw error }
      planner = empty
      try planner.readTopLevel(.array(usable.map(\.element)), entity: entity, isList: true, set: set)
      onSkip(problems, elements.count)
    }
    let plan = planner.plan
    let clearing = clearPolicy == .after ? try planner.clearing(layout, where: attributes) : nil
    return try await write { transaction in
      var application = ImportApplication(plan, transaction: transaction)
      let ids = try application.run(clearing: clearing)
      return try self.currentObjects(table: layout.table.index, ids: ids, in: transaction)
    }
  }

  /// Deletes the objects of an entity and its sub-entities whose values of attributes are none of those that are kept.
  ///
  /// - Parameters:
  ///   - attributes: The names of attributes.
  ///   - kept: The values of these attributes, in their order.
  package func clear(_ entity: String, exceptWhere attributes: [String], areAmong kept: Set<[Value]>) throws {
    let layout = try layout(entity)
    let names = attributes.map { layout.entity.propertyName(forKey: $0) }
    guard names.allSatisfy({ layout.entity.attribute($0) != nil }) else { return }
    let stored = try Set(
      kept.map { values in
        try zip(names, values).map { try layout.entity.attribute($0)?.accept($1, of: layout.entity) ?? .null }
      })
    let others = try fetch(FetchRequest(entity)).filter { object in
      !stored.contains(names.map { object.value(forKey: $0) ?? .null })
    }
    if !others.isEmpty { try delete(others) }
  }

  /// Creates an object. If an object with the same identity exists, it is updated instead.
  @discardableResult
  package func insert(_ entity: String, _ values: [String: Value] = [:]) throws -> ManagedObject {
    let layout = try layout(entity)
    return try save(layout) { planner in try planner.insert(layout, values: values) }
  }

  /// Changes properties of an object.
  ///
  /// - Returns: The updated object. The `object` passed in stays unchanged.
  /// - Throws: ``StoreError/objectIsGone(_:)`` if the object has been deleted.
  @discardableResult
  package func update(_ object: ManagedObject, _ values: [String: Value]) throws -> ManagedObject {
    let row = object.row
    return try save(row.layout) { planner in try planner.update(row.id, row.layout, values: values) }
  }

  /// Changes properties of several objects in a single transaction.
  package func updateAll(_ changes: [(object: ManagedObject, values: [String: Value])]) throws {
    guard !changes.isEmpty else { return }
    var planner = ImportPlanner(schema: schema, environment: .standard, source: "")
    for change in changes { try planner.update(change.object.row.id, change.object.row.layout, values: change.values) }
    let plan = planner.plan
    try write { transaction in
      var application = ImportApplication(plan, transaction: transaction)
      _ = try application.run()
    }
  }

  private func save(_ layout: EntityLayout, _ read: (inout ImportPlanner) throws -> Void) throws -> ManagedObject {
    var planner = ImportPlanner(schema: schema, environment: .standard, source: "")
    try read(&planner)
    let plan = planner.plan
    return try write { transaction in
      var application = ImportApplication(plan, transaction: transaction)
      let ids = try application.run()
      guard let object = try currentObjects(table: layout.table.index, ids: ids, in: transaction).first else {
        throw StoreError.objectIsGone(layout.entity.name)
      }
      return object
    }
  }

  /// Deletes objects and the objects that cascade rules include. Objects that no longer exist are ignored.
  ///
  /// - Returns: The deleted objects, which can be restored with ``restore(_:)``.
  @discardableResult
  package func delete(_ objects: [ManagedObject]) throws -> DeletedObjects {
    let byTable = Dictionary(grouping: objects) { $0.row.layout.table.index }
    return try write { transaction in
      var deletion = ObjectDeletion(transaction)
      try deletion.delete(byTable.mapValues { $0.map(\.row.id) })
      return deletion.deleted
    }
  }

  /// Restores deleted objects with their references in both directions, as far as the other objects still exist.
  ///
  /// - Throws: An error if another object now has the identity of one of them. Nothing is restored then.
  package func restore(_ objects: DeletedObjects) throws {
    try write { try $0.restore(objects) }
  }

  /// Deletes all objects of entities and their sub-entities.
  ///
  /// - Parameter entities: The entity names. An empty list means all entities.
  package func clear(_ entities: [String] = []) throws {
    let layouts = try (entities.isEmpty ? model.names : entities).map(layout)
    try write { try $0.clear(layouts) }
  }

  private func currentObjects(table: Int, ids: [Int64], in transaction: StoreTransaction) throws -> [ManagedObject] {
    let rows = try load(table: table, ids: ids, connection: transaction.connection)
    let byID = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return ids.compactMap { byID[$0].map { ManagedObject(store: self, row: $0) } }
  }
}

extension StoreTransaction {
  func clear(_ layouts: [EntityLayout]) throws {
    var deletion = ObjectDeletion(self)
    var ids: [Int: [Int64]] = [:]
    for layout in layouts {
      ids[layout.table.index, default: []] += try store.allIDs(of: layout, connection: connection)
    }
    try deletion.delete(ids)
  }
}
