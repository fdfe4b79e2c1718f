import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization
package import TesseraServices

extension CurlHTTPClient {
  package func receiveMessages(
    of request: HTTPClientRequest, maximumMessageBytes: Int, clock: any Clock<Duration>,
    onOpen: () async -> Void, onMessage: ([UInt8]) async -> Void
  ) async throws {
    let connection = WebSocketConnection(
      client: self, request: request, maximumMessageBytes: maximumMessageBytes, clock: clock)
    try await connection.run(onOpen: onOpen, onMessage: onMessage)
  }
}

/// One connection of a WebSocket (RFC 6455), from its opening to its end.
///
/// Nothing is sent except what the protocol requires. The next message is read after the previous one was handled, so
/// that back pressure reaches a server that sends too fast.
private struct WebSocketConnection: Sendable {
  /// The silence after which the server of a WebSocket is pinged. If a ping remains unanswered for the same time, the
  /// connection is considered lost.
  private static let maximumSilence = Duration.seconds(60)
  /// The time limit for opening a WebSocket. Then the attempt fails.
  private static let openingTime = Duration.seconds(15)

  let client: CurlHTTPClient
  let request: HTTPClientRequest
  let maximumMessageBytes: Int
  let clock: any Clock<Duration>

  private enum Upgrade: Sendable {
    case open(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
    case refused
  }

  func run(onOpen: () async -> Void, onMessage: ([UInt8]) async -> Void) async throws {
    guard case .open(let channel) = try await open() else { throw WebSocketRefusal() }
    try await channel.executeThenClose { inbound, outbound in
      await onOpen()
      try await read(inbound, outbound, on: channel.channel, onMessage)
    }
  }

  /// The head of the opening request.
  private static func head(of request: HTTPClientRequest) -> HTTPRequestHead {
    // The URL has already been parsed: it is absolute, and its path begins after the authority.
    let rest = request.url.drop { $0 != ":" }.dropFirst(3)
    let target = rest.drop { $0 != "/" && $0 != "?" }
    var fields = HTTPHeaders(request.fields.map { ($0.name.rawName, $0.value) })
    fields.replaceOrAdd(name: "host", value: String(rest.prefix { $0 != "/" && $0 != "?" }))
    return HTTPRequestHead(version: .http1_1, method: .GET, uri: String(target), headers: fields)
  }

  private func open() async throws -> Upgrade {
    let head = Self.head(of: request)
    // The socket is already connected to the checked address, with TLS.
    let socket = try await client.connect(to: request)
    // Only this function may abandon an opening connection. It closes the channel, which makes the opening fail.
    let opening = Opening()
    let timer = Task { [clock] in
      try await clock.sleep(for: Self.openingTime)
      opening.end()
    }
    defer { timer.cancel() }
    let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    return try await withTaskCancellationHandler {
      let result = try await bootstrap.withConnectedSocket(socket) { channel in
        opening.begin(channel)
        return channel.eventLoop.makeCompletedFuture {
          let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
            maxFrameSize: maximumMessageBytes,
            upgradePipelineHandler: { channel, _ in
              channel.eventLoop.makeCompletedFuture {
                .open(try NIOAsyncChannel<WebSocketFrame, WebSocketFrame>(wrappingChannelSynchronously: channel))
              }
            })
          var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
              upgradeRequestHead: head, upgraders: [upgrader],
              notUpgradingCompletionHandler: { channel in
                channel.close(promise: nil)
                return channel.eventLoop.makeSucceededFuture(.refused)
              }))
          // A server may send its first message together with the head.
          pipeline.leftOverBytesStrategy = .forwardBytes
          return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
        }
      }
      return try await result.get()
    } onCancel: {
      opening.end()
    }
  }

  private func read(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
    _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>, on channel: any Channel,
    _ onMessage: ([UInt8]) async -> Void
  ) async throws {
    let frames = Mutex(0)
    let watch = Task { [clock] in
      var (known, isAsked) = (0, false)
      while true {
        try await clock.sleep(for: Self.maximumSilence)
        let count = frames.withLock { $0 }
        if count != known {
          (known, isAsked) = (count, false)
        } else if isAsked {
          return try await channel.close()
        } else {
          isAsked = true
          try await outbound.write(Self.frame(.ping, ByteBuffer()))
        }
      }
    }
    defer { watch.cancel() }
    var message: [UInt8] = []
    for try await frame in inbound {
      frames.withLock { $0 += 1 }
      switch frame.opcode {
      case .text, .binary, .continuation:
        let bytes = frame.unmaskedData.readableBytesView
        guard message.count + bytes.count <= maximumMessageBytes else {
          throw HTTPClientError(kind: .tooLarge, description: "a message of more than \(maximumMessageBytes) bytes")
        }
        message.append(contentsOf: bytes)
        if frame.fin {
          await onMessage(message)
          message = []
        }
      case .ping: try await outbound.write(Self.frame(.pong, frame.unmaskedData))
      case .connectionClose:
        try? await outbound.write(Self.frame(.connectionClose, ByteBuffer()))
        return
      default: break
      }
    }
  }

  /// Returns a frame as clients send it: masked, so that intermediaries cannot misinterpret it (RFC 6455, section 5.3).
  private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }
}

/// The channel of a connection that is being opened, which can be closed from another task.
private final class Opening: Sendable {
  private let state = Mutex<(channel: (any Channel)?, isOver: Bool)>((nil, false))

  func begin(_ channel: any Channel) {
    let isOver = state.withLock { state in
      state.channel = channel
      return state.isOver
    }
    if isOver { channel.close(promise: nil) }
  }

  func end() {
    let channel = state.withLock { state in
      state.isOver = true
      return state.channel
    }
    channel?.close(promise: nil)
  }
}
