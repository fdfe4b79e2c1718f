import Foundation
import Synchronization
import TesseraBoard
import TesseraBundles
import TesseraComponents
import TesseraData
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraBoardService
@testable import TesseraProtocol
@testable import TesseraRuntime
@testable import TesseraServer

/// Returns scripted answers, one after another. The last one is repeated.
private final class ScriptedProvider: TimelineProvider {
  enum Answer: Sendable {
    /// Entries, in seconds from now, and the time of the next request.
    case entries([(Double, String)], ReloadPolicy)
    case failure
    /// A delay in seconds before the answer.
    case late(Double)
  }

  struct Failure: Error, CustomStringConvertible { var description: String { "The sky is silent" } }

  private let state: Mutex<(answers: [Answer], count: Int)>

  init(_ answers: [Answer]) { state = Mutex((answers, 0)) }

  /// The number of requests.
  var count: Int { state.withLock { $0.count } }

  func placeholder(in context: ProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.date, content: ["title": "Title"])
  }

  func snapshot(in context: ProviderContext) async throws -> TimelineEntry {
    TimelineEntry(date: context.date, content: ["title": context.isPreview ? "Example" : "Now"])
  }

  func timeline(in context: ProviderContext) async throws -> WidgetTimeline {
    let answer = state.withLock { state in
      state.count += 1
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    switch answer {
    case .failure: throw Failure()
    case .late(let seconds):
      await ClockSleep.sleep(for: .seconds(seconds), on: context.clock)
      return WidgetTimeline(entries: [TimelineEntry(date: context.date, content: ["title": "Late"])])
    case .entries(let entries, let policy):
      return WidgetTimeline(
        entries: entries.map {
          TimelineEntry(date: context.date.addingTimeInterval($0), content: ["title": .string($1)])
        }, policy: policy)
    }
  }
}

/// A provider that counts how often it is let fetch ahead.
private final class FetchingProvider: UpdateProvider {
  private let state = Mutex<[Bool]>([])
  /// For each time, whether there was content.
  var prefetches: [Bool] { state.withLock { $0 } }

  func update(in context: ProviderContext) async -> UpdateResult { .newData(["title": "Train"]) }
  func prefetch(in context: ProviderContext) async { state.withLock { $0.append(context.hasContent) } }
}

/// A board with one widget, and the host that keeps it up to date.
private final class Board: Sendable {
  static let start = Date(timeIntervalSince1970: 1_790_000_000)
  static let sky = [
    "widget.json":
      #"{"id": "org.example.sky", "name": "Sky", "update": {"provider": "sky", "staleAfter": 7200}}"#,
    "screens/Main.json": """
    {"context": {"id": "state", "value": {"presses": 0}},
     "view": {"type": "container", "children": [
      {"type": "text", "id": "title", "text": "@{entry.title} @{entry.date | date: 'HH:mm'}"},
      {"type": "button", "id": "add", "text": "@{state.presses} presses",
       "onPress": {"type": "setContext", "path": "presses", "value": "@{state.presses + 1}"}}]}}
    """,
  ]

  let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
  let fetching = FetchingProvider()
  let clock: VirtualClock
  let library: WidgetLibrary
  let boards: BoardHost
  let updates: UpdateCoordinator

  init(
    _ provider: ScriptedProvider = ScriptedProvider([.failure]), files: [String: String] = sky, on former: Board? = nil,
    limits: UpdateLimits = limits
  ) async throws {
    let folder = former?.folder ?? folder
    let activities = IdlenessTracker()
    clock = VirtualClock(start: former?.clock.date ?? Self.start, activities: activities)
    var environment = RuntimeEnvironment(
      textMeasuring: FixedWidthTextMeasuring(), clock: clock, activities: activities)
    environment.workLimit = 10
    var extensions = WidgetExtensions.standard
    extensions.providers.register("sky") { .timeline(provider) }
    extensions.providers.register("trains") { [fetching] in .updates(fetching) }
    library = WidgetLibrary(environment: environment, folder: folder, extensions: extensions)
    let kind = library.add(WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: extensions))
    boards = try BoardHost(
      store: BoardStore(location: .file(folder.appending(path: "board.sqlite"))), library: library)
    if former == nil { try await boards.place(kind, isStep: false) }
    let reported = Reports()
    updates = UpdateCoordinator(
      boards: boards, library: library,
      store: try UpdateStore(location: .file(folder.appending(path: "updates.sqlite"))),
      kinds: extensions.components.kinds, limits: limits
    ) { reported.add($0) }
    self.reported = reported
    await updates.start()
    await clock.settle()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  final class Reports: Sendable {
    private let state = Mutex<[Diagnostic]>([])
    func add(_ diagnostic: Diagnostic) { state.withLock { $0.append(diagnostic) } }
    var rules: [String] { state.withLock { $0.map(\.rule) } }
  }

