import Foundation
public import TesseraLayout

/// A step of a path that is stroked or filled. Angles are in radians, clockwise from the right.
public enum PathStep: Sendable, Hashable {
  /// Starts a new line.
  case move(Point)
  /// Adds a straight line.
  case line(Point)
  /// Adds a quadratic Bézier curve.
  case quadCurve(Point, control: Point)
  /// Adds a cubic Bézier curve.
  case curve(Point, control1: Point, control2: Point)
  /// Adds a clockwise circular arc, preceded by a straight line to its start.
  case arc(center: Point, radius: Double, from: Double, to: Double)
  /// Adds a straight line to the start of the current line.
  case close
}

extension [PathStep] {
  /// The path in a form that all canvases interpret alike: it begins with a move, and arcs end after they begin, with
  /// at most one full turn.
  package var normalized: [PathStep] {
    var path = map { step in
      guard case .arc(let center, let radius, let start, let end) = step else { return step }
      var sweep = (end - start).truncatingRemainder(dividingBy: 2 * .pi)
      if sweep < 0 { sweep += 2 * .pi }
      if abs(end - start) >= 2 * .pi || (sweep == 0 && end != start) { sweep = 2 * .pi }
      return .arc(center: center, radius: radius, from: start, to: start + sweep)
    }
    switch path.first {
    case .line(let point): path[0] = .move(point)
    case .quadCurve(_, let control): path.insert(.move(control), at: 0)
    case .curve(_, let first, _): path.insert(.move(first), at: 0)
    case .close: path.removeFirst()
    default: break
    }
    return path
  }

  /// Returns the path as SVG path data, with numbers formatted by `number`. Each arc is written as two arcs, because
  /// SVG does not draw an arc that ends where it begins.
  package func svgData(_ number: (Double) -> String) -> String {
    func text(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }
    var data = ""
    for step in self {
      switch step {
      case .move(let point): data += "M\(text(point))"
      case .line(let point): data += "L\(text(point))"
      case .quadCurve(let end, let control): data += "Q\(text(control)) \(text(end))"
      case .curve(let end, let first, let second): data += "C\(text(first)) \(text(second)) \(text(end))"
      case .arc(let center, let radius, let start, let end):
        func point(_ angle: Double) -> String {
          text(Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle)))
        }
        let radii = "A\(number(radius)) \(number(radius)) 0 0 1"
        data += (data.isEmpty ? "M" : "L") + "\(point(start))\(radii) \(point((start + end) / 2))\(radii) \(point(end))"
      case .close: data += "Z"
      }
    }
    return data
  }

  /// Returns the outline of a rectangle.
  public static func rect(_ rect: Rect) -> [PathStep] {
    [
      .move(rect.origin), .line(Point(x: rect.maxX, y: rect.minY)), .line(Point(x: rect.maxX, y: rect.maxY)),
      .line(Point(x: rect.minX, y: rect.maxY)), .close,
    ]
  }

  /// Returns a circle.
  public static func circle(center: Point, radius: Double) -> [PathStep] {
    [
      .move(Point(x: center.x + radius, y: center.y)), .arc(center: center, radius: radius, from: 0, to: 2 * .pi),
      .close,
    ]
  }

  /// Returns whether the filled path contains a point. Each curve is approximated by 16 straight lines, and each arc
  /// by one line per eighth of a right angle.
  ///
  /// - Complexity: Linear in the number of steps.
  public func contains(_ point: Point, rule: FillRule = .nonzero) -> Bool {
    var windings = 0
    for line in normalized.outlines {
      for (start, end) in zip(line, line.dropFirst() + line.prefix(1)) {
        // Count the crossings of a ray to the right. An end point belongs to the line below it.
        let isDown = start.y <= point.y && end.y > point.y
        let isUp = end.y <= point.y && start.y > point.y
        guard isDown || isUp else { continue }
        let x = start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
        if x > point.x { windings += isDown ? 1 : -1 }
      }
    }
    return rule == .nonzero ? windings != 0 : !windings.isMultiple(of: 2)
  }

  /// The lines of the path as points, each treated as closed.
  private var outlines: [[Point]] {
    var lines: [[Point]] = []
    var line: [Point] = []
    func curve(_ point: (Double) -> Point) { line += (1...16).map { point(Double($0) / 16) } }
    for step in self {
      switch step {
      case .move(let point):
        if line.count > 1 { lines.append(line) }
        line = [point]
      case .line(let point): line.append(point)
      case .quadCurve(let end, let control):
        let start = line.last ?? control
        curve { .between(.between(start, control, $0), .between(control, end, $0), $0) }
      case .curve(let end, let first, let second):
        let start = line.last ?? first
        curve { fraction in
          let middle = Point.between(first, second, fraction)
          return .between(
            .between(.between(start, first, fraction), middle, fraction),
            .between(middle, .between(second, end, fraction), fraction), fraction)
        }
      case .arc(let center, let radius, let start, let end):
        let pieces = ((end - start) / (.pi / 16)).rounded(.up)
        let count = pieces >= 1 ? Int(Swift.min(pieces, 256)) : 1
        line += (0...count).map { index in
          let angle = start + (end - start) * Double(index) / Double(count)
          return Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
        }
      case .close:
        if let first = line.first, line.count > 1 {
          lines.append(line)
          line = [first]
        }
      }
    }
    if line.count > 1 { lines.append(line) }
    return lines
  }
}

extension Point {
  /// Returns the point at a fraction of the distance between two points.
  fileprivate static func between(_ start: Point, _ end: Point, _ part: Double) -> Point {
    Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
  }
}
