import TesseraComponents
package import TesseraData
import TesseraExpressions
public import TesseraValues
public import TesseraViews

/// An object of a screen's scheme that shows nothing itself: it provides data, displays it in views, acts on events or
/// follows what actions do.
///
/// Mediators are made when their screen is, get attributes and outlets from the scheme, and are then set up in order.
open class Mediator {
  /// The key under which the scheme declares it.
  public internal(set) var identifier = ""
  /// A second name.
  public internal(set) var alias: String?
  /// The screen that it works for.
  package internal(set) weak var screen: ScreenController?

  /// Named evaluations that the scheme gives it, such as `cellIdentifier`.
  var evaluations: [String: Evaluation] = [:]

  /// Creates a mediator without attributes and outlets.
  public required init() {}

  /// What it learned while it worked and would not learn by being made anew; null for nothing. A screen that rested gives it
  /// back before ``setUp()``.
  package var retainedState: Value {
    get { .null }
    set { _ = newValue }
  }

  /// Connects to others. Called once, when all outlets of the screen are connected.
  open func setUp() {}

  /// Begins to work. Called once, when all mediators of the screen are set up.
  open func start() {}

  /// Ends all work. Called when the screen goes away.
  open func close() {}

  /// The store of the instance changed. Called for changes of any entity.
  package func storeDidChange(_ change: StoreChange) {}

  /// Whether ``notificationDidArrive(_:)`` is to be called for notifications of a name; for none by default.
  open func awaits(_ name: String) -> Bool { false }

  /// Something was announced by its name, by the widget or by its host.
  open func notificationDidArrive(_ notification: WidgetNotification) {}

  /// The content of the screen is another one, or has changed.
  open func contentDidChange() {}

  /// The attributes that documents and bindings can name.
  open class var properties: PropertyTable<Mediator> { PropertyTable("mediator", []) }

  /// The outlets that documents can connect.
  open class var outlets: [Outlet] { [] }

  /// Attributes and outlets without which it does nothing: of each list one has to be given.
  open class var requirements: [[String]] { [] }

  /// What a button's `action` can ask of the mediator, without colons.
  open class var selectors: [String] { [] }

  /// Does one of ``selectors``.
  /// - Parameter object: What the button is about: the item of its row, or else the content of the screen.
  open func perform(selector: String, with object: Value) {}

  /// The names of evaluations that a document can give in `evals`.
  open class var evaluationNames: [String] { [] }

  /// An attribute that follows data has another value. Not called before ``setUp()``.
  open func attributeDidChange(_ name: String) {}

  /// Lets bindings that read this mediator run again.
  public func propertiesDidChange() { screen?.core.graph.recordChange(of: self) }
}

extension Mediator: ValueReading {
  /// Reads a property.
  public func value(forKey key: String) -> Value? {
    type(of: self).properties.value(forKey: View.canonicalKey(key), of: self)
  }
}

/// What an outlet can be connected to.
public enum ScreenObject {
  /// A view with an identifier.
  case view(View)
  /// A mediator.
  case mediator(Mediator)
  /// The screen's content.
  case content(Value)
  /// A constraint with a name.
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

/// A connection that a document can make from a mediator to views or other mediators.
public struct Outlet: Sendable {
  /// What may be connected, for checks before anything is made.
  public enum Accepts: Sendable {
    /// Views of some kinds; all kinds if the set is empty.
    case views(Set<ViewKind>)
    /// Mediators of a class.
    case mediators(Mediator.Type)
    /// The screen's content, or any mediator.
    case objects
    /// Constraints with a name.
    case constraints
    /// Any view or mediator: something that does what a selector says.
    case targets
  }

  /// The name in documents.
  public let name: String
  /// One sentence for the reference.
  public let documentation: String
  /// What may be connected.
  public let accepts: Accepts
  /// Whether a list may be connected.
  public let isList: Bool
  /// Makes the connection.
  public let connect: @Sendable (Mediator, [ScreenObject]) -> Void

  /// An outlet for one view.
  public static func view<Owner: Mediator, Target: View>(
    _ name: String, _ documentation: String, kinds: Set<ViewKind> = [],
    _ path: any (ReferenceWritableKeyPath<Owner, Target?> & Sendable)
  ) -> Outlet {
    Outlet(name: name, documentation: documentation, accepts: .views(kinds), isList: false) { owner, targets in
      (owner as? Owner)?[keyPath: path] = targets.first?.view as? Target
    }
  }

  /// An outlet for any number of views.
  public static func views<Owner: Mediator>(
    _ name: String, _ documentation: String, _ path: any (ReferenceWritableKeyPath<Owner, [View]> & Sendable)
  ) -> Outlet {
    Outlet(name: name, documentation: documentation, accepts: .views([]), isList: true) { owner, targets in
      (owner as? Owner)?[keyPath: path].append(contentsOf: targets.compactMap(\.view))
    }
  }

  /// An outlet for a constraint with a name.
  static func constraint<Owner: Mediator>(
    _ name: String, _ documentation: String,
    _ path: any (ReferenceWritableKeyPath<Owner, ConstraintElement?> & Sendable)
  ) -> Outlet {
    Outlet(name: name, documentation: documentation, accepts: .constraints, isList: false) { owner, targets in
      if case .constraint(let constraint)? = targets.first { (owner as? Owner)?[keyPath: path] = constraint }
    }
  }

  /// An outlet for one mediator of a class.
  public static func mediator<Owner: Mediator, Target: Mediator>(
    _ name: String, _ documentation: String, _ path: any (ReferenceWritableKeyPath<Owner, Target?> & Sendable)
  ) -> Outlet {
    Outlet(name: name, documentation: documentation, accepts: .mediators(Target.self), isList: false) {
      owner, targets in
      (owner as? Owner)?[keyPath: path] = targets.first?.mediator as? Target
    }
  }
}
