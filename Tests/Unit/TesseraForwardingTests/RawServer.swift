import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A server that sends prepared bytes, whatever it is asked. It runs for the duration of one test.
final class RawServer: Sendable {
  /// What happens after the head of a request has arrived.
  enum Step: Sendable {
    case answer(String)
    case answerAndClose(String)
    case close
    case silence
  }

  private struct State {
    var heads: [String] = []
    var connections = 0
    var port = 0
  }

  private let state = Mutex(State())

  /// The heads of the requests, as received.
  var heads: [String] { state.withLock { $0.heads } }
  var connections: Int { state.withLock { $0.connections } }
  var port: Int { state.withLock { $0.port } }

  /// Runs a server until the body returns.
  /// - Parameter script: Returns what to do for a request; connections and their requests have numbers from 0.
  static func run<Result: Sendable>(
    _ script: @escaping @Sendable (_ connection: Int, _ request: Int) -> Step,
    during body: @Sendable (RawServer) async throws -> Result
  ) async throws -> Result {
    let server = RawServer()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        let number = server.state.withLock { state in
          state.connections += 1
          return state.connections - 1
        }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            Handler(
              script: { script(number, $0) }, onHead: { head in server.state.withLock { $0.heads.append(head) } }))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    server.state.withLock { $0.port = channel.localAddress?.port ?? 0 }
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(server))
    } catch {
      result = .failure(error)
    }
    try? await channel.close()
    return try result.get()
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let script: (Int) -> Step
    private let onHead: (String) -> Void
    private var text = ""
    private var count = 0

    init(script: @escaping (Int) -> Step, onHead: @escaping (String) -> Void) {
      self.script = script
      self.onHead = onHead
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      text += String(buffer: unwrapInboundIn(data))
      while let end = text.range(of: "\r\n\r\n") {
        onHead(String(text[..<end.upperBound]))
        text = String(text[end.upperBound...])
        count += 1
        switch script(count - 1) {
        case .answer(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: bytes)), promise: nil)
        case .answerAndClose(let bytes):
          context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: bytes)), promise: nil)
          context.close(promise: nil)
        case .close: context.close(promise: nil)
        case .silence: break
        }
      }
    }
  }
}
