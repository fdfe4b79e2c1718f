import Foundation
import Synchronization
import TesseraBundles
import TesseraCustomWidgets
import TesseraData
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// The contract between hosts and widgets written in Swift.
@Suite struct CustomWidgetTests {
  @Test func `a widget is created, laid out, notified of its life cycle and destroyed in this order`() async throws {
    let log = CallLog()
    let widget = try log.widget(#"{"type": "recorder", "id": "own", "channel": "\#(log.name)", "amount": 3}"#)
    let host = await widget.open()
    #expect(
      log.calls.filter { !$0.hasPrefix("state") }
        == ["init amount 3", "didCreate", "didAppear", "willBeginLayout", "setFrame 0 0 320 480", "didEndLayout"])
    log.clear()
    await host.send(.resize(Size(width: 200, height: 480)))
    #expect(log.calls == ["sizeClassDidChange", "willBeginLayout", "setFrame 0 0 200 480", "didEndLayout"])
    log.clear()
    await host.send(.grid(GridPlace(cells: GridSize(columns: 2, rows: 3))))
    #expect(log.calls == ["gridDidChange 2 3"])
    log.clear()
    await host.presentation.close()
    #expect(log.calls == ["didDisappear", "willDestroy"])
  }

  @Test func `a widget is told about its board, its edits, and that all widgets have their places`() async throws {
    let log = CallLog()
    let widget = try log.widget(#"{"type": "recorder", "id": "own", "channel": "\#(log.name)"}"#)
    let host = await widget.open()
    log.clear()
    let cells = GridSize(columns: 2, rows: 4)
    // The worked example P1: cells of 60 points, 27 points between columns and 28 between rows.
    var board = BoardSurroundings(
      page: GridSize(columns: 4, rows: 6), cell: Size(width: 60, height: 60), gap: Size(width: 27, height: 28))
    func send() async { await host.send(.grid(GridPlace(cells: cells, board: board))) }
    #expect(board.size(of: GridSize(columns: 4, rows: 2)) == Size(width: 321, height: 148))
    #expect(board.size(of: GridSize(columns: 1, rows: 1)) == Size(width: 60, height: 60))
    await send()
    #expect(log.calls == ["gridDidChange 2 4"])
    board.isConfigured = true
    await send()
    board.isEditing = true
    await send()
    board.isEditing = false
    await send()
    await send()
    #expect(
      log.calls.dropFirst() == ["boardDidConfigure", "boardEditingDidChange true", "boardEditingDidChange false"])
  }

