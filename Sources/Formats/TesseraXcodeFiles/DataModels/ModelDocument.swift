package import TesseraValues

/// A data model of Xcode as the document `model.json` of Tessera, with the problems of the translation.
///
/// What the document cannot say becomes a problem: nothing is dropped silently, with these exceptions, which change
/// nothing in Tessera: the names of classes, since objects are read by key; the sizes of numbers; and indices.
package struct ModelDocument: Sendable {
  /// The document, with entities and properties in the order of the model.
  package var root: JSONNode
  /// The problems of reading and of the translation.
  package var problems: [Diagnostic]

  /// The text of the document.
  package var text: String { JSONText.text(of: root, indented: true) + "\n" }

  /// Translates a model.
  package init(_ model: ManagedObjectModel) {
    var translator = ModelTranslator(model)
    root = translator.document()
    problems = translator.problems
  }
}

/// Translates a model, part by part.
struct ModelTranslator {
  private(set) var model: ManagedObjectModel
  /// The entities with usable names. Where names differ only by case, the first one.
  let entities: [String: ManagedObjectModel.Entity]

  init(_ model: ManagedObjectModel) {
    self.model = model
    var entities: [String: ManagedObjectModel.Entity] = [:]
    var folded: Set<String> = []
    for entity in model.entities {
      if !Self.isUsable(entity.name) {
        self.model.report(
          Diagnostic(
            .error, rule: "model-name", message: "'\(entity.name.prefix(80))' is not a name of an entity in Tessera"))
      } else if folded.insert(entity.name.lowercased()).inserted {
        entities[entity.name] = entity
      } else {
        self.model.report(
          Diagnostic(.error, rule: "model-name", message: "The name of the entity '\(entity.name)' is used twice"))
      }
    }
    self.entities = entities
  }

  var problems: [Diagnostic] { model.problems }

  mutating func add(_ problem: Diagnostic) { model.report(problem) }

  /// Names of Tessera's model, as `docs/reference/model.md` has them.
  static func isUsable(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64, !name.lowercased().hasPrefix("sqlite_") else {
      return false
    }
    let isWord = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    return isWord && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
  }

  mutating func document() -> JSONNode {
    var members: [(String, JSONNode)] = []
    var done: Set<String> = []
    for entity in model.entities where entities[entity.name] != nil && done.insert(entity.name).inserted {
      members.append((entity.name, translated(entity)))
    }
    for name in model.fetchRequestNames {
      add(
        Diagnostic(
          .warning, rule: "model-fetch-request",
          message: "The fetch request '\(name)' is left out: predicates are part of screens"))
    }
    return .object([("entities", .object(members))])
  }

  // MARK: - Entities

  private mutating func translated(_ entity: ManagedObjectModel.Entity) -> JSONNode {
    var members: [(String, JSONNode)] = []
    let ancestors = ancestors(of: entity)
    if let parent = ancestors.first { members.append(("parent", .text(parent.name))) }
    if entity.isAbstract { members.append(("isAbstract", .flag(true))) }
    members += annotations(of: entity, ancestors: ancestors)
    if let former = entity.renamingIdentifier, former != entity.name {
      members.append(("renamingIdentifier", .text(former)))
    }
    if !entity.uniquenessConstraints.isEmpty {
      let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ", ") }.joined(separator: "; ")
      add(
        Diagnostic(
          .warning, rule: "model-uniqueness",
          message: "The uniqueness constraint of '\(entity.name)' (\(constraints)) is left out: "
            + "use 'identityAttributes'"))
    }
    // Properties differ by more than case, also from inherited ones.
    var taken = Set(
      ancestors.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) }.map { $0.lowercased() })
    let attributes = entity.attributes.compactMap { attribute -> (String, JSONNode)? in
      guard isFree(attribute.name, in: entity, taken: &taken) else { return nil }
      return translated(attribute, of: entity.name).map { (attribute.name, $0) }
    }
    if !attributes.isEmpty { members.append(("attributes", .object(attributes))) }
    let relationships = entity.relationships.compactMap { relationship -> (String, JSONNode)? in
      guard isFree(relationship.name, in: entity, taken: &taken) else { return nil }
      return translated(relationship, of: entity.name).map { (relationship.name, $0) }
    }
    if !relationships.isEmpty { members.append(("relationships", .object(relationships))) }
    return .object(members)
  }

  private mutating func isFree(
    _ name: String, in entity: ManagedObjectModel.Entity, taken: inout Set<String>
  ) -> Bool {
    guard Self.isUsable(name) else {
      add(
        Diagnostic(
          .error, rule: "model-name", message: "'\(name.prefix(80))' of '\(entity.name)' is not a name in Tessera"))
      return false
    }
    guard taken.insert(name.lowercased()).inserted else {
      add(Diagnostic(.error, rule: "model-name", message: "'\(entity.name).\(name)' is declared twice, or inherited"))
      return false
    }
    return true
  }

  /// The entities from which an entity inherits, nearest first. A cycle, or a parent that does not exist, ends them.
  private mutating func ancestors(of entity: ManagedObjectModel.Entity) -> [ManagedObjectModel.Entity] {
    var result: [ManagedObjectModel.Entity] = []
    var next = entity.parentName
    while let name = next {
      guard let parent = entities[name], name != entity.name, result.count < Self.maximumAncestors else {
        if result.isEmpty || name == entity.name || result.count == Self.maximumAncestors {
          add(
            Diagnostic(
              .error, rule: "model-parent",
              message:
                "The parent '\(result.first?.name ?? name)' of '\(entity.name)' does not exist, or inherits from it"))
          return []
        }
        return result
      }
      result.append(parent)
      next = parent.parentName
    }
    return result
  }

  /// The maximum number of parents of an entity that are looked at. Further ones are ignored.
  private static let maximumAncestors = 64
}
