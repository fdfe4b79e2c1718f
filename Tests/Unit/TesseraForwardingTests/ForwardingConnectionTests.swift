import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import TesseraForwarding

@Suite("connections of forwarded requests")
struct ForwardingConnectionTests {
  private static let ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"

  private func address(_ server: RawServer) -> HostAddress? { HostAddress("127.0.0.1:\(server.port)") }

  @Test func `a refused connection fails as one to which nothing was sent`() async throws {
    // A free port could be taken by another test. At this one, no server listens.
    let port = 1
    let failure = await #expect(throws: ForwardingFailure.self) {
      try await RequestForwarder.forTests().forward(to: HostAddress("127.0.0.1:\(port)"))
    }
    guard case .unreachable = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
  }

  @Test func `connections are used again after complete responses`() async throws {
    try await RawServer.run { _, _ in
      .answer(Self.ok)
    } during: { server async throws in
      let forwarder = RequestForwarder.forTests()
      for _ in 0..<5 {
        #expect(try await forwarder.forward(to: address(server)).collect().text == "ok")
      }
      #expect(server.connections == 1)
      #expect(server.heads.count == 5)
    }
  }

  @Test func `a connection that the other host closes is not used again`() async throws {
    try await RawServer.run { _, _ in
      .answerAndClose("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok")
    } during: { server async throws in
      let forwarder = RequestForwarder.forTests()
      for _ in 0..<3 { #expect(try await forwarder.forward(.post, to: address(server)).collect().text == "ok") }
      #expect(server.connections == 3)
    }
  }

  @Test func `a dropped response closes its connection`() async throws {
    let closed = Signal()
    try await TestHost.run { request, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          try? await request.body.consumeWithCancellationOnInboundClose { _ in
            try await writer.write(ByteBuffer(string: "first"))
            await Signal().wait()
          }
          closed.send()
        })
    } during: { owner async throws in
      _ = try await RequestForwarder.forTests().forward(to: owner.address)
      await closed.wait()
    }
  }

  @Test func `a request on a connection that was closed meanwhile is repeated on a new one, if that is harmless`()
    async throws
  {
    try await RawServer.run { connection, request in
      connection == 0 && request == 1 ? .close : .answer(Self.ok)
    } during: { server async throws in
      let forwarder = RequestForwarder.forTests()
      for _ in 0..<2 { #expect(try await forwarder.forward(to: address(server)).collect().text == "ok") }
      #expect(server.connections == 2)
      #expect(server.heads.count == 3)
    }
  }

  @Test(arguments: [nil, "a=1"])
  func `a request with effects is not repeated`(body: String?) async throws {
    try await RawServer.run { connection, request in
      connection == 0 && request == 1 ? .close : .answer(Self.ok)
    } during: { server async throws in
      let forwarder = RequestForwarder.forTests()
      _ = try await forwarder.forward(to: address(server))
      let failure = await #expect(throws: ForwardingFailure.self) {
        try await forwarder.forward(.post, to: address(server), collected: body.map { ByteBuffer(string: $0) })
      }
      guard case .broken = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
      #expect(server.heads.count == 2)
    }
  }

  @Test func `a host that stops closes idle connections, and no request is lost`() async throws {
    let forwarder = RequestForwarder.forTests()
    let port = try await TestHost.run { _, _ in
      Response(status: .noContent)
    } during: { owner async throws in
      #expect(try await forwarder.forward(.post, to: owner.address).status == .noContent)
      return owner.port
    }
    let failure = await #expect(throws: ForwardingFailure.self) {
      try await forwarder.forward(.post, to: HostAddress("127.0.0.1:\(port)"))
    }
    guard case .unreachable = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
  }

  @Test func `bytes that nobody asked for end a connection`() async throws {
    try await RawServer.run { connection, _ in
      .answer(Self.ok + (connection == 0 ? Self.ok : ""))
    } during: { server async throws in
      let forwarder = RequestForwarder.forTests()
      for _ in 0..<2 { #expect(try await forwarder.forward(to: address(server)).collect().text == "ok") }
      #expect(server.connections == 2)
    }
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\ncontent-le", "220 mail.example ready\r\n\r\n", ""])
  func `what is no complete response is an error`(answer: String) async throws {
    try await RawServer.run { _, _ in
      .answerAndClose(answer)
    } during: { server async throws in
      let failure = await #expect(throws: ForwardingFailure.self) {
        try await RequestForwarder.forTests().forward(to: address(server))
      }
      guard case .broken = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
      #expect(server.connections == 1)
    }
  }

  @Test func `a host that does not answer is given up`() async throws {
    try await RawServer.run { _, _ in
      .silence
    } during: { server async throws in
      let failure = await #expect(throws: ForwardingFailure.self) {
        try await RequestForwarder.forTests(headTime: .milliseconds(50)).forward(to: address(server))
      }
      #expect(failure == .broken("the host does not answer"))
    }
  }

  @Test func `a host that falls silent within a response is given up`() async throws {
    try await RawServer.run { _, _ in
      .answer("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab")
    } during: { server async throws in
      let response = try await RequestForwarder.forTests(silenceTime: .milliseconds(50)).forward(to: address(server))
      await #expect(throws: ForwardingFailure.broken("the host does not answer")) { try await response.collect() }
    }
  }
}
