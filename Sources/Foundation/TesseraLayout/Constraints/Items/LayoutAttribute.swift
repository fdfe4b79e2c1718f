/// A layout axis.
public enum LayoutAxis: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case horizontal
  case vertical
}

/// A line or a length of an item, used in constraints.
public enum LayoutAttribute: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case left
  case right
  case top
  case bottom
  /// The side where text begins: left, or right in a right-to-left layout.
  case leading
  /// The side where text ends: right, or left in a right-to-left layout.
  case trailing
  case width
  case height
  case centerX
  case centerY
  /// The baseline of the first line of text; the bottom of an item without text.
  case firstBaseline
  /// The baseline of the last line of text; the bottom of an item without text.
  case lastBaseline

  /// The axis along which the attribute is measured.
  public var axis: LayoutAxis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX: .horizontal
    case .top, .bottom, .height, .centerY, .firstBaseline, .lastBaseline: .vertical
    }
  }

  /// Whether the attribute is a length rather than a position.
  public var isSize: Bool { self == .width || self == .height }

  /// Whether the attribute changes sides with the layout direction.
  public var isDirectional: Bool { self == .leading || self == .trailing }
}

/// The identifier of an item of a `ConstraintLayout`. Identifiers are never reused.
public struct LayoutItemID: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// The identifier of a constraint of a `ConstraintLayout`. Identifiers are never reused.
public struct LayoutConstraintID: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// A linear relation `item.attribute = multiplier · otherItem.otherAttribute + constant`, or the same with an
/// inequality.
///
/// Positions are compared in the coordinates of the nearest item that contains both items. An item that contains the
/// other starts at 0. Constraints of `leading` and `trailing` are mirrored in a right-to-left layout, where a positive
/// constant moves to the left.
public struct LayoutConstraint: Sendable, Hashable {
  /// The item on the left-hand side.
  public var item: LayoutItemID
  /// The attribute on the left-hand side.
  public var attribute: LayoutAttribute
  /// The relation between the two sides.
  public var relation: LayoutRelation
  /// The item on the right-hand side; nil if the right-hand side is only a constant.
  public var otherItem: LayoutItemID?
  /// The attribute on the right-hand side.
  public var otherAttribute: LayoutAttribute?
  /// The multiplier of the attribute on the right-hand side.
  public var multiplier: Double
  /// The constant added to the right-hand side, in points.
  public var constant: Double
  /// The priority of the constraint.
  public var priority: LayoutPriority
  /// The name of the constraint in reports.
  public var name: String?

  /// Creates a constraint between attributes of two items, or of one item.
  public init(
    _ item: LayoutItemID, _ attribute: LayoutAttribute, _ relation: LayoutRelation = .equal,
    to otherItem: LayoutItemID, _ otherAttribute: LayoutAttribute, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required, name: String? = nil
  ) {
    self.item = item
    self.attribute = attribute
    self.relation = relation
    self.otherItem = otherItem
    self.otherAttribute = otherAttribute
    self.multiplier = multiplier
    self.constant = constant
    self.priority = priority
    self.name = name
  }

  /// Creates a constraint that compares a length with a constant.
  public init(
    _ item: LayoutItemID, _ attribute: LayoutAttribute, _ relation: LayoutRelation = .equal, constant: Double,
    priority: LayoutPriority = .required, name: String? = nil
  ) {
    self.item = item
    self.attribute = attribute
    self.relation = relation
    otherItem = nil
    otherAttribute = nil
    multiplier = 1
    self.constant = constant
    self.priority = priority
    self.name = name
  }
}

/// The reason why a layout rejects a constraint.
public enum LayoutConstraintError: Error, Sendable, Hashable {
  /// An item or constraint is not, or no longer, part of the layout.
  case unknown
  /// A number is not finite, a constant is beyond ±1e9, or a multiplier is beyond ±1e6.
  case numberOutOfRange
  /// One side is horizontal and the other vertical, and they are not both lengths.
  case differentAxes(LayoutAttribute, LayoutAttribute)
  /// One side is a position and the other a length.
  case placeAndSize(LayoutAttribute, LayoutAttribute)
  /// One side depends on the layout direction, and the other is `left` or `right`.
  case directionalAndFixed(LayoutAttribute, LayoutAttribute)
  /// A position is compared with a constant; it needs another position.
  case placeAlone(LayoutAttribute)
}

extension LayoutConstraint {
  /// Whether the constraint relates a width to a height.
  var connectsAxes: Bool { otherAttribute.map { $0.axis != attribute.axis } ?? false }

  /// Returns the axes along which the constraint involves an item.
  func axes(of item: LayoutItemID) -> Set<LayoutAxis> {
    var axes: Set<LayoutAxis> = []
    if self.item == item { axes.insert(attribute.axis) }
    if otherItem == item, let otherAttribute { axes.insert(otherAttribute.axis) }
    return axes
  }

  /// Throws an error if the constraint is invalid regardless of its items.
  func validate() throws(LayoutConstraintError) {
    let other = otherItem == nil ? nil : otherAttribute
    if let reason = Self.refusal(attribute, other, multiplier: multiplier, constant: constant) { throw reason }
  }

  /// Returns the reason why two attributes cannot be compared, regardless of their items; nil if they can.
  package static func refusal(
    _ attribute: LayoutAttribute, _ other: LayoutAttribute?, multiplier: Double, constant: Double
  ) -> LayoutConstraintError? {
    guard abs(constant) <= ConstraintSolver.constantLimit, abs(multiplier) <= ConstraintSolver.coefficientLimit else {
      return .numberOutOfRange
    }
    guard let other else { return attribute.isSize ? nil : .placeAlone(attribute) }
    guard attribute.axis == other.axis || attribute.isSize && other.isSize else {
      return .differentAxes(attribute, other)
    }
    guard attribute.isSize == other.isSize else { return .placeAndSize(attribute, other) }
    let fixed: Set<LayoutAttribute> = [.left, .right]
    let mixesSides =
      attribute.isDirectional && fixed.contains(other) || other.isDirectional && fixed.contains(attribute)
    return mixesSides ? .directionalAndFixed(attribute, other) : nil
  }
}
