import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import TesseraServer

@Suite("Requests that wait before they send their body")
struct ConnectionGuardTests {
  private func openChannel() async throws -> NIOAsyncTestingChannel {
    let connections = ConnectionRegistry(limits: ConnectionLimits(), openFiles: 1000, logger: Logger(label: "tests"))
    let channel = try await NIOAsyncTestingChannel { channel in
      try channel.pipeline.syncOperations.addHandler(ConnectionGuard(connections: connections))
    }
    try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
    return channel
  }

  private func request(_ expectation: String?) -> HTTPRequestPart {
    var fields: HTTPFields = [.contentLength: "1"]
    fields[.expect] = expectation
    return .head(HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: fields))
  }

  @Test(
    arguments: [("100-continue", true), ("100-Continue", true), ("other", false), (nil, false)] as [(String?, Bool)])
  func `are told to go on`(text: String?, isTold: Bool) async throws {
    let channel = try await openChannel()
    try await channel.writeInbound(request(text))
    let answer = try await channel.readOutbound(as: HTTPResponsePart.self)
    #expect(answer == (isTold ? .head(HTTPResponse(status: .continue)) : nil))
    _ = try? await channel.finish()
  }

  @Test func `get no word in the middle of another response`() async throws {
    let channel = try await openChannel()
    try await channel.writeInbound(request(nil))
    try await channel.writeInbound(HTTPRequestPart.end(nil))
    try await channel.writeInbound(request("100-continue"))
    #expect(try await channel.readOutbound(as: HTTPResponsePart.self) == nil)
    _ = try? await channel.finish()
  }
}
