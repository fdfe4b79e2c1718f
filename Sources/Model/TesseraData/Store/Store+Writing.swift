package import TesseraExpressions
package import TesseraValues

extension Store {
  /// Makes objects of JSON data and saves them, all or none.
  ///
  /// - A key that is missing leaves the property alone; JSON null makes it null.
  /// - Objects with an identity that the store, or the data itself, already has are merged into one. Data for a
  ///   sub-entity whose identity is known under an ancestor turns that object into one of the sub-entity.
  /// - A relationship's value replaces what was there. A text or number in place of an object is its identity.
  /// - Imports are applied one after the other.
  ///
  /// - Parameters:
  ///   - json: a list of objects, or one object.
  ///   - entity: the entity of the objects at the top.
  ///   - isList: whether `json` has to be a list.
  ///   - clearPolicy: what happens to the other objects of the entity.
  ///   - set: values for properties of the objects at the top, whatever the JSON says.
  ///   - transformers: where the model's transformer names are looked up. An unknown name changes nothing.
  ///   - context: what transformers may ask of the outside world.
  ///   - source: what the data is called in messages: `posts` for `posts[3].favorite_count: expected number, …`.
  /// - Returns: the objects at the top, each once, in order of the data.
  /// - Throws: ``StoreError``, or `CancellationError` if the task is cancelled before the commit. Nothing is saved then,
  ///   except that `clearPolicy: .before` has cleared.
  @discardableResult
  package func importJSON(
    _ json: Value, entity: String, isList: Bool, clearPolicy: ClearPolicy = .none, set: [String: Value] = [:],
    transformers: ValueTransformers = .standard, context: EvaluationContext = .system, source: String = ""
  ) async throws -> [ManagedObject] {
    let layout = try layout(entity)
    if clearPolicy == .before { try await write { try $0.clear([layout]) } }
    var planner = ImportPlanner(schema: schema, transformers: transformers, context: context, source: source)
    try planner.readTopLevel(json, entity: entity, isList: isList, set: set)
    let plan = planner.plan
    return try await write { transaction in
      var application = ImportApplication(plan, transaction: transaction)
      let ids = try application.run(clearing: clearPolicy == .after ? layout : nil)
      return try self.currentObjects(table: layout.table.index, ids: ids, in: transaction)
    }
  }

  /// Creates an object. Where one has the identity that the values say, that one gets them: objects of one identity are
  /// one object.
  @discardableResult
  package func insert(_ entity: String, _ values: [String: Value] = [:]) throws -> ManagedObject {
    let layout = try layout(entity)
    return try save(layout) { planner in try planner.insert(layout, values: values) }
  }

  /// Changes properties of an object.
  /// - Returns: the object as it is now; `object` itself stays as it was read.
  /// - Throws: ``StoreError/objectIsGone(_:)`` where it was deleted meanwhile.
  @discardableResult
  package func update(_ object: ManagedObject, _ values: [String: Value]) throws -> ManagedObject {
    let row = object.row
    return try save(row.layout) { planner in try planner.update(row.id, row.layout, values: values) }
  }

  /// Changes properties of several objects, all or none.
  package func updateAll(_ changes: [(object: ManagedObject, values: [String: Value])]) throws {
    guard !changes.isEmpty else { return }
    var planner = ImportPlanner(schema: schema, transformers: .standard, context: .system, source: "")
    for change in changes { try planner.update(change.object.row.id, change.object.row.layout, values: change.values) }
    let plan = planner.plan
    try write { transaction in
      var application = ImportApplication(plan, transaction: transaction)
      _ = try application.run()
    }
  }

  private func save(_ layout: EntityLayout, _ read: (inout ImportPlanner) throws -> Void) throws -> ManagedObject {
    var planner = ImportPlanner(schema: schema, transformers: .standard, context: .system, source: "")
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

  /// Deletes objects, and what the rules of their relationships take along. Objects that are gone already are no
  /// error.
  /// - Returns: what is gone, to be brought back by ``restore(_:)``.
  @discardableResult
  package func delete(_ objects: [ManagedObject]) throws -> DeletedObjects {
    let byTable = Dictionary(grouping: objects) { $0.row.layout.table.index }
    return try write { transaction in
      var deletion = ObjectDeletion(transaction)
      try deletion.delete(byTable.mapValues { $0.map(\.row.id) })
      return deletion.deleted
    }
  }

  /// Brings deleted objects back: the same ones, with what led to them and what they led to as far as it is still there.
  /// - Throws: where another object has the identity of one of them by now. Nothing comes back then.
  package func restore(_ objects: DeletedObjects) throws {
    try write { try $0.restore(objects) }
  }

  /// Deletes all objects of some entities and of those that inherit from them.
  /// - Parameter entities: their names; none means all entities.
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
