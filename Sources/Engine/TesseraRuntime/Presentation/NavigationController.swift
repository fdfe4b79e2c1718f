import TesseraBundles
import TesseraComponents
import TesseraLayout
import TesseraValues
import TesseraViews

/// The open screens of a presentation, in stacks, and the steps from one to another.
final class NavigationController {
  private unowned let core: PresentationCore
  private(set) var stacks: [Stack] = []
  /// The steps that wait for the one in progress.
  private var pendingSteps: [() -> Void] = []
  private var isNavigating = false
  /// Whether the widget chose the first screen, so that it may choose another one for another size.
  var followsCells = false

  /// A stack of screens: the first one is the widget's own, the others were presented over it.
  struct Stack {
    let view: View
    /// The presentation of the stack, and the default style of its bars.
    var appearance: StackAppearance
    var screens: [ScreenController]
  }

  /// The maximum number of open screens. A further one does not open. A document that opens more opens screens
  /// endlessly.
  private static let maximumScreens = 32

  init(core: PresentationCore) { self.core = core }

  /// The open screens, the one in front last.
  var screens: [ScreenController] { stacks.flatMap(\.screens) }

  // MARK: Steps

  /// Performs a step that opens or closes screens. Steps that the screens' own events request wait until it is done.
  func navigate(_ step: @escaping () -> Void) {
    guard !core.isClosed, pendingSteps.count < Self.maximumScreens else { return }
    pendingSteps.append(step)
    // A screen that opened while bindings run would begin before its own bindings did.
    core.graph.whenSettled { [weak self] in self?.performSteps() }
  }

  private func performSteps() {
    guard !isNavigating, !pendingSteps.isEmpty else { return }
    isNavigating = true
    defer {
      isNavigating = false
      // The screens in between never appeared.
      screens.last?.isInFront = true
    }
    var count = 0
    while !pendingSteps.isEmpty {
      count += 1
      guard count <= Self.maximumScreens * 2 else {
        pendingSteps = []
        return core.alerts.showProblem(title: "Error", message: "Screens open and close each other without end")
      }
      pendingSteps.removeFirst()()
    }
  }

  /// Closes all screens.
  func close() {
    pendingSteps = []
    for screen in screens { screen.close() }
    for stack in stacks { stack.view.removeFromParent() }
    stacks = []
  }

  // MARK: Opening

  /// Opens the first screen.
  /// - Parameter name: The name of the screen; nil for the one that the widget has for the present size.
  func open(screen name: String?) {
    let definition = core.instance.definition
    let first = name.map(definition.screen(named:)) ?? definition.mainScreen(at: core.cells)
    followsCells = name == nil
    navigate { [weak self] in self?.addStack(first, content: .null) }
  }

  /// Replaces the first screen by the one for the present size. Screens that the user opened stay until they are closed.
  func adaptFirstScreen() {
    guard followsCells, stacks.count == 1, stacks[0].screens.count == 1 else { return }
    let definition = core.instance.definition.mainScreen(at: core.cells)
    guard stacks[0].screens[0].definition.name != definition.name else { return }
    navigate { [weak self] in
      guard let self, self.stacks.count == 1, self.stacks[0].screens.count == 1 else { return }
      self.close(self.stacks[0].screens.removeFirst())
      self.show(definition, content: .null)
    }
  }

  /// Opens a screen on top of the front stack.
  func push(_ definition: ScreenDefinition, content: Value, navigationResult: NavigationResult?) {
    navigate { [weak self] in self?.show(definition, content: content, navigationResult: navigationResult) }
  }

  /// Opens a screen over all others, in a new stack.
  func present(
    _ definition: ScreenDefinition, as appearance: StackAppearance, content: Value, navigationResult: NavigationResult?
  ) {
    navigate { [weak self] in
      self?.addStack(definition, content: content, appearance, navigationResult: navigationResult)
    }
  }

  /// Adds a stack with a screen. Called within a step.
  func addStack(
    _ definition: ScreenDefinition, content: Value, _ appearance: StackAppearance = StackAppearance(),
    navigationResult: NavigationResult? = nil, restoring state: ScreenState? = nil
  ) {
    guard screens.count < Self.maximumScreens else { return }
    let view = View(.navigation, in: core.hierarchy.context)
    if !stacks.isEmpty { appearance.presentation.apply(to: view) }
    screens.last?.isInFront = false
    core.hierarchy.window.addChild(view)
    stacks.append(Stack(view: view, appearance: appearance, screens: []))
    show(definition, content: content, navigationResult: navigationResult, restoring: state)
    core.alerts.moveToFront()
  }

  /// Puts a screen on top of the front stack. Called within a step.
  func show(
    _ definition: ScreenDefinition, content: Value, navigationResult: NavigationResult? = nil,
    restoring state: ScreenState? = nil
  ) {
    guard let stack = stacks.indices.last, screens.count < Self.maximumScreens else { return }
    let isFirst = stacks[stack].screens.isEmpty
    let screen = ScreenController(definition, content: content, isRoot: stack == 0 && isFirst, core: core)
    screen.stackBarStyle = stacks[stack].appearance.bar
    if let covered = stacks[stack].screens.last {
      covered.isInFront = false
      covered.view.isHidden = true
      screen.below = covered
    }
    stacks[stack].screens.append(screen)
    stacks[stack].view.addChild(screen.view)
    screen.pendingResult = navigationResult
    screen.open(canGoBack: !isFirst, restoring: state)
  }

