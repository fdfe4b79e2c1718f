import TesseraValues

/// Applies an import plan to the store within one transaction.
struct ImportApplication {
  let plan: ImportPlan
  let transaction: StoreTransaction
  /// The row IDs of the pending objects.
  private var ids: [Int64]
  /// The existing rows of the pending objects.
  private var old: [StoredRow?]
  /// The rows of the cleared entity by row ID. Rows missing from the plan are deleted; the others are reset.
  private var cleared: [Int64: StoredRow] = [:]

  private var store: Store { transaction.store }

  init(_ plan: ImportPlan, transaction: StoreTransaction) {
    self.plan = plan
    self.transaction = transaction
    ids = Array(repeating: 0, count: plan.objects.count)
    old = Array(repeating: nil, count: plan.objects.count)
  }

  /// Writes all pending objects.
  ///
  /// - Parameter clearing: The objects of which those that are not pending are deleted.
  /// - Returns: The row IDs of the top-level objects.
  mutating func run(clearing: ImportPlan.Clearing? = nil) throws -> [Int64] {
    if let clearing { try readCleared(clearing) }
    try findRows()
    if let clearing { try clear(clearing.layout) }
    try writeRows()
    try writeRelationships()
    try removeSurplus()
    return plan.topLevel.map { ids[$0] }
  }

  /// Deletes the objects that entities do not keep, because newer ones were stored.
  private func removeSurplus() throws {
    var seen: Set<String> = []
    for object in plan.objects {
      guard let retention = object.layout.entity.retention, seen.insert(object.layout.entity.name).inserted else {
        continue
      }
      let column = retention.property.flatMap { object.layout.column(of: $0) }
      if retention.property != nil, column == nil { continue }
      var counts: [Value: Int] = [:]
      var surplus: [Int64] = []
      for row in try store.allRows(of: object.layout, connection: transaction.connection).reversed() {
        let value = column.map { row.values[$0] } ?? .null
        counts[value, default: 0] += 1
        if counts[value, default: 0] > retention.count { surplus.append(row.id) }
      }
      guard !surplus.isEmpty else { continue }
      var deletion = ObjectDeletion(transaction)
      try deletion.delete([object.layout.table.index: surplus])
    }
  }

  // MARK: Clearing

  private mutating func readCleared(_ clearing: ImportPlan.Clearing) throws {
    for row in try store.allRows(of: clearing.layout, connection: transaction.connection)
    where clearing.values.allSatisfy({ row.values[$0] == $1 }) {
      cleared[row.id] = row
    }
  }

  private func clear(_ layout: EntityLayout) throws {
    var kept: [Int: Set<Int64>] = [:]
    var named: [Int64: Set<String>] = [:]
    for (index, row) in old.enumerated() where row != nil {
      kept[plan.objects[index].layout.table.index, default: []].insert(ids[index])
      named[ids[index]] = Set(plan.objects[index].related.map(\.relationship.relationship.name))
    }
    var deletion = ObjectDeletion(transaction, protecting: kept)
    let table = layout.table.index
    let stays = kept[table] ?? []
    try deletion.delete([table: cleared.keys.filter { !stays.contains($0) }.sorted()])
    // A row that is imported again starts out like a new one: its stored references are removed, and objects that its
    // cascade rules would have deleted are deleted.
    for id in stays {
      guard let row = cleared[id] else { continue }
      for relationship in row.layout.relationships
      where named[id]?.contains(relationship.relationship.name) != true {
        if case .pairs(_, isForward: true) = relationship.storage {
          try transaction.set(relationship, of: id, to: [])
        } else if relationship.relationship.deleteRule == .cascade,
          case .inverseColumn = relationship.storage
        {
          let destinations = try store.relatedIDs(relationship, of: id)
          try deletion.delete([relationship.destinationTable: destinations])
        }
      }
    }
  }

  // MARK: Finding rows

  private mutating func findRows() throws {
    var wanted: [[Int]] = plan.bases.map { _ in [] }
    for (index, object) in plan.objects.enumerated() {
      switch object.target {
      case .new: ids[index] = 0
      case .row(let id):
        let row = try store.load(table: object.layout.table.index, ids: [id], connection: transaction.connection).first
        guard let row else { throw StoreError.objectIsGone(object.layout.entity.name) }
        adopt(row, for: index)
      case .identity(let base, _): wanted[base].append(index)
      }
    }
    for (base, indices) in wanted.enumerated() where !indices.isEmpty { try findRows(base: base, indices) }
    // Row IDs follow the order of the data, and thereby determine the order of unsorted objects.
    for index in ids.indices where ids[index] == 0 { ids[index] = transaction.newRowID() }
  }

