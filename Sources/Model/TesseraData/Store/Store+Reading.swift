import GRDB
package import TesseraValues

extension Store {
  /// The maximum number of row IDs in one statement.
  static let batchSize = 64

  /// Returns the rows with the given IDs, in any order. IDs without a row are skipped.
  func rows(table: Int, ids: some Collection<Int64>) throws -> [StoredRow] {
    guard !ids.isEmpty else { return [] }
    // What the changes of a group made may be undone, so that others must not find it.
    if isGrouping { return try read { connection in try load(table: table, ids: Array(ids), connection: connection) } }
    let generation = cache.generation
    var found: [StoredRow] = []
    var missing: [Int64] = []
    for id in ids {
      if let row = cache.row(table: table, id: id) { found.append(row) } else { missing.append(id) }
    }
    guard !missing.isEmpty else { return found }
    let loaded = try read { connection in try self.load(table: table, ids: missing, connection: connection) }
    cache.add(loaded, table: table, generation: generation)
    return found + loaded
  }

  func load(table: Int, ids: [Int64], connection: Database) throws -> [StoredRow] {
    let layout = schema.tables[table]
    let reader = readers[table]
    var loaded: [StoredRow] = []
    loaded.reserveCapacity(ids.count)
    let placeholders = Array(repeating: "?", count: ids.count == 1 ? 1 : Self.batchSize).joined(separator: ",")
    let statement = try RawStatement(
      connection, "SELECT \(layout.selection) FROM \"\(layout.name)\" WHERE \"$id\" IN (\(placeholders))")
    var start = 0
    while start < ids.count {
      let batch = ids[start..<min(start + Self.batchSize, ids.count)]
      for (offset, id) in batch.enumerated() { statement.bind(id, at: offset + 1) }
      if ids.count > 1, batch.count < Self.batchSize {
        for index in batch.count + 1...Self.batchSize { statement.bindNull(at: index) }
      }
      try statement.forEachRow {
        if let row = reader.row(statement) { loaded.append(row) }
      }
      start += batch.count
    }
    return loaded
  }

  /// Returns all rows of an entity in insertion order.
  func allRows(of layout: EntityLayout, connection: Database) throws -> [StoredRow] {
    let condition = layout.condition(alias: "t").map { " WHERE \($0)" } ?? ""
    let statement = try RawStatement(
      connection, "SELECT \(layout.table.selection) FROM \"\(layout.table.name)\" t\(condition) ORDER BY \"$id\"")
    let reader = readers[layout.table.index]
    var rows: [StoredRow] = []
    try statement.forEachRow {
      if let row = reader.row(statement) { rows.append(row) }
    }
    return rows
  }

  /// Returns the row IDs of all rows of an entity.
  func allIDs(of layout: EntityLayout, connection: Database) throws -> [Int64] {
    let condition = layout.condition(alias: "t").map { " WHERE \($0)" } ?? ""
    let statement = try RawStatement(connection, "SELECT \"$id\" FROM \"\(layout.table.name)\" t\(condition)")
    var ids: [Int64] = []
    try statement.forEachRow { ids.append(statement.integer(0)) }
    return ids
  }

  /// Returns the objects with the given row IDs, in the same order. IDs without a row are skipped.
  func objects(table: Int, ids: [Int64]) throws -> [ManagedObject] {
    let rows = Dictionary(try rows(table: table, ids: ids).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return ids.compactMap { rows[$0].map { ManagedObject(store: self, row: $0) } }
  }

  /// Returns the row IDs of the destinations of a relationship that is not stored in a column of its own table, in
  /// insertion order.
  func relatedIDs(_ relationship: RelationshipLayout, of id: Int64) throws -> [Int64] {
    let sql: String
    switch relationship.storage {
    case .column: return []
    case .inverseColumn(let table, let column):
      let destination = schema.tables[table]
      sql =
        "SELECT \"$id\" FROM \"\(destination.name)\" WHERE \"\(destination.columns[column].name)\" = ? ORDER BY \"$id\""
    case .pairs(let index, let isForward):
      let pairs = schema.pairTables[index].name
      sql =
        isForward
        ? "SELECT destination FROM \"\(pairs)\" WHERE owner = ? ORDER BY position, destination"
        : "SELECT owner FROM \"\(pairs)\" WHERE destination = ? ORDER BY owner"
    }
    return try read { connection in
      let statement = try RawStatement(connection, sql)
      statement.bind(id, at: 1)
      var ids: [Int64] = []
      try statement.forEachRow { ids.append(statement.integer(0)) }
      return ids
    }
  }

  /// Returns the object with an identity, or nil if it no longer exists.
  ///
  /// - Throws: A ``StoreError``.
  package func object(_ identity: ValueObjectIdentity) throws -> ManagedObject? {
    guard let table = schema.tables.first(where: { $0.name == identity.kind }) else { return nil }
    return try objects(table: table.index, ids: [identity.key]).first
  }
}
