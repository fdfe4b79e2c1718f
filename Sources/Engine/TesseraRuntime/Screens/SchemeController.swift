import TesseraComponents
import TesseraExpressions
import TesseraValues
import TesseraViews

/// The objects of a screen's scheme, its named constraints, and the bindings of its elements, objects and of the screen
/// itself.
final class SchemeController {
  private unowned let screen: ScreenController
  private(set) var mediators: [Mediator] = []
  private(set) var constraints: [ConstraintElement] = []
  private var bindings: [Binding] = []

  init(screen: ScreenController) { self.screen = screen }

  private var scheme: SchemeDefinition { screen.definition.scheme }
  private var scope: Scope { screen.scope }
  private var core: PresentationCore { screen.core }

  /// Creates the constraints and objects, and makes their names known.
  func makeObjects() {
    makeConstraints()
    makeMediators()
  }

  /// Sets the attributes of objects and elements, connects outlets, and prepares the bindings.
  func connect() {
    applyAttributes()
    for object in scheme.objects { connect(object) }
    applyElements()
  }

  /// Starts the bindings.
  func startBindings() {
    for binding in bindings { core.graph.start(binding) }
  }

  /// Stops the objects.
  func close() {
    for mediator in mediators { mediator.close() }
    mediators = []
    constraints = []
  }

  /// Stops the bindings.
  func stopBindings() {
    for binding in bindings { core.graph.stop(binding) }
    bindings = []
  }

  // MARK: Objects

  private func makeConstraints() {
    for name in scheme.constraintNames.sorted() {
      let constraint = ConstraintElement(name, in: screen.view)
      constraint.didChange = { [weak self, weak constraint] in
        if let self, let constraint { self.core.graph.recordChange(of: constraint) }
      }
      constraints.append(constraint)
      scope.add(constraint, as: name)
    }
  }

  private func makeMediators() {
    for object in scheme.objects {
      let mediator = object.definition.mediatorClass.init()
      mediator.identifier = object.identifier
      mediator.alias = object.alias
      mediator.screen = screen
      mediator.evaluations = object.evaluations
      mediator.actions = object.events
      mediators.append(mediator)
      screen.record(.created(object: object.identifier, type: object.definition.type))
      // An element with the same name takes precedence, as everywhere in the scheme.
      scope.add(mediator, as: object.identifier)
    }
    for mediator in mediators { mediator.alias.map { scope.add(mediator, as: $0) } }
  }

  private func applyAttributes() {
    for (object, mediator) in zip(scheme.objects, mediators) {
      for attribute in object.attributes { assign(attribute, to: mediator) }
    }
  }

  private func assign(_ attribute: PropertyAssignment<Mediator>, to mediator: Mediator) {
    let property = attribute.property
    switch attribute.content {
    case .write(let write): write(mediator)
    case .dynamic(let value):
      // While the object is set up, it has the value that is known by then.
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
      screen.record(.connected(outlet: connection.outlet.name, of: object.identifier, to: connection.targets))
    }
  }

  /// Returns what an outlet with an identifier is connected to.
  private func object(named identifier: String) -> ScreenObject? {
    if identifier == "content" { return .content(screen.content) }
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
    for element in scheme.elements {
      guard let view = scope.ownView(element.identifier) else { continue }
      let viewScope = screen.subtrees.lazy.compactMap { $0.scopes[view.id] }.first ?? scope
      apply(element, to: view, in: viewScope) { bindings.append($0) }
    }
    for entry in scheme.constraints {
      guard let constraint = constraints.first(where: { $0.identifier == entry.identifier }) else { continue }
      for attribute in entry.attributes { assign(attribute, to: constraint) }
      for definition in entry.bindings {
        bindings.append(binding(definition, of: constraint, named: entry.identifier, in: scope))
      }
    }
    for attribute in scheme.screenAttributes {
      switch attribute.content {
      case .write(let write): write(screen)
      case .dynamic(let value):
        bind(value, "'\(attribute.property.name)' of the screen") { [weak screen] value in
          if let screen { attribute.property.write(value, to: screen) }
        }
      }
    }
    for definition in scheme.screenBindings {
      bindings.append(binding(definition, of: screen, named: "@self", in: scope))
    }
  }

  /// Applies an entry of `elements` to its view.
  /// - Parameter add: Called with each binding.
  func apply(_ element: ElementDefinition, to view: View, in viewScope: Scope, add: (Binding) -> Void) {
    for attribute in element.attributes {
      switch attribute.content {
      case .write(let write): write(view)
      case .dynamic(let value):
        let property = attribute.property
        add(
          makeBinding(value, "'\(property.name)' of '\(element.identifier)'", in: viewScope) { [weak view] value in
            if let view { property.write(value, to: view) }
          })
      }
    }
    for connection in element.outlets {
      connection.outlet.connect(view, connection.targets.compactMap { viewScope.view($0) })
      screen.record(.connected(outlet: connection.outlet.name, of: element.identifier, to: connection.targets))
    }
    screen.record(.updated(element: element.identifier, attributes: element.attributes.map(\.property.name)))
    for definition in element.bindings {
      add(binding(definition, of: view, named: element.identifier, in: viewScope))
    }
    screen.record(.bound(element: element.identifier, properties: element.bindings.map(\.property.name)))
    if let action = element.action {
      view.on(.press) { [weak self, weak viewScope] _ in
        guard let self, let viewScope else { return }
        self.perform(action, about: viewScope.value(at: "content"))
      }
    }
  }

  private func binding<Owner: AnyObject>(
    _ definition: BindingDefinition<Owner>, of owner: Owner, named name: String, in viewScope: Scope
  ) -> Binding {
    let (transformers, context) = (core.instance.transformers, core.templateEnvironment.context)
    let property = definition.property
    let keyPaths = definition.evaluation.keyPaths.sorted { $0.description < $1.description }
    return Binding(
      name: "'\(property.name)' of \(name == "@self" ? "the screen" : "'\(name)'")", paths: definition.paths,
      scope: viewScope, host: screen,
      observe: { scope in
        // Each property is read once, for the value and for the comparison with the previous one.
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
        self?.screen.record(.assigned(property: property.name, of: name, value: value))
      })
  }

  func bind(_ value: DynamicValue, _ name: String, write: @escaping (Value) -> Void) {
    if let literal = value.literal { return write(literal) }
    bindings.append(makeBinding(value, name, in: scope, write: write))
  }

  private func makeBinding(
    _ value: DynamicValue, _ name: String, in viewScope: Scope, write: @escaping (Value) -> Void
  ) -> Binding {
    Binding(
      name: name, value: value, scope: viewScope, host: screen, environment: core.templateEnvironment,
      write: DynamicChildren.limited(write))
  }

  private func perform(_ action: ElementAction, about object: Value) {
    if action.target == "@self" {
      switch action.selector {
      case "dismissAction": core.navigation.dismiss(screen)
      case "nextAction": screen.openNext()
      default: core.navigation.goBack()
      }
    } else if case .object(let target)? = scope.target(named: action.target) {
      (target as? Mediator)?.perform(selector: action.selector, with: object)
    } else {
      scope.view(action.target)?.perform(selector: action.selector)
    }
  }
}
