/// A width and a height in points.
public struct Size: Sendable, Hashable, BitwiseCopyable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// The size with zero width and height.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size with the given width and height.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A point in a coordinate system whose y axis points downwards, in points.
public struct Point: Sendable, Hashable, BitwiseCopyable {
  /// The distance from the left.
  public var x: Double
  /// The distance from the top.
  public var y: Double

  /// The point at the origin.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point with the given coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in a coordinate system whose y axis points downwards, in points. `x` and `y` are the coordinates of its
/// top left corner.
public struct Rect: Sendable, Hashable, BitwiseCopyable {
  /// The distance from the left.
  public var x: Double
  /// The distance from the top.
  public var y: Double
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// The rectangle at the origin with zero width and height.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle from the coordinates of its top left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle from its top left corner and its size.
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The top left corner.
  public var origin: Point {
    get { Point(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }

  /// The width and the height.
  public var size: Size {
    get { Size(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// The x coordinate of the left edge.
  public var minX: Double { x }
  /// The y coordinate of the top edge.
  public var minY: Double { y }
  /// The x coordinate of the centre.
  public var midX: Double { x + width / 2 }
  /// The y coordinate of the centre.
  public var midY: Double { y + height / 2 }
  /// The x coordinate of the right edge.
  public var maxX: Double { x + width }
  /// The y coordinate of the bottom edge.
  public var maxY: Double { y + height }

  /// Whether the rectangle has no area.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns whether the rectangle contains `point`. The left and top edges belong to the rectangle; the right and
  /// bottom edges do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the rectangle moved by `x` and `y`.
  public func offsetBy(x: Double, y: Double) -> Rect {
    Rect(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  /// Returns the rectangle shrunk by `insets`. Its width and height are never negative.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: x + insets.left, y: y + insets.top,
      width: max(0, width - insets.left - insets.right), height: max(0, height - insets.top - insets.bottom))
  }

  /// Returns the intersection of two rectangles, or nil if they do not intersect. The intersection of rectangles that
  /// only touch is empty.
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right >= left, bottom >= top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the smallest rectangle that contains both rectangles.
  public func union(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// Insets from the four physical edges of a rectangle, in points; positive values point inwards.
public struct EdgeInsets: Sendable, Hashable, BitwiseCopyable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge.
  public var left: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the right edge.
  public var right: Double

  /// Insets of zero on all edges.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  /// Creates insets from the four distances.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The sum of the left and right insets.
  public var horizontal: Double { left + right }

  /// The sum of the top and bottom insets.
  public var vertical: Double { top + bottom }
}
