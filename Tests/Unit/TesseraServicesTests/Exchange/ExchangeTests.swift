import Foundation
import HTTPTypes
import Synchronization
import TesseraHTTPClient
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraServices

/// The exchange between an action and the network: retries, rate limit, cached responses, progress and interceptors.
struct ExchangeTests {
  // MARK: Retries

  @Test func `A busy server is retried with growing delays`() async throws {
    let statuses = Mutex([503, 500, 200])
    try await LoopbackServer.run { _ in
      .json("{}", status: statuses.withLock { $0.removeFirst() })
    } during: { server in
      let clock = InstantClock()
      let provider = try server.exchanging(#""a": {"path": "a", "retries": 3}"#, clock: clock)
      #expect(try await provider.result("a") == [:])
      let waits = clock.sleeps.filter { $0 < .seconds(20) }.map { $0 / .seconds(1) }
      #expect(waits.count == 2)
      #expect((0.25...0.75).contains(waits[0]) && (0.5...1.5).contains(waits[1]), "\(waits)")
    }
  }

  @Test func `A retry waits for as long as the server requests`() async throws {
    let statuses = Mutex([429, 200])
    try await LoopbackServer.run { _ in
      let status = statuses.withLock { $0.removeFirst() }
      return LoopbackServer.Answer(status: status, headers: status == 429 ? ["retry-after": "7"] : [:])
    } during: { server in
      let clock = InstantClock()
      let provider = try server.exchanging(#""a": {"path": "a", "retries": 1}"#, clock: clock)
      #expect(try await provider.result("a") == .null)
      #expect(clock.sleeps.contains(.seconds(7)))
    }
  }

  /// GitHub's fields, those of the IETF's draft, and what says nothing.
  @Test(
    arguments: [
      (403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000600"], 600.0),
      (429, ["ratelimit-remaining": "0", "ratelimit-reset": "30"], 30),
      (403, ["retry-after": "9"], 9),
      (403, ["x-ratelimit-remaining": "7", "x-ratelimit-reset": "1000600"], nil),
      (403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon"], nil),
      (404, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000600"], nil),
    ] as [(Int, [String: String], Double?)])
  func `A server says when it takes requests again`(status: Int, fields: [String: String], seconds: Double?)
    async throws
  {
    // Epochs are told from seconds by their size, so both the clock and the reset are moved to one.
    let start = 1_600_000_000.0
    var fields = fields
    if let reset = fields["x-ratelimit-reset"].flatMap(Double.init) {
      fields["x-ratelimit-reset"] = String(Int(start + reset - 1_000_000))
    }
    let headers = fields
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(status: status, headers: headers, body: Array(#"{"message": "limited"}"#.utf8))
    } during: { server in
      let description = try ServiceDescription(
        #"{"defaults": {"baseUrl": "\#(server.url())"}, "actions": {"a": {"path": "a"}}}"#)
      let provider = StandardServiceProvider(
        description: description, policy: server.policy, transport: HTTPTransport(),
        context: ServiceExchangeContext(
          clock: InstantClock(), now: { Date(timeIntervalSince1970: start) },
          timeZone: try #require(TimeZone(identifier: "Europe/Berlin"))))
      let error = try await provider.failure("a")
      #expect(error.retryDate == seconds.map { Date(timeIntervalSince1970: start + $0) })
      #expect(error.kind == (seconds == nil ? .status : .tooManyRequests))
      guard let seconds, seconds > 60 else { return }
      // 2020-09-13 12:26:40 UTC, in summer time, and ten minutes.
      #expect(error.message == "The service takes no more requests until 14:36")
      // The next request is not sent.
      #expect(try await provider.failure("a").message == "The service takes no more requests until 14:36")
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [("GET", 404, 1), ("GET", 503, 3), ("POST", 503, 1), ("DELETE", 503, 3), ("GET", 200, 1)])
  func `Only idempotent requests are retried, and only after transient failures`(
    method: String, status: Int, count: Int
  ) async throws {
    try await LoopbackServer.run { _ in
      .json("{}", status: status)
    } during: { server in
      let provider = try server.exchanging(
        #""a": {"path": "a", "httpMethod": "\#(method)"}"#, defaults: #""retries": 2"#)
      _ = try? await provider.result("a")
      #expect(server.requests.count == count)
    }
  }

  @Test(arguments: [
    (#"{"path": "a", "httpMethod": "POST", "retries": 1}"#, "service-retries"),
    (#"{"path": "a", "retries": 9}"#, "service-retries"), (#"{"path": "a", "retries": 0.5}"#, "service-retries"),
    (#"{"path": "a", "cache": -1}"#, "service-cache"), (#"{"path": "a", "cache": {"ages": 1}}"#, "service-key"),
    (#"{"path": "a", "httpMethod": "POST", "cache": 60}"#, "service-unused"),
    (#"{"socket": true}"#, "service-socket"), (#"{"socket": "ftp://a.example.org"}"#, "service-url"),
    (#"{"socket": "wss://b.example.org"}"#, "service-host"), (#"{"socket": 1}"#, "service-type"),
  ])
  func `An error in an action is reported`(action: String, rule: String) throws {
    var diagnostics = Diagnostics()
    _ = ServiceDescription.decode(
      try JSONNode.parse(#"{"defaults": {"baseUrl": "https://a.example.org"}, "actions": {"x": \#(action)}}"#),
      in: ServiceEnvironment(policy: HostPolicy(texts: ["a.example.org"])), diagnostics: &diagnostics)
    #expect(diagnostics.all.map(\.rule) == [rule], "\(diagnostics.all)")
  }

  // MARK: Rate limit

  @Test func `A host gets its permitted requests per minute, some of them at once`() async throws {
    let rateLimiter = RateLimiter()
    let now = Date(timeIntervalSince1970: 0)
    var waits: [Double] = []
    // 60 requests a minute: a burst of six, and then one each second.
    for _ in 0..<9 { waits.append(try await rateLimiter.turn(at: "a", limit: 60, now: now)) }
    #expect(waits == [0, 0, 0, 0, 0, 0, 1, 2, 3])
    #expect(try await rateLimiter.turn(at: "b", limit: 60, now: now) == 0)
    #expect(try await rateLimiter.turn(at: "a", limit: 60, now: now.addingTimeInterval(60)) == 0)
  }

  @Test func `Requests that exceed the rate for too long are rejected`() async throws {
    let rateLimiter = RateLimiter()
    let now = Date(timeIntervalSince1970: 0)
    var refusals = 0
    for _ in 0..<200 {
      do throws(ServiceError) {
        _ = try await rateLimiter.turn(at: "a", limit: 60, now: now)
      } catch {
        refusals += 1
        #expect(error.kind == .tooManyRequests)
      }
    }
    #expect(refusals == 200 - 66)
  }

  // MARK: Cached responses

  @Test(arguments: [false, true])
  func `A response is reused for its age, revalidated by its validator, and used as a fallback`(isOnDisk: Bool)
    async throws
  {
    let isDown = Mutex(false)
    let folder = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await LoopbackServer.run { request in
      if isDown.withLock({ $0 }) { return .json("{}", status: 503) }
      if request.headers["if-none-match"] == "\"1\"" { return LoopbackServer.Answer(status: 304) }
      return LoopbackServer.Answer(headers: ["etag": "\"1\""], body: Array(#"{"a": 1}"#.utf8))
    } during: { server in
      let now = Mutex(Date(timeIntervalSince1970: 1_000_000))
      let cache = ResponseCache(folder: isOnDisk ? folder : nil)
      let ask: () async throws -> Value = {
        // A new provider each time, as after a restart.
        let provider = try server.exchanging(
          #""a": {"path": "a", "cache": {"age": 60, "staleIfError": 600}}"#,
          responseCache: isOnDisk ? ResponseCache(folder: folder) : cache, now: { now.withLock { $0 } })
        return try await provider.result("a")
      }
      let answer1 = try await ask()
      #expect(answer1 == ["a": 1])
      now.withLock { $0 += 59 }
      let answer2 = try await ask()
      #expect(answer2 == ["a": 1])
      #expect(server.requests.count == 1)
      now.withLock { $0 += 2 }
      let answer3 = try await ask()
      #expect(answer3 == ["a": 1])
      #expect(server.requests.count == 2)
      // Status 304 makes the stored response fresh again.
      now.withLock { $0 += 59 }
      let answer4 = try await ask()
      #expect(answer4 == ["a": 1])
      #expect(server.requests.count == 2)
      isDown.withLock { $0 = true }
      now.withLock { $0 += 500 }
      let answer5 = try await ask()
      #expect(answer5 == ["a": 1])
      now.withLock { $0 += 200 }
      await #expect(throws: ServiceError.self) { try await ask() }
    }
  }

  @Test func `A response with no-store is not cached`() async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(headers: ["cache-control": "no-store"], body: Array("1".utf8))
    } during: { server in
      let provider = try server.exchanging(#""a": {"path": "a", "cache": 60}"#)
      _ = try await provider.result("a")
      _ = try await provider.result("a")
      #expect(server.requests.count == 2)
    }
  }

  @Test func `The least recently used files are evicted`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = ResponseCache(folder: folder)
    let answer = IncomingResponse(
      status: 200, headers: HTTPFields(), body: [UInt8](repeating: 0x20, count: 7 << 20), url: try HTTPURL("http://a"))
    for index in 0..<8 { await cache.store(ResponseCache.Entry(response: answer, date: Date()), for: "\(index)") }
    let sizes = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(sizes.count == 4)
    #expect(await cache.entry(for: "7") != nil)
  }

  // MARK: Progress

  @Test func `An upload reports its progress`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let told = Mutex<[Double]>([])
      let provider = try server.exchanging(
        #""send": {"path": "send", "httpMethod": "POST", "isUpload": true}"#,
        onProgress: { progress in told.withLock { $0.append(progress) } })
      _ = try await provider.result("send", .string(String(repeating: "x", count: 1 << 20)))
      let progress = told.withLock { $0 }
      #expect(progress.count == 17)
      #expect(progress.first == 0 && progress.last == 1)
      #expect(progress == progress.sorted())
      #expect(server.requests.first?.body.count == 1 << 20)
    }
  }

  // MARK: Interceptors

  @Test func `An app changes requests, makes its own, and provides error messages`() async throws {
    final class Interceptor: ServiceInterceptor {
      let heard = Mutex<[String]>([])

      func request(for action: String, object: Value) async throws -> NetworkRequest? {
        guard action == "own", let url = object["url"]?.string else { return nil }
        return NetworkRequest(url: url, method: "PUT", body: Array("mine".utf8))
      }

      func modify(_ request: inout NetworkRequest, for action: String) async throws { request.headers["x-app"] = "1" }

      func errorMessage(of response: NetworkResponse, to action: String) -> String? {
        String(decoding: response.body, as: UTF8.self).contains("broken") ? "It is broken" : nil
      }

      func willSend(_ request: NetworkRequest, for action: String) { heard.withLock { $0.append("\(action) >") } }

      func didReceive(_ result: Result<NetworkResponse, ServiceError>, to action: String) {
        heard.withLock { $0.append("\(action) \((try? result.get().status) ?? 0)") }
      }
    }
    try await LoopbackServer.run { request in
      .json(request.path.hasSuffix("bad") ? #""broken""# : "{}")
    } during: { server in
      let interceptor = Interceptor()
      let provider = try server.exchanging(
        #""a": {"path": "a"}, "own": {"path": "x"}, "bad": {"path": "bad"}"#, interceptor: interceptor)
      _ = try await provider.result("a")
      _ = try await provider.result("own", ["url": .string(server.url("/elsewhere"))])
      #expect(try await provider.failure("bad").message == "It is broken")
      #expect(server.requests.map(\.path) == ["/v1/a", "/elsewhere", "/v1/bad"])
      #expect(server.requests.map { $0.headers["x-app"] } == ["1", nil, "1"])
      #expect(server.requests[1].method == "PUT" && server.requests[1].text == "mine")
      #expect(interceptor.heard.withLock { $0 } == ["a >", "a 200", "own >", "own 200", "bad >", "bad 200"])
      let elsewhere = try await provider.failure("own", ["url": "http://evil.example.org/"])
      #expect(elsewhere.kind == .hostNotAllowed)
    }
  }
}

extension LoopbackServer {
  fileprivate func exchanging(
    _ actions: String, defaults: String = "", responseCache: ResponseCache = ResponseCache(folder: nil),
    interceptor: (any ServiceInterceptor)? = nil, clock: any Clock<Duration> = InstantClock(),
    now: @escaping @Sendable () -> Date = { Date() }, onProgress: (@Sendable (Double) -> Void)? = nil
  ) throws -> StandardServiceProvider {
    let description = try ServiceDescription(
      #"{"defaults": {"baseUrl": "\#(url("/v1"))"\#(defaults.isEmpty ? "" : ", " + defaults)}, "actions": {\#(actions)}}"#
    )
    return StandardServiceProvider(
      description: description, policy: policy, transport: HTTPTransport(),
      context: ServiceExchangeContext(
        responseCache: responseCache, interceptor: interceptor, clock: clock, now: now, onProgress: onProgress))
  }
}
