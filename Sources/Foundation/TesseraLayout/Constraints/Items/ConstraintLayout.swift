/// Items and the constraints between them, and the frames that follow.
///
/// ```swift
/// var layout = ConstraintLayout()
/// let icon = layout.makeItem(in: layout.root)
/// let title = layout.makeItem(in: layout.root)
/// layout.setIntrinsicContent(IntrinsicContent(width: 24, height: 24), of: icon)
/// layout.setIntrinsicContent(IntrinsicContent(width: 180, height: 20), of: title)
/// try layout.add([
///   LayoutConstraint(icon, .leading, to: layout.root, .leading, constant: 8),
///   LayoutConstraint(icon, .centerY, to: layout.root, .centerY),
///   LayoutConstraint(title, .leading, to: icon, .trailing, constant: 8),
///   LayoutConstraint(title, .centerY, to: icon, .centerY),
/// ])
/// layout.layout(width: 320, height: 44)
/// layout.frame(of: title)   // x 40, y 12, width 180, height 20
/// ```
///
/// The layout is a value over flat arrays. Changes are collected, and the next `layout` or `systemLayoutSizeFitting` solves
/// what they touch. Frames are relative to the parent. Widths and heights are never negative.
///
/// Required constraints that contradict each other are resolved in the order in which they were added: one that
/// contradicts those before it does not count, and is reported in `conflicts`. The size given to `layout` and the frames
/// given with `setFrame(_:resizing:of:)` go before all constraints. Which constraints count depends only on the constraints
/// that there are, not on the way to them: when another one goes or changes, a broken one is tried again.
public struct ConstraintLayout: Sendable {
  var items: [ItemRecord] = []
  var children = ListStorage<Int32>()
  /// The constraints that mention an item.
  var uses = ListStorage<Int32>()
  var freeItems: [Int32] = []

  var constraints: [ConstraintRecord] = []
  var freeConstraints: [Int32] = []
  var nextSequence: UInt64 = 0

  var solver = ConstraintSolver()
  /// The layout's constraint behind one of the solver, by its place there.
  var constraintOfSolver: [Int32] = []
  /// The item and the axis behind a variable of the solver.
  var itemOfVariable: [Int32] = []

  // Changes to be brought to the solver
  var pending: [Int32] = []
  var isRebuildNeeded = false
  var dirtyContent: [Int32] = []
  var markedItems: [Int32] = []
  var measuredCount = 0
  var brokenCount = 0
  /// The number of constraints between a width and a height.
  var axisConnectionCount = 0
  /// Whether nothing changed since all values were found.
  var isSettled = false

  var rootWidth: Int32 = -1
  var rootHeight: Int32 = -1
  var lastScale = -1.0
  var fittingCache: [FittingAnswer] = []

  /// Whether `leading` is the left or the right side.
  public var direction: Direction {
    didSet {
      guard (direction == .rtl) != (oldValue == .rtl) else { return }
      isRebuildNeeded = true
      fittingCache.removeAll()
    }
  }

  /// The items whose frame the last `layout` changed, parents before the items in them.
  public internal(set) var changedItems: [LayoutItemID] = []

  /// The item that contains all others. Its size is the one given to `layout`.
  public let root: LayoutItemID

  /// A layout with nothing but a root.
  public init(direction: Direction = .ltr) {
    self.direction = direction
    root = LayoutItemID(index: 0, generation: 0)
    var record = ItemRecord()
    record.width = makeVariable(for: 0, isNonNegative: true)
    record.height = makeVariable(for: 0, isNonNegative: true)
    items.append(record)
    children.makeList()
    uses.makeList()
  }

  // MARK: Items

  /// Makes an item inside another one. It stays there until it is removed.
  public mutating func makeItem(in parent: LayoutItemID, name: String? = nil) -> LayoutItemID {
    let identifier = makeRecord(in: parent, name: name)
    let index = Int(identifier.index)
    items[index].x = makeVariable(for: identifier.index, isNonNegative: false)
    items[index].y = makeVariable(for: identifier.index, isNonNegative: false)
    items[index].width = makeVariable(for: identifier.index, isNonNegative: true)
    items[index].height = makeVariable(for: identifier.index, isNonNegative: true)
    return identifier
  }

  /// Makes a guide at fixed distances inside an item: its margins, or its safe area. A guide that is placed by constraints
  /// is an item like any other.
  ///
  /// - Parameter isDirectional: Whether the left distance is the leading one.
  public mutating func makeGuide(
    in parent: LayoutItemID, insets: EdgeInsets, isDirectional: Bool = false, name: String? = nil
  ) -> LayoutItemID {
    let identifier = makeRecord(in: parent, name: name)
    items[Int(identifier.index)].kind = .inset(Self.limited(insets), isDirectional: isDirectional)
    return identifier
  }

