import TesseraLayout
package import TesseraValues

/// An item in the menu of a view. It has no box: hosts show menus in their own way.
package final class MenuItem: View {
  /// The side from which a swipe over the view reveals an item.
  package enum Swipe: String, Sendable, CaseIterable {
    /// The leading side, where text starts.
    case start
    /// The trailing side, where text ends.
    case end
  }

  /// The view whose menu contains the item.
  fileprivate weak var owner: View?
  fileprivate var isDestructive = false { didSet { owner?.menuDidChange() } }
  fileprivate var swipe: Swipe? { didSet { owner?.menuDidChange() } }

  /// The name of an icon before the title; empty for none.
  fileprivate var icon = "" { didSet { owner?.menuDidChange() } }

  /// The title of the item.
  package override var value: Value {
    get { .string(title) }
    set { title = newValue.description }
  }

  fileprivate var title = "" { didSet { owner?.menuDidChange() } }

  package override var fieldValue: Value { .null }

  package override class var properties: PropertyTable<View> { ComponentDefinition.menuItem.properties }

  fileprivate static let own: [Property<View>] = [
    .of(MenuItem.self, "text", .scalar, "The title.", get: { $0.value }, set: { $0.value = $1 }),
    .of(
      MenuItem.self, "icon", .icon, "The name of an icon before the title, as in 'icon'.",
      get: { .string($0.icon) }, set: { $0.icon = $1.description }),
    .of(
      MenuItem.self, "destructive", .bool, "Whether the item is destructive and looks accordingly.",
      get: { .bool($0.isDestructive) }, set: { $0.isDestructive = $1.isTrue }),
    .of(
      MenuItem.self, "swipe", .choice(Swipe.allCases.map(\.rawValue)),
      "The side from which a swipe over the view also reveals the item; none by default.",
      get: { $0.swipe.map { .string($0.rawValue) } ?? .null }, set: { $0.swipe = $1.string.flatMap(Swipe.init) }),
    .of(
      MenuItem.self, "disabled", .bool, "Whether the item is shown but does not react.", get: { .bool($0.isDisabled) },
      set: {
        $0.isDisabled = $1.isTrue
        $0.owner?.menuDidChange()
      }),
    .of(
      MenuItem.self, "hidden", .bool, "Whether the menu omits the item.", get: { .bool($0.isHidden) },
      set: {
        $0.isHidden = $1.isTrue
        $0.owner?.menuDidChange()
      }),
  ]
}

extension View {
  /// Performs the item of the view's menu at an index.
  package func chooseMenuItem(_ index: Int) {
    guard isInteractive, menuItems.indices.contains(index) else { return }
    menuItems[index].press()
  }

  /// Adds an item to the view's menu that deletes the view. The item is also available by swiping.
  /// - Parameter press: Called when the item is chosen.
  package func addDeletion(_ press: @escaping () -> Void) {
    let item = MenuItem(.menuItem, in: context)
    item.title = context.strings[.delete]
    item.icon = "delete"
    item.isDestructive = true
    item.swipe = .end
    item.on(.press) { _ in press() }
    setMenu(menuItems + [item])
  }

  /// Sets the menu of the view.
  fileprivate func setMenu(_ items: [View]) {
    menuItems = items.compactMap { $0 as? MenuItem }
    for item in menuItems { item.owner = self }
    menuDidChange()
    // A pressable view is reachable with the keyboard.
    if !menuItems.isEmpty { self[.pressable] = true }
  }

  fileprivate func menuDidChange() {
    let items: [Value] = menuItems.enumerated().compactMap { index, item in
      guard !item.isHidden, item.value != "" else { return nil }
      var members: [String: Value] = ["text": item.value, "index": .integer(Int64(index))]
      if let letter = Icon.letter(named: item.icon) { members["icon"] = .string(letter) }
      if item.isDestructive { members["destructive"] = true }
      if item.isDisabled { members["disabled"] = true }
      if let swipe = item.swipe { members["swipe"] = .string(swipe.rawValue) }
      return .dictionary(members)
    }
    self[.menu] = items.isEmpty ? .null : .array(items)
  }
}

extension SlotDefinition {
  /// The menu of a view.
  static let menu = SlotDefinition(
    "menu", "The menu items that a long press, the secondary mouse button or the menu key offers.", .many
  ) { $0.setMenu($1) }
}

extension ViewKind {
  /// An item in a menu. It is never part of a view tree.
  package static let menuItem = ViewKind("menuItem", style: LayoutStyle { $0.display = .none })
}

extension ComponentDefinition {
  /// An item in a menu.
  package static let menuItem = ComponentDefinition(
    type: "menuItem", documentation: "An item in the menu of a view.",
    synonyms: ["menuAction", "contextAction"],
    kind: .menuItem, properties: MenuItem.own, makeView: { MenuItem(.menuItem, in: $0) })
}
