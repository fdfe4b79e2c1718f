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

  /// Creates a component of any type, such as `custom:rating`.
  public init(_ type: String, _ members: [String: any PayloadValue] = [:]) {
    self.members = members.mapValues(\.payload)
    self.members["_beagleComponent_"] = .string(type.contains(":") ? type : "beagle:\(type)")
  }

  /// The payload of the component.
  public var payload: Value { .dictionary(members) }

  /// The payload as JSON text, for a server's response.
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

  // MARK: Common modifiers

  /// Sets the identifier.
  public func id(_ id: String) -> Component { setting("id", to: .string(id)) }
  /// Sets the layout and the appearance.
  public func style(_ style: Style) -> Component { setting("style", to: .dictionary(style.members)) }
  /// Declares a context.
  public func context(_ context: Context) -> Component {
    setting("context", to: ["id": .string(context.name), "value": context.value])
  }
  /// Sets the actions to run when the component is initialized.
  public func onInit(@ActionBuilder _ actions: () -> [Action]) -> Component { setting("onInit", to: actions()) }
  /// Adds members of the native component that only Tessera reads, in native form. They take precedence over the
  /// payload, and null removes a member of the payload.
  public func tessera(_ members: Value) -> Component { setting("_tessera_", to: members) }
  /// Sets the label for assistive technologies.
  public func accessibilityLabel(_ label: String) -> Component {
    setting("accessibility", to: ["accessible": true, "accessibilityLabel": .string(label)])
  }
}

/// Builds a list of components.
@resultBuilder
public enum ComponentBuilder {
  /// Builds a single component.
  public static func buildExpression(_ component: Component) -> [Component] { [component] }
  /// Builds a list of components.
  public static func buildExpression(_ components: [Component]) -> [Component] { components }
  /// Concatenates components.
  public static func buildBlock(_ parts: [Component]...) -> [Component] { parts.flatMap { $0 } }
  /// Builds the components of an `if` without `else`.
  public static func buildOptional(_ part: [Component]?) -> [Component] { part ?? [] }
  /// Builds the first branch of a condition.
  public static func buildEither(first part: [Component]) -> [Component] { part }
  /// Builds the second branch of a condition.
  public static func buildEither(second part: [Component]) -> [Component] { part }
  /// Builds the components of a loop.
  public static func buildArray(_ parts: [[Component]]) -> [Component] { parts.flatMap { $0 } }
}

/// Builds a list of actions.
@resultBuilder
public enum ActionBuilder {
  /// Builds a single action.
  public static func buildExpression(_ action: Action) -> [Action] { [action] }
  /// Concatenates actions.
  public static func buildBlock(_ parts: [Action]...) -> [Action] { parts.flatMap { $0 } }
  /// Builds the actions of an `if` without `else`.
  public static func buildOptional(_ part: [Action]?) -> [Action] { part ?? [] }
  /// Builds the first branch of a condition.
  public static func buildEither(first part: [Action]) -> [Action] { part }
  /// Builds the second branch of a condition.
  public static func buildEither(second part: [Action]) -> [Action] { part }
}

extension Component {
  /// Adds a button to the navigation bar of a screen. The bar is created with an empty title if there is none.
  public func barItem(_ text: String, @ActionBuilder onPress: () -> [Action]) -> Component {
    var bar = members["navigationBar"]?.dictionary ?? ["title": ""]
    let items = bar["navigationBarItems"]?.array ?? []
    bar["navigationBarItems"] = .array(items + [["text": .string(text), "onPress": onPress().payload]])
    var copy = self
    copy.members["navigationBar"] = .dictionary(bar)
    return copy
  }
}
