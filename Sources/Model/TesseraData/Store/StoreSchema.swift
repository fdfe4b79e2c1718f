import TesseraValues

/// The mapping of a model to tables.
///
/// Each root entity has one table for the objects of all its sub-entities; the column `$entity` contains their entity.
/// A to-one relationship is a column with the destination's row ID. A to-many relationship whose inverse is to-one
/// needs no storage of its own. Any other relationship has a join table. Names in the database that are not from the
/// model start with `$`.
struct StoreSchema: Sendable {
  let model: EntityModel
  let tables: [EntityTable]
  let pairTables: [PairTable]
  /// The layouts of the entities, by name.
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
    // To-one relationships come first, because their columns can store the inverse relationships as well.
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

  /// A description of everything that stored rows depend on, one item per line. It is compared to detect changes of the
  /// model.
  var description: [String] {
    var lines: [String] = []
    for table in tables {
      lines.append(line(table))
      lines += table.columns.map { line($0, of: table) }
      lines += model.hierarchy(of: table.name).map { "entity \(table.name) \($0.name)" }
      lines += identities(of: table).map { "identity \(table.name) \($0.joined(separator: ","))" }
    }
    return lines + pairTables.map(line)
  }

  func line(_ table: EntityTable) -> String { "table \(table.name)" }

  func line(_ column: EntityTable.Column, of table: EntityTable) -> String {
    let line = "column \(table.name) \(column.name) \(column.declaredType)"
    if case .reference(let destination) = column.kind { return "\(line) to \(tables[destination].name)" }
    return line
  }

  func line(_ pairs: PairTable) -> String { "pairs \(pairs.name) to \(tables[pairs.destinationTable].name)" }

  /// Returns the columns of every identity in a table, without duplicates.
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
  /// The columns of every table, before the model's own.
  static let systemColumns = ["$id", "$version", "$entity"]

  let index: Int
  /// The name of the table, which is the name of the root entity.
  let name: String
  private(set) var columns: [Column] = []
  /// The content types of the columns, for loops over rows. They contain no references, so access needs no retain.
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
    /// The name in the database. Sub-entities may have properties with the same name, so the names of their columns
    /// include the entity.
    let name: String
    let kind: Kind
    /// The entity that declares the property.
    let entity: String

    var content: Content {
      if case .attribute(let attribute) = kind { .attribute(attribute.type.kept) } else { .reference }
    }

    /// The declared SQLite type.
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

  /// The columns that ``RowReader`` reads: `"$id", "$version", "$entity", "text", …`.
  var selection: String {
    (Self.systemColumns + columns.map(\.name)).map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// Returns the selected columns, qualified with a table alias.
  func selection(alias: String) -> String {
    (Self.systemColumns + columns.map(\.name)).map { "\(alias).\"\($0)\"" }.joined(separator: ", ")
  }
}

/// A join table with the row IDs of owners and destinations.
struct PairTable: Sendable {
  let name: String
  let ownerTable: Int
  let destinationTable: Int
}

/// The storage of a relationship.
enum RelationshipStorage: Sendable {
  /// A column of the relationship's own table. If exclusive, no two rows may refer to the same destination.
  case column(Int, isExclusive: Bool)
  /// A column of the destination's table, which stores the inverse.
  case inverseColumn(table: Int, column: Int)
  /// A join table, in the role of its owner or its destination.
  case pairs(Int, isForward: Bool)
}

/// A relationship and its storage.
struct RelationshipLayout: Sendable {
  let relationship: Relationship
  let table: Int
  let destinationTable: Int
  let storage: RelationshipStorage
  /// The delete rule of the inverse relationship, if there is one.
  let inverseRule: DeleteRule?
}

/// The mapping of an entity: its attributes, its relationships and their storage.
final class EntityLayout: Sendable {
  let entity: Entity
  let table: EntityTable
  let relationships: [RelationshipLayout]
  /// The names of the entity and all its sub-entities.
  let hierarchy: [String]
  /// The columns of the attributes, by attribute name.
  let attributeColumns: [String: Int]
  let relationshipsByName: [String: RelationshipLayout]
  /// The default values of a new object, by column of the table.
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

  /// The column of an attribute, or of a to-one relationship whose references are in the entity's table.
  func column(of property: String) -> Int? {
    if let column = attributeColumns[property] { return column }
    guard case .column(let column, _) = relationshipsByName[property]?.storage else { return nil }
    return column
  }

  /// Returns the condition that selects the entity's rows, or nil if the entity includes all rows of the table.
  func condition(alias: String) -> String? {
    guard entity.parent != nil else { return nil }
    return "\(alias).\"$entity\" IN (\(hierarchy.map { "'\($0)'" }.joined(separator: ", ")))"
  }
}
