public import TesseraLayout
public import TesseraValues

/// A view that places its children with constraints instead of flex layout.
///
/// ```swift
/// let card = ConstraintView(in: context)
/// card.addChild(label)
/// ViewConstraint.activate([
///   label.topAnchor.constraint(equalTo: card.topAnchor, constant: 10),
///   label.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 16),
///   label.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -16),
///   label.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -10),
/// ])
/// ```
///
/// For its parent, the view is a flex item like a label: it has the size that fits its constraints. Constraints
/// connect the view, its direct children and the layout guides of both. A child can have a frame instead. Any view
/// can be a child. A child that measures its content has the measured size, a child of this class fits its own
/// constraints with the priorities of its children, and a child that lays out its children with flexbox has its
/// max-content size, which is known after it was laid out once.
public class ConstraintView: View {
  private var engine = ConstraintLayout()
  private var items: [ViewID: LayoutItemID] = [:]
  /// The guides of this view and of its children that constraints refer to.
  private var guides: [GuideKey: LayoutItemID] = [:]
  /// The frames of children that are placed by a frame instead of constraints.
  private var placements: [ViewID: FramePlacement] = [:]
  private var needsArranging = true
  private var arrangedSize: Size?
  /// The size that an enclosing constraint view assigned, before it was rounded to the pixel grid.
  private var unroundedSize = Size.zero
  /// The sizes of children that lay out children of their own.
  private(set) var flexContents: [LayoutItemID: IntrinsicContent] = [:]
  /// The sizes requested by styles. They act as intrinsic sizes; constraints can enlarge or shrink them.
  private(set) var likedSizes: [LayoutItemID: PreferredSize] = [:]
  /// The active constraints of ``formats``, by index.
  private var activeFormats: [Int: LayoutConstraintID] = [:]
  /// Whether constraints or children were added that are not connected yet.
  private var hasNewFormats = false
  /// Whether the content of a child may have changed since the last layout.
  private var hasNewContent = false
  /// What holds the children of a stack in place, and what it was made from.
  private var arranged: (stack: ArrangedStack, constraints: StackConstraints)?
  /// The children that the stack leaves out.
  private var hiddenChildren: Set<ViewID> = []
  /// The measurement that ``answers`` and ``priorities`` belong to.
  private var answeredPass = 0
  private var answers: [(width: AvailableSpace, height: AvailableSpace, size: MeasuredSize)] = []
  private var priorities: [LayoutAxis: ContentPriorities] = [:]

  /// The constraints by the names of children. Constraints for an absent child take effect as soon as it is added.
  package var formats: [ConstraintFormat] = [] {
    didSet { if formats != oldValue { replaceFormats(oldValue) } }
  }

  /// Creates a view without children.
  public convenience init(in context: ViewContext) { self.init(.container, in: context) }

