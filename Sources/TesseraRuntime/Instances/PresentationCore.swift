import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews

/// What a presentation's screens share: the views, the stacks of screens, running actions and alerts.
///
/// It lives inside its presentation's actor.
public final class PresentationCore {
  let instance: Instance
  let hierarchy: ViewHierarchy
  let operations: PendingOperations
  private(set) lazy var actions = ActionCenter(core: self)
  private(set) var alerts: [AlertView] = []
  private var stacks: [Stack] = []

  /// A navigation stack: the first is the widget's own, the others were presented over it.
  private struct Stack {
    let view: View
    var screens: [ScreenController]
  }

  /// More screens than this at once come from a document that runs in circles.
  private static let maximumScreens = 32
  private static let maximumAlerts = 3

  init(instance: Instance, size: Size, relay: OperationRelay) {
    self.instance = instance
    hierarchy = ViewHierarchy(
      size: Self.usable(size) ?? Size(width: 1, height: 1), textMeasuring: instance.environment.textMeasuring)
    operations = PendingOperations(activities: instance.environment.activities) { operation, result in
      await relay.deliver(operation, result)
    }
    let bundle = instance.definition.bundle
    for name in bundle.imageNames {
      guard let size = bundle.image(named: name)?.pixelSize else { continue }
      hierarchy.context.imageSizes[name] = Size(width: Double(size.width), height: Double(size.height))
    }
  }

  /// The open screens, the one in front last.
  var screens: [ScreenController] { stacks.flatMap(\.screens) }

  func open(screen name: String?) {
    addStack(name.map(instance.definition.screen(named:)) ?? instance.definition.mainScreen, content: .null)
  }

  func close() {
    for screen in screens { screen.close() }
    for stack in stacks { stack.view.removeFromParent() }
    for alert in alerts { alert.removeFromParent() }
    stacks = []
    alerts = []
    operations.cancelAll()
  }

  func storeDidChange(_ change: StoreChange) {
    for screen in screens { screen.storeDidChange(change) }
  }

  // MARK: Navigation

  private func addStack(_ definition: ScreenDefinition, content: Value) {
    guard screens.count < Self.maximumScreens else { return }
    let view = View(.navigation, in: hierarchy.context)
    if !stacks.isEmpty { view[.modal] = true }
    hierarchy.window.addChild(view)
    stacks.append(Stack(view: view, screens: []))
    show(definition, content: content)
    raiseAlerts()
  }

  /// Puts a screen on top of the front stack.
  private func show(_ definition: ScreenDefinition, content: Value) {
    guard let stack = stacks.indices.last, screens.count < Self.maximumScreens else { return }
    let isFirst = stacks[stack].screens.isEmpty
    let screen = ScreenController(definition, content: content, isRoot: stack == 0 && isFirst, core: self)
    stacks[stack].screens.last?.view.isHidden = true
    stacks[stack].screens.append(screen)
    stacks[stack].view.addChild(screen.view)
    screen.load(canGoBack: !isFirst)
  }

  /// Shows the screen below, or closes what was presented.
  func goBack() {
    guard let stack = stacks.last else { return }
    if stack.screens.count > 1 { removeTopScreen() } else { dismissStack() }
  }

  /// Closes a screen that says it is done: with its stack if it is the stack's first, else by itself.
  func dismiss(_ screen: ScreenController) {
    guard let index = stacks.firstIndex(where: { $0.screens.contains { $0 === screen } }) else { return }
    if stacks[index].screens.first === screen {
      while stacks.count > max(1, index) { dismissStack() }
    } else {
      while index < stacks.count, stacks[index].screens.contains(where: { $0 === screen }) {
        if stacks.count - 1 > index { dismissStack() } else { removeTopScreen() }
      }
    }
  }

  private func removeTopScreen() {
    guard let stack = stacks.indices.last, stacks[stack].screens.count > 1 else { return }
    let screen = stacks[stack].screens.removeLast()
    screen.close()
    screen.view.removeFromParent()
    stacks[stack].screens.last?.view.isHidden = false
  }

