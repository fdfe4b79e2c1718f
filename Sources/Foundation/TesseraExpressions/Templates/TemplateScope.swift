import TesseraValues

/// The scope in which a template looks up its contexts.
struct TemplateScope {
  private let members: [String: Value]?
  private let scope: any ValueReading
  /// The scope if it has names for objects that are not values. It is determined once, because casting to a protocol is
  /// more expensive than reading.
  private let things: (any NameLookup)?
  /// The elements of lists for which an expression is evaluated, by their names, the innermost last.
  private var elements: [(name: String, value: Value)] = []

  init(_ scope: any ValueReading) {
    self.scope = scope
    switch scope {
    case let value as Value: members = value.dictionary
    case let dictionary as [String: Value]: members = dictionary
    default: members = nil
    }
    things = members == nil ? scope as? any NameLookup : nil
  }

  /// Whether an expression is evaluated for an element of a list.
  var hasElement: Bool { !elements.isEmpty }

  /// Begins the evaluation of an expression for elements, which it reads by a name.
  mutating func beginElements(named name: String) { elements.append((name, .null)) }

  /// Sets the element for which the expression is evaluated next.
  mutating func setElement(_ value: Value) { if let last = elements.indices.last { elements[last].value = value } }

  /// Ends the evaluation that began last.
  mutating func endElements() { _ = elements.popLast() }

  /// Returns the value at a path, read strictly from the context named by its first key.
  func value(at path: ContextPath) -> Value {
    guard case .key(let name) = path.nodes.first else { return .null }
    let rest = path.nodes.dropFirst()
    if let element = elements.last(where: { $0.name == name }) {
      return ContextPath.value(at: rest, in: element.value)
    }
    if !rest.isEmpty, let things, things.isThing(name) { return liveValue(at: path) }
    let context = members.map { $0[name] ?? .null } ?? scope.value(at: ValuePath(keys: [name]))
    if rest.isEmpty { return context }
    if members == nil, case .key = rest.first {
      switch context {
      case .dictionary, .object: break
      default: return liveValue(at: path)
      }
    }
    return ContextPath.value(at: rest, in: context)
  }

  /// Returns the value at a path of an object that is not a value, such as a view of a screen. Only the scope can read
  /// its properties, including those with dots in their names.
  private func liveValue(at path: ContextPath) -> Value {
    var keys: [String] = []
    for node in path.nodes {
      guard case .key(let key) = node else { break }
      keys.append(key)
      guard keys.count > 1 else { continue }
      let value = scope.value(at: ValuePath(keys: keys))
      switch value {
      case .null where keys.count < path.nodes.count: continue
      default: return ContextPath.value(at: path.nodes.dropFirst(keys.count), in: value)
      }
    }
    return .null
  }
}
