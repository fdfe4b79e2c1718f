import Foundation
import TesseraExpressions
package import TesseraValues

extension EntityModel {
  /// Decodes `model.json`.
  ///
  /// All problems are collected, each with its source range. Unknown keys are warnings, so a model written for a later
  /// version still works.
  ///
  /// - Returns: The model, or nil if there are errors.
  package static func decode(_ document: JSONNode, diagnostics: inout Diagnostics) -> EntityModel? {
    var decoder = EntityModelDecoder()
    let model = decoder.decode(document)
    diagnostics.add(contentsOf: decoder.report.diagnostics.all)
    return model
  }

  /// Decodes the text of a `model.json`.
  ///
  /// - Throws: The first error as a ``Diagnostic``.
  package init(json text: String) throws(Diagnostic) {
    let document = try JSONNode.parse(text)
    var diagnostics = Diagnostics()
    guard let model = EntityModel.decode(document, diagnostics: &diagnostics) else {
      throw diagnostics.all.first { $0.severity == .error }
        ?? Diagnostic(rule: "model", message: "The model cannot be used")
    }
    self = model
  }
}

/// A single decoding of a model. It first reads each entity on its own, and then resolves the references between
/// entities.
struct EntityModelDecoder {
  /// The maximum number of entities in a model. A model with more is refused.
  static let maximumEntities = 256
  /// The maximum number of properties of an entity and those that inherit from it. A model with more is refused.
  static let maximumProperties = 1000

  private static let rules = ObjectRules(
    wrongType: "model-type", unknownKey: "unknown-key", missingKey: "model-entities", unknownKeySeverity: .warning)

  let report = DocumentReport()
  var drafts: [String: EntityDraft] = [:]
  var order: [String] = []

  mutating func decode(_ document: JSONNode) -> EntityModel? {
    var members = ObjectReader(document, "the model", Self.rules, report)
    _ = members.read("format")
    let node = members.require("entities")
    members.finish()
    guard let node else { return nil }
    var entities = members.reader(of: node, called: "'entities'")
    let list = entities.readMembers()
    guard list.count <= Self.maximumEntities else {
      complain("model-limit", node.range, "A model has at most \(Self.maximumEntities) entities")
      return nil
    }
    for member in list { readEntity(member, of: entities) }
    resolveParents()
    // A model that is too large is not processed further.
    guard checkSizes() else { return nil }
    for name in order { checkProperties(of: name) }
    for name in order { checkRelationships(of: name) }
    for name in order { checkAnnotations(of: name) }
    guard !report.hasErrors else { return nil }
    return EntityModel(entities: parentsFirst().compactMap(entity))
  }

  // MARK: Reading

  private mutating func readEntity(_ member: JSONMember, of entities: ObjectReader) {
    guard isUsableName(member.name, member.nameRange, "Entity") else { return }
    if let twin = order.first(where: { $0.lowercased() == member.name.lowercased() }) {
      return complain(
        "model-duplicate", member.nameRange, "Entity '\(member.name)' differs from '\(twin)' only by case")
    }
    var members = entities.reader(of: member, called: "entity '\(member.name)'")
    guard members.isObject else { return }
    var draft = EntityDraft(name: member.name, range: member.nameRange)
    draft.parent = members.readText("parent")
    draft.isAbstract = members.readFlag("isAbstract")
    draft.isOwnerEntity = members.readFlag("isOwnerEntity")
    let identity = members.readNames("identityAttribute")
    let identities = members.readNames("identityAttributes")
    draft.identity = identities.isEmpty ? identity : identities
    draft.owner = members.readText("ownerRelationship")
    draft.dictionaryTransformer = members.readText("JSONDictionaryTransformerName")
    draft.mapper = members.readText("entityMapperName")
    draft.formerName = members.readText("renamingIdentifier")?.value
    if let keep = members.readObject("keep", called: "'keep' of \(members.name.phrase)") {
      readRetention(keep, into: &draft)
    }
    let owner = members.name.phrase
    if var attributes = members.readObject("attributes", called: "'attributes' of \(owner)") {
      for attribute in attributes.readMembers() { readAttribute(attribute, of: attributes, into: &draft) }
    }
    if var relationships = members.readObject("relationships", called: "'relationships' of \(owner)") {
      for relationship in relationships.readMembers() {
        readRelationship(relationship, of: relationships, into: &draft)
      }
    }
    members.finish()
    drafts[member.name] = draft
    order.append(member.name)
  }

