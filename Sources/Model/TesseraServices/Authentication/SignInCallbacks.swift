import Foundation
import Synchronization
import TesseraValues

/// Waits for people to come back from where they sign in: a service sends their browser to an address of the host.
package final class SignInCallbacks: Sendable {
  /// How long a person may take.
  package static let patience = Duration.seconds(600)
  /// The most sign-ins under way.
  private static let maximumCount = 256

  private struct State {
    var address: String?
    var waiting: [String: CheckedContinuation<[String: String], any Error>] = [:]
    var cancelled: Set<String> = []
  }

  private let state = Mutex(State())

  /// Those of this process: a server sets the address, and its widgets wait.
  package static let shared = SignInCallbacks()

  /// Creates a place without an address.
  package init() {}

  /// The absolute address to which people come back, such as `http://127.0.0.1:8080/sign-in`; nil where there is none.
  package var address: String? {
    get { state.withLock { $0.address } }
    set { state.withLock { $0.address = newValue } }
  }

  /// Waits for whoever comes back with a text that only they know.
  /// - Parameter open: sends them away.
  /// - Returns: the parameters of the address.
  func parameters(
    for key: String, opening open: @escaping @Sendable () async -> Void
  ) async throws(ServiceError) -> [String: String] {
    defer { state.withLock { _ = $0.cancelled.remove(key) } }
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let isTaken = state.withLock { state in
            guard state.waiting.count < Self.maximumCount, state.waiting[key] == nil, state.cancelled.remove(key) == nil
            else { return false }
            state.waiting[key] = continuation
            return true
          }
          guard isTaken else { return continuation.resume(throwing: CancellationError()) }
          // Not before somebody waits: some browsers are fast.
          Task { await open() }
        }
      } onCancel: {
        let continuation = state.withLock { state in
          let found = state.waiting.removeValue(forKey: key)
          if found == nil { state.cancelled.insert(key) }
          return found
        }
        continuation?.resume(throwing: CancellationError())
      }
    } catch {
      throw ServiceError(.cancelled, message: "The sign-in was not finished")
    }
  }

  /// Takes what a browser came back with, as the query of an address: a form in which `+` is a blank (RFC 6749, section 4.1.2).
  /// - Returns: whether anybody waited for it.
  package func receive(query: String) -> Bool { receive(FormEncoding.fields(of: query)) }

  /// Takes what a browser came back with.
  /// - Returns: whether anybody waited for it.
  package func receive(_ parameters: [String: String]) -> Bool {
    let key = parameters["state"] ?? parameters["oauth_token"] ?? parameters["denied"] ?? ""
    guard let continuation = state.withLock({ $0.waiting.removeValue(forKey: key) }) else { return false }
    continuation.resume(returning: parameters)
    return true
  }
}
