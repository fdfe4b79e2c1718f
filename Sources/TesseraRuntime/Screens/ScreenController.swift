import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraLayout
import TesseraServices
public import TesseraValues
import TesseraViews

/// A screen that is open: its views, its mediators, its bindings, and its content.
public final class ScreenController {
  /// The name of the screen in its bundle.
  public let name: String
  /// What the screen is about, such as the row that was pressed to open it.
  public var content: Value {
    didSet {
      scope.content = content
      for mediator in mediators { mediator.contentDidChange() }
      refresh(reading: ["content"])
    }
  }
  /// Which provider the screen's actions use, by its name in WidgetKit; nil for the service's own choice.
  var serviceProviderClassName: String?
  /// Whether this is the first screen of its presentation.
  let isRoot: Bool

  /// It owns the screen.
  unowned let core: PresentationCore
  let view: View
  let scope = Scope()
  private let definition: ScreenDefinition
  private let binder: ElementBinder
  private let builder: ComponentBuilder
  private var mediators: [Mediator] = []
  private var tables: [TableView] = []
  private(set) var timers: Set<PendingOperations.ID> = []
  /// What was reported already: what goes wrong with each change is told once.
  private var reports: Set<String> = []
  private var fetchDepth = 0
  private(set) var isLoaded = false
  private var bar: NavigationBar?

  var operations: PendingOperations { core.operations }
  var actions: ActionCenter { core.actions }
  var store: Store { core.instance.store }

  init(_ definition: ScreenDefinition, content: Value, isRoot: Bool, core: PresentationCore) {
    name = definition.name
    self.definition = definition
    self.content = content
    self.isRoot = isRoot
    self.core = core
    scope.content = content
    scope.defaults = core.instance.options
    view = View(.screen, in: core.hierarchy.context)
    view.identifier = definition.name
    binder = ElementBinder(
      scope: scope, context: core.instance.evaluationContext, transformers: core.instance.transformers)
    builder = ComponentBuilder(
      registry: core.instance.environment.components, context: core.hierarchy.context,
      perform: { [weak core] actions, sender in core?.perform(actions, from: sender) })
  }

  deinit {
    // A presentation that was let go without being closed. Rows know the scope, and mediators know the tables.
    for mediator in mediators { mediator.close() }
    scope.mediators = [:]
  }

  // MARK: Life cycle

  /// Makes the views and mediators, connects them, and shows the content. Called once.
  func load(canGoBack: Bool) {
    buildViews(canGoBack: canGoBack)
    makeMediators()
    for object in definition.scheme.objects { connect(object) }
    for element in definition.scheme.elements { apply(element) }
    for mediator in mediators { mediator.setUp() }
    isLoaded = true
    binder.refresh(reading: nil)
    for mediator in mediators { mediator.start() }
    for table in tables where table.dataSource == nil { table.reloadData() }
  }

  /// Ends everything that the screen started.
  func close() {
    isLoaded = false
    for timer in timers { operations.cancel(timer) }
    timers = []
    for mediator in mediators { mediator.close() }
    mediators = []
    scope.mediators = [:]
  }

  /// Hears of a change of the store.
  func storeDidChange(_ change: StoreChange) {
    for mediator in mediators { mediator.storeDidChange(change) }
    // A screen opened with a row shows what the row is now. A row that is gone stays as it was last seen.
    guard let object = content.object as? ManagedObject else { return }
    if change.updated.contains(object.identity) {
      if let current = try? store.object(object.identity) { content = .object(current) }
    } else if change.touches(store.model.entities(reachableFrom: object.entity.name)) {
      refresh(reading: ["content"])
    }
  }

  /// Providers can be one behind the other; a longer row than this ends, and the rest stays as it is.
  func nestingFetches(_ body: () -> Void) {
    guard fetchDepth < 32 else { return }
    fetchDepth += 1
    body()
    fetchDepth -= 1
  }

  /// Lets providers whose items belong to another one's read them anew.
  func contentProviderDidChange(_ provider: ContentProvider) {
    for mediator in mediators {
      guard let dependent = mediator as? ContentProvider, case .mediator(let master)? = dependent.masterObject,
        master === provider
      else { continue }
      dependent.fetchAndNotify()
    }
  }