  private func readRetention(_ keep: ObjectReader, into draft: inout EntityDraft) {
    var keep = keep
    let count = keep.require("newest", as: .number)
    let property = keep.readText("of")
    keep.finish()
    guard let count else { return }
    guard let whole = Int(exactly: count.value), (1...Retention.maximumCount).contains(whole) else {
      return complain(
        "model-keep", count.range, "'newest' is a whole number from 1 to \(Retention.maximumCount)")
    }
    draft.retention = Retention(count: whole, property: property?.value)
    draft.retentionRange = property?.range
  }

  private func readAttribute(_ member: JSONMember, of attributes: ObjectReader, into draft: inout EntityDraft) {
    guard isUsableName(member.name, member.nameRange, "Attribute"), isFree(member, in: draft) else { return }
    draft.addName(of: member)
    var attribute = Attribute(
      name: member.name, entity: draft.name, type: .any, defaultValue: .null, jsonKeyPaths: [], transformerName: nil)
    // A type name alone can stand for an attribute.
    var typeNode: JSONNode? = member.value
    var defaultNode: JSONNode?
    if member.value.string == nil {
      var members = attributes.reader(of: member, called: "attribute '\(member.name)'")
      typeNode = members.read("type")
      defaultNode = members.read("default")
      attribute.jsonKeyPaths = members.readPaths("JSONKeyPath")
      attribute.jsonExpression = expression(&members, of: attribute)
      attribute.transformerName = members.readText("JSONTransformerName")?.value
      attribute.formerName = members.readText("renamingIdentifier")?.value
      attribute.migrationTransformerName = members.readText("migrationTransformerName")?.value
      members.finish()
      if typeNode == nil, members.isObject {
        complain("attribute-type", member.nameRange, "Attribute '\(member.name)' needs the key 'type'")
      }
    }
    if let typeNode {
      if let type = self.type(typeNode, of: member.name) { attribute.type = type } else { defaultNode = nil }
    }
    if let defaultNode { attribute.defaultValue = defaultValue(defaultNode, of: attribute) }
    draft.attributes.append(attribute)
  }

  private func expression(_ members: inout ObjectReader, of attribute: Attribute) -> Template? {
    guard let text = members.readText("JSONExpression") else { return nil }
    let template = Template(text.value, dialect: .native)
    if let problem = template.problem {
      report.add(problem.within(text: text.range))
      return nil
    }
    guard !template.isConstant else {
      complain(
        "attribute-expression", text.range,
        "'JSONExpression' of attribute '\(attribute.name)' is an expression such as '@{price * count}'")
      return nil
    }
    guard attribute.jsonKeyPaths.isEmpty else {
      complain(
        "attribute-expression", text.range,
        "Attribute '\(attribute.name)' has 'JSONKeyPath' and 'JSONExpression', of which one can be used")
      return nil
    }
    return template
  }

  private func type(_ node: JSONNode, of attribute: String) -> AttributeType? {
    func complaint(_ names: String, _ found: String) -> String {
      "The type of attribute '\(attribute)' is one of \(names); found \(found)"
    }
    guard let text = node.string else {
      let names = AttributeType.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      complain("attribute-type", node.range, complaint(names, node.typeName))
      return nil
    }
    return report.choice(Located(text, at: node.range), rule: "attribute-type") { complaint($0, "'\(text)'") }
  }

  private func defaultValue(_ node: JSONNode, of attribute: Attribute) -> Value {
    let value = attribute.type.reading(node.value)
    if let stored = attribute.type.accept(value) { return stored }
    complain(
      "attribute-default", node.range,
      "The default of attribute '\(attribute.name)' is \(attribute.type.expectation(for: value)), "
        + "found \(value.typeName)")
    return .null
  }

