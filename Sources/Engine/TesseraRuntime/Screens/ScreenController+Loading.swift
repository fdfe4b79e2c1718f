import TesseraComponents
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews

// Loading a screen: its views, objects and content.
extension ScreenController {
  /// Creates the views and objects, connects them, and shows the content. Called once.
  func load() {
    recordActions()
    if core.phase != .resuming, !core.isDryRun {
      core.instance.log(.info, .navigation, "The screen '\(name)' opens")
    }
    let contexts = definition.contexts.map {
      Context(identifier: $0.identifier, value: $0.value.literal ?? .null, isWritable: true)
    }
    for context in contexts { scope.addOwned(context) }
    ownContexts = contexts
    buildViews()
    scheme.makeObjects()
    // An object that is read before it has its attributes would not report its first value. Contexts that read objects
    // are set later.
    for (context, definition) in zip(contexts, definition.contexts)
    where definition.value.literal == nil && !definition.value.paths.contains(where: isObject) {
      context.replace(with: definition.value.value(in: scope, environment: core.templateEnvironment))
    }
    restored.map(restore)
    let given = pendingResult?.context
    if let pendingResult { receive(pendingResult) }
    pendingResult = nil
    scheme.connect()
    core.graph.batch {
      for mediator in mediators { mediator.setUp() }
      for (context, definition) in zip(contexts, definition.contexts)
      where definition.value.paths.contains(where: isObject) && restored?.contexts[context.identifier] == nil
        && context.identifier != given
      {
        context.replace(with: definition.value.value(in: scope, environment: core.templateEnvironment))
      }
      isLoaded = true
      for subtree in subtrees { bind(subtree) }
      scheme.startBindings()
    }
    for mediator in mediators { mediator.start() }
    for subtree in subtrees {
      for case let table as TableView in subtree.root?.descendants() ?? [] where table.dataSource == nil {
        table.reloadData()
      }
    }
    for subtree in subtrees { subtree.isAnnounced = true }
    if restored == nil { emit(.initialize) }
    // A resumed screen has prefetched already.
    if core.phase != .resuming, !core.instance.isDrawnOnly { prefetch() }
    if let restored {
      restoreValues(restored)
      if core.phase != .resuming { for mediator in mediators { mediator.inputWasRestored() } }
    }
    restored = nil
    // A fetched screen is in front already.
    if isInFront { emit(.appear) }
  }

  /// Whether a path begins with an object of the screen.
  private func isObject(_ path: ContextPath) -> Bool {
    guard case .key(let name)? = path.nodes.first, case .object? = scope.target(named: name) else { return false }
    return true
  }

  // MARK: Views

  private func buildViews() {
    if !definition.hidesNavigationBar, definition.hasNavigationItem || canGoBack { addBar() }
    let problems = (isRoot ? core.instance.definition.problems : []) + definition.problems
    for problem in problems.prefix(3) {
      view.addChild(PlaceholderView(reason: problem.description, in: core.hierarchy.context))
    }
    let root = build(definition.view)
    var style = root.style
    if style.flexGrow == 0, style.height == .auto {
      // The root of a screen fills it, unless its author specifies a size.
      style.flexGrow = 1
      style.flexShrink = 1
      style.flexBasis = 0
      root.style = style
    }
    view.addChild(root)
  }

  private func build(_ component: Component) -> View {
    let subtree = builder.build(component, in: scope)
    subtrees.append(subtree)
    return subtree.root ?? View(.container, in: core.hierarchy.context)
  }

  /// Removes what is shown in place of the screen.
  func removeViews() {
    for child in view.children { child.removeFromParent() }
    bar = nil
  }

  /// Shows that the screen is loading, or cannot be loaded.
  func show(_ state: ScreenLoadState) {
    removeViews()
    if canGoBack { addBar() }
    view.addChild(state.makeView(in: core.hierarchy.context))
  }

  private func addBar() {
    let bar = NavigationBar(in: core.hierarchy.context)
    self.bar = bar
    (definition.barStyle ?? stackBarStyle).map(bar.apply)
    if let title = definition.title {
      scheme.bind(title, "the title") { [weak bar] value in bar?.title = value.description }
    }
    bar.titleView = definition.titleView.map(build)
    var leading = definition.leftItems.map(build)
    if canGoBack, !definition.hidesBackButton {
      let back = Button(in: core.hierarchy.context)
      back.identifier = "backButton"
      let title = backTitle
      let sign = core.localization.isRightToLeft ? "›" : "‹"
      // A title of spaces leaves only the sign, as UIKit's widgets often do.
      let isBlank = title.allSatisfy(\.isWhitespace)
      back.title = isBlank ? sign : core.localization.isRightToLeft ? "\(title) \(sign)" : "\(sign) \(title)"
      back[.accessibilityLabel] = .string(isBlank ? core.hierarchy.context.strings[.back] : title)
      back.on(.press) { [weak core] _ in core?.navigation.goBack() }
      leading.insert(back, at: 0)
    }
    bar.leadingItems = leading
    bar.trailingItems = definition.rightItems.map(build)
    view.addChild(bar)
  }
}

extension ScreenController {
  /// What the back button says: the title that the screen below gives to it, else "Back".
  private var backTitle: String {
    guard let below, let title = below.definition.backTitle else { return core.hierarchy.context.strings[.back] }
    let text = title.value(in: below.scope, environment: core.templateEnvironment).description
    return text.isEmpty ? core.hierarchy.context.strings[.back] : text
  }
}

extension NavigationBar {
  /// Applies a style. Its text attributes apply to the title.
  fileprivate func apply(_ style: ThemedStyle) {
    style.apply(to: self)
    setTitleLook(style.appearance)
  }
}
