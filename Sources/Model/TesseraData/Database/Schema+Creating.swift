import GRDB
import TesseraExpressions
import TesseraValues

/// Creates or updates the tables of a database file to match a model.
///
/// If only tables or columns are missing, they are added. Any other difference requires a ``SchemaMigration``. Both run
/// in a single transaction.
struct SchemaInstaller {
  let schema: StoreSchema
  let connection: Database
  /// The transformers that convert values of attributes with a changed type.
  let transformers: ValueTransformers

  /// The version of the table layout. A file with an earlier version loses its objects and keeps its `$state`; one with
  /// a later version is rejected unchanged.
  static let format = "1"

  func install() throws {
    try run("CREATE TABLE IF NOT EXISTS \"$meta\" (name TEXT PRIMARY KEY, value) WITHOUT ROWID")
    try run("CREATE TABLE IF NOT EXISTS \"$state\" (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
    let wanted = schema.description
    let found = try storedDescription()
    // A file of a later format stays as it is.
    try run(
      "CREATE TABLE IF NOT EXISTS \"$event\" "
        + "(page TEXT, batch INTEGER, event INTEGER, PRIMARY KEY (page, batch, event))")
    if found == wanted { return }
    try connection.inTransaction {
      if let found, Set(found).isSubset(of: wanted) {
        try add(wanted.filter { !Set(found).contains($0) })
      } else if let found {
        let migration = SchemaMigration(
          schema: schema, former: FormerSchema(found), connection: connection, transformers: transformers)
        try migration.run { try add(wanted) }
      } else {
        try dropEverything()
        try add(wanted)
      }
      try store(wanted)
      return .commit
    }
  }

  private func storedDescription() throws -> [String]? {
    let statement = try RawStatement(connection, "SELECT value FROM \"$meta\" WHERE name = ?", isCached: false)
    statement.bind("format", at: 1)
    guard let format = try statement.firstRow({ statement.text(0) }) else { return nil }
    if let number = Int(format), let own = Int(Self.format), number > own { throw StoreError.laterFormat(number) }
    guard format == Self.format else { return nil }
    statement.bind("schema", at: 1)
    return try statement.firstRow { statement.text(0).split(separator: "\n").map(String.init) }
  }

  private func store(_ description: [String]) throws {
    let statement = try RawStatement(connection, "INSERT OR REPLACE INTO \"$meta\" VALUES (?, ?)", isCached: false)
    for (name, value) in [("format", Self.format), ("schema", description.joined(separator: "\n"))] {
      statement.bind(name, at: 1)
      statement.bind(value, at: 2)
      try statement.run()
    }
    let counters = try RawStatement(connection, "INSERT OR IGNORE INTO \"$meta\" VALUES (?, 0)", isCached: false)
    for name in ["row", "version"] {
      counters.bind(name, at: 1)
      try counters.run()
    }
  }

  private func dropEverything() throws {
    let statement = try RawStatement(
      connection,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('$meta', '$state', '$event') AND name NOT LIKE 'sqlite_%'",
      isCached: false)
    var names: [String] = []
    try statement.forEachRow { names.append(statement.text(0)) }
    for name in names { try run("DROP TABLE \"\(name.replacing("\"", with: "\"\""))\"") }
  }

  private func add(_ lines: [String]) throws {
    let missing = Set(lines)
    for table in schema.tables {
      if missing.contains(schema.line(table)) { try create(table) } else { try complete(table, missing) }
      try createIndexes(of: table)
    }
    for pairs in schema.pairTables where missing.contains(schema.line(pairs)) {
      try run(
        "CREATE TABLE \"\(pairs.name)\" (owner INTEGER, destination INTEGER, position INTEGER, "
          + "PRIMARY KEY (owner, destination)) WITHOUT ROWID")
      try run("CREATE INDEX \"\(pairs.name).back\" ON \"\(pairs.name)\" (destination)")
    }
  }

  private func create(_ table: EntityTable) throws {
    let columns =
      ["\"$id\" INTEGER PRIMARY KEY", "\"$version\" INTEGER NOT NULL", "\"$entity\" TEXT NOT NULL"]
      + table.columns.map { "\"\($0.name)\" \($0.declaredType)" }
    try run("CREATE TABLE \"\(table.name)\" (\(columns.joined(separator: ", ")))")
  }

  private func complete(_ table: EntityTable, _ missing: Set<String>) throws {
    for column in table.columns where missing.contains(schema.line(column, of: table)) {
      try run("ALTER TABLE \"\(table.name)\" ADD COLUMN \"\(column.name)\" \(column.declaredType)")
      guard case .attribute(let attribute) = column.kind, !attribute.defaultValue.isNull,
        let hierarchy = schema.layouts[column.entity]?.hierarchy
      else { continue }
      let names = hierarchy.map { "'\($0)'" }.joined(separator: ", ")
      let statement = try RawStatement(
        connection, "UPDATE \"\(table.name)\" SET \"\(column.name)\" = ? WHERE \"$entity\" IN (\(names))",
        isCached: false)
      statement.bind(attribute.defaultValue, ofType: attribute.type, at: 1)
      try statement.run()
    }
  }

  private func createIndexes(of table: EntityTable) throws {
    for column in table.columns {
      guard case .reference = column.kind else { continue }
      try run("CREATE INDEX IF NOT EXISTS \"$\(table.name).\(column.name)\" ON \"\(table.name)\" (\"\(column.name)\")")
    }
    for columns in schema.identities(of: table) {
      try run(
        "CREATE INDEX IF NOT EXISTS \"$\(table.name) \(columns.joined(separator: ","))\" ON \"\(table.name)\" "
          + "(\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))")
    }
  }

  private func run(_ sql: String) throws { try RawStatement(connection, sql, isCached: false).run() }
}
