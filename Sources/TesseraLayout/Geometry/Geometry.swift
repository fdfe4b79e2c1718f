/// A width and a height in points.
public struct Size: Sendable, Hashable, BitwiseCopyable {
  public var width: Double
  public var height: Double

  public static let zero = Size(width: 0, height: 0)

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A place in points; y grows downwards.
public struct Point: Sendable, Hashable, BitwiseCopyable {
  public var x: Double
  public var y: Double

  public static let zero = Point(x: 0, y: 0)

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in points; `x` and `y` name its left top corner, and y grows downwards.
public struct Rect: Sendable, Hashable, BitwiseCopyable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  public var origin: Point {
    get { Point(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }

  public var size: Size {
    get { Size(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  public var minX: Double { x }
  public var minY: Double { y }
  public var midX: Double { x + width / 2 }
  public var midY: Double { y + height / 2 }
  public var maxX: Double { x + width }
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
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

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
