import ArgumentParser
import Foundation
import Synchronization
import TesseraRuntime
import TesseraServices
import TesseraValues

/// The network of a scenario: it responds to the requests of a widget as the scenario says, and reaches no server.
final class ScenarioNetwork: StreamingNetworkClient {
  /// A response, with the requests that get it.
  struct Response: Sendable {
    /// The URL of the requests. Without a query, it matches all queries; with a final `*`, all URLs that begin so.
    var url: String
    /// The method of the requests; nil for any.
    var method: String?
    /// The header fields that the request has, by names in lower case.
    var sent: [String: String] = [:]
    /// The number of the request with this URL and method that gets the response, from 1; nil for any.
    var call: Int?
    var status = 200
    var headers: [String: String] = [:]
    var body = Body.bytes([])
    /// The time until the response.
    var delay: Duration = .zero
    /// Whether the connection fails in place of a response.
    var isFailure = false

    /// The body of a response.
    enum Body: Sendable {
      case bytes([UInt8])
      /// A file: in a scenario, relative to its folder.
      case file(String)
    }

    func isFor(_ request: NetworkRequest) -> Bool {
      if let method, method != request.method { return false }
      if !sent.allSatisfy({ request.headers[$0.key] == $0.value }) { return false }
      if url.hasSuffix("*") { return request.url.hasPrefix(url.dropLast()) }
      let asked = url.contains("?") ? request.url : String(request.url.prefix { $0 != "?" })
      // An address without a path is the same as the one with the root's.
      return asked == url || asked == url + "/"
    }
  }

  /// The reason why a request got no response, for the log.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// A transport without time limits: the machine may be busy, and the scenario says how long a response takes.
  var transport: HTTPTransport { HTTPTransport(self, clock: StoppedClock()) }

  private let responses: [Response]
  private let clock: any Clock<Duration>
  private let calls = StubCalls()
  /// The last request without an answer, for people who look for the reason of a failure.
  private let lastMiss = Mutex<String?>(nil)

  init(_ responses: [Response], clock: any Clock<Duration>) {
    self.responses = responses
    self.clock = clock
  }

  /// Creates the networks of scenarios, in real time.
  /// - Throws: An exit code if a scenario has errors, which are written to standard error.
  convenience init(ofFiles paths: [String]) throws {
    var responses: [Response] = []
    for path in paths {
      let (scenario, problems) = ScenarioReader.scenario(at: path)
      StandardError.write(problems.map { $0.inFile(path) })
      guard let scenario else { throw ExitCode(1) }
      responses += scenario.networkInItsFolder
    }
    self.init(responses, clock: ContinuousClock())
  }

  func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    var counted: [String: Int] = [:]
    for response in responses where response.isFor(request) {
      let counter = "\(response.method ?? "*") \(response.url)"
      let call = counted[counter] ?? calls.next(for: counter)
      counted[counter] = call
      guard (response.call ?? call) == call else { continue }
      if response.delay > .zero { try await clock.sleep(for: response.delay) }
      if response.isFailure { throw Failure(description: "the scenario lets the connection fail") }
      return NetworkResponse(status: response.status, headers: response.headers, body: try body(of: response))
    }
    let words = "the scenario's 'network' has no answer to \(request.method) \(request.url)"
    lastMiss.withLock { $0 = words }
    throw Failure(description: words)
  }

  /// What the last request was that the scenario has no answer to; nil if all had one.
  var missingResponse: String? { lastMiss.withLock(\.self) }

  private func body(of response: Response) throws -> [UInt8] {
    switch response.body {
    case .bytes(let bytes): return bytes
    case .file(let path):
      guard let data = FileManager.default.contents(atPath: path), data.count <= HTTPTransport.maximumResponseBytes
      else { throw Failure(description: "the file '\(path)' beside the scenario does not exist or is too large") }
      return Array(data)
    }
  }
}

extension Scenario {
  /// The answers to the requests of the widget, with the paths of files; empty without a network.
  var networkInItsFolder: [ScenarioNetwork.Response] {
    (network ?? []).map { response in
      guard case .file(let path) = response.body else { return response }
      var response = response
      response.body = .file(URL(filePath: folder).appending(path: path).path)
      return response
    }
  }
}

/// A clock whose time does not pass. A sleep ends when it is cancelled.
private struct StoppedClock: Clock {
  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let (never, _) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    try Task.checkCancellation()
  }
}
