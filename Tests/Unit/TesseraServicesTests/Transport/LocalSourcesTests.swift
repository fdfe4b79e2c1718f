import TesseraHTTPClient
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

/// A source that says which path was asked for.
private struct EchoSource: LocalSourceProvider {
  func response(to path: String) async -> NetworkResponse { NetworkResponse(body: Array(path.utf8)) }
}

@Suite struct LocalSourcesTests {
  private let transport = HTTPTransport().granting(LocalSources(["echo": .provider(EchoSource())]))
  private let named = HostPolicy(texts: ["echo.tessera.internal", "other.tessera.internal"])

  private func text(
    of url: String, method: String = "GET", policy: HostPolicy
  ) async throws(ServiceError) -> String? {
    try await DirectRequest(url: url, method: method, headers: [:], body: .null)
      .send(by: transport, policy: policy).data.string
  }

  @Test func `A granted source answers at its host`() async throws {
    #expect(try await text(of: "http://echo.tessera.internal/a/b?c=d", policy: named) == "/a/b")
    #expect(try await transport.read("echo", path: "/x", query: nil).body == Array("/x".utf8))
  }

  @Test(arguments: [
    ("http://other.tessera.internal/", "GET", ServiceError.Kind.addressNotAllowed),
    ("http://echo.tessera.internal/", "POST", .invalidRequest),
    ("http://echo.tessera.internal/", "DELETE", .invalidRequest),
    ("http://third.tessera.internal/", "GET", .hostNotAllowed),
  ])
  func `A source that is not granted or not named is not read, and none is changed`(
    url: String, method: String, kind: ServiceError.Kind
  ) async throws {
    let error = try await #require(throws: ServiceError.self) { try await text(of: url, method: method, policy: named) }
    #expect(error.kind == kind)
  }

  @Test func `A redirect of another host does not lead to a source`() async throws {
    let handler: LoopbackServer.Handler = { _ in
      LoopbackServer.Answer(status: 302, headers: ["location": "http://echo.tessera.internal/secret"])
    }
    try await LoopbackServer.run(handler) { server in
      // The person typed the address of the server, so it may redirect anywhere.
      var policy = HostPolicy(texts: [server.host], allowsPrivateAddresses: true)
      policy.grantedHosts = policy.hosts
      let error = try await #require(throws: ServiceError.self) { try await text(of: server.url("/"), policy: policy) }
      #expect(error.kind == .hostNotAllowed)
    }
  }

  @Test func `An address that a person typed does not lead to a source, and neither does a wildcard`() async throws {
    var typed = HostPolicy(texts: ["api.example.org"])
    typed.grantedHosts = named.hosts
    let host = try #require(HostAuthority("echo.tessera.internal"))
    for policy in [
      typed, HostPolicy(texts: ["*.tessera.internal"]), HostPolicy(typedHost: host, allowsPrivateAddresses: true),
    ] {
      let error = try await #require(throws: ServiceError.self) {
        try await text(of: "http://echo.tessera.internal/", policy: policy)
      }
      #expect(error.kind == .hostNotAllowed)
    }
  }

  @Test func `Names of sources are never looked up`() async throws {
    let transport = HTTPTransport(resolver: TableResolver(table: ["echo.tessera.internal": ["127.0.0.1"]]))
    let error = try await #require(throws: ServiceError.self) {
      try await transport.read("echo", path: "/", query: nil)
    }
    #expect(error.kind == .addressNotAllowed)
  }
}
