public import TesseraLayout
public import TesseraValues

/// What a person did, as a host tells it.
public enum ViewEvent: Sendable, Hashable {
  /// A button, a row or another pressable view was pressed.
  case press(ViewID)
  /// A view that waits for it was pressed for half a second, or its menu was asked for.
  case longPress(ViewID)
  /// The whole text of a field after typing.
  case input(ViewID, text: String)
  /// What a pointer did that went down on a view which follows pointers.
  case pointer(ViewID, Pointer, Pointer.Phase)
  /// A key that a view wants to hear of, while it had the keyboard focus.
  case key(ViewID, Key)
  /// The value that was chosen in a control that the host brings along, such as a slider.
  case change(ViewID, value: Value)
  /// What was typed to find one of the choices of a `select`.
  case search(ViewID, text: String)
  /// The return key, or the search key, in a field.
  case submit(ViewID)
  /// A field got the keyboard focus.
  case focus(ViewID)
  /// A field lost the keyboard focus.
  case blur(ViewID)
  /// A scrolling view was scrolled: points from the top of its content.
  case scroll(ViewID, offset: Double)
  /// A row of a list was moved to the place of another one.
  case move(ViewID, from: Int, to: Int)
  /// An item of a view's menu was chosen, by its place in the menu.
  case choose(ViewID, index: Int)
  /// Refreshing was asked for.
  case refresh(ViewID)
  /// An answer of an alert was chosen, by its place in the list.
  case answer(ViewID, index: Int)
  /// The back button of a navigation bar, or the escape key on a modal screen.
  case back
  /// The host's window has a new size in points.
  case resize(Size)
  /// The host's window stands on a grid. Screens read its cells as `widget.columns` and `widget.rows`.
  case grid(GridPlace)
  /// A button of the widget was pressed while its board is edited.
  case accessory(AccessoryType)
}
