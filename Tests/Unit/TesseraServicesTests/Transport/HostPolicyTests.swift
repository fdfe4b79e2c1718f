import TesseraHTTPClient
import TesseraValues
import Testing

@testable import TesseraServices

@Suite("Hosts and addresses")
struct HostPolicyTests {
  @Test(arguments: [
    ("api.example.org", "https://api.example.org/x", true), ("api.example.org", "http://API.example.org", true),
    ("API.Example.org.", "https://api.example.org./x", true), ("api.example.org", "https://example.org/", false),
    ("api.example.org", "https://api.example.org:8443/", false),
    ("api.example.org:8443", "https://api.example.org:8443/", true),
    ("api.example.org:8443", "https://api.example.org/", false),
    ("api.example.org:*", "http://api.example.org:1/", true),
    ("api.example.org:443", "https://api.example.org/", true),
    ("api.example.org:443", "http://api.example.org/", false),
    ("*.example.org", "https://a.b.example.org/", true), ("*.example.org", "https://example.org/", false),
    ("*.example.org", "https://evilexample.org/", false), ("*.example.org", "https://example.org.evil.com/", false),
    ("[::1]:80", "http://[0:0::1]/", true), ("127.0.0.1", "http://127.0.0.1/", true),
    ("127.0.0.1", "http://127.1/", false), ("my_app:8080", "http://my_app:8080/x", true),
    ("_x._tcp.example.org", "https://_x._tcp.example.org/", true),
    ("xn--bcher-kva.example", "https://Bücher.example/x", true),
    ("xn--bcher-kva.example", "https://b%C3%BCcher.example/x", true), ("127.0.0.1", "http://１２７.0.0.1/", true),
    ("apple.com", "https://аpple.com/", false),
    ("api.example.org", "ftp://api.example.org/", false), ("api.example.org", "https://x@api.example.org/", false),
    ("api.example.org", "api.example.org", false), ("api.example.org", "", false),
  ])
  func `a pattern allows its host, at its port`(pattern: String, url: String, isAllowed: Bool) {
    #expect(HostPolicy(texts: [pattern]).allows(url: url) == isAllowed)
  }

  @Test(arguments: [
    ("https://api.example.org/x", "Host 'https://api.example.org/x' has a scheme; Write 'api.example.org'"),
    ("api.example.org/x", "Host 'api.example.org/x' is more than a host"),
    ("*", "Host '*' has a '*' where none is allowed"),
    ("*.org", "Host '*.org' would allow a whole top-level domain"),
    ("a.*.org", "Host 'a.*.org' has a '*' where none is allowed"),
    ("*.127.0.0.1", "Host '*.127.0.0.1' would allow a whole top-level domain"),
    ("host:0", "Host 'host:0' has the port '0'"), ("host:x", "Host 'host:x' has the port 'x'"),
    ("bücher.example", "Host 'bücher.example' is not a host name"), ("", "Host '' is not a host name"),
    ("[::g]", "Host '[::g]' is not an IPv6 address"), ("a b", "Host 'a b' is not a host name"),
    ("::1", "Host '::1' is not a host name"),
  ])
  func `an invalid host pattern is a diagnostic`(text: String, message: String) {
    do throws(Diagnostic) {
      let pattern = try HostPattern(text)
      Issue.record("\(pattern) is a pattern")
    } catch {
      #expect(error.rule == "host-pattern")
      #expect("\(error.message); \(error.fix ?? "")".hasPrefix(message))
    }
  }

