/// A system of layout items and constraints between them, which computes the frames of the items.
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
/// The layout is a value type over flat arrays. Changes are collected, and the next `layout` or
/// `systemLayoutSizeFitting` solves only the affected parts. Frames are relative to the parent. Widths and heights are
/// never negative.
///
/// Contradictions between required constraints are resolved in the order in which they were added: a constraint that
/// contradicts earlier ones is ignored and reported in `conflicts`. The size passed to `layout` and the frames set with
/// `setFrame(_:inParentOfSize:resizing:of:)` take precedence over all constraints. Which constraints are ignored
/// depends only on the current constraints, not on their history: when another constraint is removed or changed, a
/// broken one is tried again.
public struct ConstraintLayout: Sendable {
  var items: [ItemRecord] = []
  var children = ListStorage<Int32>()
  /// The constraints that involve an item.
  var uses = ListStorage<Int32>()
  var freeItems: [Int32] = []

  var constraints: [ConstraintRecord] = []
  var freeConstraints: [Int32] = []
  var nextSequence: UInt64 = 0

  var solver = ConstraintSolver()
  /// The layout's constraint for each solver constraint, by the solver's index.
  var constraintOfSolver: [Int32] = []
  /// The item for each solver variable, by the variable's index.
  var itemOfVariable: [Int32] = []

  // Changes to pass to the solver
  var pending: [Int32] = []
  var isRebuildNeeded = false
  var dirtyContent: [Int32] = []
  var markedItems: [Int32] = []
  var measuredCount = 0
  var brokenCount = 0
  /// The number of constraints that relate a width to a height.
  var axisConnectionCount = 0
  /// Whether nothing has changed since all values were computed.
  var isSettled = false

  var rootWidth: Int32 = -1
  var rootHeight: Int32 = -1
  var lastScale = -1.0
  var fittingCache: [FittingSizeResult] = []
  /// The answers of `fittingPriorities`, which depend on the natural sizes of content only.
  var fittingPriorityCache: [LayoutAxis: ContentPriorities] = [:]

  /// The layout direction, which determines whether `leading` is the left or the right side.
  public var direction: Direction {
    didSet {
      guard (direction == .rtl) != (oldValue == .rtl) else { return }
      isRebuildNeeded = true
      forgetFitting()
    }
  }

  /// The items whose frames changed in the last `layout`; parents come before their children.
  public internal(set) var changedItems: [LayoutItemID] = []

  /// The item that contains all others. Its size is passed to `layout`.
  public let root: LayoutItemID

  /// Creates a layout that contains only a root.
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

  /// Creates an item inside another item, where it stays until it is removed.
  public mutating func makeItem(in parent: LayoutItemID, name: String? = nil) -> LayoutItemID {
    let identifier = makeRecord(in: parent, name: name)
    let index = Int(identifier.index)
    items[index].x = makeVariable(for: identifier.index, isNonNegative: false)
    items[index].y = makeVariable(for: identifier.index, isNonNegative: false)
    items[index].width = makeVariable(for: identifier.index, isNonNegative: true)
    items[index].height = makeVariable(for: identifier.index, isNonNegative: true)
    return identifier
  }

  /// Creates a guide with fixed insets inside an item, such as its margins or its safe area. For a guide positioned by
  /// constraints, use an ordinary item.
  ///
  /// - Parameter isDirectional: Whether the left inset applies to the leading side.
  public mutating func makeGuide(
    in parent: LayoutItemID, insets: EdgeInsets, isDirectional: Bool = false, name: String? = nil
  ) -> LayoutItemID {
    let identifier = makeRecord(in: parent, name: name)
    items[Int(identifier.index)].kind = .inset(Self.limited(insets), isDirectional: isDirectional)
    return identifier
  }

  /// Changes the insets of a guide.
  public mutating func setInsets(_ insets: EdgeInsets, of guide: LayoutItemID) {
    let index = checked(guide)
    guard case .inset(let old, let isDirectional) = items[index].kind else { return }
    let new = Self.limited(insets)
    guard new != old else { return }
    items[index].kind = .inset(new, isDirectional: isDirectional)
    forgetFitting()
    invalidateConstraintsInside(index)
    mark(Int32(index))
  }

  /// Removes an item, its descendants, and all constraints that involve them.
  ///
  /// The root cannot be removed.
  public mutating func remove(_ item: LayoutItemID) {
    let index = checked(item)
    guard index != 0 else { return }
    forgetFitting()
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

  /// Returns whether the item is part of the layout.
  public func contains(_ item: LayoutItemID) -> Bool {
    let index = Int(item.index)
    return items.indices.contains(index) && items[index].isUsed && items[index].generation == item.generation
  }

  /// Sets the name of an item for reports.
  public mutating func setName(_ name: String?, of item: LayoutItemID) { items[checked(item)].name = name }

  /// Returns the frame relative to the parent, rounded to the pixel grid, as of the last `layout`.
  public func frame(of item: LayoutItemID) -> Rect { items[checked(item)].frame }

  /// Returns the frame computed from the constraints, before rounding to the pixel grid.
  public func unroundedFrame(of item: LayoutItemID) -> Rect { items[checked(item)].unrounded }

  /// Returns the parent of the item; nil for the root.
  public func parent(of item: LayoutItemID) -> LayoutItemID? {
    let parent = items[checked(item)].parent
    return parent < 0 ? nil : itemIdentifier(parent)
  }

  // MARK: Constraints

  /// Adds a constraint. A constraint that contradicts others is accepted, and reported in `conflicts` after the next
  /// `layout`.
  @discardableResult
  public mutating func add(_ constraint: LayoutConstraint) throws(LayoutConstraintError) -> LayoutConstraintID {
    try constraint.validate()
    guard contains(constraint.item), constraint.otherItem.map({ contains($0) }) ?? true else { throw .unknown }
    let index = makeConstraint(constraint, origin: .author)
    return constraintIdentifier(index)
  }

  /// Adds several constraints. If one of them is invalid, none is added.
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

  /// Removes a constraint. A constraint that has already been removed, perhaps with its item, is ignored.
  public mutating func remove(_ constraint: LayoutConstraintID) {
    guard contains(constraint) else { return }
    releaseConstraint(constraint.index)
  }

  /// Returns whether the constraint is part of the layout. Constraints are removed with their items.
  public func contains(_ constraint: LayoutConstraintID) -> Bool {
    let index = Int(constraint.index)
    return constraints.indices.contains(index) && constraints[index].isUsed
      && constraints[index].generation == constraint.generation
  }

  /// Returns the current state of the constraint, or nil if it has been removed.
  public func constraint(_ identifier: LayoutConstraintID) -> LayoutConstraint? {
    contains(identifier) ? constraints[Int(identifier.index)].constraint : nil
  }

  /// Changes the constant on the right-hand side.
  public mutating func setConstant(
    _ constant: Double, of constraint: LayoutConstraintID
  ) throws(LayoutConstraintError) {
    guard contains(constraint) else { throw .unknown }
    guard abs(constant) <= ConstraintSolver.constantLimit else { throw .numberOutOfRange }
    changeConstant(constant, of: constraint.index)
  }

  /// Changes the priority of a constraint.
  public mutating func setPriority(
    _ priority: LayoutPriority, of constraint: LayoutConstraintID
  ) throws(LayoutConstraintError) {
    guard contains(constraint) else { throw .unknown }
    changePriority(priority, of: constraint.index)
  }
}
