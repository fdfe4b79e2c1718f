import TesseraValues

/// The layout and appearance of a component. Each call returns a style with an additional property.
///
/// Lengths are in points, or a percentage of the parent: `Style().row().padding(16).width(.percent(50))`.
public struct Style: Sendable {
  var members: [String: Value] = [:]

  /// Creates an empty style.
  public init() {}

  /// A length.
  public enum Length: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    case points(Double)
    case percent(Double)
    case auto

    /// Creates a length in points.
    public init(integerLiteral value: Int) { self = .points(Double(value)) }
    /// Creates a length in points.
    public init(floatLiteral value: Double) { self = .points(value) }

    var value: Value {
      switch self {
      case .points(let points): ["value": .double(points), "type": "REAL"]
      case .percent(let percent): ["value": .double(percent), "type": "PERCENT"]
      case .auto: ["value": 0, "type": "AUTO"]
      }
    }
  }

  /// The placement of children along an axis.
  public enum Place: String, Sendable {
    case start = "FLEX_START"
    case center = "CENTER"
    case end = "FLEX_END"
    case spaceBetween = "SPACE_BETWEEN"
    case stretch = "STRETCH"
  }

  private func setting(_ path: String..., to value: Value) -> Style {
    var copy = self
    if path.count == 1 {
      copy.members[path[0]] = value
    } else {
      var inner = members[path[0]]?.dictionary ?? [:]
      inner[path[1]] = value
      copy.members[path[0]] = .dictionary(inner)
    }
    return copy
  }

  /// Lays out the children in a row.
  public func row() -> Style { setting("flex", "flexDirection", to: "ROW") }
  /// Wraps children that do not fit into additional lines.
  public func wrapping() -> Style { setting("flex", "flexWrap", to: "WRAP") }
  /// Sets the share of the remaining space (`flex-grow`).
  public func grow(_ factor: Double = 1) -> Style { setting("flex", "grow", to: .double(factor)) }
  /// Sets how much the component shrinks if there is too little space (`flex-shrink`).
  public func shrink(_ factor: Double) -> Style { setting("flex", "shrink", to: .double(factor)) }
  /// Sets the placement of children along the main axis (`justify-content`).
  public func justify(_ place: Place) -> Style { setting("flex", "justifyContent", to: .string(place.rawValue)) }
  /// Sets the placement of children along the cross axis (`align-items`).
  public func align(_ place: Place) -> Style { setting("flex", "alignItems", to: .string(place.rawValue)) }

  /// Sets the width.
  public func width(_ length: Length) -> Style { setting("size", "width", to: length.value) }
  /// Sets the height.
  public func height(_ length: Length) -> Style { setting("size", "height", to: length.value) }
  /// Sets the ratio of width to height.
  public func aspectRatio(_ ratio: Double) -> Style { setting("size", "aspectRatio", to: .double(ratio)) }

  /// The edges of a margin or padding.
  public enum Edge: String, Sendable { case all, horizontal, vertical, left, top, right, bottom }

  /// Sets the padding.
  public func padding(_ length: Length, _ edge: Edge = .all) -> Style {
    setting("padding", edge.rawValue, to: length.value)
  }
  /// Sets the margin.
  public func margin(_ length: Length, _ edge: Edge = .all) -> Style {
    setting("margin", edge.rawValue, to: length.value)
  }

  /// Sets the background colour.
  public func background(_ color: String) -> Style { setting("backgroundColor", to: .string(color)) }
  /// Sets a border with a colour and a width in points.
  public func border(_ color: String, width: Double = 1) -> Style {
    setting("borderColor", to: .string(color)).setting("borderWidth", to: .double(width))
  }
  /// Sets the corner radius in points.
  public func cornerRadius(_ radius: Double) -> Style { setting("cornerRadius", to: ["radius": .double(radius)]) }
}
