import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization
import TesseraHTTPClient
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
  /// How long it may take until a connection is there.
  private static let openingTime = Duration.seconds(15)

  let url: HTTPURL
  /// Makes the request that opens a connection; it is told whether the last one was refused.
  let request: @Sendable (_ isRefused: Bool) async throws(ServiceError) -> OutgoingRequest
  let policy: HostPolicy
  let transport: HTTPTransport
  let clock: any Clock<Duration>

  /// The server answered, and opens nothing: who asks may be to blame.
  private struct Refusal: Error {}

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
    var isRefused = false
    while !Task.isCancelled {
      do {
        var isHeard = false
        let opening = try await request(isRefused)
        isRefused = false
        try await connect(opening, onOpen: onOpen) { message in
          isHeard = true
          await onMessage(message)
        }
        failures = isHeard ? 0 : failures + 1
      } catch {
        if Task.isCancelled { return }
        isRefused = error is Refusal
        let error =
          isRefused
          ? ServiceError(.connection, message: "The server '\(url.authority)' opens no WebSocket")
          : TransportFailure.error(of: error, url: url, isBody: false)
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
    let address = try await transport.checkedAddress(of: url, policy: policy)
    guard case .open(let channel) = try await open(request, at: address) else {
      throw Refusal()
    }
    try await channel.executeThenClose { inbound, outbound in
      await onOpen()
      try await read(inbound, outbound, on: channel.channel, onMessage)
    }
  }

  private func open(_ request: OutgoingRequest, at address: NetworkAddress) async throws -> Upgrade {
    let url = request.url
    var fields = HTTPHeaders(request.headers.map { ($0.name.rawName, $0.value) })
    fields.replaceOrAdd(name: "host", value: url.authority)
    fields.replaceOrAdd(name: "user-agent", value: "Tessera")
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: url.path + (url.query.map { "?\($0)" } ?? ""), headers: fields)
    // The HTTP client's connection is to the checked address, and has TLS in it already.
    let destination = request.clientRequest(at: address)
    let socket = try await transport.client.connect(to: destination)
    // What is open has to be closed by whoever has it, so nobody but this gives an opening up: its channel is closed, and it fails.
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

/// The channel of a connection that is being opened, which may be given up from elsewhere.
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
