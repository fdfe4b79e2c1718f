public import TesseraLayout
public import TesseraViews

/// A widget made of Swift: the host gives it a model, a place and a life, and it gives the host a view and events.
///
/// A custom widget is registered in a vocabulary (`Vocabulary.register`). From then on it is a component that screens
/// name by its type, and a widget of its own that people place on boards. The host makes one object for each view of it,
/// when that is first laid out, and calls it on the thread of the widget's presentation, and never from two at once. What runs
/// elsewhere comes back by ``CustomWidgetEnvironment/start(_:then:)``.
///
/// In the life of a widget the calls come in this order: ``init(delegate:environment:)``, ``didCreate()``, then for each
/// layout ``modelDidChange(_:)`` where anything has changed, ``preferredSize(for:)`` any number of times,
/// ``willBeginLayout()``, ``setFrame(_:)`` and ``didEndLayout()``; at last ``willDestroy()``.
public protocol CustomWidget: AnyObject, SendableMetatype {
  /// What the widget is, as data.
  static var definition: CustomWidgetDefinition { get }

  /// Creates the widget. The model has the values of the document, or of the person's settings.
  ///
  /// - Parameters:
  ///   - delegate: takes the widget's events.
  ///   - environment: the model, state, and what the widget may ask the host for. It holds the widget's place, not the widget.
  /// - Throws: anything that keeps the widget from being made. A placeholder says what, and the rest of the screen lives on.
  init(delegate: CustomWidgetEventDelegate, environment: CustomWidgetEnvironment) throws

  /// What is shown: one and the same object all the widget's life, made in the environment's
  /// ``CustomWidgetEnvironment/viewContext``.
  var view: View { get }

  /// The size that the widget would like, in points. A question without consequences that may come many times; the answer
  /// must depend on nothing but the argument and the state of the widget. See ``CustomWidgetEnvironment/forceLayout()``.
  ///
  /// - Parameter offered: what the parent has, in points; infinite in a direction without a limit. There an infinite answer
  ///   counts as the ``minimumSize``.
  func preferredSize(for offered: Size) -> Size

  /// The least size that the widget can be used at, in points. Layout keeps to it unless the document says otherwise.
  var minimumSize: Size { get }

  /// The greatest size that the widget makes use of, in points; infinite for no limit.
  var maximumSize: Size { get }

  /// Takes its place. The view is laid out in it afterwards.
  /// - Parameter frame: in points, in the coordinates of the box that the host made for the widget.
  func setFrame(_ frame: Rect)

  /// One property was changed by the host.
  func modelDidChange(_ change: ModelChange)

  /// Properties were changed since the widget looked last, each listed once with its oldest and its newest value: by the
  /// host, or by the widget itself (``ModelChange/source``). Without an own implementation ``modelDidChange(_:)-(ModelChange)``
  /// is called for each that the host changed.
  func modelDidChange(_ changes: [ModelChange])

  /// The widget was made, and the host is ready for all it does.
  func didCreate()
  /// The host lets go of the widget. Nothing it does has an effect any more.
  func willDestroy()
  /// A layout with a new frame begins.
  func willBeginLayout()
  /// The layout has ended, and the views have their frames.
  func didEndLayout()
  /// The widget's screen is in front, or is again.
  func didAppear()
  /// The widget's screen is not in front any more.
  func didDisappear()
  /// The room that the window has is another: see ``CustomWidgetEnvironment/sizeClass``.
  func sizeClassDidChange()
  /// The widget takes another number of cells of a board's grid: see ``CustomWidgetEnvironment/grid``.
  func gridDidChange()
}

extension CustomWidget {
  /// What is offered, or nothing where that has no limit.
  public func preferredSize(for offered: Size) -> Size { offered }
  /// Nothing.
  public var minimumSize: Size { .zero }
  /// Without limit.
  public var maximumSize: Size { Size(width: .infinity, height: .infinity) }
  /// Leaves it to the layout of the view.
  public func setFrame(_ frame: Rect) {}
  /// Does nothing.
  public func modelDidChange(_ change: ModelChange) {}
  /// Tells each change of the host by itself.
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
}
