public import TesseraLayout
public import TesseraValues

/// A node of a screen: a box with a frame, attributes and children, retained between changes.
///
/// Views live inside one presentation and are not `Sendable`. They say what they show through attributes; a host learns
/// of changes through the patches that ``ViewHierarchy/commit()`` returns.
open class View {
  /// Unique in the presentation.
  public let id: ViewID
  /// What the view is to a host.
  public let kind: ViewKind
  /// The author's name for it, unique on its screen. Hosts learn it when the view is inserted, and not again.
  public var identifier: String?
  /// The text under which a form sends the view's value.
  public var fieldName: String?
  /// Whether its value is one that a person typed or chose.
  package var isChangedByPerson = false
  /// A form whose value somebody follows and that the view is a field of.
  package internal(set) weak var followingForm: FormView?
  /// A number for the document's own use, as UIKit has it.
  package var tag = 0
  /// Whether a form that the view stands in sends its value.
  public var takesPartInForm = true
  /// Whether a form that the view stands in is not complete without its value.
  public var isRequired = false { didSet { if isRequired != oldValue { nearest(FieldView.self)?.update() } } }
  /// Why the view cannot take its value as what it is, such as letters as a number; nil for no reason.
  var problemOfKind: String? { nil }
  /// What the view knows of the rules for its value, where there are any.
  var fieldState: FieldState?
  /// What a menu of the view has.
  var menuItems: [MenuItem] = []
  /// Those who wait for events.
  var handlers: [EventName: EventHandlers] = [:]
  /// The length of the content whose end was told to have come into reach.
  var toldContentHeight: Double?
  /// Counts how often the content was another one; nil where its length tells.
  var contentRevision: Int? { nil }
  /// How many percent of the content have been in sight when its end counts as reached; nil for nearly all.
  var scrollEndThreshold: Double?
  /// Whether somebody wants to know when the view changes: see ``ViewContext/observedViewDidChange``.
  package var isObserved = false

  /// The shape in which pointers meet the view; empty for its box.
  var hitPath: [PathStep] = []
  /// The pointer that is followed.
  var trackedPointer: Pointer?

  /// The view that holds this one.
  public private(set) weak var parent: View?
  /// The views in this one, back to front.
  public internal(set) var children: [View] = []
  /// The box in points relative to the parent, as of the last layout.
  public internal(set) var frame: Rect = .zero {
    didSet { if frame != oldValue { context.markChanged(self) } }
  }
  /// What differs from the defaults.
  public private(set) var attributes: [ViewAttribute: Value] = [:]

  /// What the views of the presentation share.
  public let context: ViewContext
  /// The type of component that the view was made from; nil for views that are made by code.
  package var definition: ComponentDefinition?
  let node: NodeID
  /// What the host was told last; nil while the host does not know the view.
  var published: PublishedView?
  /// What the drawing was made of that the host was given; nil where there is none.
  var drawnNode: ViewNode?
  /// Whether a commit has to look at the view.
  var isMarked = false

  /// Creates a view that is laid out together with those of a hierarchy.
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

  /// An attribute; null is the default, and so is a number that is not finite. Writing marks the view as changed only
  /// if the value differs.
  public subscript(attribute: ViewAttribute) -> Value {
    get { attributes[attribute] ?? .null }
    set { if write(newValue, to: attribute) { context.markChanged(self) } }
  }

  /// Sets an attribute to what the host has already, such as the text that a person just typed: no patch goes back.
  public func acknowledge(_ attribute: ViewAttribute, _ value: Value) {
    noteShown(attribute, value)
    write(value, to: attribute)
  }

  /// Notes that the host shows a value of its own making. If it is not the view's own, a patch sets the host right.
  func noteShown(_ attribute: ViewAttribute, _ value: Value) {
    guard published != nil else { return }
    published?.attributes[attribute] = value.unlessNull
    context.markChanged(self)
  }

