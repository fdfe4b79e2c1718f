import Foundation
public import TesseraValues

extension EntityModel {
  /// Reads `model.json`.
  ///
  /// All problems are collected, each with the range that shows it; unknown keys are warnings, so that a model written
  /// for a later version still works.
  /// - Returns: the model, or nil where a problem is an error.
  public static func decode(_ document: JSONNode, diagnostics: inout Diagnostics) -> EntityModel? {
    var decoder = EntityModelDecoder()
    let model = decoder.decode(document)
    diagnostics.add(contentsOf: decoder.diagnostics.all)
    return decoder.diagnostics.hasErrors ? nil : model
  }

  /// Reads the text of a `model.json`.
  /// - Throws: the first error as a ``Diagnostic``.
  public init(json text: String) throws(Diagnostic) {
    let document = try JSONNode.parse(text)
    var diagnostics = Diagnostics()
    guard let model = EntityModel.decode(document, diagnostics: &diagnostics) else {
      throw diagnostics.all.first { $0.severity == .error } ?? Diagnostic(rule: "model", message: "Model is not usable")
    }
    self = model
  }
}

/// One reading of a model. First every entity is read by itself, then the names that lead from one to another are
/// followed.
struct EntityModelDecoder {
  /// The most entities of a model, and the most properties of one root with all that inherit from it.
  static let maximumEntities = 256
  static let maximumProperties = 1000

  var diagnostics = Diagnostics()
  var drafts: [String: EntityDraft] = [:]
  var order: [String] = []

  mutating func decode(_ document: JSONNode) -> EntityModel? {
    guard let members = document.members else {
      complain("model-type", document.range, "A model is an object, found \(document.typeName)")
      return nil
    }
    warnAboutUnknown(members, known: ["entities", "format"], of: "the model")
    guard let entities = document["entities"] else {
      complain("model-entities", document.range, "A model needs 'entities'")
      return nil
    }
    guard let list = object(entities, "entities") else { return nil }
    guard list.count <= Self.maximumEntities else {
      complain("model-limit", entities.range, "A model has at most \(Self.maximumEntities) entities")
      return nil
    }
    for member in list { readEntity(member) }
    resolveParents()
    for name in order { checkProperties(of: name) }
    for name in order { checkRelationships(of: name) }
    for name in order { checkAnnotations(of: name) }
    guard !diagnostics.hasErrors else { return nil }
    return EntityModel(entities: parentsFirst().compactMap(entity))
  }

  // MARK: Reading

  private mutating func readEntity(_ member: JSONMember) {
    guard isUsableName(member.name, member.nameRange, "Entity") else { return }
    if let twin = order.first(where: { $0.lowercased() == member.name.lowercased() }) {
      return complain(
        "model-duplicate", member.nameRange, "Entity '\(member.name)' differs from '\(twin)' only by case")
    }
    guard let members = object(member.value, "Entity '\(member.name)'") else { return }
    warnAboutUnknown(members, known: EntityDraft.keys, of: "entity '\(member.name)'")
    var draft = EntityDraft(name: member.name, range: member.nameRange)
    for entry in members {
      switch entry.name {
      case "parent": draft.parent = text(entry)
      case "isAbstract": draft.isAbstract = flag(entry)
      case "isOwnerEntity": draft.isOwnerEntity = flag(entry)
      case "identityAttribute" where draft.identity.isEmpty: draft.identity = texts(entry)
      case "identityAttributes": draft.identity = texts(entry)
      case "ownerRelationship": draft.owner = text(entry)
      case "JSONDictionaryTransformerName": draft.dictionaryTransformer = text(entry)
      case "entityMapperName": draft.mapper = text(entry)
      case "attributes":
        for attribute in object(entry.value, "'attributes'") ?? [] { readAttribute(attribute, into: &draft) }
      case "relationships":
        for relationship in object(entry.value, "'relationships'") ?? [] {
          readRelationship(relationship, into: &draft)
        }
      default: break
      }
    }
    drafts[member.name] = draft
    order.append(member.name)
  }

