import Foundation
import HTTPTypes
import Synchronization
import TesseraCrypto
import TesseraLoopback
import TesseraValues
import Testing

@testable import TesseraHTTPClient
@testable import TesseraServices

@Suite("HTTP client")
struct HTTPClientTests {
  private func request(
    _ method: HTTPRequest.Method = .get, path: String = "/", at address: String = "127.0.0.1", port: Int,
    body: [UInt8]? = nil
  ) throws -> HTTPClientRequest {
    HTTPClientRequest(
      method: method, url: "http://service.test:\(port)\(path)", address: try #require(NetworkAddress(address)),
      port: port, body: body)
  }

  private func text(_ response: HTTPClientResponse) async throws -> String {
    var bytes: [UInt8] = []
    for try await chunk in response.body { bytes += chunk }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a request goes to the address that it names, with its URL's host name`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let client = CurlHTTPClient()
      let response = try await client.send(try request(path: "/a/../b?c=%20", port: server.port))
      #expect(response.status == 200)
      #expect(response.fields[.contentType] == "application/json")
      #expect(try await text(response) == "{}")
      let received = try #require(server.requests.first)
      #expect(received.target == "/a/../b?c=%20")
      #expect(received.headers["host"] == "service.test:\(server.port)")
      #expect(received.headers["accept"] == nil)
    }
  }

  @Test func `a connection to one address of a host is not reused for another`() async throws {
    try await LoopbackServer.run { _ in
      .json("{}")
    } during: { server in
      let client = CurlHTTPClient()
      for _ in 0..<2 {
        let response = try await client.send(try request(port: server.port))
        #expect(try await text(response) == "{}")
      }
      // Nothing listens at this address. The open connection to the same host must not be reused.
      await #expect(throws: HTTPClientError.self) {
        try await client.send(try request(at: "127.0.0.2", port: server.port))
      }
      #expect(server.requests.count == 2)
    }
  }

  @Test(
    arguments: [
      (HTTPRequest.Method.get, nil), (.head, nil), (.delete, nil), (.post, nil), (.put, nil),
      (.post, "a=1"), (.put, "x"), (.patch, "{}"), (.delete, "gone"), (.get, "asked"), (.post, ""),
    ] as [(HTTPRequest.Method, String?)])
  func `methods and bodies arrive unchanged`(method: HTTPRequest.Method, body: String?) async throws {
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(status: 200)
    } during: { server in
      let response = try await CurlHTTPClient().send(
        try request(method, port: server.port, body: body.map { Array($0.utf8) }))
      #expect(response.status == 200)
      let received = try #require(server.requests.first)
      #expect(received.method == method.rawValue)
      #expect(received.text == body ?? "")
      let expected = body.map { String($0.utf8.count) } ?? ([.post, .put].contains(method) ? "0" : nil)
      #expect(received.headers["content-length"] == expected)
      #expect(received.headers["content-type"] == nil)
      #expect(received.headers["expect"] == nil)
    }
  }

  @Test func `a slow reader gets every byte of a long body`() async throws {
    let piece = [UInt8](repeating: 0x61, count: 1 << 20)
    try await LoopbackServer.run { _ in
      LoopbackServer.Answer(body: piece, transfer: .repeated(24))
    } during: { server in
      let response = try await CurlHTTPClient().send(try request(port: server.port))
      var count = 0
      for try await chunk in response.body {
        #expect(chunk.count <= Transfer.maximumBufferedBytes + (16 << 10))
        count += chunk.count
        await Task.yield()
      }
      #expect(count == 24 << 20)
    }
  }

  @Test func `releasing a client ends its transfers`() async throws {
    let (waiting, release) = AsyncStream<Void>.makeStream()
    let (arrived, announce) = AsyncStream<Void>.makeStream()
    try await LoopbackServer.run { _ in
      announce.finish()
      for await _ in waiting {}
      return .json("{}")
    } during: { server in
      defer { release.finish() }
      let request = try request(port: server.port)
      let task = Task { try await CurlHTTPClient().send(request) }
      for await _ in arrived {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}

/// A resolver for which every host is this machine.
private struct LoopbackResolver: HostResolver {
  func addresses(of host: String) async -> [NetworkAddress] { [.loopback] }
}

@Suite("HTTP client: TLS")
struct TLSTests {
  private func request(_ server: TLSServer, host: String) throws -> HTTPClientRequest {
    HTTPClientRequest(
      url: "https://\(host):\(server.port)/", address: try #require(NetworkAddress("127.0.0.1")), port: server.port)
  }

  @Test func `a trusted certificate with the host's name is accepted`() async throws {
    let server = try await TLSServer.start(name: "service.test", mode: "-www")
    let client = CurlHTTPClient(certificateAuthorities: server.certificate)
    let response = try await client.send(try request(server, host: "service.test"))
    #expect(response.status == 200)
  }

  @Test(arguments: [true, false])
  func `an untrusted certificate, or one for another name, is rejected`(isTrusted: Bool) async throws {
    let server = try await TLSServer.start(name: "service.test", mode: "-www")
    let client = CurlHTTPClient(certificateAuthorities: isTrusted ? server.certificate : nil)
    let request = try request(server, host: isTrusted ? "other.test" : "service.test")
    let error = await #expect(throws: HTTPClientError.self) { try await client.send(request) }
    #expect(error?.kind == .certificate)
    #expect(error?.description.contains("SSL") == true)
  }

  @Test func `a certificate is trusted only for the host for which it was named`() async throws {
    let server = try await TLSServer.start(name: "service.test", mode: "-www")
    func error(trusting host: String) async throws -> ServiceError? {
      let pattern = try HostPattern(parsing: host)
      let policy = HostPolicy(
        hosts: [try HostPattern(parsing: "service.test:\(server.port)")], allowsPrivateAddresses: true)
      let transport = HTTPTransport(resolver: LoopbackResolver()).granting(
        LocalSources(),
        trusting: TrustedCertificates([TrustedCertificates.Entry(host: pattern, file: server.certificate)]))
      let url = try HTTPURL("https://service.test:\(server.port)/")
      do throws(ServiceError) {
        let answer = try await transport.send(OutgoingRequest(url: url, method: .get), policy: policy)
        #expect(answer.status == 200)
        return nil
      } catch {
        return error
      }
    }
    let named = try await error(trusting: "service.test:\(server.port)")
    #expect(named == nil)
    let other = try await error(trusting: "other.test:\(server.port)")
    #expect(other?.message == "The certificate of 'service.test:\(server.port)' is not trusted")
  }

  @Test func `a certificate is shown if it is not trusted, and its key trusts the server under any name`() async throws
  {
    let server = try await TLSServer.start(name: "service.test", mode: "-www")
    let client = CurlHTTPClient()
    var request = try request(server, host: "other.test")
    let pem = try #require(try await client.untrustedCertificate(of: request))
    let file = try String(contentsOfFile: server.certificate, encoding: .utf8)
    #expect(String(decoding: pem, as: UTF8.self).split(separator: "\n") == file.split(separator: "\n"))
    let key = try #require(ServerCertificate(pem: pem)).key
    request.serverKey = key
    let response = try await client.send(request)
    let untrusted = try await client.untrustedCertificate(of: request)
    #expect(response.status == 200 && untrusted == nil)
    // The connection that the key opened does not serve requests that trust another one, or none.
    for key in ["sha256//" + String(repeating: "A", count: 43) + "=", nil] {
      request.serverKey = key
      let refused = request
      let refusal = await #expect(throws: HTTPClientError.self) { try await client.send(refused) }
      #expect(refusal?.kind == .certificate)
    }
    let known = CurlHTTPClient(certificateAuthorities: server.certificate)
    // A server that an authority vouches for is trusted with any other key, too.
    var renewed = try self.request(server, host: "service.test")
    renewed.serverKey = "sha256//" + String(repeating: "A", count: 43) + "="
    let afterRenewal = try await known.send(renewed)
    #expect(afterRenewal.status == 200)
    let trusted = try self.request(server, host: "service.test")
    let ofTrusted = try await known.untrustedCertificate(of: trusted)
    #expect(ofTrusted == nil)
  }

  @Test func `a key is trusted only for the host for which a person named it`() async throws {
    let server = try await TLSServer.start(name: "service.test", mode: "-www")
    let host = try HostPattern(parsing: "service.test:\(server.port)")
    let hosts = [host, try HostPattern(parsing: "other.test:\(server.port)")]
    var policy = HostPolicy(hosts: hosts, allowsPrivateAddresses: true)
    let transport = HTTPTransport(resolver: LoopbackResolver())
    let pem = try await transport.untrustedCertificate(of: "https://\(host)", policy: policy)
    policy.serverKeys[host] = try #require(pem.flatMap(ServerCertificate.init)).key
    let named = OutgoingRequest(url: try HTTPURL("https://\(host)/"), method: .get)
    let answer = try await transport.send(named, policy: policy)
    #expect(answer.status == 200)
    let other = OutgoingRequest(url: try HTTPURL("https://other.test:\(server.port)/"), method: .get)
    let trusting = policy
    let refusal = await #expect(throws: ServiceError.self) { try await transport.send(other, policy: trusting) }
    #expect(refusal?.message == "The certificate of 'other.test:\(server.port)' is not trusted")
    let foreign = await #expect(throws: ServiceError.self) {
      try await transport.untrustedCertificate(of: "https://elsewhere.test", policy: trusting)
    }
    #expect(foreign?.kind == .hostNotAllowed)
  }

  @Test func `a connection for another protocol carries plain bytes over TLS, both ways, until it is closed`()
    async throws
  {
    let server = try await TLSServer.start(name: "service.test", mode: "-rev")
    let client = CurlHTTPClient(certificateAuthorities: server.certificate)
    let socket = FileHandle(
      fileDescriptor: try await client.connect(to: try request(server, host: "service.test")), closeOnDealloc: true)
    let line = String(repeating: "abc", count: 3000)
    let received = try await onThread {
      let flags = fcntl(socket.fileDescriptor, F_GETFL)
      try #require(fcntl(socket.fileDescriptor, F_SETFL, flags & ~O_NONBLOCK) == 0)
      try socket.write(contentsOf: Data("\(line)\n".utf8))
      var received = Data()
      while received.count <= line.utf8.count {
        let part = socket.availableData
        if part.isEmpty { break }
        received += part
      }
      return received
    }
    #expect(String(decoding: received, as: UTF8.self) == String(line.reversed()) + "\n")
  }
}
