import Foundation
public import TesseraLayout
import TesseraValues

/// A gradient along a line, as drawn by CSS's `linear-gradient`.
public struct LinearGradient: Sendable, Hashable {
  /// The evenly spaced colours, as colour attributes; two or more.
  public var colors: [String]
  /// The direction in degrees: 0 is up, 90 is right, 180 is down.
  public var angle: Double

  /// The maximum number of colours of a gradient. Further ones are ignored.
  package static let maximumColors = 16

  /// Parses the attribute `backgroundGradient`.
  init?(_ value: Value) {
    guard let parts = value.dictionary, let colors = parts["colors"]?.array, colors.count > 1 else { return nil }
    self.colors = colors.prefix(Self.maximumColors).map(\.description)
    angle = parts["angle"]?.number.flatMap { $0.isFinite ? $0 : nil } ?? 180
  }

  /// Returns the paint for a box. Invalid colours are clear.
  package func paint(in box: Rect, _ scheme: ColorScheme) -> Paint {
    let stops = colors.enumerated().map { index, color in
      GradientStop(
        Double(index) / Double(max(1, colors.count - 1)),
        ColorComponents(color, in: scheme) ?? ColorComponents(.clear, in: scheme))
    }
    let (start, end) = line(in: box)
    return .linearGradient(stops, from: start, to: end)
  }

  /// Returns the start and the end of the gradient line for a box. The line is long enough that the corners have the
  /// pure colours (CSS Images 3, section 3.1.1).
  public func line(in box: Rect) -> (start: Point, end: Point) {
    let radians = angle * .pi / 180
    let (x, y) = (sin(radians), -cos(radians))
    let half = (abs(box.width * x) + abs(box.height * y)) / 2
    return (
      Point(x: box.midX - x * half, y: box.midY - y * half), Point(x: box.midX + x * half, y: box.midY + y * half)
    )
  }
}

extension ViewNode {
  /// The gradient over the background; nil for none.
  public var backgroundGradient: LinearGradient? { LinearGradient(self[.backgroundGradient]) }
}