  @Test func `a widget that comes to a board learns at once that all widgets have their places`() async throws {
    let log = CallLog()
    let widget = try log.widget(#"{"type": "recorder", "id": "own", "channel": "\#(log.name)"}"#)
    let board = BoardSurroundings(
      page: GridSize(columns: 4, rows: 6), cell: Size(width: 60, height: 60), gap: .zero, isConfigured: true)
    _ = await widget.open(place: GridPlace(cells: GridSize(columns: 1, rows: 1), board: board))
    #expect(log.calls.filter { $0 == "boardDidConfigure" }.count == 1)
    #expect(!log.calls.contains { $0.hasPrefix("gridDidChange") })
  }

  @Test
  func `changes of one event are reported as one batch, with old and new values and without those that cancel out`()
    async throws
  {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "context": [{"id": "n", "value": 1}, {"id": "t", "value": "a"}], "children": [
        {"type": "recorder", "id": "own", "channel": "\(log.name)", "amount": "@{n}", "title": "@{t}"},
        {"type": "button", "id": "go", "text": "Go", "onPress": [
          {"type": "setContext", "context": "n", "value": 2}, {"type": "setContext", "context": "t", "value": "b"},
          {"type": "setContext", "context": "n", "value": 3}]},
        {"type": "button", "id": "back", "text": "Back", "onPress": [
          {"type": "setContext", "context": "n", "value": 9}, {"type": "setContext", "context": "n", "value": 3}]}]}
      """)
    let host = await widget.open()
    log.clear()
    try await host.press("go")
    #expect(log.calls.filter { $0.hasPrefix("batch") } == ["batch amount 1 → 3 host, title a → b host"])
    log.clear()
    try await host.press("back")
    #expect(log.calls.filter { $0.hasPrefix("batch") } == [])
  }

  @Test func `a widget's write is bound and read, and returns only as its own change`() async throws {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "context": [{"id": "n", "value": 1}], "children": [
        {"type": "recorder", "id": "own", "channel": "\(log.name)", "bind": {"amount": "n"}},
        {"type": "text", "id": "bound", "text": "@{n}"}, {"type": "text", "id": "read", "text": "@{own.amount}"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "call", "id": "own", "method": "write",
          "arguments": {"amount": 7}}}]}
      """)
    let host = await widget.open()
    log.clear()
    try await host.press("go")
    #expect(try await host.text("bound") == "7")
    #expect(try await host.text("read") == "7")
    #expect(log.calls.filter { $0.hasPrefix("batch") } == ["batch amount 1 → 7 widget"])
  }

  @Test func `a component whose definition names a value is bound by one path and takes part in forms`() async throws {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "form", "id": "form", "context": [{"id": "n", "value": 5}, {"id": "sent", "value": ""}],
       "onSubmit": {"type": "setContext", "context": "sent", "value": "@{onSubmit.value.amount}"}, "children": [
        {"type": "recorder", "id": "own", "name": "amount", "channel": "\(log.name)", "bind": "n"},
        {"type": "text", "id": "sent", "text": "@{sent}"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "call", "id": "own", "method": "write",
          "arguments": {"amount": 8}}},
        {"type": "button", "id": "send", "text": "Send", "onPress": {"type": "submit"}}]}
      """.replacing(#""id": "sent", "value""#, with: #""id": "told", "value""#)
        .replacing(#""context": "sent""#, with: #""context": "told""#).replacing("@{sent}", with: "@{told}"))
    let host = await widget.open()
    try await host.press("go")
    try await host.press("send")
    #expect(try await host.text("sent") == "8")
  }

  @Test func `a widget is notified when the host reverts its write`() async throws {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "context": [{"id": "n", "value": 1}], "children": [
        {"type": "recorder", "id": "own", "channel": "\(log.name)", "bind": {"amount": "n"},
         "onPick": {"type": "setContext", "context": "n", "value": 1}},
        {"type": "button", "id": "go", "text": "Go", "onPress": [
          {"type": "call", "id": "own", "method": "write", "arguments": {"amount": 7}},
          {"type": "call", "id": "own", "method": "pick"}]}]}
      """)
    let host = await widget.open()
    log.clear()
    try await host.press("go")
    #expect(log.calls.filter { $0.hasPrefix("batch") }.contains { $0.contains("→ 1 host") })
    #expect(try await host.node("own").identifier == "own")
  }

  @Test func `a widget's write during preparation reaches another one in the same layout`() async throws {
    let log = CallLog()
    let other = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "context": [{"id": "n", "value": 1}], "children": [
        {"type": "recorder", "id": "late", "channel": "\(other.name)", "amount": "@{n}"},
        {"type": "recorder", "id": "own", "channel": "\(log.name)", "title": "echo", "bind": {"amount": "n"}},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "setContext", "context": "n", "value": 5}}]}
      """)
    let host = await widget.open()
    other.clear()
    try await host.press("go")
    // The echoing widget turns 5 into 50.
    #expect(other.calls.last { $0.hasPrefix("batch") }?.contains("→ 50 host") == true)
  }

  @Test func `events reach actions by their names and arguments`() async throws {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "context": [{"id": "last", "value": ""}], "children": [
        {"type": "recorder", "id": "own", "channel": "\(log.name)",
         "onPick": {"type": "setContext", "context": "last", "value": "@{onPick.name} @{onPick.place}"}},
        {"type": "text", "id": "told", "text": "@{last}"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "call", "id": "own", "method": "pick"}}]}
      """)
    let host = await widget.open()
    try await host.press("go")
    #expect(try await host.text("told") == "first 1")
  }

  @Test(arguments: [
    ("unknownEvent", "the event 'onPikc' is not in the definition of the widget: did you mean 'onPick'?"),
    ("wrongArgument", "'place' of the event 'onPick' must have the type number, found text"),
    ("unknownArgument", "the event 'onPick' has no argument 'colour'"),
    ("flood", "more than 1000 events between two layouts; the rest is dropped"),
    ("million", "the drawing has more than 20000 steps, or 64 kB of text"),
    ("largeState", "the state 'large' cannot be stored"),
  ])
  func `a widget's mistakes are reported to its author, and the screen continues`(way: String, problem: String)
    async throws
  {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "children": [
        {"type": "recorder", "id": "own", "channel": "\(log.name)"},
        {"type": "text", "id": "other", "text": "here"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "call", "id": "own", "method": "misbehave",
          "arguments": {"way": "\(way)"}}}]}
      """)
    let host = await widget.open()
    try await host.press("go")
    let problems = await host.presentation.problems
    #expect(problems.contains { $0.localizedCaseInsensitiveContains(problem) }, "\(problems)")
    #expect(try await host.text("other") == "here")
  }

  @Test(
    arguments: [
      (#""method": "wriet""#, "'recorder' has no method 'wriet'", "'recorder' has no method 'wriet'"),
      (#""method": "write""#, "the argument 'amount' is missing", "'write' needs the argument 'amount'"),
      (#""method": "write", "arguments": {"amount": "many"}"#, "'amount' must have the type number, found text", nil),
      (
        #""method": "write", "arguments": {"amount": 1, "x": 2}"#, "there is no argument 'x'",
        "'write' has no argument 'x'"
      ),
      (#""method": "fail""#, "no way", nil),
    ] as [(String, String, String?)])
  func `a failed call reports the reason, and a mistake in it is found before`(
    call: String, reason: String, mistake: String?
  ) async throws {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "context": [{"id": "why", "value": ""}], "children": [
        {"type": "recorder", "id": "own", "channel": "\(log.name)"}, {"type": "text", "id": "told", "text": "@{why}"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "call", "id": "own", \(call),
          "onFailure": {"type": "setContext", "context": "why", "value": "@{onFailure.message}"}}},
        {"type": "button", "id": "silent", "text": "Go", "onPress": {"type": "call", "id": "own", \(call)}}]}
      """, isRight: false)
    let mistakes = widget.definition.diagnostics.filter { $0.rule == "unknown-method" }.map(\.message)
    #expect(mistakes == [mistake, mistake].compactMap(\.self))
    let host = await widget.open()
    try await host.press("go")
    #expect(try await host.text("told").contains(reason))
    try await host.press("silent")
    #expect(await host.alert?.contains(reason) == true)
  }

  @Test func `a widget that throws when it is made leaves a placeholder`() async throws {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "children": [
        {"type": "recorder", "id": "own", "channel": "\(log.name)", "title": "throw"},
        {"type": "text", "id": "other", "text": "here"}]}
      """)
    let host = await widget.open()
    #expect(await host.placeholders == ["'recorder' could not be created: no way"])
    #expect(try await host.text("other") == "here")
  }

  @Test(arguments: [
    (#""amount": "many""#, "takes number"), (#""amount": 4000"#, "takes a number from 0 to 1000"),
    (#""mood": "angry""#, "takes one of 'calm', 'wild'"), (#""seen": 3"#, "is read-only"),
    (#""amont": 3"#, "Unknown attribute 'amont'"),
    (#""bind": {"amont": "n"}"#, "no property 'amont' that can be bound"),
    (#""onPikc": []"#, "onPikc"),
  ])
  func `documents are checked against the definition`(member: String, problem: String) throws {
    let log = CallLog()
    let widget = try log.widget(#"{"type": "recorder", "id": "own", \#(member)}"#, isRight: false)
    #expect(widget.problems.contains { $0.contains(problem) }, "\(widget.problems)")
  }

  @Test func `state lives as long as declared`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = CallLog()
    func makeWidget() throws -> TestWidget {
      let bundle = log.bundle(#"{"type": "recorder", "id": "own", "channel": "\#(log.name)"}"#)
      return try TestWidget(
        WidgetDefinition(bundle: bundle, extensions: .recording), at: .file(folder.appending(path: "a.sqlite")))
    }
    var widget: TestWidget? = try makeWidget()
    let first = try #require(await widget?.open())
    #expect(log.calls.contains("state view 1 instance 1 persisted 1"))
    log.clear()
    let second = try #require(await widget?.open())
    #expect(log.calls.contains("state view 1 instance 2 persisted 2"))
    await first.presentation.close()
    await second.presentation.close()
    log.clear()
    widget = nil
    widget = try makeWidget()
    _ = await widget?.open()
    #expect(log.calls.contains("state view 1 instance 1 persisted 3"))
  }

  @Test func `work elsewhere returns to the widget, and not to a destroyed one`() async throws {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "children": [{"type": "recorder", "id": "own", "channel": "\(log.name)"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "call", "id": "own", "method": "work"}}]}
      """)
    let host = await widget.open()
    log.clear()
    try await host.press("go")
    #expect(log.calls.contains("worked 42"))
    log.clear()
    // The work ends after the widget, however fast it is.
    let end = log.holdWork()
    await host.sendAtOnce(.press(try await host.node("go").id))
    await host.presentation.close()
    end.finish()
    await widget.clock.settle()
    #expect(!log.calls.contains("worked 42"))
  }

  @Test func `preferred, minimum and maximum sizes are respected, and queried again on the widget's request`()
    async throws
  {
    let log = CallLog()
    let widget = try log.widget(
      """
      {"type": "container", "style": {"flexDirection": "row", "alignItems": "flex-start"}, "children": [
        {"type": "recorder", "id": "own", "channel": "\(log.name)"},
        {"type": "button", "id": "go", "text": "Go", "onPress": {"type": "call", "id": "own", "method": "grow"}}]}
      """)
    let host = await widget.open()
    #expect(try await host.node("own").frame.size == Size(width: 60, height: 40))
    try await host.press("go")
    #expect(try await host.node("own").frame.size == Size(width: 60, height: 90))
  }

  @Test func `a placed widget has its properties as options, and stores its writes to them`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = CallLog()
    let definition = WidgetDefinition(Recorder.definition, extensions: .recording)
    #expect(definition.diagnostics == [])
    #expect(
      definition.bundle.manifest.options.map(\.name) == ["channel", "amount", "title", "mood"])
    let amount = try #require(definition.bundle.manifest.options.first { $0.name == "amount" })
    #expect(amount.type == .number(0...1000) && amount.group == "Numbers" && amount.title == "Amount")
    func open() async throws -> (TestWidget, TestHost) {
      let widget = try TestWidget(definition, at: .file(folder.appending(path: "a.sqlite")))
      widget.instance.setOptions(["channel": .string(log.name), "amount": 5])
      return (widget, await widget.open(size: Size(width: 300, height: 200)))
    }
    var (widget, host) = try await open()
    #expect(try await host.node("custom").frame == Rect(x: 0, y: 0, width: 300, height: 200))
    #expect(log.calls.contains("init amount 5"))
    let other = await widget.open()
    log.clear()
    // The widget writes when it is touched, and the other view of the instance follows.
    let drawn = try #require(await host.tree.preorder().first { $0.kind == .drawn })
    await host.send(.pointer(drawn.id, Pointer(location: Point(x: 5, y: 5)), .began))
    #expect(widget.instance.options.value.value(at: "amount") == 6)
    #expect(log.calls.contains("batch amount 5 → 6 host"))
    #expect(widget.instance.ownOptions == ["amount": 6])
    _ = other
    log.clear()
    (widget, host) = try await open()
    #expect(widget.instance.options.value.value(at: "amount") == 6)
    // From then on, the value that the user sets takes precedence.
    widget.instance.setOptions(["channel": .string(log.name), "amount": 9])
    #expect(widget.instance.options.value.value(at: "amount") == 9)
    #expect(widget.instance.ownOptions == [:])
  }
}

