import GRDB
import TesseraValues

/// A transaction that writes rows and records changes. It runs on the writer's queue.
final class StoreTransaction {
  let store: Store
  let connection: Database
  /// The version of every row written by this transaction. Later transactions have higher versions.
  let version: Int64
  private(set) var change = StoreChange()
  private var nextRow: Int64
  private let firstRow: Int64
  private var rows: [TableChange]
  private var markedEntities: Set<String> = []

  private struct TableChange {
    var inserted: Set<Int64> = []
    var updated: Set<Int64> = []
    var deleted: Set<Int64> = []
    /// Rows that did not change themselves, but whose relationships changed on the other side.
    var touched: Set<Int64> = []
  }

  init(store: Store, connection: Database) throws {
    self.store = store
    self.connection = connection
    rows = store.schema.tables.map { _ in TableChange() }
    let statement = try RawStatement(connection, "SELECT value FROM \"$meta\" WHERE name = ?")
    func counter(_ name: String) throws -> Int64 {
      statement.bind(name, at: 1)
      return try statement.firstRow { statement.integer(0) } ?? 0
    }
    firstRow = try counter("row")
    nextRow = firstRow
    version = try counter("version") + 1
  }

  /// Completes the transaction before the commit: updates the versions of touched rows and collects the changes.
  func finish() throws {
    for (index, table) in store.schema.tables.enumerated() {
      let touched = rows[index].touched.subtracting(rows[index].inserted).subtracting(rows[index].updated)
        .subtracting(rows[index].deleted)
      guard !touched.isEmpty else { continue }
      let statement = try RawStatement(
        connection, "UPDATE \"\(table.name)\" SET \"$version\" = ? WHERE \"$id\" = ? RETURNING \"$entity\"")
      for id in touched {
        statement.bind(version, at: 1)
        statement.bind(id, at: 2)
        try statement.forEachRow { markUpdated(id, table: index, entity: statement.text(0)) }
      }
    }
    for (index, table) in store.schema.tables.enumerated() {
      let account = rows[index]
      if !account.inserted.isEmpty { change.insertedRows[table.name] = account.inserted }
      if !account.updated.isEmpty { change.updatedRows[table.name] = account.updated }
      if !account.deleted.isEmpty { change.deletedRows[table.name] = account.deleted }
    }
    guard !change.isEmpty else { return }
    let statement = try RawStatement(connection, "UPDATE \"$meta\" SET value = ? WHERE name = ?")
    for (name, value) in [("row", nextRow), ("version", version)] {
      statement.bind(value, at: 1)
      statement.bind(name, at: 2)
      try statement.run()
    }
  }

  // MARK: Recording changes

  private func mark(entity: String) {
    guard markedEntities.insert(entity).inserted, let layout = store.schema.layouts[entity] else { return }
    change.entities.formUnion([entity] + layout.entity.ancestors)
  }

  func markUpdated(_ id: Int64, table: Int, entity: String) {
    if !rows[table].inserted.contains(id) { rows[table].updated.insert(id) }
    mark(entity: entity)
  }

  /// Records that a relationship of a row changed that is stored elsewhere.
  func touch(_ id: Int64, table: Int) { rows[table].touched.insert(id) }

  // MARK: Rows

  /// Returns a row ID that no object of this store has ever had.
  func newRowID() -> Int64 {
    nextRow += 1
    return nextRow
  }

  func statementForInserting(into table: Int) throws -> RawStatement {
    let layout = store.schema.tables[table]
    let count = EntityTable.systemColumns.count + layout.columns.count
    return try RawStatement(
      connection,
      "INSERT INTO \"\(layout.name)\" (\(layout.selection)) "
        + "VALUES (\(Array(repeating: "?", count: count).joined(separator: ",")))")
  }

  /// Inserts a row with a statement from ``statementForInserting(into:)``.
  func insert(_ id: Int64, _ values: [Value], of layout: EntityLayout, with statement: RawStatement) throws {
    statement.bind(id, at: 1)
    bind(values, of: layout, to: statement, from: 2)
    try statement.run()
    rows[layout.table.index].inserted.insert(id)
    mark(entity: layout.entity.name)
    touchDestinations(of: values, instead: nil, layout: layout)
  }

  /// Replaces the values of a row, and its entity if it changed.
  func update(_ old: StoredRow, to values: [Value], of layout: EntityLayout) throws {
    let table = layout.table
    let assignments = (EntityTable.systemColumns.dropFirst() + table.columns.map(\.name)).map { "\"\($0)\" = ?" }
    let statement = try RawStatement(
      connection, "UPDATE \"\(table.name)\" SET \(assignments.joined(separator: ", ")) WHERE \"$id\" = ?")
    bind(values, of: layout, to: statement, from: 1)
    statement.bind(old.id, at: assignments.count + 1)
    try statement.run()
    markUpdated(old.id, table: table.index, entity: layout.entity.name)
    mark(entity: old.layout.entity.name)
    touchDestinations(of: values, instead: old.values, layout: layout)
  }

  private func bind(_ values: [Value], of layout: EntityLayout, to statement: RawStatement, from index: Int) {
    statement.bind(version, at: index)
    statement.bind(layout.entity.name, at: index + 1)
    for (offset, content) in layout.table.contents.enumerated() {
      switch content {
      case .attribute(let type): statement.bind(values[offset], ofType: type, at: index + 2 + offset)
      case .reference: statement.bind(values[offset], at: index + 2 + offset)
      }
    }
  }

  /// Records changed relationships of the objects at both ends of a changed reference, if there is an inverse.
  private func touchDestinations(of values: [Value], instead old: [Value]?, layout: EntityLayout) {
    for relationship in layout.relationships {
      guard case .column(let column, _) = relationship.storage, relationship.relationship.inverse != nil,
        old == nil || old?[column] != values[column]
      else { continue }
      for id in [values[column].integer, old?[column].integer] {
        if let id { touch(id, table: relationship.destinationTable) }
      }
    }
  }

  /// Removes rows from the tables. References to them are handled by ``ObjectDeletion``.
  func remove(_ removed: [StoredRow], table: Int) throws {
    let statement = try RawStatement(
      connection, "DELETE FROM \"\(store.schema.tables[table].name)\" WHERE \"$id\" = ?")
    for row in removed {
      statement.bind(row.id, at: 1)
      try statement.run()
      rows[table].updated.remove(row.id)
      if rows[table].inserted.remove(row.id) == nil { rows[table].deleted.insert(row.id) }
      mark(entity: row.layout.entity.name)
    }
  }
}