  private func readRelationship(_ member: JSONMember, of relationships: ObjectReader, into draft: inout EntityDraft) {
    guard isUsableName(member.name, member.nameRange, "Relationship"), isFree(member, in: draft) else { return }
    var members = relationships.reader(of: member, called: "relationship '\(member.name)'")
    guard members.isObject else { return }
    draft.addName(of: member)
    var relationship = RelationshipDraft(name: member.name, range: member.nameRange)
    relationship.destination = members.readText("destination")
    relationship.isToMany = members.readFlag("toMany")
    relationship.inverse = members.readText("inverse")
    relationship.jsonKeyPath = members.readPath("JSONKeyPath")
    relationship.formerName = members.readText("renamingIdentifier")?.value
    if let text = members.readText("deleteRule") {
      let rule = report.choice(text, of: DeleteRule.self, rule: "delete-rule") {
        "A delete rule is one of \($0); found '\(text.value)'"
      }
      relationship.deleteRule = rule ?? relationship.deleteRule
    }
    members.finish()
    draft.relationships.append(relationship)
  }

  // MARK: Resolving references

  private mutating func resolveParents() {
    for name in order {
      guard let parent = drafts[name]?.parent else { continue }
      guard drafts[parent.value] != nil else {
        complainAboutUnknownEntity(parent)
        drafts[name]?.parent = nil
        continue
      }
      var seen: Set<String> = [name]
      var next: String? = parent.value
      while let current = next, seen.insert(current).inserted { next = drafts[current]?.parent?.value }
      if next == name {
        complain("model-cycle", parent.range, "Entity '\(name)' inherits from itself")
        drafts[name]?.parent = nil
      }
    }
    for name in order {
      var ancestors: [String] = []
      var seen: Set<String> = []
      var next = drafts[name]?.parent?.value
      while let current = next, seen.insert(current).inserted {
        ancestors.append(current)
        next = drafts[current]?.parent?.value
      }
      drafts[name]?.ancestors = ancestors
    }
  }

  /// Checks the number of properties in each inheritance hierarchy.
  private func checkSizes() -> Bool {
    var counts: [String: Int] = [:]
    for name in order { counts[drafts[name]?.ancestors.last ?? name, default: 0] += drafts[name]?.folded.count ?? 0 }
    for name in order where counts[name, default: 0] > Self.maximumProperties {
      guard let draft = drafts[name] else { continue }
      complain(
        "model-limit", draft.range,
        "Entity '\(name)' and those that inherit from it have at most \(Self.maximumProperties) properties")
    }
    return counts.values.allSatisfy { $0 <= Self.maximumProperties }
  }

  /// Inherited properties cannot be redeclared, and SQL names are case-insensitive.
  private func checkProperties(of name: String) {
    guard let draft = drafts[name] else { return }
    for ancestor in draft.ancestors {
      guard let inherited = drafts[ancestor]?.folded else { continue }
      for (folded, property) in draft.folded.sorted(by: { $0.value < $1.value }) {
        guard let twin = inherited[folded], let range = draft.ranges[property] else { continue }
        complain(
          "model-duplicate", range, "Property '\(property)' of '\(name)' is inherited from '\(ancestor)' as '\(twin)'")
      }
    }
  }

  private mutating func checkRelationships(of name: String) {
    guard let draft = drafts[name] else { return }
    for relationship in draft.relationships {
      guard let destination = relationship.destination else {
        complain(
          "relationship-destination", relationship.range, "Relationship '\(relationship.name)' needs a 'destination'")
        continue
      }
      guard let target = drafts[destination.value] else {
        complainAboutUnknownEntity(destination)
        continue
      }
      guard let inverse = relationship.inverse else { continue }
      let candidates = declarations(visibleIn: target)
      guard let back = candidates.first(where: { $0.relationship.name == inverse.value }) else {
        complain(
          "relationship-inverse", inverse.range, "Entity '\(target.name)' has no relationship '\(inverse.value)'",
          near: inverse.value, in: candidates.map(\.relationship.name))
        continue
      }
      if back.entity == name, back.relationship.name == relationship.name {
        complain("relationship-inverse", inverse.range, "Relationship '\(relationship.name)' is its own inverse")
      } else if back.relationship.destination?.value != name || back.entity != target.name {
        complain(
          "relationship-inverse", inverse.range,
          "'\(back.entity).\(inverse.value)' leads to '\(back.relationship.destination?.value ?? "?")' "
            + "and is not the inverse of '\(name).\(relationship.name)'")
      } else if let other = back.relationship.inverse {
        if other.value != relationship.name {
          complain(
            "relationship-inverse", inverse.range,
            "'\(back.entity).\(inverse.value)' has another inverse, '\(other.value)'")
        }
      } else if let position = drafts[back.entity]?.relationships.firstIndex(where: { $0.name == inverse.value }) {
        // Declared on one side only. The other side is completed, so that the store can rely on both.
        drafts[back.entity]?.relationships[position].inverse = Located(relationship.name, at: inverse.range)
      }
    }
  }

