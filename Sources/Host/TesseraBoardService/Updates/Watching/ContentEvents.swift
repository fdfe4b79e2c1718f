import TesseraBundles
import TesseraRuntime
import TesseraServices
import TesseraValues

/// Receives the events by which widgets' servers report changed content. All widgets of a kind share one connection.
struct ContentEvents {
  /// Where the events of a kind come from.
  private struct Origin: Equatable {
    let address: String
    let policy: HostPolicy
  }

  private struct Follower {
    let origin: Origin
    let task: Task<Void, Never>
  }

  private let environment: RuntimeEnvironment
  private var followers: [String: Follower] = [:]

  /// The maximum number of connections for the `update.events` of widgets. Those of further widgets are not followed.
  package static let maximumCount = 64

  package init(_ environment: RuntimeEnvironment) { self.environment = environment }

  /// Connects to the event sources of some kinds of widgets, and disconnects from all others.
  /// - Parameters:
  ///   - grants: What people let widgets of the kinds do with hosts.
  ///   - onEvent: Called with the kind whose content changed.
  ///   - onFailure: Called with the reason why a connection failed. It is retried.
  package mutating func follow(
    _ definitions: [String: WidgetDefinition], grants: [String: HostGrants],
    onEvent: @escaping @Sendable (_ kind: String) async -> Void,
    onFailure: @escaping @Sendable (_ kind: String, ServiceError) async -> Void
  ) {
    let origins = definitions.reduce(into: [String: Origin]()) { origins, known in
      origins[known.key] = origin(of: known.value, grants[known.key] ?? HostGrants())
    }
    for (kind, follower) in followers where origins[kind] != follower.origin {
      follower.task.cancel()
      followers[kind] = nil
    }
    for (kind, origin) in origins.sorted(by: { $0.key < $1.key }) {
      guard followers[kind] == nil, followers.count < Self.maximumCount else { continue }
      // An invalid address was reported when the manifest was read.
      guard
        let source = try? EventSource(
          origin.address, policy: origin.policy, transport: environment.transport, clock: environment.clock)
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
      followers[kind] = Follower(origin: origin, task: task)
    }
  }

  private func origin(of definition: WidgetDefinition, _ grants: HostGrants) -> Origin? {
    let manifest = definition.bundle.manifest
    guard let events = manifest.update.events else { return nil }
    var own = environment
    own.grants = { grants }
    return Origin(address: manifest.absolute(events.value), policy: own.hostPolicy(of: definition.bundle))
  }

  /// Closes all connections.
  package mutating func stop() {
    for follower in followers.values { follower.task.cancel() }
    followers = [:]
  }
}
