import TesseraComponents
import TesseraValues
import TesseraViews

// Parts of a screen that are added and removed while it is open: rows and components.
extension ScreenController {
  /// Creates the rows of a table.
  func makeRows(of table: TableView, from source: any RowSource) -> RowFactory {
    let prototypes = subtrees.lazy.compactMap { $0.prototypes[table.id] }.first
    return RowFactory(
      table: table, prototypes: prototypes ?? DynamicChildren.Prototypes(components: [:], scope: scope), source: source,
      screen: self)
  }

  /// Returns the scope of a row: its item, as `item` and `content`, and its index.
  /// - Parameters:
  ///   - content: The value of `content`, if it is not the item.
  ///   - isWritable: Whether expressions can write the item.
  func rowScope(
    for item: Value, at index: Int, content: Value? = nil, in parent: Scope? = nil,
    names: Component.RowNames = Component.RowNames(), isWritable: Bool = false
  ) -> Scope {
    let scope = Scope(parent: parent ?? self.scope, isNaming: true)
    let context = Context(identifier: "item", value: item, isWritable: isWritable)
    scope.add(context)
    scope.add(content.map { Context(identifier: "content", value: $0) } ?? context, as: "content")
    if let name = names.item { scope.add(context, as: name) }
    let position = Context(identifier: "index", value: .integer(Int64(index)))
    scope.add(position)
    if let name = names.index { scope.add(position, as: name) }
    scope.add(Context(identifier: "isSelected", value: false))
    return scope
  }

  /// Creates the rows of the lists in a new part.
  private func makeLists(of subtree: DynamicChildren) {
    for list in subtree.lists {
      guard let prototypes = subtree.prototypes[list.id] else { continue }
      let itemSource = subtree.itemSources[list.id]
      subtree.attachments.append(
        ListRowSource(list: list, prototypes: prototypes, itemSource: itemSource, screen: self))
    }
  }

  /// Starts the bindings of a new part, and fills its lists.
  func bind(_ subtree: DynamicChildren) {
    makeLists(of: subtree)
    subtree.bind()
  }

  /// Applies `elements` to the views of a new part, starts its bindings, and announces it.
  func open(_ subtree: DynamicChildren) {
    for element in definition.scheme.elements {
      guard let view = subtree.scope.ownView(element.identifier) else { continue }
      scheme.apply(element, to: view, in: subtree.scopes[view.id] ?? subtree.scope) { subtree.add($0) }
    }
    bind(subtree)
    // Rows are created during layout, which actions must not change.
    core.commits.afterLayout { [weak self, weak subtree] in
      guard let self, self.isLoaded, let subtree else { return }
      subtree.isAnnounced = true
      guard self.core.phase == .running else { return }
      subtree.emit(.initialize)
      if self.isInFront { subtree.emit(.appear) }
    }
  }

  /// Returns the scope that the expressions of a view read.
  func scope(of view: View) -> Scope? {
    if let scope = subtrees.lazy.compactMap({ $0.scopes[view.id] }).first { return scope }
    // Rows have scopes of their own.
    let cell = sequence(first: view, next: \.parent).first { $0 is TableViewCell }
    return ((cell?.parent as? TableView)?.dataSource as? RowFactory)?.scope(of: view, in: cell)
  }

  /// Where components are added to a container.
  enum Insertion: String, CaseIterable {
    case append, prepend, replace
  }

  /// Adds components to a container of the screen.
  /// - Parameter parent: The scope of their expressions.
  /// - Returns: False if the screen would have too many or too deeply nested views.
  func add(_ components: [Component], to container: View, _ insertion: Insertion, in parent: Scope) -> Bool {
    let depth = sequence(first: container, next: \.parent).reduce(0) { count, _ in count + 1 }
    let count = components.reduce(view.descendants().count) { $0 + $1.viewCount }
    guard depth <= 2 * ComponentDecoder.maximumDepth, count <= ComponentDecoder.maximumCount else { return false }
    if insertion == .replace {
      for child in container.children { removeSubtree(of: child) }
    }
    var index = insertion == .prepend ? 0 : container.children.count
    for component in components {
      let subtree = builder.build(component, in: Scope(parent: parent))
      guard let root = subtree.root else { continue }
      // The identifiers are known where those of the container are: on the screen, or in its row.
      for view in root.descendants() { parent.naming.add(view) }
      subtrees.append(subtree)
      container.insertChild(root, at: index)
      index += 1
      open(subtree)
    }
    core.graph.namesDidChange()
    return true
  }

  /// Closes the parts at and below a removed view.
  func closeSubtrees(below gone: View) {
    let lost = subtrees.filter { subtree in
      guard let root = subtree.root else { return true }
      return sequence(first: root, next: \.parent).contains { $0 === gone }
    }
    for subtree in lost { subtree.close() }
    subtrees.removeAll { subtree in lost.contains { $0 === subtree } }
  }

  /// Removes a view, and closes the parts in it.
  private func removeSubtree(of root: View) {
    root.removeFromParent()
    closeSubtrees(below: root)
  }
}
