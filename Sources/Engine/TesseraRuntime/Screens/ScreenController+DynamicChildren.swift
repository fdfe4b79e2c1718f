import TesseraComponents
import TesseraValues
import TesseraViews

/// Pieces of a screen that come and go while it is open: rows, and added components.
extension ScreenController {
  /// Makes the rows of a table.
  func makeRows(of table: TableView, from source: any RowSource) -> RowFactory {
    let prototypes = subtrees.lazy.compactMap { $0.prototypes[table.id] }.first
    return RowFactory(
      table: table, prototypes: prototypes ?? DynamicChildren.Prototypes(components: [:], scope: scope), source: source,
      screen: self)
  }

  /// What a row reads: its item, as `item` and `content`, and its place.
  /// - Parameters:
  ///   - content: what it reads as `content`, where that is not the item.
  ///   - isWritable: whether expressions can write the item, which goes where the items come from.
  func rowScope(
    for item: Value, at index: Int, content: Value? = nil, in place: Scope? = nil,
    names: Component.RowNames = Component.RowNames(), isWritable: Bool = false
  ) -> Scope {
    let scope = Scope(parent: place ?? self.scope, isNaming: true)
    let context = Context(identifier: "item", value: item, isWritable: isWritable)
    scope.add(context)
    scope.add(content.map { Context(identifier: "content", value: $0) } ?? context, as: "content")
    if let name = names.item { scope.add(context, as: name) }
    let place = Context(identifier: "index", value: .integer(Int64(index)))
    scope.add(place)
    if let name = names.index { scope.add(place, as: name) }
    scope.add(Context(identifier: "isSelected", value: false))
    return scope
  }

  /// Gives the lists of a new piece their rows.
  private func makeLists(of subtree: DynamicChildren) {
    for list in subtree.lists {
      guard let prototypes = subtree.prototypes[list.id] else { continue }
      let place = subtree.itemSources[list.id]
      subtree.attachments.append(ListRowSource(list: list, prototypes: prototypes, place: place, screen: self))
    }
  }

  /// Begins to follow what a piece reads, and fills its lists.
  func bind(_ subtree: DynamicChildren) {
    makeLists(of: subtree)
    subtree.bind()
  }

  /// Gives a new piece what the section `elements` says about its views, and lets it live.
  func open(_ subtree: DynamicChildren) {
    for element in definition.scheme.elements {
      guard let view = subtree.scope.ownView(element.identifier) else { continue }
      apply(element, to: view, in: subtree.places[view.id] ?? subtree.scope) { subtree.add($0) }
    }
    bind(subtree)
    // Rows are made in the middle of a layout, which actions must not change.
    core.commits.afterLayout { [weak self, weak subtree] in
      guard let self, self.isLoaded, let subtree else { return }
      subtree.isAnnounced = true
      guard self.core.phase == .running else { return }
      subtree.emit(.initialize)
      if self.isInFront { subtree.emit(.appear) }
    }
  }

  /// What the expressions of a view with an identifier read.
  func place(of view: View) -> Scope? {
    if let place = subtrees.lazy.compactMap({ $0.places[view.id] }).first { return place }
    // Of a row only the row itself knows.
    let cell = sequence(first: view, next: \.parent).first { $0 is TableViewCell }
    return ((cell?.parent as? TableView)?.dataSource as? RowFactory)?.place(of: view, in: cell)
  }

  /// Where components go that are added to a container.
  enum Insertion: String, CaseIterable {
    case append, prepend, replace
  }

  /// Adds components to a container of the screen.
  /// - Parameter place: what their expressions read.
  /// - Returns: false where the screen would have too many views, or too deep ones.
  func add(_ components: [Component], to container: View, _ insertion: Insertion, in place: Scope) -> Bool {
    let depth = sequence(first: container, next: \.parent).reduce(0) { count, _ in count + 1 }
    let count = components.reduce(view.descendants().count) { $0 + $1.viewCount }
    guard depth <= 2 * ComponentDecoder.maximumDepth, count <= ComponentDecoder.maximumCount else { return false }
    if insertion == .replace {
      for child in container.children { removeSubtree(of: child) }
    }
    var index = insertion == .prepend ? 0 : container.children.count
    for component in components {
      let subtree = builder.build(component, in: Scope(parent: place))
      guard let root = subtree.root else { continue }
      // Identifiers of what is added are known where those of the container are: on the screen, or in its row.
      for view in root.descendants() { place.naming.add(view) }
      subtrees.append(subtree)
      container.insertChild(root, at: index)
      index += 1
      open(subtree)
    }
    core.graph.namesDidChange()
    return true
  }

  /// Ends what was added to a view that is gone, and below it.
  func closeSubtrees(below gone: View) {
    let lost = subtrees.filter { subtree in
      guard let root = subtree.root else { return true }
      return sequence(first: root, next: \.parent).contains { $0 === gone }
    }
    for subtree in lost { subtree.close() }
    subtrees.removeAll { subtree in lost.contains { $0 === subtree } }
  }

  /// Takes a view out, and ends what follows data in it.
  private func removeSubtree(of root: View) {
    root.removeFromParent()
    closeSubtrees(below: root)
  }
}