  private func declarations(visibleIn draft: EntityDraft) -> [(entity: String, relationship: RelationshipDraft)] {
    ([draft.name] + draft.ancestors).flatMap { name in
      (drafts[name]?.relationships ?? []).map { (name, $0) }
    }
  }

  private func checkAnnotations(of name: String) {
    guard let draft = drafts[name] else { return }
    let line = [draft] + draft.ancestors.compactMap { drafts[$0] }
    let attributes = line.flatMap(\.attributes)
    for identity in draft.identity {
      guard let attribute = attributes.first(where: { $0.name == identity.value }) else {
        complain(
          "identity-attribute", identity.range, "Entity '\(name)' has no attribute '\(identity.value)'",
          near: identity.value, in: attributes.map(\.name))
        continue
      }
      if attribute.type.kept == .any {
        complain(
          "identity-attribute", identity.range, "Attribute '\(identity.value)' of type 'any' cannot be an identity")
      }
    }
    let relationships = line.flatMap(\.relationships)
    if let property = draft.retention?.property, let range = draft.retentionRange {
      let names = line.flatMap(\.attributes).map(\.name) + relationships.filter { $0.isToMany != true }.map(\.name)
      if !names.contains(property) {
        complain(
          "model-keep", range, "Entity '\(name)' has no attribute or to-one relationship '\(property)'", near: property,
          in: names)
      }
    }
    guard let owner = draft.owner else { return }
    guard let relationship = relationships.first(where: { $0.name == owner.value }) else {
      return complain(
        "owner-relationship", owner.range, "Entity '\(name)' has no relationship '\(owner.value)'",
        near: owner.value, in: relationships.map(\.name))
    }
    if relationship.isToMany == true {
      complain(
        "owner-relationship", owner.range, "Relationship '\(owner.value)' leads to many objects; an owner is one")
    }
  }

  // MARK: The result

  private func parentsFirst() -> [String] {
    order.enumerated().sorted {
      let left = (drafts[$0.element]?.ancestors.count ?? 0, $0.offset)
      let right = (drafts[$1.element]?.ancestors.count ?? 0, $1.offset)
      return left < right
    }.map(\.element)
  }

  private func entity(_ name: String) -> Entity? {
    guard let draft = drafts[name] else { return nil }
    let line = draft.ancestors.reversed().compactMap { drafts[$0] } + [draft]
    func nearest<T>(_ annotation: (EntityDraft) -> T?) -> T? { line.reversed().lazy.compactMap(annotation).first }
    return Entity(
      name: name, ancestors: draft.ancestors, isAbstract: draft.isAbstract ?? false,
      attributes: line.flatMap(\.attributes),
      relationships: line.flatMap { owner in
        owner.relationships.compactMap { relationship in
          relationship.destination.map {
            Relationship(
              name: relationship.name, entity: owner.name, destination: $0.value,
              isToMany: relationship.isToMany ?? false, inverse: relationship.inverse?.value,
              deleteRule: relationship.deleteRule, jsonKeyPath: relationship.jsonKeyPath,
              formerName: relationship.formerName)
          }
        }
      },
      identityAttributes: nearest { $0.identity.isEmpty ? nil : $0.identity.map(\.value) } ?? [],
      ownerRelationship: nearest { $0.owner?.value }, isOwnerEntity: nearest(\.isOwnerEntity) ?? false,
      dictionaryTransformerName: nearest { $0.dictionaryTransformer?.value }, mapperName: nearest { $0.mapper?.value },
      formerName: draft.formerName, retention: nearest(\.retention))
  }
}
