import TesseraComponents
import TesseraCustomWidgets
import TesseraData
import TesseraValues
import TesseraViews

/// The state of a presentation that survives a change of the documents: open screens, input and scroll positions.
struct PresentationState {
  /// The open screens by stack, the front one last.
  var stacks: [Stack]
  /// Whether the widget chose the first screen by its size.
  var followsCells: Bool

  struct Stack {
    var appearance: StackAppearance
    var screens: [ScreenState]
  }
}

/// The state of a screen.
struct ScreenState {
  /// The definition that the screen was created from.
  var definition: ScreenDefinition
  var content: Value
  /// The values of the contexts of the screen and its components, by name.
  var contexts: [String: Value] = [:]
  /// The user's input, by the path of the view.
  var values: [ViewPath: Value] = [:]
  /// The retained state of the screen's objects, by name.
  var objects: [String: Value] = [:]
  /// The scroll offsets in points, by the path of the view.
  var offsets: [ViewPath: Double] = [:]
}

/// The path of a view on its screen, stable across changes of the document: the identifier, or else the kinds and
/// indexes of the view and its ancestors.
enum ViewPath: Hashable {
  case identifier(String)
  case steps([Step])

  struct Step: Hashable {
    var kind: String
    var index: Int
  }
}

extension PresentationCore {
  /// Returns the state that survives a change of the documents.
  func captureState() -> PresentationState {
    PresentationState(
      stacks: navigation.stacks.map { stack in
        PresentationState.Stack(appearance: stack.appearance, screens: stack.screens.map { $0.state() })
      }, followsCells: navigation.followsCells)
  }

  /// Opens the screens of a state, as far as the widget still has them, and restores their state.
  /// - Parameter phase: Whether the documents may have changed (`restoring`) or are the same (`resuming`).
  func restore(_ state: PresentationState, _ phase: Phase = .restoring) {
    self.phase = phase
    defer { self.phase = .running }
    navigation.followsCells = state.followsCells
    let restored = openScreens(of: state)
    // Events of documents have already run, but new custom widgets must be notified.
    for case let view as CustomWidgetView in screens.last?.view.descendants() ?? [] { view.setInFront(true) }
    if screens.isEmpty {
      self.phase = .running
      return navigation.open(screen: nil)
    }
    // Scrolling requires a layout. The rows that it creates existed before.
    _ = commits.commit()
    if phase == .restoring { self.phase = .running }
    for (screen, state) in zip(screens, restored) { screen.scroll(to: state) }
  }

  /// - Returns: The states of the screens that are opened.
  private func openScreens(of state: PresentationState) -> [ScreenState] {
    let definition = instance.definition
    var restored: [ScreenState] = []
    for (number, stack) in state.stacks.enumerated() {
      // A missing screen ends its stack. If the widget now starts with another screen, the state is discarded.
      let screens = stack.screens.prefix { definition.hasScreen($0.definition) }
      guard let first = screens.first else { break }
      if number == 0, state.followsCells, first.definition.name != definition.mainScreen(at: cells).name { break }
      for (index, screen) in screens.enumerated() {
        let current = phase == .resuming ? screen.definition : definition.current(screen.definition)
        restored.append(screen)
        navigation.navigate { [navigation] in
          if index == 0 {
            navigation.addStack(current, content: screen.content, stack.appearance, restoring: screen)
          } else {
            navigation.show(current, content: screen.content, restoring: screen)
          }
        }
      }
    }
    return restored
  }
}

extension WidgetDefinition {
  /// Whether a screen exists, or is fetched.
  fileprivate func hasScreen(_ screen: ScreenDefinition) -> Bool {
    screens[screen.name] != nil || screen.source != nil || screen.name.contains("://") || !screen.ownScreens.isEmpty
  }

  /// Returns the current definition of a screen.
  fileprivate func current(_ screen: ScreenDefinition) -> ScreenDefinition {
    screen.ownScreens[screen.name] == nil ? screens[screen.name] ?? screen : screen
  }
}

extension ScreenController {
  fileprivate func state() -> ScreenState {
    var state = ScreenState(definition: definition, content: content)
    let first = definition.contexts.map { $0.value.literal }
    for (context, first) in zip(ownContexts, first) where first.map({ !context.value.isSame(as: $0) }) ?? true {
      state.contexts[context.identifier] = context.value
    }
    for context in subtrees.flatMap(\.contexts) where state.contexts[context.identifier] == nil {
      state.contexts[context.identifier] = context.value
    }
    for mediator in mediators {
      let retained = mediator.retainedState
      if !retained.isNull { state.objects[mediator.identifier] = retained }
    }
    for (path, view) in viewPaths() {
      if view.isChangedByPerson { state.values[path] = view.value }
      if let offset = view[.scrollOffset].number, offset > 0 { state.offsets[path] = offset }
    }
    return state
  }

  /// Restores contexts and the user's input, after the views are created and before bindings are installed.
  func restore(_ state: ScreenState) {
    for context in ownContexts + subtrees.flatMap(\.contexts) {
      if let value = state.contexts[context.identifier] {
        context.replace(with: context.value.keepingNewMembers(in: value))
      }
    }
    // If the documents changed, they may use other services.
    if core.phase == .resuming {
      for mediator in mediators {
        if let retained = state.objects[mediator.identifier] { mediator.retainedState = retained }
      }
    }
    restoreValues(state)
  }

  /// Restores the user's input. Called again after bindings are installed, because choices may depend on data.
  func restoreValues(_ state: ScreenState) {
    guard !state.values.isEmpty else { return }
    runner.isPaused = true
    defer { runner.isPaused = false }
    for (path, view) in viewPaths() {
      guard let value = state.values[path], value != view.value else { continue }
      if let field = view as? TextField { field.type(value.description) } else { view.change(to: value) }
    }
  }

  fileprivate func scroll(to state: ScreenState) {
    for (path, view) in viewPaths() {
      guard let offset = state.offsets[path] else { continue }
      (view as? ScrollView)?.offset = offset
      (view as? TableView)?.restore(offset: offset)
    }
  }

  /// The identifiers of the screen's views, by path.
  var numbers: [ViewPath: ViewID] {
    Dictionary(viewPaths().map { ($0, $1.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the views of the screen and their paths. Rows are created from data and have none.
  private func viewPaths() -> [(ViewPath, View)] {
    var found: [(ViewPath, View)] = []
    var pending: [(view: View, steps: [ViewPath.Step])] = [(view, [])]
    while let (view, steps) = pending.popLast() {
      for (index, child) in view.children.enumerated() where child.kind != .cell {
        let steps = steps + [ViewPath.Step(kind: child.kind.name, index: index)]
        found.append((child.identifier.map { .identifier($0) } ?? .steps(steps), child))
        pending.append((child, steps))
      }
    }
    return found
  }
}

extension Value {
  /// Returns the stored value, with the members that only a newer initial value has.
  fileprivate func keepingNewMembers(in kept: Value) -> Value {
    guard let new = dictionary, var members = kept.dictionary else { return kept }
    members.merge(new) { kept, _ in kept }
    return .dictionary(members)
  }
}
