import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import TesseraForwarding

@Suite("forwarding requests")
struct RequestForwarderTests {
  @Test func `a request arrives with its path, its fields and a proof, and its response comes back`() async throws {
    let seen = Mutex<HTTPRequest?>(nil)
    try await TestHost.run { request, _ in
      seen.withLock { $0 = request.head }
      return Response(
        status: .accepted, headers: [.contentType: "text/plain"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "hi")))
    } during: { owner in
      let response = try await RequestForwarder.forTests().forward(
        .get, "/a/../b?c=%20&d=1",
        fields: [.cookie: "a=1", .origin: "https://board.example", ForwardedProof.fieldName: "v1;forged"],
        to: owner.address)
      #expect(response.status == .accepted)
      #expect(response.headers[.contentType] == "text/plain")
      #expect(try await response.collect().text == "hi")
    }
    let head = try #require(seen.withLock { $0 })
    #expect(head.method == .get)
    #expect(head.path == "/a/../b?c=%20&d=1")
    #expect(head.authority == "board.example")
    #expect(head.headerFields[.cookie] == "a=1")
    #expect(head.headerFields[.origin] == "https://board.example")
    #expect(head.headerFields[.contentLength] == nil)
    let proof = try #require(ForwardedProof(key: testKey).verify(head))
    #expect(proof.visitorAddress == "192.0.2.7")
    #expect(proof.scheme == .https)
  }

  @Test func `the base path is part of the path that is sent, but not of the proof`() async throws {
    try await RawServer.run { _, _ in
      .answer("HTTP/1.1 204 No Content\r\n\r\n")
    } during: { server in
      let forwarder = RequestForwarder(
        proof: ForwardedProof(key: testKey), eventLoopGroup: MultiThreadedEventLoopGroup.singleton, pathPrefix: "/tiles"
      )
      _ = try await forwarder.forward(.get, "/x", to: HostAddress("127.0.0.1:\(server.port)"))
      #expect(server.heads.first?.hasPrefix("GET /tiles/x HTTP/1.1\r\n") == true)
    }
  }

  @Test(arguments: ["streamed", "chunked", "collected"])
  func `a long body arrives whole, streamed, in chunks or collected`(kind: String) async throws {
    let piece = [UInt8](repeating: 0x61, count: 1 << 16)
    try await TestHost.run { request, _ in
      var count = 0
      for try await chunk in request.body { count += chunk.readableBytes }
      let length = request.headers[.contentLength] ?? "none"
      return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "\(count) \(length)")))
    } during: { owner in
      let pieces = AsyncStream<ByteBuffer> { continuation in
        for _ in 0..<16 { continuation.yield(ByteBuffer(bytes: piece)) }
        continuation.finish()
      }
      let fields: HTTPFields = kind == "chunked" ? [.transferEncoding: "chunked"] : [.contentLength: "\(1 << 20)"]
      let collected = kind == "collected" ? ByteBuffer(repeating: 0x61, count: 1 << 20) : nil
      let response = try await RequestForwarder.forTests().forward(
        .post, fields: fields, body: RequestBody(asyncSequence: pieces), to: owner.address, collected: collected)
      #expect(try await response.collect().text == "1048576 \(kind == "chunked" ? "none" : "1048576")")
    }
  }

  @Test func `a collected body that is a part of the request is forwarded`() async throws {
    try await TestHost.run { request, _ in
      Response(status: .ok, body: ResponseBody(byteBuffer: try await request.body.collect(upTo: 100)))
    } during: { owner in
      let address = try #require(owner.address)
      let forwarder = RequestForwarder.forTests()
      try await TestHost.run { request, context in
        var request = request
        _ = try await request.collectBody(upTo: 100)
        return try await forwarder.forward(request, from: "", scheme: .http, to: address, client: context.channel)
      } during: { front in
        try await RawClient.connect(to: front.port) { client in
          try await client.send("POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
          _ = try await client.read(through: "\r\n\r\n")
          #expect(try await client.read(through: "abc") == "abc")
        }
      }
    }
  }

  @Test func `a body that ends early is not passed off as whole`() async throws {
    try await RawServer.run { _, _ in
      .silence
    } during: { server in
      _ = await #expect(throws: ForwardingFailure.abandoned) {
        try await RequestForwarder.forTests().forward(
          .post, fields: [.contentLength: "10"], body: RequestBody(buffer: ByteBuffer(string: "abc")),
          to: HostAddress("127.0.0.1:\(server.port)"))
      }
    }
  }

  @Test func `an answer before the end of the request comes back, and the connection is not used again`() async throws {
    try await RawServer.run { _, _ in
      .answer("HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno")
    } during: { server in
      let forwarder = RequestForwarder.forTests()
      let address = HostAddress("127.0.0.1:\(server.port)")
      let pieces = AsyncStream<ByteBuffer> { continuation in
        for _ in 0..<256 { continuation.yield(ByteBuffer(repeating: 0x61, count: 1 << 16)) }
        continuation.finish()
      }
      let response = try await forwarder.forward(
        .post, fields: [.contentLength: "\(1 << 24)"], body: RequestBody(asyncSequence: pieces), to: address)
      #expect(response.status == .forbidden)
      #expect(try await response.collect().text == "no")
      _ = try await forwarder.forward(to: address)
      #expect(server.connections == 2)
    }
  }

  @Test func `visitors can send long bodies, also to a host that does not read them, and then ask again`() async throws
  {
    try await TestHost.run { request, _ in
      guard request.uri.path == "/read" else { return Response(status: .notFound) }
      let bytes = try await request.body.collect(upTo: 1 << 20)
      return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "\(bytes.readableBytes) bytes")))
    } during: { owner in
      try await TestHost.runFront(to: try #require(owner.address)) { front in
        try await RawClient.connect(to: front.port) { client in
          for path in ["/other", "/read", "/other"] {
            try await client.send("POST \(path) HTTP/1.1\r\nhost: a\r\ncontent-length: \(1 << 20)\r\n\r\n")
            for _ in 0..<16 { try await client.send(String(repeating: "a", count: 1 << 16)) }
            let head = try #require(try await client.read(through: "\r\n\r\n"))
            #expect(head.hasPrefix(path == "/read" ? "HTTP/1.1 200" : "HTTP/1.1 404"))
            if path == "/read" { #expect(try await client.read(through: "bytes") == "1048576 bytes") }
          }
        }
      }
    }
  }

  @Test func `fields for one connection are dropped in both directions`() async throws {
    try await RawServer.run { _, _ in
      .answer(
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive, X-Hop\r\nkeep-alive: timeout=5\r\nx-hop: 1\r\n"
          + "proxy-authenticate: Basic\r\nupgrade: h2c\r\nset-cookie: a=1; Path=/\r\nset-cookie: b=2, c\r\n"
          + "x-end: 2\r\n\r\nok")
    } during: { server in
      var fields: HTTPFields = [
        .connection: "Keep-Alive, X-Mine", .te: "trailers", .upgrade: "h2c", .expect: "100-continue",
      ]
      for (name, value) in [
        ("Keep-Alive", "5"), ("X-Mine", "1"), ("Proxy-Authorization", "secret"), ("Trailer", "X"), ("X-Kept", "2"),
      ] {
        fields[try #require(HTTPField.Name(name))] = value
      }
      let response = try await RequestForwarder.forTests().forward(
        fields: fields, to: HostAddress("127.0.0.1:\(server.port)"))
      let head = try #require(server.heads.first).lowercased()
      for name in ["connection", "keep-alive", "te", "upgrade", "x-mine", "proxy-authorization", "trailer", "expect"] {
        #expect(!head.contains("\r\n\(name):"))
      }
      #expect(head.contains("\r\nx-kept: 2\r\n"))
      #expect(head.contains("\r\nhost: board.example\r\n"))
      #expect(response.headers[values: .setCookie] == ["a=1; Path=/", "b=2, c"])
      #expect(
        Set(response.headers.map(\.name.canonicalName)) == ["content-length", "set-cookie", "x-end"])
      #expect(try await response.collect().text == "ok")
    }
  }

  @Test func `withheld fields are not sent`() async throws {
    try await RawServer.run { _, _ in
      .answer("HTTP/1.1 204 No Content\r\n\r\n")
    } during: { server in
      let name = try #require(HTTPField.Name("Remote-User"))
      let head = HTTPRequest(
        method: .get, scheme: "http", authority: "a", path: "/", headerFields: [name: "admin", .accept: "*/*"])
      _ = try await RequestForwarder.forTests().forward(
        Request(head: head, body: RequestBody(buffer: ByteBuffer())), from: "", scheme: .http,
        to: try #require(HostAddress("127.0.0.1:\(server.port)")), withholding: [name])
      let sent = try #require(server.heads.first).lowercased()
      #expect(!sent.contains("remote-user"))
      #expect(sent.contains("accept: */*"))
    }
  }

  @Test func `responses without a body end, and leave the connection usable`() async throws {
    let answers = [
      "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\netag: \"a\"\r\n\r\n",
      "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
    ]
    try await RawServer.run { _, request in
      .answer(answers[request])
    } during: { server in
      let forwarder = RequestForwarder.forTests()
      let address = HostAddress("127.0.0.1:\(server.port)")
      #expect(try await forwarder.forward(to: address).status == .noContent)
      let unchanged = try await forwarder.forward(to: address)
      #expect(unchanged.status == .notModified)
      #expect(unchanged.headers[.eTag] == "\"a\"")
      let head = try await forwarder.forward(.head, to: address)
      #expect(head.headers[.contentLength] == "5")
      #expect(try await head.collect().bytes.isEmpty)
      #expect(try await forwarder.forward(.post, to: address).collect().bytes.isEmpty)
      #expect(server.connections == 1)
      #expect(server.heads.last?.contains("Content-Length: 0\r\n") == true)
    }
  }

  @Test func `bodiless responses are framed correctly for the visitor`() async throws {
    try await TestHost.run { request, _ in
      switch request.uri.path {
      case "/204": Response(status: .noContent)
      case "/304": Response(status: .notModified, headers: [.eTag: "\"a\""])
      default: Response(status: .ok, headers: [.contentLength: "5"], body: ResponseBody())
      }
    } during: { owner in
      try await TestHost.runFront(to: try #require(owner.address)) { front in
        try await RawClient.connect(to: front.port) { client in
          for (method, path, status) in [("GET", "/204", "204"), ("GET", "/304", "304"), ("HEAD", "/", "200")] {
            try await client.send("\(method) \(path) HTTP/1.1\r\nhost: a\r\n\r\n")
            let head = try #require(try await client.read(through: "\r\n\r\n"))
            #expect(head.hasPrefix("HTTP/1.1 \(status)"))
            #expect(!head.lowercased().contains("transfer-encoding"))
            #expect(head.lowercased().contains("content-length: 5") == (method == "HEAD"))
          }
        }
      }
    }
  }

  @Test func `a request that was forwarded is not forwarded again`() async throws {
    let host = try #require(HostAddress("127.0.0.1:1"))
    var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
    head.headerFields[ForwardedProof.fieldName] = ForwardedProof(key: testKey).field(for: head, from: "", scheme: .http)
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    await #expect(throws: ForwardingFailure.loop) {
      try await RequestForwarder.forTests().forward(request, from: "", scheme: .http, to: host)
    }
  }
}
