public import TesseraValues
public import TesseraViews

/// An action that is a Swift value: its properties are what documents say, and ``Event``s are what follows.
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
  /// Something that comes of it.
  typealias Event = ServerDrivenEvent

  /// The name in documents: by default that of the Swift type with a small letter in front.
  static var type: String { get }
  /// One sentence for the reference.
  static var documentation: String { get }
  /// A few words for the reference, by the names of members.
  static var memberDocumentation: [String: String] { get }
  /// What events tell, by their names; nothing where nothing is said here.
  static var eventDetails: [String: [EventDefinition.Member]] { get }

  /// Does it. One that ends later calls ``ActionRun/begin(cancel:)`` and ``ActionRun/finish()``.
  /// - Throws: what people are told to have gone wrong.
  func perform(_ run: ActionRun) throws
}

extension ServerDrivenAction {
  /// The name of the Swift type, with a small letter in front.
  public static var type: String { serverDrivenName(of: self) }
  /// The name of the type.
  public static var documentation: String { "\(Self.self), an action of the app." }
  /// Nothing.
  public static var memberDocumentation: [String: String] { [:] }
  /// Nothing.
  public static var eventDetails: [String: [EventDefinition.Member]] { [:] }
}

extension ActionRegistry {
  /// Adds an action that is a Swift value.
  /// - Parameter name: What documents call it; nil for its own name. A type of the same name is replaced.
  /// - Throws: a `Diagnostic` of the rule `server-driven-type` where it cannot be found out what documents can say of it.
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
          message: "'\(member.name)' of '\(action)' is a place for components: actions have none")
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
