import Foundation
import TesseraValues

/// Reads the source of a data model: the file `contents` in a folder `*.xcdatamodel`, which is XML.
///
/// Xcode writes `YES` for flags that are set and leaves out the others. An attribute of XML or an element that this
/// reader does not know becomes a problem of the model.
package struct ModelSourceReader {
  private var model = ManagedObjectModel()
  private var propertyCount = 0

  /// Reads a file.
  ///
  /// - Throws: What is wrong, with the line in the reason.
  package static func read(_ bytes: [UInt8]) throws(XcodeFileError) -> ManagedObjectModel {
    let root = try XMLTreeReader.root(of: bytes)
    guard root.name == "model" else { throw problem("The file is not a data model", in: root) }
    var reader = ModelSourceReader()
    for child in root.children {
      switch child.name {
      case "entity": try reader.readEntity(child)
      case "fetchRequest": reader.model.fetchRequestNames.append(child["name"] ?? "")
      // Where the editor draws the entities, and subsets of them for several stores.
      case "elements", "configuration": break
      default: reader.model.reportUnread(child.name, entity: nil, property: nil)
      }
    }
    return reader.model
  }

  private mutating func readEntity(_ element: XMLTreeElement) throws(XcodeFileError) {
    guard model.entities.count < ManagedObjectModel.Limit.entities else {
      throw Self.problem("The model has more than \(ManagedObjectModel.Limit.entities) entities", in: element)
    }
    let name = try Self.name(of: element)
    var entity = ManagedObjectModel.Entity(name: name)
    entity.className = element["representedClassName"]
    entity.parentName = element["parentEntity"]
    entity.isAbstract = element["isAbstract"] == "YES"
    entity.renamingIdentifier = element["elementID"]
    for child in element.children {
      switch child.name {
      case "attribute": entity.attributes.append(try attribute(child, of: name))
      case "relationship": entity.relationships.append(try relationship(child, of: name))
      case "userInfo": entity.userInfo = try Self.userInfo(child)
      case "uniquenessConstraints":
        entity.uniquenessConstraints = child.children.map { $0.children.compactMap { $0["value"] } }
      // Indices make fetches fast and have no other effect.
      case "fetchIndex", "compoundIndexes": break
      default: model.reportUnread(child.name, entity: name, property: child["name"])
      }
    }
    reportUnread(in: element, known: Self.entityKeys, entity: name, property: nil)
    model.entities.append(entity)
  }

  // MARK: - Properties

  private mutating func attribute(
    _ element: XMLTreeElement, of entity: String
  ) throws(XcodeFileError) -> ManagedObjectModel.Attribute {
    let name = try propertyName(of: element)
    let typeName = element["attributeType"] ?? "Undefined"
    guard let type = Self.types[typeName] else {
      throw Self.problem("The type of an attribute is unknown: '\(typeName.prefix(40))'", in: element)
    }
    var attribute = ManagedObjectModel.Attribute(name: name, type: type)
    attribute.isOptional = element["optional"] == "YES"
    attribute.isTransient = element["transient"] == "YES"
    attribute.valueTransformerName = element["valueTransformerName"]
    attribute.renamingIdentifier = element["elementID"]
    attribute.userInfo = try Self.userInfo(in: element)
    attribute.defaultValue = Self.defaultValue(element, of: type)
    if attribute.defaultValue == nil, element["defaultValueString"] ?? element["defaultDateTimeInterval"] != nil {
      model.reportUnreadableDefault(of: name, in: entity)
    }
    reportUnread(in: element, known: Self.attributeKeys, entity: entity, property: name)
    return attribute
  }

  private static func defaultValue(_ element: XMLTreeElement, of type: ManagedObjectModel.AttributeType) -> Value? {
    if type == .date {
      return element["defaultDateTimeInterval"].flatMap(Double.init).map {
        .date(Date(timeIntervalSinceReferenceDate: $0))
      }
    }
    guard let text = element["defaultValueString"] else { return nil }
    switch type {
    case .integer16, .integer32, .integer64: return Int64(text).map { .integer($0) }
    case .decimal, .double, .float: return Double(text).map { .double($0) }
    case .boolean:
      return ["YES", "1", "true"].contains(text) ? true : ["NO", "0", "false"].contains(text) ? false : nil
    case .string, .uuid, .uri: return .string(text)
    case .undefined, .date, .binary, .transformable, .objectID, .composite: return nil
    }
  }

  private mutating func relationship(
    _ element: XMLTreeElement, of entity: String
  ) throws(XcodeFileError) -> ManagedObjectModel.Relationship {
    let name = try propertyName(of: element)
    var relationship = ManagedObjectModel.Relationship(name: name)
    relationship.destinationName = element["destinationEntity"]
    relationship.inverseName = element["inverseName"]
    relationship.isToMany = element["toMany"] == "YES"
    relationship.isOrdered = element["ordered"] == "YES"
    relationship.isOptional = element["optional"] == "YES"
    relationship.isTransient = element["transient"] == "YES"
    relationship.minimumCount = element["minCount"].flatMap { Int64($0) } ?? 0
    relationship.maximumCount = element["maxCount"].flatMap { Int64($0) } ?? (relationship.isToMany ? 0 : 1)
    let ruleName = element["deletionRule"] ?? "Nullify"
    guard let rule = Self.deleteRules[ruleName] else {
      throw Self.problem("The delete rule of a relationship is unknown: '\(ruleName.prefix(40))'", in: element)
    }
    relationship.deleteRule = rule
    relationship.renamingIdentifier = element["elementID"]
    relationship.userInfo = try Self.userInfo(in: element)
    reportUnread(in: element, known: Self.relationshipKeys, entity: entity, property: name)
    return relationship
  }

  // MARK: - Parts

  private static func userInfo(in element: XMLTreeElement) throws(XcodeFileError) -> ManagedObjectModel.UserInfo {
    guard let child = element.child("userInfo") else { return [] }
    return try userInfo(child)
  }

  private static func userInfo(_ element: XMLTreeElement) throws(XcodeFileError) -> ManagedObjectModel.UserInfo {
    guard element.children.count <= ManagedObjectModel.Limit.userInfoEntries else {
      throw problem("A 'userInfo' has more than \(ManagedObjectModel.Limit.userInfoEntries) entries", in: element)
    }
    var result: ManagedObjectModel.UserInfo = []
    for entry in element.children(named: "entry") {
      guard let key = entry["key"], !result.contains(where: { $0.key == key }) else { continue }
      result.append(ManagedObjectModel.UserInfoEntry(key: key, value: entry["value"] ?? ""))
    }
    return result
  }

  private mutating func propertyName(of element: XMLTreeElement) throws(XcodeFileError) -> String {
    propertyCount += 1
    guard propertyCount <= ManagedObjectModel.Limit.properties else {
      throw Self.problem("The model has more than \(ManagedObjectModel.Limit.properties) properties", in: element)
    }
    return try Self.name(of: element)
  }

  private static func name(of element: XMLTreeElement) throws(XcodeFileError) -> String {
    guard let name = element["name"] else { throw problem("An entity or property has no name", in: element) }
    guard name.utf8.count <= ManagedObjectModel.Limit.nameBytes else {
      throw problem("A name has more than \(ManagedObjectModel.Limit.nameBytes) bytes", in: element)
    }
    return name
  }

  private static func problem(_ reason: String, in element: XMLTreeElement) -> XcodeFileError {
    XcodeFileError("\(reason), line \(element.line)")
  }

  // MARK: - Names

  private mutating func reportUnread(in element: XMLTreeElement, known: Set<String>, entity: String, property: String?)
  {
    for key in element.attributes.keys.sorted() where !known.contains(key) && element[key] != "NO" {
      model.reportUnread(key, entity: entity, property: property)
    }
    guard property != nil else { return }
    for child in element.children where child.name != "userInfo" {
      model.reportUnread(child.name, entity: entity, property: property)
    }
  }

  private static let types: [String: ManagedObjectModel.AttributeType] = [
    "Undefined": .undefined, "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64,
    "Decimal": .decimal, "Double": .double, "Float": .float, "String": .string, "Boolean": .boolean, "Date": .date,
    "Binary": .binary, "UUID": .uuid, "URI": .uri, "Transformable": .transformable, "ObjectID": .objectID,
    "Composite": .composite,
  ]
  private static let deleteRules: [String: ManagedObjectModel.DeleteRule] = [
    "No Action": .noAction, "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny,
  ]
  /// Keys that are read, and keys that only generated code, other programs or the editor use.
  private static let entityKeys: Set<String> = [
    "name", "representedClassName", "parentEntity", "isAbstract", "elementID", "codeGenerationType", "syncable",
    "versionHashModifier", "customClassName",
  ]
  private static let propertyKeys: Set<String> = [
    "name", "optional", "transient", "elementID", "syncable", "indexed", "versionHashModifier",
    "spotlightIndexingEnabled", "storedInTruthFile",
  ]
  private static let attributeKeys = propertyKeys.union([
    "attributeType", "defaultValueString", "defaultDateTimeInterval", "usesScalarValueType", "valueTransformerName",
    "customClassName", "allowsExternalBinaryDataStorage", "preserveAfterDeletion",
  ])
  private static let relationshipKeys = propertyKeys.union([
    "destinationEntity", "inverseName", "inverseEntity", "toMany", "ordered", "minCount", "maxCount", "deletionRule",
  ])
}
