import Foundation
import TesseraBundles
import TesseraComponents
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraBoard
@testable import TesseraBoardService
@testable import TesseraProcessHost
@testable import TesseraProtocol
@testable import TesseraRuntime
@testable import TesseraServer

@Suite("Messages between a host and a program")
struct ProcessMessageTests {
  @Test(
    arguments: [
      .request(7, method: "open", ["presentation": 1]), .notification(method: "log", ["message": "a\nb"]),
      .result(7, .null), .result(8, ["a": [1, 2]]), .failure(9, code: -32601, message: "Unknown method"),
    ] as [ProcessMessage])
  func `a message is read as it was written`(_ message: ProcessMessage) throws {
    #expect(message.line.last == 0x0A)
    #expect(message.line.dropLast().contains(0x0A) == false)
    #expect(try ProcessMessage(line: message.line.dropLast(), limit: 1000) == message)
  }

  @Test(arguments: [
    "", "nonsense", "[]", "{}", #"{"jsonrpc": "2.0"}"#, #"{"result": 1}"#, #"{"jsonrpc": "2.0", "id": 1"#,
  ])
  func `an invalid message is reported`(_ line: String) {
    #expect(throws: Diagnostic.self) { try ProcessMessage(line: line.utf8, limit: 1000) }
  }

  @Test(arguments: 1...12)
  func `lines are assembled from chunks of any size`(size: Int) throws {
    let bytes = Array("one\n\ntwo\nthree".utf8)
    var reader = LineReader(limit: 5)
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      lines += try piece.withUnsafeBytes { try reader.append($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(lines == ["one", "two"])
    #expect(throws: LineReader.TooLong.self) {
      try [UInt8](repeating: 65, count: 6).withUnsafeBytes { try reader.append($0) }
    }
  }

  @Test(
    arguments: [
      .press(ViewID(3)), .longPress(ViewID(3)), .input(ViewID(3), text: "ä"), .search(ViewID(3), text: ""),
      .pointer(ViewID(3), Pointer(id: 4, location: Point(x: 1.5, y: -2), kind: .touch), .moved),
      .key(ViewID(3), Key("ArrowLeft", isShifted: true)), .change(ViewID(3), value: [1, "a"]), .submit(ViewID(3)),
      .focus(ViewID(3)), .blur(ViewID(3)), .scroll(ViewID(3), offset: 12.25), .move(ViewID(3), from: 0, to: 9),
      .choose(ViewID(3), index: 2), .refresh(ViewID(3)), .answer(ViewID(3), index: 1), .back,
      .resize(Size(width: 320, height: 200)),
      .grid(GridPlace(cells: GridSize(columns: 2, rows: 3), fitting: [GridSize(columns: 4, rows: 4)])),
      .grid(GridPlace(cells: GridSize(columns: 2, rows: 3))), .accessory(.settings),
    ] as [ViewEvent])
  func `an event is read as it was written`(_ event: ViewEvent) throws {
    #expect(try WireFormat.event(from: WireFormat.value(of: event)) == event)
  }

  private static let node = ViewNode(
    id: ViewID(5), kind: .text, identifier: "title", frame: Rect(x: 1, y: 2, width: 3, height: 4.5),
    attributes: [.text: "Hello", .displayList: ["light": [1]]])

  @Test(
    arguments: [
      .insert(node, parent: ViewID(1), index: 2), .remove(ViewID(5)), .move(ViewID(5), index: 0),
      .frame(ViewID(5), Rect(x: 0, y: 0, width: 10, height: 10)),
      .attributes(ViewID(5), [.text: .null, .hidden: true]), .effect(ViewID(5), .shake), .effect(ViewID(5), .focus),
      .effect(ViewID(5), .animateRows), .effect(ViewID(5), .openURL("https://example.org")),
      .effect(ViewID(5), .requestGridCells(GridSize(columns: 4, rows: 2))),
    ] as [ViewPatch])
  func `a patch is read as it was written`(_ patch: ViewPatch) throws {
    #expect(try WireFormat.patch(from: WireFormat.value(of: patch, for: .host), kinds: ["text": .text]) == patch)
  }

  @Test(arguments: [
    #""remove""#, "[]", #"["dance", 1]"#, #"["remove"]"#, #"["remove", 0]"#, #"["remove", "1"]"#,
    #"["move", 1, -1]"#, #"["frame", 1, [1, 2, 3]]"#, #"["frame", 1, [1e300, 2, 3, 4]]"#,
    #"["attributes", 1, {"onclick": "x"}]"#, #"["attributes", 1, []]"#, #"["effect", 1, "explode"]"#,
    #"["insert", {"id": 2, "kind": "script", "frame": [0, 0, 1, 1]}, 1, 0]"#,
  ])
  func `an invalid patch is reported`(_ text: String) throws {
    let value = try Value.parseJSON(Array(text.utf8))
    #expect(throws: Diagnostic.self) { try WireFormat.patch(from: value, kinds: ["text": .text]) }
  }

  @Test(
    arguments: [
      .newData, .noData, .skipped, .failed("No way"), .timeline([], .never),
      .timeline(
        [
          TimelineEntry(
            date: Date(timeIntervalSince1970: 1.5),
            content: ["when": .date(Date(timeIntervalSince1970: 99)), "list": [1, ["a": .null]]],
            relevance: TimelineEntry.Relevance(score: 3, duration: 60))
        ], .after(Date(timeIntervalSince1970: 77))),
    ] as [ProviderAnswer])
  func `an answer is read as it was written`(_ answer: ProviderAnswer) throws {
    #expect(try WireFormat.answer(from: WireFormat.value(of: answer)) == answer)
  }
}

@Suite("Limits of processes")
struct ProcessLimitTests {
  @Test func `the restart delay grows each time, and is reset after a minute of running`() {
    var delay = RestartDelay()
    let delays = (0..<11).map { _ in delay.next(afterRunning: .seconds(1)) / .seconds(1) }
    #expect(delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    #expect(delay.next(afterRunning: .seconds(60)) == .seconds(1))
    #expect(delay.next(afterRunning: .seconds(59)) == .seconds(2))
    delay.recordRun(of: .seconds(59))
    #expect(delay.next(afterRunning: .zero) == .seconds(4))
    delay.recordRun(of: .seconds(60))
    #expect(delay.next(afterRunning: .zero) == .seconds(1))
  }

