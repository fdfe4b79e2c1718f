public import Foundation
public import TesseraLayout
public import TesseraValues
public import TesseraViews

/// What a custom widget is given: its model, state that nobody else sees, and what it can ask its host for.
public final class CustomWidgetEnvironment {
  /// How long a value of the widget's own is kept.
  public enum StateLifetime: Sendable, Hashable {
    /// As long as the widget's view.
    case view
    /// As long as the placed widget is in memory: all views of it share the value, and it outlives each of them.
    case instance
    /// As long as the widget is placed, in its file.
    case persisted
  }

  /// How much room the window has in one direction.
  public enum SizeClass: Sendable, Hashable {
    /// Less than 300 points.
    case compact
    /// 300 points or more.
    case regular
  }

  /// The properties that the definition declares, two-way.
  public let model: CustomWidgetModel
  /// In which the widget makes its views.
  public let viewContext: ViewContext
  private weak var host: CustomWidgetView?
  private var viewState: [String: Value] = [:]

  init(model: CustomWidgetModel, host: CustomWidgetView) {
    self.model = model
    self.host = host
    viewContext = host.context
  }

  /// A value of the widget's own that is not in the definition: documents do not see it, and no change of the model follows. Those
  /// of an instance are kept under the component's `id`, so that two components of a screen do not share them.
  ///
  /// Values are lists, members, texts, numbers and truth values of at most 64 kB together as JSON; others are not kept, and the
  /// author is told. What another view of the instance writes is read from then on, and not told.
  public subscript(state key: String, lifetime: StateLifetime) -> Value {
    get {
      switch lifetime {
      case .view: viewState[key] ?? .null
      case .instance, .persisted:
        viewContext.stateStore?.value(forKey: stateKey(key), isPersisted: lifetime == .persisted) ?? .null
      }
    }
    set {
      switch lifetime {
      case .view: viewState[key] = newValue.isNull ? nil : newValue
      case .instance, .persisted:
        let isKept =
          viewContext.stateStore?.setValue(newValue, forKey: stateKey(key), isPersisted: lifetime == .persisted)
          ?? false
        if !isKept { host?.report("the state '\(key)' cannot be kept") }
      }
    }
  }

  private func stateKey(_ key: String) -> String { "\(host?.identifier ?? host?.widgetType ?? "")/\(key)" }

  /// Asks for another layout, because the answer to ``CustomWidget/preferredSize(for:)`` is another one now.
  public func forceLayout() { host?.forceLayout() }

  /// Works elsewhere, and comes back to the widget with the result, unless that is gone by then.
  public func start<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result, then: @escaping (Result) -> Void
  ) {
    viewContext.startWork?(
      { await work() },
      { [weak host] result in
        if let host, host.isAlive, let result = result as? Result { then(result) }
      })
  }

  /// Waits, and comes back to the widget, unless that is gone by then.
  public func wait(_ duration: Duration, then: @escaping () -> Void) {
    viewContext.startWait?(duration) { [weak host] in
      if let host, host.isAlive { then() }
    }
  }

  /// The date, which may be a virtual one.
  public var now: Date { viewContext.now() }

  /// The language and region of the person who looks.
  public var locale: Locale { viewContext.locale }

  /// Whether texts and layout go from right to left.
  public var isRightToLeft: Bool { host?.isRightToLeft ?? false }

  /// The width of a picture of the bundle and its height, in points; nil where there is none of that name.
  public func imageSize(_ name: String) -> Size? { viewContext.imageSizes[name] }

  /// How much room the window has.
  public var sizeClass: (horizontal: SizeClass, vertical: SizeClass) {
    let size = viewContext.windowSize
    return (size.width < 300 ? .compact : .regular, size.height < 300 ? .compact : .regular)
  }

  /// The widget's place on a board's grid; nil where it has none. What fits is known of widgets that are a ``GridWidget`` alone.
  public var grid: GridPlace? { viewContext.gridPlace }
}
