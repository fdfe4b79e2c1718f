/// The names in a payload.
struct PayloadNames {
  /// The identifiers of components and screens.
  private(set) var identifiers: [String] = []
  /// The names of contexts and of the items and indices of rows.
  private(set) var contexts: Set<String> = []
  /// Whether screens nested in actions are included.
  private let withScreensInside: Bool

  /// Collects all names in an element.
  init(_ element: BeagleElement) {
    withScreensInside = true
    add(element)
  }

  /// Collects the names in a screen.
  ///
  /// - Parameter withScreensInside: Whether screens nested in actions are included.
  init(_ screen: BeagleObject, withScreensInside: Bool) {
    self.withScreensInside = withScreensInside
    add(screen, isNamed: true)
  }

  private mutating func add(_ element: BeagleElement) {
    switch element.content {
    case .known(_, let object): add(object, isNamed: true)
    case .custom(_, let object, let members):
      add(object, isNamed: true)
      for member in members { add(member.value) }
    case .broken: break
    }
  }

  private mutating func add(_ value: BeagleValue) {
    switch value {
    case .element(let element): add(element)
    case .object(let object):
      if withScreensInside || object.schema.name != BeagleObjectSchema.screenRoute.name { add(object, isNamed: false) }
    case .list(let values, _): for value in values { add(value) }
    case .literal, .template, .data: break
    }
  }

  /// - Parameter isNamed: Whether the object is a component, an action or a screen, rather than an object in one.
  private mutating func add(_ object: BeagleObject, isNamed: Bool) {
    for member in object.members {
      switch member.name {
      case "id", "identifier": if isNamed, let id = member.value.text { identifiers.append(id) }
      case "context": if isNamed, let id = member.value.object?["id"]?.text { contexts.insert(id) }
      case "iteratorName", "indexName": member.value.text.map { _ = contexts.insert($0) }
      default: add(member.value)
      }
    }
  }
}
