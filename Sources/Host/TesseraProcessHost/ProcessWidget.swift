import Foundation
import Synchronization
import TesseraBoardService
import TesseraBundles
import TesseraLayout
import TesseraProtocol
import TesseraRuntime
import TesseraValues
import TesseraViews

/// A widget that runs in its own process. A process that hangs, crashes or exceeds its limits is killed and restarted
/// after a delay. Meanwhile the last views remain visible, and the board shows the reason.
///
/// Each new process receives the options and the entry again, and all presentations are opened again.
actor ProcessWidget: IsolatedWidget {
  /// The identity of the tile.
  package nonisolated let id: String
  private nonisolated let settings: Mutex<Settings>
  private let command: @Sendable () -> ProgramCommand
  private let limits: ProcessLimits
  private let kinds: [String: ViewKind]
  private let report: @Sendable (Diagnostic) -> Void
  private let record: @Sendable (_ message: String, _ isError: Bool) -> Void
  private let onOutage: @Sendable (_ id: String, _ reason: String?) -> Void
  /// Keeps the widget's data in a cluster; nil without one.
  private let journals: ProcessJournals?
  private lazy var process = WidgetProcess(command, limits: limits, delegate: makeDelegate())
  /// The presentations, by the numbers that identify them in the program.
  private var opened: [Int: Opened] = [:]
  /// The number of requests in progress.
  private var calls = 0
  /// The parameters of the last `hello` request.
  private var lastSentSettings = Value.null
  private var lastNumber = 0
  private var idleTimer: Task<Void, Never>?
  private var restartTask: Task<Void, Never>?
  private var isStopped = false

  private struct Opened {
    let presentation: ProcessPresentation
    /// Whether the program was asked to open the presentation. If not, the request follows.
    var isAsked = false
  }

  private struct Settings {
    var definition: WidgetDefinition
    var options: [String: Value] = [:]
    var entry: TimelineEntry?
    /// The number of log lines in the current minute, and the start of that minute.
    var logged = (count: 0, since: ContinuousClock.now)

    /// The values of all options: the user's values, and the defaults of the others.
    var allOptions: Value {
      let values = definition.bundle.manifest.options.map { ($0.name, options[$0.name] ?? $0.default) }
      return .dictionary(Dictionary(values, uniquingKeysWith: { $1 }))
    }
  }

  /// The maximum number of lines that a widget's process may log within a minute. Further ones are omitted.
  private static let maximumLogLines = 50

  /// - Parameters:
  ///   - command: Returns the program to run, at each start.
  ///   - kinds: The known kinds of views, by name.
  ///   - journals: Keeps the widget's data in a cluster; nil without one.
  ///   - report: Called with problems.
  ///   - log: Called with each message of the program, or about the process, and with whether it says that something
  ///     failed.
  ///   - onOutage: Called with the reason when the process stops running; with nil when it runs again.
  package init(
    id: String, definition: WidgetDefinition, command: @escaping @Sendable () -> ProgramCommand,
    kinds: [String: ViewKind], limits: ProcessLimits, journals: ProcessJournals? = nil,
    report: @escaping @Sendable (Diagnostic) -> Void,
    log: @escaping @Sendable (_ message: String, _ isError: Bool) -> Void = { _, _ in },
    onOutage: @escaping @Sendable (_ id: String, _ reason: String?) -> Void
  ) {
    self.id = id
    self.command = command
    self.kinds = kinds
    self.limits = limits
    self.journals = journals
    self.report = report
    record = log
    self.onOutage = onOutage
    settings = Mutex(Settings(definition: definition))
  }

  package nonisolated var definition: WidgetDefinition { settings.withLock { $0.definition } }
  package nonisolated var name: String { definition.bundle.manifest.name }
  nonisolated var frameSources: [String] { definition.bundle.manifest.hosts.map(\.description) }

  // MARK: The process

  private func makeDelegate() -> WidgetProcess.Delegate {
    WidgetProcess.Delegate(
      helloParameters: { [weak self] in await self?.greeting() ?? .null },
      onBegin: { [journals] in journals?.close() },
      onNotification: { [weak self] method, parameters async throws(Diagnostic) in
        try await self?.handle(method, parameters)
      },
      onRequest: journals.map { $0.respond },
      onStart: { [weak self] _ in await self?.didStart() },
      onFailure: { [weak self] failure, delay in await self?.didFail(failure, delay) },
      onLog: { [weak self] words in self?.log(words) })
  }

  private func greeting() -> Value {
    lastSentSettings = helloParameters
    return lastSentSettings
  }

  private var helloParameters: Value {
    settings.withLock { settings in
      [
        "protocol": .integer(Int64(WireFormat.version)), "tile": .string(id),
        "name": .string(settings.definition.bundle.manifest.name),
        "options": settings.allOptions,
        "entry": settings.entry.map { WireFormat.value(of: $0) } ?? .null,
      ]
    }
  }

  /// Handles a notification of the program.
  private func handle(_ method: String, _ parameters: Value) async throws(Diagnostic) {
    switch method {
    case "tree", "patches":
      guard let number = parameters.value(at: "presentation").integer else {
        throw WireFormat.wrong("'presentation' must be the number of a presentation")
      }
      // The presentation may have been closed meanwhile.
      guard let presentation = opened[Int(clamping: number)]?.presentation else { return }
      if method == "tree" {
        try await presentation.show(try WireFormat.tree(from: parameters, kinds: kinds), of: Int(clamping: number))
      } else {
        try await presentation.apply(
          try WireFormat.patches(from: parameters, kinds: kinds), of: Int(clamping: number))
      }
    case "log": log(parameters.value(at: "message").string ?? "")
    default: throw WireFormat.wrong("Unknown method '\(method.prefix(40))'")
    }
  }

  private nonisolated func log(_ words: String) {
    let count = settings.withLock { settings in
      if .now - settings.logged.since > .seconds(60) { settings.logged = (0, .now) }
      settings.logged.count += 1
      return settings.logged.count
    }
    guard count <= Self.maximumLogLines else { return }
    let words = count == Self.maximumLogLines ? "Further lines are omitted for a minute" : words
    // Widgets of Tessera write their errors only; what other programs write may be anything.
    record(words, definition.bundle.manifest.program == nil)
    report(Diagnostic(.warning, rule: "widget-log", message: "\(name) (\(id)): \(words.prefix(500))"))
  }

  private func didStart() {
    onOutage(id, nil)
    // Open presentations are opened again under new numbers, because messages with the old ones may still be in flight.
    let former = opened.filter(\.value.isAsked)
    for (number, each) in former {
      opened[number] = nil
      Task { await each.presentation.open() }
    }
    // The settings may have changed since the process was greeted.
    if helloParameters != lastSentSettings {
      Task {
        await self.sendOptions()
        await self.sendEntry()
      }
    }
  }

  private func didFail(_ failure: ProcessFailure, _ delay: Duration) {
    guard !isStopped else { return }
    let seconds = Int(delay / .seconds(1))
    onOutage(id, "\(failure.reason). It restarts \(seconds == 1 ? "in 1 second" : "in \(seconds) seconds")")
    record("\(failure.reason); it restarts in \(seconds) s", true)
    report(
      Diagnostic(
        .warning, rule: "widget-process",
        message: "\(name) (\(id)) was stopped: \(failure.reason); it restarts in \(seconds) s"))
    restartTask?.cancel()
    restartTask = Task { [weak self] in
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { await self?.restartAfterDelay() }
    }
  }

  private func restartAfterDelay() async {
    guard !isStopped, !opened.isEmpty else { return onOutage(id, nil) }
    await process.start()
  }

  /// Restarts the process without waiting for the delay.
  func retry() async {
    restartTask?.cancel()
    await process.retry()
  }

  /// Ends the process and starts another one, in which all presentations are opened again.
  func restart() async {
    guard !isStopped else { return }
    restartTask?.cancel()
    let former = opened.values
    opened = [:]
    await process.reset()
    onOutage(id, nil)
    await process.start()
    for each in former { await each.presentation.open() }
    pauseSoon()
  }

  /// The process identifier; nil while no process is running.
  var processIdentifier: pid_t? { get async { await process.processIdentifier } }

  /// Returns what the process uses now; nil if it is not running.
  func processState() async -> WidgetProcessState? {
    guard let identifier = await processIdentifier, let usage = ProcessUsage(of: identifier) else { return nil }
    return WidgetProcessState(identifier: identifier, memory: usage.memory, processorTime: usage.processorTime)
  }

  /// Sends a request to the program, and starts the program if necessary.
  func call(_ method: String, _ parameters: Value = [:], within limit: Duration? = nil) async throws(ProcessFailure)
    -> Value
  {
    calls += 1
    idleTimer?.cancel()
    defer {
      calls -= 1
      pauseSoon()
    }
    do throws(ProcessFailure) {
      return try await process.call(method, parameters, within: limit)
    } catch {
      if error.isRefusal, method == "events" { log("It rejected 'events': \(error.reason)") }
      throw error
    }
  }

  private func pauseSoon() {
    idleTimer?.cancel()
    guard isIdle, !isStopped else { return }
    idleTimer = Task { [weak self, limits] in
      try? await Task.sleep(for: limits.idleTime)
      if !Task.isCancelled { await self?.pauseIfIdle() }
    }
  }

  private func pauseIfIdle() async {
    if isIdle { await process.pause() }
  }

  private var isIdle: Bool { opened.isEmpty && calls == 0 }

  package func stop() async {
    isStopped = true
    idleTimer?.cancel()
    restartTask?.cancel()
    opened = [:]
    await process.stop()
  }

  func replace(with definition: WidgetDefinition) async -> Bool {
    let isModelNew = settings.withLock { settings in
      defer { settings.definition = definition }
      return settings.definition.model != definition.model
    }
    let former = opened.values
    opened = [:]
    restartTask?.cancel()
    await process.reset()
    for each in former { await each.presentation.open() }
    return isModelNew
  }

  /// Does nothing. Problems of documents are reported by the host that watches the files.
  package nonisolated func show(_ problems: [DocumentProblem]) async {}

  // MARK: Settings

  package nonisolated func setOptions(_ values: [String: Value]) {
    settings.withLock { $0.options = values }
    Task { await self.sendOptions() }
  }

  private func sendOptions() async {
    _ = await process.callIfRunning("options", ["values": settings.withLock { $0.allOptions }])
  }

  nonisolated func removeOwnOptions(_ names: Set<String>) {
    Task {
      _ = await self.process.callIfRunning("forgetOwnOptions", ["names": .array(names.sorted().map(Value.string))])
    }
  }

  func ownOptions() async -> [String: Value] {
    await process.callIfRunning("ownOptions")?.value(at: "values").dictionary ?? [:]
  }

  package nonisolated func show(_ entry: TimelineEntry?) {
    settings.withLock { $0.entry = entry }
    Task { await self.sendEntry() }
  }

  private func sendEntry() async {
    let entry = settings.withLock { $0.entry }
    _ = await process.callIfRunning("entry", ["entry": entry.map { WireFormat.value(of: $0) } ?? .null])
  }

  // MARK: Presentations

  package nonisolated func makePresentation(_ window: DrawingWindow) async throws -> any ServedPresentation {
    await makePresentation(window, numberingAfter: 0)
  }

  package nonisolated func makePresentation(_ window: DrawingWindow, numberingAfter last: Int) async
    -> any LivePresentation
  {
    let presentation = ProcessPresentation(of: self, window, numberingAfter: last)
    await presentation.open()
    return presentation
  }

  /// Assigns a new number, which identifies the presentation in the program from now on.
  package func number(of presentation: ProcessPresentation) -> Int {
    lastNumber += 1
    opened[lastNumber] = Opened(presentation: presentation)
    return lastNumber
  }

  /// Opens a presentation in the program. If that fails, it is opened with the others when the program restarts.
  /// - Returns: The reason for a failure.
  package func open(_ number: Int, _ window: DrawingWindow, numberingAfter last: Int) async -> ProcessFailure? {
    let failure = await process.start()
    guard opened[number] != nil else { return nil }
    opened[number]?.isAsked = true
    if let failure { return failure }
    do throws(ProcessFailure) {
      // The program sends the first tree before the response.
      _ = try await process.call(
        "open",
        [
          "presentation": .integer(Int64(number)), "window": WireFormat.value(of: window),
          "after": .integer(Int64(last)),
        ])
      return nil
    } catch {
      return error
    }
  }

  /// Closes a presentation in the program.
  package func close(_ number: Int) async {
    guard opened.removeValue(forKey: number) != nil else { return }
    pauseSoon()
    _ = await process.callIfRunning("close", ["presentation": .integer(Int64(number))])
  }

  // MARK: Updates

  package func answer(hasContent: Bool) async -> ProviderAnswer {
    do throws(ProcessFailure) {
      let value = try await call("update", ["hasContent": .bool(hasContent)], within: limits.updateTimeout)
      do throws(Diagnostic) {
        return try WireFormat.answer(from: value)
      } catch {
        return .failed(error.message)
      }
    } catch {
      // Programs that are not part of Tessera need not implement `update`.
      let isUnknown = error.code == ProcessMessage.methodNotFound && definition.bundle.manifest.program != nil
      return isUnknown ? .noData : .failed(error.reason)
    }
  }

  package func prefetch(hasContent: Bool) async {
    // Programs that are not part of Tessera need not implement it.
    guard definition.bundle.manifest.program == nil, definition.bundle.manifest.update.provider != nil else { return }
    _ = await process.callIfRunning("prefetch", ["hasContent": .bool(hasContent)])
  }

  func drawing(
    of entry: TimelineEntry?, at date: Date, in window: DrawingWindow
  ) async throws(DrawingFailure) -> WidgetDrawing {
    try await drawing(
      "draw",
      [
        "window": WireFormat.value(of: window), "date": .double(date.timeIntervalSince1970),
        "entry": entry.map { WireFormat.value(of: $0) } ?? .null,
      ])
  }

  package func placeholder(in window: DrawingWindow) async throws(DrawingFailure) -> WidgetDrawing {
    try await drawing("placeholder", ["window": WireFormat.value(of: window)])
  }

  private func drawing(_ method: String, _ parameters: Value) async throws(DrawingFailure) -> WidgetDrawing {
    let value: Value
    do throws(ProcessFailure) {
      value = try await call(method, parameters, within: limits.updateTimeout)
    } catch {
      throw DrawingFailure(reason: error.reason)
    }
    do throws(Diagnostic) {
      return WidgetDrawing(
        tree: try WireFormat.tree(from: value, kinds: kinds),
        changesByItself: value.value(at: "changes").bool ?? false)
    } catch {
      throw DrawingFailure(reason: error.message)
    }
  }

  // MARK: Images

  package nonisolated func image(named name: String) async -> ServedImage? {
    bundleImage(named: name).map { ServedImage(bytes: $0.bytes, format: $0.format, checksum: $0.checksum) }
  }

  package nonisolated func imageChecksum(named name: String) async -> Checksum? { bundleImage(named: name)?.checksum }

  private nonisolated func bundleImage(named name: String) -> BundleImage? {
    let definition = definition
    return definition.bundle.image(named: name) ?? definition.extensions.images[name]
  }

  package func remoteImage(url: String) async throws -> ServedImage {
    try image(from: try await call("picture", ["url": .string(url)], within: limits.updateTimeout))
  }

  /// The widget's image in the gallery.
  func preview(_ style: WidgetPreviewStyle) async -> ServedImage? {
    var parameters: [String: Value] = ["scheme": .string(style.scheme.rawValue)]
    parameters["size"] = style.size.map { [.integer(Int64($0.rows)), .integer(Int64($0.columns))] }
    guard let value = try? await call("preview", .dictionary(parameters), within: limits.updateTimeout) else {
      return nil
    }
    return try? image(from: value)
  }

  private func image(from value: Value) throws -> ServedImage {
    let format = ImageFormat.allCases.first { $0.contentType == value.value(at: "type").string }
    guard let format, let bytes = value.value(at: "bytes").string.flatMap({ Data(base64Encoded: $0) }) else {
      throw WireFormat.wrong("An image must have a 'type', and 'bytes' in base64")
    }
    return ServedImage(bytes: Array(bytes), format: format)
  }
}