  private mutating func readAttribute(_ member: JSONMember, into draft: inout EntityDraft) {
    guard isUsableName(member.name, member.nameRange, "Attribute"), isFree(member, in: draft) else { return }
    var attribute = Attribute(
      name: member.name, entity: draft.name, type: .any, defaultValue: .null, jsonKeyPath: nil, transformerName: nil)
    draft.ranges[member.name] = member.nameRange
    var typeNode: JSONNode?
    var defaultNode: JSONNode?
    if member.value.string != nil {
      typeNode = member.value
    } else if let members = object(member.value, "Attribute '\(member.name)'") {
      warnAboutUnknown(
        members, known: ["type", "default", "JSONKeyPath", "JSONTransformerName"], of: "attribute '\(member.name)'")
      for entry in members {
        switch entry.name {
        case "type": typeNode = entry.value
        case "default": defaultNode = entry.value
        case "JSONKeyPath": attribute.jsonKeyPath = keyPath(entry)
        case "JSONTransformerName": attribute.transformerName = text(entry)?.text
        default: break
        }
      }
      if typeNode == nil { complain("attribute-type", member.nameRange, "Attribute '\(member.name)' needs a 'type'") }
    }
    if let typeNode {
      let known = AttributeType.allCases.map(\.rawValue)
      if let type = typeNode.string.flatMap(AttributeType.init) {
        attribute.type = type
      } else {
        let found = typeNode.string.map { "'\($0)'" } ?? typeNode.typeName
        complain(
          "attribute-type", typeNode.range,
          "The type of attribute '\(member.name)' is one of \(known.joined(separator: ", ")); found \(found)",
          fix: typeNode.string.flatMap { NearMiss.fix(for: $0, in: known) })
        defaultNode = nil
      }
    }
    if let defaultNode { attribute.defaultValue = defaultValue(defaultNode, of: attribute) }
    draft.attributes.append(attribute)
  }

  private mutating func defaultValue(_ node: JSONNode, of attribute: Attribute) -> Value {
    var value = node.value
    if attribute.type == .date, let text = node.string {
      value = (try? Date(text, strategy: .iso8601)).map(Value.date) ?? value
    }
    if let stored = attribute.type.accept(value) { return stored }
    complain(
      "attribute-default", node.range,
      "The default of attribute '\(attribute.name)' is \(attribute.type.expectation(for: value)), "
        + "found \(value.typeName)")
    return .null
  }

  private mutating func readRelationship(_ member: JSONMember, into draft: inout EntityDraft) {
    guard isUsableName(member.name, member.nameRange, "Relationship"), isFree(member, in: draft),
      let members = object(member.value, "Relationship '\(member.name)'")
    else { return }
    warnAboutUnknown(
      members, known: ["destination", "toMany", "inverse", "deleteRule", "JSONKeyPath"],
      of: "relationship '\(member.name)'")
    draft.ranges[member.name] = member.nameRange
    var relationship = RelationshipDraft(name: member.name, range: member.nameRange)
    for entry in members {
      switch entry.name {
      case "destination": relationship.destination = text(entry)
      case "toMany": relationship.isToMany = flag(entry)
      case "inverse": relationship.inverse = text(entry)
      case "JSONKeyPath": relationship.jsonKeyPath = keyPath(entry)
      case "deleteRule":
        let known = DeleteRule.allCases.map(\.rawValue)
        guard let name = text(entry) else { continue }
        if let rule = DeleteRule(rawValue: name.text) {
          relationship.deleteRule = rule
        } else {
          complain(
            "delete-rule", name.range,
            "A delete rule is one of \(known.joined(separator: ", ")); found '\(name.text)'",
            fix: NearMiss.fix(for: name.text, in: known))
        }
      default: break
      }
    }
    draft.relationships.append(relationship)
  }

  // MARK: Following names

  private mutating func resolveParents() {
    for name in order {
      guard let parent = drafts[name]?.parent else { continue }
      guard drafts[parent.text] != nil else {
        complainAboutUnknownEntity(parent)
        drafts[name]?.parent = nil
        continue
      }
      var seen: Set<String> = [name]
      var next: String? = parent.text
      while let current = next, seen.insert(current).inserted { next = drafts[current]?.parent?.text }
      if next == name {
        complain("model-cycle", parent.range, "Entity '\(name)' inherits from itself")
        drafts[name]?.parent = nil
      }
    }
    for name in order {
      var ancestors: [String] = []
      var next = drafts[name]?.parent?.text
      while let current = next, !ancestors.contains(current) {
        ancestors.append(current)
        next = drafts[current]?.parent?.text
      }
      drafts[name]?.ancestors = ancestors
    }
  }

