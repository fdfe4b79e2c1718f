import Foundation
import TesseraBundles
import TesseraRuntime
import TesseraValues
import Testing

@testable import TesseraCommands

/// The repository's own folder.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

@Suite("Samples and tutorial")
struct SampleTests {
  static let bundles = [
    "Samples/Feed.widget", "Samples/Hello.widget", "docs/tutorial/1/Reading.widget", "docs/tutorial/2/Reading.widget",
  ]

  static let scenarios = ["Samples/Feed.widget/tests", "docs/tutorial/2/Reading.widget/tests"].flatMap { folder in
    let names = (try? FileManager.default.contentsOfDirectory(atPath: repository.appending(path: folder).path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test("a bundle that we show to people has no problems", arguments: bundles)
  func check(path: String) {
    let bundle = WidgetBundle(directory: repository.appending(path: path).path)
    #expect(WidgetDefinition(bundle: bundle).diagnostics.map(\.description) == [])
  }

  @Test("there are scenarios to play")
  func scenariosExist() {
    #expect(Self.scenarios.count >= 5)
  }

  @Test("a scenario of a sample passes", arguments: scenarios)
  func play(path: String) async throws {
    let file = repository.appending(path: path).path
    var reader = ScenarioReader()
    let read = reader.read(try String(contentsOfFile: file, encoding: .utf8))
    let scenario = try #require(read)
    let bundle = try #require(TestCommand.bundle(of: scenario, at: file))
    let failure = try await ScenarioRunner(scenario, bundle: bundle).run()
    #expect(failure?.description == nil)
  }

  @Test("the printed reference is the one in the documents")
  func reference() throws {
    let file = repository.appending(path: "docs/reference.md")
    let printed = ReferenceDocument.markdown(of: .standard)
    let recorded = try? String(contentsOf: file, encoding: .utf8)
    if recorded != printed { try printed.write(to: file, atomically: true, encoding: .utf8) }
    #expect(recorded == printed, "docs/reference.md was out of date; it is written anew")
  }
}
