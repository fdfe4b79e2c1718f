package import TesseraValues

/// A data model of Xcode, as far as Tessera can use it. Compiled models and their sources have the same content.
///
/// Names are as in the file; nothing is known to resolve. ``ModelDocument`` checks that.
package struct ManagedObjectModel: Sendable, Hashable {
  package var entities: [Entity] = []
  /// The names of the stored fetch requests.
  package var fetchRequestNames: [String] = []
  /// What was in the file and is not in this model, or that Tessera cannot say.
  package var problems: [Diagnostic] = []

  package init() {}

  /// Texts that a model's author attached to a part of it, in the order of the file. Keys are unique.
  package typealias UserInfo = [UserInfoEntry]

  package struct UserInfoEntry: Sendable, Hashable {
    package var key: String
    package var value: String
  }

  package struct Entity: Sendable, Hashable {
    package var name: String
    /// The class of its objects, such as `WidgetDemo.Post`.
    package var className: String?
    package var parentName: String?
    package var isAbstract = false
    /// The name in an earlier version, which can equal the name.
    package var renamingIdentifier: String?
    package var userInfo: UserInfo = []
    package var attributes: [Attribute] = []
    package var relationships: [Relationship] = []
    /// The properties whose values together occur once.
    package var uniquenessConstraints: [[String]] = []

    package init(name: String) { self.name = name }
  }

  package struct Attribute: Sendable, Hashable {
    package var name: String
    package var type: AttributeType
    package var isOptional = false
    package var isTransient = false
    /// The value of a new object, or `nil` for none. A date is one; data is Base64 text.
    package var defaultValue: Value?
    /// The class that converts a transformable value to data.
    package var valueTransformerName: String?
    package var renamingIdentifier: String?
    package var userInfo: UserInfo = []

    package init(name: String, type: AttributeType) { (self.name, self.type) = (name, type) }
  }

  /// The types of attributes, with the numbers of `NSAttributeType`.
  package enum AttributeType: Int64, Sendable, Hashable, CaseIterable {
    case undefined = 0
    case integer16 = 100
    case integer32 = 200
    case integer64 = 300
    case decimal = 400
    case double = 500
    case float = 600
    case string = 700
    case boolean = 800
    case date = 900
    case binary = 1000
    case uuid = 1100
    case uri = 1200
    case transformable = 1800
    case objectID = 2000
    case composite = 2100
  }

  package struct Relationship: Sendable, Hashable {
    package var name: String
    package var destinationName: String?
    package var inverseName: String?
    package var isToMany = false
    package var isOrdered = false
    package var isOptional = false
    package var isTransient = false
    /// The smallest number of related objects.
    package var minimumCount: Int64 = 0
    /// The greatest number of related objects; 0 for any number.
    package var maximumCount: Int64 = 0
    package var deleteRule = DeleteRule.nullify
    package var renamingIdentifier: String?
    package var userInfo: UserInfo = []

    package init(name: String) { self.name = name }
  }

  /// What happens to related objects, with the numbers of `NSDeleteRule`.
  package enum DeleteRule: Int64, Sendable, Hashable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }
}

extension ManagedObjectModel {
  /// The limits of models, in all forms.
  enum Limit {
    /// The greatest number of entities, which is that of Tessera's model.
    static let entities = 256
    /// The greatest number of properties of all entities.
    static let properties = 4096
    /// The greatest number of values of one archived entity or property.
    static let values = 256
    /// The greatest number of entries in one `userInfo`.
    static let userInfoEntries = 256
    /// The longest name of an entity or a property, in bytes.
    static let nameBytes = 1024
    /// The greatest number of bytes in all texts of `userInfo` and defaults, since many properties can share one.
    static let textBytes = 8 << 20
    /// The greatest number of problems that are reported.
    static let problems = 1000
  }

  mutating func report(_ problem: Diagnostic) {
    guard problems.count < Limit.problems else { return }
    var problem = problem
    // A hostile file can have long names.
    problem.message = String(problem.message.prefix(500))
    problems.append(problem)
  }

  /// Reports something that says more than is read.
  mutating func reportUnread(_ key: String, entity: String?, property: String?) {
    let owner = [entity, property].compactMap(\.self).joined(separator: ".")
    report(
      Diagnostic(
        .warning, rule: "model-unread", message: "'\(key)' of \(owner.isEmpty ? "the model" : "'\(owner)'") is not read"
      ))
  }

  mutating func reportUnreadableDefault(of property: String, in entity: String) {
    report(
      Diagnostic(.warning, rule: "model-default", message: "The default of '\(entity).\(property)' cannot be read"))
  }
}
