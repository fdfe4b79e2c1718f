import Synchronization
import TesseraServices

/// A client with scripted responses instead of a network.
final class ScriptedClient: NetworkClient {
  private let answer: @Sendable (Int, NetworkRequest) throws -> NetworkResponse
  private let kept = Mutex<[NetworkRequest]>([])

  init(_ answer: @escaping @Sendable (_ number: Int, _ request: NetworkRequest) throws -> NetworkResponse) {
    self.answer = answer
  }

  var requests: [NetworkRequest] { kept.withLock { $0 } }

  func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    let number = kept.withLock {
      $0.append(request)
      return $0.count
    }
    return try answer(number, request)
  }
}
