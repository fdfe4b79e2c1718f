import Synchronization

/// Sends elements to any number of streams, each of which follows one topic.
///
/// A slow reader does not delay the sender: each stream buffers as its policy says and drops the rest. A stream leaves
/// the broadcaster when its reader stops, or when the broadcaster finishes it.
package final class Broadcaster<Topic: Hashable & Sendable, Element: Sendable>: Sendable {
  private typealias Subscriber = (topic: Topic, continuation: AsyncStream<Element>.Continuation)

  private struct State {
    var lastNumber = 0
    var subscribers: [Int: Subscriber] = [:]
  }

  private let state = Mutex(State())
  private let policy: AsyncStream<Element>.Continuation.BufferingPolicy

  /// - Parameter policy: What each stream does with elements that are not read in time. By default, a reader gets the
  ///   latest element only.
  package init(buffering policy: AsyncStream<Element>.Continuation.BufferingPolicy = .bufferingNewest(1)) {
    self.policy = policy
  }

  /// The topics that streams follow.
  package var topics: Set<Topic> { state.withLock { Set($0.subscribers.values.map(\.topic)) } }

  /// Whether no stream follows any topic.
  package var isEmpty: Bool { state.withLock { $0.subscribers.isEmpty } }

  /// Returns a stream of what is sent to a topic from now on.
  /// - Parameter first: The element that the stream begins with, if any.
  package func stream(of topic: Topic, beginningWith first: Element? = nil) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let number = state.withLock { state in
      state.lastNumber += 1
      state.subscribers[state.lastNumber] = (topic, continuation)
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.subscribers[number] = nil } }
    if let first { continuation.yield(first) }
    return stream
  }

  /// Sends an element to all streams of a topic.
  package func send(_ element: Element, to topic: Topic) {
    for subscriber in subscribers(of: { $0 == topic }) { subscriber.continuation.yield(element) }
  }

  /// Ends the streams of some topics; by default, all streams.
  package func finish(where isFinished: (Topic) -> Bool = { _ in true }) {
    // Finishing removes the subscriber, which takes the lock.
    for subscriber in subscribers(of: isFinished) { subscriber.continuation.finish() }
  }

  private func subscribers(of isIncluded: (Topic) -> Bool) -> [Subscriber] {
    state.withLock { $0.subscribers.values.filter { isIncluded($0.topic) } }
  }
}

/// The topic of a broadcaster that sends everything to everyone.
package struct SingleTopic: Hashable, Sendable {
  package init() {}
}

extension Broadcaster where Topic == SingleTopic {
  /// Returns a stream of all that is sent from now on.
  /// - Parameter first: The element that the stream begins with, if any.
  package func stream(beginningWith first: Element? = nil) -> AsyncStream<Element> {
    stream(of: SingleTopic(), beginningWith: first)
  }

  /// Sends an element to all streams.
  package func send(_ element: Element) { send(element, to: SingleTopic()) }
}
