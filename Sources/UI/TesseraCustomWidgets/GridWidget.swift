public import TesseraLayout
public import TesseraValues
public import TesseraViews

/// A custom widget that controls its own buttons while its board is being edited.
///
/// Other widgets have the buttons that their definition's sizes allow, which resize them in these steps. The members
/// are called as in HSWidgets; ``CustomWidget/setFrame(_:)`` takes the place of its `requestedSize`.
public protocol GridWidget: CustomWidget {
  /// Returns whether a button is shown. Called after each layout and when the available space on the board changes.
  func isAccessoryTypeEnabled(_ type: AccessoryType) -> Bool
  /// Called when a button was pressed. The host opens the settings; the widget handles the other buttons, usually
  /// with ``CustomWidgetEnvironment/updateForExpandOrShrink(to:)``.
  func accessoryTypeTapped(_ type: AccessoryType)
  /// The frame of the content in the widget's box, in points. The buttons are placed around it.
  var calculatedFrame: Rect { get }
}

extension CustomWidgetEnvironment {
  /// Returns whether the widget could currently have a size in cells.
  public func containsSpaceToExpandOrShrink(to cells: GridSize) -> Bool { grid?.fitting.contains(cells) ?? false }

  /// Requests a size in cells from the board. The result is reported by ``CustomWidget/gridDidChange()`` and a
  /// layout. Without enough space, nothing happens.
  public func updateForExpandOrShrink(to cells: GridSize) {
    guard containsSpaceToExpandOrShrink(to: cells) else { return }
    viewContext.host?.requestGridCells(cells)
  }
}
