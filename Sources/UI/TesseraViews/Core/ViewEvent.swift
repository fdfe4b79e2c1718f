public import TesseraLayout
public import TesseraValues

/// A user action, as reported by a host.
public enum ViewEvent: Sendable, Hashable {
  /// A button, a row or another pressable view was pressed.
  case press(ViewID)
  /// A view that handles long presses was pressed for half a second, or its menu was requested.
  case longPress(ViewID)
  /// Text was typed into a field; carries the whole text.
  case input(ViewID, text: String)
  /// An action of a pointer that went down on a view that tracks pointers.
  case pointer(ViewID, Pointer, Pointer.Phase)
  /// A key that a view handles was pressed while the view had the keyboard focus.
  case key(ViewID, Key)
  /// A value was chosen in a control that the host provides, such as a slider.
  case change(ViewID, value: Value)
  /// Text was typed to search the choices of a `select`.
  case search(ViewID, text: String)
  /// The return key or the search key was pressed in a field.
  case submit(ViewID)
  /// A field received the keyboard focus.
  case focus(ViewID)
  /// A field lost the keyboard focus.
  case blur(ViewID)
  /// A scrolling view was scrolled; the offset is in points from the top of its content.
  case scroll(ViewID, offset: Double)
  /// A row of a list was moved to the position of another one.
  case move(ViewID, from: Int, to: Int)
  /// An item of a view's menu was chosen, by its index in the menu.
  case choose(ViewID, index: Int)
  /// A refresh was requested.
  case refresh(ViewID)
  /// A button of an alert was chosen, by its index in the list.
  case answer(ViewID, index: Int)
  /// The back button of a navigation bar was pressed, or the Escape key on a modal screen.
  case back
  /// The host's window has a new size in points.
  case resize(Size)
  /// The host's window is on a grid. Screens read its cells as `widget.columns` and `widget.rows`.
  case grid(GridPlace)
  /// A button of the widget was pressed while its board was being edited.
  case accessory(AccessoryType)
}
