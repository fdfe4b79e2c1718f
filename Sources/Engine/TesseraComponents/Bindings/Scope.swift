import TesseraExpressions
package import TesseraValues
package import TesseraViews

/// The names that expressions can read at one place of a screen, and those around it.
package final class Scope {
  /// An object of a scheme.
  package typealias NamedObject = AnyObject & ValueReading

  /// What a name stands for.
  package enum Target {
    case context(Context)
    case view(View)
    case object(any NamedObject)

    /// What notes of changes speak of.
    var source: AnyObject {
      switch self {
      case .context(let context): context
      case .view(let view): view
      case .object(let object): object
      }
    }
  }

  /// Rows own their scopes, so these do not own the rows' views.
  private struct WeakView {
    weak var view: View?
  }

  package let parent: Scope?
  private var contexts: [String: Context] = [:]
  private var views: [String: WeakView] = [:]
  private var objects: [String: any NamedObject] = [:]

  private let isNaming: Bool

  /// - Parameter isNaming: Whether identifiers of views belong to it: a screen, or a row.
  package init(parent: Scope? = nil, isNaming: Bool = false) {
    self.parent = parent
    self.isNaming = isNaming
  }

  /// The nearest place that identifiers belong to.
  package var naming: Scope { sequence(first: self, next: \.parent).first { $0.isNaming } ?? self }

  /// The data that a document gave this place, if it did.
  private var ownContext: Context?

  /// Makes data known by its name.
  package func add(_ context: Context) { contexts[context.identifier] = context }

  /// Makes data known by its name that a screen or a component owns.
  package func addOwned(_ context: Context) {
    add(context)
    if ownContext == nil { ownContext = context }
  }

  /// The nearest data around this place that a screen or a component owns.
  package var nearestOwnContext: Context? {
    sequence(first: self, next: \.parent).lazy.compactMap(\.ownContext).first
  }

  /// Makes data known by a second name.
  package func add(_ context: Context, as name: String) { contexts[name] = context }

  /// Makes a view known by its identifier.
  package func add(_ view: View) {
    if let identifier = view.identifier { views[identifier] = WeakView(view: view) }
  }

  /// Makes an object known by a name; the first holder of a name keeps it.
  package func add(_ object: any NamedObject, as name: String) {
    if objects[name] == nil { objects[name] = object }
  }

  /// Forgets all objects.
  package func removeObjects() { objects = [:] }

  /// What a name stands for here: data, a view or an object, of this place or the nearest around it that has the name.
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

  /// The view with an identifier, of this place or around it.
  package func view(_ identifier: String) -> View? {
    sequence(first: self, next: \.parent).lazy.compactMap { $0.views[identifier]?.view }.first
  }

  /// The view with an identifier that belongs to this place itself.
  package func ownView(_ identifier: String) -> View? { views[identifier]?.view }

  /// The context with a name, of this place or around it.
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

  /// Reads a property of a view or an object, or data. A view alone stands for its value.
  package func value(at path: ValuePath) -> Value {
    guard let root = path.first, let target = target(named: root) else { return .null }
    switch target {
    case .context(let context): return path.count == 1 ? context.value : context.value.value(at: path.dropFirst())
    case .view(let view): return Self.value(of: view, at: path.dropFirst())
    case .object(let object): return path.count == 1 ? .null : object.value(at: path.dropFirst())
    }
  }

  /// A property of a view; properties such as `refreshControl.value` have a dot in their name.
  private static func value(of view: View, at path: ValuePath) -> Value {
    guard let key = path.first else { return view.value }
    if let value = view.property(key) { return path.count == 1 ? value : value.value(at: path.dropFirst()) }
    return view.property(path.description) ?? .null
  }
}
