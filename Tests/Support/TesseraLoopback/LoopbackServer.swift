import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// An HTTP server on a free port of the loopback interface, which runs for the duration of one test.
///
/// ```swift
/// try await LoopbackServer.run { _ in .json(#"{"name": "Ann"}"#) } during: { server in
///   // Send requests to server.url("/people/1").
/// }
/// ```
package final class LoopbackServer: Sendable {
  /// A received request.
  package struct Request: Sendable, Hashable {
    /// The method, in uppercase.
    package var method: String
    /// The percent-encoded path and query, exactly as sent.
    package var target: String
    /// The header fields with lowercase names; the last value of each field.
    package var headers: [String: String]
    /// The body.
    package var body: [UInt8]

    /// The path without the query.
    package var path: String { String(target.prefix { $0 != "?" }) }
    /// The query without the `?`; nil if there is none.
    package var query: String? {
      target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }
    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// A response, and the way its body is sent.
  package struct Answer: Sendable {
    /// The way in which a body is sent.
    package enum Transfer: Sendable, Hashable {
      /// Sends the whole body.
      case whole
      /// Sends only the given number of bytes of the announced body, and then closes the connection.
      case truncated(after: Int)
      /// Sends the body in chunks, repeated the given number of times.
      case repeated(Int)
    }

    /// The status code.
    package var status: Int
    /// The header fields.
    package var headers: [String: String]
    /// The body.
    package var body: [UInt8]
    /// The way in which the body is sent.
    package var transfer: Transfer

    /// Creates a response.
    package init(
      status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [], transfer: Transfer = .whole
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.transfer = transfer
    }

    /// Creates a response with a JSON body.
    package static func json(_ text: String, status: Int = 200) -> Answer {
      Answer(status: status, headers: ["content-type": "application/json"], body: Array(text.utf8))
    }

    /// Creates a redirect response.
    package static func redirect(to location: String, status: Int = 302) -> Answer {
      Answer(status: status, headers: ["location": location])
    }
  }

  /// Handles a request and returns the response. If the handler throws an error, the response has status 500.
  package typealias Handler = @Sendable (Request) async throws -> Answer

  /// The port on which the server listens.
  package let port: Int
  private let received: Mutex<[Request]>

  /// The requests received so far, in order of arrival.
  package var requests: [Request] { received.withLock { $0 } }

  /// The host in the form `127.0.0.1:port`, as in a manifest's `hosts`.
  package var host: String { "127.0.0.1:\(port)" }

  /// Returns the URL of a path.
  package func url(_ path: String = "") -> String { "http://\(host)\(path)" }

  private init(port: Int) {
    self.port = port
    received = Mutex([])
  }

  /// Runs a server until the body returns.
  package static func run<Result: Sendable>(
    _ handler: @escaping Handler, during body: @escaping @Sendable (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    let (running, announce) = AsyncStream<LoopbackServer>.makeStream()
    let current = Mutex<LoopbackServer?>(nil)
    let responder = CallbackResponder<BasicRequestContext> { request, _ in
      let body = try await request.body.collect(upTo: 64 << 20)
      var headers: [String: String] = [:]
      for field in request.headers { headers[field.name.canonicalName] = field.value }
      headers["host"] = request.head.authority
      let received = Request(
        method: request.method.rawValue, target: request.head.path ?? "", headers: headers,
        body: Array(body.readableBytesView))
      current.withLock { $0 }?.received.withLock { $0.append(received) }
      return try await handler(received).response
    }
    var logger = Logger(label: "loopback")
    logger.logLevel = .critical
    let application = Application(
      responder: responder,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { channel in
        let server = LoopbackServer(port: channel.localAddress?.port ?? 0)
        current.withLock { $0 = server }
        announce.yield(server)
        announce.finish()
      },
      logger: logger)
    let service = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: logger))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { announce.finish() }
        try await service.run()
      }
      for await server in running {
        // A connection may have been opened just now, so the server is shut down gracefully instead of being cancelled.
        let result: Swift.Result<Result, any Error>
        do {
          result = .success(try await body(server))
        } catch {
          result = .failure(error)
        }
        await service.triggerGracefulShutdown()
        try await group.waitForAll()
        return try result.get()
      }
      try await group.waitForAll()
      throw CancellationError()
    }
  }
}

extension LoopbackServer.Answer {
  fileprivate var response: Response {
    var fields = HTTPFields()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let bytes = ByteBuffer(bytes: body)
    let content =
      switch transfer {
      case .whole: ResponseBody(byteBuffer: bytes)
      case .truncated(let count):
        ResponseBody(contentLength: body.count) { writer in
          try await writer.write(ByteBuffer(bytes: body.prefix(count)))
          throw Interruption()
        }
      case .repeated(let times):
        ResponseBody { writer in
          for _ in 0..<times { try await writer.write(bytes) }
          try await writer.finish(nil)
        }
      }
    return Response(status: .init(code: status), headers: fields, body: content)
  }

  private struct Interruption: Error {}
}
