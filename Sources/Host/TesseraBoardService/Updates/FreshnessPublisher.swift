import TesseraValues

/// Publishes how fresh all widgets are, whenever that changes.
struct FreshnessPublisher {
  private let broadcaster = Broadcaster<SingleTopic, Value>()
  private var published = Value.null

  /// Returns a stream of the state of all widgets, which begins with the present one.
  mutating func stream(of current: [String: Freshness]) -> AsyncStream<Value> {
    let value = Self.value(of: current)
    publish(value)
    return broadcaster.stream(beginningWith: value)
  }

  /// Sends the present state to all streams, unless they know it. Without streams, the state is not computed.
  mutating func publish(_ current: () -> [String: Freshness]) {
    if broadcaster.isEmpty { published = .null } else { publish(Self.value(of: current())) }
  }

  private mutating func publish(_ value: Value) {
    guard value != published else { return }
    published = value
    broadcaster.send(value)
  }

  func finish() { broadcaster.finish() }

  private static func value(of states: [String: Freshness]) -> Value { .dictionary(states.mapValues(\.value)) }
}
