public import TesseraValues
public import TesseraViews

/// A component implemented as a Swift value. Its properties are the attributes in documents and need no further
/// description.
///
/// ```swift
/// struct ContainerTitle: ServerDrivenComponent {
///   var title: String
///   var child: Child
///
///   static func makeView(in context: ViewContext) -> TitledBox { TitledBox(in: context) }
///   func update(_ view: TitledBox) { view.show(title, above: child.view) }
/// }
/// ```
///
/// Documents specify properties of type text, number, Boolean, choice (`CaseIterable` with text values), list, object
/// and `Value` as literals or expressions. ``Child`` and ``Children`` are slots for components, and ``Event`` is an
/// event that can trigger actions. Optional properties may be omitted. When data read by an expression changes, a new
/// value is created, and its ``update(_:)`` is called before the next layout.
public protocol ServerDrivenComponent: Decodable, SendableMetatype {
  /// A slot for a component.
  typealias Child = ServerDrivenChild
  /// A slot for a list of components.
  typealias Children = ServerDrivenChildren
  /// An event of the component.
  typealias Event = ServerDrivenEvent
  /// The view that shows the component.
  associatedtype Content: View

  /// The name in documents. By default, the name of the Swift type with its first letter in lower case. Beagle payloads
  /// use `custom:` followed by the name, ignoring case.
  static var type: String { get }
  /// A one-sentence description for the reference.
  static var documentation: String { get }
  /// Short descriptions of the members for the reference, by name.
  static var memberDocumentation: [String: String] { get }
  /// The details of the events, by event name. Events that are not listed have no details.
  static var eventDetails: [String: [EventDefinition.Member]] { get }
  /// The additional kinds of views created by the component's view that hosts do not know from other components.
  static var kinds: [ViewKind] { get }

  /// Creates the view, once for each occurrence in a document. Its size in the surrounding layout is the size it
  /// requests.
  static func makeView(in context: ViewContext) -> Content
  /// Updates the view. Called once after creation, and whenever a value has changed.
  func update(_ view: Content)
}

extension ServerDrivenComponent {
  /// The name of the Swift type with its first letter in lower case.
  public static var type: String { serverDrivenName(of: self) }
  /// A description that consists of the type's name.
  public static var documentation: String { "\(Self.self), a component of the app." }
  /// No descriptions.
  public static var memberDocumentation: [String: String] { [:] }
  /// No details.
  public static var eventDetails: [String: [EventDefinition.Member]] { [:] }
  /// No additional kinds.
  public static var kinds: [ViewKind] { [] }
}

func serverDrivenName(of type: Any.Type) -> String {
  let name = String(describing: type)
  return name.prefix(1).lowercased() + name.dropFirst()
}

extension ComponentRegistry {
  /// Registers a component that is implemented as a Swift value.
  ///
  /// - Parameters:
  ///   - component: The type of the component.
  ///   - name: The name in documents, or nil for the type's own name. A type with the same name is replaced.
  /// - Throws: A `Diagnostic` with the rule `server-driven-type` if the attributes cannot be derived from the type.
  public mutating func register<Component: ServerDrivenComponent>(
    _ component: Component.Type, named name: String? = nil
  ) throws(Diagnostic) {
    let shape = try ServerDrivenShape(of: component)
    let type = name ?? component.type
    let words = component.memberDocumentation
    var properties: [Property<View>] = []
    var slots: [SlotDefinition] = []
    var events: [EventDefinition] = []
    for member in shape.members {
      let (name, text) = (member.name, words[member.name] ?? "")
      switch member.role {
      case .value(let type):
        properties.append(
          .of(
            ServerDrivenView<Component>.self, name, type, text, get: { $0.values[name] ?? .null },
            set: { $0.set($1, for: name) }))
      case .child, .children:
        slots.append(
          SlotDefinition(name, text, member.role == .child ? .one : .many) { view, views in
            (view as? ServerDrivenView<Component>)?.set(views, for: name)
          })
      case .event: events.append(EventDefinition(name, text, carries: component.eventDetails[name] ?? []))
      }
    }
    let kind = ViewKind(type)
    register(
      ComponentDefinition(
        type: type, documentation: component.documentation, kind: kind, properties: properties, events: events,
        slots: slots, makeView: { ServerDrivenView<Component>(shape, kind, in: $0) }
      ).withParts(component.kinds).checked { node in
        shape.required.filter { node[$0.name] == nil }.map { member in
          Diagnostic(
            .warning, rule: "missing-attribute", range: node.range, message: "'\(type)' needs '\(member.name)'",
            fix: "Specify it here, or bind it")
        }
      })
  }
}

/// The container view of a component that is implemented as a Swift value.
final class ServerDrivenView<Component: ServerDrivenComponent>: View {
  private let shape: ServerDrivenShape
  private let content: Component.Content
  private(set) var values: [String: Value] = [:]
  private var views: [String: [View]] = [:]
  /// The label that explains why there is no content.
  private var problemLabel: Label?

  init(_ shape: ServerDrivenShape, _ kind: ViewKind, in context: ViewContext) {
    self.shape = shape
    content = Component.makeView(in: context)
    super.init(kind, in: context)
    context.needsPreparation(self)
  }

  func set(_ value: Value, for name: String) {
    values[name] = value
    context.needsPreparation(self)
  }

  func set(_ views: [View], for name: String) {
    self.views[name] = views
    context.needsPreparation(self)
  }

  /// Creates a new value from the current attributes and updates the content. If that fails, the current content stays.
  override func prepareLayout() {
    var members = ServerDrivenMembers()
    members.views = { [weak self] in self?.views[$0] ?? [] }
    members.handles = { [weak self] in self?.handles(EventName(rawValue: $0)) ?? false }
    members.send = { [weak self] in self?.emit(EventName(rawValue: $0), $1) }
    do {
      // Waits for values that are not available yet, such as data that arrives later.
      if shape.required.contains(where: { values[$0.name]?.isNull == true && $0.role != .value(.any) }) { return }
      try shape.decode(Component.self, from: values, members).update(content)
      guard content.parent == nil else { return }
      problemLabel?.removeFromParent()
      problemLabel = nil
      addChild(content)
    } catch {
      report(error)
    }
  }

  private func report(_ error: any Error) {
    let problem = "\(kind.name): \(ServerDrivenShape.words(for: error))"
    context.host?.report(problem, of: self)
    guard content.parent == nil else { return }
    let label = problemLabel ?? Label(in: context)
    label.value = .string(problem)
    guard problemLabel == nil else { return }
    label[.color] = "destructive"
    problemLabel = label
    addChild(label)
  }
}
