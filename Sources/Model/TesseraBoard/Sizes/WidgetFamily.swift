/// The widget sizes on phones and tablets, with Apple's names.
package enum WidgetFamily: String, Sendable, Hashable, CaseIterable {
  case small, medium, large, extraLarge
  case circular, rectangular, inline

  /// Returns the size in points on a screen, or nil if the family is not available there.
  ///
  /// For a screen that is not in the table, the largest listed screen that fits within it counts, or the smallest one
  /// if none does.
  ///
  /// Source: Human Interface Guidelines, Widgets: dimensions for phones in portrait, and for a tablet of 768 × 1024 at
  /// the displayed size.
  package func size(onScreen screen: ScreenSize) -> ScreenSize? {
    let fitting = FamilyTable.rows.first { $0.screen.width <= screen.width && $0.screen.height <= screen.height }
    return (fitting ?? FamilyTable.rows[FamilyTable.rows.count - 1]).sizes[self]
  }
}

/// A width and a height in points.
package struct ScreenSize: Sendable, Hashable {
  /// The width.
  package let width: Double
  /// The height.
  package let height: Double

  /// Creates a size.
  package init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }
}

private enum FamilyTable {
  struct Row: Sendable {
    let screen: ScreenSize
    let sizes: [WidgetFamily: ScreenSize]
  }

  /// Sorted from the largest to the smallest screen.
  static let rows: [Row] = [
    row(
      (768, 1024), [.small: (120, 120), .medium: (260, 120), .large: (260, 260), .extraLarge: (540, 260)]),
    phone(
      (428, 926), small: 170, medium: 364, largeHeight: 382, mediumHeight: 170, (76, 76), (172, 76), (257, 26)),
    phone(
      (414, 896), small: 169, medium: 360, largeHeight: 379, mediumHeight: 169, (76, 76), (160, 72), (248, 26)),
    phone(
      (414, 736), small: 159, medium: 348, largeHeight: 357, mediumHeight: 157, (76, 76), (170, 76), (248, 26)),
    phone(
      (390, 844), small: 158, medium: 338, largeHeight: 354, mediumHeight: 158, (72, 72), (160, 72), (234, 26)),
    phone(
      (375, 812), small: 155, medium: 329, largeHeight: 345, mediumHeight: 155, (72, 72), (157, 72), (225, 26)),
    phone(
      (375, 667), small: 148, medium: 321, largeHeight: 324, mediumHeight: 148, (68, 68), (153, 68), (225, 26)),
    phone(
      (360, 780), small: 155, medium: 329, largeHeight: 345, mediumHeight: 155, (72, 72), (157, 72), (225, 26)),
    row((320, 568), [.small: (141, 141), .medium: (292, 141), .large: (292, 311)]),
  ]

  private typealias Pair = (Double, Double)

  private static func row(_ screen: Pair, _ sizes: [WidgetFamily: Pair]) -> Row {
    Row(screen: ScreenSize(screen.0, screen.1), sizes: sizes.mapValues { ScreenSize($0.0, $0.1) })
  }

  private static func phone(
    _ screen: Pair, small: Double, medium: Double, largeHeight: Double, mediumHeight: Double, _ circular: Pair,
    _ rectangular: Pair, _ inline: Pair
  ) -> Row {
    row(
      screen,
      [
        .small: (small, small), .medium: (medium, mediumHeight), .large: (medium, largeHeight), .circular: circular,
        .rectangular: rectangular, .inline: inline,
      ])
  }
}
