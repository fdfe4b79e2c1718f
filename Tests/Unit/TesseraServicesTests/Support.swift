import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

/// Host names and the addresses that they stand for in a test; no name server is asked.
struct TableResolver: HostResolver {
  var table: [String: [String]] = [:]

  func addresses(of host: String) async -> [NetworkAddress] {
    (table[host] ?? [host]).compactMap { NetworkAddress($0) }
  }
}

/// A clock on which no time has to pass: every sleep is over at once, and is written down.
final class InstantClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let start = ContinuousClock().now
  private let slept = Mutex<[Duration]>([])

  var now: Instant { start }
  var minimumResolution: Duration { .zero }
  /// How long each sleep would have been.
  var sleeps: [Duration] { slept.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    slept.withLock { $0.append(start.duration(to: deadline)) }
  }
}

extension ServiceDescription {
  /// Reads a description that has to be free of problems.
  init(_ text: String) throws {
    var diagnostics = Diagnostics()
    self = ServiceDescription.decode(try JSONNode.parse(text), diagnostics: &diagnostics)
    try #require(diagnostics.all.isEmpty, "\(diagnostics.all)")
  }
}

extension HostPolicy {
  /// A policy with hosts as a manifest writes them. What is no host allows nothing.
  init(texts: [String], allowsPrivateAddresses: Bool = false) {
    self.init(
      hosts: texts.compactMap { try? HostPattern(parsing: $0) }, allowsPrivateAddresses: allowsPrivateAddresses)
  }
}

extension LoopbackServer {
  /// A provider that talks to this server only.
  func provider(_ actions: String, defaults: String = "") throws -> StandardServiceProvider {
    let description = try ServiceDescription(
      #"{"defaults": {"baseUrl": "\#(url("/v1"))"\#(defaults.isEmpty ? "" : ", " + defaults)}, "actions": {\#(actions)}}"#
    )
    return StandardServiceProvider(description: description, policy: policy, transport: HTTPTransport())
  }

  /// A policy that names this server only.
  var policy: HostPolicy { HostPolicy(texts: [host], allowsPrivateAddresses: true) }
}

extension ServiceProvider {
  /// The error that an action ends with.
  func failure(_ action: String, _ object: Value = .null) async throws -> ServiceError {
    do throws(ServiceError) {
      let response = try await perform(ServiceRequest(action: action, object: object))
      Issue.record("'\(action)' has a result: \(response.result)")
      return ServiceError(.unknownAction, message: "none")
    } catch {
      return error
    }
  }

  /// The result that an action ends with.
  func result(_ action: String, _ object: Value = .null) async throws -> Value {
    try await perform(ServiceRequest(action: action, object: object)).result
  }
}
