/// A width and a height in points.
public struct Size: Sendable, Hashable, BitwiseCopyable {
  /// The extent from left to right.
  public var width: Double
  /// The extent from top to bottom.
  public var height: Double

  /// All numbers 0.
  public static let zero = Size(width: 0, height: 0)

  /// A size from its two extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A place in points; y grows downwards.
public struct Point: Sendable, Hashable, BitwiseCopyable {
  /// The distance from the left.
  public var x: Double
  /// The distance from the top.
  public var y: Double

  /// All numbers 0.
  public static let zero = Point(x: 0, y: 0)

  /// A place from its two distances.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in points; `x` and `y` name its left top corner, and y grows downwards.
public struct Rect: Sendable, Hashable, BitwiseCopyable {
  /// The distance from the left.
  public var x: Double
  /// The distance from the top.
  public var y: Double
  /// The extent from left to right.
  public var width: Double
  /// The extent from top to bottom.
  public var height: Double

  /// All numbers 0.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// A rectangle from its corner and its extents.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle from its left top corner and its size.
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The left top corner.
  public var origin: Point {
    get { Point(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }

  /// The width and the height.
  public var size: Size {
    get { Size(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// The left edge.
  public var minX: Double { x }
  /// The top edge.
  public var minY: Double { y }
  /// The middle between left and right.
  public var midX: Double { x + width / 2 }
  /// The middle between top and bottom.
  public var midY: Double { y + height / 2 }
  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }

  /// Whether the rectangle covers no area.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether `point` lies inside. The left and top edges belong to the rectangle, the right and bottom edges do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The rectangle moved by `x` and `y`.
  public func offsetBy(x: Double, y: Double) -> Rect {
    Rect(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  /// The rectangle made smaller by `insets`. Its sides are never shorter than 0.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top,
      width: max(0, width - insets.left - insets.right), height: max(0, height - insets.top - insets.bottom))
  }

  /// The common part of two rectangles, or nil where they have none. Rectangles that only touch have an empty common part.
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right >= left, bottom >= top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle around both.
  public func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// Distances from the four physical edges of a rectangle, in points, inwards.
public struct EdgeInsets: Sendable, Hashable, BitwiseCopyable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge.
  public var left: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the right edge.
  public var right: Double

  /// All numbers 0.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  /// Insets from four distances.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The left and right distances together.
  public var horizontal: Double { left + right }

  /// The top and bottom distances together.
  public var vertical: Double { top + bottom }
}
