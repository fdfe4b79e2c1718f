import TesseraExpressions
import TesseraValues

/// Converts JSON data to an ``ImportPlan``. It needs no database access, so it runs before the transaction and outside
/// its queue.
struct ImportPlanner {
  /// The maximum nesting depth of imported objects. Deeper data is rejected.
  static let maximumDepth = 100
  /// The maximum total number of columns and relationships of all imported objects, counted each time that data
  /// describes an object. Larger data is rejected. Several relationships may read the same member, so a small amount of
  /// data can describe a very large number of objects.
  static let maximumCells = 8_000_000

  /// The maximum number of steps of all expressions in an import together. Beyond it, the data is rejected.
  private static let maximumSteps = 20_000_000

  private let schema: StoreSchema
  private let environment: TemplateEnvironment
  private(set) var plan = ImportPlan()
  private var trail: JSONTrail
  private var rules: [String: ImportRules] = [:]
  private var depth = 0
  /// The values to set on top-level objects, by property name.
  private var topValues: [String: Value] = [:]
  private var remainingCells: Int
  /// The steps that expressions may still take; negative if they did not suffice.
  var remainingSteps = ImportPlanner.maximumSteps

  init(
    schema: StoreSchema, environment: TemplateEnvironment, source: String,
    maximumCells: Int = ImportPlanner.maximumCells
  ) {
    self.schema = schema
    remainingCells = maximumCells
    self.environment = environment
    trail = JSONTrail(source: source)
  }

  // MARK: Top level

