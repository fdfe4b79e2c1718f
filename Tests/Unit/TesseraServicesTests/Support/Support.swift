import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

/// A resolver with a fixed table of host names and addresses. It does not consult name servers.
struct TableResolver: HostResolver {
  var table: [String: [String]] = [:]

  func addresses(of host: String) async -> [NetworkAddress] {
    (table[host] ?? [host]).compactMap { NetworkAddress($0) }
  }
}

/// A clock on which every sleep ends at once. The durations are recorded.
final class InstantClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let start = ContinuousClock().now
  private let slept = Mutex<[Duration]>([])

  var now: Instant { start }
  var minimumResolution: Duration { .zero }
  /// The durations of all sleeps.
  var sleeps: [Duration] { slept.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    slept.withLock { $0.append(start.duration(to: deadline)) }
  }
}

/// A clock on which delays take no time, and limits are never reached: a sleep of at least ``limit`` lasts until it is
/// cancelled.
struct UnhurriedClock: Clock {
  let limit: Duration

  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    guard deadline - now >= limit else { return await Task.yield() }
    let (never, _) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    try Task.checkCancellation()
  }
}

extension ServiceDescription {
  /// Decodes a description that must be free of problems.
  init(_ text: String) throws {
    var diagnostics = Diagnostics()
    self = ServiceDescription.decode(try JSONNode.parse(text), diagnostics: &diagnostics)
    try #require(diagnostics.all.isEmpty, "\(diagnostics.all)")
  }
}

extension HostPolicy {
  /// Creates a policy with hosts as a manifest writes them. Invalid hosts are ignored.
  init(texts: [String], allowsPrivateAddresses: Bool = false) {
    self.init(
      hosts: texts.compactMap { try? HostPattern(parsing: $0) }, allowsPrivateAddresses: allowsPrivateAddresses)
  }
}

extension LoopbackServer {
  /// Returns a provider that may contact only this server.
  func provider(_ actions: String, defaults: String = "") throws -> StandardServiceProvider {
    let description = try ServiceDescription(
      #"{"defaults": {"baseUrl": "\#(url("/v1"))"\#(defaults.isEmpty ? "" : ", " + defaults)}, "actions": {\#(actions)}}"#
    )
    return StandardServiceProvider(description: description, policy: policy, transport: HTTPTransport())
  }

  /// A policy that allows only this server.
  var policy: HostPolicy { HostPolicy(texts: [host], allowsPrivateAddresses: true) }
}

extension ServiceProvider {
  /// Returns the error of an action.
  func failure(_ action: String, _ object: Value = .null) async throws -> ServiceError {
    do throws(ServiceError) {
      let response = try await perform(ServiceRequest(action: action, object: object))
      Issue.record("'\(action)' has a result: \(response.result)")
      return ServiceError(.unknownAction, message: "none")
    } catch {
      return error
    }
  }

  /// Returns the result of an action.
  func result(_ action: String, _ object: Value = .null) async throws -> Value {
    try await perform(ServiceRequest(action: action, object: object)).result
  }
}

final class MemoryVault: CredentialVault {
  private let kept = Mutex(Value.null)
  var credentials: Value { kept.withLock { $0 } }

  func store(_ credentials: Value) -> Bool {
    kept.withLock { $0 = credentials }
    return true
  }
}