  /// Opens a screen in place of those of a stack, or of all.
  func replace(
    _ screen: ScreenController, by definition: ScreenDefinition, isWhole: Bool, as appearance: StackAppearance?,
    content: Value, navigationResult: NavigationResult?
  ) {
    navigate { [weak self, weak screen] in
      guard let self else { return }
      let own = screen.flatMap { self.stackIndex(of: $0) }
      guard let index = isWhole ? 0 : own, self.stacks.indices.contains(index) else { return }
      while self.stacks.count - 1 > index { self.removeStack() }
      if index == 0 { self.followsCells = false }
      if let appearance { self.stacks[index].appearance.bar = appearance.bar }
      let former = self.stacks[index].screens
      self.stacks[index].screens = []
      for screen in former.reversed() { self.close(screen) }
      self.show(definition, content: content, navigationResult: navigationResult)
    }
  }

  // MARK: Closing

  /// Goes back to the previous screen, or dismisses the stack in front.
  func goBack() {
    navigate { [weak self] in
      self?.removeTop()
      self?.adaptFirstScreen()
    }
  }

  /// Closes a screen and those that were opened from it.
  func pop(_ screen: ScreenController, navigationResult: NavigationResult? = nil) {
    navigate { [weak self, weak screen] in
      guard let self, let screen, self.screens.contains(where: { $0 === screen }) else { return }
      self.returning(navigationResult) {
        if self.screens.last === screen, self.stacks.last?.screens.count == 1 {
          self.removeStack()
        } else if screen.isRoot {
          while self.screens.count > 1 { self.removeTop() }
        } else {
          self.remove(screen)
        }
      }
    }
  }

  /// Goes back to the last screen of a stack that has a name or a URL.
  func pop(to name: String, from screen: ScreenController, navigationResult: NavigationResult?) {
    navigate { [weak self, weak screen] in
      guard let self, let index = screen.flatMap({ self.stackIndex(of: $0) }),
        let target = self.stacks[index].screens.last(where: { $0.isCalled(name) })
      else { return }
      while self.stacks.count - 1 > index { self.removeStack() }
      while let top = self.stacks[index].screens.last, top !== target { self.removeTopScreen() }
      navigationResult.map(target.receive)
    }
  }

  /// Dismisses the stack that a screen was presented in, with all that was presented over it; from the first stack, those
  /// that were presented over it.
  func dismissStack(of screen: ScreenController, navigationResult: NavigationResult? = nil) {
    navigate { [weak self, weak screen] in
      guard let self, let index = screen.flatMap({ self.stackIndex(of: $0) }) else { return }
      self.returning(navigationResult) {
        while self.stacks.count > max(1, index) { self.removeStack() }
      }
    }
  }

  /// Closes a screen that is done: with its stack if it is the first one in it, else alone.
  func dismiss(_ screen: ScreenController) {
    navigate { [weak self, weak screen] in screen.map { self?.remove($0) } }
  }

  /// Closes screens, and gives a result to the screen that appears.
  private func returning(_ navigationResult: NavigationResult?, _ body: () -> Void) {
    let top = screens.last
    body()
    if screens.last !== top { navigationResult.map { screens.last?.receive($0) } }
  }

  private func stackIndex(of screen: ScreenController) -> Int? {
    stacks.firstIndex { stack in stack.screens.contains { $0 === screen } }
  }

  private func remove(_ screen: ScreenController) {
    guard let index = stackIndex(of: screen) else { return }
    if stacks[index].screens.first === screen {
      while stacks.count > max(1, index) { removeStack() }
    } else {
      while index < stacks.count, stacks[index].screens.contains(where: { $0 === screen }) {
        if stacks.count - 1 > index { removeStack() } else { removeTopScreen() }
      }
    }
  }

  private func removeTop() {
    guard let stack = stacks.last else { return }
    if stack.screens.count > 1 { removeTopScreen() } else { removeStack() }
  }

  private func removeTopScreen() {
    guard let stack = stacks.indices.last, stacks[stack].screens.count > 1 else { return }
    let screen = stacks[stack].screens.removeLast()
    screen.close()
    screen.view.removeFromParent()
    stacks[stack].screens.last?.view.isHidden = false
  }

  private func removeStack() {
    guard stacks.count > 1 else { return }
    let stack = stacks.removeLast()
    for screen in stack.screens { screen.close() }
    stack.view.removeFromParent()
  }

  private func close(_ screen: ScreenController) {
    screen.isInFront = false
    screen.close()
    screen.view.removeFromParent()
  }
}

extension StackStyle.Presentation {
  fileprivate func apply(to view: View) {
    view[.modal] = true
    switch self {
    case .full: break
    case .sheet:
      view[.presentation] = .string(rawValue)
      view[.cornerRadius] = 14
      view.style.position = Edges(left: 0, top: .points(48), right: 0, bottom: 0)
    case .popover:
      view[.presentation] = .string(rawValue)
      view[.cornerRadius] = 12
      view.style.position = Edges(0)
      view.style.width = .points(320)
      view.style.height = .points(400)
      view.style.maxWidth = .percent(90)
      view.style.maxHeight = .percent(80)
      view.style.margin = Edges(.auto)
    }
  }
}
