import TesseraComponents
import TesseraExpressions
import TesseraLayout
import TesseraValues
import TesseraViews

/// How a screen comes to life.
extension ScreenController {
  /// Makes the views and objects, connects them, and shows the content. Called once.
  func load() {
    recordActions()
    if core.phase != .resuming, !core.isRehearsal {
      core.instance.log(.info, .navigation, "The screen '\(name)' opens")
    }
    let contexts = definition.contexts.map {
      Context(identifier: $0.identifier, value: $0.value.literal ?? .null, isWritable: true)
    }
    for context in contexts { scope.addOwned(context) }
    ownContexts = contexts
    buildViews()
    makeConstraints()
    makeMediators()
    // Objects that are asked before they have their attributes would have nothing to say from then on.
    for (context, definition) in zip(contexts, definition.contexts)
    where definition.value.literal == nil && !definition.value.paths.contains(where: isObject) {
      context.replace(with: definition.value.value(in: scope, environment: core.templateEnvironment))
    }
    restored.map(restore)
    let given = handover?.context
    if let handover { receive(handover) }
    handover = nil
    applyAttributes()
    for object in definition.scheme.objects { connect(object) }
    applyElements()
    core.graph.batch {
      for mediator in mediators { mediator.setUp() }
      // What reads objects has its first value when these have theirs.
      for (context, definition) in zip(contexts, definition.contexts)
      where definition.value.paths.contains(where: isObject) && restored?.contexts[context.identifier] == nil
        && context.identifier != given
      {
        context.replace(with: definition.value.value(in: scope, environment: core.templateEnvironment))
      }
      isLoaded = true
      for subtree in subtrees { bind(subtree) }
      for binding in bindings { core.graph.start(binding) }
    }
    for mediator in mediators { mediator.start() }
    for subtree in subtrees {
      for case let table as TableView in subtree.root?.descendants() ?? [] where table.dataSource == nil {
        table.reloadData()
      }
    }
    for subtree in subtrees { subtree.isAnnounced = true }
    if restored == nil { emit(.initialize) }
    // Who comes back has asked before.
    if core.phase != .resuming, !core.instance.isDrawnOnly { prefetch() }
    restored.map(restoreValues)
    restored = nil
    // A fetched screen comes to where the person looks already.
    if isInFront { emit(.appear) }
  }

  /// Whether a path leads to an object of the screen.
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
      // The root of a screen fills it unless its author asks for something else.
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

  /// Takes away what stood in place of the screen.
  func removeViews() {
    for child in view.children { child.removeFromParent() }
    bar = nil
  }

  /// Shows that the screen is not there.
  func showAbsence(_ absence: ScreenLoadState) {
    removeViews()
    if canGoBack { addBar() }
    view.addChild(absence.makeView(in: core.hierarchy.context))
  }

  private func addBar() {
    let bar = NavigationBar(in: core.hierarchy.context)
    self.bar = bar
    (definition.barLook ?? stackBarStyle).map(bar.apply)
    if let title = definition.title {
      bind(title, "the title") { [weak bar] value in bar?.title = value.description }
    }
    bar.titleView = definition.titleView.map(build)
    var leading = definition.leftItems.map(build)
    if canGoBack, !definition.hidesBackButton {
      let back = Button(in: core.hierarchy.context)
      back.identifier = "backButton"
      let title = core.hierarchy.context.strings[.back]
      back.title = core.localization.isRightToLeft ? "\(title) ›" : "‹ \(title)"
      back[.accessibilityLabel] = .string(title)
      back.on(.press) { [weak core] _ in core?.navigation.goBack() }
      leading.insert(back, at: 0)
    }
    bar.leadingItems = leading
    bar.trailingItems = definition.rightItems.map(build)
    view.addChild(bar)
  }

  // MARK: Objects

