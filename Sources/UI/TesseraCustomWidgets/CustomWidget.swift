public import TesseraLayout
public import TesseraViews

/// A widget written in Swift. The host provides its model, frame and life cycle; the widget provides a view and
/// events.
///
/// A custom widget is registered in a vocabulary (`WidgetExtensions.register`). It is then a component that screens name by
/// its type, and a widget that users place on boards. The host creates one object for each view of the widget, when
/// the view is first laid out. It calls the object on the thread of the widget's presentation, never concurrently.
/// Work that runs elsewhere returns through ``CustomWidgetEnvironment/start(_:then:)``.
///
/// The calls come in this order: ``init(delegate:environment:)``, ``didCreate()``, then for each layout
/// ``modelDidChange(_:)`` if anything has changed, ``preferredSize(for:)`` any number of times,
/// ``willBeginLayout()``, ``setFrame(_:)`` and ``didEndLayout()``; finally ``willDestroy()``.
public protocol CustomWidget: AnyObject, SendableMetatype {
  /// The description of the widget as data.
  static var definition: CustomWidgetDefinition { get }

  /// Creates the widget. The model contains the values of the document or of the user's settings.
  ///
  /// - Parameters:
  ///   - delegate: Receives the widget's events.
  ///   - environment: The model, the state and the services of the host. It references the widget's view in the host,
  ///     not the widget.
  /// - Throws: Any error that prevents the widget from being created. A placeholder shows the error, and the rest of
  ///   the screen keeps working.
  init(delegate: CustomWidgetEventDelegate, environment: CustomWidgetEnvironment) throws

  /// The view of the widget: the same object for the widget's entire life, created in the environment's
  /// ``CustomWidgetEnvironment/viewContext``.
  var view: View { get }

  /// Returns the preferred size of the widget, in points. The method may be called many times and must not have side
  /// effects. The result must depend only on the argument and the state of the widget. See
  /// ``CustomWidgetEnvironment/forceLayout()``.
  ///
  /// - Parameter offered: The size available in the parent, in points; infinite along an axis without a limit. An
  ///   infinite preferred size along such an axis counts as the ``minimumSize``.
  func preferredSize(for offered: Size) -> Size

  /// The minimum usable size of the widget, in points. Layout respects it unless the document specifies otherwise.
  var minimumSize: Size { get }

  /// The maximum useful size of the widget, in points; infinite for no limit.
  var maximumSize: Size { get }

  /// Sets the frame of the widget. The view is laid out in it afterwards.
  /// - Parameter frame: The frame in points, in the coordinates of the box that the host created for the widget.
  func setFrame(_ frame: Rect)

  /// Called when the host changed a property.
  func modelDidChange(_ change: ModelChange)

  /// Called when properties have changed since the last call, by the host or by the widget itself
  /// (``ModelChange/source``). Each property is listed once, with its oldest and newest value. The default
  /// implementation calls ``modelDidChange(_:)-(ModelChange)`` for each change by the host.
  func modelDidChange(_ changes: [ModelChange])

  /// Called when the widget has been created and the host is ready for its calls.
  func didCreate()
  /// Called before the host releases the widget. The widget's calls no longer have an effect.
  func willDestroy()
  /// Called before a layout with a new frame.
  func willBeginLayout()
  /// Called after layout, when the views have their frames.
  func didEndLayout()
  /// Called when the widget's screen comes to the front.
  func didAppear()
  /// Called when the widget's screen is no longer in front.
  func didDisappear()
  /// Called when the size class of the window has changed: see ``CustomWidgetEnvironment/sizeClass``.
  func sizeClassDidChange()
  /// Called when the widget's place on a board's grid has changed: see ``CustomWidgetEnvironment/grid``.
  func gridDidChange()
  /// Called when people begin or end to edit the board: see ``CustomWidgetEnvironment/isBoardEditing``.
  func boardEditingDidChange()
  /// Called once, when all widgets of the board have their first places.
  func boardDidConfigure()
}

extension CustomWidget {
  /// Returns the offered size. An infinite dimension counts as the minimum size.
  public func preferredSize(for offered: Size) -> Size { offered }
  /// The default minimum: zero.
  public var minimumSize: Size { .zero }
  /// The default maximum: no limit.
  public var maximumSize: Size { Size(width: .infinity, height: .infinity) }
  /// Does nothing; the layout of the view applies.
  public func setFrame(_ frame: Rect) {}
  /// Does nothing.
  public func modelDidChange(_ change: ModelChange) {}
  /// Reports each change by the host separately.
  public func modelDidChange(_ changes: [ModelChange]) {
    for change in changes where change.source == .host { modelDidChange(change) }
  }
  /// Does nothing.
  public func didCreate() {}
  /// Does nothing.
  public func willDestroy() {}
  /// Does nothing.
  public func willBeginLayout() {}
  /// Does nothing.
  public func didEndLayout() {}
  /// Does nothing.
  public func didAppear() {}
  /// Does nothing.
  public func didDisappear() {}
  /// Does nothing.
  public func sizeClassDidChange() {}
  /// Does nothing.
  public func gridDidChange() {}
  /// Does nothing.
  public func boardEditingDidChange() {}
  /// Does nothing.
  public func boardDidConfigure() {}
}
