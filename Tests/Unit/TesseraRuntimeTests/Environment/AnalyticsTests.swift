import Synchronization
import TesseraBundles
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Keeps the records that it receives.
private final class Recorder: AnalyticsProvider {
  let configuration: AnalyticsConfiguration
  private let kept = Mutex<[AnalyticsRecord]>([])

  init(_ configuration: AnalyticsConfiguration = AnalyticsConfiguration()) { self.configuration = configuration }

  var records: [AnalyticsRecord] { kept.withLock { $0 } }

  var actions: [AnalyticsRecord] { records.filter { $0.kind != .screen } }

  func record(_ record: AnalyticsRecord) { kept.withLock { $0.append(record) } }
}

@Suite("Analytics of an app")
struct AnalyticsTests {
  private func widget(_ main: String, _ recorder: Recorder?, screens: [String: String] = [:]) throws -> TestWidget {
    var files = ["widget.json": #"{"id": "org.example.test", "name": "Test"}"#, "screens/Main.json": main]
    for (name, text) in screens { files["screens/\(name).json"] = text }
    let widget = try TestWidget(WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: .withBeagle)) {
      $0.analytics = recorder
    }
    #expect(widget.problems == [])
    return widget
  }

  /// Returns a button whose press sets a context, with the action's analytics configuration.
  private static func pressing(_ analytics: String?) -> String {
    let more = analytics.map { #", "analytics": \#($0)"# } ?? ""
    return #"""
      {"context": {"id": "state", "value": {"n": 1}},
       "view": {"type": "container", "style": {"padding": 10}, "children": [
         {"type": "button", "id": "go", "text": "Go", "style": {"marginTop": 5},
          "onPress": {"type": "setContext", "context": "state", "path": "n", "value": {"next": "@{state.n + 1}"}\#(more)}}]}}
      """#
  }

  @Test func `screens are recorded when they appear, and again when they reappear`() async throws {
    let recorder = Recorder()
    let main = #"{"view": {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "push", "screen": "Next"}}}"#
    let widget = try widget(
      main, recorder, screens: ["Next": #"{"view": {"type": "container", "id": "root"}}"#])
    let host = await widget.open()
    try await host.press("go")
    await host.send(.back)
    #expect(recorder.records.map(\.screen) == ["go", "root", "go"])
    #expect(recorder.records.map(\.rootID) == ["go", "root", "go"])
    #expect(recorder.records.first?.date == TestWidget.start)
  }

  @Test func `an app may record no screens`() async throws {
    let recorder = Recorder(AnalyticsConfiguration(recordsScreens: false))
    _ = await (try widget(Self.pressing(nil), recorder)).open()
    #expect(recorder.records == [])
  }

  @Test(
    arguments: [
      (nil, nil, nil), ("false", ["setContext": ["path"]], nil),
      (nil, ["setContext": ["path", "value.next", "none"]], #"{"path":"n","value.next":2}"#),
      (nil, ["SETCONTEXT": []], "{}"), ("true", nil, "{}"), ("true", ["setContext": ["path"]], #"{"path":"n"}"#),
      (#"{"attributes": ["context"]}"#, ["setContext": ["path"]], #"{"context":"state"}"#),
      (#"{"attributes": {"before": "@{state.n}", "nothing": "@{state.m}"}}"#, nil, #"{"before":1}"#),
      ("{}", ["setContext": ["path"]], "{}"),
    ] as [(String?, [String: [String]]?, String?)])
  func `an action is recorded if the document or the app requests it, with the attributes that they name`(
    _ analytics: String?, _ configured: [String: [String]]?, _ attributes: String?
  ) async throws {
    let recorder = Recorder(AnalyticsConfiguration(actions: configured ?? [:]))
    let host = await (try widget(Self.pressing(analytics), recorder)).open()
    try await host.press("go")
    guard let attributes else { return #expect(recorder.actions == []) }
    let record = try #require(recorder.actions.first)
    #expect(recorder.actions.count == 1)
    #expect(record.action == "setContext")
    #expect(record.event == "onPress")
    #expect(JSONText.text(of: .dictionary(record.attributes)) == attributes)
    #expect(record.component?.id == "go")
    #expect(record.component?.type == "button")
    #expect(record.component?.x == 10)
    #expect(record.component?.y == 15)
  }

  @Test func `a record is JSON with Beagle's names`() async throws {
    let recorder = Recorder()
    let analytics = #"{"name": "count", "attributes": ["path"], "additionalEntries": {"from": "@{state.n}"}}"#
    let host = await (try widget(Self.pressing(analytics), recorder)).open()
    try await host.press("go")
    #expect(
      recorder.actions.first?.json == [
        "type": "action", "platform": "tessera", "widget": "Test", "screen": "Main", "timestamp": 1_529_521_200_000,
        "beagleAction": "count", "event": "onPress", "attributes": ["path": "n"], "additionalEntries": ["from": 1],
        "component": ["id": "go", "type": "button", "position": ["x": 10, "y": 15]],
      ])
  }

  @Test func `a payload's actions are recorded under their own names and attributes`() async throws {
    let recorder = Recorder()
    let main = #"""
      {"_beagleComponent_": "beagle:button", "id": "go", "text": "Go", "context": {"id": "c", "value": {"q": "beagle"}}, "onPress": [
        {"_beagleAction_": "beagle:setContext", "contextId": "c", "path": "n", "value": "new [@{c.q}]",
         "analytics": {"attributes": ["contextId", "value", "path", "value[0]"], "additionalEntries": {"a": 1}}},
        {"_beagleAction_": "beagle:openNativeRoute", "route": "native?q=@{c.q}", "shouldResetApplication": false, "data": {"number": "Ten"},
         "analytics": {"attributes": ["data.number", "route", "shouldResetApplication"]}},
        {"_beagleAction_": "beagle:popView", "analytics": false}]}
      """#
    let host = await (try widget(main, recorder)).open()
    try await host.press("go")
    #expect(recorder.actions.map(\.action) == ["beagle:setcontext", "beagle:opennativeroute"])
    #expect(recorder.actions.first?.attributes == ["contextId": "c", "value": "new [beagle]", "path": "n"])
    #expect(recorder.actions.first?.additionalEntries == ["a": 1])
    #expect(
      recorder.actions.last?.attributes == [
        "data.number": "Ten", "route": "native?q=beagle", "shouldResetApplication": false,
      ])
  }

  @Test func `screens and presses are recorded as in 1.x`() async throws {
    let recorder = Recorder(AnalyticsConfiguration(recordsScreens: false))
    let main = #"""
      {"_beagleComponent_": "beagle:screenComponent", "screenAnalyticsEvent": {"screenName": "home"}, "child":
        {"_beagleComponent_": "beagle:button", "id": "go", "text": "Go",
         "clickAnalyticsEvent": {"category": "menu", "label": "go", "value": "1"}}}
      """#
    let host = await (try widget(main, recorder)).open()
    try await host.press("go")
    #expect(recorder.records.map(\.kind) == [.event, .event])
    #expect(recorder.records.map(\.action) == ["home", "menu"])
    #expect(recorder.records.last?.attributes == ["label": "go", "value": "1"])
  }

  @Test func `a document tracks its own events; without an app nothing happens`() async throws {
    let main = #"""
      {"view": {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "track", "name": "bought", "data": {"n": "@{1 + 1}"}}}}
      """#
    let recorder = Recorder()
    for recorder in [recorder, nil] {
      let host = await (try widget(main, recorder)).open()
      try await host.press("go")
      #expect(await host.alert == nil)
    }
    #expect(recorder.actions.map(\.action) == ["bought"])
    #expect(recorder.actions.first?.attributes == ["n": 2])
  }

  @Test func `an app's log receives screens and problems`() async throws {
    let lines = Mutex<[LogEntry]>([])
    let files = [
      "widget.json": #"{"id": "org.example.test", "name": "Test"}"#,
      "screens/Main.json":
        #"{"view": {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "openRoute", "route": "x"}}}"#,
    ]
    let widget = try TestWidget(WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: .withBeagle)) {
      $0.log = { entry in lines.withLock { $0.append(entry) } }
    }
    try await widget.open().press("go")
    let entries = lines.withLock { $0 }
    #expect(
      entries.contains(
        LogEntry(level: .info, category: .navigation, instance: "Test", message: "The screen 'Main' opens")))
    #expect(entries.contains { $0.level == .error && $0.category == .widget && $0.message.contains("'x'") })
  }
}