  /// - Returns: whether the attribute had another value.
  @discardableResult
  private func write(_ value: Value, to attribute: ViewAttribute) -> Bool {
    var value = value
    if case .double(let number) = value, !number.isFinite { value = .null }
    let old = attributes[attribute] ?? .null
    guard old.isNull != value.isNull || old != value else { return false }
    attributes[attribute] = value.unlessNull
    context.textBytes += value.textBytes - old.textBytes
    context.budget.note(textBytes: context.textBytes)
    if attribute.affectsMeasuring, measuresContent { context.layout.markDirty(node) }
    if isObserved, !attribute.isMadeByLayout { context.observedViewDidChange?(self) }
    if attribute == .value, fieldState != nil { updateError() }
    return true
  }

  /// How layout treats the view.
  public var style: LayoutStyle {
    get { context.layout.style(of: node) }
    set {
      context.layout.setStyle(newValue, of: node)
      self[.display] = newValue.display == .none ? "none" : .null
      context.markChanged(self)
      parent?.childLayoutDidChange()
      if isObserved { context.observedViewDidChange?(self) }
    }
  }

  /// Not shown. The box keeps its room, as in UIKit; to give it up set the style's `display` to `none`.
  public var isHidden: Bool {
    get { self[.hidden] == true }
    set { self[.hidden] = newValue ? true : .null }
  }

  /// Shown, and does not react.
  public var isDisabled: Bool {
    get { self[.disabled] == true }
    set { self[.disabled] = newValue ? true : .null }
  }

  /// What the view stands for in a binding: the text of a label, the text typed into a field.
  open var value: Value {
    get { .null }
    set { _ = newValue }
  }

  /// What a form takes from the view; null counts as not filled in.
  open var fieldValue: Value { value }

  /// Whether a form that the view stands in takes its value without being told: it has a name, or is there to be filled
  /// in.
  open var isFormField: Bool { fieldName != nil }

  /// Whether the view reacts to people: neither it nor a view around it is disabled or hidden.
  public var isInteractive: Bool {
    sequence(first: self, next: \.parent).allSatisfy { !$0.isDisabled && !$0.isHidden }
  }

  /// Does what a press of the view does, unless the view does not react.
  public func press() {
    if isInteractive { performPress() }
  }

  /// What a press does.
  open func performPress() { emit(.press) }

  /// Takes a value that the person chose in a control of the host. A view that does not react keeps its own, and the host
  /// gets that back.
  package final func change(to value: Value) {
    noteShown(.value, value)
    guard isInteractive else { return }
    isChangedByPerson = true
    accept(value)
    if fieldState != nil { tellProblem() }
  }

  /// Takes a value that the person chose in a control of the host, and tells it by the event `onChange`. What cannot be
  /// chosen is not taken: the host gets back what the view has then.
  open func accept(_ value: Value) {}

  /// What buttons can ask of every view.
  package static let selectors = ["becomeFirstResponder"]

  /// Does what a button asks for.
  /// - Parameter selector: without colons; what is not known has no effect.
  package func perform(selector: String) {
    if selector == "becomeFirstResponder" { perform(.focus) }
  }

  /// Does what a long press of the view does, unless the view does not react.
  public func longPress() {
    if isInteractive { emit(.longPress) }
  }

  // MARK: Pointers and keys

  /// A pointer went down on the view, which ``tracksPointers``.
  /// - Returns: whether it is to be followed.
  open func beginTracking(_ pointer: Pointer) -> Bool { true }

  /// The pointer that is followed moved; at most once for each picture that a host shows.
  /// - Returns: whether it is to be followed further.
  open func continueTracking(_ pointer: Pointer) -> Bool { true }

  /// The pointer that was followed went up.
  open func endTracking(_ pointer: Pointer) {}

  /// The pointer that was followed is gone, and nothing was meant: what it did since it began may be taken back.
  open func cancelTracking(_ pointer: Pointer) {}

  /// One of the ``handledKeys`` was pressed while the view had the keyboard focus.
  open func keyPressed(_ key: Key) {}

