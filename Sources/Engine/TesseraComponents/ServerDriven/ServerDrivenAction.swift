public import TesseraValues
public import TesseraViews

/// An action implemented as a Swift value. Its properties are the attributes in documents, and its ``Event`` properties
/// are its events.
///
/// ```swift
/// struct Celebrate: ServerDrivenAction {
///   var reason: String
///   var onDone: Event?
///
///   func perform(_ run: ActionRun) { onDone?(["reason": .string(reason)]) }
/// }
/// ```
public protocol ServerDrivenAction: Decodable, SendableMetatype {
  /// An event of the action.
  typealias Event = ServerDrivenEvent

  /// The name in documents. By default, the name of the Swift type with its first letter in lower case.
  static var type: String { get }
  /// A one-sentence description for the reference.
  static var documentation: String { get }
  /// Short descriptions of the members for the reference, by name.
  static var memberDocumentation: [String: String] { get }
  /// The details of the events, by event name. Events that are not listed have no details.
  static var eventDetails: [String: [EventDefinition.Member]] { get }

  /// Performs the action. An action that ends later calls ``ActionRun/begin(cancel:)`` and ``ActionRun/finish()``.
  ///
  /// - Throws: An error that is shown to the person who uses the widget.
  func perform(_ run: ActionRun) throws
}

extension ServerDrivenAction {
  /// The name of the Swift type with its first letter in lower case.
  public static var type: String { serverDrivenName(of: self) }
  /// A description that consists of the type's name.
  public static var documentation: String { "\(Self.self), an action of the app." }
  /// No descriptions.
  public static var memberDocumentation: [String: String] { [:] }
  /// No details.
  public static var eventDetails: [String: [EventDefinition.Member]] { [:] }
}

extension ActionRegistry {
  /// Registers an action that is implemented as a Swift value.
  ///
  /// - Parameters:
  ///   - action: The type of the action.
  ///   - name: The name in documents, or nil for the type's own name. A type with the same name is replaced.
  /// - Throws: A `Diagnostic` with the rule `server-driven-type` if the attributes cannot be derived from the type.
  public mutating func register<Action: ServerDrivenAction>(
    _ action: Action.Type, named name: String? = nil
  ) throws(Diagnostic) {
    let shape = try ServerDrivenShape(of: action)
    let words = action.memberDocumentation
    var attributes: [ActionDefinition.Attribute] = []
    var events: [EventDefinition] = []
    for member in shape.members {
      let text = words[member.name] ?? ""
      switch member.role {
      case .value(let type):
        attributes.append(.init(member.name, type, text, isRequired: !member.isOptional))
      case .event:
        events.append(EventDefinition(member.name, text, carries: action.eventDetails[member.name] ?? []))
      case .child, .children:
        throw Diagnostic(
          rule: "server-driven-type",
          message: "'\(member.name)' of '\(action)' is a slot for components, which actions do not have")
      }
    }
    register(
      ActionDefinition(
        type: name ?? action.type, documentation: action.documentation, attributes: attributes, events: events
      ) { run in
        var members = ServerDrivenMembers()
        members.handles = { run.handles($0) }
        members.send = { run.fire($0, $1) }
        do {
          try shape.decode(Action.self, from: run.attributes, members).perform(run)
        } catch {
          run.report(ServerDrivenShape.words(for: error))
        }
      })
  }
}
