import Foundation
import TesseraBundles
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraCommands

@Suite("Reading scenarios")
struct ScenarioReaderTests {
  @Test("a complete scenario is read")
  func complete() throws {
    var reader = ScenarioReader()
    let read = reader.read(
      """
      size: 320x480
      clock: 2018-06-20T19:00:00Z
      widget: ../Feed.widget
      steps:
        - expect: { id: titleLabel, text: 7, hidden: false }
        - type: { into: searchBar, text: "a: b" }
        - tap: { id: row, index: 2 }
        - tap: composeButton
        - advance: 500ms
        - back
        - answer: OK
        - resize: 375x667
        - expect: { screen: Feed, alert: false }
      """)
    let scenario = try #require(read)
    #expect(scenario.size == Size(width: 320, height: 480))
    #expect(scenario.start == Date(timeIntervalSince1970: 1_529_521_200))
    #expect(scenario.widget == "../Feed.widget")
    #expect(scenario.steps.count == 9)
    #expect(scenario.steps[2].position == SourcePosition(line: 7, column: 5))
    guard case .expect(let expectation) = scenario.steps[0].action else {
      Issue.record("the first step expects something")
      return
    }
    #expect(expectation.text == "7")
    #expect(expectation.hidden == false)
    guard case .tap(let target) = scenario.steps[2].action else {
      Issue.record("the third step taps")
      return
    }
    #expect(target.index == 2)
  }

  @Test(
    "an error is reported with its position",
    arguments: [
      ("steps: 3", 1, "'steps' takes a list"), ("steps:\n  - tab: x", 2, "Unknown key 'tab' of a step"),
      ("size: big", 1, "375x667"), ("clock: yesterday", 1, "2018-06-20T19:00:00Z"),
      ("steps:\n  - advance: soon", 2, "2s, 500ms"), ("steps:\n  - expect: { text: a }", 2, "needs its 'id'"),
      ("steps:\n  - expect: {}", 2, "something to expect"), ("steps:\n  - type: a", 2, "'into'"),
      ("steps: [", 0, "not YAML"), ("- a", 0, "object with 'steps'"), ("step: []", 1, "did you mean 'steps'?"),
      ("steps:\n  - expect: { id: a, rows: many }", 2, "'rows' takes a number"),
      ("steps:\n  - tap: { id: a, index: 99999999999999999999 }", 2, "'index' takes a whole number"),
      ("steps:\n  - expect: { id: a, index: -1 }", 2, "'index' takes a whole number"),
    ])
  func problems(text: String, line: Int, words: String) {
    var reader = ScenarioReader()
    #expect(reader.read(text) == nil)
    let problem = reader.diagnostics.all.first
    #expect(problem?.description.contains(words) == true, "\(problem?.description ?? "no problem")")
    if line > 0 { #expect(problem?.range?.start.line == line) }
  }

  @Test("a bundle's scenarios are in its folder tests", arguments: ["", "/", "/tests", "/tests/"])
  func files(suffix: String) throws {
    let folder = Repository.url("Samples/Feed.widget").path
    #expect(try TestCommand.files(at: folder + suffix).first == folder + "/tests/compose.yaml")
  }

  @Test("times are read with their unit", arguments: [("2s", 2.0), ("500ms", 0.5), ("1.5m", 90), ("1h", 3600)])
  func durations(text: String, seconds: Double) {
    #expect(ScenarioReader.duration(text) == .seconds(seconds))
  }
}

@Suite("Running scenarios")
struct ScenarioRunnerTests {
  @Test("in development the stub next to the real service answers")
  func development() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Repository.url("docs/tutorial/2/Reading.widget"), to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let service = folder.appending(path: "service.json")
    try FileManager.default.moveItem(at: service, to: folder.appending(path: "service.dev.json"))
    try Data(#"{"actions": {"books": {"resultType": "[Book]", "response": []}}, "options": {"provider": "stub"}}"#.utf8)
      .write(to: service)
    var reader = ScenarioReader()
    let read = reader.read("steps:\n  - expect: { id: bookTable, rows: 5 }")
    let scenario = try #require(read)
    #expect(try await ScenarioRunner(scenario, source: WidgetSource(folder.path), mode: .development).run() == nil)
    let failure = try await ScenarioRunner(scenario, source: WidgetSource(folder.path)).run()
    #expect(failure?.message == "Expected rows '5' of 'bookTable', found '0'")
  }

  /// Plays steps on the feed sample, and returns the failure.
  private func failure(of steps: String) async throws -> String? {
    var reader = ScenarioReader()
    let read = reader.read("clock: 2018-06-20T19:00:00Z\nsteps:\n" + steps)
    let scenario = try #require(read)
    let bundle = Repository.url("Samples/Feed.widget").path
    return try await ScenarioRunner(scenario, source: WidgetSource(bundle)).run()?.description
  }

  @Test(
    "a step that cannot be run or does not hold fails with a reason",
    arguments: [
      ("  - tap: nothing", "There is no 'nothing'"), ("  - tap: compseButton", "did you mean 'composeButton'?"),
      ("  - tap: titleLabel", "does not react to a tap"), ("  - tap: emptyDataView", "is hidden"),
      ("  - type: { into: titleLabel, text: a }", "not a field"), ("  - expect: { screen: NewPost }", "found 'Feed'"),
      ("  - expect: { alert: Oops }", "found none"), ("  - answer: OK", "There is no alert"),
      ("  - expect: { id: tableView, rows: 3 }", "Expected rows '3' of 'tableView', found '14'"),
      ("  - expect: { id: titleLabel, text: Nobody }", "Expected text 'Nobody' of 'titleLabel', found 'Favio Mobile'"),
      ("  - expect: { id: composeButton, exists: false }", "Expected no 'composeButton'"),
      ("  - expect: { id: composeButton, disabled: true }", "Expected disabled 'true'"),
    ])
  func failures(steps: String, words: String) async throws {
    let failure = try #require(try await failure(of: steps))
    #expect(failure.contains(words), "\(failure)")
    #expect(failure.hasPrefix("3:5: error: "))
  }

  @Test("typing replaces the whole text of a field")
  func typing() async throws {
    let failure = try await failure(
      of: """
          - type: { into: searchBar, text: zzz }
          - expect: { id: tableView, rows: 0 }
          - type: { into: searchBar, text: geometry }
          - expect: { id: searchBar, value: geometry }
          - expect: { id: tableView, rows: 1 }
        """)
    #expect(failure == nil)
  }
}
