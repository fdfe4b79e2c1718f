import TesseraComponents
import TesseraValues
import TesseraViews

/// Pieces of a screen that come and go while it is open: rows, and added components.
extension ScreenController {
  /// Makes the rows of a table.
  func makeRows(of table: TableView, from source: any RowSource) -> RowFactory {
    let prototypes = subtrees.lazy.compactMap { $0.prototypes[table.id] }.first
    return RowFactory(
      table: table, prototypes: prototypes ?? Subtree.Prototypes(components: [:], scope: scope), source: source,
      screen: self)
  }

  /// What a row reads: its item, as `item` and `content`, and its place.
  func rowScope(for item: Value, at index: Int, in place: Scope? = nil) -> Scope {
    let scope = Scope(parent: place ?? self.scope)
    let context = Context(identifier: "item", value: item)
    scope.add(context)
    scope.add(context, as: "content")
    scope.add(Context(identifier: "index", value: .integer(Int64(index))))
    return scope
  }

  /// Gives a new piece what the section `elements` says about its views, and lets it live.
  func open(_ subtree: Subtree) {
    for element in definition.scheme.elements {
      guard let view = subtree.scope.ownView(element.identifier) else { continue }
      apply(element, to: view, in: subtree.places[view.id] ?? subtree.scope) { subtree.add($0) }
    }
    subtree.bind()
    subtree.emit(.initialize)
    subtree.emit(.appear)
  }

  /// Where components go that are added to a container.
  enum Insertion: String, CaseIterable {
    case append, prepend, replace
  }

  /// Adds components to a container of the screen.
  /// - Parameter place: what their expressions read.
  func add(_ components: [Component], to container: View, _ insertion: Insertion, in place: Scope) {
    if insertion == .replace {
      for child in container.children { removeSubtree(of: child) }
    }
    var index = insertion == .prepend ? 0 : container.children.count
    for component in components {
      // Identifiers of what is added are known to the screen, as if they had always been there.
      let subtree = builder.build(component, in: Scope(parent: place))
      guard let root = subtree.root else { continue }
      for view in root.descendants() { scope.add(view) }
      subtrees.append(subtree)
      container.insertChild(root, at: index)
      index += 1
      open(subtree)
    }
    core.graph.namesDidChange()
  }

  /// Takes a view out, and ends what follows data in it.
  private func removeSubtree(of root: View) {
    root.removeFromParent()
    let gone = subtrees.filter { $0.root === root }
    for subtree in gone { subtree.close() }
    subtrees.removeAll { subtree in gone.contains { $0 === subtree } }
  }
}
