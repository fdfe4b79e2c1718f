import Foundation
import TesseraBundles
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraCommands

/// Widgets that were written from the documentation alone, in all formats.
@Suite("Widgets by authors")
struct AuthorTests {
  static let bundles = SampleTests.names(in: "Tests/Authors", ending: ".widget")
  /// Minimal widgets that reproduced our bugs.
  static let found = SampleTests.names(in: "Tests/Authors/Found", ending: ".widget")
  static let scenarios = (bundles + found).flatMap { SampleTests.names(in: $0 + "/tests", ending: ".yaml") }

  @Test func `there are widgets, and scenarios for each of them`() {
    #expect(Self.bundles.count >= 14)
    #expect(Self.found.count >= 10)
    for bundle in Self.bundles { #expect(Self.scenarios.count { $0.hasPrefix(bundle) } >= 3) }
  }

  @Test(arguments: bundles + found)
  func `a widget has no problems`(path: String) {
    let bundle = WidgetBundle(directory: Repository.url(path).path)
    #expect(
      WidgetDefinition(bundle: bundle, extensions: TesseraCommand.extensions).diagnostics.map(\.description) == [])
  }

  @Test(arguments: scenarios)
  func `a scenario passes`(path: String) async throws {
    let (scenario, bundle) = try SampleTests.scenario(at: path)
    let failure = try await ScenarioRunner(scenario, source: WidgetSource(bundle)).run()
    #expect(failure?.description == nil)
  }
}
