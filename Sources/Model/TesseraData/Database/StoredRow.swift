import TesseraValues

/// A row as read from its table, with the values of all columns. References are row IDs.
struct StoredRow: Sendable {
  let id: Int64
  let version: Int64
  let layout: EntityLayout
  var values: [Value]
}

/// Reads rows of one table that were selected with ``EntityTable/selection``.
struct RowReader {
  private let table: EntityTable
  private let layouts: [(name: [UInt8], layout: EntityLayout)]

  init(_ table: EntityTable, schema: StoreSchema) {
    self.table = table
    layouts = schema.model.hierarchy(of: table.name).compactMap { entity in
      schema.layouts[entity.name].map { (Array(entity.name.utf8), $0) }
    }
  }

  /// Returns the current row of a statement, or nil if the model no longer has its entity.
  func row(_ statement: RawStatement) -> StoredRow? {
    let layout = statement.withTextBytes(2) { bytes in
      layouts.first { $0.name.elementsEqual(bytes) }?.layout
    }
    guard let layout else { return nil }
    var values: [Value] = []
    values.reserveCapacity(table.contents.count)
    for (offset, content) in table.contents.enumerated() {
      let index = offset + 3  // After the system columns.
      switch content {
      case .attribute(let type): values.append(statement.value(index, as: type))
      case .reference: values.append(statement.isNull(index) ? .null : .integer(statement.integer(index)))
      }
    }
    return StoredRow(id: statement.integer(0), version: statement.integer(1), layout: layout, values: values)
  }
}