  // MARK: Events

  /// Somebody began to wait for an event. Views tell their host which gestures are wanted.
  open func handledEventsDidChange() {
    // A button is pressable always, so hosts need not be told.
    if handles(.press), !kind.element.isButton { self[.pressable] = true }
    if handles(.longPress) { self[.longPressable] = true }
  }

  // MARK: Content

  /// Whether the size of the view comes from its own content rather than from its children.
  open var measuresContent: Bool { false }

  /// The size of the content in points, without padding and borders. Called during layout, only for views that measure
  /// their content; it must not change views, or read their ``style``.
  open func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(size: .zero)
  }

  /// Whether ``layoutContent()`` has something to do.
  open var arrangesContent: Bool { false }

  /// Arranges what the layout tree does not know about, such as rows. Called after each layout for views that say so
  /// in ``arrangesContent``, unless they are on a hidden screen.
  open func layoutContent() {}

  /// A child came, or another style.
  func childLayoutDidChange() {}

  /// Reads what layout must not read while it runs. Called before layout for views that asked for it by
  /// ``ViewContext/needsPreparation(_:)``.
  open func prepareLayout() {}

  /// Whether ``end()`` is to be called, and the view is to be prepared anew when the window has another size or place.
  open var hasLifeCycle: Bool { false }

  /// What the view stands in is closed: it is not shown any more.
  open func end() {}

  // MARK: Properties

  /// The properties that documents and bindings can reach, by key. Keys may carry the prefix `wx_`.
  open class var properties: PropertyTable<View> { ComponentDefinition.container.properties }

  /// The properties of this view: those of its component, or else of its class.
  public final var propertyTable: PropertyTable<View> { definition?.properties ?? type(of: self).properties }

  /// Reads a property; nil where there is none.
  public func property(_ key: String) -> Value? { propertyTable.named(key)?.get(self) }

  /// Writes a property.
  public func setProperty(_ key: String, to value: Value) throws(PropertyError) {
    guard let property = propertyTable.named(key) else {
      throw .unknown(name: Self.canonicalKey(key), owner: propertyTable.owner, known: propertyTable.names)
    }
    try property.set(value, of: self, called: propertyTable.owner)
  }

  /// A key without WidgetKit's prefixes: `wx_value` is `value`, and `wx.name` is `name`.
  public static func canonicalKey(_ key: String) -> String {
    let key = key.hasPrefix("wx.") ? String(key.dropFirst(3)) : key
    guard key.utf8.contains(UInt8(ascii: "_")), key.contains("wx_") else { return key }
    return key.split(separator: ".").map { $0.hasPrefix("wx_") ? String($0.dropFirst(3)) : String($0) }
      .joined(separator: ".")
  }

  // MARK: Hierarchy

  /// Puts a view on top of the others; it leaves the parent it had.
  public func addChild(_ child: View) { insertChild(child, at: children.count) }

  /// Puts a view at a place among the children; it leaves the parent it had. Places out of range mean the nearest one.
  ///
  /// Putting a view into itself or into a view below it is a programming error and traps.
  public func insertChild(_ child: View, at index: Int) {
    precondition(
      !sequence(first: self, next: \.parent).contains { $0 === child }, "a view cannot become its own descendant")
    child.removeFromParent()
    let place = min(max(0, index), children.count)
    let isLast = place == children.count
    children.insert(child, at: place)
    child.parent = self
    if laysOutChildren {
      if isLast {
        context.layout.appendChild(child.node, to: node)
      } else {
        context.layout.insertChild(child.node, into: node, at: place)
      }
    }
    context.markChanged(self)
    childLayoutDidChange()
  }

  /// Takes the view out of its parent.
  public func removeFromParent() {
    guard let parent else { return }
    // Views are taken away from the end more often than from the start.
    if let place = parent.children.lastIndex(where: { $0 === self }) { parent.children.remove(at: place) }
    if parent.laysOutChildren { context.layout.removeFromParent(node) }
    self.parent = nil
    context.markChanged(parent)
  }

  /// Replaces the children, in this order, keeping those that stay. A view that is listed twice counts once.
  public func setChildren(_ views: [View]) {
    var listed: Set<ViewID> = []
    let views = views.filter { listed.insert($0.id).inserted }
    guard children.count != views.count || !zip(children, views).allSatisfy({ $0 === $1 }) else { return }
    for child in children where !listed.contains(child.id) { child.removeFromParent() }
    for (index, view) in views.enumerated() {
      if children.indices.contains(index), children[index] === view { continue }
      insertChild(view, at: index)
    }
  }

  /// Whether the children take part in the layout of this view. Views that place their children themselves say no.
  open var laysOutChildren: Bool { !measuresContent }

  /// This view and all below it, parents first. The cells of tables are included only if `intoCells`.
  public func descendants(intoCells: Bool = true) -> [View] {
    var result: [View] = []
    var pending: [View] = [self]
    while let view = pending.popLast() {
      result.append(view)
      for child in view.children.reversed() where intoCells || child.kind != .cell { pending.append(child) }
    }
    return result
  }

  /// The nearest view of a type, beginning with this one and going up.
  public func nearest<V: View>(_ type: V.Type) -> V? {
    var view: View? = self
    while let current = view {
      if let match = current as? V { return match }
      view = current.parent
    }
    return nil
  }

  /// Makes something happen once at the view.
  public func perform(_ effect: ViewEffect) { context.add(effect, at: self) }
}

