import Synchronization
import TesseraValues

/// Dispatches notifications within an instance to its presentations, and to hosts that follow it.
final class WidgetNotificationCenter: Sendable {
  private struct State {
    var number = 0
    var observers: [Int: @Sendable (WidgetNotification) -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Slow hosts get the latest thousand notifications; older ones are dropped.
  private let hosts = Broadcaster<SingleTopic, WidgetNotification>(buffering: .bufferingNewest(1000))

  /// Adds an observer.
  /// - Returns: The number to pass to ``stopObserving(_:)``.
  func observe(_ body: @escaping @Sendable (WidgetNotification) -> Void) -> Int {
    state.withLock { state in
      state.number += 1
      state.observers[state.number] = body
      return state.number
    }
  }

  func stopObserving(_ number: Int) { state.withLock { $0.observers[number] = nil } }

  func post(_ notification: WidgetNotification) {
    for body in state.withLock({ Array($0.observers.values) }) { body(notification) }
    hosts.send(notification)
  }

  /// Returns a stream of all notifications from now on.
  func stream() -> AsyncStream<WidgetNotification> { hosts.stream() }
}