  let reported: Reports

  /// Limits without merging and jitter, so that dates are exact.
  static var limits: UpdateLimits {
    var limits = UpdateLimits()
    limits.mergeWindow = 0
    limits.maximumJitter = 0
    limits.learns = false
    return limits
  }

  /// Opens the widget as a page does.
  func look() async throws -> Viewer {
    let widget = try #require(await updates.preparedWidget("1"))
    return try await Viewer(
      widget.makePresentation(DrawingWindow(size: Size(width: 300, height: 200))), clock)
  }

  func advance(_ seconds: Double) async { await clock.advance(by: .seconds(seconds)) }
  var freshness: Freshness? { get async { await updates.freshness(of: "1") } }
}

/// A viewer of the widget.
private final class Viewer: Sendable {
  let presentation: any ServedPresentation
  private let clock: VirtualClock
  private struct State {
    var tree: ViewTree?
    var revisions: [Int] = []
    var waiting: [(holds: @Sendable (ViewTree) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let task: Mutex<Task<Void, Never>?>

  init(_ presentation: any ServedPresentation, _ clock: VirtualClock) async {
    self.presentation = presentation
    self.clock = clock
    task = Mutex(nil)
    let stream = await presentation.updates(after: nil)
    let reading = Task { [weak self] in
      for await update in stream { self?.take(update) }
    }
    task.withLock { $0 = reading }
  }

  deinit { task.withLock { $0?.cancel() } }

  private func take(_ update: PresentationUpdate) {
    let satisfied = state.withLock { state in
      state.revisions.append(update.revision)
      switch update {
      case .tree(let tree, _): state.tree = tree
      case .patches(let patches, _): state.tree?.apply(patches)
      }
      let satisfied = state.waiting.filter { waiting in state.tree.map(waiting.holds) ?? false }
      state.waiting.removeAll { waiting in state.tree.map(waiting.holds) ?? false }
      return satisfied
    }
    for waiting in satisfied { waiting.continuation.resume() }
  }

  var tree: ViewTree? { state.withLock { $0.tree } }
  var revisions: [Int] { state.withLock { $0.revisions } }

  func node(_ identifier: String) -> ViewNode? { tree?.nodes.values.first { $0.identifier == identifier } }

  /// Waits until a view shows a text. The time limit of the tests ends a wait for a text that never appears.
  func text(_ identifier: String, is text: String) async -> Bool {
    await clock.settle()
    let holds: @Sendable (ViewTree) -> Bool = { tree in
      tree.nodes.values.contains { $0.identifier == identifier && $0[.text].string == text }
    }
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.tree.map(holds) == true { return true }
        state.waiting.append((holds, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return true
  }

  func press(_ identifier: String) async throws {
    try await presentation.send([.press(try #require(node(identifier)).id)])
  }
}

@Suite("Updates of widgets")
struct UpdateCoordinatorTests {
  @Test func `entries are drawn ahead and shown at their dates, without further requests`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun"), (3600, "Rain"), (7200, "Snow")], .never)])
    let board = try await Board(provider)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Sun 14:13"))
    await board.advance(3601)
    #expect(await viewer.text("title", is: "Rain 15:13"))
    let first = try #require(viewer.node("title")).id
    await board.advance(3600)
    #expect(await viewer.text("title", is: "Snow 16:13"))
    #expect(viewer.node("title")?.id == first, "a page keeps its elements")
    #expect(provider.count == 1)
    #expect(await board.freshness?.failure == nil)
  }

  @Test func `a provider fetches ahead when the first page begins to show its widget`() async throws {
    let board = try await Board(
      files: Board.sky.mapValues { $0.replacing(#""provider": "sky""#, with: #""provider": "trains""#) })
    #expect(board.fetching.prefetches.isEmpty)
    await board.updates.setViewed(["1"], true)
    await board.updates.setViewed(["1"], true)
    await board.clock.settle()
    #expect(board.fetching.prefetches == [true])
    await board.updates.setViewed(["1"], false)
    await board.updates.setViewed(["1"], false)
    await board.updates.setViewed(["1"], true)
    await board.clock.settle()
    #expect(board.fetching.prefetches == [true, true])
  }

  @Test func `a missing entry is shown as a placeholder, and a failure reports its reason and keeps the entry`()
    async throws
  {
    let provider = ScriptedProvider([
      .failure, .entries([(0, "Sun")], .after(Board.start.addingTimeInterval(3600))), .failure,
    ])
    let board = try await Board(provider)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Title 14:13"))
    #expect(viewer.tree.flatMap { $0[$0.root] }?[.redacted] == true)
    #expect(await board.freshness?.failure == "The sky is silent")
    #expect(await board.freshness?.updated == nil)
    await board.advance(90)
    #expect(await viewer.text("title", is: "Sun 14:14"))
    #expect(viewer.tree.flatMap { $0[$0.root] }?[.redacted] == .null)
    #expect(await board.freshness?.failure == nil)
    await board.advance(3600)
    #expect(await board.freshness?.failure == "The sky is silent")
    #expect(await viewer.text("title", is: "Sun 14:14"))
    let freshness = try #require(await board.freshness)
    #expect(freshness.staleDate == freshness.updated?.addingTimeInterval(7200))
  }

  @Test func `a widget that an administrator stopped is not updated until it is started`() async throws {
    let provider = ScriptedProvider([
      .entries([(0, "Sun")], .after(Board.start.addingTimeInterval(3600))), .entries([(0, "Rain")], .never),
    ])
    let board = try await Board(provider)
    #expect(provider.count == 1)
    let updated = try #require(await board.freshness?.updated)
    try await board.boards.stopWidget("1")
    await board.clock.settle()
    #expect(await board.freshness == Freshness(failure: "Stopped by an administrator", isStopped: true))
    #expect(await board.updates.schedule(of: "1") == nil)
    #expect(await board.updates.preparedWidget("1") == nil)
    await board.advance(7200)
    #expect(provider.count == 1)
    try await board.boards.startWidget("1")
    await board.clock.settle()
    #expect(provider.count == 2)
    let freshness = try #require(await board.freshness)
    #expect(!freshness.isStopped && freshness.failure == nil)
    #expect(freshness.updated ?? .distantPast > updated)
  }

  @Test func `a failed update is recorded for administrators`() async throws {
    let board = try await Board()
    await board.clock.settle()
    #expect(board.library.log.lastError(of: "1")?.text == "The update failed: The sky is silent")
  }

  @Test func `a missing answer is a failure, and one after the deadline is ignored`() async throws {
    let provider = ScriptedProvider([.late(45), .entries([(0, "Sun")], .never)])
    let board = try await Board(provider)
    await board.advance(31)
    #expect(await board.freshness?.failure == "The widget did not answer within 30 seconds")
    await board.advance(20)
    #expect(await board.updates.schedule(of: "1")?.entries == [])
    await board.advance(100)
    // The widget is asked again about a minute after the deadline. The exact time is random, to spread the load.
    let date = try #require(await board.updates.schedule(of: "1")?.entries.first)
    #expect((60...151).contains(date.timeIntervalSince(Board.start)))
    let viewer = try await board.look()
    let time = date.formatted(
      Date.ISO8601FormatStyle().time(includingFractionalSeconds: false).timeSeparator(.colon)
    ).prefix(5)
    #expect(await viewer.text("title", is: "Sun \(time)"))
  }

  @Test func `a restart restores the shown entry, its date and the next update`() async throws {
    let first = ScriptedProvider([
      .entries([(0, "Sun"), (3600, "Rain")], .after(Board.start.addingTimeInterval(5400)))
    ])
    let board = try await Board(first)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Sun 14:13"))
    await board.advance(600)
    let schedule = try #require(await board.updates.schedule(of: "1"))
    await board.updates.stop()

    let second = ScriptedProvider([.failure])
    let other = try await Board(second, on: board)
    let later = try #require(await other.updates.schedule(of: "1"))
    #expect(later.next == schedule.next && later.cause == schedule.cause && later.spent == schedule.spent)
    #expect(later.lastGood == schedule.lastGood)
    let again = try await other.look()
    #expect(await again.text("title", is: "Sun 14:13"))
    #expect(other.boards.widgets["1"] == nil, "nothing of the widget runs for it")
    await other.advance(3001)
    #expect(await again.text("title", is: "Rain 15:13"))
    #expect(second.count == 0)
    await other.advance(1800)
    #expect(second.count == 1)
  }

  @Test func `the user sets how often one widget may update`() async throws {
    let provider = ScriptedProvider([.entries([(0, "A"), (60, "B")], .atEnd)])
    let board = try await Board(provider)
    let settings = try await board.boards.settings(of: "1")
    #expect(settings.options.map { $0.name } == ["$updatesPerDay"])
    let edit = BoardEdit.setOptions(TileID(rawValue: "1"), ["$updatesPerDay": "1"])
    let grid = BoardGrid.standard.size
    _ = try await board.boards.perform(edit, on: BoardHost.mainBoard, grid)
    await board.clock.settle()
    let count = provider.count
    await board.advance(86_000)
    #expect(await board.updates.schedule(of: "1")?.budget == 1)
    #expect(provider.count <= count + 1)
    await #expect(throws: Diagnostic.self) {
      try await board.boards.perform(
        .setOptions(TileID(rawValue: "1"), ["$updatesPerDay": "often"]), on: BoardHost.mainBoard, grid)
    }
    _ = try await board.boards.perform(
      .setOptions(TileID(rawValue: "1"), ["$updatesPerDay": "automatic"]), on: BoardHost.mainBoard, grid)
    #expect(await board.updates.schedule(of: "1")?.budget == nil)
    await board.advance(86_400)
    #expect(provider.count > count + 20)
  }

  @Test(arguments: [
    (200, 200, "en", 200), (250, 250, "en", 200), (150, 150, "en", 100), (50, 90, "en", 100), (400, 400, "en", 300),
    (200, 200, "de", 120), (50, 50, "fr", 100),
  ])
  func `the best drawing is the largest that fits, else the one with the least overflow`(
    width: Double, height: Double, language: String, fit: Double
  ) {
    var entry = PreparedTimeline.Entry(entry: TimelineEntry(date: Board.start))
    for (side, language) in [(100.0, "en"), (200, "en"), (300, "en"), (120, "de")] {
      let window = DrawingWindow(size: Size(width: side, height: side), languages: [language])
      let root = ViewNode(id: ViewID(1), kind: .window, frame: Rect(x: 0, y: 0, width: side, height: side))
      entry.drawings[window] = WidgetDrawing(tree: ViewTree(root: root.id, nodes: [root.id: root]))
    }
    let window = DrawingWindow(size: Size(width: width, height: height), languages: [language])
    #expect(entry.bestFit(for: window)?.tree.nodes[ViewID(1)]?.frame.width == fit)
  }

  @Test func `a content change notification is received, within the budget`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun")], .never)])
    let board = try await Board(provider)
    for (selection, count) in [
      (UpdateCoordinator.Selection.tile("1"), 1), (.tile("2"), 0), (.kind("org.example.sky"), 1),
      (.kind("org.example"), 0),
      (.all, 1),
    ] {
      #expect(await board.updates.contentDidChange(selection) == count)
    }
    await board.advance(61)
    #expect(provider.count == 2)
    #expect(await board.updates.setHasContent(false, .all) == 1)
    #expect(await board.freshness?.hasContent == false)
    #expect(await board.updates.contentDidChange(.all) == 1)
    await board.advance(4000)
    #expect(provider.count == 2)
    #expect(await board.updates.setHasContent(true, .tile("1")) == 1)
    await board.advance(1)
    #expect(provider.count == 3)
    #expect(await board.updates.refresh("1"))
    await board.advance(1)
    #expect(provider.count == 4)
    #expect(await !board.updates.refresh("2"))
  }

  @Test func `a widget becomes live in place when it is used, and is updated again after that`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun"), (3600, "Rain")], .never)])
    let board = try await Board(provider)
    let viewer = try await board.look()
    #expect(await viewer.text("add", is: "0 presses"))
    let shown = try #require(viewer.tree)
    try await viewer.press("add")
    #expect(await viewer.text("add", is: "1 presses"))
    #expect(viewer.tree.map { Set($0.nodes.keys) } == Set(shown.nodes.keys))
    #expect(viewer.revisions == viewer.revisions.sorted())
    try await viewer.press("add")
    #expect(await viewer.text("add", is: "2 presses"))
    #expect(provider.count == 1)
    await board.advance(2)
    #expect(provider.count == 2, "once after both")
    // The next entry also reaches the running widget. The timeline that followed the presses begins later.
    await board.advance(3601)
    #expect(await viewer.text("title", is: "Rain 15:13"))
    #expect(await viewer.text("add", is: "2 presses"))
  }

  @Test func `a returning follower gets no update twice, and the whole tree if its revision is too old`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun"), (3600, "Rain")], .never)])
    let board = try await Board(provider)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Sun 14:13"))
    let revision = try #require(viewer.revisions.last)
    var same = await viewer.presentation.updates(after: revision).makeAsyncIterator()
    try await viewer.press("add")
    #expect(await viewer.text("add", is: "1 presses"))
    guard case .tree(let tree, let next)? = await same.next() else {
      Issue.record("the living widget comes as a tree")
      return
    }
    #expect(next > revision)
    #expect(tree.nodes.count == viewer.tree?.nodes.count)
    await viewer.presentation.close()
  }

  @Test func `a widget that left the board is forgotten, and updated anew when it returns`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun")], .never)])
    let board = try await Board(provider)
    _ = try await board.boards.perform(.remove(TileID(rawValue: "1")), on: "home", BoardGrid.standard.size)
    await board.clock.settle()
    #expect(await board.updates.schedule(of: "1") == nil)
    #expect(await board.updates.preparedWidget("1") == nil)
    _ = try await board.boards.step(isUndo: true, on: "home", BoardGrid.standard.size)
    await board.clock.settle()
    #expect(provider.count == 2)
  }

  @Test func `a widget with changed documents is updated again, and drawn with them`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun")], .never)])
    let board = try await Board(provider)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Sun 14:13"))
    var files = Board.sky
    files["screens/Main.json"] = #"{"view": {"type": "text", "id": "title", "text": "Sky: @{entry.title}"}}"#
    var extensions = WidgetExtensions.standard
    extensions.providers.register("sky") { .timeline(provider) }
    let definition = WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: extensions)
    try await board.boards.renew("org.example.sky", with: definition)
    #expect(await viewer.text("title", is: "Sky: Sun"))
    await board.advance(61)
    #expect(provider.count == 2)
  }

  @Test func `entries of objects in the store are prepared after the action that fetches them`() async throws {
    let board = try await Board(
      files: [
        "widget.json": """
        {"id": "org.example.trains", "name": "Trains", "update": {"action": "departures", "interval": 7200},
         "timeline": {"entity": "Train", "date": "leaves", "shows": "next", "predicate": "isCancelled = false"}}
        """,
        "model.json": """
        {"entities": {"Train": {"attributes": {
          "to": {"type": "string", "JSONKeyPath": "to"},
          "leaves": {"type": "date", "JSONKeyPath": "leaves", "JSONTransformerName": "iso"},
          "isCancelled": {"type": "boolean", "JSONKeyPath": "isCancelled"}}}}}
        """,
        "service.json": """
        {"options": {"provider": "stub", "debugDelay": 0, "transformers": {"date": {"iso": {"format": "yyyy-MM-dd'T'HH:mm:ssXXX"}}}},
         "defaults": {"baseUrl": "https://test.example.org"}, "actions": {"departures": {"resultType": "[Train]", "clearPolicy": "after", "response": [
          {"to": "Graz", "leaves": "2026-09-21T14:20:00Z", "isCancelled": false},
          {"to": "Linz", "leaves": "2026-09-21T14:30:00Z", "isCancelled": true},
          {"to": "Wels", "leaves": "2026-09-21T15:00:00Z", "isCancelled": false}]}}}
        """,
        "screens/Main.json": """
        {"view": {"type": "text", "id": "title", "text": "@{entry.to ?? 'None'} @{entry.leaves | date: 'HH:mm'}"}}
        """,
      ])
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Graz 14:20"))
    await board.advance(600)
    #expect(await viewer.text("title", is: "Wels 15:00"))
    await board.advance(3000)
    #expect(await viewer.text("title", is: "None "))
    #expect(await board.updates.schedule(of: "1")?.next == Board.start.addingTimeInterval(7200))
  }

  @Test func `a widget without a timeline answers 'newData' if its drawing changes, else 'noData'`() async throws {
    let board = try await Board(
      files: [
        "widget.json":
          #"{"id": "org.example.count", "name": "Count", "update": {"interval": 3600, "action": "load"}}"#,
        "model.json": #"{"entities": {"Item": {"attributes": {"name": "string"}}}}"#,
        "service.json":
          #"{"options": {"provider": "stub", "debugDelay": 0}, "defaults": {"baseUrl": "https://test.example.org"}, "actions": {"load": {"resultType": "[Item]", "clearPolicy": "after", "response": [{"name": "One"}]}}}"#,
        "screens/Main.json": """
        {"view": {"type": "text", "id": "title", "text": "@{items.totalCount} items"},
         "objects": {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}}}
        """,
      ])
    #expect(await board.updates.preparedWidget("1") == nil, "it lives while somebody looks")
    var schedule = try #require(await board.updates.schedule(of: "1"))
    #expect(schedule.entries == [Board.start] && schedule.lastGood == Board.start)
    await board.advance(3601)
    schedule = try #require(await board.updates.schedule(of: "1"))
    #expect(schedule.entries == [Board.start], "nothing changed")
    #expect(schedule.lastGood ?? Board.start > Board.start)
  }

  @Test func `a stack rotates to its most relevant widget, unless the user turned it`() async throws {
    var files = Board.sky
    files["widget.json"] = """
      {"id": "org.example.trains", "name": "Trains", "update": {"policy": "atEnd"},
       "timeline": {"entity": "Item", "date": "date", "relevance": "score"}}
      """
    files["model.json"] = #"{"entities": {"Item": {"attributes": {"date": "date", "score": "double"}}}}"#
    let board = try await Board(files: files)
    let other = "2"
    let size = BoardGrid.standard.size
    let tile = BoardTile(widget: "org.example.trains")
    for edit in [
      BoardEdit.add(TileID(rawValue: other), tile, size: nil, page: nil, near: nil),
      .stack(TileID(rawValue: other), onto: TileID(rawValue: "1")),
      .rotate(TileID(rawValue: "1"), true),
    ] {
      _ = try await board.boards.perform(edit, on: "home", size)
    }
    // Each widget is relevant for a while. The scores of one are ten times those of the other.
    for (id, entries) in [("1", [(0.0, 1.0), (3600, 2)]), (other, [(0, 20.0), (3600, 10)])] {
      let instance = try #require((await board.boards.widget(id) as? InstanceWidget)?.instance)
      for (seconds, score) in entries {
        _ = try instance.store.insert(
          "Item", ["date": .date(Board.start.addingTimeInterval(seconds)), "score": .double(score)])
      }
      #expect(await board.updates.refresh(id))
    }
    func front() async throws -> String? {
      await board.clock.settle()
      return try await board.boards.update(of: "home", on: size).arrangement.pages[0].stacks.values.first?.front
        .rawValue
    }
    await board.advance(1)
    #expect(try await front() == other)
    _ = try await board.boards.perform(.turn(TileID(rawValue: "1")), on: "home", size)
    await board.advance(600)
    #expect(try await front() == "1", "it was turned by hand")
    _ = try await board.boards.perform(.turn(TileID(rawValue: other)), on: "home", size)
    await board.advance(3600)
    #expect(try await front() == "1", "half of its best counts less than all of the other's")
    let document = try await board.boards.document(of: "home")
    var bytes: [UInt8] = []
    JSONText.write(BoardDocument.value(of: document), into: &bytes)
    #expect(try BoardDocument.read(bytes).board == document)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""rotates""#))
  }

  private static let items = """
    {"entities": {"Item": {"attributes": {"name": "string", "date": "date"}}}}
    """

  @Test func `a changed option applies at once: the widget is redrawn and updated`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun")], .never)])
    var files = Board.sky
    files["widget.json"] =
      #"{"id": "org.example.sky", "name": "Sky", "update": {"provider": "sky"}, "options": [{"name": "unit", "type": "string"}]}"#
    files["screens/Main.json"] =
      #"{"view": {"type": "text", "id": "title", "text": "@{entry.title} in @{options.unit}"}}"#
    let board = try await Board(provider, files: files)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Sun in "))
    _ = try await board.boards.perform(
      .setOptions(TileID(rawValue: "1"), ["unit": "Kelvin"]), on: "home", BoardGrid.standard.size)
    #expect(await viewer.text("title", is: "Sun in Kelvin"))
    #expect(provider.count == 2)
    #expect(await board.updates.schedule(of: "1")?.spent.count == 1, "it costs nothing")
  }

  @Test func `drawing a widget ahead has no side effects: no object, no request, no message`() async throws {
    let board = try await Board(
      files: [
        "widget.json": """
        {"id": "org.example.agenda", "name": "Agenda", "hosts": ["example.org"], "timeline": {"entity": "Item", "date": "date"}}
        """,
        "model.json": Self.items,
        "screens/Main.json": """
        {"onInit": [
          {"type": "insert", "entity": "Item", "values": {"name": "Another"}},
          {"type": "toast", "text": "Hello"},
          {"type": "request", "url": "https://example.org/", "onFinish": {"type": "setContext", "path": "n", "value": 2}},
          {"type": "setContext", "path": "n", "value": "@{state.n + 1}"}],
         "context": {"id": "state", "value": {"n": 0}},
         "view": {"type": "text", "id": "title", "text": "@{state.n} @{items.totalCount}"},
         "objects": {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}}}}
        """,
      ])
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "1 0"))
    #expect(viewer.tree?.nodes.values.contains { $0.identifier == "toast" } == false)
    let instance = try #require((await board.boards.widget("1") as? InstanceWidget)?.instance)
    #expect(try instance.store.count(FetchRequest("Item")) == 0)
  }

