import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

@testable import TesseraForwarding

extension RequestForwarder {
  /// A forwarder whose time limits do not matter for a test.
  static func forTests(headTime: Duration = .seconds(600), silenceTime: Duration = .seconds(600)) -> RequestForwarder {
    RequestForwarder(
      proof: ForwardedProof(key: testKey), eventLoopGroup: MultiThreadedEventLoopGroup.singleton, headTime: headTime,
      silenceTime: silenceTime)
  }

  /// Forwards a request without a client.
  func forward(
    _ method: HTTPRequest.Method = .get, _ path: String = "/", fields: HTTPFields = [:],
    body: RequestBody = RequestBody(buffer: ByteBuffer()), to host: HostAddress?, collected: ByteBuffer? = nil
  ) async throws -> Response {
    guard let host else { throw CancellationError() }
    let head = HTTPRequest(
      method: method, scheme: "http", authority: "board.example", path: path, headerFields: fields)
    return try await forward(
      Request(head: head, body: body), from: "192.0.2.7", scheme: .https, to: host, body: collected)
  }
}

/// Receives the body of a response.
struct BodyCollector: ResponseBodyWriter {
  final class Content: Sendable {
    private let state = Mutex((bytes: [UInt8](), isFinished: false))

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether the body has ended in order.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    func append(_ buffer: ByteBuffer) { state.withLock { $0.bytes += buffer.readableBytesView } }
    func finish() { state.withLock { $0.isFinished = true } }
  }

  let content: Content

  mutating func write(_ buffer: ByteBuffer) async throws { content.append(buffer) }
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws { content.finish() }
}

extension Response {
  /// Reads the whole body.
  func collect() async throws -> BodyCollector.Content {
    let content = BodyCollector.Content()
    try await body.write(BodyCollector(content: content))
    return content
  }
}

/// Something that a test waits for.
struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func send() { continuation.finish() }

  func wait() async {
    for await _ in stream {}
  }
}