  private func reasons(_ samples: [(second: Int, memory: Int, processorTime: Double)]) -> [String?] {
    var watch = UsageWatch(ProcessLimits())
    return samples.map { sample in
      watch.record(
        ProcessUsage(memory: sample.memory << 20, processorTime: sample.processorTime), at: .seconds(sample.second))?
        .reason
    }
  }

  @Test func `memory is the present use`() {
    #expect(
      reasons([(1, 256, 0), (2, 257, 0), (3, 100, 0)]) == [nil, "It used 257 MB of memory (limit 256 MB)", nil])
  }

  @Test func `processor time covers the last minute, whatever was used before`() {
    let steady = (1...600).map { (second: $0, memory: 1, processorTime: Double($0) * 0.49) }
    #expect(reasons(steady).allSatisfy { $0 == nil })
    let late = (1...300).map { (second: $0, memory: 1, processorTime: Double(max(0, $0 - 200))) }
    #expect(
      reasons(late).firstIndex { $0 != nil } == 230,
      "after thirty-one seconds without a pause")
    #expect(reasons([(10, 1, 31)]) == ["It used 31 s of processor time within a minute (limit 30 s)"])
  }

  @Test func `the usage of this process is measured`() throws {
    let usage = try #require(ProcessUsage(of: getpid()))
    #expect(usage.memory > 1 << 20)
    #expect(usage.processorTime > 0)
    #expect(ProcessUsage(of: -1) == nil)
  }
}

