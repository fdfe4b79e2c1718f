import TesseraBundles
import TesseraComponents
import TesseraCustomWidgets
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews

/// The snapshot of a suspended presentation: a few hundred bytes, plus a little for each view and the user's input.
/// Screens that were fetched are stored as they were.
struct PresentationSnapshot {
  /// How the screens are opened on resumption.
  enum Beginning {
    /// As for a new presentation, because the user has not interacted: with the requested screen, or the main one if
    /// nil.
    case anew(screen: String?)
    /// As they were, with the user's input.
    case restored(PresentationState, UndoHistory)
  }

  var beginning: Beginning
  /// Whether the documents have not changed since the suspension.
  var isUnchanged = true
  let size: Size
  let place: GridPlace?
  /// The greatest view identifier so far. New views have greater ones, because earlier events may still arrive.
  let lastNumber: Int
  /// The identifiers of views by path, for each screen, without views in rows.
  let numbers: [[ViewPath: ViewID]]

  var cells: GridSize? { place?.cells }
}

extension PresentationCore {
  /// Returns the snapshot.
  func makeSnapshot(_ beginning: PresentationSnapshot.Beginning) -> PresentationSnapshot {
    PresentationSnapshot(
      beginning: beginning, size: hierarchy.size, place: gridPlace, lastNumber: hierarchy.lastNumber,
      numbers: screens.map(\.numbers))
  }

  /// Opens the screens of a snapshot. Events for earlier views are delivered to the views that took their places.
  func resume(from snapshot: PresentationSnapshot) {
    switch snapshot.beginning {
    case .anew(let screen): navigation.open(screen: screen)
    case .restored(let state, let undoHistory):
      let state = state.current(in: instance.store)
      if snapshot.isUnchanged { resume(state) } else { restore(state) }
      self.undoHistory = undoHistory
    }
    _ = commits.commit()
    nesting.isSuspended = false
    guard snapshot.isUnchanged else { return }
    for (screen, former) in zip(screens, snapshot.numbers) {
      for (path, number) in screen.numbers {
        if let former = former[path] { events.successors[former] = number }
      }
    }
  }

  /// Opens screens as they were, from the same documents. Actions are disabled until `nesting.isSuspended` is reset.
  private func resume(_ state: PresentationState) {
    nesting.isSuspended = true
    restore(state, .resuming)
  }

  // MARK: Verification

  /// Returns a state that restores exactly what the user sees and what the widget knows; nil if something would be
  /// lost.
  ///
  /// The state is tested: the screens are opened a second time offscreen and compared with these. The private state of
  /// rows, custom widgets and lazy or embedded widgets cannot be compared, so such presentations are not suspended.
  ///
  /// - Complexity: That of opening the screens once.
  func verifiedState(languages: [String]) -> PresentationState? {
    guard screens.allSatisfy(\.isLoaded),
      !hierarchy.window.descendants().contains(where: {
        $0 is CustomWidgetView || $0 is LazyView || ($0 as? WidgetView)?.isLoaded == true
          || (($0 as? TableView)?.dataSource as? RowFactory)?.hasData == true
      })
    else { return nil }
    let state = captureState()
    // The trial has no relay to a presentation, so results of its operations are discarded.
    let trial = PresentationCore(
      instance: instance, size: hierarchy.size, place: gridPlace, languages: languages,
      relay: OperationRelay(), isDryRun: true)
    defer { trial.discard() }
    trial.isWatched = false
    trial.budget.begin()
    trial.resume(state)
    _ = trial.commits.commit()
    return trial.commits.overrun == nil && !trial.operations.isBusy && looksLike(trial) && knowsAsMuchAs(trial)
      ? state : nil
  }

  private func looksLike(_ other: PresentationCore) -> Bool {
    let (own, others) = (hierarchy.window.seen(), other.hierarchy.window.seen())
    return own.count == others.count
      && zip(own, others).allSatisfy { one, other in
        one.view.kind == other.view.kind && one.view.identifier == other.view.identifier
          && one.view.value.isAlike(other.view.value)
          && (one.isCovered
            || one.view.frame == other.view.frame && one.view.attributes.isAlike(other.view.attributes))
      }
  }

  private func knowsAsMuchAs(_ other: PresentationCore) -> Bool {
    screens.count == other.screens.count
      && zip(screens, other.screens).allSatisfy { one, other in
        one.knowledge.isAlike(other.knowledge)
      }
  }
}

extension PresentationState {
  /// Returns the state with the current objects of the store.
  fileprivate func current(in store: Store) -> PresentationState {
    func current(_ value: Value) -> Value {
      guard let object = value.object as? ManagedObject else { return value }
      return (try? store.object(object.identity)).map(Value.object) ?? value
    }
    var copy = self
    for stack in copy.stacks.indices {
      for screen in copy.stacks[stack].screens.indices {
        let old = copy.stacks[stack].screens[screen]
        copy.stacks[stack].screens[screen].content = current(old.content)
        copy.stacks[stack].screens[screen].contexts = old.contexts.mapValues(current)
      }
    }
    return copy
  }
}

extension View {
  /// Returns the descendants in preorder, and whether another screen covers them. Covered views have no layout and
  /// therefore no rows.
  fileprivate func seen() -> [(view: View, isCovered: Bool)] {
    var found: [(view: View, isCovered: Bool)] = []
    var pending = [(view: self, isCovered: false)]
    while let (view, isCovered) = pending.popLast() {
      let isCovered = isCovered || view.kind == .screen && view.isHidden
      found.append((view, isCovered))
      for child in view.children.reversed() where !isCovered || child.kind != .cell {
        pending.append((child, isCovered))
      }
    }
    return found
  }
}

extension ScreenController {
  /// Everything that the screen's expressions can read, without data that all screens share.
  fileprivate var knowledge: Value {
    .array(
      [content] + (ownContexts + subtrees.flatMap(\.contexts)).map(\.value)
        + mediators.flatMap { mediator in type(of: mediator).properties.all.map { $0.get(mediator) } })
  }
}

extension Value {
  /// Whether the values are the same, where all instances of a row of the store count as equal.
  fileprivate func isAlike(_ other: Value) -> Bool { isSame(as: other) || self == other }
}

extension Dictionary where Key == ViewAttribute, Value == TesseraValues.Value {
  fileprivate func isAlike(_ other: Self) -> Bool {
    count == other.count && allSatisfy { key, value in other[key].map(value.isAlike) ?? false }
  }
}

extension ViewEvent {
  /// Whether the event may change the widget, so that a new presentation would differ.
  var isUse: Bool {
    switch self {
    case .resize, .grid, .focus, .blur: false
    default: true
    }
  }
}