  @Test(
    arguments: [
      ("8.8.8.8", .global), ("172.15.255.255", .global), ("172.32.0.0", .global), ("100.63.255.255", .global),
      ("100.128.0.0", .global), ("223.255.255.255", .global), ("11.0.0.0", .global), ("192.0.1.0", .global),
      ("10.0.0.0", .private), ("10.255.255.255", .private), ("172.16.0.0", .private), ("172.31.255.255", .private),
      ("192.168.0.1", .private), ("127.0.0.1", .private), ("127.255.255.255", .private), ("169.254.1.1", .private),
      ("100.64.0.0", .private), ("100.127.255.255", .private), ("169.254.169.254", .reserved), ("0.0.0.0", .reserved),
      ("0.255.0.1", .reserved), ("192.0.0.1", .reserved), ("192.0.2.1", .reserved), ("198.18.0.1", .reserved),
      ("198.19.255.255", .reserved), ("198.51.100.1", .reserved), ("203.0.113.1", .reserved), ("224.0.0.1", .reserved),
      ("240.0.0.1", .reserved), ("255.255.255.255", .reserved), ("192.88.99.1", .reserved),
      ("2606:4700::1111", .global),
      ("2a00:1450:4001:81b::200e", .global), ("64:ff9b::808:808", .global), ("64:ff9b::7f00:1", .private),
      ("64:ff9b::a9fe:a9fe", .reserved), ("::1", .private), ("fe80::1", .private), ("fc00::1", .private),
      ("fdff::1", .private), ("fec0::1", .private), ("::ffff:127.0.0.1", .private), ("::ffff:10.0.0.1", .private),
      ("::ffff:8.8.8.8", .reserved), ("::", .reserved), ("ff02::1", .reserved), ("2001:db8::1", .reserved),
      ("2001::1", .reserved), ("2002:7f00:1::", .reserved), ("100::1", .reserved), ("64:ff9b:1::1", .reserved),
      ("::7f00:1", .reserved), ("3fff::1", .reserved), ("4000::1", .reserved),
    ] as [(String, AddressScope)])
  func `an address is global, private or reserved`(text: String, scope: AddressScope) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.scope == scope)
    let (named, other) = (try HTTPURL("https://named.test/"), try HTTPURL("https://other.test/"))
    #expect(HostPolicy(texts: ["named.test"]).allows(address, of: named) == (scope == .global))
    var policy = HostPolicy(texts: ["named.test"], allowsPrivateAddresses: true)
    #expect(policy.allows(address, of: named) == (scope != .reserved))
    policy.allowsAnyHost = true
    #expect(policy.allows(address, of: other) == (scope == .global))
  }

  @Test(arguments: ["", "1", "127.1", "0x7f.0.0.1", "1.2.3.4.5", "[::1]", "fe80::1%eth0", "::g"])
  func `an invalid address is rejected`(text: String) { #expect(NetworkAddress(text) == nil) }

  @Test(arguments: [("2001:DB8:0:0::1", "2001:db8::1"), ("10.0.0.1", "10.0.0.1")])
  func `an address prints in its canonical form`(text: String, printed: String) {
    #expect(NetworkAddress(text)?.description == printed)
  }

  @Test func `the system's resolver finds the loopback interface, and passes addresses through`() async {
    #expect(await SystemHostResolver().addresses(of: "localhost").contains { $0.scope == .private })
    #expect(await SystemHostResolver().addresses(of: "192.0.2.7") == [NetworkAddress("192.0.2.7")].compactMap { $0 })
    // The resolver accepts short forms of addresses. They are expanded, and checked in expanded form.
    #expect(await SystemHostResolver().addresses(of: "127.1").allSatisfy { $0.scope == .private })
  }

  @Test func `the host of a typed address is allowed, and may lead to other public hosts, but to no private ones`()
    throws
  {
    var policy = HostPolicy(texts: ["api.example.org"])
    policy.grantedHosts = [try HostPattern("home.example.net:8080")]
    let typed = try HTTPURL("http://home.example.net:8080/feed")
    let other = try HTTPURL("https://cdn.example.com/")
    #expect(policy.allows(typed) && !policy.allows(other))
    let after = policy.afterRedirect(from: typed)
    let near = try #require(NetworkAddress("192.168.1.7"))
    let far = try #require(NetworkAddress("8.8.8.8"))
    #expect(after.allows(other) && after.allows(far, of: other) && !after.allows(near, of: other))
    #expect(!policy.afterRedirect(from: try HTTPURL("https://api.example.org/")).allows(other))
    // A private address needs a permission, as for a host of the manifest.
    #expect(!policy.allows(near, of: typed))
    policy.privateHosts = policy.grantedHosts
    #expect(policy.allows(near, of: typed))
  }
}
