import Synchronization
import TesseraValues

/// An event of an action that listens to messages.
enum FeedEvent: Sendable {
  /// The connection was opened.
  case opened
  /// A message was stored.
  case received(ActionOutcome)
  /// A message was invalid, or the connection was lost and will be retried.
  case failed(ActionFailure, isLost: Bool)
}

/// The connections of an instance through which services push messages. Each lasts as long as it has listeners.
final class MessageFeeds: Sendable {
  /// The identity of a subscription: subscriptions with equal keys share a connection.
  struct Key: Hashable, Sendable {
    var action: String
    var provider: String?
    var object: Value
  }

  private struct Feed {
    var listeners: [Int: @Sendable (FeedEvent) async -> Void] = [:]
    var isOpen = false
    var task: Task<Void, Never>?
  }

  private struct State {
    var feeds: [Key: Feed] = [:]
    var lastListener = 0
  }

  private let state = Mutex(State())

  /// Calls `onEvent` with the events of a connection until the task is cancelled.
  /// - Parameter connect: Opens the connection for the first listener. Its events go to all listeners.
  func follow(
    _ key: Key, _ onEvent: @escaping @Sendable (FeedEvent) async -> Void,
    connecting connect: @escaping @Sendable (@escaping @Sendable (FeedEvent) async -> Void) async -> Void
  ) async {
    let (listener, isOpen) = state.withLock { state in
      state.lastListener += 1
      var feed = state.feeds[key] ?? Feed()
      feed.listeners[state.lastListener] = onEvent
      if feed.task == nil {
        feed.task = Task { [weak self] in
          await connect { [weak self] in await self?.send($0, of: key) }
          self?.recordEnd(of: key)
        }
      }
      state.feeds[key] = feed
      return (state.lastListener, feed.isOpen)
    }
    if isOpen { await onEvent(.opened) }
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in never {}
    } onCancel: {
      continuation.finish()
    }
    leave(key, listener)
  }

  /// Records the end of a connection; the next listener opens a new one.
  private func recordEnd(of key: Key) {
    state.withLock { state in
      state.feeds[key]?.isOpen = false
      state.feeds[key]?.task = nil
    }
  }

  private func leave(_ key: Key, _ listener: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      state.feeds[key]?.listeners[listener] = nil
      guard state.feeds[key]?.listeners.isEmpty == true else { return nil }
      return state.feeds.removeValue(forKey: key)?.task
    }
    task?.cancel()
  }

  private func send(_ event: FeedEvent, of key: Key) async {
    let listeners = state.withLock { state in
      switch event {
      case .opened: state.feeds[key]?.isOpen = true
      case .failed(_, let isLost): if isLost { state.feeds[key]?.isOpen = false }
      case .received: break
      }
      return state.feeds[key].map { $0.listeners.sorted { $0.key < $1.key }.map(\.value) } ?? []
    }
    for listener in listeners { await listener(event) }
  }
}
