import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A WebSocket server on a free port of the loopback interface, which runs for the duration of one test.
package final class LoopbackWebSocket: Sendable {
  /// A step that the server performs on a connection. Steps are performed in order.
  package enum Step: Sendable {
    /// Sends a message.
    case text(String)
    /// Sends a message in several frames.
    case pieces([String])
    /// Sends a ping, and a message as soon as the pong arrives.
    case ping(then: String)
    /// Closes the connection with a close frame.
    case close
  }

  /// The port on which the server listens.
  package let port: Int
  private let state: Mutex<State>

  private struct State {
    var heads: [HTTPRequestHead] = []
  }

  private init(port: Int) {
    self.port = port
    state = Mutex(State())
  }

  /// The header fields of the upgrade requests, with lowercase names.
  package var requests: [[String: String]] {
    state.withLock { state in
      state.heads.map { Dictionary($0.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }) }
    }
  }

  /// The host in the form `127.0.0.1:port`, as in a manifest's `hosts`.
  package var host: String { "127.0.0.1:\(port)" }

  /// Runs a server until the body returns.
  /// - Parameter script: Returns the steps for a connection; the first connection has number 0.
  package static func run<Result: Sendable>(
    _ script: @escaping @Sendable (_ connection: Int) -> [Step],
    during body: @Sendable (LoopbackWebSocket) async throws -> Result
  ) async throws -> Result {
    let shared = Holder()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        let upgrader = NIOWebSocketServerUpgrader(
          shouldUpgrade: { channel, head in
            shared.server?.state.withLock { $0.heads.append(head) }
            return channel.eventLoop.makeSucceededFuture(HTTPHeaders())
          },
          upgradePipelineHandler: { channel, _ in
            let number = (shared.server?.requests.count ?? 1) - 1
            return channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(Connection(steps: script(number)))
            }
          })
        return channel.pipeline.configureHTTPServerPipeline(
          withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let server = LoopbackWebSocket(port: channel.localAddress?.port ?? 0)
    shared.server = server
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(server))
    } catch {
      result = .failure(error)
    }
    try? await channel.close()
    return try result.get()
  }
}

/// Holds the server, which is available as soon as its port is known.
private final class Holder: Sendable {
  private let current = Mutex<LoopbackWebSocket?>(nil)

  var server: LoopbackWebSocket? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

/// Performs the steps of a script on one connection.
private final class Connection: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let steps: [LoopbackWebSocket.Step]
  private var answer = ""

  init(steps: [LoopbackWebSocket.Step]) { self.steps = steps }

  private func send(
    _ opcode: WebSocketOpcode, _ text: String = "", isLast: Bool = true, on context: ChannelHandlerContext
  ) {
    context.write(
      wrapOutboundOut(WebSocketFrame(fin: isLast, opcode: opcode, data: ByteBuffer(string: text))), promise: nil)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    for step in steps {
      switch step {
      case .text(let text): send(.text, text, on: context)
      case .pieces(let pieces):
        for (index, piece) in pieces.enumerated() {
          send(index == 0 ? .text : .continuation, piece, isLast: index == pieces.count - 1, on: context)
        }
      case .ping(let text):
        answer = text
        send(.ping, on: context)
      case .close: send(.connectionClose, on: context)
      }
    }
    context.flush()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    if frame.opcode == .pong {
      send(.text, answer, on: context)
      context.flush()
    }
    if frame.opcode == .connectionClose { context.close(promise: nil) }
  }
}
