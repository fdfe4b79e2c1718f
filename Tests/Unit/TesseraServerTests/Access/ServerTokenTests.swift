import Testing

@testable import TesseraServer

@Suite("The token of programs")
struct ServerTokenTests {
  @Test(arguments: [
    ("Bearer abc", true), ("bearer abc", true), ("BEARER abc", true), ("Bearer  abc", true), ("Bearer ABC", false),
    ("Bearer abcd", false), ("Bearer", false), ("Basic abc", false), ("abc", false), ("", false),
  ])
  func `is in the field after its scheme, whose letters have any case`(text: String, isThere: Bool) {
    #expect(ServerToken(text: "abc").isIn(field: text) == isThere)
  }

  @Test func `a server without one admits none`() { #expect(!ServerToken(text: "").isIn(field: "Bearer ")) }
}
