import Foundation
import TesseraData
import TesseraServices
import TesseraValues

/// What lasts of an instance between its requests: who the person is, how fast requests follow each other, what was answered,
/// how often stubs were asked.
struct ServiceSessionState: Sendable {
  let credentials: CredentialSession
  let pace: RateLimiter
  let answers: ResponseCache
  let stubCalls = StubCalls()

  /// Takes up what is kept with an instance: credentials with its state, answers beside its store.
  init(state: InstanceState, location: StoreLocation) {
    credentials = CredentialSession(vault: StateVault(state: state))
    pace = RateLimiter()
    switch location {
    case .memory: answers = ResponseCache(folder: nil)
    case .file(let file): answers = ResponseCache(folder: Self.folder(beside: file))
    }
  }

  /// The folder of the answers of an instance.
  static func folder(beside store: URL) -> URL { URL(filePath: store.path + ".answers") }
}

/// Keeps credentials with what an instance keeps.
private struct StateVault: CredentialVault {
  private static let key = "service/credentials"

  let state: InstanceState

  var credentials: Value { state.value(forKey: Self.key, isPersisted: true) }

  func store(_ credentials: Value) -> Bool { state.setValue(credentials, forKey: Self.key, isPersisted: true) }
}