/// A log of the calls that a widget receives.
private struct CallLog {
  let name = UUID().uuidString
  private static let all = Mutex<[String: [String]]>([:])

  var calls: [String] { Self.all.withLock { $0[name] ?? [] } }

  func clear() { Self.all.withLock { $0[name] = nil } }

  private static let held = Mutex<[String: AsyncStream<Void>]>([:])

  /// Makes work that begins from now on last until the result is finished.
  func holdWork() -> AsyncStream<Void>.Continuation {
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    Self.held.withLock { $0[name] = stream }
    return end
  }

  /// What work on a channel has to wait for; nil for nothing.
  static func held(on channel: String) -> AsyncStream<Void>? { held.withLock { $0[channel] } }

  static func note(_ call: String, on channel: String) { all.withLock { $0[channel, default: []].append(call) } }

  func bundle(_ view: String) -> WidgetBundle {
    WidgetBundle(texts: [
      "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
      "screens/Main.json": #"{"view": \#(view), "context": [{"id": "n", "value": 1}]}"#,
    ])
  }

  func widget(_ view: String, isRight: Bool = true) throws -> TestWidget {
    let widget = try TestWidget(WidgetDefinition(bundle: bundle(view), extensions: .recording))
    if isRight { #expect(widget.problems.filter { !$0.contains("shadow") } == []) }
    return widget
  }
}

extension WidgetExtensions {
  fileprivate static let recording: WidgetExtensions = {
    var extensions = WidgetExtensions.standard
    extensions.register(Recorder.self)
    return extensions
  }()
}

/// Records the calls of its host, and performs requested operations.
private final class Recorder: CustomWidget {
  static let channel = ModelKey("channel", "Where calls are noted.", default: "")
  static let amount = ModelKey("amount", "How much.", default: 0.0, range: 0...1000, title: "Amount", group: "Numbers")
  static let title = ModelKey("title", "A text.", default: "a")
  static let mood = ModelKey("mood", "How it feels.", default: "calm", choices: ["calm", "wild"])
  static let seen = ModelKey("seen", "How often it was seen.", default: 0, access: .readOnly)
  static let list = ModelKey("list", "Texts.", default: [String]())
  static let onPick = CustomWidgetEvent(
    "onPick", "Something was picked.", CustomWidgetArgument<String>("name", "what"),
    CustomWidgetArgument<Int>("place", "where"))

