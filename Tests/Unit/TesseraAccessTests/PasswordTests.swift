import TesseraAccess
import Testing

@Suite("Passwords")
struct PasswordTests {
  /// From the tests of the reference implementation, https://github.com/P-H-C/phc-winner-argon2.
  @Test func `hashes of the reference implementation are understood`() throws {
    let hash = PasswordHash(
      text: "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")
    #expect(try hash.matches("password"))
    #expect(try !hash.matches("passwore"))
  }

  @Test func `a hash fits its password only, states its cost, and has a salt of its own`() throws {
    let hash = try PasswordHash(of: "correct horse é", cost: .least)
    #expect(hash.text.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(try hash.matches("correct horse é"))
    #expect(try hash.matches("correct horse e\u{301}"), "an accent that another keyboard composes")
    #expect(try !hash.matches("correct horse e"))
    #expect(try !hash.matches(""))
    #expect(try PasswordHash(of: "correct horse é", cost: .least).text != hash.text)
  }

  @Test func `the usual cost is the second recommendation of RFC 9106`() throws {
    #expect(try PasswordHash(of: "12345678").text.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))
  }

  @Test(arguments: ["", "x", "$argon2id$v=19$m=8,t=1,p=1$", "$2y$10$abc"])
  func `a damaged hash admits nobody`(text: String) {
    #expect(throws: PasswordHash.Failure.self) { try PasswordHash(text: text).matches("password") }
  }
}
