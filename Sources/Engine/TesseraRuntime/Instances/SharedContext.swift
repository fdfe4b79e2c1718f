import Synchronization
import TesseraExpressions
import TesseraValues

/// Data that all presentations of an instance share: `global`, the options and the current entry.
///
/// Each presentation has a copy that its expressions read. A write goes through the shared data to all presentations,
/// the writer included, in the same order.
final class SharedContext: Sendable {
  private struct State {
    var value: Value
    var observers: [Int: @Sendable () -> Void] = [:]
    var lastObserver = 0
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// The current data.
  var value: Value { state.withLock { $0.value } }

  /// Writes a value at a path, and notifies all observers if the data changed.
  func set(_ new: Value, at path: ContextPath) {
    let observers = state.withLock { state in
      guard !path.value(in: state.value).isSame(as: new) else { return [@Sendable () -> Void]() }
      path.set(new, in: &state.value)
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  /// Calls `observer` after each change, until ``stopObserving(_:)``.
  func observe(_ observer: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = observer
      return state.lastObserver
    }
  }

  func stopObserving(_ observer: Int) { state.withLock { _ = $0.observers.removeValue(forKey: observer) } }
}
