import TesseraRuntime
import TesseraViews
import Testing

@Suite("Definitions that read each other")
struct DefinitionTests {
  private static func opened(_ definitions: String) async throws -> TestHost {
    try await TestWidget(
      view: container(
        #"{"type": "contentDisplayView", "id": "data", "content": {\#(definitions)}}"#,
        #"{"type": "text", "id": "shown", "text": "@{data.content.d0}"}"#)
    ).open()
  }

  @Test(arguments: [1, 7, 8, 9, 14, 60])
  func `settle, however many there are and in whatever order`(length: Int) async throws {
    let links = (0..<length).map { #""d\#($0)": "@{data.content.d\#($0 + 1)}""# }
    let host = try await Self.opened((links + [#""d\#(length)": "the end""#]).joined(separator: ", "))
    #expect(try await host.text("shown") == "the end")
    #expect(await host.presentation.problems == [])
  }

  @Test func `in a circle are reported once`() async throws {
    let host = try await Self.opened(#""d0": "@{(data.content.d1 ?? 0) + 1}", "d1": "@{(data.content.d0 ?? 0) + 1}""#)
    let problems = await host.presentation.problems
    #expect(problems.count == 1, "\(problems)")
  }
}
