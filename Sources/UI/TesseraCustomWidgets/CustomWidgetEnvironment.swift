public import Foundation
public import TesseraLayout
public import TesseraValues
public import TesseraViews

/// The environment of a custom widget: its model, its private state and the services of its host.
public final class CustomWidgetEnvironment {
  /// The lifetime of a private state value.
  public enum StateLifetime: Sendable, Hashable {
    /// The lifetime of the widget's view.
    case view
    /// The time that the placed widget is in memory. All views of the widget share the value, and it outlives each of
    /// them.
    case instance
    /// The time that the widget is placed. The value is stored in its file.
    case persisted
  }

  /// The size class of the window along one axis.
  public enum SizeClass: Sendable, Hashable {
    /// Less than 300 points.
    case compact
    /// 300 points or more.
    case regular
  }

  /// The properties declared in the definition, two-way.
  public let model: CustomWidgetModel
  /// The context in which the widget creates its views.
  public let viewContext: ViewContext
  private weak var host: CustomWidgetView?
  private var viewState: [String: Value] = [:]

  init(model: CustomWidgetModel, host: CustomWidgetView) {
    self.model = model
    self.host = host
    viewContext = host.context
  }

  /// Accesses a private value that is not part of the definition. Documents cannot read it, and changing it does not
  /// change the model. Values with the lifetime of an instance or longer are stored under the component's `id`, so
  /// that two components of a screen do not share them.
  ///
  /// Values consist of lists, dictionaries, texts, numbers and Booleans, with at most 64 kB in total as JSON. Other
  /// values are not stored, and the problem is reported to the author. A value written by another view of the
  /// instance is visible to later reads, but its change is not reported.
  public subscript(state key: String, lifetime: StateLifetime) -> Value {
    get {
      switch lifetime {
      case .view: viewState[key] ?? .null
      case .instance, .persisted:
        viewContext.host?.stateStore?.value(forKey: stateKey(key), isPersisted: lifetime == .persisted) ?? .null
      }
    }
    set {
      switch lifetime {
      case .view: viewState[key] = newValue.isNull ? nil : newValue
      case .instance, .persisted:
        let isKept =
          viewContext.host?.stateStore?.setValue(newValue, forKey: stateKey(key), isPersisted: lifetime == .persisted)
          ?? false
        if !isKept { host?.report("the state '\(key)' cannot be stored") }
      }
    }
  }

  private func stateKey(_ key: String) -> String { "\(host?.identifier ?? host?.widgetType ?? "")/\(key)" }

  /// Requests another layout because the result of ``CustomWidget/preferredSize(for:)`` has changed.
  public func forceLayout() { host?.forceLayout() }

  /// Performs work concurrently and passes the result back to the widget, unless the widget no longer exists by then.
  public func start<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result, then: @escaping (Result) -> Void
  ) {
    viewContext.host?.run({ await work() }) { [weak host] result in
      if let host, host.isAlive, let result = result as? Result { then(result) }
    }
  }

  /// Waits for a duration and calls back to the widget, unless the widget no longer exists by then.
  public func wait(_ duration: Duration, then: @escaping () -> Void) {
    viewContext.host?.wait(for: duration) { [weak host] in
      if let host, host.isAlive { then() }
    }
  }

  /// The current date, which may be virtual.
  public var now: Date { viewContext.host?.now ?? Date() }

  /// The language and region of the user.
  public var locale: Locale { viewContext.locale }

  /// Whether text and layout run from right to left.
  public var isRightToLeft: Bool { host?.isRightToLeft ?? false }

  /// Returns the size of an image in the bundle, in points; nil if there is no image of this name.
  public func imageSize(_ name: String) -> Size? { viewContext.imageSizes[name] }

  /// The size classes of the window.
  public var sizeClass: (horizontal: SizeClass, vertical: SizeClass) {
    let size = viewContext.windowSize
    return (size.width < 300 ? .compact : .regular, size.height < 300 ? .compact : .regular)
  }

  /// The widget's place on a board's grid; nil outside a grid. The fitting sizes are known only for a ``GridWidget``.
  public var grid: GridPlace? { viewContext.gridPlace }

  /// Whether the widget's board is being edited.
  public var isBoardEditing: Bool { grid?.board?.isEditing ?? false }

  /// The maximum size of a widget on the page of its board, in points; nil outside a board. It is the whole page, even
  /// if other widgets occupy a part of it.
  public var maximumBoardSize: Size? { grid?.board.map { $0.size(of: $0.page) } }
}
