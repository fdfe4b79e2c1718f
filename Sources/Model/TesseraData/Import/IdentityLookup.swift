import GRDB
import TesseraValues

/// Finds rows by the values of their identity attributes, in batches.
struct IdentityLookup {
  let store: Store
  let table: EntityTable
  let columns: [Int]
  let connection: Database

  /// Returns whether the table has any rows.
  func hasRows() throws -> Bool {
    try RawStatement(connection, "SELECT 1 FROM \"\(table.name)\" LIMIT 1").hasRow()
  }

  /// Calls a closure with each row that has one of the identities.
  func find(_ keys: [IdentityKey], found: (StoredRow, IdentityKey) throws -> Void) throws {
    // A batch is read completely before the closure is called, since the closure may use the same cached statements.
    let batchSize = columns.count == 1 ? Store.batchSize : 1
    let names = columns.map { "\"\(table.columns[$0].name)\"" }
    let condition =
      columns.count == 1
      ? "\(names[0]) IN (\(Array(repeating: "?", count: batchSize).joined(separator: ",")))"
      : names.map { "\($0) = ?" }.joined(separator: " AND ")
    let statement = try RawStatement(
      connection, "SELECT \(table.selection) FROM \"\(table.name)\" WHERE \(condition)")
    let reader = store.readers[table.index]
    var start = 0
    while start < keys.count {
      let batch = keys[start..<min(start + batchSize, keys.count)]
      var index = 1
      for key in batch {
        for value in key.values {
          statement.bind(value, at: index)
          index += 1
        }
      }
      while index <= batchSize * columns.count {
        statement.bindNull(at: index)
        index += 1
      }
      var rows: [StoredRow] = []
      try statement.forEachRow {
        if let row = reader.row(statement) { rows.append(row) }
      }
      for row in rows {
        let values = columns.map { row.values[$0] }
        try found(row, values.count == 1 ? .single(values[0]) : .composite(values))
      }
      start += batch.count
    }
  }
}