  static let definition = CustomWidgetDefinition(
    type: "recorder", id: "org.example.recorder", title: "Recorder", documentation: "Notes calls.",
    valueProperty: "amount",
    properties: [
      channel.property, amount.property, title.property, mood.property, seen.property, list.property,
    ],
    events: [onPick.definition],
    methods: [
      CustomWidgetMethod("write", "Writes.", CustomWidgetArgument<Double>("amount", "how much")) {
        (widget: Recorder, amount) in widget.environment.model[Recorder.amount] = amount
      },
      CustomWidgetMethod("pick", "Tells.") { (widget: Recorder) in widget.delegate.raise(onPick, "first", 1) },
      CustomWidgetMethod("fail", "Fails.") { (_: Recorder) in throw Refusal() },
      CustomWidgetMethod("grow", "Grows.") { (widget: Recorder) in
        widget.height = 90
        widget.environment.forceLayout()
      },
      CustomWidgetMethod("work", "Works.") { (widget: Recorder) in
        let held = CallLog.held(on: widget.environment.model[Recorder.channel])
        widget.environment.start({ () async -> Int in
          // A task of its own, as the widget's is cancelled with the widget, and would wait no longer.
          if let held { await Task { for await _ in held {} }.value }
          return 42
        }) { [weak widget] in widget?.note("worked \($0)") }
      },
      CustomWidgetMethod("misbehave", "Errs.", CustomWidgetArgument<String>("way", "how")) { (widget: Recorder, way) in
        widget.misbehave(way)
      },
    ])

