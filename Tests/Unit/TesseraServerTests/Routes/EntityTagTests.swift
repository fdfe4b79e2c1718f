import Testing

@testable import TesseraServer

@Suite("The entity tags of a conditional request")
struct EntityTagTests {
  @Test(arguments: [
    ("\"1\"", "\"1\"", true), ("W/\"1\"", "\"1\"", true), ("\"1\"", "\"2\"", false),
    ("\"a\", \"b\",W/\"c\"", "\"c\"", true), ("*", "\"anything\"", true), ("", "\"1\"", false),
  ])
  func `match by the weak comparison of RFC 9110, section 8.8.3.2`(field: String, tag: String, isMatch: Bool) {
    #expect(EntityTags(field)?.contains(tag) == isMatch)
  }

  @Test func `are nil without a header field, and any for an asterisk`() {
    #expect(EntityTags(nil) == nil)
    #expect(EntityTags("*") == .any)
    #expect(EntityTags("\"7\"") == .tags(["\"7\""]))
  }
}
