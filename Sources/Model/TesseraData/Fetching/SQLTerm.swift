import TesseraExpressions
import TesseraValues

/// An SQL expression with a known type.
struct SQLTerm {
  enum Kind: Equatable {
    case text
    case number
    case date
    /// The row ID of an object of a root entity.
    case object(String)
    /// JSON text, which SQL cannot compare as the predicate language does.
    case json

    init(_ type: AttributeType) {
      switch type.kept {
      case .string: self = .text
      case .integer, .double, .boolean: self = .number
      case .date: self = .date
      default: self = .json
      }
    }
  }

  var sql: String
  var kind: Kind
  /// The attribute's type, if the term is an attribute.
  var type: AttributeType?
}

/// Translates key paths of an entity.
struct KeyPathTranslator {
  let schema: StoreSchema
  private var aliases = 0

  init(_ schema: StoreSchema) { self.schema = schema }

  mutating func newAlias() -> String {
    aliases += 1
    return "t\(aliases)"
  }

  /// Returns the term for a key path through to-one relationships to an attribute or an object, or nil if it cannot be
  /// expressed in SQL.
  mutating func term(_ keys: ArraySlice<String>, of layout: EntityLayout, alias: String) -> SQLTerm? {
    guard let key = keys.first, keys.count <= 16 else { return nil }
    let rest = keys.dropFirst()
    if let (column, type) = attribute(key, of: layout) {
      guard rest.isEmpty else { return nil }
      return SQLTerm(sql: "\(alias).\"\(layout.table.columns[column].name)\"", kind: .init(type), type: type)
    }
    guard let relationship = layout.relationshipsByName[key], !relationship.relationship.isToMany,
      let destination = schema.layouts[relationship.relationship.destination]
    else { return nil }
    let table = schema.tables[relationship.destinationTable]
    let inner: String
    let other = newAlias()
    switch relationship.storage {
    case .column(let column, _):
      let reference = "\(alias).\"\(layout.table.columns[column].name)\""
      if rest.isEmpty { return SQLTerm(sql: reference, kind: .object(table.name)) }
      inner = "\(other).\"$id\" = \(reference)"
    case .inverseColumn(_, let column): inner = "\(other).\"\(table.columns[column].name)\" = \(alias).\"$id\""
    case .pairs: return nil
    }
    let value =
      rest.isEmpty
      ? SQLTerm(sql: "\(other).\"$id\"", kind: .object(table.name)) : term(rest, of: destination, alias: other)
    guard var value else { return nil }
    value.sql = "(SELECT \(value.sql) FROM \"\(table.name)\" \(other) WHERE \(inner) ORDER BY \(other).\"$id\" LIMIT 1)"
    return value
  }

  /// Returns the column of an attribute of an entity, or of a sub-entity if exactly one declares it. Rows of other
  /// entities have null in the column, just as their objects lack the key.
  private func attribute(_ key: String, of layout: EntityLayout) -> (column: Int, type: AttributeType)? {
    if let column = layout.attributeColumns[key] { return type(column, layout) }
    if layout.relationshipsByName[key] != nil { return nil }
    let others = layout.hierarchy.compactMap { schema.layouts[$0] }
    if others.contains(where: { $0.relationshipsByName[key] != nil }) { return nil }
    let columns = Set(others.compactMap { $0.attributeColumns[key] })
    guard columns.count == 1, let column = columns.first else { return nil }
    return type(column, layout)
  }

  private func type(_ column: Int, _ layout: EntityLayout) -> (column: Int, type: AttributeType)? {
    guard case .attribute(let attribute) = layout.table.columns[column].kind else { return nil }
    return (column, attribute.type)
  }
}
