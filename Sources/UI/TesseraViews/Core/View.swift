public import TesseraLayout
public import TesseraValues

/// A node of a screen: a box with a frame, attributes and children, retained between changes.
///
/// Views belong to one presentation and are not `Sendable`. They describe what they show through attributes. A host
/// receives changes as the patches that ``ViewHierarchy/commit()`` returns.
open class View {
  /// The identity of the view, unique in the presentation.
  public let id: ViewID
  /// The kind of the view, as seen by a host.
  public let kind: ViewKind
  /// The author's name for the view, unique on its screen. Hosts receive it only when the view is inserted.
  public var identifier: String?
  /// A number for the document's own use, like UIKit's `tag`.
  package var tag = 0
  /// The reason why the input does not match the type of the field, such as letters in a number field; nil if it
  /// matches.
  var problemOfKind: String? { nil }
  /// What forms know of the view; nil while all of it is as by default.
  var fieldState: FieldState?
  /// The items of the view's menu.
  var menuItems: [MenuItem] = []
  /// The registered event handlers.
  var handlers: [EventName: EventHandlers] = [:]
  /// What the view knows of its scrolling; nil until it scrolls or has a threshold.
  var scrollState: ScrollState?
  /// A counter that increases when the content is replaced; nil if the content length identifies the content.
  var contentRevision: Int? { nil }
  /// Whether changes of the view are reported: see ``ViewContext/observedViewDidChange``.
  package var isObserved = false

  /// The content priorities that were set, for a ``ConstraintView``. Layout limits them to 1 to 1000.
  var contentPriorities: [ContentPriority: Double] = [:]

  /// The pointer that the view tracks, and where it can be hit; nil until either is set.
  var pointerState: PointerState?

  /// The parent view.
  public internal(set) weak var parent: View?
  /// The child views, back to front.
  public internal(set) var children: [View] = []
  /// The frame in points, relative to the parent, as of the last layout.
  public internal(set) var frame: Rect = .zero {
    didSet { if frame != oldValue { context.markChanged(self) } }
  }
  /// The attributes that differ from the defaults.
  public private(set) var attributes: [ViewAttribute: Value] = [:]

  /// The state shared by the views of the presentation.
  public let context: ViewContext
  /// The component type that the view was created from; nil for views created in code.
  package var definition: ComponentDefinition?
  let node: NodeID
  /// The state that the host last received; nil while the host does not know the view.
  var published: PublishedView?
  /// The node from which the host's current drawing was made; nil without a drawing.
  var drawnNode: ViewNode?
  /// Whether the next commit has to check the view.
  var isMarked = false

  /// Creates a view that takes part in the layout of a hierarchy.
  public init(_ kind: ViewKind, in context: ViewContext) {
    id = context.nextID()
    self.kind = kind
    self.context = context
    node = context.layout.makeNode(kind.defaultStyle)
    context.register(self)
    if measuresContent { context.layout.setMeasured(true, for: node) }
  }

  deinit {
    context.unregister(id, node)
    context.textBytes -= attributes.values.reduce(0) { $0 + $1.textBytes }
  }

  // MARK: Attributes

  /// Accesses an attribute. Null stands for the default, and so does a number that is not finite. Setting an
  /// attribute marks the view as changed only if the value differs.
  public subscript(attribute: ViewAttribute) -> Value {
    get { attributes[attribute] ?? .null }
    set { if write(newValue, to: attribute) { context.markChanged(self) } }
  }

  /// Sets an attribute to a value that the host already shows, such as text that the user just typed. No patch is
  /// sent back.
  public func acknowledge(_ attribute: ViewAttribute, _ value: Value) {
    recordShown(attribute, value)
    write(value, to: attribute)
  }

  /// Records that the host shows a value of its own accord. If it differs from the view's value, a patch corrects the
  /// host.
  func recordShown(_ attribute: ViewAttribute, _ value: Value) {
    guard published != nil else { return }
    published?.attributes[attribute] = value.unlessNull
    context.markChanged(self)
  }

  /// - Returns: Whether the attribute had a different value.
  @discardableResult
  private func write(_ value: Value, to attribute: ViewAttribute) -> Bool {
    var value = value
    if case .double(let number) = value, !number.isFinite { value = .null }
    let old = attributes[attribute] ?? .null
    guard old.isNull != value.isNull || old != value else { return false }
    attributes[attribute] = value.unlessNull
    context.textBytes += value.textBytes - old.textBytes
    context.budget.add(textBytes: context.textBytes)
    if attribute.affectsMeasuring { context.remeasure(self) }
    if attribute == .hidden { parent?.childContentDidChange() }
    if isObserved, !attribute.isMadeByLayout { context.host?.observedViewDidChange(self) }
    if attribute == .value, validationState != nil { updateError() }
    return true
  }

  /// The style that layout applies to the view.
  public var style: LayoutStyle {
    get { context.layout.style(of: node) }
    set {
      context.layout.setStyle(newValue, of: node)
      self[.display] = newValue.display == .none ? "none" : .null
      context.markChanged(self)
      parent?.childLayoutDidChange()
      if isObserved { context.host?.observedViewDidChange(self) }
    }
  }