/// A view as the host knows it.
struct PublishedView {
  var identifier: String?
  var frame: Rect
  var attributes: [ViewAttribute: Value]
  var children: [View]
}

extension Value {
  /// The value, or nil if it is null. `isNull ? nil : self` is not the same: there `nil` is read as the null value.
  package var unlessNull: Value? {
    if case .null = self { Optional.none } else { self }
  }
}

extension ViewAttribute {
  /// Whether layout alone sets the attribute: nobody follows it, as following could change the layout under way.
  var isMadeByLayout: Bool {
    switch self {
    case .contentWidth, .contentHeight, .rowIndex, .scrollOffset, .stickyUntil, .displayList, .drawing: true
    default: false
    }
  }

  /// Whether the size of a view that measures its content can depend on the attribute.
  var affectsMeasuring: Bool {
    switch self {
    case .text, .placeholder, .image, .content, .fontSize, .fontWeight, .italic, .lineHeight, .maximumLines,
      .spans:
      true
    default: false
    }
  }
}

extension View {
  /// The direction in which the view is laid out: its own, or that of the nearest view around it that has one.
  package var layoutDirection: Direction {
    sequence(first: self, next: \.parent).lazy.map(\.style.direction).first { $0 != .inherit } ?? .ltr
  }

  /// The padding in points, as of the last layout.
  package var paddingInsets: EdgeInsets {
    let padding = context.layout.style(of: node).padding
    let isRightToLeft = layoutDirection == .rtl
    func side(_ logical: Dimension, _ physical: Dimension) -> Double {
      (logical == .unset ? physical : logical).resolved(against: frame.width)
    }
    return EdgeInsets(
      top: padding.top.resolved(against: frame.width),
      left: side(isRightToLeft ? padding.end : padding.start, padding.left),
      bottom: padding.bottom.resolved(against: frame.width),
      right: side(isRightToLeft ? padding.start : padding.end, padding.right))
  }
}

extension Value {
  /// About how many bytes of text it has; what is nested deeper than lists of attributes are counts as nothing.
  package var textBytes: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(0) { $0 + ($1.string?.utf8.count ?? $1.textBytesOfMembers) }
    case .dictionary: textBytesOfMembers
    default: 0
    }
  }

  private var textBytesOfMembers: Int {
    dictionary?.values.reduce(0) { $0 + ($1.string?.utf8.count ?? 0) } ?? 0
  }
}
