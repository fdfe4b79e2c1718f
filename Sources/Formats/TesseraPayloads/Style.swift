import TesseraValues

/// How a component is laid out and painted; every call adds something.
///
/// Lengths are points, or percent of the parent: `Style().row().padding(16).width(.percent(50))`.
public struct Style: Sendable {
  var members: [String: Value] = [:]

  /// A style that says nothing.
  public init() {}

  /// A length.
  public enum Length: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    case points(Double)
    case percent(Double)
    case auto

    /// A number of points.
    public init(integerLiteral value: Int) { self = .points(Double(value)) }
    /// A number of points.
    public init(floatLiteral value: Double) { self = .points(value) }

    var value: Value {
      switch self {
      case .points(let points): ["value": .double(points), "type": "REAL"]
      case .percent(let percent): ["value": .double(percent), "type": "PERCENT"]
      case .auto: ["value": 0, "type": "AUTO"]
      }
    }
  }

  /// Where children stand on an axis.
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

  /// Children beside each other.
  public func row() -> Style { setting("flex", "flexDirection", to: "ROW") }
  /// Children where there is no room go into another line.
  public func wrapping() -> Style { setting("flex", "flexWrap", to: "WRAP") }
  /// How much of the room that is left it takes.
  public func grow(_ factor: Double = 1) -> Style { setting("flex", "grow", to: .double(factor)) }
  /// How much it gives way where there is too little room.
  public func shrink(_ factor: Double) -> Style { setting("flex", "shrink", to: .double(factor)) }
  /// Where children stand in their direction.
  public func justify(_ place: Place) -> Style { setting("flex", "justifyContent", to: .string(place.rawValue)) }
  /// Where children stand across their direction.
  public func align(_ place: Place) -> Style { setting("flex", "alignItems", to: .string(place.rawValue)) }

  /// How wide it is.
  public func width(_ length: Length) -> Style { setting("size", "width", to: length.value) }
  /// How high it is.
  public func height(_ length: Length) -> Style { setting("size", "height", to: length.value) }
  /// Width divided by height.
  public func aspectRatio(_ ratio: Double) -> Style { setting("size", "aspectRatio", to: .double(ratio)) }

  /// The edges of margins and paddings.
  public enum Edge: String, Sendable { case all, horizontal, vertical, left, top, right, bottom }

  /// Room between its edge and what stands in it.
  public func padding(_ length: Length, _ edge: Edge = .all) -> Style {
    setting("padding", edge.rawValue, to: length.value)
  }
  /// Room around it.
  public func margin(_ length: Length, _ edge: Edge = .all) -> Style {
    setting("margin", edge.rawValue, to: length.value)
  }

  /// The colour of the box.
  public func background(_ color: String) -> Style { setting("backgroundColor", to: .string(color)) }
  /// A line around it, in points.
  public func border(_ color: String, width: Double = 1) -> Style {
    setting("borderColor", to: .string(color)).setting("borderWidth", to: .double(width))
  }
  /// How round its corners are, in points.
  public func cornerRadius(_ radius: Double) -> Style { setting("cornerRadius", to: ["radius": .double(radius)]) }
}
