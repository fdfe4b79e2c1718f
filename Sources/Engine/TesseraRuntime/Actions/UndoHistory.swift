import TesseraComponents
import TesseraData
import TesseraValues
import TesseraViews

/// The changes that actions made to the store, oldest first, for undo.
struct UndoHistory {
  /// A change that can be undone.
  enum Change {
    case inserted(ManagedObject)
    /// An update, with the previous values.
    case updated(ManagedObject, [String: Value])
    case deleted(DeletedObjects)
  }

  /// The maximum number of changes that a widget can undo. A further one takes the place of the oldest.
  private static let maximumCount = 50

  private var changes: [Change] = []

  /// Whether there is a change to undo.
  var canUndo: Bool { !changes.isEmpty }

  mutating func add(_ change: Change) {
    changes.append(change)
    if changes.count > Self.maximumCount { changes.removeFirst() }
  }

  /// Undoes the last change.
  /// - Returns: Whether there was a change to undo.
  mutating func undo(in store: Store) throws -> Bool {
    guard let change = changes.popLast() else { return false }
    do {
      switch change {
      case .inserted(let object): try store.delete([object])
      case .updated(let object, let values): try store.update(object, values)
      case .deleted(let objects): try store.restore(objects)
      }
    } catch StoreError.identityIsTaken(let entity) {
      // The change stays in the history: the undo may succeed later.
      changes.append(change)
      throw StoreError.identityIsTaken(entity)
    }
    return true
  }
}

extension ActionDefinition {
  static let undo = ActionDefinition(
    type: "undo",
    documentation: "Undoes the last 'insert', 'update' or 'delete', if there is one.",
    synonyms: ["revert", "rollback", "restore"],
    events: [EventDefinition("onSuccess", "A change was undone."), .failed]
  ) { run in
    guard let core = run.screen?.core else { return }
    var isDone = false
    run.changeStore { store in
      // The store tells the presentation of the change while it is made, which may read the history.
      var history = core.undoHistory
      defer { core.undoHistory = history }
      isDone = try history.undo(in: store)
      return nil
    }
    if isDone { run.fire("onSuccess") }
  }
}
