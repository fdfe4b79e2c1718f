import Foundation
import TesseraBoardService
import TesseraHTTPClient
import TesseraServer
import TesseraServices
import TesseraValues

/// Checks the port that a server listens on, and the system's limit of connections.
struct PortCheck: Sendable {
  let port: Int
  /// Whether the server speaks HTTPS.
  let isEncrypted: Bool
  /// Whether a server uses the data folder.
  let hasServer: Bool

  /// The time limit for an answer of a server on this machine to `tessera doctor`, in seconds. A later one counts as
  /// none.
  private static let timeLimit = 3

  func findings() async -> [Finding] { [await use(), Self.openFiles(greatest: OpenFileLimit.greatest)] }

  private func use() async -> Finding {
    switch await ConnectionTest.state(ofPort: port) {
    case .free:
      // The server may listen on another port, which this command was not told.
      return .ok("port", "No program listens on port \(port)")
    case .refused:
      return .error(
        "port-refused", "You do not have permission to listen on port \(port)", fix: "Choose a port above 1023")
    case .taken: break
    }
    // Nothing but the server itself knows the name for which its certificate is.
    if isEncrypted, hasServer { return .ok("port", "A program listens on port \(port), and a server uses the folder") }
    guard let health = await response(to: "healthz"), health == HealthResponse(status: 200, text: "ok\n"),
      let readiness = await response(to: "readyz")
    else {
      return .error(
        "port-in-use", "Port \(port) is in use, and what answers there is no Tessera",
        fix: "Stop the other program, or choose another port")
    }
    guard readiness.status == 200 else {
      return .error(
        "not-ready", "The server on port \(port) runs, but cannot store boards: \(readiness.problem)",
        fix: "Mend what is wrong with the folder, and restart the server")
    }
    return .ok("port", "A Tessera on port \(port) runs, and can store boards")
  }

  private struct HealthResponse: Sendable, Equatable {
    let status: Int
    let text: String

    /// What the server says is wrong.
    var problem: String {
      (try? Value.parseJSON(text))?.value(at: "error").value(at: "message").string ?? "status \(status)"
    }
  }

  /// Returns the answer to a request of a path; nil if there is none in time.
  private func response(to path: String) async -> HealthResponse? {
    guard let address = NetworkAddress("127.0.0.1") else { return nil }
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/\(path)", address: address, port: port)
    return try? await withTimeout(.seconds(Self.timeLimit)) {
      let client = CurlHTTPClient()
      let response = try await client.send(request)
      var bytes: [UInt8] = []
      for try await chunk in response.body where bytes.count < 10_000 { bytes += chunk }
      return HealthResponse(status: response.status, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// How many open files a server needs besides its connections.
  private static let reservedFiles = 64

  /// Returns what the greatest number of open files means, of which each connection is one.
  static func openFiles(greatest: Int) -> Finding {
    let wanted = ConnectionLimits().maximumCount
    guard greatest >= wanted + reservedFiles else {
      return .warning(
        "open-files", "The system allows \(greatest) open files, too few for \(wanted) connections",
        fix: "Raise the limit: 'LimitNOFILE' of a service, or 'ulimit -n'")
    }
    return .ok("open-files", "The system allows \(greatest) open files")
  }
}
