import TesseraValues

/// The translation of `userInfo`, by which a model says how JSON becomes objects.
extension ModelTranslator {
  /// The annotations of an entity.
  ///
  /// An entity of the original has its own `ownerRelationship` and `isOwnerEntity` only, whereas entities of Tessera
  /// inherit them. Where an inherited `isOwnerEntity` would be wrong, the document says `false`; an inherited
  /// `ownerRelationship` cannot be taken back.
  mutating func annotations(
    of entity: ManagedObjectModel.Entity, ancestors: [ManagedObjectModel.Entity]
  ) -> [(String, JSONNode)] {
    var members: [(String, JSONNode)] = []
    for entry in entity.userInfo {
      switch entry.key {
      case "isOwnerEntity": break
      case _ where Self.entityKeys.contains(entry.key):
        if let text = usableText(entry, entity: entity.name, property: nil) { members.append((entry.key, text)) }
      default: reportUnread(entry, entity: entity.name, property: nil)
      }
    }
    let isOwner = Self.isOwner(entity)
    if isOwner || ancestors.contains(where: Self.isOwner) { members.append(("isOwnerEntity", .flag(isOwner))) }
    let hasOwn = entity.userInfo.contains { $0.key == "ownerRelationship" }
    if !hasOwn, ancestors.contains(where: { $0.userInfo.contains { $0.key == "ownerRelationship" } }) {
      add(
        Diagnostic(
          .warning, rule: "model-owner",
          message: "'\(entity.name)' inherits 'ownerRelationship' in Tessera: its objects have an owner"))
    }
    return members
  }

  /// The annotations of a property.
  mutating func annotations(
    _ userInfo: ManagedObjectModel.UserInfo, known: Set<String>, entity: String, property: String
  ) -> [(String, JSONNode)] {
    var members: [(String, JSONNode)] = []
    for entry in userInfo {
      if known.contains(entry.key) {
        if let text = usableText(entry, entity: entity, property: property) { members.append((entry.key, text)) }
      } else {
        reportUnread(entry, entity: entity, property: property)
      }
    }
    return members
  }

  private mutating func usableText(
    _ entry: ManagedObjectModel.UserInfoEntry, entity: String, property: String?
  ) -> JSONNode? {
    guard entry.value.isEmpty else { return .text(entry.value) }
    let owner = property.map { "\(entity).\($0)" } ?? entity
    add(Diagnostic(.warning, rule: "model-user-info", message: "'\(entry.key)' of '\(owner)' is empty"))
    return nil
  }

  private mutating func reportUnread(_ entry: ManagedObjectModel.UserInfoEntry, entity: String, property: String?) {
    let owner = property.map { "\(entity).\($0)" } ?? entity
    add(
      Diagnostic(
        .warning, rule: "model-user-info",
        message: "'\(entry.key.prefix(80))' in the user info of '\(owner)' has no meaning here"))
  }

  /// Text is true as `NSString.boolValue` has it.
  private static func isOwner(_ entity: ManagedObjectModel.Entity) -> Bool {
    guard let text = entity.userInfo.first(where: { $0.key == "isOwnerEntity" })?.value else { return false }
    let digits = text.drop { $0.isWhitespace || $0 == "+" || $0 == "-" || $0 == "0" }
    return digits.first.map { "123456789yYtT".contains($0) } ?? false
  }

  private static let entityKeys: Set<String> = [
    "identityAttribute", "identityAttributes", "ownerRelationship", "JSONDictionaryTransformerName", "entityMapperName",
  ]
  static let attributeKeys: Set<String> = ["JSONKeyPath", "JSONTransformerName", "migrationTransformerName"]
  static let relationshipKeys: Set<String> = ["JSONKeyPath"]
}
