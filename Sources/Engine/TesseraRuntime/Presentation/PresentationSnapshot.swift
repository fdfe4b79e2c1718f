import TesseraBundles
import TesseraComponents
import TesseraCustomWidgets
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews

/// What is kept of a presentation that nobody looks at: some hundred bytes and some for each view, and what people did. Screens that
/// were fetched are kept as they came.
struct PresentationSnapshot {
  /// How its screens are opened for whoever comes.
  enum Beginning {
    /// As for somebody new, because nobody did anything: the screen that was asked for, or nil for the main one.
    case anew(screen: String?)
    /// As they were, with what people did.
    case restored(PresentationState, UndoHistory)
  }

  var beginning: Beginning
  /// Whether the documents are those that the screens were made of.
  var isUnchanged = true
  let size: Size
  let place: GridPlace?
  /// The greatest number that a view has had. Those that come have others, because events of before may be on their way.
  let lastNumber: Int
  /// Which view stood where, screen by screen, without those in rows.
  let numbers: [[ViewPlace: ViewID]]

  var cells: Manifest.CellSize? { place?.cellSize }
}

extension GridPlace {
  /// Its cells in the words of manifests.
  var cellSize: Manifest.CellSize { Manifest.CellSize(columns: cells.columns, rows: cells.rows) }
}

extension PresentationCore {
  /// What to keep of it.
  func rest(_ beginning: PresentationSnapshot.Beginning) -> PresentationSnapshot {
    PresentationSnapshot(
      beginning: beginning, size: hierarchy.size, place: gridPlace, lastNumber: hierarchy.lastNumber,
      numbers: screens.map(\.numbers))
  }

  /// Opens the screens. What people do to a view that stood somewhere before is done to the one that stands there now.
  func wake(from rest: PresentationSnapshot) {
    switch rest.beginning {
    case .anew(let screen): open(screen: screen)
    case .restored(let state, let undoHistory):
      let state = state.current(in: instance.store)
      if rest.isUnchanged { open(unchanged: state) } else { open(state) }
      self.undoHistory = undoHistory
    }
    _ = commit()
    nesting.isStill = false
    guard rest.isUnchanged else { return }
    for (screen, former) in zip(screens, rest.numbers) {
      for (place, number) in screen.numbers {
        if let former = former[place] { successors[former] = number }
      }
    }
  }

  /// Opens screens as they were, of the documents that they were made of. Actions do nothing until somebody says that they do again.
  func open(unchanged state: PresentationState) {
    nesting.isStill = true
    isWaking = true
    open(state)
    isWaking = false
  }

  // MARK: Proof

  /// What brings people back to exactly what they see now, and to all that the widget knows; nil where something would be lost.
  ///
  /// It is not believed but tried: the screens are opened once more out of sight, and compared with these. What rows, Swift
  /// code and services keep to themselves cannot be read, so that nobody rests with it.
  ///
  /// - Complexity: that of opening the screens once.
  func provenState(languages: [String]) -> PresentationState? {
    guard screens.allSatisfy(\.isLoaded),
      !hierarchy.window.descendants().contains(where: {
        $0 is CustomWidgetView || $0 is LazyView || ($0 as? WidgetView)?.isLoaded == true
          || (($0 as? TableView)?.dataSource as? RowFactory)?.hasData == true
      })
    else { return nil }
    let state = state()
    // Nobody hears what it starts.
    let trial = PresentationCore(
      instance: instance, size: hierarchy.size, place: gridPlace, languages: languages,
      relay: OperationRelay())
    defer { trial.closeUnnoticed() }
    trial.isWatched = false
    trial.isRehearsal = true
    trial.budget.begin()
    trial.open(unchanged: state)
    _ = trial.commit()
    return trial.overrun == nil && !trial.operations.isBusy && looksLike(trial) && knowsAsMuchAs(trial) ? state : nil
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
  /// The same, with what the store has by now of its objects.
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
  /// The views below, parents first, and whether another screen covers them: those are not laid out until they are seen
  /// again, so that they have no rows either.
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
  /// All that the screen's expressions can read, besides what all screens share.
  fileprivate var knowledge: Value {
    .array(
      [content] + (ownContexts + subtrees.flatMap(\.contexts)).map(\.value)
        + mediators.flatMap { mediator in type(of: mediator).properties.all.map { $0.get(mediator) } })
  }
}

extension Value {
  /// Whether it is the same, where two readings of a row at one time count as one.
  fileprivate func isAlike(_ other: Value) -> Bool { isSame(as: other) || self == other }
}

extension Dictionary where Key == ViewAttribute, Value == TesseraValues.Value {
  fileprivate func isAlike(_ other: Self) -> Bool {
    count == other.count && allSatisfy { key, value in other[key].map(value.isAlike) ?? false }
  }
}

extension ViewEvent {
  /// Whether it may change what a widget shows, so that the widget opened anew would be another one.
  var isUse: Bool {
    switch self {
    case .resize, .grid, .focus, .blur: false
    default: true
    }
  }
}