extension ProcessLimits {
  /// Limits in which the times and the processor time do not matter, however slow the machine is.
  fileprivate static var patient: ProcessLimits {
    var limits = ProcessLimits()
    (limits.startTimeout, limits.responseTimeout, limits.updateTimeout) = (.seconds(600), .seconds(600), .seconds(600))
    limits.processorTime = 600
    return limits
  }
}

/// A process and its outcome.
private final class RunProgram: Sendable {
  let process: WidgetProcess
  let failures: AsyncStream<ProcessFailure>

  /// - Parameter script: The script that a shell runs.
  init(_ script: String, limits change: (inout ProcessLimits) -> Void = { _ in }) {
    var limits = ProcessLimits.patient
    change(&limits)
    let (failures, failed) = AsyncStream.makeStream(of: ProcessFailure.self)
    self.failures = failures
    process = WidgetProcess(
      { ProgramCommand(executable: "/bin/sh", arguments: ["-c", script]) }, limits: limits,
      delegate: WidgetProcess.Delegate(
        helloParameters: { ["protocol": 1] }, onNotification: { _, _ in }, onStart: { _ in },
        onFailure: { failure, _ in failed.yield(failure) }, onLog: { _ in }))
  }

  /// The first failure of the process.
  var failure: ProcessFailure? {
    get async {
      for await failure in failures { return failure }
      return nil
    }
  }

  /// A script that responds to each request with its identifier.
  static let echo = """
    while read -r line; do
      id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
      printf '{"jsonrpc":"2.0","id":%s,"result":"%s"}\\n' "$id" "$id"
    done
    """
}

@Suite("Processes of programs")
struct WidgetProcessTests {
  @Test func `calls are answered by their identifiers`() async throws {
    let program = RunProgram(RunProgram.echo)
    // The first request is the greeting.
    #expect(try await program.process.call("a") == "2")
    async let second = program.process.call("b")
    async let third = program.process.call("c")
    #expect(try await Set([second.string, third.string]) == ["3", "4"])
    #expect(await program.process.processIdentifier != nil)
    await program.process.stop()
    #expect(await program.process.processIdentifier == nil)
    await #expect(throws: ProcessFailure(reason: "It was stopped")) { try await program.process.call("d") }
  }

  /// Writes valid messages without an end. They are long: few of them are read in the time in which so much is too much.
  private static let flood =
    #"yes '{"jsonrpc": "2.0", "method": "log", "params": {"text": "\#(String(repeating: "x", count: 64_000))"}}'"#

  @Test(arguments: [
    ("echo nonsense; sleep 60", "It wrote an invalid message: "),
    (#"printf '{"jsonrpc": "2.0", "id": 1'"#, "It exited with code 0"),
    ("echo oh no >&2; exit 3", "It exited with code 3: oh no"),
    ("kill -SEGV $$", "It was terminated by signal 11"),
    ("cat /dev/zero", "It wrote a message of more than 1 MB"),
    (flood, "It wrote more than 4 MB within 10 s"),
    ("sleep 60", "It did not respond to 'hello' within 0.3 s"),
    ("exec 0<&-; sleep 60", "It did not respond to 'hello' within 0.3 s"),
    ("exec /nowhere", "It exited with code 127: "),
  ])
  func `a program's violation terminates it, and is reported with figures`(script: String, reason: String) async throws
  {
    let program = RunProgram(script) { limits in
      limits.messageSize = 1 << 20
      limits.outputSize = 4 << 20
      // The others are detected by what they do.
      if reason.contains("0.3 s") { limits.startTimeout = .milliseconds(300) }
    }
    let failure = try #require(await program.process.start())
    #expect(failure.reason.hasPrefix(reason), "\(failure.reason)")
    // The process is not restarted for a while.
    await #expect(throws: failure) { try await program.process.call("open") }
    await program.process.stop()
  }

  @Test func `a program that takes too much memory is terminated`() async {
    let program = RunProgram("\(RunProgram.echo) & tail /dev/zero") { $0.memory = 32 << 20 }
    await program.process.start()
    let reason = await program.failure?.reason ?? ""
    // Either the host detects the excess, or the system denies the memory.
    #expect(reason.contains("MB of memory of 32 MB") || reason.contains("memory exhausted"), "\(reason)")
    await program.process.stop()
  }

  @Test func `a program that never rests is terminated`() async {
    let program = RunProgram("while :; do :; done") { $0.processorTime = 0.2 }
    await program.process.start()
    let reason = await program.failure?.reason
    #expect(reason?.hasSuffix(" s of processor time within a minute (limit 0 s)") == true, "\(reason ?? "no failure")")
    await program.process.stop()
  }

  @Test func `excess calls to a program that does not answer are rejected`() async throws {
    let program = RunProgram("read -r line; printf '{\"id\":1,\"result\":1}\\n'; sleep 60") {
      $0.queueLength = 8
    }
    await program.process.start()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<9 { group.addTask { _ = try? await program.process.call("a") } }
    }
    #expect(await program.failure?.reason == "8 requests are pending")
    await program.process.stop()
  }

