public import TesseraValues

/// A component of a payload.
///
/// ```swift
/// Screen("home", title: "Shop") {
///   Container {
///     Text("Hello \(user.name)")
///     Button("Go") { .push("/next") }
///   }
///   .style(Style().padding(16))
/// }
/// ```
public struct Component: Sendable {
  var members: [String: Value]

  /// Any component, such as `custom:rating`.
  public init(_ type: String, _ members: [String: any PayloadValue] = [:]) {
    self.members = members.mapValues(\.payload)
    self.members["_beagleComponent_"] = .string(type.contains(":") ? type : "beagle:\(type)")
  }

  /// As it is sent.
  public var payload: Value { .dictionary(members) }

  /// The text that a server answers with.
  public var json: String { JSONText.text(of: payload) }

  private func setting(_ name: String, to value: Value) -> Component {
    var copy = self
    copy.members[name] = value
    return copy
  }

  func setting(_ name: String, to value: (any PayloadValue)?) -> Component {
    value.map { setting(name, to: $0.payload) } ?? self
  }

  func setting(_ name: String, to actions: [Action]) -> Component {
    actions.isEmpty ? self : setting(name, to: actions.payload)
  }

  func setting(_ name: String, to components: [Component]) -> Component {
    setting(name, to: .array(components.map(\.payload)))
  }

  func setting(_ name: String, to component: Component) -> Component { setting(name, to: component.payload) }

  // MARK: What every component may have

  /// Names it.
  public func id(_ id: String) -> Component { setting("id", to: .string(id)) }
  /// Lays it out and paints it.
  public func style(_ style: Style) -> Component { setting("style", to: .dictionary(style.members)) }
  /// Gives it data.
  public func context(_ context: Context) -> Component {
    setting("context", to: ["id": .string(context.name), "value": context.value])
  }
  /// What happens when it is there.
  public func onInit(@ActionBuilder _ actions: () -> [Action]) -> Component { setting("onInit", to: actions()) }
  /// What only Tessera reads: members of the native component that it becomes, in the words of native documents. They win over
  /// what the payload says; null takes away what that says.
  public func tessera(_ members: Value) -> Component { setting("_tessera_", to: members) }
  /// What assistive technology calls it.
  public func accessibilityLabel(_ label: String) -> Component {
    setting("accessibility", to: ["accessible": true, "accessibilityLabel": .string(label)])
  }
}

/// Puts components behind each other.
@resultBuilder
public enum ComponentBuilder {
  /// One of them.
  public static func buildExpression(_ component: Component) -> [Component] { [component] }
  /// One of them.
  public static func buildExpression(_ components: [Component]) -> [Component] { components }
  /// One behind the other.
  public static func buildBlock(_ parts: [Component]...) -> [Component] { parts.flatMap { $0 } }
  /// If there is one.
  public static func buildOptional(_ part: [Component]?) -> [Component] { part ?? [] }
  /// One of two.
  public static func buildEither(first part: [Component]) -> [Component] { part }
  /// One of two.
  public static func buildEither(second part: [Component]) -> [Component] { part }
  /// Those of a loop.
  public static func buildArray(_ parts: [[Component]]) -> [Component] { parts.flatMap { $0 } }
}

/// Puts actions behind each other.
@resultBuilder
public enum ActionBuilder {
  /// One of them.
  public static func buildExpression(_ action: Action) -> [Action] { [action] }
  /// One behind the other.
  public static func buildBlock(_ parts: [Action]...) -> [Action] { parts.flatMap { $0 } }
  /// If there is one.
  public static func buildOptional(_ part: [Action]?) -> [Action] { part ?? [] }
  /// One of two.
  public static func buildEither(first part: [Action]) -> [Action] { part }
  /// One of two.
  public static func buildEither(second part: [Action]) -> [Action] { part }
}

extension Component {
  /// Adds a button to the bar of a screen, which has a title.
  public func barItem(_ text: String, @ActionBuilder onPress: () -> [Action]) -> Component {
    var bar = members["navigationBar"]?.dictionary ?? ["title": ""]
    let items = bar["navigationBarItems"]?.array ?? []
    bar["navigationBarItems"] = .array(items + [["text": .string(text), "onPress": onPress().payload]])
    var copy = self
    copy.members["navigationBar"] = .dictionary(bar)
    return copy
  }
}
