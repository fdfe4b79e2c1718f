import HTTPTypes
import Testing

@testable import TesseraServer

@Suite("What proxies say")
struct ForwardedFieldTests {
  private static let proxies = ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"].compactMap { AddressRange($0) }

  @Test(
    arguments: [
      ("127.0.0.1", ["X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"], "203.0.113.7", true),
      ("127.0.0.1", ["X-Forwarded-For": "198.51.100.1, 203.0.113.7"], "203.0.113.7", false),
      ("127.0.0.1", ["X-Forwarded-For": "203.0.113.7, 10.1.2.3"], "203.0.113.7", false),
      (
        "127.0.0.1", ["X-Forwarded-For": "203.0.113.7, 10.1.2.3", "X-Forwarded-Proto": "https, http"], "203.0.113.7",
        true
      ),
      ("127.0.0.1", ["X-Forwarded-Proto": "https"], "127.0.0.1", true),
      ("127.0.0.1", ["X-Forwarded-For": "nonsense"], "nonsense", false),
      ("127.0.0.1", ["Forwarded": "for=203.0.113.7;proto=https"], "203.0.113.7", true),
      ("127.0.0.1", ["Forwarded": "for=198.51.100.1, for=\"[2001:4860::1]:4711\";proto=https"], "2001:4860::1", true),
      ("127.0.0.1", [:], "127.0.0.1", false),
      ("2001:db8::5", ["X-Forwarded-For": "203.0.113.7"], "203.0.113.7", false),
      ("::ffff:10.0.0.1", ["X-Forwarded-For": "203.0.113.7"], "203.0.113.7", false),
      ("192.0.2.1", ["X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"], "192.0.2.1", false),
      ("192.0.2.1", ["Forwarded": "for=127.0.0.1;proto=https"], "192.0.2.1", false),
    ] as [(String, [String: String], String, Bool)])
  func `is believed as far as it comes from trusted proxies`(
    peer: String, fields: [String: String], address: String, isEncrypted: Bool
  ) {
    var all = HTTPFields()
    for (name, value) in fields { HTTPField.Name(name).map { all[$0] = value } }
    let kind: ProxyFields = fields["Forwarded"] == nil ? .legacy : .standard
    let client = ForwardedFields(trustedProxies: Self.proxies, kind: kind).client(of: all, peer: peer)
    #expect(client.address == address)
    #expect(client.isEncrypted == isEncrypted)
    // A proxy that sets one kind of fields passes on what a client wrote in the other.
    all[kind == .standard ? .xForwardedFor : .forwarded] = kind == .standard ? "198.51.100.99" : "for=198.51.100.99"
    #expect(ForwardedFields(trustedProxies: Self.proxies, kind: kind).client(of: all, peer: peer) == client)
  }

  @Test(arguments: [
    ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false),
    ("192.0.2.0/25", "192.0.2.128", false),
    ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.8", false), ("0.0.0.0/0", "203.0.113.7", true),
    ("0.0.0.0/0", "::1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false),
    ("192.0.2.0/24", "x", false),
  ])
  func `ranges are those of CIDR`(range: String, address: String, contains: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(address) == contains)
  }

  @Test(arguments: ["", "x", "192.0.2.0/33", "192.0.2.0/-1", "192.0.2/24", "::/129", "192.0.2.0/"])
  func `other texts are no ranges`(text: String) { #expect(AddressRange(text) == nil) }
}
