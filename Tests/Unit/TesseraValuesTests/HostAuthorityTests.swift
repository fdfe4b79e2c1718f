import TesseraValues
import Testing

@Suite("A host with a port")
struct HostAuthorityTests {
  @Test(
    arguments: [
      ("localhost", "localhost", nil), ("LOCALHOST:80", "localhost", 80), ("127.0.0.1:8080", "127.0.0.1", 8080),
      ("[::1]", "::1", nil), ("[::1]:8080", "::1", 8080), ("[2001:DB8:0::1]:65535", "2001:db8::1", 65535),
    ] as [(String, String, Int?)])
  func `has a normalized host`(text: String, host: String, port: Int?) {
    let authority = HostAuthority(text)
    #expect(authority?.host == host)
    #expect(authority?.port == port)
  }

  @Test(arguments: [
    "", ":80", "localhost:", "localhost:x", "localhost:+80", "localhost:0", "localhost:99999", "::1", "a:1:80",
    "[::1", "[::1]x", "[127.0.0.1]", "[x]", "[]", "me@localhost", "localhost/", "a]:80",
  ])
  func `is not parsed from anything else`(text: String) {
    #expect(HostAuthority(text) == nil)
  }
}