  /// Whether the view is hidden. The box keeps its space, as in UIKit, except in a ``StackView``; set the style's
  /// `display` to `none` to free it.
  public var isHidden: Bool {
    get { self[.hidden] == true }
    set { self[.hidden] = newValue ? true : .null }
  }

  /// Whether the view is shown but does not react.
  public var isDisabled: Bool {
    get { self[.disabled] == true }
    set { self[.disabled] = newValue ? true : .null }
  }

  /// The value of the view in a binding: the text of a label, the text typed into a field.
  open var value: Value {
    get { .null }
    set { _ = newValue }
  }

  /// The value that a form reads from the view. Null counts as not filled in.
  open var fieldValue: Value { value }

  /// Whether an enclosing form includes the view without an explicit connection: it has a name, or is meant to be
  /// filled in.
  open var isFormField: Bool { fieldName != nil }

  /// Whether the view reacts to the user: neither it nor an ancestor is disabled or hidden.
  public var isInteractive: Bool {
    sequence(first: self, next: \.parent).allSatisfy { !$0.isDisabled && !$0.isHidden }
  }

  /// Performs the press action of the view if the view is interactive.
  public func press() {
    if isInteractive { performPress() }
  }

  /// Performs the action of a press.
  open func performPress() { emit(.press) }

  /// Applies a value that the user chose in a control of the host. A view that is not interactive keeps its value,
  /// and the host is reset to it.
  package final func change(to value: Value) {
    recordShown(.value, value)
    guard isInteractive else { return }
    isChangedByPerson = true
    accept(value)
    if validationState != nil { reportProblem() }
  }

  /// Accepts a value that the user chose in a control of the host, and emits the event `onChange`. A value that
  /// cannot be chosen is rejected, and the host is reset to the view's value.
  open func accept(_ value: Value) {}

  /// The selectors that buttons can perform on every view.
  package static let selectors = ["becomeFirstResponder"]

  /// Performs the selector of a button.
  /// - Parameter selector: The selector without colons. Unknown selectors have no effect.
  package func perform(selector: String) {
    if selector == "becomeFirstResponder" { perform(.focus) }
  }

  /// Performs the long-press action of the view if the view is interactive.
  public func longPress() {
    if isInteractive { emit(.longPress) }
  }

  // MARK: Pointers and keys

  /// Called when a pointer goes down on the view and the view ``tracksPointers``.
  /// - Returns: Whether to track the pointer.
  open func beginTracking(_ pointer: Pointer) -> Bool { true }

  /// Called when the tracked pointer moves, at most once per frame of the host's display.
  /// - Returns: Whether to continue tracking.
  open func continueTracking(_ pointer: Pointer) -> Bool { true }

  /// Called when the tracked pointer goes up.
  open func endTracking(_ pointer: Pointer) {}

  /// Called when tracking is cancelled without an intended action. Changes made since tracking began can be reverted.
  open func cancelTracking(_ pointer: Pointer) {}

  /// Called when one of the ``handledKeys`` is pressed while the view has the keyboard focus.
  open func keyPressed(_ key: Key) {}

  // MARK: Events

  /// Called when an event handler is added. Views declare to the host which gestures they handle.
  open func handledEventsDidChange() {
    // A button is always pressable, so hosts need not be notified.
    if handles(.press), !kind.element.isButton { self[.pressable] = true }
    if handles(.longPress) { self[.longPressable] = true }
  }

  // MARK: Content

  /// Whether the size of the view comes from its own content rather than from its children.
  open var measuresContent: Bool { false }

  /// Returns the size of the content in points, without padding and borders. Called during layout, only for views
  /// that measure their content. An implementation must not change views or read their ``style``.
  open func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(size: .zero)
  }

  /// Whether ``layoutContent()`` does anything.
  open var arrangesContent: Bool { false }

  /// Arranges content outside the layout tree, such as rows. Called after each layout for views whose
  /// ``arrangesContent`` is true, except on hidden screens.
  open func layoutContent() {}

  /// Called when a child is added or its style changes.
  func childLayoutDidChange() {}

  /// Called when a child is added or removed, hidden or shown, or its content may have another size.
  func childContentDidChange() {}

  /// Returns the priorities of the content in a ``ConstraintView``, unless others are set.
  func defaultContentPriorities(_ axis: LayoutAxis) -> ContentPriorities { ContentPriorities() }

  /// Reads what must not be read while layout runs. Called before layout for views scheduled with
  /// ``ViewContext/needsPreparation(_:)``.
  open func prepareLayout() {}

  /// Whether ``end()`` is called on the view, and the view is prepared again when the window is resized or moved.
  open var hasLifeCycle: Bool { false }

  /// Called when the container of the view closes and the view is no longer shown.
  open func end() {}

  // MARK: Properties

  /// The properties that documents and bindings can access, by key. Keys may carry the prefix `wx_`.
  open class var properties: PropertyTable<View> { ComponentDefinition.container.properties }

  /// Whether the children take part in the layout of this view. Views that place their children themselves return
  /// false.
  open var laysOutChildren: Bool { !measuresContent }

}
