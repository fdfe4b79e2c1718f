import Foundation
import TesseraData
import TesseraServices
import TesseraValues

/// The state of an instance that persists between requests: credentials, rate limits, cached responses, and the number
/// of stub calls.
struct ServiceSessionState: Sendable {
  let credentials: CredentialSession
  let rateLimiter: RateLimiter
  let responseCache: ResponseCache
  let stubCalls = StubCalls()

  /// Restores the persisted state: credentials from the instance's state, and responses from files beside its store.
  init(state: InstanceState, location: StoreLocation) {
    credentials = CredentialSession(vault: StateVault(state: state))
    rateLimiter = RateLimiter()
    switch location {
    case .memory: responseCache = ResponseCache(folder: nil)
    case .file(let file): responseCache = ResponseCache(folder: Self.folder(beside: file))
    }
  }

  /// Returns the folder of an instance's cached responses.
  static func folder(beside store: URL) -> URL { URL(filePath: store.path + ".answers") }
}

/// Stores credentials in the instance's state.
private struct StateVault: CredentialVault {
  private static let key = "service/credentials"

  let state: InstanceState

  var credentials: Value { state.value(forKey: Self.key, isPersisted: true) }

  func store(_ credentials: Value) -> Bool { state.setValue(credentials, forKey: Self.key, isPersisted: true) }
}