  /// Runs something later, unless the screen is closed by then.
  ///
  /// - Parameter seconds: documents say them, so they may be anything; no more than a year is waited for.
  @discardableResult
  func after(seconds: Double, _ body: @escaping () -> Void) -> PendingOperations.ID {
    let clock = core.instance.environment.clock
    let duration: Duration = seconds > 0 ? .seconds(min(seconds, 31_536_000)) : .zero
    var own: PendingOperations.ID?
    let timer = operations.run(
      {
        if duration > .zero { try? await clock.sleep(for: duration) }
        return true
      },
      then: { [weak self] (_: Bool) in
        if let own { self?.timers.remove(own) }
        body()
      })
    own = timer
    timers.insert(timer)
    return timer
  }

  /// Ends the waiting for ``after(seconds:_:)``.
  func cancel(_ timer: PendingOperations.ID) {
    timers.remove(timer)
    operations.cancel(timer)
  }

  /// Tells people about a problem that the screen goes on without. The same is told once.
  func report(_ message: String) {
    if reports.count < 100, reports.insert(message).inserted { core.showAlert(title: "Error", message: message) }
  }

  /// Whether a property of a view has a binding.
  func isBound(_ property: String, of view: View) -> Bool {
    guard let identifier = view.identifier, let element = definition.scheme.element(identifier) else { return false }
    return element.bindings.contains { $0.property == property }
  }

  // MARK: Views

  private func buildViews(canGoBack: Bool) {
    view.style = LayoutStyle {
      $0.positionType = .absolute
      $0.position = Edges(0)
    }
    if definition.hasNavigationItem || canGoBack { addBar(canGoBack: canGoBack) }
    for problem in core.instance.definition.problems(ofScreen: name, isMain: isRoot) {
      view.addChild(PlaceholderView(reason: problem.description, in: core.hierarchy.context))
    }
    let root = builder.build(definition.view)
    var style = root.style
    if style.flexGrow == 0, style.height == .auto {
      // The root of a screen fills it unless its author asks for something else.
      style.flexGrow = 1
      style.flexShrink = 1
      style.flexBasis = 0
      root.style = style
    }
    view.addChild(root)
    for element in view.descendants(intoCells: false) {
      if element !== view { scope.add(element) }
      if let table = element as? TableView { tables.append(table) }
      if let field = element as? TextField {
        field.inputHandlers.append { [weak self, weak field] _ in
          if let identifier = field?.identifier { self?.refresh(reading: [identifier]) }
        }
      }
    }
  }

  private func addBar(canGoBack: Bool) {
    let bar = NavigationBar(in: core.hierarchy.context)
    bar.title = definition.title ?? ""
    bar.titleView = definition.titleView.map(builder.build)
    var leading = definition.leftItems.map(builder.build)
    if canGoBack {
      let back = Button(in: core.hierarchy.context)
      back.identifier = "backButton"
      back.title = "‹ Back"
      back[.accessibilityLabel] = "Back"
      back.onPress = { [weak core] in core?.goBack() }
      leading.insert(back, at: 0)
    }
    bar.leadingItems = leading
    bar.trailingItems = definition.rightItems.map(builder.build)
    view.addChild(bar)
    self.bar = bar
  }

  // MARK: Scheme

  private func makeMediators() {
    let registry = core.instance.environment.mediators
    for object in definition.scheme.objects {
      guard let mediator = registry[object.type]?.mediatorClass.init() else { continue }
      mediator.identifier = object.identifier
      mediator.alias = object.alias
      mediator.screen = self
      mediator.evaluations = object.evaluations
      for attribute in object.attributes {
        // Values were checked with the document.
        try? type(of: mediator).properties.set(attribute.name, of: mediator, to: attribute.value)
      }
      mediators.append(mediator)
      // An element of the same name is found first, as everywhere in the scheme.
      scope.mediators[object.identifier] = mediator
    }
    for mediator in mediators {
      if let alias = mediator.alias, scope.mediators[alias] == nil { scope.mediators[alias] = mediator }
    }
  }

  private func connect(_ object: ObjectDefinition) {
    guard let mediator = scope.mediators[object.identifier] else { return }
    let outlets = type(of: mediator).outlets
    for connection in object.outlets {
      guard let outlet = outlets.first(where: { $0.name == connection.name }) else { continue }
      outlet.connect(mediator, connection.targets.compactMap { scope.object(named: $0) })
    }
  }

