public import TesseraValues
public import TesseraViews

/// A component that is a Swift value: its properties are what documents say, and that is all there is to say about them.
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
/// Texts, numbers, truth values, choices (`CaseIterable` texts), lists, objects and `Value` are properties that documents write as literals or expressions; ``Child`` and
/// ``Children`` are places for components, ``Event`` is what actions hang on. Optional ones need not be there. A change of what an
/// expression reads makes a new value, and ``update(_:)`` is called with it before the next layout.
public protocol ServerDrivenComponent: Decodable, SendableMetatype {
  /// A place for a component.
  typealias Child = ServerDrivenChild
  /// A place for components.
  typealias Children = ServerDrivenChildren
  /// Something that happens to it.
  typealias Event = ServerDrivenEvent
  /// The view that shows it.
  associatedtype Content: View

  /// The name in documents: by default that of the Swift type with a small letter in front. Payloads of Beagle say `custom:` and
  /// the name in any case.
  static var type: String { get }
  /// One sentence for the reference.
  static var documentation: String { get }
  /// A few words for the reference, by the names of members.
  static var memberDocumentation: [String: String] { get }
  /// What events tell, by their names; nothing where nothing is said here.
  static var eventDetails: [String: [EventDefinition.Member]] { get }
  /// Kinds of views that its view makes, and that are not known to hosts by others.
  static var kinds: [ViewKind] { get }

  /// Makes the view, once for each place in a document. Within the layout around it, it is as large as it asks for.
  static func makeView(in context: ViewContext) -> Content
  /// Brings the view up to date: once at the beginning, and whenever anything has changed.
  func update(_ view: Content)
}

extension ServerDrivenComponent {
  /// The name of the Swift type, with a small letter in front.
  public static var type: String { serverDrivenName(of: self) }
  /// The name of the type.
  public static var documentation: String { "\(Self.self), a component of the app." }
  /// Nothing.
  public static var memberDocumentation: [String: String] { [:] }
  /// Nothing.
  public static var eventDetails: [String: [EventDefinition.Member]] { [:] }
  /// None.
  public static var kinds: [ViewKind] { [] }
}

func serverDrivenName(of type: Any.Type) -> String {
  let name = String(describing: type)
  return name.prefix(1).lowercased() + name.dropFirst()
}

extension ComponentRegistry {
  /// Adds a component that is a Swift value.
  /// - Parameter name: What documents call it; nil for its own name. A type of the same name is replaced.
  /// - Throws: a `Diagnostic` of the rule `server-driven-type` where it cannot be found out what documents can say of it.
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
            set: { $0.take($1, for: name) }))
      case .child, .children:
        slots.append(
          SlotDefinition(name, text, member.role == .child ? .one : .many) { view, views in
            (view as? ServerDrivenView<Component>)?.take(views, for: name)
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
            fix: "Say it here, or bind it")
        }
      })
  }
}

/// The box of a component that is a Swift value.
final class ServerDrivenView<Component: ServerDrivenComponent>: View {
  private let shape: ServerDrivenShape
  private let content: Component.Content
  private(set) var values: [String: Value] = [:]
  private var views: [String: [View]] = [:]
  /// Why there is nothing to show.
  private var problemLabel: Label?

  init(_ shape: ServerDrivenShape, _ kind: ViewKind, in context: ViewContext) {
    self.shape = shape
    content = Component.makeView(in: context)
    super.init(kind, in: context)
    context.needsPreparation(self)
  }

  func take(_ value: Value, for name: String) {
    values[name] = value
    context.needsPreparation(self)
  }

  func take(_ views: [View], for name: String) {
    self.views[name] = views
    context.needsPreparation(self)
  }

  /// What it says may have changed; a value that cannot be made of it leaves what is shown.
  override func prepareLayout() {
    var members = ServerDrivenMembers()
    members.views = { [weak self] in self?.views[$0] ?? [] }
    members.handles = { [weak self] in self?.handles(EventName(rawValue: $0)) ?? false }
    members.send = { [weak self] in self?.emit(EventName(rawValue: $0), $1) }
    do {
      // What is not there yet, such as data that comes later, is waited for.
      if shape.required.contains(where: { values[$0.name]?.isNull == true && $0.role != .value(.any) }) { return }
      try shape.decode(Component.self, from: values, members).update(content)
      guard content.parent == nil else { return }
      problemLabel?.removeFromParent()
      problemLabel = nil
      addChild(content)
    } catch {
      tell(error)
    }
  }

  private func tell(_ error: any Error) {
    let problem = "\(kind.name): \(ServerDrivenShape.words(for: error))"
    context.problemDidOccur?(self, problem)
    guard content.parent == nil else { return }
    let label = problemLabel ?? Label(in: context)
    label.value = .string(problem)
    guard problemLabel == nil else { return }
    label[.color] = "destructive"
    problemLabel = label
    addChild(label)
  }
}
