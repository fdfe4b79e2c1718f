import Testing

@testable import TesseraServer

@Suite("Browser languages")
struct AcceptedLanguageTests {
  @Test(arguments: [
    ("de-AT,de;q=0.9,en;q=0.8", ["de-AT", "de", "en"]), ("en;q=0.5, fr", ["fr", "en"]), ("", []), ("*", []),
    ("de;q=0, en;q=x, fr ;q=1", ["fr"]), (";;,,;q=1,", []), ("a, b, a", ["a", "b", "a"]),
  ])
  func `are read from the header, the best first`(header: String, tags: [String]) {
    #expect(AcceptedLanguages.tags(in: header) == tags)
  }
}