  private mutating func findRows(base: Int, _ indices: [Int]) throws {
    let identity = plan.bases[base]
    guard let layout = store.schema.layouts[identity.entity] else { return }
    let lookup = IdentityLookup(
      store: store, table: layout.table, columns: identity.columns, connection: transaction.connection)
    guard try lookup.hasRows() else { return }
    try lookup.find(indices.map { plan.objects[$0].identityKey }) { row, key in
      guard let index = identity.pending[key], accepts(row, for: index) else { return }
      if let taken = old[index] {
        // If several rows have the same identity, the row of the closest entity is used, then the oldest row.
        let isKind = store.model.entity(row.layout.entity.name, isKindOf: plan.objects[index].layout.entity.name)
        let takenIsKind = store.model.entity(
          taken.layout.entity.name, isKindOf: plan.objects[index].layout.entity.name)
        guard (isKind ? 0 : 1, row.id) < (takenIsKind ? 0 : 1, taken.id) else { return }
      }
      adopt(row, for: index)
    }
  }

  /// Returns whether a row can become a pending object: it is of the same entity or a sub-entity, or it is of an
  /// ancestor that shares the identity and is then promoted.
  private func accepts(_ row: StoredRow, for index: Int) -> Bool {
    let wanted = plan.objects[index].layout.entity.name
    let found = row.layout.entity.name
    return store.model.entity(found, isKindOf: wanted) || store.model.entity(wanted, isKindOf: found)
  }

  private mutating func adopt(_ row: StoredRow, for index: Int) {
    ids[index] = row.id
    old[index] = row
  }

  // MARK: Writing

  private func writeRows() throws {
    var statements: [Int: RawStatement] = [:]
    for (index, object) in plan.objects.enumerated() {
      let table = object.layout.table
      guard let row = old[index] else {
        let values = try newValues(index, over: object.layout.defaults)
        let statement: RawStatement
        if let known = statements[table.index] {
          statement = known
        } else {
          statement = try transaction.statementForInserting(into: table.index)
          statements[table.index] = statement
        }
        try transaction.insert(ids[index], values, of: object.layout, with: statement)
        continue
      }
      let isPromoted = !store.model.entity(row.layout.entity.name, isKindOf: object.layout.entity.name)
      let layout = isPromoted ? object.layout : row.layout
      var start = row.values
      if cleared[row.id] != nil {
        start = layout.defaults
      } else if isPromoted {
        for (name, column) in layout.attributeColumns where row.layout.attributeColumns[name] == nil {
          start[column] = layout.defaults[column]
        }
      }
      let values = try newValues(index, over: start)
      if isPromoted || !Self.isSame(values, row.values) { try transaction.update(row, to: values, of: layout) }
    }
  }

  /// Returns the new values merged over old ones, including references.
  private func newValues(_ index: Int, over start: [Value]) throws -> [Value] {
    var values = start
    let object = plan.objects[index]
    for (column, value) in object.values.enumerated() {
      if let value { values[column] = value }
    }
    for (relationship, references) in object.related {
      guard case .column(let column, _) = relationship.storage else { continue }
      values[column] = try references.first.flatMap { try id(of: $0, relationship) }.map(Value.integer) ?? .null
    }
    return values
  }

  private func id(of reference: ImportPlan.Reference, _ relationship: RelationshipLayout) throws -> Int64? {
    switch reference {
    case .pending(let index): return ids[index]
    case .row(let id):
      // The object was read earlier. If its row has since been deleted, the reference would dangle.
      let table = relationship.destinationTable
      return try store.load(table: table, ids: [id], connection: transaction.connection).first?.id
    }
  }

  private func writeRelationships() throws {
    for (index, object) in plan.objects.enumerated() {
      for (relationship, references) in object.related {
        let destinations = try references.compactMap { try id(of: $0, relationship) }
        switch relationship.storage {
        case .column(_, let isExclusive):
          guard isExclusive, let destination = destinations.first else { continue }
          try transaction.makeExclusive(relationship, of: ids[index], destination: destination)
        default: try transaction.set(relationship, of: ids[index], to: destinations)
        }
      }
    }
  }

  /// Returns whether stored values are equal. An integer and a floating-point number of equal value can be
  /// distinguished only in columns of type `any`, where they read the same.
  private static func isSame(_ left: [Value], _ right: [Value]) -> Bool { left == right }
}

extension ImportPlan.PendingObject {
  var identityKey: IdentityKey {
    if case .identity(_, let key) = target { key } else { .composite([]) }
  }
}