  private func makeConstraints() {
    for name in definition.scheme.constraintNames.sorted() {
      let constraint = ConstraintElement(name, in: view)
      constraint.didChange = { [weak self, weak constraint] in
        if let self, let constraint { self.core.graph.recordChange(of: constraint) }
      }
      constraints.append(constraint)
      scope.add(constraint, as: name)
    }
  }

  private func makeMediators() {
    for object in definition.scheme.objects {
      let mediator = object.definition.mediatorClass.init()
      mediator.identifier = object.identifier
      mediator.alias = object.alias
      mediator.screen = self
      mediator.evaluations = object.evaluations
      mediators.append(mediator)
      record(.created(object: object.identifier, type: object.definition.type))
      // An element of the same name is found first, as everywhere in the scheme.
      scope.add(mediator, as: object.identifier)
    }
    for mediator in mediators { mediator.alias.map { scope.add(mediator, as: $0) } }
  }

  private func applyAttributes() {
    for (object, mediator) in zip(definition.scheme.objects, mediators) {
      for attribute in object.attributes { assign(attribute, to: mediator) }
    }
  }

  private func assign(_ attribute: PropertyAssignment<Mediator>, to mediator: Mediator) {
    let property = attribute.property
    switch attribute.content {
    case .write(let write): write(mediator)
    case .dynamic(let value):
      // Before the object is set up it has the value that is known by then.
      let first = value.value(in: scope, environment: core.templateEnvironment)
      property.write(first, to: mediator)
      bind(value, "'\(property.name)' of '\(mediator.identifier)'") { [weak mediator] value in
        guard let mediator else { return }
        let before = property.get(mediator)
        guard property.write(value, to: mediator) else {
          mediator.screen?.report(
            "'\(property.name)' of '\(mediator.identifier)' takes \(property.type.name), found \(value)")
          return
        }
        if !before.isSame(as: property.get(mediator)) {
          mediator.attributeDidChange(property.name)
        }
      }
    }
  }

  private func connect(_ object: ObjectDefinition) {
    guard let mediator = mediators.first(where: { $0.identifier == object.identifier }) else { return }
    for connection in object.outlets {
      connection.outlet.connect(mediator, connection.targets.compactMap { self.object(named: $0) })
      record(.connected(outlet: connection.outlet.name, of: object.identifier, to: connection.targets))
    }
  }

  /// What an outlet that names an identifier is connected to.
  private func object(named identifier: String) -> ScreenObject? {
    if identifier == "content" { return .content(content) }
    switch scope.target(named: identifier) {
    case .view(let view): return .view(view)
    case .object(let object as ConstraintElement): return .constraint(object)
    case .object(let object): return (object as? Mediator).map { .mediator($0) }
    case .context, nil: return nil
    }
  }

  private func assign(_ attribute: PropertyAssignment<ConstraintElement>, to constraint: ConstraintElement) {
    switch attribute.content {
    case .write(let write): write(constraint)
    case .dynamic(let value):
      bind(value, "'\(attribute.property.name)' of '\(constraint.identifier)'") { [weak constraint] value in
        if let constraint { attribute.property.write(value, to: constraint) }
      }
    }
  }

  // MARK: Elements

  private func applyElements() {
    for element in definition.scheme.elements {
      guard let view = scope.ownView(element.identifier) else { continue }
      let place = subtrees.lazy.compactMap { $0.places[view.id] }.first ?? scope
      apply(element, to: view, in: place) { bindings.append($0) }
    }
    for entry in definition.scheme.constraints {
      guard let constraint = constraints.first(where: { $0.identifier == entry.identifier }) else { continue }
      for attribute in entry.attributes { assign(attribute, to: constraint) }
      for definition in entry.bindings {
        bindings.append(binding(definition, of: constraint, named: entry.identifier, in: scope))
      }
    }
    for attribute in definition.scheme.screenAttributes {
      switch attribute.content {
      case .write(let write): write(self)
      case .dynamic(let value):
        bind(value, "'\(attribute.property.name)' of the screen") { [weak self] value in
          if let self { attribute.property.write(value, to: self) }
        }
      }
    }
    for definition in definition.scheme.screenBindings {
      bindings.append(binding(definition, of: self, named: "@self", in: scope))
    }
  }

