import TesseraValues
import TesseraViews

/// The names that a screen's or a row's bindings and predicates can read: views by identifier, mediators by identifier
/// and alias, `content`, and `defaults`.
final class Scope: ValueReading {
  private var views: [String: WeakView] = [:]
  var mediators: [String: Mediator] = [:]
  var content: Value = .null
  var defaults: [String: Value] = [:]
  /// The screen's scope, for a row: what the row does not know is looked up there.
  let parent: Scope?

  /// Rows own their scopes, so these do not own the rows' views.
  private struct WeakView {
    weak var view: View?
  }

  init(parent: Scope? = nil) { self.parent = parent }

  /// The view with an identifier.
  func view(_ identifier: String) -> View? { views[identifier]?.view }

  /// Makes a view known by its identifier.
  func add(_ view: View) {
    if let identifier = view.identifier { views[identifier] = WeakView(view: view) }
  }

  func value(forKey key: String) -> Value? { value(at: ValuePath(keys: [key])) }

  func value(at path: ValuePath) -> Value {
    guard let root = path.first else { return .null }
    let rest = path.dropFirst()
    switch root {
    case "content": return content.value(at: rest)
    case "defaults": return Value.dictionary(parent?.defaults ?? defaults).value(at: rest)
    default: break
    }
    if let view = view(root) { return Self.value(of: view, at: rest) }
    if let mediator = mediators[root] { return rest.isEmpty ? .null : mediator.value(at: rest) }
    return parent?.value(at: path) ?? .null
  }

  /// What an outlet that names an identifier is connected to.
  func object(named identifier: String) -> ScreenObject? {
    if identifier == "content" { return .content(content) }
    if let view = view(identifier) { return .view(view) }
    if let mediator = mediators[identifier] { return .mediator(mediator) }
    return parent?.object(named: identifier)
  }

  /// A property of a view; properties such as `refreshControl.value` have a dot in their name.
  private static func value(of view: View, at path: ValuePath) -> Value {
    guard let key = path.first else { return view.value }
    if let value = view.property(key) { return value.value(at: path.dropFirst()) }
    return view.property(path.description) ?? .null
  }
}
