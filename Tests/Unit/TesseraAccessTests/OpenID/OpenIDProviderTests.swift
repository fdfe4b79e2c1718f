import TesseraValues
import Testing

@testable import TesseraAccess

@Suite("The metadata of OpenID providers")
struct OpenIDProviderTests {
  private static let issuer = "https://id.example.org"
  private static let valid: [String: Value] = [
    "issuer": "https://id.example.org", "authorization_endpoint": "https://id.example.org/authorize",
    "token_endpoint": "https://tokens.example.org:8443/token",
  ]

  private func provider(_ changes: [String: Value]) throws -> OpenIDProvider {
    try OpenIDProvider(.dictionary(Self.valid.merging(changes) { $1 }), issuer: Self.issuer)
  }

  @Test func `the endpoints are read, and the hosts that this server contacts`() throws {
    let provider = try provider(["userinfo_endpoint": "https://id.example.org/me"])
    #expect(provider.authorizationEndpoint == "https://id.example.org/authorize")
    #expect(provider.tokenEndpoint == "https://tokens.example.org:8443/token")
    #expect(provider.userInfoEndpoint == "https://id.example.org/me")
    #expect(provider.hosts.map(\.description) == ["tokens.example.org:8443", "id.example.org"])
    #expect(try self.provider([:]).userInfoEndpoint == nil)
  }

  @Test(
    arguments: [
      ([:], true), (["token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"]], true),
      (["token_endpoint_auth_methods_supported": ["client_secret_post"]], false),
      (["token_endpoint_auth_methods_supported": []], false),
    ] as [([String: Value], Bool)])
  func
    `clients authenticate themselves in the field that providers take by default, unless the provider does not take it`(
      changes: [String: Value], isBasic: Bool
    ) throws
  {
    #expect(try provider(changes).takesBasicAuthentication == isBasic)
  }

  @Test(
    arguments: [
      (["issuer": "https://evil.example"], "another issuer"), (["issuer": "https://id.example.org/"], "another issuer"),
      (["issuer": nil], "another issuer"),
      (["authorization_endpoint": nil], "authorization_endpoint"),
      (["authorization_endpoint": "http://id.example.org/authorize"], "authorization_endpoint"),
      (["authorization_endpoint": "https://id.example.org/authorize#here"], "authorization_endpoint"),
      (["authorization_endpoint": "javascript:alert(1)"], "authorization_endpoint"),
      (["token_endpoint": "http://10.0.0.1/token"], "token_endpoint"),
      (["token_endpoint": "https://ada:secret@id.example.org/token"], "token_endpoint"),
      (["token_endpoint": "https://id.example.org/to ken"], "token_endpoint"),
      (["token_endpoint": ["https://id.example.org/token"]], "token_endpoint"),
      (["userinfo_endpoint": "http://id.example.org/me"], "userinfo_endpoint"),
    ] as [([String: Value], String)])
  func `other metadata is refused`(changes: [String: Value], words: String) {
    do {
      _ = try provider(changes)
      Issue.record("accepted")
    } catch {
      #expect((error as? OpenIDProvider.Problem)?.words.contains(words) == true, "\(error)")
    }
  }

  @Test(arguments: [nil, "text", ["issuer"]] as [Value])
  func `what is no object is refused`(value: Value) {
    #expect(throws: OpenIDProvider.Problem.self) { try OpenIDProvider(value, issuer: Self.issuer) }
  }

  @Test(arguments: [
    ("https://id.example.org", true), ("https://id.example.org/realms/home/", true),
    ("https://id.example.org:9443", true), ("https://10.0.0.1", true), ("http://127.0.0.1:9091", true),
    ("http://localhost:9091/x", true), ("http://[::1]:9091", true), ("http://id.example.org", false),
    ("http://127.0.0.1.example.org", false), ("http://192.168.1.2", false), ("id.example.org", false), ("", false),
    ("https://", false), ("https://id.example.org?x=1", false), ("https://id.example.org#x", false),
    ("https://id.example.org\\@evil.example", false), ("https://a@id.example.org", false),
    ("https://id.example.org/\n", false), ("ftp://id.example.org", false),
  ])
  func `issuers have HTTPS, except on this machine`(text: String, isIssuer: Bool) {
    #expect(OpenIDSettings.isIssuer(text) == isIssuer)
  }

  @Test(arguments: [
    ("https://id.example.org", "https://id.example.org/.well-known/openid-configuration"),
    ("https://id.example.org/realms/home/", "https://id.example.org/realms/home/.well-known/openid-configuration"),
  ])
  func `the metadata is below the issuer`(issuer: String, address: String) {
    #expect(OpenIDSettings(issuer: issuer, client: "tessera").metadataAddress == address)
  }
}
