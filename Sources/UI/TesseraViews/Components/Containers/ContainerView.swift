import TesseraLayout
package import TesseraValues

/// A box that users select by pressing and move with a pointer.
package class ContainerView: View {
  /// Whether the box can be moved.
  package var isDraggable = true { didSet { update() } }
  /// Whether the box can be selected.
  package var isSelectable = true { didSet { update() } }
  /// The background colour while selected.
  private var activeColor = "#00a6ff" { didSet { update() } }
  /// The background colour while not selected; nil for that of its style.
  private var inactiveColor: String?
  /// The background colour before the first selection.
  private var ownColor: Value?

  private var start: Point?
  private var origin = Point.zero
  private var isMoved = false

  /// The movement in points below which a gesture is still a press.
  private static let slop = 4.0

  /// Whether the box is selected. Only one of several sibling boxes can be selected.
  package private(set) var isChosen = false { didSet { if isChosen != oldValue { update() } } }

  package override var value: Value {
    get { .bool(isChosen) }
    set { if newValue.isTrue { choose(byPerson: false) } else { isChosen = false } }
  }

  package override var fieldValue: Value { .null }

  /// Updates the attributes for hosts.
  func update() {
    tracksPointers = isDraggable
    self[.pressable] = isSelectable || handles(.press) ? true : .null
    self[.selected] = isChosen ? true : .null
    if isChosen {
      if ownColor == nil { ownColor = self[.backgroundColor] }
      self[.backgroundColor] = .string(activeColor)
    } else if let ownColor {
      self[.backgroundColor] = inactiveColor.map(Value.string) ?? ownColor
    } else if let inactiveColor {
      self[.backgroundColor] = .string(inactiveColor)
    }
    for child in children where child is Label || !child.kind.element.isButton { child[.selected] = self[.selected] }
  }

  private func choose(byPerson: Bool) {
    guard isSelectable, !isChosen else { return }
    for case let other as ContainerView in parent?.children ?? [] where other !== self && other.isChosen {
      other.isChosen = false
      if byPerson { other.emitSelection() }
    }
    isChosen = true
    if byPerson { emitSelection() }
  }

  private func emitSelection() { emit(.change, ["value": .bool(isChosen)]) }

  package override func performPress() {
    choose(byPerson: true)
    super.performPress()
  }

  // MARK: Moving

  /// The offset from the position assigned by layout, in points.
  private var offset: Point {
    get {
      let parts = self[.transform].dictionary
      return Point(x: parts?["translateX"]?.number ?? 0, y: parts?["translateY"]?.number ?? 0)
    }
    set {
      let isMoved = newValue.x != 0 || newValue.y != 0
      self[.transform] = isMoved ? ["translateX": .double(newValue.x), "translateY": .double(newValue.y)] : .null
    }
  }

  package override func beginTracking(_ pointer: Pointer) -> Bool {
    guard isDraggable, isInteractive else { return false }
    (start, origin, isMoved) = (pointer.location, offset, false)
    return true
  }

  package override func continueTracking(_ pointer: Pointer) -> Bool {
    guard let start else { return false }
    // Locations are relative to the corner of the box when the pointer went down.
    let way = Point(x: pointer.location.x - start.x, y: pointer.location.y - start.y)
    guard isMoved || abs(way.x) > Self.slop || abs(way.y) > Self.slop else { return true }
    if !isMoved { choose(byPerson: true) }
    isMoved = true
    offset = Point(x: within(origin.x + way.x), y: within(origin.y + way.y))
    return true
  }

  // A pointer that did not move is a press, which hosts send as such.
  package override func endTracking(_ pointer: Pointer) { start = nil }

  package override func cancelTracking(_ pointer: Pointer) {
    offset = origin
    start = nil
  }

  private func within(_ length: Double) -> Double { length.isFinite ? min(max(length, -10_000), 10_000) : 0 }

  package override class var properties: PropertyTable<View> { ComponentDefinition.containerView.properties }

  fileprivate static let own: [Property<View>] =
    selection(isDefault: true) + [
      .of(ContainerView.self, "value", .bool, "Whether it is selected.", get: { $0.value }, set: { $0.value = $1 })
    ]

  /// The attributes of views that can be selected and moved.
  /// - Parameter isDefault: Whether they can be without any attribute.
  static func selection(isDefault: Bool) -> [Property<View>] {
    [
      .flag(ContainerView.self, "draggable", "Whether users can move it; \(isDefault) by default.", \.isDraggable),
      .flag(
        ContainerView.self, "selectable",
        "Whether a press selects the box, and deselects its siblings; \(isDefault) by default.", \.isSelectable),
      .of(
        ContainerView.self, "activeColor", .color, "The background while it is selected.",
        get: { .string($0.activeColor) }, set: { $0.activeColor = $1.string ?? "#00a6ff" }),
      .of(
        ContainerView.self, "inactiveColor", .color, "The background while it is not; that of its style by default.",
        get: { $0.inactiveColor.map(Value.string) ?? .null },
        set: {
          $0.inactiveColor = $1.string
          $0.update()
        }),
    ]
  }
}

extension ViewKind {
  /// A box that can be selected and moved.
  package static let containerView = ViewKind("containerView")
}

extension ComponentDefinition {
  /// A box that can be selected and moved.
  package static let containerView = ComponentDefinition(
    type: "containerView", documentation: "A box that users select by pressing and move with a pointer.",
    synonyms: ["ContainerView", "draggable"], kind: .containerView, properties: ContainerView.own,
    events: [.change(.bool, "whether it is selected")], slots: [.children, .menu],
    makeView: { context in
      let view = ContainerView(.containerView, in: context)
      view.update()
      return view
    })
}
