import Foundation
public import TesseraLayout
import TesseraValues

/// Colours that pass over into each other along a line, as CSS's `linear-gradient` draws them.
public struct LinearGradient: Sendable, Hashable {
  /// Colour attributes, evenly apart; two or more.
  public var colors: [String]
  /// The direction in degrees: 0 is up, 90 to the right, 180 down.
  public var angle: Double

  /// The most colours that are drawn.
  package static let maximumColors = 16

  /// Reads the attribute `backgroundGradient`.
  init?(_ value: Value) {
    guard let parts = value.dictionary, let colors = parts["colors"]?.array, colors.count > 1 else { return nil }
    self.colors = colors.prefix(Self.maximumColors).map(\.description)
    angle = parts["angle"]?.number.flatMap { $0.isFinite ? $0 : nil } ?? 180
  }

  /// The colours on the line for a box; what is no colour is clear.
  package func paint(in box: Rect, _ scheme: ColorScheme) -> Paint {
    let stops = colors.enumerated().map { index, color in
      GradientStop(
        Double(index) / Double(max(1, colors.count - 1)),
        ColorComponents(color, in: scheme) ?? ColorComponents(.clear, in: scheme))
    }
    let (start, end) = line(in: box)
    return .linearGradient(stops, from: start, to: end)
  }

  /// Where the line begins and ends for a box: so far that the corners have the pure colours (CSS Images 3, section
  /// 3.1.1).
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
  /// Colours that lie over its background; nil for none.
  public var backgroundGradient: LinearGradient? { LinearGradient(self[.backgroundGradient]) }
}