  @Test func `a program that failed restarts on demand, and its child processes end with it`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let mark = folder.appending(path: "mark").path
    // Fails the first time, with a child process of its own.
    let program = RunProgram(
      "if [ -e \(mark) ]; then \(RunProgram.echo); else sleep 60 & echo $! > \(mark); echo nonsense; wait; fi")
    #expect(await program.process.start() != nil)
    let child = try #require(Int32(String(contentsOfFile: mark, encoding: .utf8).dropLast()))
    await program.process.retry()
    #expect(try await program.process.call("a").string != nil)
    // It was killed, and ends as soon as it has the processor. What has ended may be kept until its parent asks for it.
    while kill(child, 0) == 0, ProcessUsage(of: child).map({ $0.memory > 0 }) ?? false { await Task.yield() }
    await program.process.stop()
  }
}

/// A widget of some documents in a process of its own.
private final class IsolatedWidget {
  let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
  let widget: ProcessWidget
  let outages: AsyncStream<String?>
  let definition: WidgetDefinition

  static let counter = [
    "widget.json": """
    {"id": "org.example.counter", "name": "Counter", "options": [{"name": "step", "type": "number", "default": 1}],
     "update": {"interval": 3600},
     "timeline": {"entity": "Day", "date": "date"}}
    """,
    "model.json": """
    {"entities": {"Day": {"attributes": {"name": {"type": "string", "JSONKeyPath": "name"},
      "date": {"type": "date", "JSONKeyPath": "date", "JSONTransformerName": "iso"}}}}}
    """,
    "service.json": """
    {"options": {"transformers": {"date": {"iso": {"format": "yyyy-MM-dd"}}}}, "actions": {}}
    """,
    "screens/Main.json": """
    {"context": {"id": "count", "value": 0}, "view": {"type": "container", "children": [
      {"type": "text", "id": "countLabel", "text": "@{count} of @{options.step} @{entry.name}"},
      {"type": "button", "id": "more", "text": "More", "onPress": {"type": "setContext", "context": "count",
        "value": "@{sum(count, 1)}"}}]}}
    """,
  ]

