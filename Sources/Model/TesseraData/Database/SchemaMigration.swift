import GRDB
import TesseraExpressions
import TesseraValues

/// The schema for which a file's tables were created, read from the description stored in the file.
struct FormerSchema {
  /// A column of a former table.
  struct Column {
    /// The declared SQLite type: `TEXT`, `INTEGER`, `REAL` or `BLOB`.
    var declaredType: String
    /// The destination table, for relationships.
    var destination: String?
  }

  private(set) var columns: [String: [String: Column]] = [:]
  /// The table of each entity, by entity name.
  private(set) var tables: [String: String] = [:]
  /// The join tables.
  private(set) var pairTables: Set<String> = []

  /// Parses a ``StoreSchema/description``. Unknown lines are ignored.
  init(_ description: [String]) {
    for line in description {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "table" where words.count == 2: columns[words[1]] = columns[words[1]] ?? [:]
      case "column" where words.count == 4 || words.count == 6:
        columns[words[1], default: [:]][words[2]] = Column(
          declaredType: words[3], destination: words.count == 6 ? words[5] : nil)
      case "entity" where words.count == 3: tables[words[2]] = words[1]
      case "pairs" where words.count == 4: pairTables.insert(words[1])
      default: continue
      }
    }
  }

  /// The names of all tables.
  var tableNames: Set<String> { Set(columns.keys).union(pairTables) }
}

/// Migrates the rows of a file to the tables of another model.
///
/// Properties with the same name, or whose former name is given by the model, are kept. Values of attributes with a
/// changed type are converted, and new attributes get their defaults. Everything else is dropped.
///
/// Runs inside a transaction, so a failed migration leaves the file unchanged.
///
/// - Complexity: O(*n*) in the number of rows, plus O(*m*) in the number of converted values.
struct SchemaMigration {
  let schema: StoreSchema
  let former: FormerSchema
  let connection: Database
  let transformers: ValueTransformers

  private static let prefix = "$former "

  /// Runs the migration.
  ///
  /// - Parameter create: Creates the new tables.
  func run(create: () throws -> Void) throws {
    for name in try names(of: "index") { try run("DROP INDEX \(quoted(name))") }
    let present = try Set(names(of: "table"))
    let kept = former.tableNames.intersection(present)
    for name in kept { try run("ALTER TABLE \(quoted(name)) RENAME TO \(quoted(Self.prefix + name))") }
    try create()
    for table in schema.tables {
      for entity in schema.model.hierarchy(of: table.name) { try copyRows(of: entity, into: table, kept) }
    }
    for pairs in schema.pairTables { try copy(pairs, kept) }
    try removeMissingDestinations()
    for name in kept { try run("DROP TABLE \(quoted(Self.prefix + name))") }
  }

  private func names(of kind: String) throws -> [String] {
    let statement = try RawStatement(
      connection, "SELECT name FROM sqlite_master WHERE type = '\(kind)' AND name NOT LIKE 'sqlite_%'", isCached: false)
    var names: [String] = []
    try statement.forEachRow { names.append(statement.text(0)) }
    return names
  }

  // MARK: Rows

  /// Returns the name that an entity had in the file, or nil for a new entity.
  private func formerName(of entity: Entity) -> String? {
    if former.tables[entity.name] != nil { return entity.name }
    return entity.formerName.flatMap { former.tables[$0] == nil ? nil : $0 }
  }

  /// The former column from which a column's values are taken, possibly with a conversion.
  private struct Source {
    var column: EntityTable.Column
    var former: String
    var declaredType: String
  }

  private func copyRows(of entity: Entity, into table: EntityTable, _ kept: Set<String>) throws {
    guard let formerEntity = formerName(of: entity), let formerTable = former.tables[formerEntity],
      kept.contains(formerTable), let layout = schema.layouts[entity.name]
    else { return }
    let line = Set([entity.name] + entity.ancestors)
    var copied: [(new: String, old: String)] = []
    var converted: [Source] = []
    var added: [(column: String, attribute: Attribute)] = []
    for column in table.columns where line.contains(column.entity) {
      let source = self.source(of: column, in: layout, table: formerTable, entity: formerEntity)
      switch (column.kind, source) {
      case (.reference, let source?): copied.append((column.name, source.former))
      case (.reference, nil): continue
      case (.attribute(let attribute), nil): added.append((column.name, attribute))
      case (.attribute(let attribute), let source?):
        let isSame =
          source.declaredType == column.declaredType && attribute.type.kept == attribute.type
          && attribute.migrationTransformerName == nil
        if isSame { copied.append((column.name, source.former)) } else { converted.append(source) }
      }
    }
    try insert(entity.name, into: table, from: formerTable, formerEntity, copied, added)
    for source in converted { try convert(source, of: entity.name, in: table, from: formerTable) }
  }

  /// Returns the former column of a property if there is a compatible one.
  private func source(
    of column: EntityTable.Column, in layout: EntityLayout, table: String, entity: String
  ) -> Source? {
    let property = column.name.split(separator: ".").last.map(String.init) ?? column.name
    let hint =
      layout.entity.attribute(property)?.formerName ?? layout.entity.relationship(property)?.formerName
    let owner = schema.model[column.entity].flatMap { formerName(of: $0) } ?? column.entity
    let columns = former.columns[table] ?? [:]
    for name in [property, hint].compactMap(\.self) {
      for candidate in [name, "\(owner).\(name)", "\(entity).\(name)"] {
        guard let found = columns[candidate] else { continue }
        if case .reference = column.kind {
          guard found.destination != nil else { continue }
        } else {
          guard found.destination == nil else { continue }
        }
        return Source(column: column, former: candidate, declaredType: found.declaredType)
      }
    }
    return nil
  }