  struct Refusal: Error, CustomStringConvertible { var description: String { "no way" } }

  let delegate: CustomWidgetEventDelegate
  let environment: CustomWidgetEnvironment
  private let drawn: Canvas
  private var height = 40.0

  init(delegate: CustomWidgetEventDelegate, environment: CustomWidgetEnvironment) throws {
    self.delegate = delegate
    self.environment = environment
    drawn = Canvas(in: environment.viewContext)
    if environment.model[Self.title] == "throw" { throw Refusal() }
    note("init amount \(Int(environment.model[Self.amount]))")
    var counts: [String] = []
    for (name, lifetime) in [
      ("view", CustomWidgetEnvironment.StateLifetime.view), ("instance", .instance), ("persisted", .persisted),
    ] {
      let count = (environment[state: "count", lifetime].integer ?? 0) + 1
      environment[state: "count", lifetime] = .integer(count)
      counts.append("\(name) \(count)")
    }
    CallLog.note("state " + counts.joined(separator: " "), on: environment.model[Self.channel])
  }

  func note(_ call: String) {
    if !call.hasPrefix("state") { CallLog.note(call, on: environment.model[Self.channel]) }
  }

  private func misbehave(_ way: String) {
    switch way {
    case "unknownEvent": delegate.raise("onPikc")
    case "wrongArgument": delegate.raise("onPick", ["place": "here"])
    case "unknownArgument": delegate.raise("onPick", ["colour": "red"])
    case "flood": for _ in 0..<5000 { delegate.raise(Self.onPick, "a", 1) }
    case "million": drawn.stepCount = 100_000
    case "largeState": environment[state: "large", .persisted] = .string(String(repeating: "a", count: 70_000))
    default: break
    }
  }

