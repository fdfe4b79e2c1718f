import TesseraExpressions
package import TesseraValues
package import TesseraViews

/// The names that expressions can read at one place of a screen, with those of the enclosing scopes.
package final class Scope {
  /// An object of a scheme.
  package typealias NamedObject = AnyObject & ValueReading

  /// The target of a name.
  package enum Target {
    case context(Context)
    case view(View)
    case object(any NamedObject)

    /// The source that change notifications refer to.
    var source: AnyObject {
      switch self {
      case .context(let context): context
      case .view(let view): view
      case .object(let object): object
      }
    }
  }

  /// Rows own their scopes, so scopes must not own the views of rows.
  private struct WeakView {
    weak var view: View?
  }

  package let parent: Scope?
  private var contexts: [String: Context] = [:]
  private var views: [String: WeakView] = [:]
  private var objects: [String: any NamedObject] = [:]

  private let isNaming: Bool

  /// Creates a scope.
  ///
  /// - Parameter isNaming: Whether the scope contains the identifiers of views, as a screen or a row does.
  package init(parent: Scope? = nil, isNaming: Bool = false) {
    self.parent = parent
    self.isNaming = isNaming
  }

  /// The nearest enclosing scope that contains identifiers.
  package var naming: Scope { sequence(first: self, next: \.parent).first { $0.isNaming } ?? self }

  /// The data declared by the document in this scope, if any.
  private var ownContext: Context?

  /// Adds data under its name.
  package func add(_ context: Context) { contexts[context.identifier] = context }

  /// Adds data that is owned by a screen or a component under its name.
  package func addOwned(_ context: Context) {
    add(context)
    if ownContext == nil { ownContext = context }
  }

  /// The nearest data in this scope or an enclosing one that is owned by a screen or a component.
  package var nearestOwnContext: Context? {
    sequence(first: self, next: \.parent).lazy.compactMap(\.ownContext).first
  }

  /// Adds data under an additional name.
  package func add(_ context: Context, as name: String) { contexts[name] = context }

  /// Adds a view under its identifier.
  package func add(_ view: View) {
    if let identifier = view.identifier { views[identifier] = WeakView(view: view) }
  }

  /// Adds an object under a name. The first object with a name keeps it.
  package func add(_ object: any NamedObject, as name: String) {
    if objects[name] == nil { objects[name] = object }
  }

  /// Removes all objects.
  package func removeObjects() { objects = [:] }

  /// Returns the data, view or object with a name, from this scope or the nearest enclosing one that defines the name.
  package func target(named name: String) -> Target? {
    var scope: Scope? = self
    while let current = scope {
      if let context = current.contexts[name] { return .context(context) }
      if let view = current.views[name]?.view { return .view(view) }
      if let object = current.objects[name] { return .object(object) }
      scope = current.parent
    }
    return nil
  }

  /// Returns the view with an identifier, from this scope or an enclosing one.
  package func view(_ identifier: String) -> View? {
    sequence(first: self, next: \.parent).lazy.compactMap { $0.views[identifier]?.view }.first
  }

  /// Returns the view with an identifier from this scope only.
  package func ownView(_ identifier: String) -> View? { views[identifier]?.view }

  /// Returns the context with a name, from this scope or an enclosing one.
  package func context(_ identifier: String) -> Context? {
    sequence(first: self, next: \.parent).lazy.compactMap { $0.contexts[identifier] }.first
  }
}

extension Scope: NameLookup {
  package func isThing(_ name: String) -> Bool {
    switch target(named: name) {
    case .view, .object: true
    case .context, nil: false
    }
  }

  package func value(forKey key: String) -> Value? { value(at: ValuePath(keys: [key])) }

  /// Returns data, or a property of a view or an object. A view without a property stands for its value.
  package func value(at path: ValuePath) -> Value {
    guard let root = path.first, let target = target(named: root) else { return .null }
    switch target {
    case .context(let context): return path.count == 1 ? context.value : context.value.value(at: path.dropFirst())
    case .view(let view): return Self.value(of: view, at: path.dropFirst())
    case .object(let object): return path.count == 1 ? .null : object.value(at: path.dropFirst())
    }
  }

  /// Returns a property of a view. The names of some properties contain a dot, such as `refreshControl.value`.
  private static func value(of view: View, at path: ValuePath) -> Value {
    guard let key = path.first else { return view.value }
    if let value = view.property(key) { return path.count == 1 ? value : value.value(at: path.dropFirst()) }
    return view.property(path.description) ?? .null
  }
}
