import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews

/// Provides the rows of a `list` or `grid` from a list of values or a content provider.
final class ListRowSource: SubtreeAttachment {
  private weak var list: ListView?
  private unowned let screen: ScreenController
  private let prototypes: DynamicChildren.Prototypes
  private var factory: RowFactory?
  private var rows = ListRows()
  private var keys = RowKeys()
  /// The path of the items, if the expression is only a path.
  private let itemSource: (path: ContextPath, scope: Scope)?
  /// The provider of the items, if they come from one.
  private var provider: ContentProvider?
  private let observer = ProviderObserver()

  init(
    list: ListView, prototypes: DynamicChildren.Prototypes, itemSource: (path: ContextPath, scope: Scope)?,
    screen: ScreenController
  ) {
    self.list = list
    self.prototypes = prototypes
    self.itemSource = itemSource
    self.screen = screen
    factory = RowFactory(table: list, prototypes: prototypes, source: self, screen: screen)
    list.itemsDidChange = { [weak self] in self?.read() }
    list.didMoveRow = { [weak self] in self?.move($0, to: $1) }
    list.didSelect = { [weak self] in self?.factory?.record($0, isSelected: $1) }
    observer.didRender = { [weak self] keys in
      guard let self else { return }
      if let keys, self.isDirect { self.factory?.update(keys) } else { self.read() }
    }
    read()
  }

  func close() {
    factory?.close()
    factory = nil
    list?.itemsDidChange = nil
    list?.didMoveRow = nil
    list?.didSelect = nil
    observer.mainContentProvider = nil
  }

  /// Whether the rows are exactly the provider's items. Without sections and keys, only visible items are read.
  private var isDirect: Bool { provider != nil && list?.sectionPath == nil && list?.keyPath == nil }

  private func read() {
    guard let list else { return }
    let name = providerName(of: list)
    follow(name)
    if let provider, !isDirect {
      let items = (0..<min(provider.count, ListRows.maximumCount)).map { provider.item(at: $0) }
      rows = ListRows(items, key: list.keyPath, section: list.sectionPath, names: &keys)
    } else if provider == nil {
      // The list discards values that are not lists, so the value is read from its source.
      if list.items.isNull, name == nil,
        let found = itemSource.map({ $0.scope.value(at: $0.path.valuePath) }), !found.isNull,
        found.array == nil, found.string == nil
      {
        screen.report(
          "'items' of '\(list.identifier ?? list.kind.name)' takes a list or the name of a provider, but is "
            + found.typeName)
      }
      rows = ListRows(list.items.array ?? [], key: list.keyPath, section: list.sectionPath, names: &keys)
    } else {
      rows = ListRows()
    }
    list.reloadData()
  }

  /// Returns the name of the provider of the items: a text, or a name as the only content of an expression.
  private func providerName(of list: ListView) -> String? {
    if let name = list.items.string { return name }
    guard list.items.isNull, let itemSource, itemSource.path.nodes.count == 1,
      case .key(let name)? = itemSource.path.nodes.first,
      case .object? = itemSource.scope.target(named: name)
    else { return nil }
    return name
  }

  /// Shows the items of a provider, or none if nil.
  private func follow(_ name: String?) {
    guard let name else {
      provider = nil
      observer.mainContentProvider = nil
      return
    }
    guard provider?.identifier != name else { return }
    guard case .object(let object)? = prototypes.scope.target(named: name), let provider = object as? ContentProvider
    else {
      provider = nil
      observer.mainContentProvider = nil
      return screen.report("The screen has no provider '\(name)'")
    }
    self.provider = provider
    observer.mainContentProvider = provider
    provider.addConsumer(observer)
    provider.fetchIfNeeded()
  }

  // MARK: Reordering

  /// Handles a user's move of a row.
  private func move(_ row: Int, to destination: Int) {
    guard let list, let from = itemIndex(at: row), let to = itemIndex(at: destination) else { return }
    var items = (0..<itemCount).map { item(atIndex: $0) }
    let moved = items.remove(at: from)
    items.insert(moved, at: to)
    if let key = list.orderKey { writeOrder(key, of: items, moved: to) }
    list.emit(
      .move,
      [
        "from": .integer(Int64(from)), "to": .integer(Int64(to)), "item": moved, "items": .array(items),
      ])
  }

