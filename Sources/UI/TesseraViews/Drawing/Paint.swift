import Foundation
public import TesseraLayout

/// The paint of a filled shape or a stroked line.
public enum Paint: Sendable, Hashable {
  /// A single colour.
  case color(ColorComponents)
  /// A gradient from one point to another. The outer colours continue beyond the points.
  case linearGradient([GradientStop], from: Point, to: Point)
  /// A gradient from a point outwards. The last colour continues beyond the radius.
  case radialGradient([GradientStop], center: Point, radius: Double)
}

/// A colour of a gradient.
public struct GradientStop: Sendable, Hashable {
  /// The position along the gradient, from 0 to 1.
  public var location: Double
  /// The colour at this position.
  public var color: ColorComponents

  /// Creates a stop.
  public init(_ location: Double, _ color: ColorComponents) {
    self.location = location
    self.color = color
  }
}

/// The rule that determines the inside of a self-intersecting shape, as in SVG.
public enum FillRule: String, Sendable, Hashable {
  /// The area that the lines enclose, in either direction.
  case nonzero
  /// The area that the lines enclose an odd number of times.
  case evenOdd = "evenodd"
}

/// The style of a stroked line.
public struct StrokeStyle: Sendable, Hashable {
  /// The shape of line ends.
  public enum LineCap: String, Sendable, Hashable {
    /// The line ends exactly at its end point.
    case butt
    /// A semicircle extends beyond the end point.
    case round
    /// Half a square extends beyond the end point.
    case square
  }

  /// The shape of line joins.
  public enum LineJoin: String, Sendable, Hashable {
    /// A sharp corner, up to the miter limit.
    case miter
    /// A rounded corner.
    case round
    /// A cut-off corner.
    case bevel
  }

  /// The line width in points.
  public var width: Double
  /// The shape of line ends.
  public var cap: LineCap
  /// The shape of line joins.
  public var join: LineJoin
  /// The alternating lengths of dashes and gaps, in points; empty for a solid line.
  public var dashes: [Double]

  /// Creates a style.
  public init(width: Double, cap: LineCap = .round, join: LineJoin = .miter, dashes: [Double] = []) {
    self.width = width
    self.cap = cap
    self.join = join
    self.dashes = dashes
  }
}

/// An affine transform: the matrix of CSS's `matrix(a, b, c, d, tx, ty)`.
public struct CanvasTransform: Sendable, Hashable {
  /// The x coordinate of the transformed vector (1, 0).
  public var a: Double
  /// The y coordinate of the transformed vector (1, 0).
  public var b: Double
  /// The x coordinate of the transformed vector (0, 1).
  public var c: Double
  /// The y coordinate of the transformed vector (0, 1).
  public var d: Double
  /// The translation to the right, in points.
  public var tx: Double
  /// The translation downwards, in points.
  public var ty: Double

  /// Creates a transform from its matrix.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Returns a translation by points.
  public static func translation(x: Double, y: Double) -> CanvasTransform {
    CanvasTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Returns a scaling from the origin.
  public static func scale(x: Double, y: Double) -> CanvasTransform {
    CanvasTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Returns a clockwise rotation about the origin, by an angle in radians.
  public static func rotation(_ angle: Double) -> CanvasTransform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return CanvasTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Returns a transform that applies this transform first, and then another one.
  public func followed(by next: CanvasTransform) -> CanvasTransform {
    CanvasTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// Whether the transform can be inverted. Content without width or height is invisible.
  package var isInvertible: Bool {
    let parts = [a, b, c, d, tx, ty]
    return parts.allSatisfy { $0.isFinite && abs($0) < 1e7 } && abs(a * d - b * c) > 1e-9
  }
}
