import TesseraLayout
import Testing

@testable import TesseraViews

/// Boxes with different corners.
@Suite("Rounded boxes")
struct RoundedBoxTests {
  /// Radii in a document, for a box of 100 × 60, and the radii drawn: CSS Backgrounds and Borders 3, section 4.5.
  @Test(arguments: [
    ([10.0, 20, 30, 0], [10.0, 20, 30, 0]), ([50, 50, 10, 10], [50, 50, 10, 10]), ([80, 80, 0, 0], [50, 50, 0, 0]),
    ([60, 0, 0, 60], [30, 0, 0, 30]), ([-5, 10, 0, 0], [0, 10, 0, 0]),
  ])
  func `corners that are too large for a side shrink together`(radii: [Double], expected: [Double]) throws {
    let box = RoundedBox(Rect(x: 0, y: 0, width: 100, height: 60), corners: radii)
    let corners = try #require(box.corners)
    for (found, wanted) in zip(corners, expected) {
      #expect(abs(found - wanted) < 0.001)
    }
    #expect(box.radius == corners.max())
  }

  @Test func `equal corners are one radius`() {
    let box = RoundedBox(Rect(x: 0, y: 0, width: 100, height: 60), corners: [8, 8, 8, 8])
    #expect(box.corners == nil && box.radius == 8 && box.path == nil)
  }

  @Test func `the outline meets each side where its corners end`() throws {
    let box = RoundedBox(Rect(x: 10, y: 10, width: 100, height: 60), corners: [15, 0, 25, 5])
    let path = try #require(box.path)
    let inside = [Point(x: 60, y: 40), Point(x: 109, y: 11), Point(x: 15, y: 15), Point(x: 12, y: 68)]
    let outside = [Point(x: 11, y: 11), Point(x: 108, y: 68), Point(x: 9, y: 40)]
    for point in inside { #expect(path.contains(point), "\(point)") }
    for point in outside { #expect(!path.contains(point), "\(point)") }
    let inner = box.inset(by: EdgeInsets(top: 5, left: 5, bottom: 5, right: 5))
    #expect(inner.corners == [10, 0, 20, 0] && inner.rect.width == 90)
  }
}