  /// Stores the order of a moved object as a number between those of its neighbours. Renumbers all objects if there is
  /// no such number.
  private func writeOrder(_ key: String, of items: [Value], moved index: Int) {
    func order(_ index: Int) -> Double? {
      items.indices.contains(index) ? items[index].value(at: ValuePath(keys: [key])).number : nil
    }
    guard let object = items[index].object as? ManagedObject else {
      return screen.report("'reorderBy' requires objects of the store; use 'items' of 'onMove' for others")
    }
    let isWhole = object.entity.attribute(key)?.type == .integer
    // In a descending list, the numbers decrease.
    let others = items.indices.filter { $0 != index }
    let isDescending = (others.first.flatMap(order) ?? 0) > (others.last.flatMap(order) ?? 0)
    let (before, after) = (order(index - 1), order(index + 1))
    let between =
      isDescending
      ? Self.number(between: after, and: before, isWhole: isWhole)
      : Self.number(between: before, and: after, isWhole: isWhole)
    do {
      if let between {
        try screen.store.update(object, [key: between])
      } else {
        try screen.store.updateAll(
          items.enumerated().compactMap { index, item in
            (item.object as? ManagedObject).map {
              ($0, [key: .integer(Int64(isDescending ? items.count - index : index + 1))])
            }
          })
      }
    } catch {
      screen.report("\(error)")
    }
  }

  /// Returns a number between two others, or before or after one; nil if there is none.
  private static func number(between before: Double?, and after: Double?, isWhole: Bool) -> Value? {
    let middle: Double
    switch (before, after) {
    case (let before?, let after?): middle = (before + after) / 2
    case (let before?, nil): middle = before + 1
    case (nil, let after?): middle = after - 1
    case (nil, nil): return nil
    }
    if let before, middle <= before { return nil }
    if let after, middle >= after { return nil }
    if isWhole { return Int64(exactly: middle).map(Value.integer) }
    return .double(middle)
  }

  private var itemCount: Int { isDirect ? provider?.count ?? 0 : rows.items.count }

  private func item(atIndex index: Int) -> Value {
    if isDirect { return provider?.item(at: index) ?? .null }
    return rows.items.indices.contains(index) ? rows.items[index] : .null
  }

  private func itemIndex(at row: Int) -> Int? {
    isDirect ? ((0..<itemCount).contains(row) ? row : nil) : rows.itemIndex(at: row)
  }
}

extension ListRowSource: RowSource {
  var count: Int { isDirect ? itemCount : rows.rows.count }

  func key(at row: Int) -> Int64 {
    if isDirect { return provider?.key(at: row) ?? Int64(row) }
    // While rows are created, the table may still use the previous row count.
    return rows.keys.indices.contains(row) ? rows.keys[row] : Int64(row)
  }

  func item(at row: Int) -> Value { isDirect ? item(atIndex: row) : rows.value(at: row) }

  func index(at row: Int) -> Int { itemIndex(at: row) ?? row }

  var wholeRows: [Int] { isDirect ? [] : rows.sectionRows }

  /// Returns the prototype of section headers; nil for items, whose prototypes are chosen by conditions.
  func prototype(for item: Value, at row: Int, in scope: Scope) -> String? {
    itemIndex(at: row) == nil ? Self.sectionHeader : nil
  }

  static let sectionHeader = "sectionHeader"

  /// Returns the default section header.
  static func plainHead(_ section: Value, in context: ViewContext) -> View {
    let label = Label(in: context)
    label.value = section.value(at: "title")
    label[.fontWeight] = 600
    label[.fontSize] = 13
    label[.backgroundColor] = .string(SemanticColor.secondaryBackground.rawValue)
    label.style.padding = Edges(horizontal: 16, vertical: 6)
    label[.padding] = [6, 16, 6, 16]
    return label
  }

  func writer(at row: Int) -> ((ContextPath, Value) -> Void)? {
    guard let itemSource, provider == nil, let index = rows.itemIndex(at: row), rows.items[index].object == nil,
      case .key(let name)? = itemSource.path.nodes.first, let context = itemSource.scope.context(name),
      context.isWritable
    else { return nil }
    let path = ContextPath(nodes: Array(itemSource.path.nodes.dropFirst()) + [.index(index)])
    return { [weak context, weak screen] rest, value in
      do {
        try context?.set(value, at: ContextPath(nodes: path.nodes + rest.nodes))
      } catch {
        screen?.report("Cannot write to '\(rest)' of a row")
      }
    }
  }

  func didUpdate(_ cell: TableViewCell, at row: Int) {
    guard itemIndex(at: row) != nil else { return }
    list?.adopt(cell, item: item(at: row))
  }
}

/// Observes a provider on behalf of a list.
private final class ProviderObserver: DisplayController {
  /// Called with the keys of changed items, or with nil if the items or their order changed.
  var didRender: ((Set<Int64>?) -> Void)?

  override func render() { didRender?(nil) }
  override func render(changed keys: Set<Int64>) { didRender?(keys) }
}
