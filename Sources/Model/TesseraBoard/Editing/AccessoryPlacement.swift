/// What a tile can be told while a board is edited, besides that it can be closed.
package enum AccessoryType: Sendable, Hashable, CaseIterable {
  case expand
  case shrink
  case settings
}

/// Where the buttons of a tile stand while a board is edited.
///
/// Places are those of the buttons' centres, in points from the tile's top left corner. On a tile with one row or one column they
/// stand on its corners, half of each outside, so that they leave something of it to be seen.
package struct AccessoryPlacement: Sendable, Hashable {
  /// A place in points.
  package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The tile's width and height, and those of a button.
  private let width: Double
  private let height: Double
  private let buttonWidth: Double
  private let buttonHeight: Double
  private let isCompact: Bool

  /// - Parameters:
  ///   - width: of the tile's content, in points.
  ///   - height: of the tile's content, in points.
  ///   - size: of the tile, in cells.
  ///   - buttonWidth: of one button, in points.
  ///   - buttonHeight: of one button, in points.
  package init(width: Double, height: Double, size: GridSize, buttonWidth: Double, buttonHeight: Double) {
    self.width = width
    self.height = height
    self.buttonWidth = buttonWidth
    self.buttonHeight = buttonHeight
    isCompact = size.rows == 1 || size.columns == 1
  }

  /// The button that closes: always there, at the top left.
  package var close: Point { isCompact ? Point(x: 0, y: 0) : Point(x: buttonWidth, y: buttonHeight) }

  /// The centre of a button.
  /// - Parameter enabled: those that are shown: to shrink stands where to expand would, if that is not shown.
  package func center(of type: AccessoryType, among enabled: Set<AccessoryType>) -> Point {
    let right = isCompact ? width : width - buttonWidth
    let bottom = isCompact ? height : height - buttonHeight
    switch type {
    case .settings: return Point(x: right, y: isCompact ? 0 : buttonHeight)
    case .expand: return Point(x: right, y: bottom)
    case .shrink:
      guard enabled.contains(.expand) else { return Point(x: right, y: bottom) }
      // Beside the other one, or above it where the tile is narrow. The original steps up by the width of its square buttons.
      return width < 3 * buttonWidth
        ? Point(x: right, y: bottom - 1.5 * buttonHeight) : Point(x: right - 1.5 * buttonWidth, y: bottom)
    }
  }
}
