import Foundation
import TesseraValues

/// Reads a compiled data model: a `.mom` file, which is a keyed archive of an `NSManagedObjectModel`.
///
/// The keys are those that Core Data writes. A key that this reader does not know, such as a validation rule, becomes a
/// problem of the model.
package struct CompiledModelReader {
  private let archive: ArchivedObjects
  private var model = ManagedObjectModel()
  private var propertyCount = 0
  private var remainingTextBytes = ManagedObjectModel.Limit.textBytes

  /// Reads a file.
  ///
  /// - Throws: What is wrong, with the object.
  package static func read(_ bytes: [UInt8]) throws(XcodeFileError) -> ManagedObjectModel {
    try read(KeyedArchiveReader.read(bytes))
  }

  /// Reads a model from the objects of its archive.
  package static func read(_ archive: ArchivedObjects) throws(XcodeFileError) -> ManagedObjectModel {
    var reader = CompiledModelReader(archive: archive)
    try reader.readModel()
    return reader.model
  }

  private init(archive: ArchivedObjects) { self.archive = archive }

  // MARK: - Model and entities

  private mutating func readModel() throws(XcodeFileError) {
    let root = archive.root
    guard isObject(root, of: "NSManagedObjectModel") else {
      throw XcodeFileError("The archive is not a data model", object: root)
    }
    let entities = try entries(of: "NSEntities", in: root, limit: ManagedObjectModel.Limit.entities)
    for entry in entities { try readEntity(entry.value) }
    model.fetchRequestNames =
      try entries(of: "NSFetchRequestTemplates", in: root, limit: ManagedObjectModel.Limit.values).map(\.key)
    reportUnread(in: root, known: Self.modelKeys, entity: nil, property: nil)
  }

  private mutating func readEntity(_ value: ArchivedValue) throws(XcodeFileError) {
    let index = try object(value, of: "NSEntityDescription")
    guard let name = try name(of: "NSEntityName", in: index) else {
      throw XcodeFileError("An entity has no name", object: index)
    }
    var entity = ManagedObjectModel.Entity(name: name)
    entity.className = try self.name(of: "NSClassNameForEntity", in: index)
    if let parent = archive.reference(of: "NSSuperentity", in: index) {
      entity.parentName = try self.name(of: "NSEntityName", in: parent)
    }
    entity.isAbstract = flag(Self.abstractKeys, in: index)
    entity.renamingIdentifier = try self.name(of: "NSRenamingIdentifier", in: index)
    entity.userInfo = try userInfo(of: index)
    entity.uniquenessConstraints = try uniquenessConstraints(of: index)
    for property in try entries(of: "NSProperties", in: index, limit: ManagedObjectModel.Limit.properties) {
      propertyCount += 1
      guard propertyCount <= ManagedObjectModel.Limit.properties else {
        throw XcodeFileError("The model has more than \(ManagedObjectModel.Limit.properties) properties", object: index)
      }
      try readProperty(property.value, into: &entity)
    }
    reportUnread(in: index, known: Self.entityKeys, entity: name, property: nil)
    model.entities.append(entity)
  }

  /// Constraints are arrays of names, or of properties.
  private mutating func uniquenessConstraints(of entity: Int) throws(XcodeFileError) -> [[String]] {
    let constraints = archive.elements(of: Self.uniquenessKey, in: entity)
    guard constraints.count <= ManagedObjectModel.Limit.values else {
      throw XcodeFileError("An entity has too many constraints", object: entity)
    }
    var result: [[String]] = []
    for constraint in constraints {
      let elements: [ArchivedValue] =
        switch constraint {
        case .reference(let index): archive.elements(of: index)
        case .array(let elements): elements
        default: []
        }
      var names: [String] = []
      for element in elements.prefix(ManagedObjectModel.Limit.values) {
        if case .reference(let index) = element, let name = try name(of: "NSPropertyName", in: index) {
          names.append(name)
        } else if let text = archive.string(element) {
          try charge(text.utf8.count, at: entity)
          names.append(text)
        }
      }
      result.append(names)
    }
    return result
  }

  // MARK: - Properties

  private mutating func readProperty(
    _ value: ArchivedValue, into entity: inout ManagedObjectModel.Entity
  ) throws(XcodeFileError) {
    let index = try object(value, of: nil)
    guard let name = try name(of: "NSPropertyName", in: index) else {
      throw XcodeFileError("A property has no name", object: index)
    }
    if isObject(index, of: "NSAttributeDescription") {
      entity.attributes.append(try attribute(index, name: name, entity: entity.name))
      reportUnread(in: index, known: Self.attributeKeys, entity: entity.name, property: name)
    } else if isObject(index, of: "NSRelationshipDescription") {
      entity.relationships.append(try relationship(index, name: name, entity: entity.name))
      reportUnread(in: index, known: Self.relationshipKeys, entity: entity.name, property: name)
    } else {
      model.report(
        Diagnostic(
          .error, rule: "model-property",
          message: "'\(entity.name).\(name)' is a property of the class '\(archive[index]?.className ?? "")', "
            + "which is not supported"))
    }
  }

  private mutating func attribute(
    _ index: Int, name: String, entity: String
  ) throws(XcodeFileError) -> ManagedObjectModel.Attribute {
    let number = archive.integer(of: "NSAttributeType", in: index) ?? 0
    guard let type = ManagedObjectModel.AttributeType(rawValue: Int64(number)) else {
      throw XcodeFileError("The type of an attribute is unknown: \(number)", object: index)
    }
    var attribute = ManagedObjectModel.Attribute(name: name, type: type)
    attribute.isOptional = flag(["NSIsOptional"], in: index)
    attribute.isTransient = flag(["NSIsTransient"], in: index)
    attribute.valueTransformerName = try self.name(of: "NSValueTransformerName", in: index)
    attribute.renamingIdentifier = try self.name(of: "NSRenamingIdentifier", in: index)
    attribute.userInfo = try userInfo(of: index)
    if let value = archive.value(of: "NSDefaultValue", in: index) {
      attribute.defaultValue = try defaultValue(value, of: type, in: index)
      if case .none = value { return attribute }
      if attribute.defaultValue == nil {
        model.reportUnreadableDefault(of: name, in: entity)
      }
    }
    return attribute
  }

  private mutating func defaultValue(
    _ value: ArchivedValue, of type: ManagedObjectModel.AttributeType, in index: Int
  ) throws(XcodeFileError) -> Value? {
    // A UUID is bytes, and a URL is an object that wraps text.
    if case .reference(let object) = value {
      if let bytes = archive.data(of: "NS.uuidbytes", in: object) { return Self.uuid(bytes).map { .string($0) } }
      if let text = archive.string(of: "NS.relative", in: object) {
        try charge(text.utf8.count, at: index)
        return .string(text)
      }
    }
    if let text = archive.string(value) {
      try charge(text.utf8.count, at: index)
      return .string(text)
    }
    switch archive.unwrapped(value) {
    case .integer(let number): return type == .boolean ? .bool(number != 0) : .integer(number)
    case .boolean(let flag): return type == .boolean ? .bool(flag) : .integer(flag ? 1 : 0)
    case .number(let number):
      return type == .date ? .date(Date(timeIntervalSinceReferenceDate: number)) : .double(number)
    case .date(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let bytes):
      try charge(bytes.count, at: index)
      return .string(Data(bytes).base64EncodedString())
    case .none, .string, .reference, .array, .dictionary: return nil
    }
  }

  private static func uuid(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 16 else { return nil }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString.lowercased()
  }

  private mutating func relationship(
    _ index: Int, name: String, entity: String
  ) throws(XcodeFileError) -> ManagedObjectModel.Relationship {
    var relationship = ManagedObjectModel.Relationship(name: name)
    if let destination = archive.reference(of: "NSDestinationEntity", in: index) {
      relationship.destinationName = try self.name(of: "NSEntityName", in: destination)
    }
    if let inverse = archive.reference(of: "NSInverseRelationship", in: index) {
      relationship.inverseName = try self.name(of: "NSPropertyName", in: inverse)
    }
    if relationship.destinationName == nil {
      relationship.destinationName = try self.name(of: "_NSDestinationEntityName", in: index)
    }
    if relationship.inverseName == nil {
      relationship.inverseName = try self.name(of: "_NSInverseRelationshipName", in: index)
    }
    relationship.minimumCount = Int64(archive.integer(of: "NSMinCount", in: index) ?? 0)
    relationship.maximumCount = Int64(archive.integer(of: "NSMaxCount", in: index) ?? 0)
    relationship.isToMany = relationship.maximumCount != 1
    relationship.isOrdered = flag(["NSIsOrdered"], in: index)
    relationship.isOptional = flag(["NSIsOptional"], in: index)
    relationship.isTransient = flag(["NSIsTransient"], in: index)
    let number = archive.integer(of: "NSDeleteRule", in: index) ?? 1
    guard let rule = ManagedObjectModel.DeleteRule(rawValue: Int64(number)) else {
      throw XcodeFileError("The delete rule of a relationship is unknown: \(number)", object: index)
    }
    relationship.deleteRule = rule
    relationship.renamingIdentifier = try self.name(of: "NSRenamingIdentifier", in: index)
    relationship.userInfo = try userInfo(of: index)
    return relationship
  }

  // MARK: - Parts

  private mutating func userInfo(of index: Int) throws(XcodeFileError) -> ManagedObjectModel.UserInfo {
    var result: ManagedObjectModel.UserInfo = []
    for entry in try entries(of: "NSUserInfo", in: index, limit: ManagedObjectModel.Limit.userInfoEntries) {
      // Numbers are possible in a model that code made.
      let text = archive.string(entry.value) ?? archive.number(entry.value).map { JSONText.text(of: .double($0)) }
      guard let text, !result.contains(where: { $0.key == entry.key }) else { continue }
      try charge(entry.key.utf8.count, at: index)
      try charge(text.utf8.count, at: index)
      result.append(ManagedObjectModel.UserInfoEntry(key: entry.key, value: text))
    }
    return result
  }

  private func entries(
    of key: String, in index: Int, limit: Int
  ) throws(XcodeFileError) -> [(key: String, value: ArchivedValue)] {
    guard archive.elements(of: key, in: index).count <= limit else {
      throw XcodeFileError("'\(key)' has more than \(limit) entries", object: index)
    }
    return archive.entries(of: key, in: index)
  }

  private func object(_ value: ArchivedValue, of className: String?) throws(XcodeFileError) -> Int {
    guard case .reference(let index) = value, let object = archive[index] else {
      throw XcodeFileError("An entity or property of the model is not an object")
    }
    guard object.values.count <= ManagedObjectModel.Limit.values else {
      throw XcodeFileError("An object has more than \(ManagedObjectModel.Limit.values) values", object: index)
    }
    if let className, !isObject(index, of: className) {
      throw XcodeFileError("An object is not of the class '\(className)'", object: index)
    }
    return index
  }

  private func isObject(_ index: Int, of className: String) -> Bool {
    guard let object = archive[index] else { return false }
    return object.className == className || object.fallbackClassNames.contains(className)
  }

  private func flag(_ keys: Set<String>, in index: Int) -> Bool {
    keys.contains { archive.boolean(of: $0, in: index) == true }
  }

  /// Reads a name. Many objects may share one, so each costs its size.
  private mutating func name(of key: String, in index: Int) throws(XcodeFileError) -> String? {
    guard let text = archive.string(of: key, in: index) else { return nil }
    guard text.utf8.count <= ManagedObjectModel.Limit.nameBytes else {
      throw XcodeFileError("'\(key)' has more than \(ManagedObjectModel.Limit.nameBytes) bytes", object: index)
    }
    try charge(text.utf8.count, at: index)
    return text
  }

  private mutating func charge(_ count: Int, at index: Int) throws(XcodeFileError) {
    guard count <= remainingTextBytes else {
      throw XcodeFileError("Texts have more than \(ManagedObjectModel.Limit.textBytes) bytes", object: index)
    }
    remainingTextBytes -= count
  }

  // MARK: - Keys

  /// Reports values that say something and are not read.
  private mutating func reportUnread(in index: Int, known: Set<String>, entity: String?, property: String?) {
    for (key, value) in archive[index]?.values ?? [] where !known.contains(key) && !isEmpty(value) {
      model.reportUnread(key, entity: entity, property: property)
    }
  }

  private func isEmpty(_ value: ArchivedValue) -> Bool {
    switch archive.unwrapped(value) {
    case .none, .boolean(false), .integer(0): true
    case .reference(let index): isCollection(index) && archive.elements(of: index).isEmpty
    case .array(let elements): elements.isEmpty
    default: false
    }
  }

  private func isCollection(_ index: Int) -> Bool {
    ["NSArray", "NSSet", "NSDictionary"].contains { isObject(index, of: $0) }
  }

  private static let abstractKeys: Set<String> = ["NSIsAbstract", "_NSIsAbstract"]
  private static let uniquenessKey = "NSUniquenessConstraints"
  private static let modelKeys: Set<String> = [
    "NSEntities", "NSFetchRequestTemplates", "NSVersionIdentifiers", "NSVersionHashModifier",
  ]
  private static let entityKeys: Set<String> = abstractKeys.union([
    uniquenessKey, "NSEntityName", "NSClassNameForEntity", "NSSuperentity", "NSSubentities", "NSProperties",
    "NSUserInfo", "NSRenamingIdentifier", "NSManagedObjectModel", "NSVersionHashModifier",
  ])
  /// `_P` holds flags of the archive, not of the property.
  private static let propertyKeys: Set<String> = [
    "_P", "NSPropertyName", "NSEntity", "NSUserInfo", "NSIsOptional", "NSIsTransient", "NSIsIndexed",
    "NSRenamingIdentifier", "NSVersionHashModifier",
  ]
  private static let attributeKeys = propertyKeys.union([
    "NSAttributeType", "NSAttributeValueClassName", "NSDefaultValue", "NSValueTransformerName", "NSFlagsKey",
  ])
  private static let relationshipKeys = propertyKeys.union([
    "NSDestinationEntity", "_NSDestinationEntityName", "NSInverseRelationship", "_NSInverseRelationshipName",
    "NSMinCount", "NSMaxCount", "NSDeleteRule", "NSIsOrdered",
  ])
}
