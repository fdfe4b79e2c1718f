import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Synchronization
import TesseraValues

/// Follows the messages of a WebSocket (RFC 6455), and comes back whenever the connection ends.
///
/// Nothing is sent but what the protocol asks for. The next message is read when the last one has been taken, so that a server that
/// sends more than anybody takes waits.
package struct WebSocketSource: Sendable {
  /// The largest message, in bytes.
  static let maximumMessageBytes = 1 << 20
  /// How long a server may be silent before it is asked whether it is there, and then before its connection counts as lost.
  private static let patience = Duration.seconds(60)
  private static let waits = Duration.seconds(1)...Duration.seconds(300)
  private static let maximumFailures = 10

  let url: HTTPURL
  /// Makes the request that opens a connection; it is told whether the last one was not opened.
  let request: @Sendable (_ hasFailed: Bool) async throws(ServiceError) -> OutgoingRequest
  let policy: HostPolicy
  let transport: HTTPTransport
  let clock: any Clock<Duration>

  private enum Upgrade: Sendable {
    case open(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
    case refused
  }

  /// Follows until the task is cancelled.
  /// - Parameters:
  ///   - onOpen: hears of each connection.
  ///   - onMessage: takes the bytes of a message, text or not.
  ///   - onFailure: hears why a connection could not be had, or was lost.
  func follow(
    onOpen: @escaping @Sendable () async -> Void, onMessage: @escaping @Sendable ([UInt8]) async -> Void,
    onFailure: @escaping @Sendable (ServiceError) async -> Void
  ) async {
    var failures = 0
    while !Task.isCancelled {
      do {
        var isHeard = false
        try await connect(try await request(failures > 0), onOpen: onOpen) { message in
          isHeard = true
          await onMessage(message)
        }
        failures = isHeard ? 0 : failures + 1
      } catch {
        let error = TransportFailure.error(of: error, url: url, isBody: false)
        if error.kind == .cancelled { return }
        failures = min(failures + 1, Self.maximumFailures)
        await onFailure(error)
      }
      try? await clock.sleep(for: min(Self.waits.lowerBound * (1 << min(failures, 10)), Self.waits.upperBound))
    }
  }

  /// One connection, from its opening to its end.
  private func connect(
    _ request: OutgoingRequest, onOpen: () async -> Void, onMessage: ([UInt8]) async -> Void
  ) async throws {
    try HTTPTransport.check(request.url, policy)
    guard transport.own == nil else {
      throw ServiceError(.connection, message: "The app around the widget takes answers only as a whole")
    }
    let address = try await transport.checkedAddress(of: url.host, policy: policy)
    let upgrade = try await Deadline.run(within: .seconds(15), clock: clock) { try await open(request, at: address) }
    guard case .open(let channel) = upgrade else {
      throw ServiceError(.connection, message: "The server '\(url.authority)' opens no WebSocket")
    }
    try await channel.executeThenClose { inbound, outbound in
      await onOpen()
      try await read(inbound, outbound, on: channel.channel, onMessage)
    }
  }

  private func open(_ request: OutgoingRequest, at address: NetworkAddress) async throws -> Upgrade {
    let url = request.url
    var fields = request.headers
    fields.replaceOrAdd(name: "host", value: url.authority)
    fields.replaceOrAdd(name: "user-agent", value: "Tessera")
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: url.path + (url.query.map { "?\($0)" } ?? ""), headers: fields)
    let tls = url.scheme == .https ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil
    let socket = try SocketAddress(ipAddress: address.description, port: url.port)
    let result = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(.seconds(10))
      .connect(to: socket) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            // An address has no name to be asked for by (RFC 6066, section 3).
            let name = NetworkAddress(url.host) == nil ? url.host : nil
            try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
          }
          let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
            maxFrameSize: Self.maximumMessageBytes,
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
        try await clock.sleep(for: Self.patience)
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
        guard message.count + bytes.count <= Self.maximumMessageBytes else {
          throw ServiceError(
            .tooLarge, message: "The server sends more than anybody takes",
            underlying: "a message of more than \(Self.maximumMessageBytes) bytes")
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

  /// A frame as clients send it: masked, so that nothing on the way takes it for something else (RFC 6455, section 5.3).
  private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }
}