  /// Gives a view what the section `elements` says about it.
  /// - Parameter add: takes the bindings.
  func apply(_ element: ElementDefinition, to view: View, in place: Scope, add: (Binding) -> Void) {
    for attribute in element.attributes {
      switch attribute.content {
      case .write(let write): write(view)
      case .dynamic(let value):
        let property = attribute.property
        add(
          makeBinding(value, "'\(property.name)' of '\(element.identifier)'", in: place) { [weak view] value in
            if let view { property.write(value, to: view) }
          })
      }
    }
    for connection in element.outlets {
      connection.outlet.connect(view, connection.targets.compactMap { place.view($0) })
      record(.connected(outlet: connection.outlet.name, of: element.identifier, to: connection.targets))
    }
    record(.updated(element: element.identifier, attributes: element.attributes.map(\.property.name)))
    for definition in element.bindings {
      add(binding(definition, of: view, named: element.identifier, in: place))
    }
    record(.bound(element: element.identifier, properties: element.bindings.map(\.property.name)))
    if let action = element.action {
      view.on(.press) { [weak self, weak place] _ in
        guard let self, let place else { return }
        self.perform(action, about: place.value(at: "content"))
      }
    }
  }

  private func binding<Owner: AnyObject>(
    _ definition: BindingDefinition<Owner>, of owner: Owner, named name: String, in place: Scope
  ) -> Binding {
    let (transformers, context) = (core.instance.transformers, core.templateEnvironment.context)
    let property = definition.property
    let keyPaths = definition.evaluation.keyPaths.sorted { $0.description < $1.description }
    return Binding(
      name: "'\(property.name)' of \(name == "@self" ? "the screen" : "'\(name)'")", paths: definition.paths,
      scope: place, host: self,
      observe: { scope in
        // Each property is read once, for the value and for the comparison with the last time.
        let reader = RecordingReader(scope)
        let input = definition.from.map { $0.value(in: reader) }
        let value = definition.evaluation.evaluate(
          input: input, scope: reader, transformers: transformers, context: context)
        let read = input.map { input in keyPaths.map { input.value(at: $0) } } ?? []
        return (value, reader.values + read)
      },
      write: DynamicChildren.limited { [weak self, weak owner] value in
        guard let owner else { return }
        property.write(value, to: owner)
        self?.record(.assigned(property: property.name, of: name, value: value))
      })
  }

  private func bind(_ value: DynamicValue, _ name: String, write: @escaping (Value) -> Void) {
    if let literal = value.literal { return write(literal) }
    bindings.append(makeBinding(value, name, in: scope, write: write))
  }

  private func makeBinding(
    _ value: DynamicValue, _ name: String, in place: Scope, write: @escaping (Value) -> Void
  ) -> Binding {
    Binding(
      name: name, value: value, scope: place, host: self, environment: core.templateEnvironment,
      write: DynamicChildren.limited(write))
  }

  private func perform(_ action: ElementAction, about object: Value) {
    if action.target == "@self" {
      switch action.selector {
      case "dismissAction": core.navigation.dismiss(self)
      case "nextAction": openNext()
      default: core.navigation.goBack()
      }
    } else if case .object(let target)? = scope.target(named: action.target) {
      (target as? Mediator)?.perform(selector: action.selector, with: object)
    } else {
      scope.view(action.target)?.perform(selector: action.selector)
    }
  }
}

extension NavigationBar {
  /// Takes a look. What it says about text holds for the title.
  fileprivate func apply(_ look: ThemedStyle) {
    look.apply(to: self)
    setTitleLook(look.appearance)
  }
}