  private func apply(_ element: ElementDefinition) {
    if element.identifier == "@self" {
      for attribute in element.attributes { setProperty(attribute.name, to: attribute.value) }
      binder.bind(.screen(self), element.bindings)
    } else if let view = scope.view(element.identifier) {
      apply(element, to: view, in: scope, binder: binder)
    }
  }

  private func apply(_ element: ElementDefinition, to view: View, in scope: Scope, binder: ElementBinder) {
    for attribute in element.attributes {
      // Values were checked with the document.
      try? view.setProperty(attribute.name, to: attribute.value)
    }
    for connection in element.outlets {
      let targets = connection.targets.compactMap { scope.object(named: $0)?.view }
      ElementOutlets.connect(connection.name, of: view, to: targets)
    }
    binder.bind(.view(view), element.bindings)
    if let action = element.action, let button = view as? Button {
      button.pressHandlers.append { [weak self] in self?.perform(action) }
    }
  }

  /// What a button's `action` can ask of the screen itself, without colons: WidgetKit's actions of view controllers.
  static let selectors = ["dismissAction", "backAction"]

  private func perform(_ action: ElementAction) {
    guard action.target == "@self" else {
      scope.object(named: action.target)?.mediator?.perform(selector: action.selector)
      return
    }
    if action.selector == "dismissAction" { core.dismiss(self) } else { core.goBack() }
  }

  // MARK: Bindings

  /// Runs the bindings that read one of some names, in rows too.
  func refresh(reading names: [String]) {
    guard isLoaded else { return }
    var roots = Set(names).union(binder.refresh(reading: Set(names)))
    // In a row that name is the row's own content, which has not changed.
    roots.remove("content")
    guard !roots.isEmpty else { return }
    for table in tables {
      for cell in table.visibleCells { (cell.representedObject as? ElementBinder)?.refresh(reading: roots) }
    }
  }

  /// Writes a property of the screen itself: the target of `@self`.
  func setProperty(_ name: String, to value: Value) {
    switch name {
    case "dismissed": if value.isTrue { core.dismiss(self) }
    case "title": bar?.title = value.description
    case "serviceProviderClassName": serviceProviderClassName = value.string
    default: break
    }
  }

  /// The properties of `@self`.
  static let propertyNames = [
    "dismissed", "title", "serviceProviderClassName", "deriveSegueContent", "useDynamicBindings",
    "clearsSelectionOnViewWillAppear",
  ]

  // MARK: Rows

  /// Makes a row of a table from one of its prototypes, and shows an item in it.
  func makeCell(_ prototype: String, of table: TableView, content: Value) -> TableViewCell {
    guard let component = RowPrototypes.of(table)?[prototype] else {
      let cell = TableViewCell(reuseIdentifier: prototype, in: core.hierarchy.context)
      cell.addChild(PlaceholderView(reason: "The table has no cell '\(prototype)'", in: core.hierarchy.context))
      return cell
    }
    let cell = builder.buildCell(component, reuseIdentifier: prototype)
    let cellScope = Scope(parent: scope)
    for element in cell.descendants() { cellScope.add(element) }
    let cellBinder = ElementBinder(
      scope: cellScope, context: core.instance.evaluationContext, transformers: core.instance.transformers)
    for element in definition.scheme.elements where element.identifier != "@self" {
      if let view = cellScope.view(element.identifier) {
        apply(element, to: view, in: cellScope, binder: cellBinder)
      }
    }
    for case let field as TextField in cell.descendants() {
      field.inputHandlers.append { [weak cellBinder, weak field] _ in
        if let identifier = field?.identifier { cellBinder?.refresh(reading: [identifier]) }
      }
    }
    cellScope.content = content
    cell.representedObject = cellBinder
    cellBinder.refresh(reading: nil)
    return cell
  }

  /// Shows an item in a row.
  func setContent(_ content: Value, of cell: TableViewCell) {
    guard let binder = cell.representedObject as? ElementBinder else { return }
    binder.scope.content = content
    binder.refresh(reading: ["content"])
  }

  /// What a view is about: the item of its row, or else the content of the screen.
  func content(of view: View) -> Value {
    if let cell = view.nearest(TableViewCell.self), let binder = cell.representedObject as? ElementBinder {
      return binder.scope.content
    }
    return content
  }
}