  private func insert(
    _ entity: String, into table: EntityTable, from formerTable: String, _ formerEntity: String,
    _ copied: [(new: String, old: String)], _ added: [(column: String, attribute: Attribute)]
  ) throws {
    let targets = EntityTable.systemColumns + copied.map(\.new) + added.map(\.column)
    let sources = ["\"$id\"", "\"$version\"", "?"] + copied.map { quoted($0.old) } + added.map { _ in "?" }
    let statement = try RawStatement(
      connection,
      "INSERT INTO \(quoted(table.name)) (\(targets.map(quoted).joined(separator: ", "))) "
        + "SELECT \(sources.joined(separator: ", ")) FROM \(quoted(Self.prefix + formerTable)) WHERE \"$entity\" = ?",
      isCached: false)
    statement.bind(entity, at: 1)
    for (index, value) in added.enumerated() {
      statement.bind(value.attribute.defaultValue, ofType: value.attribute.type, at: 2 + index)
    }
    statement.bind(formerEntity, at: 2 + added.count)
    try statement.run()
  }

  private func convert(
    _ source: Source, of entity: String, in table: EntityTable, from formerTable: String
  ) throws {
    guard case .attribute(let attribute) = source.column.kind else { return }
    let type: AttributeType =
      switch source.declaredType {
      case "TEXT": .string
      case "INTEGER": .integer
      case "REAL": .double
      default: .any
      }
    let reading = try RawStatement(
      connection,
      "SELECT o.\"$id\", o.\(quoted(source.former)) FROM \(quoted(Self.prefix + formerTable)) o "
        + "JOIN \(quoted(table.name)) n ON n.\"$id\" = o.\"$id\" WHERE n.\"$entity\" = ?", isCached: false)
    reading.bind(entity, at: 1)
    let writing = try RawStatement(
      connection, "UPDATE \(quoted(table.name)) SET \(quoted(source.column.name)) = ? WHERE \"$id\" = ?",
      isCached: false)
    let transform = attribute.migrationTransformerName.flatMap { transformers[$0] }
    try reading.forEachRow {
      let value = Self.converted(reading.value(1, as: type), to: attribute, by: transform)
      writing.bind(value, ofType: attribute.type, at: 1)
      writing.bind(reading.integer(0), at: 2)
      try writing.run()
    }
  }

  /// Converts a value to the type of an attribute, with the model's transformer or, if there is none, with the obvious
  /// conversion. Returns the default value if the conversion fails.
  static func converted(
    _ value: Value, to attribute: Attribute, by transform: ValueTransformers.ArgumentTransform?
  ) -> Value {
    if value.isNull { return transform == nil ? .null : attribute.defaultValue }
    let given = transform.map { $0(value, nil, .system) ?? .null } ?? value
    var candidates = [given]
    if transform == nil {
      switch given {
      case .string(let text):
        if let number = Double(text) { candidates.append(.double(number)) }
        let flags: [String: Bool] = ["true": true, "yes": true, "false": false, "no": false]
        if let flag = flags[text.lowercased()] { candidates.append(.bool(flag)) }
      case .integer, .double, .bool: candidates.append(.string(given.description))
      default: break
      }
    }
    for candidate in candidates {
      if let accepted = attribute.type.accept(attribute.type.reading(candidate)) { return accepted }
    }
    return attribute.defaultValue
  }

  // MARK: Relationships

  private func copy(_ pairs: PairTable, _ kept: Set<String>) throws {
    let parts = pairs.name.dropFirst().split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let entity = schema.model[parts[0]] else { return }
    let owners = [entity.name, formerName(of: entity)].compactMap(\.self)
    let properties = [parts[1], entity.relationship(parts[1])?.formerName].compactMap(\.self)
    let candidates = owners.flatMap { owner in properties.map { "$\(owner).\($0)" } }
    if let found = candidates.first(where: { former.pairTables.contains($0) && kept.contains($0) }) {
      return try run(
        "INSERT INTO \(quoted(pairs.name)) (owner, destination, position) "
          + "SELECT owner, destination, position FROM \(quoted(Self.prefix + found))")
    }
    // A former to-one reference becomes an element of the new to-many relationship.
    guard let name = formerName(of: entity), let table = former.tables[name], kept.contains(table) else { return }
    let columns = owners.flatMap { owner in properties.flatMap { [$0, "\(owner).\($0)"] } }
    guard let column = columns.first(where: { former.columns[table]?[$0]?.destination != nil }) else { return }
    try run(
      "INSERT OR IGNORE INTO \(quoted(pairs.name)) (owner, destination, position) SELECT \"$id\", \(quoted(column)), 0 "
        + "FROM \(quoted(Self.prefix + table)) WHERE \(quoted(column)) IS NOT NULL")
  }

  /// Removes references to rows that do not exist.
  private func removeMissingDestinations() throws {
    for table in schema.tables {
      for column in table.columns {
        guard case .reference(let destination) = column.kind else { continue }
        try run(
          "UPDATE \(quoted(table.name)) SET \(quoted(column.name)) = NULL WHERE \(quoted(column.name)) IS NOT NULL AND "
            + "\(quoted(column.name)) NOT IN (SELECT \"$id\" FROM \(quoted(schema.tables[destination].name)))")
      }
    }
    for pairs in schema.pairTables {
      for (column, table) in [("owner", pairs.ownerTable), ("destination", pairs.destinationTable)] {
        try run(
          "DELETE FROM \(quoted(pairs.name)) WHERE \(column) NOT IN "
            + "(SELECT \"$id\" FROM \(quoted(schema.tables[table].name)))")
      }
    }
  }

  private func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  private func run(_ sql: String) throws { try RawStatement(connection, sql, isCached: false).run() }
}
