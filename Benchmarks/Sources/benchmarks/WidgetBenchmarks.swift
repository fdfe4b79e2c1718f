import Foundation
import TesseraBeagleScreens
import TesseraBundles
import TesseraGraphics
import TesseraLayout
import TesseraProtocol
import TesseraRuntime
import TesseraServer
import TesseraValues
import TesseraViews

/// Measures the stages from a bundle to the host's view tree, on the feed sample.
func widgetBenchmarks() async throws {
  try await firstFrame()
  try await filterKeystroke(posts: 5000)
  try await patchSize()
}

/// Measures updates after data changes, depending on the amount of data.
func changeBenchmarks() async throws {
  for count in [10, 100, 1000] {
    try await changeOneExpression(of: count, "text", #""text": "@{state.v_}""#)
    try await changeOneExpression(
      of: count, "opacity", #""text": "One", "style": {"opacity": "@{1 / (1 + state.v_)}"}"#)
  }
}

/// Measures changes of lists with keyed items.
func listBenchmarks() async throws {
  try await listChange(named: "oneMoves") { $0.insert($0.remove(at: 9_000), at: 3) }
  try await listChange(named: "hundredLeave") { $0.removeSubrange(2..<102) }
  try await listChange(named: "oneChanges") { $0[4] = (4, "Other") }
  try await clocks(200)
}

/// Measures decoding text to typed screens.
func decodingBenchmarks() {
  decodeScreen(named: "literals", text: "\"Row\"")
  decodeScreen(named: "expressions", text: #""@{state.name}: @{state.count + 1}""#)
}

/// Measures the memory of an open feed. This is the first area, because memory freed by other areas would hide it.
func memoryBenchmarks() async throws { try await memory(rows: 10_000) }

private let feed = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples/Feed.widget")

/// A widget that runs without a window, on a virtual clock.
struct Stage {
  let clock: VirtualClock
  let environment: RuntimeEnvironment

  init() {
    let activities = IdlenessTracker()
    clock = VirtualClock(start: Date(timeIntervalSince1970: 1_529_521_200), activities: activities)
    environment = RuntimeEnvironment(textMeasuring: PangoTextMeasuring(), clock: clock, activities: activities)
  }

  func open(_ bundle: WidgetBundle) async throws -> Presentation {
    var extensions = WidgetExtensions.standard
    extensions.register(.beagle)
    let definition = WidgetDefinition(bundle: bundle, extensions: extensions)
    let instance = try Instance(id: "benchmark", definition: definition, environment: environment)
    return await instance.makePresentation(size: Size(width: 375, height: 667))
  }
}

/// Measures reading the sample from disk, validating and opening it, and the first tree.
private func firstFrame() async throws {
  // The first run in a process also loads fonts, so it is reported separately.
  let cold = try await milliseconds { try await openFeed() }
  Measure(name: "widget.firstFrame.cold", unit: "ms", value: cold, peer: nil).print()
  var warm: [Double] = []
  for _ in 0..<15 { warm.append(try await milliseconds { try await openFeed() }) }
  Measure(name: "widget.firstFrame", unit: "ms", value: warm.sorted()[7], peer: nil).print()
  var settled: [Double] = []
  for _ in 0..<15 {
    settled.append(
      try await milliseconds {
        let stage = Stage()
        let presentation = try await stage.open(WidgetBundle(directory: feed.path))
        await stage.clock.settle()
        keep(await presentation.tree())
      })
  }
  Measure(name: "widget.firstFrame.withPosts", unit: "ms", value: settled.sorted()[7], peer: nil).print()
}

private func openFeed() async throws {
  let presentation = try await Stage().open(WidgetBundle(directory: feed.path))
  keep(await presentation.tree())
}

/// Measures typing one letter into the search bar over many posts, until the patches are available. The throttle's
/// delay is not included, because the clock jumps.
private func filterKeystroke(posts: Int) async throws {
  let stage = Stage()
  let presentation = try await stage.open(try feedBundle(posts: posts))
  await stage.clock.settle()
  guard let field = await presentation.tree().tree.preorder().first(where: { $0.identifier == "searchBar" }) else {
    return
  }
  var times: [Double] = []
  for letter in ["e", "q", "a", "g", "o", "x", "s", "t", "u", "w", "z", "i", "n"] {
    times.append(
      await milliseconds {
        await presentation.send([.input(field.id, text: letter)])
        await stage.clock.settle()
      })
    await presentation.send([.input(field.id, text: "")])
    await stage.clock.settle()
  }
  Measure(name: "widget.filter\(posts).keystroke", unit: "ms", value: times.sorted()[times.count / 2], peer: nil)
    .print()
}

/// Measures the size of the message to a browser when one label changes.
private func patchSize() async throws {
  let screen = """
    {"view": {"type": "container", "children": [
      {"type": "textInput", "id": "field"}, {"type": "text", "id": "label", "style": {"height": 20}}]},
     "elements": {"label": {"bindings": [{"from": "field.text"}]}}}
    """
  let presentation = try await Stage().open(widget(screen: screen))
  guard let field = await presentation.tree().tree.preorder().first(where: { $0.identifier == "field" }) else { return }
  let revision = await presentation.tree().revision
  await presentation.send([.input(field.id, text: "Hello")])
  for await update in await presentation.updates(after: revision) {
    let bytes = WireFormat.text(of: update).utf8.count
    Measure(name: "widget.patch.oneLabel", unit: "bytes", value: Double(bytes), peer: nil).print()
    break
  }
}

/// Measures a change of a list with 10,000 keyed items, from the press to the patches.
private func listChange(named name: String, _ change: (inout [(id: Int, title: String)]) -> Void) async throws {
  let items = (0..<10_000).map { (id: $0, title: "Row \($0)") }
  var changed = items
  change(&changed)
  func json(_ items: [(id: Int, title: String)]) -> String {
    "[" + items.map { #"{"id":\#($0.id),"title":"\#($0.title)"}"# }.joined(separator: ",") + "]"
  }
  let screen = """
    {"context": {"id": "state", "value": {"isOther": false, "a": \(json(items)), "b": \(json(changed))}},
     "view": {"type": "container", "children": [
       {"type": "button", "id": "turn", "text": "Turn",
        "onPress": {"type": "setContext", "path": "isOther", "value": "@{!state.isOther}"}},
       {"type": "list", "items": "@{state.isOther ? state.b : state.a}", "template": {"type": "text", "text": "@{item.title}"}}]}}
    """
  let presentation = try await Stage().open(widget(screen: screen))
  guard let button = await presentation.tree().tree.preorder().first(where: { $0.identifier == "turn" }) else { return }
  var times: [Double] = []
  for _ in 0..<15 { times.append(await milliseconds { await presentation.send([.press(button.id)]) }) }
  Measure(name: "list.10000.\(name)", unit: "ms", value: times.sorted()[7], peer: nil).print()
}

/// Measures a page of clocks that show seconds: the cost of a minute, in percent of a core.
private func clocks(_ count: Int) async throws {
  let labels = (0..<count).map {
    #"{"type": "text", "text": "\#($0) @{now() | date: 'HH:mm:ss'}", "style": {"height": 16}}"#
  }
  let stage = Stage()
  let presentation = try await stage.open(
    widget(screen: #"{"view": {"type": "scroll", "children": [\#(labels.joined(separator: ","))]}}"#))
  await stage.clock.settle()
  let time = await milliseconds { await stage.clock.advance(by: .seconds(60)) }
  Measure(name: "time.clocks\(count).core", unit: "percent", value: time / 60_000 * 100, peer: nil).print()
  keep(await presentation.tree())
}

/// Measures a write to a context that changes one of many dependent properties, until the patch is available: the
/// press, the action, the expression, and for a text also its measurement and the layout of its column.
/// - Parameter attributes: The attributes of each label; `_` stands for its number.
private func changeOneExpression(of count: Int, _ name: String, _ attributes: String) async throws {
  let labels = (0..<count).map { #"{"type": "text", \#(attributes.replacing("_", with: "\($0)"))}"# }
  let values = (0..<count).map { #""v\#($0)": 0"# }
  let screen = """
    {"context": {"id": "state", "value": {\(values.joined(separator: ", "))}},
     "view": {"type": "scroll", "children": [
       {"type": "button", "id": "more",
        "onPress": {"type": "setContext", "path": "v\(count / 2)", "value": "@{state.v\(count / 2) + 1}"}},
       \(labels.joined(separator: ", "))]}}
    """
  let presentation = try await Stage().open(widget(screen: screen))
  guard let button = await presentation.tree().tree.preorder().first(where: { $0.identifier == "more" }) else { return }
  let presses = 200
  var times: [Double] = []
  for _ in 0..<9 {
    let time = await milliseconds { for _ in 0..<presses { await presentation.send([.press(button.id)]) } }
    times.append(time * 1000 / Double(presses))
  }
  Measure(name: "widget.change.\(name).\(count)", unit: "us", value: times.sorted()[4], peer: nil).print()
}

/// Measures decoding a screen of one megabyte from its text, including validation, to typed components.
private func decodeScreen(named name: String, text: String) {
  let row = """
    {"type": "container", "style": {"flexDirection": "row", "padding": 8, "backgroundColor": "#f0f0f0"}, "children": [
      {"type": "text", "text": \(text), "style": {"flexGrow": 1, "color": "secondaryLabel", "fontSize": 15}},
      {"type": "button", "text": "Open", "disabled": false, "style": {"width": 80, "minHeight": 32}}]}
    """
  let rows = Array(repeating: row, count: 1_000_000 / row.utf8.count)
  let screen = """
    {"context": {"id": "state", "value": {"name": "Row", "count": 1}},
     "view": {"type": "scroll", "children": [\(rows.joined(separator: ","))]}}
    """
  let bundle = widget(screen: screen)
  let time = medianProcessorNanoseconds(runs: 5) { keep(WidgetDefinition(bundle: bundle).hasErrors) }
  Measure(name: "widget.decode.1MB.\(name)", unit: "ms", value: time / 1e6, peer: nil).print()
}

/// Returns a widget with one screen.
func widget(screen: String) -> WidgetBundle {
  WidgetBundle(texts: [
    "widget.json": #"{"id": "org.tessera.benchmark", "name": "Benchmark"}"#, "screens/Main.json": screen,
  ])
}

/// Measures the memory of an open feed with many rows, including the store, the definition and the views.
private func memory(rows: Int) async throws {
  let bundle = try feedBundle(posts: rows)
  let before = residentMegabytes()
  let stage = Stage()
  let presentation = try await stage.open(bundle)
  await stage.clock.settle()
  let after = residentMegabytes()
  keep(await presentation.tree())
  Measure(name: "widget.memory.\(rows)rows", unit: "MB", value: max(0, after - before), peer: nil).print()
  let tree = await presentation.tree().tree
  Measure(name: "widget.views.\(rows)rows", unit: "views", value: Double(tree.nodes.count), peer: nil).print()
}

/// Returns the feed sample with a stub that responds with many posts.
private func feedBundle(posts: Int) throws -> WidgetBundle {
  let words = ["garden", "ladder", "soup", "paper", "window", "letter", "harbour", "basil", "mitten", "tram", "sky"]
  let entries: [Value] = (0..<posts).map { index in
    let text = (0..<12).map { words[(index * 7 + $0 * 5 + index / 11) % words.count] }.joined(separator: " ")
    return [
      "id_str": .string("p\(index)"), "text": .string("\(text) \(index)"),
      "created_at": .string("Wed Jun 20 \(10 + index % 9):00:00 +0000 2018"),
      "favorite_count": .integer(Int64(index)), "repost_count": 0,
      "user": [
        "id_str": .string("u\(index % 50)"), "name": .string("Author \(index % 50)"), "image_name": "avatar-tom",
      ],
    ]
  }
  var files: [String: [UInt8]] = [:]
  for path in try FileManager.default.subpathsOfDirectory(atPath: feed.path) {
    if let data = FileManager.default.contents(atPath: feed.appending(path: path).path), !data.isEmpty {
      files[path] = Array(data)
    }
  }
  guard let service = files["service.json"], case .dictionary(var document) = try Value.parseJSON(service),
    case .dictionary(var actions) = document["actions"], case .dictionary(var action) = actions["homeFeed"]
  else { return WidgetBundle(directory: feed.path) }
  action["response"] = .array(entries)
  action["resultKeyPath"] = nil
  actions["homeFeed"] = .dictionary(action)
  document["actions"] = .dictionary(actions)
  files["service.json"] = Array(JSONText.text(of: .dictionary(document)).utf8)
  return WidgetBundle(files: MemoryBundleFiles(files))
}

func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  return (clock.now - start) / .milliseconds(1)
}
