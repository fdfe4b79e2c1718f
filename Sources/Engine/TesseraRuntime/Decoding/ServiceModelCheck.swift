import TesseraData
import TesseraServices
import TesseraValues

/// Checks for properties that service actions set but their entities do not have.
enum ServiceModelCheck {
  static func problems(of service: ServiceDescription, document: JSONNode, model: EntityModel) -> [Diagnostic] {
    (document["actions"]?.membersWithoutComments ?? []).flatMap { action -> [Diagnostic] in
      guard let entity = service.actions[action.name]?.resultType?.entity, let known = model[entity] else { return [] }
      return (action.value["set"]?.membersWithoutComments ?? []).compactMap { member in
        guard !known.propertyNames.contains(known.propertyName(forKey: member.name)) else { return nil }
        return Diagnostic(
          rule: "unknown-property", range: member.nameRange,
          message: "'\(entity)' has no property '\(member.name)'",
          fix: SpellingSuggestion.fix(for: member.name, in: known.propertyNames))
      }
    }
  }
}
