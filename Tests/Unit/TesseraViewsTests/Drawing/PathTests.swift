import Foundation
import TesseraLayout
import Testing

@testable import TesseraViews

/// Hit-testing shapes of views.
@Suite struct PathTests {
  private static let heart: [PathStep] = [
    .move(Point(x: 50, y: 95)),
    .curve(Point(x: 50, y: 25), control1: Point(x: -25, y: 45), control2: Point(x: 15, y: -15)),
    .curve(Point(x: 50, y: 95), control1: Point(x: 85, y: -15), control2: Point(x: 125, y: 45)), .close,
  ]
  private static let ring: [PathStep] =
    .circle(center: Point(x: 50, y: 50), radius: 40) + .circle(center: Point(x: 50, y: 50), radius: 20)

  @Test(
    arguments: [
      (heart, FillRule.nonzero, Point(x: 50, y: 50), true), (heart, .nonzero, Point(x: 50, y: 10), false),
      (heart, .nonzero, Point(x: 3, y: 95), false), (ring, .evenOdd, Point(x: 50, y: 50), false),
      (ring, .nonzero, Point(x: 50, y: 50), true), (ring, .evenOdd, Point(x: 80, y: 50), true),
      (.rect(Rect(x: 0, y: 0, width: 10, height: 10)), .nonzero, Point(x: 0, y: 0), true),
      (.rect(Rect(x: 0, y: 0, width: 10, height: 10)), .nonzero, Point(x: 10, y: 10), false),
      ([], .nonzero, Point(x: 0, y: 0), false),
      (
        [.line(Point(x: 9, y: 0)), .line(Point(x: 9, y: 9)), .line(Point(x: 0, y: 9))], .nonzero, Point(x: 8, y: 7),
        true
      ),
      ([.arc(center: .zero, radius: 5, from: 0, to: .nan)], .nonzero, Point(x: 1, y: 1), false),
      ([.arc(center: .zero, radius: 5, from: 0, to: 1e300)], .nonzero, Point(x: 1, y: 1), true),
      // From three quarters to one quarter, clockwise: the right half.
      ([.arc(center: .zero, radius: 5, from: 1.5 * .pi, to: 0.5 * .pi), .close], .nonzero, Point(x: 3, y: 0), true),
      ([.arc(center: .zero, radius: 5, from: 1.5 * .pi, to: 0.5 * .pi), .close], .nonzero, Point(x: -3, y: 0), false),
    ] as [([PathStep], FillRule, Point, Bool)])
  func `a shape contains a point or not`(path: [PathStep], rule: FillRule, point: Point, isInside: Bool) {
    #expect(path.contains(point, rule: rule) == isInside)
  }

  @Test func `a path is written as SVG path data`() {
    func number(_ number: Double) -> String { String(Int(number)) }
    #expect([PathStep].rect(Rect(x: 1, y: 2, width: 3, height: 4)).svgData(number) == "M1 2L4 2L4 6L1 6Z")
    #expect(
      [.move(.zero), .quadCurve(Point(x: 2, y: 0), control: Point(x: 1, y: 1))].svgData(number) == "M0 0Q1 1 2 0")
  }
}