  /// Reads data and sets properties of its top-level objects.
  ///
  /// - Parameter set: The values by property name. An identity attribute among them takes precedence over the data, so
  ///   that the object with that identity is found.
  mutating func readTopLevel(_ json: Value, entity: String, isList: Bool, set: [String: Value] = [:]) throws {
    let rules = try rules(for: entity)
    topValues = set
    var seen: Set<Int> = []
    if isList {
      guard case .array(let elements) = json else { throw mismatch("list", json) }
      plan.objects.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        trail.steps.append(.index(index))
        let object = try readObject(element, rules, isTop: true)
        if seen.insert(object).inserted { plan.topLevel.append(object) }
        trail.steps.removeLast()
      }
    } else {
      plan.topLevel = [try readObject(json, rules, isTop: true)]
    }
    try self.set(set)
  }

  /// Reads one element of a list, to find out whether it can be imported.
  mutating func readElement(_ json: Value, at index: Int, entity: String, set: [String: Value]) throws {
    let rules = try rules(for: entity)
    topValues = set
    trail.steps.append(.index(index))
    plan.topLevel = [try readObject(json, rules, isTop: true)]
    trail.steps.removeLast()
    try self.set(set)
  }

  /// Returns which objects an import replaces: those with the values that it sets for some attributes; nil for none, if
  /// one of the names is not that of an attribute.
  func clearing(_ layout: EntityLayout, where attributes: [String]) throws -> ImportPlan.Clearing? {
    var values: [Int: Value] = [:]
    for name in attributes {
      let property = layout.entity.propertyName(forKey: name)
      guard let column = layout.attributeColumns[property], let attribute = layout.entity.attribute(property) else {
        return nil
      }
      values[column] = try attribute.accept(topValues[name] ?? .null, of: layout.entity)
    }
    return ImportPlan.Clearing(layout: layout, values: values)
  }

  /// Sets properties of the top-level objects after everything else has been read.
  private mutating func set(_ values: [String: Value]) throws {
    for object in plan.topLevel {
      let entity = plan.objects[object].layout.entity
      let named = values.map { (entity.propertyName(forKey: $0.key), $0.value) }
      try set(Dictionary(named, uniquingKeysWith: { $1 }), of: object)
    }
  }

  /// Plans a new object with values by property name, or a change of the existing object with the same identity.
  mutating func insert(_ layout: EntityLayout, values: [String: Value]) throws {
    if layout.entity.isAbstract { throw StoreError.abstractEntity(layout.entity.name) }
    let rules = try rules(for: layout.entity.name)
    let parts = try layout.entity.identityAttributes.compactMap { name -> Value? in
      guard let value = values[name], let attribute = layout.entity.attribute(name) else { return nil }
      let accepted = try attribute.accept(value, of: layout.entity)
      return accepted.isNull ? nil : accepted
    }
    let isWhole = parts.count == layout.entity.identityAttributes.count
    let object = try pendingObject(isWhole ? IdentityKey(parts) : nil, rules)
    plan.topLevel.append(object)
    try set(values, of: object)
  }

  /// Plans a change of an existing object.
  mutating func update(_ row: Int64, _ layout: EntityLayout, values: [String: Value]) throws {
    let object = append(layout, .row(row))
    plan.topLevel.append(object)
    try set(values, of: object)
  }

  /// Appends an object without values to the plan.
  private mutating func append(_ layout: EntityLayout, _ target: ImportPlan.Target) -> Int {
    plan.objects.append(
      ImportPlan.PendingObject(
        layout: layout, target: target, values: Array(repeating: nil, count: layout.table.columns.count)))
    return plan.objects.count - 1
  }

  private mutating func set(_ values: [String: Value], of object: Int) throws {
    let layout = plan.objects[object].layout
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      if let column = layout.attributeColumns[name], let attribute = layout.entity.attribute(name) {
        plan.objects[object].values[column] = try attribute.accept(value, of: layout.entity)
      } else if let relationship = layout.relationshipsByName[name] {
        let references = try references(value, relationship, of: layout.entity)
        plan.objects[object].related.append((relationship, references))
      } else {
        throw StoreError.unknownProperty(
          name: name, entity: layout.entity.name, known: layout.entity.propertyNames)
      }
    }
  }

  private func references(_ value: Value, _ relationship: RelationshipLayout, of entity: Entity) throws
    -> [ImportPlan.Reference]
  {
    let destination = relationship.relationship.destination
    let values: [Value]
    switch value {
    case .null: values = []
    case .array(let elements) where relationship.relationship.isToMany: values = elements
    default: values = [value]
    }
    var seen: Set<Int64> = []
    return try values.compactMap { element in
      guard let object = element.object as? ManagedObject,
        object.row.layout.table.index == relationship.destinationTable,
        schema.model.entity(object.entity.name, isKindOf: destination)
      else {
        throw StoreError.typeMismatch(
          path: "\(entity.name).\(relationship.relationship.name)", expected: destination, found: element.typeName)
      }
      return seen.insert(object.row.id).inserted ? .row(object.row.id) : nil
    }
  }

  // MARK: Objects

  private mutating func readObject(_ json: Value, _ declared: ImportRules, isTop: Bool = false) throws -> Int {
    guard depth < Self.maximumDepth else {
      throw StoreError.tooDeep(path: trail.text(), limit: Self.maximumDepth)
    }
    depth += 1
    defer { depth -= 1 }
    var json = json
    if let transform = declared.dictionaryTransform {
      guard let transformed = transform(json, nil, environment.context) else {
        let name = declared.layout.entity.dictionaryTransformerName ?? ""
        throw mismatch("data that '\(name)' accepts", json)
      }
      json = transformed
    }
    guard case .dictionary(let members) = json else { throw mismatch("object", json) }
    let rules = try mappedRules(json, declared)

    let key = try isTop && !topValues.isEmpty ? identityOfTop(members, rules) : identity(of: members, rules)
    let object = try pendingObject(key, rules)
    for attribute in rules.attributes {
      guard let value = try value(of: attribute, in: members) else { continue }
      plan.objects[object].values[attribute.column] = value
    }
    for relationship in rules.relationships {
      guard let found = Self.member(relationship.path, of: members) else { continue }
      trail.steps.append(.path(relationship.path))
      let references = try readRelated(found, relationship)
      plan.objects[object].related.append((relationship.layout, references))
      trail.steps.removeLast()
    }
    return object
  }

  private mutating func mappedRules(_ json: Value, _ declared: ImportRules) throws -> ImportRules {
    let entity = declared.layout.entity
    guard let name = declared.mapper?(json, nil, environment.context)?.string else {
      if entity.isAbstract { throw StoreError.abstractEntity(entity.name) }
      return declared
    }
    guard schema.model.entity(name, isKindOf: entity.name) else {
      throw StoreError.typeMismatch(
        path: trail.text(), expected: "an entity that inherits from '\(entity.name)'", found: "'\(name)'")
    }
    let rules = try rules(for: name)
    if rules.layout.entity.isAbstract { throw StoreError.abstractEntity(name) }
    return rules
  }

  private mutating func readRelated(_ json: Value, _ relationship: ImportRules.RelationshipRule) throws
    -> [ImportPlan.Reference]
  {
    if case .null = json { return [] }
    let destination = try rules(for: relationship.layout.relationship.destination)
    guard relationship.layout.relationship.isToMany else {
      return [.pending(try readRelatedObject(json, destination))]
    }
    guard case .array(let elements) = json else { throw mismatch("list", json) }
    var references: [ImportPlan.Reference] = []
    var seen: Set<Int> = []
    for (index, element) in elements.enumerated() {
      trail.steps.append(.index(index))
      let object = try readRelatedObject(element, destination)
      if seen.insert(object).inserted { references.append(.pending(object)) }
      trail.steps.removeLast()
    }
    return references
  }

  /// Reads a related object, or an identity that refers to one.
  private mutating func readRelatedObject(_ json: Value, _ destination: ImportRules) throws -> Int {
    switch json {
    case .string, .integer, .double, .bool, .date:
      guard destination.layout.entity.dictionaryTransformerName == nil, destination.identity.count == 1,
        let identity = destination.identity.first
      else { return try readObject(json, destination) }
      let value = try accepted(json, identity, path: nil)
      if destination.layout.entity.isAbstract { throw StoreError.abstractEntity(destination.layout.entity.name) }
      let object = try pendingObject(value.isNull ? nil : .single(value), destination)
      plan.objects[object].values[identity.column] = value
      return object
    default: return try readObject(json, destination)
    }
  }

  /// Returns the pending object with an identity, or a new one.
  ///
  /// Data for an entity and for its sub-entity with the same identity describes one object, which is of the sub-entity.
  private mutating func pendingObject(_ key: IdentityKey?, _ rules: ImportRules) throws -> Int {
    let layout = rules.layout
    remainingCells -= 1 + layout.table.columns.count + rules.relationships.count
    guard remainingCells >= 0 else { throw StoreError.tooMuch(path: trail.text()) }
    var target = ImportPlan.Target.new
    if let key, let base = rules.identityBase {
      if let known = plan.bases[base].pending[key] {
        let other = plan.objects[known].layout.entity.name
        if schema.model.entity(other, isKindOf: layout.entity.name) { return known }
        if schema.model.entity(layout.entity.name, isKindOf: other) {
          plan.objects[known].layout = layout
          return known
        }
        throw StoreError.typeMismatch(
          path: trail.text(), expected: "one entity for one identity",
          found: "'\(other)' and '\(layout.entity.name)'")
      }
      plan.bases[base].pending[key] = plan.objects.count
      target = .identity(base: base, key: key)
    }
    return append(layout, target)
  }

  // MARK: Values

  /// Returns the identity of an object, or nil if a part of it is missing or null.
  private mutating func identity(of members: [String: Value], _ rules: ImportRules) throws -> IdentityKey? {
    var values: [Value] = []
    for attribute in rules.identity {
      guard let value = try value(of: attribute, in: members), !value.isNull else { return nil }
      values.append(value)
    }
    return IdentityKey(values)
  }

  /// Returns the identity of a top-level object, preferring the values to set over the data.
  private mutating func identityOfTop(_ members: [String: Value], _ rules: ImportRules) throws -> IdentityKey? {
    let entity = rules.layout.entity
    let set = Dictionary(topValues.map { (entity.propertyName(forKey: $0.key), $0.value) }, uniquingKeysWith: { $1 })
    var values: [Value] = []
    for name in entity.identityAttributes {
      if let value = set[name], let attribute = entity.attribute(name) {
        values.append(try attribute.accept(value, of: entity))
      } else if let rule = rules.identityRules[name], let value = try value(of: rule, in: members) {
        values.append(value)
      } else {
        return nil
      }
    }
    return values.contains(where: \.isNull) ? nil : IdentityKey(values)
  }

  /// Returns the value of an attribute: that of its expression, or that at the first of its paths that leads to one. The
  /// result is nil if all are missing, and null if none leads further than to null.
  private mutating func value(of attribute: ImportRules.AttributeRule, in members: [String: Value]) throws -> Value? {
    switch attribute.source {
    case .expression(let template):
      let found = template.value(in: members, environment: environment, spending: &remainingSteps)
      guard remainingSteps >= 0 else { throw StoreError.tooMuch(path: trail.text()) }
      return try accepted(found, attribute, path: ValuePath(keys: [attribute.name]))
    case .paths(let paths):
      var result: Value?
      for path in paths {
        guard let found = Self.member(path, of: members) else { continue }
        let value = try accepted(found, attribute, path: path)
        if !value.isNull { return value }
        result = value
      }
      return result
    }
  }

  private func accepted(_ found: Value, _ attribute: ImportRules.AttributeRule, path: ValuePath?) throws -> Value {
    if case .null = found { return .null }
    // Stubs can return dates, which JSON does not have. They need no transformation.
    if case .date = found, attribute.type == .date { return found }
    let value =
      if let transform = attribute.transform { transform(found, nil, environment.context) ?? .null } else {
        attribute.type.reading(found)
      }
    if let accepted = attribute.type.accept(value) { return accepted }
    throw StoreError.typeMismatch(
      path: trail.text(path), expected: attribute.type.expectation(for: value), found: attribute.type.finding(value))
  }

  /// Returns the value at a key path. The result is nil if a key is missing, and null if the value is null or the path
  /// leads through null.
  private static func member(_ path: ValuePath, of members: [String: Value]) -> Value? {
    guard let first = path.keys.first, var value = members[first] else { return nil }
    for key in path.keys.dropFirst() {
      if case .null = value { return .null }
      guard let next = value.value(forKey: key) else { return nil }
      value = next
    }
    return value
  }

  private func mismatch(_ expected: String, _ found: Value) -> StoreError {
    .typeMismatch(path: trail.text(), expected: expected, found: found.typeName)
  }

  private mutating func rules(for entity: String) throws -> ImportRules {
    if let known = rules[entity] { return known }
    guard let layout = schema.layouts[entity] else {
      throw StoreError.unknownEntity(name: entity, known: schema.model.names)
    }
    var base: Int?
    if !layout.entity.identityAttributes.isEmpty {
      let columns = layout.entity.identityAttributes.compactMap { layout.attributeColumns[$0] }
      let owner =
        layout.entity.ancestors.last {
          schema.model[$0]?.identityAttributes == layout.entity.identityAttributes
        } ?? entity
      base = plan.bases.firstIndex { $0.entity == owner }
      if base == nil {
        plan.bases.append(ImportPlan.IdentityBase(entity: owner, columns: columns))
        base = plan.bases.count - 1
      }
    }
    let new = ImportRules(layout, identityBase: base, transformers: environment.transformers)
    rules[entity] = new
    return new
  }
}

