import TesseraValues
import TesseraViews

/// The `analytics` setting of an action in a document.
package enum ActionAnalytics: Sendable {
  /// No setting; the app decides.
  case configured
  /// The action is never recorded.
  case never
  /// The action is recorded with the attributes that the app configures for its type.
  case always
  /// The action is recorded with the given details.
  case detailed(Details)

  /// The details of a record.
  package struct Details: Sendable {
    /// The name of the action in the record, or nil for its type.
    package var name: String?
    /// The paths of the action's attributes to record.
    package var paths: [String] = []
    /// Additional attributes, by their names in the record.
    package var values: [DynamicValue.Member] = []
    /// The entries recorded in addition to the attributes.
    package var additionalEntries: [DynamicValue.Member] = []
  }

  /// The maximum number of attributes in a record of analytics. Further ones are left out.
  package static let maximumCount = 100
}

extension DecodingSession {
  /// Decodes `true`, `false`, or an object with `name`, `attributes` and `additionalEntries`.
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
