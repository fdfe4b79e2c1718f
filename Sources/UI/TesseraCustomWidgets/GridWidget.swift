public import TesseraLayout
public import TesseraViews

/// A custom widget that decides itself which buttons it has while its board is edited, and what they do.
///
/// Others have those that their definition's sizes leave room for, and go up and down by them. The members are called as in
/// HSWidgets; its `requestedSize` is what ``CustomWidget/setFrame(_:)`` brings.
public protocol GridWidget: CustomWidget {
  /// Whether a button is shown. Asked after each layout, and when the room on the board changes.
  func isAccessoryTypeEnabled(_ type: AccessoryType) -> Bool
  /// A button was pressed. To open the settings is the host's; everything else is the widget's, mostly
  /// ``CustomWidgetEnvironment/updateForExpandOrShrink(to:)``.
  func accessoryTypeTapped(_ type: AccessoryType)
  /// Where the content is in the widget's box, in points: the buttons stand around it.
  var calculatedFrame: Rect { get }
}

extension CustomWidgetEnvironment {
  /// Whether the widget could take so many cells now.
  public func containsSpaceToExpandOrShrink(to cells: GridCells) -> Bool { grid?.fitting.contains(cells) ?? false }

  /// Asks the board to give the widget so many cells. What comes of it is told by ``CustomWidget/gridDidChange()`` and a layout;
  /// where there is no room nothing happens.
  public func updateForExpandOrShrink(to cells: GridCells) {
    guard containsSpaceToExpandOrShrink(to: cells) else { return }
    viewContext.requestGridCells?(cells)
  }
}
