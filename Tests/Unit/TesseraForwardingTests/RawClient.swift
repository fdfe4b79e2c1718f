import Foundation
import NIOCore
import NIOPosix

/// A connection to a server that sends and receives plain text.
struct RawClient {
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var rest = ""

  /// Connects for the duration of the body, and closes the connection afterwards.
  static func connect<Result: Sendable>(
    to port: Int, _ body: (inout RawClient) async throws -> Result
  ) async throws -> Result {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var client = RawClient(outbound: outbound, inbound: inbound.makeAsyncIterator())
      return try await body(&client)
    }
  }

  func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

  /// Reads until a text has arrived, and returns what was read; nil if the connection ends without it.
  mutating func read(through text: String) async throws -> String? {
    while true {
      if let end = rest.range(of: text) {
        defer { rest = String(rest[end.upperBound...]) }
        return String(rest[..<end.upperBound])
      }
      guard let bytes = try await inbound.next() else { return nil }
      rest += String(buffer: bytes)
    }
  }

  /// Reads until the server closes the connection, and returns what was read.
  mutating func readToEnd() async throws -> String {
    while let bytes = try await inbound.next() { rest += String(buffer: bytes) }
    return rest
  }
}
