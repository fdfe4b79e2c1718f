import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import TesseraServer

@Suite("The gate of a connection")
struct SendingGateTests {
  /// Writes parts of a body to a channel. The channel of tests does not tell of writes that it drops.
  private struct ChannelWriter: ResponseBodyWriter {
    let channel: NIOAsyncTestingChannel

    func write(_ buffer: ByteBuffer) async throws {
      channel.writeAndFlush(HTTPResponsePart.body(buffer), promise: nil)
      try await channel.eventLoop.submit {}.get()
    }
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }

  private func openChannel() async throws -> NIOAsyncTestingChannel {
    let channel = try await NIOAsyncTestingChannel { channel in
      try channel.pipeline.syncOperations.addHandler(SendingGate())
    }
    try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
    return channel
  }

  private func sent(_ channel: NIOAsyncTestingChannel) async throws -> [String] {
    var texts: [String] = []
    while case .body(let bytes) = try await channel.readOutbound(as: HTTPResponsePart.self) {
      texts.append(String(buffer: bytes))
    }
    return texts
  }

  @Test func `a connection closes rather than send what a stopped host had begun to send`() async throws {
    let channel = try await openChannel()
    let mayShow = Atomic(true)
    let body = ResponseBody { writer in
      try await writer.write(ByteBuffer(string: "before"))
      // The host was stopped for longer than its lease, and goes on here.
      mayShow.store(false, ordering: .relaxed)
      try await writer.write(ByteBuffer(string: "after"))
    }
    .sent(on: channel) { mayShow.load(ordering: .relaxed) }
    try await body.write(ChannelWriter(channel: channel))
    #expect(try await sent(channel) == ["before"])
    #expect(!channel.isActive)
  }

  @Test func `a response may end when nothing more may be shown`() async throws {
    let channel = try await openChannel()
    try await channel.triggerUserOutboundEvent(SendingGate.Condition { false }).get()
    try await channel.writeAndFlush(HTTPResponsePart.end(nil))
    guard case .end = try await channel.readOutbound(as: HTTPResponsePart.self) else {
      Issue.record("The response did not end")
      return
    }
  }

  @Test func `a stream without news ends when the host may no longer show it`() async throws {
    let channel = try await openChannel()
    let mayShow = Atomic(true)
    let body = ResponseBody { writer in
      try await writer.write(ByteBuffer(string: "news"))
      mayShow.store(false, ordering: .relaxed)
      try await channel.closeFuture.get()
    }
    .sent(on: channel) { mayShow.load(ordering: .relaxed) }
    try await body.write(ChannelWriter(channel: channel))
    #expect(try await sent(channel) == ["news"])
  }

  @Test func `the next response on a connection does not depend on the condition of the last`() async throws {
    let channel = try await openChannel()
    let mayShow = Atomic(true)
    let body = ResponseBody { writer in try await writer.write(ByteBuffer(string: "shown")) }
      .sent(on: channel) { mayShow.load(ordering: .relaxed) }
    try await body.write(ChannelWriter(channel: channel))
    mayShow.store(false, ordering: .relaxed)
    try await ChannelWriter(channel: channel).write(ByteBuffer(string: "saved"))
    #expect(try await sent(channel) == ["shown", "saved"])
    #expect(channel.isActive)
  }
}
