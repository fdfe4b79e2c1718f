import TesseraComponents
package import TesseraData
import TesseraExpressions
public import TesseraValues
public import TesseraViews

/// An object of a screen's scheme that has no view itself: it provides data, displays it in views, handles events or
/// follows actions.
///
/// Mediators are created with their screen, receive attributes and outlets from the scheme, and are then set up in
/// order.
open class Mediator {
  /// The identifier in the scheme.
  public internal(set) var identifier = ""
  /// An alternative identifier.
  public internal(set) var alias: String?
  /// The screen that contains the mediator.
  package internal(set) weak var screen: ScreenController?

  /// The named evaluations in the scheme, such as `cellIdentifier`.
  var evaluations: [String: Evaluation] = [:]
  /// The actions in the scheme, by the name of their event.
  var actions: [String: [ActionCall]] = [:]

  /// Creates a mediator without attributes and outlets.
  public required init() {}

  /// The state that a new mediator could not determine itself; null for none. A resumed screen sets it before
  /// ``setUp()``.
  package var retainedState: Value {
    get { .null }
    set { _ = newValue }
  }

  /// Connects to other objects. Called once, after all outlets of the screen are connected.
  open func setUp() {}

  /// Starts work. Called once, after all mediators of the screen are set up.
  open func start() {}

  /// Called after what a person had entered is in the views again, on a screen whose document may have changed.
  package func inputWasRestored() {}

  /// Ends all work. Called when the screen closes.
  open func close() {}

  /// Called after the store of the instance changed, for any entity.
  package func storeDidChange(_ change: StoreChange) {}

  /// Whether ``notificationDidArrive(_:)`` is called for notifications with a name; false by default.
  open func awaits(_ name: String) -> Bool { false }

  /// Called with a notification of the widget or its host.
  open func notificationDidArrive(_ notification: WidgetNotification) {}

  /// Called after the content of the screen was replaced or changed.
  open func contentDidChange() {}

  /// The properties that documents and bindings can refer to.
  open class var properties: PropertyTable<Mediator> { PropertyTable("mediator", []) }

  /// The outlets that documents can connect.
  open class var outlets: [Outlet] { [] }

  /// The required attributes and outlets: at least one from each list must be present.
  open class var requirements: [[String]] { [] }

  /// The selectors for a button's `action`, without colons.
  open class var selectors: [String] { [] }

  /// Performs one of ``selectors``.
  /// - Parameter object: The item of the button's row, or else the content of the screen.
  open func perform(selector: String, with object: Value) {}

  /// The names of evaluations that a document can define in `evals`.
  open class var evaluationNames: [String] { [] }

  /// The events for which a document can define actions.
  package class var events: [EventDefinition] { [] }

  /// Whether the document defines actions for an event.
  package final func handles(_ event: String) -> Bool { actions[event]?.isEmpty == false }

  /// Runs the actions that the document defines for an event.
  package final func emit(_ event: String, _ details: [String: Value]) {
    guard let calls = actions[event], let screen else { return }
    screen.runner.run(calls, event: event, details: .dictionary(details), scope: screen.scope, sender: nil)
  }

  /// Called after a bound attribute changed. Not called before ``setUp()``.
  open func attributeDidChange(_ name: String) {}

  /// Updates the bindings that read this mediator.
  public func propertiesDidChange() { screen?.core.graph.recordChange(of: self) }
}

extension Mediator: ValueReading {
  /// Reads a property.
  public func value(forKey key: String) -> Value? {
    type(of: self).properties.value(forKey: View.canonicalKey(key), of: self)
  }
}

/// A target of an outlet.
public enum ScreenObject {
  /// A view with an identifier.
  case view(View)
  /// A mediator.
  case mediator(Mediator)
  /// The screen's content.
  case content(Value)
  /// A named constraint.
  case constraint(ConstraintElement)

  /// The view, if it is one.
  public var view: View? {
    if case .view(let view) = self { view } else { nil }
  }

  /// The mediator, if it is one.
  public var mediator: Mediator? {
    if case .mediator(let mediator) = self { mediator } else { nil }
  }
}

/// An outlet of a mediator that a document can connect to views or other objects.
public struct Outlet: Sendable {
  /// The accepted targets, which allow checks before objects are created.
  public enum Accepts: Sendable {
    /// Views of the given kinds; all kinds if the set is empty.
    case views(Set<ViewKind>)
    /// Mediators of a class.
    case mediators(Mediator.Type)
    /// The screen's content, or any mediator.
    case objects
    /// Named constraints.
    case constraints
    /// Any view or mediator that performs selectors.
    case targets
  }

  /// The name in documents.
  public let name: String
  /// A sentence for the reference.
  public let documentation: String
  /// The accepted targets.
  public let accepts: Accepts
  /// Whether a list of targets is accepted.
  public let isList: Bool
  /// Makes the connection.
  public let connect: @Sendable (Mediator, [ScreenObject]) -> Void

  /// Creates an outlet for one view.
  public static func view<Owner: Mediator, Target: View>(
    _ name: String, _ documentation: String, kinds: Set<ViewKind> = [],
    _ path: any (ReferenceWritableKeyPath<Owner, Target?> & Sendable)
  ) -> Outlet {
    Outlet(name: name, documentation: documentation, accepts: .views(kinds), isList: false) { owner, targets in
      (owner as? Owner)?[keyPath: path] = targets.first?.view as? Target
    }
  }

  /// Creates an outlet for any number of views.
  public static func views<Owner: Mediator>(
    _ name: String, _ documentation: String, _ path: any (ReferenceWritableKeyPath<Owner, [View]> & Sendable)
  ) -> Outlet {
    Outlet(name: name, documentation: documentation, accepts: .views([]), isList: true) { owner, targets in
      (owner as? Owner)?[keyPath: path].append(contentsOf: targets.compactMap(\.view))
    }
  }

  /// Creates an outlet for a named constraint.
  static func constraint<Owner: Mediator>(
    _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Owner, ConstraintElement?> & Sendable)
  ) -> Outlet {
    Outlet(name: name, documentation: documentation, accepts: .constraints, isList: false) { owner, targets in
      if case .constraint(let constraint)? = targets.first { (owner as? Owner)?[keyPath: path] = constraint }
    }
  }

  /// Creates an outlet for one mediator of a class.
  public static func mediator<Owner: Mediator, Target: Mediator>(
    _ name: String, _ documentation: String, _ path: any (ReferenceWritableKeyPath<Owner, Target?> & Sendable)
  ) -> Outlet {
    Outlet(name: name, documentation: documentation, accepts: .mediators(Target.self), isList: false) {
      owner, targets in
      (owner as? Owner)?[keyPath: path] = targets.first?.mediator as? Target
    }
  }
}
