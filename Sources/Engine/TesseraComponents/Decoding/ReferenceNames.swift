package import TesseraValues

/// The names that can be referred to, by kind.
///
/// References of a kind without an entry cannot be checked, because the declarations could not be read.
package struct ReferenceNames: Sendable {
  private var names: [ReferenceKind: Set<String>]
  /// The names of declared things that cannot be created. References to them are not reported.
  private var broken: [ReferenceKind: Set<String>] = [:]

  package init(_ names: [ReferenceKind: Set<String>] = [:]) { self.names = names }

  /// Returns the names of a kind, or nil if they are unknown.
  package subscript(kind: ReferenceKind) -> Set<String>? {
    get { names[kind] }
    set { names[kind] = newValue }
  }

  /// Adds the name of a declared thing that cannot be created.
  package mutating func insertBroken(_ name: String, _ kind: ReferenceKind) {
    broken[kind, default: []].insert(name)
  }

  /// Returns whether a name may be valid.
  package func allows(_ name: String, _ kind: ReferenceKind) -> Bool {
    guard let known = names[kind] else { return true }
    return known.contains(name) || broken[kind]?.contains(name) == true
  }
}

extension ReferenceKind {
  /// The rule violated by an unknown name.
  package var rule: String {
    switch self {
    case .image: "missing-image"
    case .element: "unknown-identifier"
    default: "unknown-\(rawValue)"
    }
  }

  /// Returns the message about an unknown name.
  package func complaint(about name: String) -> String {
    switch self {
    case .entity: "The model has no entity '\(name)'"
    case .serviceAction: "The service has no action '\(name)'"
    case .image: "The bundle has no image '\(name)'"
    case .screen: "The bundle has no screen '\(name)'"
    case .cell: "No table of this screen has a cell '\(name)'"
    case .serviceProvider: "Unknown service provider '\(name)'"
    case .transformer: "Unknown value transformer '\(name)'"
    case .context: "There is no enclosing context '\(name)'"
    case .data: "The bundle has no file 'data/\(name).json'"
    case .stack: "Neither the manifest nor the host defines a stack '\(name)'"
    case .element: "No component of this screen has the id '\(name)'"
    }
  }
}