  private func dismissStack() {
    guard stacks.count > 1 else { return }
    let stack = stacks.removeLast()
    for screen in stack.screens { screen.close() }
    stack.view.removeFromParent()
  }

  /// Does what a pressed view asks for. The view's content goes along to the screen that opens.
  func perform(_ requests: [ComponentAction], from sender: View) {
    let source = screens.last { screen in sequence(first: sender, next: \.parent).contains { $0 === screen.view } }
    for request in requests {
      switch request {
      case .push(let name):
        let definition = instance.definition.screen(named: name)
        show(definition, content: content(for: definition, from: source, sender))
      case .present(let name):
        let definition = instance.definition.screen(named: name)
        addStack(definition, content: content(for: definition, from: source, sender))
      case .pop: goBack()
      case .dismiss: dismissStack()
      case .alert(let title, let message): showAlert(title: title, message: message)
      }
    }
  }

  /// What a view passes on to the screen that it opens.
  private func content(for definition: ScreenDefinition, from source: ScreenController?, _ sender: View) -> Value {
    guard let source, definition.derivesContent else { return .null }
    return source.content(of: sender)
  }

  // MARK: Alerts

  /// Shows a message with one button. The same message is not shown twice at once.
  func showAlert(title: String, message: String) {
    let isShown = alerts.contains { $0[.title].string == title && $0[.message].string == message }
    guard !isShown, alerts.count < Self.maximumAlerts else { return }
    let alert = AlertView(title: title, message: message, buttons: ["OK"], in: hierarchy.context)
    alert.identifier = "alert"
    alert.onAnswer = { [weak self, weak alert] _ in
      alert?.removeFromParent()
      self?.alerts.removeAll { $0 === alert }
    }
    alerts.append(alert)
    hierarchy.window.addChild(alert)
  }

  /// Alerts stay in front of what is presented after them.
  private func raiseAlerts() {
    for alert in alerts { hierarchy.window.addChild(alert) }
  }

  // MARK: Events

  func handle(_ event: ViewEvent) {
    switch event {
    case .press(let id): interactiveView(id)?.press()
    case .input(let id, let text): (visibleView(id) as? TextField)?.type(text)
    case .submit(let id): (interactiveView(id) as? TextField)?.submit()
    case .scroll(let id, let offset):
      switch hierarchy.view(id) {
      case let table as TableView: table.scroll(to: offset)
      case let scroll as ScrollView: scroll.scroll(to: offset)
      default: break
      }
    case .refresh(let id): (interactiveView(id) as? TableView)?.refresh()
    case .answer(let id, let index):
      if let alert = alerts.last, alert.id == id { alert.onAnswer?(index) }
    case .back: if alerts.isEmpty { goBack() }
    case .resize(let size): hierarchy.size = Self.usable(size) ?? hierarchy.size
    case .focus, .blur: break
    }
  }

  /// A view that a person can reach: visible, and not under an alert.
  private func interactiveView(_ id: ViewID) -> View? { alerts.isEmpty ? visibleView(id) : nil }

  /// A view in the front stack that is not hidden.
  private func visibleView(_ id: ViewID) -> View? {
    guard let view = hierarchy.view(id), let front = stacks.last?.view else { return nil }
    let ancestors = sequence(first: view, next: \.parent)
    guard ancestors.allSatisfy({ !$0.isHidden }), ancestors.contains(where: { $0 === front }) else { return nil }
    return view
  }

  /// A size that layout can use: from 1 to 10,000 points; nil for what is no size.
  private static func usable(_ size: Size) -> Size? {
    guard size.width.isFinite, size.height.isFinite else { return nil }
    func clamp(_ points: Double) -> Double { min(max(points, 1), 10_000) }
    return Size(width: clamp(size.width), height: clamp(size.height))
  }
}
