import Foundation
import Metrics
package import TesseraBoard
import TesseraBundles
import TesseraData
import TesseraLayout
import TesseraRuntime
import TesseraServices
package import TesseraValues
package import TesseraViews

/// Refreshes the widgets on all boards on the scheduler's schedule.
///
/// A request runs on the executor of its widget, and its answer counts within the deadline only. A widget shows its last
/// good content until there is newer, after a restart too.
package actor UpdateCoordinator {
  let boards: BoardHost
  let library: WidgetLibrary
  private let store: any UpdateStorage
  let report: @Sendable (Diagnostic) -> Void
  var scheduler: UpdateScheduler
  let timelines: TimelineCache
  let renderer: TimelineRenderer
  private let rotator: StackRotator
  var monitor: ContentChangeMonitor
  var freshnessPublisher = FreshnessPublisher()
  /// Sends the identity of a widget whose present entry changed.
  let entryChanges = Broadcaster<String, Void>()
  /// The states of the widgets on the schedule.
  var states: [String: TileUpdateState] = [:]
  /// Why processes of widgets do not run.
  var outages: [String: String] = [:]
  var viewerCounts: [String: Int] = [:]
  private var timer: Task<Void, Never>?
  var fileWatch: Task<Void, Never>?
  var folderWatch: (folders: Set<String>, task: Task<Void, Never>)?
  /// The schedules of widgets that an administrator stopped.
  private var pausedSchedules: [String: UpdateSchedule] = [:]
  private var tileReading = 0
  /// The kinds of widgets whose documents changed since tiles were last read.
  private var changedKinds: Set<String> = []
  private var didReportStoreFailure = false
  private var isRotating = false
  var isStopped = false

  /// - Parameters:
  ///   - kinds: The kinds of views that stored drawings may contain.
  ///   - limits: The limits on updates.
  ///   - report: Called with problems, such as content that cannot be stored.
  package init(
    boards: BoardHost, library: WidgetLibrary, store: any UpdateStorage, kinds: [ViewKind], limits: UpdateLimits,
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    self.boards = boards
    self.library = library
    self.store = store
    self.report = report
    timelines = TimelineCache(store: store, library: library, kinds: kinds)
    renderer = TimelineRenderer(
      cache: timelines, boards: boards, now: { [environment = library.environment] in environment.now() },
      report: report)
    rotator = StackRotator(boards)
    monitor = ContentChangeMonitor(library)
    scheduler = UpdateScheduler(limits: limits, seed: UInt64.random(in: 0 ... .max))
    let stored = store.schedules()
    scheduler.restore(stored.mapValues(\.schedule), at: library.environment.now())
    states = stored.mapValues { TileUpdateState(failure: $0.failure) }
  }

  var now: Date { library.environment.now() }

  // MARK: Life cycle

  /// Starts updating the widgets on the boards.
  package func start() async {
    await boards.observeTiles { [weak self] change in await self?.tilesDidChange(change) }
    await tilesDidChange(.tiles)
  }

  /// Cancels all requests and ends all streams.
  package func stop() {
    isStopped = true
    monitor.stop()
    fileWatch?.cancel()
    folderWatch?.task.cancel()
    timer?.cancel()
    for state in states.values { state.cancel() }
    entryChanges.finish()
    freshnessPublisher.finish()
  }

  // MARK: Tiles

  private func tilesDidChange(_ change: BoardHost.TileChange) async {
    switch change {
    case .outages:
      outages = await boards.outages
      return publishFreshness()
    case .options(let tiles):
      return await optionsDidChange(of: tiles)
    case .documents(let kind):
      changedKinds.insert(kind)
    case .tiles:
      break
    case .adopted(let board):
      let stored = store.schedules(of: board)
      scheduler.restore(stored.mapValues(\.schedule), at: now)
      for case (let id, (_, let failure?)) in stored { states[id, default: .init()].failure = failure }
    }
    tileReading += 1
    let reading = tileReading
    let (placed, budgets) = (await boards.widgetsByTile, await boards.updateBudgets)
    let stopped = await boards.stoppedTiles
    // A newer change arrived in the meantime. It handles this change, too.
    guard reading == tileReading else { return }
    let tiles = placed.filter { !stopped.contains($0.key) }
    let changed = changedKinds
    changedKinds = []
    for kind in changed { timelines.documentsDidChange(of: kind) }
    for (id, kind) in tiles {
      schedule(id, kind, budget: budgets[id], hasNewDocuments: changed.contains(kind))
    }
    for id in Set(scheduler.all.keys).union(states.keys).union(pausedSchedules.keys)
    where tiles[id].flatMap(library.definition)?.isUpdated != true {
      pausedSchedules[id] = stopped.contains(id) ? scheduler[id] ?? pausedSchedules[id] : nil
      remove(id, isPermanent: await !boards.knows(id))
    }
    monitorContent(of: tiles)
    check()
  }

  private func optionsDidChange(of tiles: [String]) async {
    let budgets = await boards.updateBudgets
    for id in tiles {
      guard let known = scheduler[id] else { continue }
      let budget = budgets[id] ?? library.definition(known.kind)?.bundle.manifest.update.budget
      if budget != known.budget {
        scheduler.change(id, kind: known.kind, interval: known.interval, budget: budget, at: now)
      }
      removeDrawings(of: id)
      scheduler.refresh(id, .interaction, at: now)
    }
    check()
  }

  /// Adds a tile to the schedule, or changes its entry there.
  private func schedule(_ id: String, _ kind: String, budget: Int?, hasNewDocuments: Bool) {
    guard let definition = library.definition(kind), definition.isUpdated else { return }
    let update = definition.bundle.manifest.update
    let interval: Double? = if case .after(let seconds) = update.policy { seconds } else { nil }
    let budget = budget ?? update.budget
    // The identity belongs to a different widget now.
    if let known = scheduler[id], known.kind != kind { remove(id, isPermanent: true) }
    if let known = scheduler[id] {
      guard hasNewDocuments || known.interval != interval || known.budget != budget else { return }
      scheduler.change(id, kind: kind, interval: interval, budget: budget, at: now)
      removeDrawings(of: id)
    } else {
      if let paused = pausedSchedules.removeValue(forKey: id), paused.kind == kind {
        scheduler.restore([id: paused], at: now)
        scheduler.change(id, kind: kind, interval: interval, budget: budget, at: now)
        scheduler.refresh(id, at: now)
      } else {
        scheduler.add(id, kind: kind, interval: interval, budget: budget, at: now)
      }
      scheduler.setVisible(id, viewerCounts[id] != nil, at: now)
    }
  }

  /// Removes a widget that is no longer on any board.
  /// - Parameter isPermanent: Whether it cannot come back. Otherwise, its content is kept until it does.
  private func remove(_ id: String, isPermanent: Bool) {
    scheduler.remove(id)
    states.removeValue(forKey: id)?.cancel()
    guard isPermanent else { return }
    pausedSchedules[id] = nil
    store.remove(id)
    renderer.remove(id)
  }

  private func removeDrawings(of id: String) {
    guard let kind = scheduler[id]?.kind, renderer.removeDrawings(of: id, kind) else { return }
    store(id, withTimeline: true)
    entryChanges.send((), to: id)
  }

  /// Returns the widget of a tile if it is drawn ahead; nil for a widget that runs only while people view it.
  package func preparedWidget(_ id: String) -> PreparedWidget? {
    guard let schedule = scheduler[id], let definition = library.definition(schedule.kind), definition.hasEntries else {
      return nil
    }
    return PreparedWidget(id: id, definition: definition, boards: boards, updates: self)
  }

  // MARK: Schedule

  /// Starts the requests that are due, shows the entries that are due, and sets the timer for the next ones.
  package func check() {
    guard !isStopped else { return }
    let now = now
    for request in scheduler.due(at: now) { start(request) }
    for (id, state) in states {
      if let number = state.request?.number, scheduler[id]?.underWay != number { timeOut(id) }
    }
    showEntries(at: now)
    setTimer(from: now)
    publishFreshness()
    rotateStacks()
  }

  private func setTimer(from now: Date) {
    timer?.cancel()
    let changes = scheduler.all.compactMap { _, schedule in schedule.entries.first { $0 > now } }
    let stale = scheduler.all.keys.compactMap { freshness(of: $0)?.staleDate }.filter { $0 > now }
    guard let next = ([scheduler.nextDate].compactMap(\.self) + changes + stale).min() else { return }
    // At least once a minute, so that a clock that was set is noticed.
    let seconds = min(max(next.timeIntervalSince(now), 0.01), 60)
    timer = after(seconds) { $0.check() }
  }

  /// Runs a body after some seconds, unless the returned task is cancelled first.
  func after(
    _ seconds: Double, _ body: @escaping @Sendable (isolated UpdateCoordinator) async -> Void
  ) -> Task<Void, Never> {
    let environment = library.environment
    return environment.activities.start { [weak self] in
      await ClockSleep.sleep(for: .seconds(seconds), on: environment.clock)
      if !Task.isCancelled, let self { await body(self) }
    }
  }

  private func rotateStacks() {
    guard !isRotating, timelines.hasRelevance else { return }
    isRotating = true
    library.environment.activities.start { [weak self] in await self?.rotateStacksNow() }
  }

  private func rotateStacksNow() async {
    defer { isRotating = false }
    let now = now
    await rotator.rotate { timelines[$0.rawValue]?.relevance(at: now) ?? 0 }
  }

  // MARK: Requests

  private func start(_ request: UpdateRequest) {
    // What another host would not know, it would do again.
    if store.persistsBeforeRequest, !store(request.id) {
      return complete(request, .failed, failure: "The schedule cannot be stored now")
    }
    if states[request.id]?.request != nil { timeOut(request.id) }
    let task = library.environment.activities.start { [weak self] in await self?.perform(request) }
    states[request.id, default: .init()].request = (request.number, task)
  }

  /// The deadline of a request passed: its answer is ignored.
  private func timeOut(_ id: String) {
    states[id]?.request?.task.cancel()
    states[id]?.request = nil
    let failure = "The widget did not answer within \(Int(scheduler.limits.deadline)) seconds"
    states[id]?.failure = failure
    record(failure, of: id)
    store(id)
  }

  private func perform(_ request: UpdateRequest) async {
    let id = request.id
    guard let widget = await boards.boardWidget(id) else {
      return complete(request, .failed, failure: "The widget is not here")
    }
    let answer = await widget.answer(hasContent: timeline(of: id) != nil)
    guard scheduler[id]?.underWay == request.number, !isStopped else { return }
    switch answer {
    case .noData: complete(request, .noData)
    case .skipped: complete(request, .skipped)
    case .failed(let reason): complete(request, .failed, failure: reason)
    case .newData: await handleNewData(of: widget, for: request)
    case .timeline([], let policy):
      // There is nothing new; the policy says when to ask again.
      complete(request, .timeline(scheduler[id]?.entries ?? [], UpdatePolicy(policy)))
    case .timeline(let entries, let policy): await handle(entries, policy, of: widget, for: request)
    }
  }

  /// Data is new if the widget looks different with it.
  private func handleNewData(of widget: any BoardWidget, for request: UpdateRequest) async {
    // A widget with a program decides itself what it shows, and cannot be drawn ahead.
    if widget.definition.bundle.manifest.program != nil { return complete(request, .newData) }
    do throws(DrawingFailure) {
      complete(request, try await renderer.redraw(widget) ? .newData : .noData)
    } catch {
      complete(request, .failed, failure: error.reason)
    }
  }

  private func handle(
    _ entries: [TimelineEntry], _ policy: ReloadPolicy, of widget: any BoardWidget, for request: UpdateRequest
  ) async {
    let id = request.id
    let prepared: PreparedTimeline?
    do throws(DrawingFailure) {
      prepared = try await renderer.prepare(entries, of: widget)
    } catch {
      return complete(request, .failed, failure: error.reason)
    }
    guard var timeline = prepared else { return complete(request, .noData) }
    let response = UpdateResponse.timeline(timeline.entries.map(\.entry.date), UpdatePolicy(policy))
    guard !isStopped, scheduler.answer(response, to: request, at: now) else { return }
    // The scheduler leaves out entries that follow too soon or are too many.
    timeline.removeEntries(exceptAt: Set(scheduler[id]?.entries ?? []))
    timelines.invalidate(id)
    timelines[id] = timeline
    states[id]?.shownEntry = nil
    finish(request, failure: nil)
    entryChanges.send((), to: id)
    await renderer.drawAhead(widget, from: states[id]?.shownEntry ?? .distantPast)
    store(id, withTimeline: true)
  }

  private func complete(_ request: UpdateRequest, _ response: UpdateResponse, failure: String? = nil) {
    guard !isStopped, scheduler.answer(response, to: request, at: now) else { return }
    finish(request, failure: failure)
    store(request.id)
  }

  private func finish(_ request: UpdateRequest, failure: String?) {
    states[request.id]?.request = nil
    states[request.id, default: .init()].failure = failure
    if let failure { record(failure, of: request.id) }
    Counter(
      label: "tessera.updates",
      dimensions: [("kind", scheduler[request.id]?.kind ?? ""), ("result", failure == nil ? "done" : "failed")]
    ).increment()
    check()
  }

  /// Records a failed update for administrators.
  private func record(_ failure: String, of id: String) {
    library.log.record("The update failed: \(failure)", of: id, at: now)
  }

  /// - Returns: Whether it was stored.
  @discardableResult
  func store(_ id: String, withTimeline: Bool = false) -> Bool {
    guard let schedule = scheduler[id] else { return false }
    do throws(StoreError) {
      try store.save(
        id, schedule, failure: states[id]?.failure, timeline: withTimeline ? timelines[id]?.value : nil,
        documents: withTimeline ? timelines.fingerprint(of: schedule.kind) : nil)
      didReportStoreFailure = false
      return true
    } catch {
      guard !didReportStoreFailure else { return false }
      didReportStoreFailure = true
      report(UpdateStore.refusal(error))
      return false
    }
  }
}

extension UpdatePolicy {
  fileprivate init(_ policy: ReloadPolicy) {
    switch policy {
    case .atEnd: self = .atEnd
    case .after(let date): self = .after(date)
    case .never: self = .never
    }
  }
}
