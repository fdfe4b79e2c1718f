import TesseraValues

/// Deletes objects according to the delete rules of their relationships.
struct ObjectDeletion {
  let transaction: StoreTransaction
  /// The row IDs that are not deleted even if a rule requires it, by table. An import that clears an entity writes them
  /// again.
  var protected: [Int: Set<Int64>] = [:]
  private var visited: [Int: Set<Int64>] = [:]
  /// The objects and references deleted so far.
  private(set) var deleted = DeletedObjects()

  init(_ transaction: StoreTransaction, protecting protected: [Int: Set<Int64>] = [:]) {
    self.transaction = transaction
    self.protected = protected
  }

  private var schema: StoreSchema { transaction.store.schema }

  /// Deletes objects, given by table, and the objects that cascade rules include.
  ///
  /// - Throws: ``StoreError/deletionDenied(entity:relationship:)``.
  mutating func delete(_ ids: [Int: [Int64]]) throws {
    var rounds: [[StoredRow]] = []
    var denials: [(row: StoredRow, relationship: RelationshipLayout)] = []
    var next = ids
    while !next.isEmpty {
      var following: [Int: [Int64]] = [:]
      for (table, ids) in next.sorted(by: { $0.key < $1.key }) {
        let fresh = ids.filter { id in
          protected[table]?.contains(id) != true && visited[table, default: []].insert(id).inserted
        }
        let rows = try transaction.store.load(table: table, ids: fresh, connection: transaction.connection)
        rounds.append(rows)
        for row in rows {
          for relationship in row.layout.relationships {
            switch relationship.relationship.deleteRule {
            case .nullify: continue
            case .deny: denials.append((row, relationship))
            case .cascade:
              following[relationship.destinationTable, default: []] += try destinations(relationship, of: row)
            }
          }
        }
      }
      next = following
    }
    for (row, relationship) in denials {
      let table = relationship.destinationTable
      let remaining = try destinations(relationship, of: row).contains { visited[table]?.contains($0) != true }
      if remaining {
        throw StoreError.deletionDenied(
          entity: row.layout.entity.name, relationship: relationship.relationship.name)
      }
    }
    for rows in rounds {
      guard let table = rows.first?.layout.table.index else { continue }
      deleted.rows.append(contentsOf: rows)
      try removeReferences(rows, table: table)
      try transaction.remove(rows, table: table)
    }
  }

  private func destinations(_ relationship: RelationshipLayout, of row: StoredRow) throws -> [Int64] {
    if case .column(let column, _) = relationship.storage { return row.values[column].integer.map { [$0] } ?? [] }
    return try transaction.store.relatedIDs(relationship, of: row.id)
  }

  /// Removes every reference to the rows, whether or not the model has an inverse relationship.
  private mutating func removeReferences(_ rows: [StoredRow], table: Int) throws {
    for row in rows {
      for relationship in row.layout.relationships where relationship.relationship.inverse != nil {
        guard case .column(let column, _) = relationship.storage, let id = row.values[column].integer else { continue }
        transaction.touch(id, table: relationship.destinationTable)
      }
    }
    for other in schema.tables {
      for (index, column) in other.columns.enumerated() {
        guard case .reference(table) = column.kind else { continue }
        let statement = try RawStatement(
          transaction.connection,
          "UPDATE \"\(other.name)\" SET \"\(column.name)\" = NULL, \"$version\" = ? WHERE \"\(column.name)\" = ? "
            + "RETURNING \"$id\", \"$entity\"")
        for row in rows {
          statement.bind(transaction.version, at: 1)
          statement.bind(row.id, at: 2)
          try statement.forEachRow {
            transaction.markUpdated(statement.integer(0), table: other.index, entity: statement.text(1))
            deleted.references.append(
              DeletedObjects.Reference(table: other.index, column: index, row: statement.integer(0), target: row.id))
          }
        }
      }
    }
    for (index, pairs) in schema.pairTables.enumerated() {
      for (isOwner, own, other) in [
        (true, pairs.ownerTable, pairs.destinationTable), (false, pairs.destinationTable, pairs.ownerTable),
      ] where own == table {
        let column = isOwner ? "owner" : "destination"
        let statement = try RawStatement(
          transaction.connection,
          "DELETE FROM \"\(pairs.name)\" WHERE \(column) = ? RETURNING owner, destination, position")
        for row in rows {
          statement.bind(row.id, at: 1)
          try statement.forEachRow {
            let pair = DeletedObjects.Pair(
              table: index, owner: statement.integer(0), destination: statement.integer(1),
              position: statement.integer(2))
            deleted.pairs.append(pair)
            transaction.touch(isOwner ? pair.destination : pair.owner, table: other)
          }
        }
      }
    }
  }
}
