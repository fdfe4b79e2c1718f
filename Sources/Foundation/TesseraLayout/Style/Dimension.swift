/// A length of a style: points, a percentage, or one of CSS's keywords.
///
/// ```swift
/// style.width = 100
/// style.height = .percent(50)
/// style.flexBasis = .content
/// ```
///
/// The value takes eight bytes: points are a plain `Double`, everything else lives in the payload of a NaN. Points are
/// limited to ±1,000,000,000, so that sums stay exact and finite; a NaN given as points means `auto`.
/// Percentages keep the precision of a `Float`.
public struct Dimension: Sendable, Hashable, BitwiseCopyable {
  /// The largest number of points, in either direction, that a style can ask for.
  public static let limit = 1e9

  /// What a dimension is, for `switch`.
  public enum Kind: Sendable, Hashable {
    case auto
    case points(Double)
    /// A percentage: 50 is one half.
    case percent(Double)
    case content
    case minContent
    case maxContent
    case fitContent
    case stretch
    /// Not set: no maximum (CSS `none`), or an edge that leaves the decision to another one.
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

  /// CSS `auto`: whatever the property makes of it.
  public static let auto = Dimension(tag: 1)
  /// CSS `content`: the size of the content, whatever the size property says.
  public static let content = Dimension(tag: 2)
  /// CSS `min-content`: as little as the content can bear.
  public static let minContent = Dimension(tag: 3)
  /// CSS `max-content`: as much as the content likes.
  public static let maxContent = Dimension(tag: 4)
  /// CSS `fit-content`: what the content likes, within the room that there is.
  public static let fitContent = Dimension(tag: 5)
  /// CSS `stretch`: all the room that there is.
  public static let stretch = Dimension(tag: 6)
  /// Not set: no maximum (CSS `none`), or an edge that leaves the decision to another one.
  public static let unset = Dimension(tag: 7)
  /// No length.
  public static let zero = Dimension(finite: 0)

  /// A length in points.
  public static func points(_ value: Double) -> Dimension {
    guard !value.isNaN else { return .auto }
    // Adding 0 turns -0 into 0, so that equal lengths have equal bits.
    return Dimension(finite: min(max(value, -limit), limit) + 0)
  }

  /// A part of the containing block's size, in percent: 50 is one half.
  public static func percent(_ value: Double) -> Dimension {
    guard !value.isNaN else { return .auto }
    let limited = Float(min(max(value, -limit), limit)) + 0
    return Dimension(tag: 8, payload: limited.bitPattern)
  }

  /// What the dimension is, for `switch`.
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
  /// The length, or a NaN where the dimension is not in points.
  @inlinable var pointsValue: Double { Double(bitPattern: bits) }
  @inlinable var isPoints: Bool { bits & Self.boxed != Self.boxed }
  @inlinable var isPercent: Bool { bits >> Self.tagShift == (Self.boxed >> Self.tagShift | 8) }
  @inlinable var percentValue: Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
}

extension Dimension: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A whole number of points.
  public init(integerLiteral value: Int) {
    self = .points(Double(value))
  }

  /// A number of points.
  public init(floatLiteral value: Double) {
    self = .points(value)
  }
}

extension Dimension: CustomStringConvertible {
  /// The dimension as CSS writes it, points without a unit.
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
