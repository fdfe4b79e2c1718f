import Foundation
import TeamExtension
import TesseraBundles
import TesseraComponents
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraCommands

@Suite("Samples and tutorial")
struct SampleTests {
  /// The bundles of the documentation's examples.
  static let examples =
    names(in: "docs/examples", ending: ".widget") + names(in: "docs/how-to/cookbook", ending: ".widget")

  /// The widgets of the library.
  static let library = names(in: "Widgets", ending: ".widget")

  /// The samples with scenarios. `Hello.widget` has none, because it is the smallest sample.
  static let samples = names(in: "Samples", ending: ".widget").filter { !$0.contains("Hello") }

  static let bundles =
    [
      "Samples/Hello.widget", "docs/tutorial/1/Reading.widget",
      "docs/tutorial/2/Reading.widget",
    ] + library + samples + examples

  static let scenarios =
    (["docs/tutorial/2/Reading.widget"] + library + samples + examples)
    .flatMap {
      names(in: $0 + "/tests", ending: ".yaml")
    }

  /// Returns the paths of files in a folder, sorted by name.
  static func names(in folder: String, ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.url(folder).path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  @Test(arguments: bundles)
  func `a published bundle has no problems`(path: String) {
    let bundle = WidgetBundle(directory: Repository.url(path).path)
    #expect(
      WidgetDefinition(bundle: bundle, extensions: TesseraCommand.extensions).diagnostics.map(\.description) == [])
  }

  @Test func `there are scenarios to run`() {
    #expect(Self.scenarios.count >= 40)
    #expect(Self.examples.count >= 38)
  }

  /// Returns a scenario of the repository, and the bundle that it tests.
  static func scenario(at path: String) throws -> (Scenario, bundle: String) {
    let file = Repository.url(path).path
    let scenario = try #require(ScenarioReader.scenario(at: file).scenario)
    return (scenario, try #require(TestCommand.bundle(of: scenario, at: file)))
  }

  @Test(arguments: scenarios)
  func `a scenario of a sample passes`(path: String) async throws {
    let (scenario, bundle) = try Self.scenario(at: path)
    let failure = try await ScenarioRunner(scenario, source: WidgetSource(bundle)).run()
    #expect(failure?.description == nil)
  }

  @Test func `the team's widget passes with the team's extensions, and fails without them`() async throws {
    let folder = Repository.url("Samples/Extension/Team.widget").path
    let bundle = WidgetBundle(directory: folder)
    #expect(WidgetDefinition(bundle: bundle, extensions: .team).diagnostics == [])
    #expect(WidgetDefinition(bundle: bundle).hasErrors)
    var reader = ScenarioReader()
    let read = reader.read(try String(contentsOfFile: folder + "/tests/team.yaml", encoding: .utf8))
    let scenario = try #require(read)
    let failure = try await TesseraCommand.$program.withValue(TesseraCommand.Program(extensions: .team)) {
      try await ScenarioRunner(scenario, source: WidgetSource(folder)).run()
    }
    #expect(failure?.description == nil)
    let reference = ReferenceDocument.markdown(of: .team)
    for word in [
      "### `rating`", "### `card`", "### `rotate`", "### `Counter`", "`stars`", "`initials`", "`TeamProvider`",
    ] {
      #expect(reference.contains(word))
    }
  }

  @Test func `each action and each event is listed on the page on actions, and has an example`() throws {
    let page = try String(contentsOf: Repository.url("docs/how-to/actions.md"), encoding: .utf8)
    let screens = try (Self.bundles + ["Samples/Extension/Team.widget"]).flatMap {
      Self.names(in: $0 + "/screens", ending: ".json")
    }.map {
      try String(contentsOf: Repository.url($0), encoding: .utf8)
    }.joined()
    for action in WidgetExtensions.standard.actions.all {
      #expect(page.contains("`\(action.type)`"), "\(action.type) is not explained")
      #expect(screens.contains("\"type\": \"\(action.type)\""), "\(action.type) has no example")
      for event in action.events { #expect(page.contains("`\(event.name)`"), "\(event.name) of \(action.type)") }
    }
  }

  @Test func `the printed reference matches the documents`() throws {
    let file = Repository.url("docs/reference/documents.md")
    let printed = ReferenceDocument.markdown(of: .standard)
    let recorded = try? String(contentsOf: file, encoding: .utf8)
    if recorded != printed { try printed.write(to: file, atomically: true, encoding: .utf8) }
    #expect(recorded == printed, "docs/reference/documents.md was out of date; it is written anew")
  }
}
