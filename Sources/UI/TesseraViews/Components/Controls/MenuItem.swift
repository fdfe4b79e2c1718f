import TesseraLayout
package import TesseraValues

/// Something to choose in the menu of a view. It stands in no box: a host shows menus in its own way.
package final class MenuItem: View {
  /// From which side a swipe over the view reaches an item.
  package enum Swipe: String, Sendable, CaseIterable {
    /// Where text begins.
    case start
    /// Where text ends.
    case end
  }

  /// The view whose menu it stands in.
  fileprivate weak var owner: View?
  fileprivate var isDestructive = false { didSet { owner?.menuDidChange() } }
  fileprivate var swipe: Swipe? { didSet { owner?.menuDidChange() } }

  /// The name of a sign before the words; empty for none.
  fileprivate var icon = "" { didSet { owner?.menuDidChange() } }

  /// What it says.
  package override var value: Value {
    get { .string(title) }
    set { title = newValue.description }
  }

  fileprivate var title = "" { didSet { owner?.menuDidChange() } }

  package override var fieldValue: Value { .null }

  package override class var properties: PropertyTable<View> { ComponentDefinition.menuItem.properties }

  fileprivate static let own: [Property<View>] = [
    .of(MenuItem.self, "text", .scalar, "What it says.", get: { $0.value }, set: { $0.value = $1 }),
    .of(
      MenuItem.self, "icon", .icon, "The name of a sign before the words, as in 'icon'.",
      get: { .string($0.icon) }, set: { $0.icon = $1.description }),
    .of(
      MenuItem.self, "destructive", .bool, "Whether it deletes something, and looks like it.",
      get: { .bool($0.isDestructive) }, set: { $0.isDestructive = $1.isTrue }),
    .of(
      MenuItem.self, "swipe", .choice(Swipe.allCases.map(\.rawValue)),
      "From which side a swipe over the view reaches it too; none by default.",
      get: { $0.swipe.map { .string($0.rawValue) } ?? .null }, set: { $0.swipe = $1.string.flatMap(Swipe.init) }),
    .of(
      MenuItem.self, "disabled", .bool, "Shown, and does not react.", get: { .bool($0.isDisabled) },
      set: {
        $0.isDisabled = $1.isTrue
        $0.owner?.menuDidChange()
      }),
    .of(
      MenuItem.self, "hidden", .bool, "Not in the menu.", get: { .bool($0.isHidden) },
      set: {
        $0.isHidden = $1.isTrue
        $0.owner?.menuDidChange()
      }),
  ]
}

extension View {
  /// Takes what was chosen in the view's menu, by its place.
  package func chooseMenuItem(_ index: Int) {
    guard isInteractive, menuItems.indices.contains(index) else { return }
    menuItems[index].press()
  }

  /// Adds something that deletes the view to its menu, which a swipe reaches too.
  /// - Parameter press: called when it is chosen.
  package func addDeletion(_ press: @escaping () -> Void) {
    let item = MenuItem(.menuItem, in: context)
    item.title = context.words[.delete]
    item.icon = "delete"
    item.isDestructive = true
    item.swipe = .end
    item.on(.press) { _ in press() }
    setMenu(menuItems + [item])
  }

  /// Puts a menu in place.
  fileprivate func setMenu(_ items: [View]) {
    menuItems = items.compactMap { $0 as? MenuItem }
    for item in menuItems { item.owner = self }
    menuDidChange()
    // So that the keyboard reaches the view.
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
  /// What a menu of the view has.
  static let menu = SlotDefinition(
    "menu", "What a long press, the right button or the menu key offers: menuItems.", .many
  ) { $0.setMenu($1) }
}

extension ViewKind {
  /// Something in a menu; never in a tree of views.
  package static let menuItem = ViewKind("menuItem", style: LayoutStyle { $0.display = .none })
}

extension ComponentDefinition {
  /// Something to choose in a menu.
  package static let menuItem = ComponentDefinition(
    type: "menuItem", documentation: "Something to choose in the menu of a view.",
    synonyms: ["menuAction", "contextAction"],
    kind: .menuItem, properties: MenuItem.own, makeView: { MenuItem(.menuItem, in: $0) })
}
