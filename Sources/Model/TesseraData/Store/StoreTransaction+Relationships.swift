import TesseraValues

extension StoreTransaction {
  /// Sets the destinations of a relationship that is not stored in a column of its own table.
  func set(_ relationship: RelationshipLayout, of id: Int64, to destinations: [Int64]) throws {
    let current = try store.relatedIDs(relationship, of: id)
    if current == destinations { return }
    switch relationship.storage {
    case .column: return
    case .inverseColumn(let table, let column):
      let wanted = Set(destinations)
      let known = Set(current)
      for other in current where !wanted.contains(other) { try setReference(nil, of: other, table: table, column) }
      for other in destinations where !known.contains(other) { try setReference(id, of: other, table: table, column) }
      if wanted != known { touch(id, table: relationship.table) }
    case .pairs(let index, let isForward):
      try replacePairs(index, isForward: isForward, of: id, with: destinations, relationship)
    }
  }

  /// Sets the reference of a row.
  ///
  /// - Parameter keepsOld: Whether an existing reference stays unchanged.
  func setReference(
    _ destination: Int64?, of row: Int64, table: Int, _ column: Int, keepsOld: Bool = false
  ) throws {
    let layout = store.schema.tables[table]
    let name = layout.columns[column].name
    guard case .reference(let destinationTable) = layout.columns[column].kind else { return }
    let old = try RawStatement(connection, "SELECT \"\(name)\" FROM \"\(layout.name)\" WHERE \"$id\" = ?")
    old.bind(row, at: 1)
    if let former = try old.firstRow({ old.isNull(0) ? nil : old.integer(0) }) ?? nil {
      if keepsOld { return }
      touch(former, table: destinationTable)
    }
    let statement = try RawStatement(
      connection,
      "UPDATE \"\(layout.name)\" SET \"\(name)\" = ?, \"$version\" = ? WHERE \"$id\" = ? RETURNING \"$entity\"")
    if let destination { statement.bind(destination, at: 1) } else { statement.bindNull(at: 1) }
    statement.bind(version, at: 2)
    statement.bind(row, at: 3)
    try statement.forEachRow { markUpdated(row, table: table, entity: statement.text(0)) }
  }

  private func replacePairs(
    _ index: Int, isForward: Bool, of id: Int64, with destinations: [Int64], _ relationship: RelationshipLayout
  ) throws {
    let pairs = store.schema.pairTables[index]
    let (own, other) = isForward ? ("owner", "destination") : ("destination", "owner")
    let removal = try RawStatement(
      connection, "DELETE FROM \"\(pairs.name)\" WHERE \(own) = ? RETURNING \(other)")
    removal.bind(id, at: 1)
    var affected: Set<Int64> = []
    try removal.forEachRow { affected.insert(removal.integer(0)) }
    let insertion = try RawStatement(
      connection, "INSERT OR IGNORE INTO \"\(pairs.name)\" (\(own), \(other), position) VALUES (?, ?, ?)")
    for (position, destination) in destinations.enumerated() {
      insertion.bind(id, at: 1)
      insertion.bind(destination, at: 2)
      insertion.bind(Int64(position), at: 3)
      try insertion.run()
    }
    touch(id, table: relationship.table)
    guard relationship.relationship.inverse != nil else { return }
    for destination in affected.symmetricDifference(destinations) {
      touch(destination, table: relationship.destinationTable)
    }
  }

  /// For a one-to-one relationship, removes the references of all other rows to a destination.
  func makeExclusive(_ relationship: RelationshipLayout, of id: Int64, destination: Int64) throws {
    guard case .column(let column, isExclusive: true) = relationship.storage else { return }
    let table = store.schema.tables[relationship.table]
    let name = table.columns[column].name
    let statement = try RawStatement(
      connection,
      "UPDATE \"\(table.name)\" SET \"\(name)\" = NULL, \"$version\" = ? WHERE \"\(name)\" = ? AND \"$id\" <> ? "
        + "RETURNING \"$id\", \"$entity\"")
    statement.bind(version, at: 1)
    statement.bind(destination, at: 2)
    statement.bind(id, at: 3)
    try statement.forEachRow { markUpdated(statement.integer(0), table: table.index, entity: statement.text(1)) }
  }
}
