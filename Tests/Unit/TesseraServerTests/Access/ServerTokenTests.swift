import Testing

@testable import TesseraServer

@Suite("The token of programs")
struct ServerTokenTests {
  @Test(
    "is in the field after its scheme, whose letters have any case",
    arguments: [
      ("Bearer abc", true), ("bearer abc", true), ("BEARER abc", true), ("Bearer  abc", true), ("Bearer ABC", false),
      ("Bearer abcd", false), ("Bearer", false), ("Basic abc", false), ("abc", false), ("", false),
    ])
  func field(text: String, isThere: Bool) { #expect(ServerToken(text: "abc").isIn(field: text) == isThere) }

  @Test("a server without one admits none")
  func noToken() { #expect(!ServerToken(text: "").isIn(field: "Bearer ")) }
}
