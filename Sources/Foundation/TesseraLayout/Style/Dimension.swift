/// A length in a style: points, a percentage or a CSS keyword.
///
/// ```swift
/// style.width = 100
/// style.height = .percent(50)
/// style.flexBasis = .content
/// ```
///
/// The value takes eight bytes: points are stored as a plain `Double`, everything else in the payload of a NaN. Points
/// are limited to ±1,000,000,000, so that sums stay finite and exact; NaN points become `auto`. Percentages have the
/// precision of a `Float`.
public struct Dimension: Sendable, Hashable, BitwiseCopyable {
  /// The maximum absolute number of points or percent in a style. A greater one is reduced to it.
  public static let limit = 1e9

  /// The kind of a dimension, for use in `switch`.
  public enum Kind: Sendable, Hashable {
    case auto
    case points(Double)
    /// A percentage; 50 means one half.
    case percent(Double)
    case content
    case minContent
    case maxContent
    case fitContent
    case stretch
    /// Unset: no maximum (CSS `none`), or an edge that defers to another one.
    case unset
  }

  @usableFromInline let bits: UInt64

  @usableFromInline static let boxed: UInt64 = 0x7FF8_0000_0000_0000
  @usableFromInline static let tagShift: UInt64 = 40

  @inlinable init(tag: UInt64, payload: UInt32 = 0) {
    bits = Self.boxed | tag << Self.tagShift | UInt64(payload)
  }

  @inlinable init(finite points: Double) {
    bits = points.bitPattern
  }

  /// CSS `auto`; its meaning depends on the property.
  public static let auto = Dimension(tag: 1)
  /// CSS `content`: the size of the content, regardless of the size property.
  public static let content = Dimension(tag: 2)
  /// CSS `min-content`: the minimum size of the content.
  public static let minContent = Dimension(tag: 3)
  /// CSS `max-content`: the preferred size of the content.
  public static let maxContent = Dimension(tag: 4)
  /// CSS `fit-content`: the preferred size of the content, limited to the available space.
  public static let fitContent = Dimension(tag: 5)
  /// CSS `stretch`: the available space.
  public static let stretch = Dimension(tag: 6)
  /// Unset: no maximum (CSS `none`), or an edge that defers to another one.
  public static let unset = Dimension(tag: 7)
  /// A length of zero points.
  public static let zero = Dimension(finite: 0)

  /// Creates a length in points.
  public static func points(_ value: Double) -> Dimension {
    guard !value.isNaN else { return .auto }
    // Adding 0 converts -0 to 0, so that equal lengths have equal bits.
    return Dimension(finite: min(max(value, -limit), limit) + 0)
  }

  /// Creates a percentage of the containing block's size; 50 means one half.
  public static func percent(_ value: Double) -> Dimension {
    guard !value.isNaN else { return .auto }
    let limited = Float(min(max(value, -limit), limit)) + 0
    return Dimension(tag: 8, payload: limited.bitPattern)
  }

  /// The kind of the dimension, for use in `switch`.
  public var kind: Kind {
    if isPoints { return .points(pointsValue) }
    switch tag {
    case 1: return .auto
    case 2: return .content
    case 3: return .minContent
    case 4: return .maxContent
    case 5: return .fitContent
    case 6: return .stretch
    case 8: return .percent(percentValue)
    default: return .unset
    }
  }

  @inlinable var tag: UInt64 { (bits & ~Self.boxed) >> Self.tagShift }
  /// The length in points, or NaN if the dimension is not in points.
  @inlinable var pointsValue: Double { Double(bitPattern: bits) }
  @inlinable var isPoints: Bool { bits & Self.boxed != Self.boxed }
  @inlinable var isPercent: Bool { bits >> Self.tagShift == (Self.boxed >> Self.tagShift | 8) }
  @inlinable var percentValue: Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
}

extension Dimension: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a length in points from an integer literal.
  public init(integerLiteral value: Int) {
    self = .points(Double(value))
  }

  /// Creates a length in points from a floating-point literal.
  public init(floatLiteral value: Double) {
    self = .points(value)
  }
}

extension Dimension: CustomStringConvertible {
  /// The dimension in CSS syntax; points have no unit.
  public var description: String {
    switch kind {
    case .auto: "auto"
    case .points(let value): "\(value)"
    case .percent: "\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))%"
    case .content: "content"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .fitContent: "fit-content"
    case .stretch: "stretch"
    case .unset: "none"
    }
  }
}
