/// Rounds frames to the pixel grid.
///
/// Each edge is rounded to the nearest whole device pixel on the screen, so that adjacent boxes stay adjacent and
/// errors do not accumulate with depth. If the length of a measured leaf is not a whole number of pixels, it is rounded
/// up instead, because text that loses half a pixel would wrap.
///
/// The rounded edges of a node depend only on the subpixel offset of its parent's origin. A node that was not laid out
/// again and whose offset is unchanged can be skipped, including its descendants.
struct PixelGrid {
  let scale: Double

  /// The tolerance for rounding errors in sums of fractions.
  private static let tolerance = 1e-6

  private func rounded(_ value: Double) -> Double {
    (value + 0.5 + Self.tolerance).rounded(.down)
  }

  /// Returns the frame of a node on the grid, and the subpixel offset of its origin.
  func frame(_ unrounded: Rect, parentSubpixel: Point, isMeasured: Bool) -> (frame: Rect, subpixel: Point) {
    let horizontal = span(unrounded.x, unrounded.width, parentSubpixel.x, isMeasured)
    let vertical = span(unrounded.y, unrounded.height, parentSubpixel.y, isMeasured)
    return (
      Rect(x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length),
      Point(x: horizontal.subpixel, y: vertical.subpixel)
    )
  }

  private func span(
    _ offset: Double, _ length: Double, _ parent: Double, _ isMeasured: Bool
  ) -> (start: Double, length: Double, subpixel: Double) {
    let near = parent + offset * scale
    let far = near + length * scale
    let grows = isMeasured && abs(length * scale - (length * scale).rounded()) > Self.tolerance
    let start = grows ? (near + Self.tolerance).rounded(.down) : rounded(near)
    let end = grows ? (far - Self.tolerance).rounded(.up) : rounded(far)
    return (
      (start - rounded(parent)) / scale, max(0, end - start) / scale, near - near.rounded(.down)
    )
  }
}
