import TesseraLayout
import TesseraValues
import TesseraViews

/// Sends the events of hosts to the views that they concern.
///
/// Events that name unknown, hidden or covered views have no effect, except that typing counts under an alert, and
/// scrolling everywhere: such an event may have been sent before the cover appeared.
final class ViewEventRouter {
  private unowned let core: PresentationCore
  /// The views that took the place of former ones, by the identities of those. Events for the former views may still
  /// arrive.
  var successors: [ViewID: ViewID] = [:]

  init(core: PresentationCore) { self.core = core }

  /// Performs an event.
  func handle(_ event: ViewEvent) {
    if let id = event.view, let remote = core.hierarchy.view(id) as? RemoteView {
      if reaches(event, id) { core.embeddings.forward(event, at: remote) }
      return
    }
    switch event {
    case .press(let id):
      guard let view = interactiveView(id) else { return }
      guard let address = view[.href].string else { return view.press() }
      // Browsers follow links themselves where they can.
      if view.isInteractive { core.hierarchy.window.perform(.openURL(address)) }
    case .longPress(let id): interactiveView(id)?.longPress()
    case .input(let id, let text): (visibleView(id) as? TextField)?.type(text)
    case .pointer(let id, let pointer, .began): interactiveView(id)?.track(pointer, .began)
    case .pointer(let id, let pointer, let phase): view(id)?.track(pointer, phase)
    case .key(let id, let key): interactiveView(id)?.press(key)
    case .change(let id, let value): visibleView(id)?.change(to: value)
    case .search(let id, let text): (visibleView(id) as? Select)?.find(text)
    case .submit(let id): (interactiveView(id) as? TextField)?.submit()
    case .scroll(let id, let offset): scroll(id, to: offset)
    case .move(let id, let from, let to): (interactiveView(id) as? ListView)?.moveRow(from, to: to)
    case .choose(let id, let index): interactiveView(id)?.chooseMenuItem(index)
    case .refresh(let id): interactiveView(id)?.refresh()
    case .answer(let id, let index):
      if let alert = core.alerts.alerts.last, alert.id == id { alert.onAnswer?(index) }
    case .back: if core.alerts.alerts.isEmpty { core.navigation.goBack() }
    case .resize(let size): core.resize(to: size)
    case .grid(let place): core.place(at: place)
    case .accessory(let type): core.hierarchy.context.accessoryTapped?(type)
    case .focus(let id):
      if let field = visibleView(id) as? TextField { field.emit(.focus, ["value": field.value]) }
    case .blur(let id): (visibleView(id) as? TextField)?.leave()
    }
  }

  private func scroll(_ id: ViewID, to offset: Double) {
    guard let view = view(id) else { return }
    (view as? TableView)?.scroll(to: offset)
    (view as? ScrollView)?.scroll(to: offset)
    // The offset counts under a cover, too; the actions that follow from it do not.
    if interactiveView(id) != nil { view.emitScrolling(to: offset) }
  }

  /// Whether an event reaches a remote view, by the rules for this presentation's own views.
  private func reaches(_ event: ViewEvent, _ id: ViewID) -> Bool {
    switch event {
    case .scroll: true
    case .pointer(_, _, let phase) where phase != .began: true
    case .input, .change, .search, .focus, .blur: visibleView(id) != nil
    default: interactiveView(id) != nil
    }
  }

  private func view(_ id: ViewID) -> View? { core.hierarchy.view(successors[id] ?? id) }

  /// Returns a view that the user can reach: visible, and not under an alert.
  private func interactiveView(_ id: ViewID) -> View? { core.alerts.alerts.isEmpty ? visibleView(id) : nil }

  /// Returns a view in the front stack that is not hidden.
  private func visibleView(_ id: ViewID) -> View? {
    guard let view = view(id), let front = core.navigation.stacks.last?.view else { return nil }
    let ancestors = sequence(first: view, next: \.parent)
    // Toasts and document problems are in front of all stacks.
    for front in [core.alerts.toast, core.documentProblems] {
      if let front, ancestors.contains(where: { $0 === front }) { return view }
    }
    guard ancestors.allSatisfy({ !$0.isHidden }), ancestors.contains(where: { $0 === front }) else { return nil }
    return view
  }
}