  init(_ files: [String: String] = counter, limits change: (inout ProcessLimits) -> Void = { _ in }) throws {
    for (path, text) in files {
      let file = folder.appending(path: "Test.widget/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    definition = WidgetDefinition(bundle: WidgetBundle(texts: files))
    let (outages, outage) = AsyncStream.makeStream(of: String?.self)
    self.outages = outages
    var limits = ProcessLimits.patient
    change(&limits)
    let tessera = URL(filePath: ProgramCommand.own([]).executable).deletingLastPathComponent().appending(
      path: "tessera")
    widget = ProcessWidget(
      id: "1", definition: definition,
      command: { [folder] in
        ProgramCommand(
          executable: tessera.path,
          arguments: [
            "widget-process", "--tile", "1", "--source", folder.appending(path: "Test.widget").path, "--store",
            folder.appending(path: "1.sqlite").path,
          ])
      }, kinds: Dictionary(ComponentRegistry.standard.kinds.map { ($0.name, $0) }, uniquingKeysWith: { $1 }),
      limits: limits,
      report: { _ in }, onOutage: { outage.yield($1) })
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  let window = DrawingWindow(size: Size(width: 200, height: 150))
}

extension ViewTree {
  fileprivate func text(of identifier: String) -> String? { view(identifier)?[.text].string }

  fileprivate func view(_ identifier: String) -> ViewNode? { nodes.values.first { $0.identifier == identifier } }
}

@Suite("Widgets in separate processes")
struct IsolatedWidgetTests {
  @Test func `a widget looks the same as in the host's process`() async throws {
    let isolated = try IsolatedWidget()
    #expect(isolated.definition.diagnostics.isEmpty)
    isolated.widget.setOptions(["step": 3])
    let presentation = await isolated.widget.makePresentation(isolated.window, numberingAfter: 40)
    let (tree, _) = await presentation.tree()
    #expect(tree.text(of: "countLabel") == "0 of 3 ")
    #expect(tree.nodes.keys.allSatisfy { $0.rawValue > 40 })
    await presentation.close()
    let drawing = try await isolated.widget.drawing(
      of: TimelineEntry(date: .now, content: ["name": "Monday"]), at: .now, in: isolated.window)
    #expect(drawing.tree.text(of: "countLabel") == "0 of 3 Monday")
    let placeholder = try await isolated.widget.placeholder(in: isolated.window)
    #expect(placeholder.tree.nodes[placeholder.tree.root]?[.redacted] == true)
    await isolated.widget.stop()
  }

  @Test func `the user's input is sent to the process, and changes come back`() async throws {
    let isolated = try IsolatedWidget()
    let presentation = await isolated.widget.makePresentation(isolated.window, numberingAfter: 0)
    let button = try #require(await presentation.tree().tree.view("more"))
    try await presentation.send([.press(button.id), .press(button.id)])
    var tree = await presentation.tree().tree
    var updates = await presentation.updates(after: nil).makeAsyncIterator()
    while tree.text(of: "countLabel") != "2 of 1 " {
      switch await updates.next() {
      case .tree(let next, _): tree = next
      case .patches(let patches, _): tree.apply(patches)
      case nil:
        Issue.record("The stream ended")
        return
      }
    }
    isolated.widget.setOptions(["step": 5])
    while tree.text(of: "countLabel") != "2 of 5 ", let update = await updates.next() {
      if case .patches(let patches, _) = update { tree.apply(patches) }
    }
    await presentation.close()
    await isolated.widget.stop()
  }

  @Test func `a widget whose process crashes stays visible, and restarts`() async throws {
    let isolated = try IsolatedWidget()
    let presentation = await isolated.widget.makePresentation(isolated.window, numberingAfter: 0)
    let (tree, revision) = await presentation.tree()
    let updates = await presentation.updates(after: revision)
    kill(try #require(await isolated.widget.processIdentifier), SIGKILL)
    var outages: [String?] = []
    for await outage in isolated.outages {
      outages.append(outage)
      if outage != nil { break }
    }
    #expect(outages == [nil, "It was terminated by signal 9. It restarts in 1 second"])
    #expect(await presentation.tree().tree == tree)
    for await update in updates {
      guard case .tree(let next, _) = update else { continue }
      #expect(next.text(of: "countLabel") == "0 of 1 ")
      #expect(next.nodes.keys.min() ?? ViewID(0) > tree.nodes.keys.max() ?? ViewID(0))
      break
    }
    await presentation.close()
    await isolated.widget.stop()
  }

  @Test func `a restarted widget has another process, in which its presentations begin anew`() async throws {
    let isolated = try IsolatedWidget()
    let presentation = await isolated.widget.makePresentation(isolated.window, numberingAfter: 0)
    let button = try #require(await presentation.tree().tree.view("more"))
    try await presentation.send([.press(button.id)])
    let former = try #require(await isolated.widget.processState())
    #expect(former.memory > 1 << 20)
    let updates = await presentation.updates(after: await presentation.tree().revision)
    await isolated.widget.restart()
    for await update in updates {
      guard case .tree(let tree, _) = update else { continue }
      #expect(tree.text(of: "countLabel") == "0 of 1 ")
      break
    }
    let state = try #require(await isolated.widget.processState())
    #expect(state.identifier != former.identifier)
    await presentation.close()
    await isolated.widget.stop()
  }

  @Test func `an idle process ends, and another one starts on demand`() async throws {
    let isolated = try IsolatedWidget { $0.idleTime = .milliseconds(50) }
    let presentation = await isolated.widget.makePresentation(isolated.window, numberingAfter: 0)
    let first = try #require(await isolated.widget.processIdentifier)
    await presentation.close()
    while kill(first, 0) == 0 { await Task.yield() }
    let other = await isolated.widget.makePresentation(isolated.window, numberingAfter: 0)
    #expect(await other.tree().tree.text(of: "countLabel") == "0 of 1 ")
    await isolated.widget.stop()
  }

  @Test func `new documents apply at once`() async throws {
    let isolated = try IsolatedWidget()
    let presentation = await isolated.widget.makePresentation(isolated.window, numberingAfter: 0)
    let (_, revision) = await presentation.tree()
    let updates = await presentation.updates(after: revision)
    var files = IsolatedWidget.counter
    files["screens/Main.json"] = #"{"view": {"type": "text", "id": "countLabel", "text": "New"}}"#
    try Data((files["screens/Main.json"] ?? "").utf8).write(
      to: isolated.folder.appending(path: "Test.widget/screens/Main.json"))
    #expect(await isolated.widget.replace(with: WidgetDefinition(bundle: WidgetBundle(texts: files))) == false)
    for await update in updates {
      guard case .tree(let tree, _) = update else { continue }
      #expect(tree.text(of: "countLabel") == "New")
      break
    }
    await isolated.widget.stop()
  }

  @Test func `a program that cannot be run leaves a placeholder with the reason`() async throws {
    let definition = WidgetDefinition(
      bundle: WidgetBundle(
        texts: ["widget.json": #"{"id": "org.example.clock", "name": "Clock", "main": {"program": "clock"}}"#]))
    #expect(definition.diagnostics.isEmpty)
    var processes = WidgetProcesses()
    processes.programs["clock"] = ProgramCommand(shell: "/nowhere/clock")
    let library = WidgetLibrary(
      environment: RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring()), folder: nil, isolation: processes)
    library.add(definition)
    let tile = BoardTile(widget: "org.example.clock")
    let made = library.makeWidget(TileID(rawValue: "1"), of: tile) { _, _ in }
    let widget = try #require(made)
    let window = DrawingWindow(size: Size(width: 200, height: 100))
    let presentation = await widget.makePresentation(window, numberingAfter: 0)
    let tree = await presentation.tree().tree
    #expect(tree.text(of: "stopped")?.hasPrefix("It exited with code 127: ") == true)
    // What is not handled is said.
    await #expect(throws: WidgetUnavailable.self) { try await presentation.send([.press(ViewID(2))]) }
    await widget.stop()
    // This library has no program for the widget.
    let other = WidgetLibrary(environment: RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring()), folder: nil)
    other.add(definition)
    let unknown = other.makeWidget(TileID(rawValue: "1"), of: tile) { _, _ in }
    let sign = await (try #require(unknown)).makePresentation(window, numberingAfter: 0)
    let words = await sign.tree().tree.nodes.values.compactMap { $0[.text].string }
    #expect(words == ["This widget is drawn by the program 'clock', which this host does not run"])
  }
}