  var view: View { drawn }
  func preferredSize(for offered: Size) -> Size { Size(width: min(offered.width, 30), height: height) }
  var minimumSize: Size { Size(width: 60, height: 20) }
  func setFrame(_ frame: Rect) {
    note("setFrame \(Int(frame.x)) \(Int(frame.y)) \(Int(frame.width)) \(Int(frame.height))")
  }
  func modelDidChange(_ changes: [ModelChange]) {
    if environment.model[Self.title] == "echo", environment.model[Self.amount] == 5 {
      environment.model[Self.amount] = 50
    }
    note("batch " + changes.map { "\($0.key) \($0.oldValue) → \($0.newValue) \($0.source)" }.joined(separator: ", "))
  }
  func didCreate() {
    note("didCreate")
    drawn.didTouch = { [weak self] in self?.environment.model[Self.amount] += 1 }
  }
  func willDestroy() { note("willDestroy") }
  func willBeginLayout() { note("willBeginLayout") }
  func didEndLayout() { note("didEndLayout") }
  func didAppear() { note("didAppear") }
  func didDisappear() { note("didDisappear") }
  func sizeClassDidChange() { note("sizeClassDidChange") }
  func boardEditingDidChange() { note("boardEditingDidChange \(environment.isBoardEditing)") }
  func boardDidConfigure() { note("boardDidConfigure") }
  func gridDidChange() {
    note("gridDidChange \(environment.grid?.cells.columns ?? 0) \(environment.grid?.cells.rows ?? 0)")
  }

  final class Canvas: DrawnView {
    var stepCount = 1 { didSet { setNeedsDisplay() } }
    var didTouch: (() -> Void)?

    init(in context: ViewContext) {
      super.init(.drawn, in: context)
      tracksPointers = true
    }

    override func beginTracking(_ pointer: Pointer) -> Bool {
      didTouch?()
      return false
    }

    override func draw(on canvas: any ViewCanvas, in box: Rect) {
      for _ in 0..<stepCount { canvas.fill(RoundedBox(box), canvas.color(.accent)) }
    }
  }
}
