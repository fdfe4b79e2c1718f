/// Puts frames on the pixel grid.
///
/// Each edge goes to the nearest whole device pixel of the screen, so that boxes that touch still touch, and errors do
/// not add up with depth. A measured leaf whose length is no whole number of pixels grows to one instead: a text that
/// loses half a pixel would break.
///
/// Where a node's edges come to lie depends only on the part of a pixel by which its parent's origin misses the grid. A
/// node that was not laid out again and keeps that part is left alone with all below it.
struct PixelGrid {
  let scale: Double

  /// Sums of fractions miss whole numbers by a little.
  private static let tolerance = 1e-6

  private func rounded(_ value: Double) -> Double {
    (value + 0.5 + Self.tolerance).rounded(.down)
  }

  /// The frame of a node on the grid, and the part of a pixel by which its origin misses it.
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
