import TesseraValues

/// How a model lies in tables.
///
/// One table for each root entity holds the objects of all that inherit from it; `$entity` says which one a row is.
/// A to-one relationship is a column with the other's row number. A to-many relationship whose inverse is to-one needs
/// no storage of its own; any other is a table of pairs. Names in the database that no model can choose begin with `$`.
struct StoreSchema: Sendable {
  let model: EntityModel
  let tables: [EntityTable]
  let pairTables: [PairTable]
  /// What each entity can read and write, by its name.
  let layouts: [String: EntityLayout]

  init(_ model: EntityModel) {
    self.model = model
    let roots = model.names.filter { model[$0]?.parent == nil }
    let tableIndex = Dictionary(uniqueKeysWithValues: roots.enumerated().map { ($1, $0) })
    var tables = roots.enumerated().map { EntityTable(index: $0.offset, root: $0.element, model: model) }
    var pairTables: [PairTable] = []
    var storages: [String: RelationshipStorage] = [:]

    func key(_ relationship: Relationship) -> String { "\(relationship.entity).\(relationship.name)" }
    func inverse(of relationship: Relationship) -> Relationship? {
      relationship.inverse.flatMap { model[relationship.destination]?.relationship($0) }
    }
    let declared = model.names.compactMap { model[$0] }.flatMap { entity in
      entity.relationships.filter { $0.entity == entity.name }
    }
    // Columns first: they may stand for the relationship at the other end as well.
    for relationship in declared where !relationship.isToMany {
      let back = inverse(of: relationship)
      if let back, !back.isToMany, storages[key(back)] != nil { continue }
      guard let own = tableIndex[model[relationship.entity]?.root ?? ""],
        let other = tableIndex[model[relationship.destination]?.root ?? ""]
      else { continue }
      let column = tables[own].addReference(relationship, to: other)
      storages[key(relationship)] = .column(column, isExclusive: back.map { !$0.isToMany } ?? false)
      if let back { storages[key(back)] = .inverseColumn(table: own, column: column) }
    }
    for relationship in declared where storages[key(relationship)] == nil {
      guard let own = tableIndex[model[relationship.entity]?.root ?? ""],
        let other = tableIndex[model[relationship.destination]?.root ?? ""]
      else { continue }
      let pairs = PairTable(
        name: "$\(relationship.entity).\(relationship.name)", ownerTable: own, destinationTable: other)
      storages[key(relationship)] = .pairs(pairTables.count, isForward: true)
      if let back = inverse(of: relationship) { storages[key(back)] = .pairs(pairTables.count, isForward: false) }
      pairTables.append(pairs)
    }

    self.tables = tables
    self.pairTables = pairTables
    var layouts: [String: EntityLayout] = [:]
    for name in model.names {
      guard let entity = model[name], let index = tableIndex[entity.root] else { continue }
      let relationships: [RelationshipLayout] = entity.relationships.compactMap { relationship in
        guard let storage = storages[key(relationship)],
          let destination = tableIndex[model[relationship.destination]?.root ?? ""]
        else { return nil }
        return RelationshipLayout(
          relationship: relationship, table: index, destinationTable: destination, storage: storage,
          inverseRule: inverse(of: relationship)?.deleteRule)
      }
      layouts[name] = EntityLayout(
        entity: entity, table: tables[index], relationships: relationships,
        hierarchy: model.hierarchy(of: name).map(\.name))
    }
    self.layouts = layouts
  }

  /// All that rows rely on as text, a line for each thing, to notice that a model has changed.
  var description: [String] {
    tables.flatMap { table in
      [line(table)] + table.columns.map { line($0, of: table) }
        + model.hierarchy(of: table.name).map { "entity \(table.name) \($0.name)" }
        + identities(of: table).map { "identity \(table.name) \($0.joined(separator: ","))" }
    } + pairTables.map(line)
  }

  func line(_ table: EntityTable) -> String { "table \(table.name)" }

  func line(_ column: EntityTable.Column, of table: EntityTable) -> String {
    let line = "column \(table.name) \(column.name) \(column.declaredType)"
    if case .reference(let destination) = column.kind { return "\(line) to \(tables[destination].name)" }
    return line
  }

  func line(_ pairs: PairTable) -> String { "pairs \(pairs.name) to \(tables[pairs.destinationTable].name)" }

  /// The columns of every identity within a table, each combination once.
  func identities(of table: EntityTable) -> [[String]] {
    var found: [[String]] = []
    for entity in model.hierarchy(of: table.name) {
      let columns = entity.identityAttributes.compactMap { layouts[entity.name]?.attributeColumns[$0] }
        .map { table.columns[$0].name }
      if !columns.isEmpty, !found.contains(columns) { found.append(columns) }
    }
    return found
  }
}