  /// Inherited properties cannot be declared again, and SQL folds case in names.
  private mutating func checkProperties(of name: String) {
    guard let draft = drafts[name] else { return }
    for ancestor in draft.ancestors {
      for (property, range) in draft.ranges.sorted(by: { $0.key < $1.key }) {
        guard let twin = drafts[ancestor]?.ranges.keys.first(where: { $0.lowercased() == property.lowercased() })
        else { continue }
        complain(
          "model-duplicate", range, "Property '\(property)' of '\(name)' is inherited from '\(ancestor)' as '\(twin)'")
      }
    }
    let family = order.filter { drafts[$0]?.ancestors.last == name || $0 == name }
    let total = family.reduce(0) { $0 + (drafts[$1]?.ranges.count ?? 0) }
    if draft.ancestors.isEmpty, total > Self.maximumProperties {
      complain(
        "model-limit", draft.range,
        "Entity '\(name)' and those that inherit from it have at most \(Self.maximumProperties) properties")
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
      guard let target = drafts[destination.text] else {
        complainAboutUnknownEntity(destination)
        continue
      }
      guard let inverse = relationship.inverse else { continue }
      let candidates = declarations(visibleIn: target)
      guard let back = candidates.first(where: { $0.relationship.name == inverse.text }) else {
        complain(
          "relationship-inverse", inverse.range, "Entity '\(target.name)' has no relationship '\(inverse.text)'",
          fix: NearMiss.fix(for: inverse.text, in: candidates.map(\.relationship.name)))
        continue
      }
      if back.entity == name, back.relationship.name == relationship.name {
        complain("relationship-inverse", inverse.range, "Relationship '\(relationship.name)' is its own inverse")
      } else if back.relationship.destination?.text != name || back.entity != target.name {
        complain(
          "relationship-inverse", inverse.range,
          "'\(back.entity).\(inverse.text)' leads to '\(back.relationship.destination?.text ?? "?")' "
            + "and is no inverse of '\(name).\(relationship.name)'")
      } else if let other = back.relationship.inverse {
        if other.text != relationship.name {
          complain(
            "relationship-inverse", inverse.range,
            "'\(back.entity).\(inverse.text)' has another inverse, '\(other.text)'")
        }
      } else if let position = drafts[back.entity]?.relationships.firstIndex(where: { $0.name == inverse.text }) {
        // Written on one side only: the other side is completed, so that the store can rely on both.
        drafts[back.entity]?.relationships[position].inverse = Located(text: relationship.name, range: inverse.range)
      }
    }
  }

  private func declarations(visibleIn draft: EntityDraft) -> [(entity: String, relationship: RelationshipDraft)] {
    ([draft.name] + draft.ancestors).flatMap { name in
      (drafts[name]?.relationships ?? []).map { (name, $0) }
    }
  }

  private mutating func checkAnnotations(of name: String) {
    guard let draft = drafts[name] else { return }
    let line = [draft] + draft.ancestors.compactMap { drafts[$0] }
    let attributes = line.flatMap(\.attributes)
    for identity in draft.identity {
      guard let attribute = attributes.first(where: { $0.name == identity.text }) else {
        complain(
          "identity-attribute", identity.range, "Entity '\(name)' has no attribute '\(identity.text)'",
          fix: NearMiss.fix(for: identity.text, in: attributes.map(\.name)))
        continue
      }
      if attribute.type == .any {
        complain(
          "identity-attribute", identity.range, "Attribute '\(identity.text)' of type 'any' cannot be an identity")
      }
    }
    guard let owner = draft.owner else { return }
    let relationships = line.flatMap(\.relationships)
    guard let relationship = relationships.first(where: { $0.name == owner.text }) else {
      return complain(
        "owner-relationship", owner.range, "Entity '\(name)' has no relationship '\(owner.text)'",
        fix: NearMiss.fix(for: owner.text, in: relationships.map(\.name)))
    }
    if relationship.isToMany == true {
      complain("owner-relationship", owner.range, "Relationship '\(owner.text)' leads to many objects; an owner is one")
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
              name: relationship.name, entity: owner.name, destination: $0.text,
              isToMany: relationship.isToMany ?? false, inverse: relationship.inverse?.text,
              deleteRule: relationship.deleteRule, jsonKeyPath: relationship.jsonKeyPath)
          }
        }
      },
      identityAttributes: nearest { $0.identity.isEmpty ? nil : $0.identity.map(\.text) } ?? [],
      ownerRelationship: nearest { $0.owner?.text }, isOwnerEntity: nearest(\.isOwnerEntity) ?? false,
      dictionaryTransformerName: nearest { $0.dictionaryTransformer?.text }, mapperName: nearest { $0.mapper?.text })
  }
}
