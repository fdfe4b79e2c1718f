package import TesseraLayout
package import TesseraValues
package import TesseraViews

/// The container view of a custom widget. It creates the widget when it is first laid out and connects it to its
/// host.
package final class CustomWidgetView: View {
  private let widgetDefinition: CustomWidgetDefinition
  private let widgetClass: any CustomWidget.Type
  let model: CustomWidgetModel
  private var lifecycle = LifecycleState.waiting
  private var placedFrame: Rect?
  private var isLaidOutAnew = true
  private var isInLayout = false
  private var isInFront = false
  /// Whether a size is being measured during layout. Nothing may change meanwhile, and no style may be read.
  private(set) var isMeasuring = false
  /// The layout direction as of the last preparation.
  private(set) var isRightToLeft = false
  /// The style dimensions that were set from the widget's own size limits.
  private var appliedLimits: [WritableKeyPath<LayoutStyle, Dimension>: Dimension] = [:]
  private var eventCount = 0
  private var textBytes = 0
  private var knownSizeClass: (CustomWidgetEnvironment.SizeClass, CustomWidgetEnvironment.SizeClass)?
  private var knownGrid: GridPlace?

  /// The state of the widget's life cycle.
  private enum LifecycleState {
    /// The widget has not been created; its properties may still be set.
    case waiting
    /// The initializer of the widget is running.
    case making
    case alive(any CustomWidget, CustomWidgetEnvironment)
    /// The widget could not be created.
    case failed
    case ended
  }

  /// The prefix of the events that notify bindings of changes by the widget.
  package static let writeEventPrefix = "onWrite_"

  init(_ widgetClass: any CustomWidget.Type, kind: ViewKind, in context: ViewContext) {
    self.widgetClass = widgetClass
    widgetDefinition = widgetClass.definition
    model = CustomWidgetModel(widgetClass.definition)
    super.init(kind, in: context)
    model.didWrite = { [weak self] change in self?.notifyWrite(change) }
    model.didChangeByHost = { [weak self] in self?.modelDidChangeByHost() }
    model.textDidChange = { [weak self] in self?.countText($0) }
    on(.appear) { [weak self] _ in self?.setInFront(true) }
    on(.disappear) { [weak self] _ in self?.setInFront(false) }
    context.needsPreparation(self)
  }

  deinit { context.count(textBytes: -textBytes) }

  var widgetType: String { widgetDefinition.type }

  /// The widget while it exists.
  package var widget: (any CustomWidget)? {
    if case .alive(let widget, _) = lifecycle { widget } else { nil }
  }

  var isAlive: Bool { widget != nil }

  private var isMaking: Bool {
    if case .making = lifecycle { true } else { false }
  }

  // MARK: Life

  /// Creates the widget with the properties that are set so far.
  private func makeWidget() {
    guard case .waiting = lifecycle else { return }
    lifecycle = .making
    // The initializer reads these values from the model.
    _ = model.removeChanges()
    let environment = CustomWidgetEnvironment(model: model, host: self)
    do {
      let widget = try widgetClass.init(
        delegate: CustomWidgetEventDelegate(self, widgetDefinition), environment: environment)
      let view = widget.view
      guard view.context === context, view !== self else {
        throw CallProblem("its view was not created in the environment's context")
      }
      model.dropWrites()
      lifecycle = .alive(widget, environment)
      connectAccessories(widget)
      addChild(view)
      knownSizeClass = environment.sizeClass
      knownGrid = context.gridPlace
      widget.didCreate()
      if isInFront { widget.didAppear() }
      if context.gridPlace?.board?.isConfigured == true { widget.boardDidConfigure() }
    } catch {
      lifecycle = .failed
      let reason = "'\(widgetDefinition.type)' could not be created: \(error)"
      report(reason)
      addChild(PlaceholderView(reason: reason, in: context))
    }
  }

  /// Called when the screen comes to the front or leaves it. This happens before the first layout, which creates the
  /// widget.
  package func setInFront(_ isInFront: Bool) {
    guard isInFront != self.isInFront else { return }
    self.isInFront = isInFront
    if isInFront { widget?.didAppear() } else { widget?.didDisappear() }
  }

  package override var hasLifeCycle: Bool { true }

  package override func end() {
    if case .alive(let widget, _) = lifecycle {
      setInFront(false)
      lifecycle = .ended
      widget.willDestroy()
    }
    lifecycle = .ended
  }

  /// Connects the widget's own buttons on a board.
  private func connectAccessories(_ widget: any CustomWidget) {
    guard context.host?.isBoardWidget == true, widget is any GridWidget else { return }
    context.accessoryTapped = { [weak self] type in
      guard let widget = self?.widget as? any GridWidget, widget.isAccessoryTypeEnabled(type) else { return }
      widget.accessoryTypeTapped(type)
    }
  }

  private func showAccessories(of widget: any CustomWidget) {
    guard let host = context.host, host.isBoardWidget, context.gridPlace != nil, let widget = widget as? any GridWidget
    else { return }
    let enabled = AccessoryType.allCases.filter { widget.isAccessoryTypeEnabled($0) }
    // The buttons are placed in the window, and the widget may have a margin around it.
    var frame = widget.calculatedFrame
    for view in sequence(first: self as View, next: \.parent) {
      frame = frame.offsetBy(x: view.frame.x, y: view.frame.y)
    }
    frame = frame.offsetBy(x: paddingInsets.left, y: paddingInsets.top)
    host.showAccessories([
      "enabled": .array(enabled.map { .string($0.rawValue) }),
      "frame": .array([frame.x, frame.y, frame.width, frame.height].map(Value.double)),
    ])
  }

  // MARK: Model

  /// Counts texts of the model like texts of attributes.
  private func countText(_ difference: Int) {
    textBytes += difference
    context.count(textBytes: difference)
  }

  private func modelDidChangeByHost() {
    if isObserved { context.host?.observedViewDidChange(self) }
    context.needsPreparation(self)
  }

  private func notifyWrite(_ change: ModelChange) {
    if case .ended = lifecycle { return }
    context.needsPreparation(self)
    if change.key == widgetDefinition.valueProperty {
      isChangedByPerson = true
      updateError()
    }
    if isObserved { context.host?.observedViewDidChange(self) }
    emit(EventName(rawValue: Self.writeEventPrefix + change.key), ["value": change.newValue])
    if let form = followingForm { context.host?.observedViewDidChange(form) }
  }

  package override var value: Value {
    get { widgetDefinition.valueProperty.flatMap(model.value(forKey:)) ?? .null }
    set { if let key = widgetDefinition.valueProperty { try? model.write(newValue, forKey: key, by: .host) } }
  }

  package override var isFormField: Bool { super.isFormField || (isRequired && widgetDefinition.valueProperty != nil) }

  /// Notifies the widget of changes and of everything else that it needs before layout.
  package override func prepareLayout() {
    isRightToLeft = layoutDirection == .rtl
    let wasInLayout = isInLayout
    isInLayout = true
    defer { isInLayout = wasInLayout }
    makeWidget()
    guard case .alive(let widget, let environment) = lifecycle else { return }
    notifyChanges(to: widget)
    notifyEnvironment(widget, environment)
    applyLimits(of: widget)
  }

  private func notifyChanges(to widget: any CustomWidget) {
    let changes = model.removeChanges()
    if !changes.isEmpty { widget.modelDidChange(changes) }
  }

  /// Sizes specified by the document take precedence over the widget's own limits, which may change each time.
  private func applyLimits(of widget: any CustomWidget) {
    var style = style
    let (least, most) = (widget.minimumSize, widget.maximumSize)
    func apply(_ path: WritableKeyPath<LayoutStyle, Dimension>, _ length: Double?, unset: Dimension) {
      let isOurs = style[keyPath: path] == unset || style[keyPath: path] == appliedLimits[path]
      guard isOurs else { return }
      style[keyPath: path] = length.map(Dimension.points) ?? unset
      appliedLimits[path] = style[keyPath: path]
    }
    func positive(_ length: Double) -> Double? { length > 0 && length.isFinite ? length : nil }
    apply(\.minWidth, positive(least.width), unset: 0)
    apply(\.minHeight, positive(least.height), unset: 0)
    apply(\.maxWidth, positive(most.width), unset: .auto)
    apply(\.maxHeight, positive(most.height), unset: .auto)
    if style != self.style { self.style = style }
  }

  private func notifyEnvironment(_ widget: any CustomWidget, _ environment: CustomWidgetEnvironment) {
    let sizeClass = environment.sizeClass
    if let known = knownSizeClass, known != sizeClass { widget.sizeClassDidChange() }
    knownSizeClass = sizeClass
    guard knownGrid != context.gridPlace else { return }
    let (former, board) = (knownGrid?.board, context.gridPlace?.board)
    func withoutNotices(_ place: GridPlace?) -> GridPlace? {
      var place = place
      place?.board?.isEditing = false
      place?.board?.isConfigured = false
      return place
    }
    let isMoved = withoutNotices(knownGrid) != withoutNotices(context.gridPlace)
    knownGrid = context.gridPlace
    if isMoved { widget.gridDidChange() }
    if former?.isEditing ?? false != board?.isEditing ?? false { widget.boardEditingDidChange() }
    if board?.isConfigured == true, former?.isConfigured != true { widget.boardDidConfigure() }
  }

  // MARK: Layout

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    guard let widget else {
      return (children.first as? PlaceholderView)?.measureContent(width: width, height: height) ?? .init(size: .zero)
    }
    let offered = Size(width: width.points ?? .infinity, height: height.points ?? .infinity)
    isMeasuring = true
    let (wanted, least, most) = (widget.preferredSize(for: offered), widget.minimumSize, widget.maximumSize)
    isMeasuring = false
    func length(_ wanted: Double, _ least: Double, _ most: Double) -> Double {
      max(least.isFinite ? least : 0, min(wanted.isFinite ? wanted : 0, most))
    }
    return MeasuredSize(
      width: length(wanted.width, least.width, most.width), height: length(wanted.height, least.height, most.height))
  }

  func forceLayout() {
    guard !isMeasuring else { return report("'forceLayout' must not be called while sizes are measured") }
    context.remeasure(self)
    isLaidOutAnew = true
    context.markChanged(self)
    // The size limits may have changed.
    context.needsPreparation(self)
  }

  package override var arrangesContent: Bool { true }

  package override func layoutContent() {
    eventCount = 0
    makeWidget()
    let box = Rect(origin: .zero, size: frame.size).inset(by: paddingInsets)
    guard case .alive(let widget, _) = lifecycle else {
      if let placeholder = children.first { place(placeholder, at: box) }
      return
    }
    defer { showAccessories(of: widget) }
    // The content of the view may have a new size even if the frame is unchanged.
    guard isLaidOutAnew || box != placedFrame else { return place(widget.view, at: box) }
    isLaidOutAnew = false
    placedFrame = box
    isInLayout = true
    defer { isInLayout = false }
    widget.willBeginLayout()
    widget.setFrame(box)
    place(widget.view, at: box)
    widget.didEndLayout()
  }

  // MARK: Events and methods

  func raise(_ name: String, _ arguments: [String: Value]) {
    eventCount += 1
    guard eventCount <= CustomWidgetEventDelegate.maximumEvents else {
      if eventCount == CustomWidgetEventDelegate.maximumEvents + 1 {
        report("more than \(CustomWidgetEventDelegate.maximumEvents) events between two layouts; the rest is dropped")
      }
      return
    }
    guard isInLayout || isMeasuring || isMaking, let host = context.host else {
      return send(name, arguments)
    }
    host.afterLayout { [weak self] in self?.send(name, arguments) }
  }

  private func send(_ name: String, _ arguments: [String: Value]) {
    if case .ended = lifecycle { return }
    emit(EventName(rawValue: name), arguments)
  }

  func report(_ problem: String) { context.host?.report(problem, of: self) }

  /// Calls a method of the widget.
  /// - Throws: The error of the method, or the reason why it was not called.
  package func call(_ method: String, _ arguments: [String: Value]) throws -> Value {
    makeWidget()
    if isMaking { throw CallProblem("the widget is being created") }
    guard let widget else { throw CallProblem("the widget could not be created") }
    guard let definition = widgetDefinition.method(method) else {
      let fix = SpellingSuggestion.fix(for: method, in: widgetDefinition.methods.map(\.name))
      throw CallProblem("'\(widgetDefinition.type)' has no method '\(method)'" + (fix.map { ": \($0)" } ?? ""))
    }
    // Changes just made by the document must be visible to the method.
    notifyChanges(to: widget)
    return try definition.call(widget, arguments)
  }
}