/// The table of a root entity.
struct EntityTable: Sendable {
  /// The columns that every table has, in front of the model's own.
  static let systemColumns = ["$id", "$version", "$entity"]

  let index: Int
  /// The root entity's name, which is the table's.
  let name: String
  private(set) var columns: [Column] = []
  /// What the columns hold, for loops over rows: nothing in it has to be retained.
  private(set) var contents: [Content] = []

  enum Content: Sendable {
    case attribute(AttributeType)
    case reference
  }

  struct Column: Sendable {
    enum Kind: Sendable {
      case attribute(Attribute)
      case reference(destinationTable: Int)
    }
    /// The name in the database. Siblings may have properties of one name; those of sub-entities carry the entity's.
    let name: String
    let kind: Kind
    /// The entity that declares it.
    let entity: String

    var content: Content {
      if case .attribute(let attribute) = kind { .attribute(attribute.type.kept) } else { .reference }
    }

    /// The type by which SQLite keeps the values.
    var declaredType: String {
      guard case .attribute(let attribute) = kind else { return "INTEGER" }
      return switch attribute.type.kept {
      case .string: "TEXT"
      case .integer, .boolean: "INTEGER"
      case .double, .date: "REAL"
      default: "BLOB"
      }
    }
  }

  init(index: Int, root: String, model: EntityModel) {
    self.index = index
    name = root
    for entity in model.hierarchy(of: root) {
      for attribute in entity.attributes where attribute.entity == entity.name {
        columns.append(
          Column(
            name: Self.columnName(attribute.name, of: entity.name, root: root), kind: .attribute(attribute),
            entity: entity.name))
      }
    }
    contents = columns.map(\.content)
  }

  private static func columnName(_ property: String, of entity: String, root: String) -> String {
    entity == root ? property : "\(entity).\(property)"
  }

  mutating func addReference(_ relationship: Relationship, to table: Int) -> Int {
    columns.append(
      Column(
        name: Self.columnName(relationship.name, of: relationship.entity, root: name),
        kind: .reference(destinationTable: table), entity: relationship.entity))
    contents.append(.reference)
    return columns.count - 1
  }

  /// `"$id", "$version", "$entity", "text", …`: what ``RowReader`` reads.
  var selection: String {
    (Self.systemColumns + columns.map(\.name)).map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The same of a table with an alias.
  func selection(alias: String) -> String {
    (Self.systemColumns + columns.map(\.name)).map { "\(alias).\"\($0)\"" }.joined(separator: ", ")
  }
}

/// A table of pairs of row numbers: the owner's and the destination's.
struct PairTable: Sendable {
  let name: String
  let ownerTable: Int
  let destinationTable: Int
}

/// Where a relationship is stored.
enum RelationshipStorage: Sendable {
  /// In a column of the own table. Exclusive: no two rows may lead to the same destination.
  case column(Int, isExclusive: Bool)
  /// In a column of the destinations' table, which leads back.
  case inverseColumn(table: Int, column: Int)
  /// In a table of pairs, as its owner or as its destination.
  case pairs(Int, isForward: Bool)
}

/// A relationship and where it is stored.
struct RelationshipLayout: Sendable {
  let relationship: Relationship
  let table: Int
  let destinationTable: Int
  let storage: RelationshipStorage
  /// The delete rule at the other end, where there is a way back.
  let inverseRule: DeleteRule?
}

/// What an entity can read and write, and where it lies.
final class EntityLayout: Sendable {
  let entity: Entity
  let table: EntityTable
  let relationships: [RelationshipLayout]
  /// The entity and all that inherit from it.
  let hierarchy: [String]
  /// The columns of its attributes.
  let attributeColumns: [String: Int]
  let relationshipsByName: [String: RelationshipLayout]
  /// The values of a new object, by column of the table.
  let defaults: [Value]

  init(entity: Entity, table: EntityTable, relationships: [RelationshipLayout], hierarchy: [String]) {
    self.entity = entity
    self.table = table
    self.relationships = relationships
    self.hierarchy = hierarchy
    var attributeColumns: [String: Int] = [:]
    var defaults = Array(repeating: Value.null, count: table.columns.count)
    let line = Set(entity.ancestors + [entity.name])
    for (index, column) in table.columns.enumerated() {
      if case .attribute(let attribute) = column.kind, line.contains(column.entity) {
        attributeColumns[attribute.name] = index
        defaults[index] = attribute.defaultValue
      }
    }
    self.defaults = defaults
    self.attributeColumns = attributeColumns
    relationshipsByName = Dictionary(
      relationships.map { ($0.relationship.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The condition that selects the entity's rows, or nil where it is all rows of the table.
  func condition(alias: String) -> String? {
    guard entity.parent != nil else { return nil }
    return "\(alias).\"$entity\" IN (\(hierarchy.map { "'\($0)'" }.joined(separator: ", ")))"
  }
}
