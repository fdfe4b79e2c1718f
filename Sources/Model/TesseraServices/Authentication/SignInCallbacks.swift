import Foundation
import Synchronization
import TesseraValues

/// Waits for users to return from a sign-in. The service redirects their browser to a URL of the host.
package final class SignInCallbacks: Sendable {
  /// The time that a user may take to sign in to a service. Then the sign-in fails.
  package static let timeout = Duration.seconds(600)
  /// The maximum number of sign-ins to services in progress. A further one fails.
  private static let maximumCount = 256

  private struct State {
    var address: String?
    var waiting: [String: CheckedContinuation<[String: String], any Error>] = [:]
    var cancelled: Set<String> = []
  }

  private let state = Mutex(State())

  /// The callbacks of this process. A server sets the URL, and its widgets wait for the redirects.
  package static let shared = SignInCallbacks()

  /// Creates callbacks without a URL.
  package init() {}

  /// The absolute URL to which browsers are redirected, such as `http://127.0.0.1:8080/sign-in`; nil if there is none.
  package var address: String? {
    get { state.withLock { $0.address } }
    set { state.withLock { $0.address = newValue } }
  }

  /// Waits for a redirect that carries a key which only this user's browser knows.
  /// - Parameter open: Called to open the page of the sign-in.
  /// - Returns: The parameters of the redirect's URL.
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
          // The continuation must be registered first, because a fast browser may return at once.
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
      throw ServiceError(.cancelled, message: "The sign-in was not completed")
    }
  }

  /// Handles a redirect from the query of its URL, which is form-encoded: `+` is a space (RFC 6749, section 4.1.2).
  /// - Returns: Whether a sign-in was waiting for it.
  package func receive(query: String) -> Bool { receive(FormEncoding.fields(of: query)) }

  /// Handles a redirect with the parameters of its URL.
  /// - Returns: Whether a sign-in was waiting for it.
  package func receive(_ parameters: [String: String]) -> Bool {
    let key = parameters["state"] ?? parameters["oauth_token"] ?? parameters["denied"] ?? ""
    guard let continuation = state.withLock({ $0.waiting.removeValue(forKey: key) }) else { return false }
    continuation.resume(returning: parameters)
    return true
  }
}
