import TesseraBundles
import TesseraRuntime
import TesseraServices
import TesseraValues

/// Receives the events by which widgets' servers report changed content. All widgets of a kind share one connection.
struct ContentEvents {
  private struct Follower {
    let address: String
    let task: Task<Void, Never>
  }

  private let environment: RuntimeEnvironment
  private var followers: [String: Follower] = [:]

  /// The maximum number of connections.
  package static let maximumCount = 64

  package init(_ environment: RuntimeEnvironment) { self.environment = environment }

  /// Connects to the event sources of some kinds of widgets, and disconnects from all others.
  /// - Parameters:
  ///   - onEvent: Called with the kind whose content changed.
  ///   - onFailure: Called with the reason why a connection failed. It is retried.
  package mutating func follow(
    _ definitions: [String: WidgetDefinition], onEvent: @escaping @Sendable (_ kind: String) async -> Void,
    onFailure: @escaping @Sendable (_ kind: String, ServiceError) async -> Void
  ) {
    for (kind, follower) in followers where definitions[kind].map({ address(of: $0) }) != follower.address {
      follower.task.cancel()
      followers[kind] = nil
    }
    for (kind, definition) in definitions.sorted(by: { $0.key < $1.key }) {
      guard followers[kind] == nil, followers.count < Self.maximumCount, let address = address(of: definition) else {
        continue
      }
      // An invalid address was reported when the manifest was read.
      guard
        let source = try? EventSource(
          address, policy: environment.hostPolicy(of: definition.bundle), transport: environment.transport,
          clock: environment.clock)
      else { continue }
      // All events within a second count as one.
      let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let task = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await source.follow { _ in
              change.yield()
            } onFailure: {
              await onFailure(kind, $0)
            }
            change.finish()
          }
          for await _ in changes {
            await onEvent(kind)
            try? await Task.sleep(for: .seconds(1))
          }
          group.cancelAll()
        }
      }
      followers[kind] = Follower(address: address, task: task)
    }
  }

  private func address(of definition: WidgetDefinition) -> String? {
    definition.bundle.manifest.update.events.map { definition.bundle.manifest.absolute($0.value) }
  }

  /// Closes all connections.
  package mutating func stop() {
    for follower in followers.values { follower.task.cancel() }
    followers = [:]
  }
}
