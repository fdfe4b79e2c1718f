package import TesseraValues

/// What there is to be named: by kind, all names that exist. A kind that is not listed cannot be checked, because what
/// would declare it could not be read.
package struct ReferenceNames: Sendable {
  private var names: [ReferenceKind: Set<String>]
  /// Names of things that are declared and cannot be made: what names them is not to blame.
  private var broken: [ReferenceKind: Set<String>] = [:]

  package init(_ names: [ReferenceKind: Set<String>] = [:]) { self.names = names }

  /// The names of a kind; nil where they are not known.
  package subscript(kind: ReferenceKind) -> Set<String>? {
    get { names[kind] }
    set { names[kind] = newValue }
  }

  /// Notes that something is declared under a name that cannot be made.
  package mutating func insertBroken(_ name: String, _ kind: ReferenceKind) {
    broken[kind, default: []].insert(name)
  }

  /// Whether a name may be right.
  package func allows(_ name: String, _ kind: ReferenceKind) -> Bool {
    guard let known = names[kind] else { return true }
    return known.contains(name) || broken[kind]?.contains(name) == true
  }
}

extension ReferenceKind {
  /// The rule that a wrong name breaks.
  package var rule: String {
    switch self {
    case .image: "missing-image"
    case .element: "unknown-identifier"
    default: "unknown-\(rawValue)"
    }
  }

  /// What is said of a name that nothing has.
  package func complaint(about name: String) -> String {
    switch self {
    case .entity: "The model has no entity '\(name)'"
    case .serviceAction: "The service has no action '\(name)'"
    case .image: "The bundle has no image '\(name)'"
    case .screen: "The bundle has no screen '\(name)'"
    case .cell: "No table of this screen has a cell '\(name)'"
    case .serviceProvider: "Unknown service provider '\(name)'"
    case .transformer: "Unknown value transformer '\(name)'"
    case .context: "Nothing around this place owns a context '\(name)'"
    case .data: "The bundle has no file 'data/\(name).json'"
    case .stack: "Neither the manifest nor the host has a stack '\(name)'"
    case .element: "No component of this screen has the id '\(name)'"
    }
  }
}
