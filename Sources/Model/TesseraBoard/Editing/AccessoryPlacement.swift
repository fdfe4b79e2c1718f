package import TesseraValues

/// A button of a tile while a board is edited, in addition to the close button.
package enum AccessoryType: Sendable, Hashable, CaseIterable {
  case expand
  case shrink
  case settings
}

/// The positions of a tile's buttons while a board is edited.
///
/// Positions are those of the button centres, in points relative to the tile's top-left corner. On a tile with only one
/// row or column, the buttons are centred on its corners, so that they cover less of it.
package struct AccessoryPlacement: Sendable, Hashable {
  /// A position in points.
  package struct Point: Sendable, Hashable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The size of the tile and of a button, in points.
  private let width: Double
  private let height: Double
  private let buttonWidth: Double
  private let buttonHeight: Double
  private let isCompact: Bool

  /// Creates the placement.
  ///
  /// - Parameters:
  ///   - width: The width of the tile's content, in points.
  ///   - height: The height of the tile's content, in points.
  ///   - size: The size of the tile, in cells.
  ///   - buttonWidth: The width of a button, in points.
  ///   - buttonHeight: The height of a button, in points.
  package init(width: Double, height: Double, size: GridSize, buttonWidth: Double, buttonHeight: Double) {
    self.width = width
    self.height = height
    self.buttonWidth = buttonWidth
    self.buttonHeight = buttonHeight
    isCompact = size.rows == 1 || size.columns == 1
  }

  /// The centre of the close button, which is always visible, at the top left.
  package var close: Point { isCompact ? Point(x: 0, y: 0) : Point(x: buttonWidth, y: buttonHeight) }

  /// Returns the centre of a button.
  ///
  /// - Parameters:
  ///   - type: The button.
  ///   - enabled: The visible buttons. The shrink button takes the position of the expand button if that is not
  ///     visible.
  package func center(of type: AccessoryType, among enabled: Set<AccessoryType>) -> Point {
    let right = isCompact ? width : width - buttonWidth
    let bottom = isCompact ? height : height - buttonHeight
    switch type {
    case .settings: return Point(x: right, y: isCompact ? 0 : buttonHeight)
    case .expand: return Point(x: right, y: bottom)
    case .shrink:
      guard enabled.contains(.expand) else { return Point(x: right, y: bottom) }
      // Next to the expand button, or above it if the tile is narrow. HSWidgets moves it up by the width of its square
      // buttons.
      return width < 3 * buttonWidth
        ? Point(x: right, y: bottom - 1.5 * buttonHeight) : Point(x: right - 1.5 * buttonWidth, y: bottom)
    }
  }
}
