/// One of the two directions of a plane.
public enum LayoutAxis: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case horizontal
  case vertical
}

/// A line or a length of an item that constraints speak of.
public enum LayoutAttribute: String, Sendable, Hashable, BitwiseCopyable, CaseIterable {
  case left
  case right
  case top
  case bottom
  /// The side where text begins: left, or right where the layout runs from right to left.
  case leading
  /// The side where text ends.
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

  /// Whether the attribute is a length rather than a place.
  public var isSize: Bool { self == .width || self == .height }

  /// Whether the attribute changes sides with the direction of the layout.
  public var isDirectional: Bool { self == .leading || self == .trailing }
}

/// Names an item of one `ConstraintLayout`. A name is never used again.
public struct LayoutItemID: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// Names a constraint of one `ConstraintLayout`. A name is never used again.
public struct LayoutConstraintID: Sendable, Hashable, BitwiseCopyable {
  let index: Int32
  let generation: UInt32
}

/// `item.attribute = multiplier · otherItem.otherAttribute + constant`, or with an inequality sign.
///
/// Places are compared in the coordinates of the nearest item that contains both; an item that contains the other
/// begins at 0. A constraint of `leading` or `trailing` is mirrored where the layout runs from right to left: a positive
/// constant then moves to the left.
public struct LayoutConstraint: Sendable, Hashable {
  /// The item on the left side.
  public var item: LayoutItemID
  /// The attribute on the left side.
  public var attribute: LayoutAttribute
  /// How the two sides compare.
  public var relation: LayoutRelation
  /// The item on the right side; nil where there is only the constant.
  public var otherItem: LayoutItemID?
  /// The attribute on the right side.
  public var otherAttribute: LayoutAttribute?
  /// The factor of the right side's attribute.
  public var multiplier: Double
  /// Points that are added on the right side.
  public var constant: Double
  /// How much the constraint matters.
  public var priority: LayoutPriority
  /// What reports call the constraint.
  public var name: String?

  /// A constraint between attributes of two items, or of one.
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

  /// A constraint of a length.
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

/// Why a layout does not accept a constraint.
public enum LayoutConstraintError: Error, Sendable, Hashable {
  /// An item or constraint is not, or no longer, part of the layout.
  case unknown
  /// A number is not finite, a constant beyond ±1e9, or a multiplier beyond 1e6.
  case numberOutOfRange
  /// One side is horizontal and the other vertical, and they are not both lengths.
  case differentAxes(LayoutAttribute, LayoutAttribute)
  /// One side is a place and the other a length.
  case placeAndSize(LayoutAttribute, LayoutAttribute)
  /// One side depends on the direction of the layout, and the other is `left` or `right`.
  case directionalAndFixed(LayoutAttribute, LayoutAttribute)
  /// A place needs another place to compare with.
  case placeAlone(LayoutAttribute)
}

extension LayoutConstraint {
  /// Whether a width is compared with a height.
  var connectsAxes: Bool { otherAttribute.map { $0.axis != attribute.axis } ?? false }

  /// The axes of the attributes that belong to an item.
  func axes(of item: LayoutItemID) -> Set<LayoutAxis> {
    var axes: Set<LayoutAxis> = []
    if self.item == item { axes.insert(attribute.axis) }
    if otherItem == item, let otherAttribute { axes.insert(otherAttribute.axis) }
    return axes
  }

  /// Throws where the constraint makes no sense whatever the items are.
  func validate() throws(LayoutConstraintError) {
    let other = otherItem == nil ? nil : otherAttribute
    if let reason = Self.refusal(attribute, other, multiplier: multiplier, constant: constant) { throw reason }
  }

  /// Why two attributes cannot be compared, whatever the items are; nil where they can.
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
