import Foundation
import TesseraBundles
import TesseraLayout
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraCommands

@Suite("Reading scenarios")
struct ScenarioReaderTests {
  @Test func `a complete scenario is read`() throws {
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

  @Test(arguments: [
    ("steps: 3", 1, "'steps' takes a list"), ("steps:\n  - tab: x", 2, "Unknown key 'tab' of a step"),
    ("size: big", 1, "375x667"), ("clock: yesterday", 1, "2018-06-20T19:00:00Z"),
    ("steps:\n  - advance: soon", 2, "2s, 500ms"), ("steps:\n  - expect: { text: a }", 2, "needs its 'id'"),
    ("steps:\n  - expect: {}", 2, "something to expect"), ("steps:\n  - type: a", 2, "'into'"),
    ("steps: [", 0, "not YAML"), ("- a", 0, "object with 'steps'"), ("step: []", 1, "did you mean 'steps'?"),
    ("steps:\n  - expect: { id: a, rows: many }", 2, "'rows' takes a number"),
    ("steps:\n  - tap: { id: a, index: 99999999999999999999 }", 2, "'index' takes a whole number"),
    ("steps:\n  - expect: { id: a, index: -1 }", 2, "'index' takes a whole number"),
    (
      "network:\n  - body: " + String(repeating: "[", count: 70) + String(repeating: "]", count: 70), 2,
      "at most 64 levels"
    ),
  ])
  func `an error is reported with its position`(text: String, line: Int, words: String) {
    var reader = ScenarioReader()
    #expect(reader.read(text) == nil)
    let problem = reader.diagnostics.all.first
    #expect(problem?.description.contains(words) == true, "\(problem?.description ?? "no problem")")
    if line > 0 { #expect(problem?.range?.start.line == line) }
  }

  @Test(arguments: ["", "/", "/tests", "/tests/"])
  func `a bundle's scenarios are in its folder tests`(suffix: String) throws {
    let folder = Repository.url("Samples/Feed.widget").path
    #expect(try TestCommand.files(at: folder + suffix).first == folder + "/tests/compose.yaml")
  }

  @Test(arguments: [("2s", 2.0), ("500ms", 0.5), ("1.5m", 90), ("1h", 3600)])
  func `times are read with their unit`(text: String, seconds: Double) {
    #expect(ScenarioReader.duration(text) == .seconds(seconds))
  }
}

@Suite("Running scenarios")
struct ScenarioRunnerTests {
  @Test func `in development the stub next to the real service answers`() async throws {
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

  @Test func `answers keep all their levels`() throws {
    var reader = ScenarioReader()
    let read = reader.read(
      """
      network:
        - url: https://example.org/
          body: { a: { b: { c: { d: { e: { f: { g: { h: { i: [1] } } } } } } } } }
      steps: []
      """)
    guard case .bytes(let bytes) = try #require(read?.network?.first).body else {
      Issue.record("there is no body")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":[1]}}}}}}}}}"#)
  }

  @Test func `a scenario that is missing is named`() {
    let (scenario, problems) = ScenarioReader.scenario(at: "/nowhere/day.yaml")
    #expect(scenario == nil)
    #expect(problems.map(\.message) == ["There is no scenario '/nowhere/day.yaml' that can be read"])
  }

  @Test(arguments: [false, true])
  func `a move has to change the order`(storesMove: Bool) async throws {
    let stored = #"{"type": "setContext", "path": "words", "value": "@{onMove.items}"}"#
    let failure = try await failure(
      of: "  - move: { id: words, from: 2, to: 0 }\n  - expect: { id: word, index: 0, text: c }",
      on: """
        {"context": {"id": "state", "value": {"words": ["a", "b", "c"]}},
         "view": {"type": "list", "id": "words", "items": "@{state.words}", "reorderable": true,
           "template": {"type": "text", "id": "word", "text": "@{item}"}, "onMove": [\(storesMove ? stored : "")]}}
        """)
    #expect(
      failure
        == (storesMove ? nil : "The move changed no row of 'words': its order has to be stored in 'onMove'"))
  }

  @Test func `a toast may be expected to be none`() async throws {
    let failure = try await failure(
      of: "  - expect: { toast: false }\n  - tap: go\n  - expect: { toast: false }",
      on: #"{"view": {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "toast", "text": "Gone"}}}"#)
    #expect(failure == "Expected no toast, found 'Gone'")
  }

  @Test func `a failure says that the widget was stopped`() async throws {
    let label = #"{"type": "text", "text": "@{data.text}"}"#
    let failure = try await failure(
      of: "  - expect: { id: title, text: There }",
      on: """
        {"context": {"id": "data", "value": {"text": "\(String(repeating: "word ", count: 20_000))"}},
         "view": {"type": "container", "children": [{"type": "text", "id": "title", "text": "There"},
           \(Array(repeating: label, count: 200).joined(separator: ","))]}}
        """)
    #expect(
      failure
        == "There is no 'title'; This widget was stopped because it shows 16 MB of text; the limit is 16 MB")
  }

  @Test func `the work of hours to which the clock jumps does not count for one minute`() async throws {
    let host = try HeadlessHost(WidgetSource(Repository.url("Samples/Feed.widget").path), clock: Date())
    let before = host.instance.environment.workTime()
    await host.clock.advance(by: .seconds(7200))
    #expect(host.instance.environment.workTime() - before >= 7200)
  }

  /// Plays steps in a widget with a screen, and returns the failure.
  private func failure(of steps: String, on screen: String) async throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "screens"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(#"{"id": "org.example.move", "name": "Move"}"#.utf8).write(to: folder.appending(path: "widget.json"))
    try Data(screen.utf8).write(to: folder.appending(path: "screens/Main.json"))
    var reader = ScenarioReader()
    let read = reader.read("steps:\n" + steps)
    let scenario = try #require(read)
    return try await ScenarioRunner(scenario, source: WidgetSource(folder.path)).run()?.message
  }

  /// Plays steps on the feed sample, and returns the failure.
  private func failure(of steps: String) async throws -> String? {
    var reader = ScenarioReader()
    let read = reader.read("clock: 2018-06-20T19:00:00Z\nsteps:\n" + steps)
    let scenario = try #require(read)
    let bundle = Repository.url("Samples/Feed.widget").path
    return try await ScenarioRunner(scenario, source: WidgetSource(bundle)).run()?.description
  }

  @Test(arguments: [
    ("  - tap: nothing", "There is no 'nothing'"), ("  - tap: compseButton", "did you mean 'composeButton'?"),
    ("  - tap: titleLabel", "does not react to a tap"), ("  - tap: emptyDataView", "is hidden"),
    ("  - type: { into: titleLabel, text: a }", "not a field"), ("  - expect: { screen: NewPost }", "found 'Feed'"),
    ("  - expect: { alert: Oops }", "found none"), ("  - answer: OK", "There is no alert"),
    ("  - expect: { id: tableView, rows: 3 }", "Expected rows '3' of 'tableView', found '14'"),
    ("  - expect: { id: titleLabel, text: Nobody }", "Expected text 'Nobody' of 'titleLabel', found 'Favio Mobile'"),
    ("  - expect: { id: composeButton, exists: false }", "Expected no 'composeButton'"),
    ("  - expect: { id: composeButton, disabled: true }", "Expected disabled 'true'"),
  ])
  func `a step that cannot be run or does not hold fails with a reason`(steps: String, words: String) async throws {
    let failure = try #require(try await failure(of: steps))
    #expect(failure.contains(words), "\(failure)")
    #expect(failure.hasPrefix("3:5: error: "))
  }

  @Test func `typing replaces the whole text of a field`() async throws {
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
