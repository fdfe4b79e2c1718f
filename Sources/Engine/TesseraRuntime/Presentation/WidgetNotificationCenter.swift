import Synchronization

/// Carries what one part of an instance announces to all others: presentations, and hosts that listen.
final class WidgetNotificationCenter: Sendable {
  private struct State {
    var number = 0
    var observers: [Int: @Sendable (WidgetNotification) -> Void] = [:]
  }

  private let state = Mutex(State())

  /// How many announcements a host may be behind; the oldest are dropped then.
  private static let maximumCount = 1000

  /// Lets somebody hear of announcements.
  /// - Returns: what ends that.
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
  }

  /// All announcements from now on.
  func stream() -> AsyncStream<WidgetNotification> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: WidgetNotification.self, bufferingPolicy: .bufferingNewest(Self.maximumCount))
    let number = observe { continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.stopObserving(number) }
    return stream
  }
}