/// The import rules of an entity, resolved once. Unknown transformers have no effect.
final class ImportRules {
  /// From where an attribute has its value.
  enum Source {
    /// The first key path that leads to a value.
    case paths([ValuePath])
    /// An expression that reads members of the JSON object.
    case expression(Template)
  }
  struct AttributeRule {
    var name: String
    var column: Int
    var type: AttributeType
    var source: Source
    var transform: ValueTransformers.ArgumentTransform?
  }
  struct RelationshipRule {
    var layout: RelationshipLayout
    var path: ValuePath
  }

  let layout: EntityLayout
  let attributes: [AttributeRule]
  let relationships: [RelationshipRule]
  /// The identity attributes, or empty if one of them is not mapped.
  let identity: [AttributeRule]
  /// The mapped identity attributes, by name.
  let identityRules: [String: AttributeRule]
  let identityBase: Int?
  /// The transformer for each JSON object, applied before the object is read.
  let dictionaryTransform: ValueTransformers.ArgumentTransform?
  /// The transformer that returns the name of the sub-entity to create.
  let mapper: ValueTransformers.ArgumentTransform?

  init(_ layout: EntityLayout, identityBase: Int?, transformers: ValueTransformers) {
    self.layout = layout
    dictionaryTransform = layout.entity.dictionaryTransformerName.flatMap { transformers[$0] }
    mapper = layout.entity.mapperName.flatMap { transformers[$0] }
    self.identityBase = identityBase
    var attributes: [AttributeRule] = []
    var identity: [String: AttributeRule] = [:]
    for attribute in layout.entity.attributes {
      guard !attribute.jsonKeyPaths.isEmpty || attribute.jsonExpression != nil,
        let column = layout.attributeColumns[attribute.name]
      else { continue }
      let rule = AttributeRule(
        name: attribute.name, column: column, type: attribute.type,
        source: attribute.jsonExpression.map(Source.expression) ?? .paths(attribute.jsonKeyPaths),
        transform: attribute.transformerName.flatMap { transformers[$0] })
      attributes.append(rule)
      if layout.entity.identityAttributes.contains(attribute.name) { identity[attribute.name] = rule }
    }
    self.attributes = attributes
    let names = layout.entity.identityAttributes
    identityRules = identity
    self.identity = identity.count == names.count ? names.compactMap { identity[$0] } : []
    relationships = layout.relationships.compactMap { relationship in
      relationship.relationship.jsonKeyPath.map { RelationshipRule(layout: relationship, path: $0) }
    }
  }
}

extension Attribute {
  /// Returns the value in its stored form. A date may be given as ISO 8601 text, as in the model.
  ///
  /// - Throws: A ``StoreError`` if the type does not match.
  func accept(_ value: Value, of entity: Entity) throws -> Value {
    if let accepted = type.accept(type.reading(value)) { return accepted }
    throw StoreError.typeMismatch(
      path: "\(entity.name).\(name)", expected: type.expectation(for: value), found: type.finding(value))
  }
}