  @Test func `documents that changed while the server was down are drawn, and not the stored ones`() async throws {
    let board = try await Board(ScriptedProvider([.entries([(0, "Sun")], .never)]))
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Sun 14:13"))
    await board.advance(2)
    await board.updates.stop()
    var files = Board.sky
    files["screens/Main.json"] = #"{"view": {"type": "text", "id": "title", "text": "New: @{entry.title}"}}"#
    let other = try await Board(ScriptedProvider([.failure]), files: files, on: board)
    let again = try await other.look()
    #expect(await again.text("title", is: "New: Sun"))
  }

  @Test func `a press reaches its view after the documents of a live widget changed`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun")], .never)])
    let board = try await Board(provider)
    let viewer = try await board.look()
    #expect(await viewer.text("add", is: "0 presses"))
    try await viewer.press("add")
    #expect(await viewer.text("add", is: "1 presses"))
    var files = Board.sky
    files["screens/Main.json"] = files["screens/Main.json"]?.replacing("} presses", with: "} clicks")
    var extensions = WidgetExtensions.standard
    extensions.providers.register("sky") { .timeline(provider) }
    try await board.boards.renew(
      "org.example.sky", with: WidgetDefinition(bundle: WidgetBundle(texts: files), extensions: extensions))
    #expect(await viewer.text("add", is: "1 clicks"))
    try await viewer.press("add")
    #expect(await viewer.text("add", is: "2 clicks"))
  }

  @Test func `an answer without entries keeps the shown one, and sets the next update`() async throws {
    let provider = ScriptedProvider([
      .entries([], .after(Board.start.addingTimeInterval(3600))), .entries([(0, "Sun")], .never),
    ])
    let board = try await Board(provider)
    #expect(await board.updates.schedule(of: "1")?.next == Board.start.addingTimeInterval(3600))
    await board.advance(3601)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Sun 15:13"))
  }

  @Test func `a condition that does not hold sends no request, and does not count as a success`() async throws {
    var files = Board.sky
    files["widget.json"] = """
      {"id": "org.example.sky", "name": "Sky", "update": {"provider": "sky", "condition": "city != ''", "interval": 3600},
       "options": [{"name": "city", "type": "string"}]}
      """
    let provider = ScriptedProvider([.entries([(0, "Sun")], .never)])
    let board = try await Board(provider, files: files)
    #expect(provider.count == 0)
    #expect(await board.freshness?.updated == nil)
    _ = try await board.boards.perform(
      .setOptions(TileID(rawValue: "1"), ["city": "Graz"]), on: "home", BoardGrid.standard.size)
    await board.clock.settle()
    #expect(provider.count == 1)
    #expect(await board.freshness?.updated != nil)
  }

  @Test func `a widget's drawing is restored with its tile`() async throws {
    let provider = ScriptedProvider([.entries([(0, "Sun")], .never), .failure])
    let board = try await Board(provider)
    let size = BoardGrid.standard.size
    _ = try await board.boards.perform(.remove(TileID(rawValue: "1")), on: "home", size)
    await board.clock.settle()
    _ = try await board.boards.step(isUndo: true, on: "home", size)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "Sun 14:13"))
  }

  @Test func `a new follower receives the present freshness, and all followers each change`() async throws {
    let provider = ScriptedProvider([.failure])
    let board = try await Board(provider)
    var one = await board.updates.freshness().makeAsyncIterator()
    let first = try #require(await one.next())
    #expect(first.value(at: "1.failure").string == "The sky is silent")
    #expect(await board.updates.refresh("1"))
    var two = await board.updates.freshness().makeAsyncIterator()
    let begun = try #require(await two.next())
    await board.clock.settle()
    // Whatever was reported meanwhile, the last report is that the request failed again.
    if begun.value(at: "1.isUpdating").isTrue {
      let last = try #require(await two.next())
      #expect(last == first)
    }
  }

  @Test func `an entry over the limit is drawn at its date, and a warning is reported`() async throws {
    var files = Board.sky
    files["screens/Main.json"] = #"""
      {"view": {"type": "text", "id": "title", "text": "@{entry.title}", "accessibilityHint": "@{entry.title}",
       "accessibilityLabel": "@{entry.title}", "accessibilityValue": "@{entry.title}"}}
      """#
    let long = String(repeating: "x", count: 90_000)
    let provider = ScriptedProvider([.entries((0..<24).map { (Double($0) * 600, "\($0)" + long) }, .never)])
    let board = try await Board(provider, files: files)
    let viewer = try await board.look()
    #expect(await viewer.text("title", is: "0" + long))
    #expect(await board.updates.refresh("1"))
    // By then, the page shows another rendering; the rendering that it scrolls through is drawn in advance.
    while !board.reported.rules.contains("timeline-limit") { await board.advance(1) }
    await board.advance(14_000)
    #expect(await viewer.text("title", is: "23" + long))
  }
}

@Suite("Decoding of trees")
struct TreeReadingTests {
  private static let kinds = Dictionary(
    WidgetExtensions.standard.components.kinds.map { ($0.name, $0) },
    uniquingKeysWith: { $1 })

  @Test func `an encoded tree decodes to the same tree`() async throws {
    var environment = RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring())
    environment.workLimit = 10
    let instance = try Instance(
      id: "1", definition: WidgetDefinition(bundle: WidgetBundle(texts: Board.sky)), environment: environment)
    let presentation = await instance.makePresentation(size: Size(width: 301.3, height: 200))
    let tree = await presentation.tree().tree
    let text = WireFormat.text(of: .tree(tree, revision: 1))
    let read = try WireFormat.tree(from: Value.parseJSON(text.utf8), kinds: Self.kinds)
    #expect(WireFormat.text(of: .tree(read, revision: 1)) == text)
    #expect(read.nodes.count == tree.nodes.count && read.nodes.count > 3)
  }

  @Test(arguments: [
    (#"{"root": 1, "tree": []}"#, "1 to"),
    (#"{"tree": [{"id": 1, "kind": "window", "frame": [0, 0, 1, 1]}]}"#, "root"),
    (#"{"root": 1, "tree": [{"id": 1, "kind": "lawn", "frame": [0, 0, 1, 1]}]}"#, "kind"),
    (#"{"root": 1, "tree": [{"id": 1, "kind": "window", "frame": [0, 0, 1]}]}"#, "frame"),
    (#"{"root": 1, "tree": [{"id": 0, "kind": "window", "frame": [0, 0, 1, 1]}]}"#, "number"),
    (#"{"root": 2, "tree": [{"id": 1, "kind": "window", "frame": [0, 0, 1, 1]}]}"#, "do not form a tree"),
    (
      #"{"root": 1, "tree": [{"id": 1, "kind": "window", "frame": [0, 0, 1, 1], "children": [1]}]}"#,
      "do not form a tree"
    ),
    (
      #"{"root": 1, "tree": [{"id": 1, "kind": "window", "frame": [0, 0, 1, 1], "children": [2]}]}"#,
      "do not form a tree"
    ),
    (
      #"{"root": 1, "tree": [{"id": 1, "kind": "window", "frame": [0, 0, 1, 1]}, {"id": 1, "kind": "window", "frame": [0, 0, 1, 1]}]}"#,
      "twice"
    ),
    (
      #"{"root": 1, "tree": [{"id": 1, "kind": "window", "frame": [0, 0, 1, 1]}, {"id": 2, "kind": "window", "frame": [0, 0, 1, 1], "children": [3]}, {"id": 3, "kind": "window", "frame": [0, 0, 1, 1], "children": [2]}]}"#,
      "do not form a tree"
    ),
    (
      #"{"root": 1, "tree": [{"id": 1, "kind": "window", "frame": [0, 0, 1, 1], "attributes": {"x": 1}}]}"#,
      "attribute"
    ),
  ])
  func `an invalid tree is rejected`(_ text: String, _ words: String) throws {
    let value = try Value.parseJSON(text.utf8)
    let problem = #expect(throws: Diagnostic.self) { try WireFormat.tree(from: value, kinds: Self.kinds) }
    #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
  }
}
