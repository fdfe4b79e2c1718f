/// A constraint: first attribute = multiplier × second attribute + constant, or an inequality.
package struct InterfaceConstraint: Sendable {
  package enum Relation: String, Sendable {
    case lessThanOrEqual
    case equal
    case greaterThanOrEqual
  }

  package enum Attribute: String, Sendable {
    case left
    case right
    case top
    case bottom
    case leading
    case trailing
    case width
    case height
    case centerX
    case centerY
    case baseline
    case firstBaseline
    case leftMargin
    case rightMargin
    case topMargin
    case bottomMargin
    case leadingMargin
    case trailingMargin
    case centerXWithinMargins
    case centerYWithinMargins
  }

  /// What differs for size classes.
  package var variations: [InterfaceVariation] = []
  /// Values that are set by key path after loading.
  package var runtimeAttributes: [InterfaceRuntimeAttribute] = []
  package var id: String?
  /// A name for code, that does not affect layout.
  package var identifier: String?
  /// The ID of a view or layout guide. The file leaves it out if it is the view that owns the constraint.
  package var firstItemID: String
  package var firstAttribute: Attribute
  package var relation: Relation
  /// Absent if a width or height is compared with the constant only.
  package var secondItemID: String?
  package var secondAttribute: Attribute?
  package var multiplier: Double
  /// In points.
  package var constant: Double
  /// Whether the constant is the system's standard distance.
  package var isStandardDistance: Bool
  /// From 1 to 1000, which is required.
  package var priority: Double
  /// Whether the constraint is only for the design and is removed when the interface is built.
  package var isPlaceholder: Bool

  /// Reads a constraint that a view owns.
  init(of element: XMLTreeElement, ownerID: String?) throws(XcodeFileError) {
    func problem(_ words: String) -> XcodeFileError {
      XcodeFileError("A constraint \(words), at line \(element.line)")
    }
    guard let item = element["firstItem"] ?? ownerID else { throw problem("has no first item") }
    guard let first = Attribute(rawValue: element["firstAttribute"] ?? "") else {
      throw problem("has the unknown attribute '\(element["firstAttribute"] ?? "")'")
    }
    guard let relation = Relation(rawValue: element["relation"] ?? "equal") else {
      throw problem("has the unknown relation '\(element["relation"] ?? "")'")
    }
    if let name = element["secondAttribute"] {
      guard let second = Attribute(rawValue: name) else { throw problem("has the unknown attribute '\(name)'") }
      // The owner is left out as the second item too.
      (secondItemID, secondAttribute) = (element["secondItem"] ?? ownerID, second)
    }
    if let text = element["multiplier"] {
      guard let multiplier = Self.multiplier(text) else { throw problem("has the unreadable multiplier '\(text)'") }
      self.multiplier = multiplier
    } else {
      multiplier = 1
    }
    (id, identifier, firstItemID, firstAttribute) = (element["id"], element["identifier"], item, first)
    self.relation = relation
    constant = element.number("constant") ?? 0
    isStandardDistance = element.boolean("symbolic") ?? false
    priority = element.number("priority") ?? 1000
    isPlaceholder = element.boolean("placeholder") ?? false
    variations = element.children.filter { $0.name == "variation" }.map(InterfaceVariation.init)
  }

  /// A number, or a ratio such as `16:9` or `2/3`.
  private static func multiplier(_ text: String) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }.map { Double($0) }
    let multiplier: Double
    switch (parts.count, parts.first.flatMap(\.self), parts.last.flatMap(\.self)) {
    case (1, let number?, _): multiplier = number
    case (2, let first?, let second?): multiplier = first / second
    default: return nil
    }
    return multiplier.isFinite ? multiplier : nil
  }
}
