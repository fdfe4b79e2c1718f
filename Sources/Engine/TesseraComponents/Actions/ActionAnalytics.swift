import TesseraValues
import TesseraViews

/// What a document says in `analytics` about the record of an action.
package enum ActionAnalytics: Sendable {
  /// Nothing: the app decides.
  case configured
  /// It is never recorded.
  case never
  /// It is recorded, with the attributes that the app wants of its type.
  case always
  /// It is recorded, with these attributes.
  case detailed(Details)

  /// What a record has.
  package struct Details: Sendable {
    /// What the record calls the action; nil for its type.
    package var name: String?
    /// Attributes of the action, as paths.
    package var paths: [String] = []
    /// Further attributes, by their names in the record.
    package var values: [DynamicValue.Member] = []
    /// What is recorded besides the attributes.
    package var additionalEntries: [DynamicValue.Member] = []
  }

  /// The most attributes of one record.
  package static let maximumCount = 100
}

extension DecodingSession {
  /// Reads `true`, `false`, or an object with `attributes` and `additionalEntries`.
  func analytics(_ node: JSONNode) -> ActionAnalytics {
    if let flag = node.bool { return flag ? .always : .never }
    guard let members = node.membersWithoutComments else {
      add("analytics", node.range, "'analytics' takes true, false or an object, found \(node.typeName)")
      return .configured
    }
    var details = ActionAnalytics.Details()
    for member in members {
      switch (member.name, member.value.string, member.value.elements, member.value.membersWithoutComments) {
      case ("name", let name?, _, _): details.name = name
      case ("attributes", _, let paths?, _):
        details.paths = paths.prefix(ActionAnalytics.maximumCount).compactMap(\.string)
      case ("attributes", _, _, let values?): details.values = self.values(values)
      case ("additionalEntries", _, _, let entries?): details.additionalEntries = self.values(entries)
      case ("name", _, _, _), ("attributes", _, _, _), ("additionalEntries", _, _, _):
        add("analytics", member.value.range, "'\(member.name)' of 'analytics' cannot be \(member.value.typeName)")
      default:
        add(
          .error, "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of 'analytics'",
          near: member.name, in: ["name", "attributes", "additionalEntries"])
      }
    }
    return .detailed(details)
  }

  private func values(_ members: [JSONMember]) -> [DynamicValue.Member] {
    members.prefix(ActionAnalytics.maximumCount).map {
      DynamicValue.Member(name: $0.name, value: dynamicValue($0.value))
    }
  }
}
