import Foundation
public import TesseraLayout

/// What a shape is filled with, or a line stroked.
public enum Paint: Sendable, Hashable {
  /// A colour of its own.
  case color(ColorComponents)
  /// Colours that pass over into each other from one point to another; beyond them the outer ones go on.
  case linearGradient([GradientStop], from: Point, to: Point)
  /// Colours that pass over into each other from a point outwards; beyond the radius the last one goes on.
  case radialGradient([GradientStop], center: Point, radius: Double)
}

/// A colour of a gradient.
public struct GradientStop: Sendable, Hashable {
  /// The place on the line, from 0 to 1.
  public var location: Double
  /// The colour there.
  public var color: ColorComponents

  /// Creates a stop.
  public init(_ location: Double, _ color: ColorComponents) {
    self.location = location
    self.color = color
  }
}

/// What is inside of a shape whose lines cross, as in SVG.
public enum FillRule: String, Sendable, Hashable {
  /// What the lines go around, whichever way.
  case nonzero
  /// What the lines go around an odd number of times.
  case evenOdd = "evenodd"
}

/// How a line is drawn.
public struct StrokeStyle: Sendable, Hashable {
  /// How lines end.
  public enum LineCap: String, Sendable, Hashable {
    /// At their end.
    case butt
    /// With half a circle beyond it.
    case round
    /// With half a square beyond it.
    case square
  }

  /// How lines meet.
  public enum LineJoin: String, Sendable, Hashable {
    /// In a point, where that is not too far away.
    case miter
    /// In a part of a circle.
    case round
    /// Cut off.
    case bevel
  }

  /// In points.
  public var width: Double
  /// How lines end.
  public var cap: LineCap
  /// How lines meet.
  public var join: LineJoin
  /// Lengths of dashes and gaps in turns, in points; empty for a line without gaps.
  public var dashes: [Double]

  /// Creates a style.
  public init(width: Double, cap: LineCap = .round, join: LineJoin = .miter, dashes: [Double] = []) {
    self.width = width
    self.cap = cap
    self.join = join
    self.dashes = dashes
  }
}

/// Moves, turns and stretches what is drawn: the matrix of CSS's `matrix(a, b, c, d, tx, ty)`.
public struct CanvasTransform: Sendable, Hashable {
  /// x of where (1, 0) goes.
  public var a: Double
  /// y of where (1, 0) goes.
  public var b: Double
  /// x of where (0, 1) goes.
  public var c: Double
  /// y of where (0, 1) goes.
  public var d: Double
  /// To the right, in points.
  public var tx: Double
  /// Down, in points.
  public var ty: Double

  /// Creates a transform from its matrix.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Moves by points.
  public static func translation(x: Double, y: Double) -> CanvasTransform {
    CanvasTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Stretches from the origin.
  public static func scale(x: Double, y: Double) -> CanvasTransform {
    CanvasTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Turns clockwise about the origin, by an angle in radians.
  public static func rotation(_ angle: Double) -> CanvasTransform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return CanvasTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// This transform, and then another one.
  public func followed(by next: CanvasTransform) -> CanvasTransform {
    CanvasTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// Whether it can be undone: what has no width or no height is not seen.
  package var isInvertible: Bool {
    let parts = [a, b, c, d, tx, ty]
    return parts.allSatisfy { $0.isFinite && abs($0) < 1e7 } && abs(a * d - b * c) > 1e-9
  }
}
