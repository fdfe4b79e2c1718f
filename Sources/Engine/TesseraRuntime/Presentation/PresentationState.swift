import TesseraComponents
import TesseraCustomWidgets
import TesseraData
import TesseraValues
import TesseraViews

/// What people have done with a presentation so far: where they are, what they wrote, how far they scrolled. It is what
/// stays when the documents change.
struct PresentationState {
  /// The open screens, stack by stack, the front one last.
  var stacks: [Stack]
  /// Whether the first screen is the widget's own choice, by its size.
  var followsCells: Bool

  struct Stack {
    var look: StackLook
    var screens: [ScreenState]
  }
}

/// What people have done with a screen.
struct ScreenState {
  /// What the screen was made of.
  var definition: ScreenDefinition
  var content: Value
  /// The data of the screen and of its components, by the names of the contexts.
  var contexts: [String: Value] = [:]
  /// What was typed and chosen, by the view's place.
  var values: [ViewPlace: Value] = [:]
  /// What the screen's objects learned, by their names.
  var objects: [String: Value] = [:]
  /// How far content is scrolled, in points, by the view's place.
  var offsets: [ViewPlace: Double] = [:]
}

/// Where a view stands on its screen, in a way that outlasts a change of the document: its identifier, or without one its
/// kind and its place among its siblings.
enum ViewPlace: Hashable {
  case identifier(String)
  case steps([Step])

  struct Step: Hashable {
    var kind: String
    var index: Int
  }
}

extension PresentationCore {
  /// What has to stay when the documents change.
  func state() -> PresentationState {
    PresentationState(
      stacks: stacks.map { stack in
        PresentationState.Stack(look: stack.look, screens: stack.screens.map { $0.state() })
      }, followsCells: followsCells)
  }

  /// Opens the screens that were open, as far as the widget still has them, and brings them to where they were.
  func open(_ state: PresentationState) {
    let definition = instance.definition
    isRestoring = true
    followsCells = state.followsCells
    var restored: [ScreenState] = []
    for (number, stack) in state.stacks.enumerated() {
      // What is gone ends its stack. A widget that begins with another screen begins anew.
      let screens = stack.screens.prefix { definition.hasScreen($0.definition) }
      guard let first = screens.first else { break }
      if number == 0, followsCells, first.definition.name != definition.mainScreen(at: cells).name { break }
      for (index, screen) in screens.enumerated() {
        let current = isWaking ? screen.definition : definition.current(screen.definition)
        restored.append(screen)
        navigate { [weak self] in
          if index == 0 {
            self?.addStack(current, content: screen.content, stack.look, restoring: screen)
          } else {
            self?.show(current, content: screen.content, restoring: screen)
          }
        }
      }
    }
    // Documents were told before; widgets that were made anew were not.
    for case let view as CustomWidgetView in screens.last?.view.descendants() ?? [] { view.setInFront(true) }
    if screens.isEmpty {
      isRestoring = false
      return open(screen: nil)
    }
    // Only what is laid out can be scrolled. The rows that it makes were there before.
    _ = commit()
    isRestoring = false
    for (screen, state) in zip(screens, restored) { screen.scroll(to: state) }
  }
}

extension WidgetDefinition {
  /// Whether a screen is there, or is fetched from elsewhere.
  fileprivate func hasScreen(_ screen: ScreenDefinition) -> Bool {
    screens[screen.name] != nil || screen.source != nil || screen.name.contains("://") || !screen.ownScreens.isEmpty
  }

  /// A screen as it is now.
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
    for (place, view) in places() {
      if view.isChangedByPerson { state.values[place] = view.value }
      if let offset = view[.scrollOffset].number, offset > 0 { state.offsets[place] = offset }
    }
    return state
  }

  /// Gives contexts and views what people wrote and chose. The views are there, and nothing is bound yet.
  func restore(_ state: ScreenState) {
    for context in ownContexts + subtrees.flatMap(\.contexts) {
      if let value = state.contexts[context.identifier] {
        context.replace(with: context.value.keepingNewMembers(in: value))
      }
    }
    // Other documents may ask other services.
    if core.isWaking {
      for mediator in mediators {
        if let retained = state.objects[mediator.identifier] { mediator.retainedState = retained }
      }
    }
    restoreValues(state)
  }

  /// Gives views what people wrote and chose. Called again when everything is bound: what there is to choose from may come
  /// of data.
  func restoreValues(_ state: ScreenState) {
    guard !state.values.isEmpty else { return }
    runner.isPaused = true
    defer { runner.isPaused = false }
    for (place, view) in places() {
      guard let value = state.values[place], value != view.value else { continue }
      if let field = view as? TextField { field.type(value.description) } else { view.change(to: value) }
    }
  }

  fileprivate func scroll(to state: ScreenState) {
    for (place, view) in places() {
      guard let offset = state.offsets[place] else { continue }
      (view as? ScrollView)?.offset = offset
      (view as? TableView)?.restore(offset: offset)
    }
  }

  /// The numbers of the screen's views by their places.
  var numbers: [ViewPlace: ViewID] { Dictionary(places().map { ($0, $1.id) }, uniquingKeysWith: { first, _ in first }) }

  /// The views of the screen by their places; rows are made from data and have none.
  private func places() -> [(ViewPlace, View)] {
    var found: [(ViewPlace, View)] = []
    var pending: [(view: View, steps: [ViewPlace.Step])] = [(view, [])]
    while let (view, steps) = pending.popLast() {
      for (index, child) in view.children.enumerated() where child.kind != .cell {
        let steps = steps + [ViewPlace.Step(kind: child.kind.name, index: index)]
        found.append((child.identifier.map { .identifier($0) } ?? .steps(steps), child))
        pending.append((child, steps))
      }
    }
    return found
  }
}

extension Value {
  /// What was kept, with the members that a newer first value has besides.
  fileprivate func keepingNewMembers(in kept: Value) -> Value {
    guard let new = dictionary, var members = kept.dictionary else { return kept }
    members.merge(new) { kept, _ in kept }
    return .dictionary(members)
  }
}
