import TesseraLayout
import TesseraViews

extension TreePainter {
  /// A circle with a handle to the lower right.
  func paintMagnifier(in box: Rect, color: ColorComponents) {
    // Drawn for a box of 24 × 24.
    let scale = box.width / 24
    func point(_ x: Double, _ y: Double) -> Point { Point(x: box.x + x * scale, y: box.y + y * scale) }
    canvas.stroke(
      [
        .arc(center: point(10.5, 10.5), radius: 7 * scale, from: 0, to: 2 * .pi), .move(point(15.5, 15.5)),
        .line(point(21, 21)),
      ],
      width: 2 * scale, color)
  }

  /// Three quarters of a ring, open on the right, in the middle of a box.
  func paintRing(in box: Rect, color: ColorComponents) {
    typealias Metrics = ControlMetrics.ActivityIndicator
    let radius = (min(Metrics.size, box.width, box.height) - Metrics.lineWidth) / 2
    guard radius > 0 else { return }
    canvas.stroke(
      [.arc(center: Point(x: box.midX, y: box.midY), radius: radius, from: .pi / 4, to: 2 * .pi - .pi / 4)],
      width: Metrics.lineWidth, color)
  }

  /// A ring on a disc at the top of a table that gets new data.
  func paintRefreshing(_ box: Rect) {
    let size = 36.0
    let disc = Rect(x: box.midX - size / 2, y: box.y + 16, width: size, height: size)
    guard disc.maxY < box.maxY else { return }
    canvas.shadow(
      of: RoundedBox(disc, radius: size / 2), Shadow(x: 0, y: 2, radius: 8, color: "#00000029"),
      ColorComponents(red: 0, green: 0, blue: 0, alpha: 0x29))
    canvas.fill(RoundedBox(disc, radius: size / 2), ColorComponents(.background, in: scheme))
    paintRing(in: disc, color: ColorComponents(.secondaryLabel, in: scheme))
  }
}