  /// The insets of ``layoutMarginsGuide`` from the edges; left is the leading side.
  public var layoutMargins = EdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
    didSet { if layoutMargins != oldValue { updateInsets(of: .margins) } }
  }

  /// The insets of ``safeAreaLayoutGuide`` from the edges, 0 unless the host sets them. They are those of the device:
  /// left is left in both layout directions. The layout margins do not include them.
  package var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if safeAreaInsets != oldValue { updateInsets(of: .safeArea) } }
  }

  /// Descriptions of the required constraints that were broken in the last layout.
  public var conflictDescriptions: [String] { engine.conflicts.map { engine.description(of: $0) } }

  /// The children whose frames were not fully determined by constraints in the last layout.
  package var ambiguousChildren: [View] {
    let ambiguous = Set(engine.ambiguities().map(\.item))
    return children.filter { child in items[child.id].map { ambiguous.contains($0) } ?? false }
  }

  public override class var properties: PropertyTable<View> { ComponentDefinition.constraintContainer.properties }

  public override var measuresContent: Bool { true }

  /// The children's nodes are in the tree, so that a change in one reaches this view. Layout does not visit them.
  public override var laysOutChildren: Bool { true }

  public override var arrangesContent: Bool { true }

  public override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    // Boxes within each other ask each other, not the layout around them.
    guard !context.budget.isSpent() else { return MeasuredSize(size: .zero) }
    if !(parent is ConstraintView) { context.beginConstraintPass() }
    beginPass()
    if let answer = answers.first(where: { $0.width == width && $0.height == height }) { return answer.size }
    let size = engine.measuredSize(width: width, height: height, measuring: ContentMeasuring(self))
    answers.append((width, height, size))
    return size
  }

  /// The priorities of the children, as far as they determine the size.
  override func defaultContentPriorities(_ axis: LayoutAxis) -> ContentPriorities {
    beginPass()
    if let known = priorities[axis] { return known }
    let found = engine.fittingPriorities(axis, measuring: ContentMeasuring(self))
    priorities[axis] = found
    return found
  }

  /// Reads the content of the children again, once in each measurement.
  private func beginPass() {
    guard answeredPass != context.constraintPass else { return }
    answeredPass = context.constraintPass
    answers = []
    priorities = [:]
    synchronize()
    remeasureChildren()
    arrangeStack()
    applyPriorities()
  }

  private func remeasureChildren() {
    for (child, item) in measuredChildren where child.measuresContent { engine.markDirty(item) }
    hasNewContent = false
    needsArranging = true
  }

  override func childLayoutDidChange() { context.needsPreparation(self) }

  override func childContentDidChange() {
    hasNewContent = true
    context.remeasure(self)
  }

  public override func prepareLayout() {
    synchronize()
    let direction = layoutDirection
    if engine.direction != direction {
      engine.direction = direction
      needsArranging = true
    }
    for (child, item) in measuredChildren {
      let style = child.style
      let childDirection = style.direction == .inherit ? direction : style.direction
      let liked = PreferredSize(style, isRightToLeft: childDirection == .rtl)
      guard likedSizes[item] ?? PreferredSize() != liked else { continue }
      likedSizes[item] = liked
      engine.markDirty(item)
      invalidate()
    }
  }

  public override func layoutContent() {
    prepareLayout()
    for (child, item) in measuredChildren {
      if !child.measuresContent {
        measureFlex(child, item)
      } else if child.isMarked || !child[.image].isNull {
        engine.markDirty(item)
        needsArranging = true
      }
    }
    if hasNewContent { remeasureChildren() }
    let size = exactSize
    guard needsArranging || arrangedSize != size else { return }
    context.beginConstraintPass()
    arrangeStack()
    applyPriorities()
    needsArranging = false
    arrangedSize = size
    engine.layout(width: size.width, height: size.height, measuring: ContentMeasuring(self))
    for conflict in conflictDescriptions { context.host?.log(conflict, of: self) }
    for child in children {
      guard let item = items[child.id] else { continue }
      let childFrame = engine.frame(of: item)
      if !child.measuresContent {
        _ = context.computeLayout(of: child, width: .definite(childFrame.width), height: .definite(childFrame.height))
      }
      child.frame = childFrame
      (child as? ConstraintView)?.unroundedSize = engine.unroundedFrame(of: item).size
    }
  }

  /// The size before the frame was rounded to the pixel grid. A frame that is half a pixel larger would contradict
  /// the required constraints that produced its size, such as a ratio between all four edges.
  private var exactSize: Size {
    let exact = parent is ConstraintView ? unroundedSize : context.layout.unroundedFrame(of: node).size
    let isRounded = abs(exact.width - frame.width) < 1 && abs(exact.height - frame.height) < 1
    return isRounded ? exact : frame.size
  }

  // MARK: Constraints

  /// Returns the item of this view or of a child; nil for any other view.
  func item(for view: View) -> LayoutItemID? {
    if view === self { return engine.root }
    guard view.parent === self else { return nil }
    synchronize()
    return items[view.id]
  }

  func contains(_ constraint: LayoutConstraintID) -> Bool {
    synchronize()
    return engine.contains(constraint)
  }

  /// Returns the item of a guide of this view or of a child; nil for any other view.
  func item(for guide: ViewConstraint.Guide, of view: ConstraintView) -> LayoutItemID? {
    item(for: view as View).flatMap { item(of: guide, in: view, $0) }
  }

  private func item(of guide: ViewConstraint.Guide, in view: ConstraintView, _ item: LayoutItemID) -> LayoutItemID? {
    let key = GuideKey(view: view.id, guide: guide)
    if let item = guides[key] { return item }
    let made = engine.makeGuide(
      in: item, insets: view.insets(of: guide), isDirectional: guide == .margins,
      name: [view === self ? nil : view.identifier, guide.name].compactMap(\.self).joined(separator: "."))
    guides[key] = made
    return made
  }

  private struct GuideKey: Hashable {
    var view: ViewID
    var guide: ViewConstraint.Guide
  }

  private func insets(of guide: ViewConstraint.Guide) -> EdgeInsets {
    switch guide {
    case .margins: layoutMargins
    case .safeArea: safeAreaInsets
    }
  }

  /// Updates the insets in the layouts that contain the guide: this view's own, and that of an enclosing constraint
  /// view.
  private func updateInsets(of guide: ViewConstraint.Guide) {
    for host in [self, parent as? ConstraintView] {
      guard let host, let item = host.guides[GuideKey(view: id, guide: guide)], host.engine.contains(item) else {
        continue
      }
      host.engine.setInsets(insets(of: guide), of: item)
      host.invalidate()
    }
  }

  func change<Result>(_ body: (inout ConstraintLayout) throws(LayoutConstraintError) -> Result)
    throws(LayoutConstraintError) -> Result
  {
    let result = try body(&engine)
    invalidate()
    return result
  }

  // MARK: Stacks and priorities

  /// How the children follow each other; nil if only constraints place them.
  var stack: StackArrangement? { nil }

  private struct ArrangedStack: Equatable {
    var arrangement: StackArrangement
    var items: [LayoutItemID]
    /// The lengths of the content, if they matter.
    var lengths: [Double] = []
  }

  /// Places the children of a stack again if it changed.
  private func arrangeStack() {
    guard let stack else { return }
    let shown = measuredChildren.filter { !hiddenChildren.contains($0.0.id) }
    var new = ArrangedStack(arrangement: stack, items: shown.map(\.1))
    if stack.distribution == .fillProportionally {
      let measuring = ContentMeasuring(self)
      new.lengths = new.items.map { item in
        let content = measuring.measure(item, width: .maxContent, height: .maxContent)
        return (stack.axis == .horizontal ? content.width : content.height) ?? 0
      }
    }
    guard new != arranged?.stack else { return }
    if let arranged { engine.remove(arranged.constraints) }
    arranged = (new, engine.arrange(new.items, by: stack, lengths: new.lengths))
    needsArranging = true
  }

  /// Gives the items the priorities of their views.
  private func applyPriorities() {
    var index = 0
    for (child, item) in measuredChildren {
      for axis in LayoutAxis.allCases {
        var priorities = child.contentPriorities(axis)
        if let stack, stack.axis == axis { priorities = stack.priorities(priorities, ofItemAt: index) }
        guard priorities != engine.contentPriorities(axis, of: item) else { continue }
        engine.setContentPriorities(priorities, axis, of: item)
        needsArranging = true
      }
      if !hiddenChildren.contains(child.id) { index += 1 }
    }
  }

  // MARK: Frames

  func placement(of child: View) -> FramePlacement? {
    synchronize()
    return placements[child.id]
  }

  /// Places a child by a frame, or by constraints if the placement is nil.
  func setPlacement(_ placement: FramePlacement?, of child: View) {
    guard let item = item(for: child), child !== self else { return }
    placements[child.id] = placement
    if let placement {
      engine.setFrame(
        placement.frame, inParentOfSize: placement.parentSize, resizing: placement.mask, of: item)
    } else {
      engine.clearFrame(of: item)
    }
    invalidate()
  }

  func invalidate() {
    needsArranging = true
    context.remeasure(self)
    context.markChanged(self)
  }

  /// Creates items for new children, and removes those of children that left.
  private func synchronize() {
    let present = Set(children.map(\.id))
    for (identifier, item) in items where !present.contains(identifier) {
      engine.remove(item)
      flexContents[item] = nil
      likedSizes[item] = nil
      items[identifier] = nil
      hasNewFormats = true
      placements[identifier] = nil
      for guide in ViewConstraint.Guide.allCases { guides[GuideKey(view: identifier, guide: guide)] = nil }
      needsArranging = true
    }
    for child in children where items[child.id] == nil {
      let item = engine.makeItem(in: engine.root, name: child.identifier)
      engine.setMeasured(true, atGreaterWidths: child is ConstraintView, of: item)
      items[child.id] = item
      hasNewFormats = true
      needsArranging = true
    }
    leaveOutHiddenChildren()
    activateFormats()
  }

  /// Constraints of a child that the stack leaves out have no effect.
  private func leaveOutHiddenChildren() {
    guard stack != nil else { return }
    let hidden = children.filter(\.isHidden)
    let identities = Set(hidden.map(\.id))
    guard identities != hiddenChildren else { return }
    hiddenChildren = identities
    let names = Set(hidden.compactMap(\.identifier))
    for (index, constraint) in activeFormats
    where formats.indices.contains(index) && formats[index].children.contains(where: names.contains) {
      engine.remove(constraint)
      activeFormats[index] = nil
    }
    hasNewFormats = true
    needsArranging = true
  }

  // MARK: Formats

  private func replaceFormats(_ old: [ConstraintFormat]) {
    for (index, constraint) in activeFormats {
      if formats.indices.contains(index) {
        if formats[index] == old[index] { continue }
        if formats[index].differsInConstantOnly(from: old[index]), engine.contains(constraint) {
          try? engine.setConstant(formats[index].constant, of: constraint)
          continue
        }
      }
      engine.remove(constraint)
      activeFormats[index] = nil
    }
    hasNewFormats = true
    invalidate()
  }

  private func activateFormats() {
    guard hasNewFormats else { return }
    hasNewFormats = false
    let childrenByName = Dictionary(
      children.compactMap { child in
        hiddenChildren.contains(child.id) ? nil : child.identifier.map { ($0, child) }
      }, uniquingKeysWith: { first, _ in first })
    for (index, format) in formats.enumerated() where activeFormats[index].map(engine.contains) != true {
      guard let first = item(at: format.first, among: childrenByName) else { continue }
      var constraint = LayoutConstraint(
        first, format.first.attribute, format.relation, constant: format.constant, priority: format.priority,
        name: format.text)
      if let second = format.second {
        guard let other = item(at: second, among: childrenByName) else { continue }
        constraint.otherItem = other
        constraint.otherAttribute = second.attribute
        constraint.multiplier = format.multiplier
      }
      activeFormats[index] = try? engine.add(constraint)
      needsArranging = true
    }
  }

  private func item(at anchor: ConstraintFormat.Anchor, among childrenByName: [String: View]) -> LayoutItemID? {
    if let guide = anchor.guide { return item(of: guide, in: self, engine.root) }
    guard let name = anchor.child else { return engine.root }
    return childrenByName[name].flatMap { items[$0.id] }
  }

  var measuredChildren: [(View, LayoutItemID)] {
    children.compactMap { child in items[child.id].map { (child, $0) } }
  }

  /// Measures the max-content size of a child with flex layout. Must not be called during layout, while the tree is
  /// in use.
  private func measureFlex(_ child: View, _ item: LayoutItemID) {
    guard !child.children.isEmpty else {
      // Without children, it has the size of its style.
      guard flexContents.removeValue(forKey: item) != nil else { return }
      engine.markDirty(item)
      invalidate()
      return
    }
    let size = context.computeLayout(of: child, width: .maxContent, height: .maxContent).size
    let content = IntrinsicContent(width: size.width, height: size.height)
    guard flexContents[item] != content else {
      // The measurement assigned frames for a different size, so the children must be arranged again.
      needsArranging = true
      return
    }
    flexContents[item] = content
    engine.markDirty(item)
    invalidate()
  }
}
