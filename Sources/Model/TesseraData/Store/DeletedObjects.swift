import TesseraValues

/// Objects that were deleted together, and the references to them.
package struct DeletedObjects: Sendable {
  /// A removed reference to one of the objects.
  struct Reference: Sendable {
    let table: Int
    let column: Int
    let row: Int64
    let target: Int64
  }

  /// A removed row of a join table in which one side is a deleted object.
  struct Pair: Sendable {
    let table: Int
    let owner: Int64
    let destination: Int64
    let position: Int64
  }

  var rows: [StoredRow] = []
  var references: [Reference] = []
  var pairs: [Pair] = []

  /// Whether nothing was deleted.
  package var isEmpty: Bool { rows.isEmpty }
}

extension StoreTransaction {
  /// Restores deleted objects under their former row IDs, which are never reused.
  func restore(_ objects: DeletedObjects) throws {
    for row in objects.rows {
      if try isIdentityTaken(row) { throw StoreError.identityIsTaken(row.layout.entity.name) }
      let statement = try statementForInserting(into: row.layout.table.index)
      try insert(row.id, row.valuesWithoutReferences, of: row.layout, with: statement)
    }
    // References among the objects can be set only after all of them exist.
    for row in objects.rows {
      for (column, content) in row.layout.table.columns.enumerated() {
        guard case .reference(let table) = content.kind, let target = row.values[column].integer,
          try exists(target, table: table)
        else { continue }
        try refer(table: row.layout.table.index, column, of: row.id, to: target)
      }
    }
    for reference in objects.references {
      try refer(table: reference.table, reference.column, of: reference.row, to: reference.target)
    }
    for pair in objects.pairs {
      let pairs = store.schema.pairTables[pair.table]
      guard try exists(pair.owner, table: pairs.ownerTable), try exists(pair.destination, table: pairs.destinationTable)
      else { continue }
      let statement = try RawStatement(
        connection, "INSERT OR IGNORE INTO \"\(pairs.name)\" (owner, destination, position) VALUES (?, ?, ?)")
      statement.bind(pair.owner, at: 1)
      statement.bind(pair.destination, at: 2)
      statement.bind(pair.position, at: 3)
      try statement.run()
      touch(pair.owner, table: pairs.ownerTable)
      touch(pair.destination, table: pairs.destinationTable)
    }
  }

  /// Returns whether another object has the identity of a row.
  private func isIdentityTaken(_ row: StoredRow) throws -> Bool {
    let columns = row.layout.entity.identityAttributes.compactMap { row.layout.attributeColumns[$0] }
    guard let key = IdentityKey(columns.map { row.values[$0] }) else { return false }
    var isTaken = false
    let lookup = IdentityLookup(store: store, table: row.layout.table, columns: columns, connection: connection)
    try lookup.find([key]) { other, _ in
      if store.model.entity(other.layout.entity.name, isKindOf: row.layout.entity.name) { isTaken = true }
    }
    return isTaken
  }

  private func exists(_ id: Int64, table: Int) throws -> Bool {
    let statement = try RawStatement(
      connection, "SELECT 1 FROM \"\(store.schema.tables[table].name)\" WHERE \"$id\" = ?")
    statement.bind(id, at: 1)
    return try statement.hasRow()
  }

  /// Sets a row's reference to a target unless the row already has one.
  private func refer(table: Int, _ column: Int, of row: Int64, to target: Int64) throws {
    try setReference(target, of: row, table: table, column, keepsOld: true)
    if case .reference(let destination) = store.schema.tables[table].columns[column].kind {
      touch(target, table: destination)
    }
  }
}

extension StoredRow {
  /// The values without references, which are set after all rows exist.
  fileprivate var valuesWithoutReferences: [Value] {
    layout.table.columns.enumerated().map { index, column in
      if case .reference = column.kind { .null } else { values[index] }
    }
  }
}