  /// Changes the distances of a guide.
  public mutating func setInsets(_ insets: EdgeInsets, of guide: LayoutItemID) {
    let index = checked(guide)
    guard case .inset(let old, let isDirectional) = items[index].kind else { return }
    let new = Self.limited(insets)
    guard new != old else { return }
    items[index].kind = .inset(new, isDirectional: isDirectional)
    fittingCache.removeAll()
    invalidateConstraintsInside(index)
    mark(Int32(index))
  }

  /// Removes an item with the items in it and the constraints that mention them.
  ///
  /// The root stays.
  public mutating func remove(_ item: LayoutItemID) {
    let index = checked(item)
    guard index != 0 else { return }
    fittingCache.removeAll()
    removeFromChildren(Int32(index), of: Int(items[index].parent))
    var pending = [Int32(index)]
    var order: [Int32] = []
    while let next = pending.popLast() {
      order.append(next)
      for position in 0..<children.count(Int(next)) { pending.append(children[Int(next), position]) }
    }
    for index in order { releaseConstraints(of: Int(index)) }
    for index in order { releaseItem(Int(index)) }
  }

  /// Whether the item is part of the layout.
  public func contains(_ item: LayoutItemID) -> Bool {
    let index = Int(item.index)
    return items.indices.contains(index) && items[index].isUsed && items[index].generation == item.generation
  }

  /// What reports call an item.
  public mutating func setName(_ name: String?, of item: LayoutItemID) { items[checked(item)].name = name }

  /// The frame relative to the parent, on the pixel grid, as of the last `layout`.
  public func frame(of item: LayoutItemID) -> Rect { items[checked(item)].frame }

  /// The frame as the constraints have it, before it was put on the pixel grid.
  public func unroundedFrame(of item: LayoutItemID) -> Rect { items[checked(item)].unrounded }

  /// The item that contains this one; nil for the root.
  public func parent(of item: LayoutItemID) -> LayoutItemID? {
    let parent = items[checked(item)].parent
    return parent < 0 ? nil : itemIdentifier(parent)
  }

  // MARK: Constraints

  /// Adds a constraint. One that contradicts others is accepted, and reported by the next `layout` in `conflicts`.
  @discardableResult
  public mutating func add(_ constraint: LayoutConstraint) throws(LayoutConstraintError) -> LayoutConstraintID {
    try constraint.validate()
    guard contains(constraint.item), constraint.otherItem.map({ contains($0) }) ?? true else { throw .unknown }
    let index = makeConstraint(constraint, origin: .author)
    return constraintIdentifier(index)
  }

  /// Adds constraints; where one is refused, none is added.
  @discardableResult
  public mutating func add(
    _ constraints: [LayoutConstraint]
  ) throws(LayoutConstraintError) -> [LayoutConstraintID] {
    for constraint in constraints {
      try constraint.validate()
      guard contains(constraint.item), constraint.otherItem.map({ contains($0) }) ?? true else { throw .unknown }
    }
    var identifiers: [LayoutConstraintID] = []
    identifiers.reserveCapacity(constraints.count)
    for constraint in constraints {
      let index = makeConstraint(constraint, origin: .author)
      identifiers.append(constraintIdentifier(index))
    }
    return identifiers
  }

  /// Removes a constraint. One that went already, perhaps with its item, is ignored.
  public mutating func remove(_ constraint: LayoutConstraintID) {
    guard contains(constraint) else { return }
    releaseConstraint(constraint.index)
  }

  /// Whether the constraint is part of the layout. Constraints go with their items.
  public func contains(_ constraint: LayoutConstraintID) -> Bool {
    let index = Int(constraint.index)
    return constraints.indices.contains(index) && constraints[index].isUsed
      && constraints[index].generation == constraint.generation
  }

  /// The constraint as it is now; nil if it went.
  public func constraint(_ identifier: LayoutConstraintID) -> LayoutConstraint? {
    contains(identifier) ? constraints[Int(identifier.index)].constraint : nil
  }

  /// Changes the constant on the right side.
  public mutating func setConstant(
    _ constant: Double, of constraint: LayoutConstraintID
  ) throws(LayoutConstraintError) {
    guard contains(constraint) else { throw .unknown }
    guard abs(constant) <= ConstraintSolver.constantLimit else { throw .numberOutOfRange }
    changeConstant(constant, of: constraint.index)
  }

  /// Changes how much a constraint matters.
  public mutating func setPriority(
    _ priority: LayoutPriority, of constraint: LayoutConstraintID
  ) throws(LayoutConstraintError) {
    guard contains(constraint) else { throw .unknown }
    changePriority(priority, of: constraint.index)
  }
}
