import TesseraLayout
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraViews

/// For any change of the views, applying the patches of a commit to the previous tree produces the current tree.
@Suite("Invariants of patches")
struct PatchInvariantTests {
  @Test(arguments: 0..<60)
  func `patches lead from one tree to the next`(seed: UInt64) {
    let world = World(seed: seed)
    for round in 0..<40 {
      for _ in 0..<world.pick(1...6) { world.mutate() }
      let patches = world.hierarchy.commit()
      world.host.apply(patches)
      let now = world.hierarchy.tree()
      let difference = world.host.difference(from: now)
      #expect(difference == nil, "seed \(seed), round \(round)")
      guard difference == nil else { return }
      #expect(now.isConsistent(with: world.hierarchy.window), "seed \(seed), round \(round)")
      #expect(world.hierarchy.commit() == [], "seed \(seed), round \(round): a commit without changes")
    }
  }

  @Test(arguments: 0..<10)
  func `removing everything frees every view and its node`(seed: UInt64) {
    let hierarchy: ViewHierarchy
    do {
      let world = World(seed: seed)
      for _ in 0..<200 { world.mutate() }
      _ = world.hierarchy.commit()
      for view in world.hierarchy.window.children { view.removeFromParent() }
      hierarchy = world.hierarchy
    }
    _ = hierarchy.commit()
    #expect(hierarchy.context.layout.count == 1, "only the window is left")
    #expect(hierarchy.tree().nodes.count == 1)
  }
}

extension ViewTree {
  /// A description of the first view that differs.
  fileprivate func difference(from other: ViewTree) -> String? {
    for id in Set(nodes.keys).union(other.nodes.keys).sorted() where nodes[id] != other.nodes[id] {
      return "\(id): \(nodes[id].map { "\($0)" } ?? "none") and \(other.nodes[id].map { "\($0)" } ?? "none")"
    }
    return nil
  }

  /// Whether the tree matches the current views.
  fileprivate func isConsistent(with window: View) -> Bool {
    let views = window.descendants()
    return nodes.count == views.count
      && views.allSatisfy { view in
        guard let node = self[view.id] else { return false }
        return node.frame == view.frame && node.attributes == view.attributes
          && node.children == view.children.map(\.id)
      }
  }
}

/// Views that undergo random changes.
private final class World {
  let hierarchy = makeHierarchy()
  /// The tree that a host shows.
  var host: ViewTree
  private var generator: SeededGenerator
  /// Views that are in the window, or that were removed from it and may come back.
  private var views: [View]
  private var sources: [(table: TableView, source: RowSource)] = []
  private var lastKey: Int64 = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    views = [hierarchy.window]
    host = hierarchy.tree()
    for _ in 0..<10 { insert() }
    _ = hierarchy.commit()
    host = hierarchy.tree()
  }

  func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private func pick<T>(_ values: [T]) -> T { values[pick(0...values.count - 1)] }

  private func someView() -> View { pick(views) }

  /// Returns a random view that accepts children and is neither the given view nor a descendant of it.
  private func someParent(outside child: View? = nil) -> View {
    let candidates = views.filter { view in
      view.laysOutChildren && view.kind != .alert
        && !sequence(first: view, next: \.parent).contains { $0 === child }
    }
    return candidates.isEmpty ? hierarchy.window : pick(candidates)
  }

  func mutate() {
    switch pick(0...13) {
    case 0, 1: insert()
    case 2: if views.count > 1 { views[pick(1...views.count - 1)].removeFromParent() }
    case 3, 4: move()
    case 5: shuffleChildren()
    case 6: someView()[pick([.color, .opacity, .title, .selected])] = pick([.null, 1, "accent", true, .double(.nan)])
    case 7: (someView() as? Label)?.text = String(repeating: "word ", count: pick(0...30))
    case 8: restyle()
    case 9: someView().isHidden.toggle()
    case 10: reload()
    case 11: scroll()
    case 12: type()
    default: hierarchy.size = Size(width: Double(pick(100...400)), height: Double(pick(100...600)))
    }
  }

  private func insert() {
    let context = hierarchy.context
    let view: View
    switch pick(0...9) {
    case 0, 1, 2: view = View(.container, in: context)
    case 3: view = ScrollView(in: context)
    case 4: view = TextField(.textInput, in: context)
    case 5:
      let table = TableView(in: context)
      table.style.height = 200
      let source = RowSource([])
      table.dataSource = source
      sources.append((table, source))
      view = table
    default: view = context.label("label \(views.count)")
    }
    let parent = someParent()
    parent.insertChild(view, at: pick(0...parent.children.count))
    views.append(view)
  }

  private func move() {
    guard views.count > 1 else { return }
    let view = views[pick(1...views.count - 1)]
    let parent = someParent(outside: view)
    parent.insertChild(view, at: pick(0...parent.children.count))
  }

  private func shuffleChildren() {
    let parent = someParent()
    var children = parent.children.shuffled(using: &generator)
    if !children.isEmpty, pick(0...2) == 0 { children.removeLast() }
    parent.setChildren(children)
  }

  private func restyle() {
    let view = someView()
    var style = view.style
    switch pick(0...3) {
    case 0: style.width = pick([.auto, 40, .percent(50)])
    case 1: style.flexDirection = pick([.row, .column])
    case 2: style.padding = Edges(.points(Double(pick(0...10))))
    default: style.display = pick([.flex, .flex, .none])
    }
    view.style = style
  }

  private func scroll() {
    guard let table = sources.randomElement(using: &generator)?.table else { return }
    let offset = Double(pick(-50...3000))
    host.nodes[table.id]?.attributes[.scrollOffset] = offset > 0 ? Value.double(offset) : Value?.none
    table.scroll(to: offset)
  }

  private func type() {
    guard let field = views.compactMap({ $0 as? TextField }).randomElement(using: &generator) else { return }
    let text = pick(["", "a", "a\nb", "longer"])
    field.isReadOnly = pick(0...3) == 0
    host.nodes[field.id]?.attributes[.value] = text.isEmpty ? Value?.none : Value.string(text)
    field.type(text)
  }

  private func reload() {
    guard let (table, source) = sources.randomElement(using: &generator) else { return }
    switch pick(0...4) {
    case 0: source.rows.shuffle(using: &generator)
    case 1: source.rows.removeAll { _ in pick(0...1) == 0 }
    case 2: table.header = pick(0...1) == 0 ? nil : hierarchy.context.box(height: Double(pick(10...80)))
    case 3: table.footer = pick(0...1) == 0 ? nil : hierarchy.context.box(height: Double(pick(10...80)))
    default:
      for _ in 0..<pick(1...20) {
        lastKey += 1
        source.rows.insert(
          RowSource.Row(key: lastKey, height: Double(pick(0...150))), at: pick(0...source.rows.count))
      }
    }
    table.reloadData()
  }
}
