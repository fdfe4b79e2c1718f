package import TesseraLayout
package import TesseraValues
package import TesseraViews

/// The box of a custom widget: makes the widget when it is first laid out, and joins it with its host.
package final class CustomWidgetView: View {
  private let widgetDefinition: CustomWidgetDefinition
  private let widgetClass: any CustomWidget.Type
  let model: CustomWidgetModel
  private var life = Life.waiting
  private var placedFrame: Rect?
  private var isLaidOutAnew = true
  private var isInLayout = false
  private var isInFront = false
  /// A question about sizes is under way, in the middle of layout: nothing may change, and no style be read.
  private(set) var isMeasuring = false
  /// The direction as of the last preparation.
  private(set) var isRightToLeft = false
  /// What the widget's own limits made of the style.
  private var appliedLimits: [WritableKeyPath<LayoutStyle, Dimension>: Dimension] = [:]
  private var eventCount = 0
  private var textBytes = 0
  private var knownSizeClass: (CustomWidgetEnvironment.SizeClass, CustomWidgetEnvironment.SizeClass)?
  private var knownGrid: GridPlace?

  /// What there is of the widget.
  private enum Life {
    /// Its properties may still come.
    case waiting
    /// Its initialiser runs.
    case making
    case alive(any CustomWidget, CustomWidgetEnvironment)
    /// It could not be made.
    case failed
    case ended
  }

  /// The prefix of the events by which bindings hear of what the widget wrote.
  package static let writeEventPrefix = "onWrite_"

  init(_ widgetClass: any CustomWidget.Type, kind: ViewKind, in context: ViewContext) {
    self.widgetClass = widgetClass
    widgetDefinition = widgetClass.definition
    model = CustomWidgetModel(widgetClass.definition)
    super.init(kind, in: context)
    model.didWrite = { [weak self] change in self?.tellWrite(change) }
    model.didChangeByHost = { [weak self] in self?.modelDidChangeByHost() }
    model.textDidChange = { [weak self] in self?.countText($0) }
    on(.appear) { [weak self] _ in self?.setInFront(true) }
    on(.disappear) { [weak self] _ in self?.setInFront(false) }
    context.needsPreparation(self)
  }

  deinit { context.count(textBytes: -textBytes) }

  var widgetType: String { widgetDefinition.type }

  /// The widget, if it was made, and still is.
  package var widget: (any CustomWidget)? {
    if case .alive(let widget, _) = life { widget } else { nil }
  }

  var isAlive: Bool { widget != nil }

  private var isMaking: Bool {
    if case .making = life { true } else { false }
  }

  // MARK: Life

  /// Makes the widget, with the properties that are known by now.
  private func makeWidget() {
    guard case .waiting = life else { return }
    life = .making
    // The initialiser finds them in the model.
    _ = model.takeChanges()
    let environment = CustomWidgetEnvironment(model: model, host: self)
    do {
      let widget = try widgetClass.init(
        delegate: CustomWidgetEventDelegate(self, widgetDefinition), environment: environment)
      let view = widget.view
      guard view.context === context, view !== self else {
        throw CallProblem("its view was not made in the environment's context")
      }
      model.dropWrites()
      life = .alive(widget, environment)
      connectAccessories(widget)
      addChild(view)
      knownSizeClass = environment.sizeClass
      knownGrid = context.gridPlace
      widget.didCreate()
      if isInFront { widget.didAppear() }
    } catch {
      life = .failed
      let reason = "'\(widgetDefinition.type)' could not be made: \(error)"
      report(reason)
      addChild(PlaceholderView(reason: reason, in: context))
    }
  }

  /// Screens come to the front before their views are laid out first, and the widget is made.
  package func setInFront(_ isInFront: Bool) {
    guard isInFront != self.isInFront else { return }
    self.isInFront = isInFront
    if isInFront { widget?.didAppear() } else { widget?.didDisappear() }
  }

  package override var hasLifeCycle: Bool { true }

  package override func end() {
    if case .alive(let widget, _) = life {
      setInFront(false)
      life = .ended
      widget.willDestroy()
    }
    life = .ended
  }

  /// On a board the widget may have buttons of its own.
  private func connectAccessories(_ widget: any CustomWidget) {
    guard context.showAccessories != nil, widget is any GridWidget else { return }
    context.accessoryTapped = { [weak self] type in
      guard let widget = self?.widget as? any GridWidget, widget.isAccessoryTypeEnabled(type) else { return }
      widget.accessoryTypeTapped(type)
    }
  }

  private func showAccessories(of widget: any CustomWidget) {
    guard let show = context.showAccessories, context.gridPlace != nil, let widget = widget as? any GridWidget else {
      return
    }
    let enabled = AccessoryType.allCases.filter { widget.isAccessoryTypeEnabled($0) }
    // The buttons stand in the window, and the widget may have a margin around it.
    var frame = widget.calculatedFrame
    for view in sequence(first: self as View, next: \.parent) {
      frame = frame.offsetBy(x: view.frame.x, y: view.frame.y)
    }
    frame = frame.offsetBy(x: paddingInsets.left, y: paddingInsets.top)
    show([
      "enabled": .array(enabled.map { .string($0.rawValue) }),
      "frame": .array([frame.x, frame.y, frame.width, frame.height].map(Value.double)),
    ])
  }

  // MARK: Model

  /// Texts of the model count as those of attributes do.
  private func countText(_ difference: Int) {
    textBytes += difference
    context.count(textBytes: difference)
  }

  private func modelDidChangeByHost() {
    if isObserved { context.observedViewDidChange?(self) }
    context.needsPreparation(self)
  }

  private func tellWrite(_ change: ModelChange) {
    if case .ended = life { return }
    context.needsPreparation(self)
    if change.key == widgetDefinition.valueProperty {
      isChangedByPerson = true
      updateError()
    }
    if isObserved { context.observedViewDidChange?(self) }
    emit(EventName(rawValue: Self.writeEventPrefix + change.key), ["value": change.newValue])
    if let form = followingForm { context.observedViewDidChange?(form) }
  }

  package override var value: Value {
    get { widgetDefinition.valueProperty.flatMap(model.value(forKey:)) ?? .null }
    set { if let key = widgetDefinition.valueProperty { try? model.write(newValue, forKey: key, by: .host) } }
  }

  package override var isFormField: Bool { super.isFormField || (isRequired && widgetDefinition.valueProperty != nil) }

  /// Tells what has changed, with everything else that the widget has to know before it is laid out.
  package override func prepareLayout() {
    isRightToLeft = layoutDirection == .rtl
    let wasInLayout = isInLayout
    isInLayout = true
    defer { isInLayout = wasInLayout }
    makeWidget()
    guard case .alive(let widget, let environment) = life else { return }
    tellChanges(to: widget)
    tellSurroundings(widget, environment)
    applyLimits(of: widget)
  }

  private func tellChanges(to widget: any CustomWidget) {
    let changes = model.takeChanges()
    if !changes.isEmpty { widget.modelDidChange(changes) }
  }

  /// Sizes that the document gives count more than the widget's own, which may be others each time.
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

  private func tellSurroundings(_ widget: any CustomWidget, _ environment: CustomWidgetEnvironment) {
    let sizeClass = environment.sizeClass
    if let known = knownSizeClass, known != sizeClass { widget.sizeClassDidChange() }
    knownSizeClass = sizeClass
    if knownGrid != context.gridPlace {
      knownGrid = context.gridPlace
      widget.gridDidChange()
    }
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
    guard !isMeasuring else { return report("a layout cannot be forced by a question about sizes") }
    context.remeasure(self)
    isLaidOutAnew = true
    context.markChanged(self)
    // Its limits may be others.
    context.needsPreparation(self)
  }

  package override var arrangesContent: Bool { true }

  package override func layoutContent() {
    eventCount = 0
    makeWidget()
    let box = Rect(origin: .zero, size: frame.size).inset(by: paddingInsets)
    guard case .alive(let widget, _) = life else {
      if let placeholder = children.first { place(placeholder, at: box) }
      return
    }
    defer { showAccessories(of: widget) }
    // What is in the view may have another size, and its place is the same.
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
        report("more than \(CustomWidgetEventDelegate.maximumEvents) events between two layouts; the rest is not told")
      }
      return
    }
    guard isInLayout || isMeasuring || isMaking, let afterLayout = context.afterLayout else {
      return tell(name, arguments)
    }
    afterLayout { [weak self] in self?.tell(name, arguments) }
  }

  private func tell(_ name: String, _ arguments: [String: Value]) {
    if case .ended = life { return }
    emit(EventName(rawValue: name), arguments)
  }

  func report(_ problem: String) { context.problemDidOccur?(self, problem) }

  /// Calls a method of the widget.
  /// - Throws: what the method throws, or why it was not called.
  package func call(_ method: String, _ arguments: [String: Value]) throws -> Value {
    makeWidget()
    if isMaking { throw CallProblem("the widget is being made") }
    guard let widget else { throw CallProblem("the widget could not be made") }
    guard let definition = widgetDefinition.method(method) else {
      let fix = SpellingSuggestion.fix(for: method, in: widgetDefinition.methods.map(\.name))
      throw CallProblem("'\(widgetDefinition.type)' has no method '\(method)'" + (fix.map { ": \($0)" } ?? ""))
    }
    // What the document said a moment ago counts.
    tellChanges(to: widget)
    return try definition.call(widget, arguments)
  }
}
