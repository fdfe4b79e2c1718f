import Foundation
package import TesseraBoard
import TesseraBundles
import TesseraData
import TesseraLayout
package import TesseraRuntime
import TesseraServices
package import TesseraValues
package import TesseraViews

/// Keeps the widgets of all boards fresh: asks them when the scheduler says so, and draws ahead what they answer.
///
/// A question runs on the thread of its widget, and its answer counts within the deadline only. What was shown stays until there is
/// something better, over a restart as well.
package actor UpdateHost {
  private let boards: BoardHost
  private let library: WidgetLibrary
  private let store: UpdateStore
  private let kinds: [String: ViewKind]
  private let report: @Sendable (Diagnostic) -> Void
  private var scheduler: UpdateScheduler
  /// What widgets show when; those that nobody needed yet are in the store.
  private var timelines: [String: PreparedTimeline] = [:]
  /// The windows that each was looked at in, the latest first.
  private var windows: [String: [DrawingWindow]] = [:]
  /// Why the last try of a widget failed.
  private var failures: [String: String] = [:]
  /// Why processes of widgets are not there.
  private var outages: [String: String] = [:]
  /// The questions under way.
  private var questions: [String: (number: Int, task: Task<Void, Never>)] = [:]
  /// The first drawings of those that only show what their store has, by which it is seen whether something changed.
  private var pictures: [String: ViewTree] = [:]
  private var lookers: [String: Int] = [:]
  private var followers: [Int: (id: String, changes: AsyncStream<Void>.Continuation)] = [:]
  private var freshnessFollowers: [Int: AsyncStream<Value>.Continuation] = [:]
  private var lastFollower = 0
  private var reloads: [String: Task<Void, Never>] = [:]
  private var timer: Task<Void, Never>?
  /// The entries that are shown, by their dates.
  private var shown: [String: Date] = [:]
  private var isReportingStore = true
  /// Counts what makes drawings of a widget worthless: what was begun before is not used any more.
  private var generations: [String: Int] = [:]
  /// Widgets that are drawn ahead and kept after a while, because somebody looks at them in another window.
  private var pendingDrawings: [String: Task<Void, Never>] = [:]
  /// The fingerprints of documents, by widgets.
  private var fingerprints: [String: String] = [:]
  private var tileReading = 0
  /// The widgets whose documents are others since tiles were read last.
  private var changedKinds: Set<String> = []
  private var isStopped = false
  /// What matters most in the stacks that turn by themselves.
  private var mostRelevant: [StackKey: TileID] = [:]
  private var isRotating = false
  /// What the widgets' own hosts tell.
  private var events: ContentEvents
  /// What apps share with widgets; nil where nothing is shared.
  private var groupWatch: GroupWatch?
  /// The widgets by the groups whose files they share.
  private var groups: [String: Set<String>] = [:]
  private var groupTimer: Task<Void, Never>?
  /// How many changes of files counted for a widget, and since when.
  private var groupChanges: [String: (count: Int, since: Date)] = [:]
  /// Whose events cannot be heard, as was said.
  private var silentKinds: Set<String> = []

  /// The most windows that a widget is drawn ahead for.
  private static let maximumWindows = 4

  /// - Parameters:
  ///   - kinds: what views can be.
  ///   - limits: what widgets may cost.
  ///   - report: hears what cannot be kept.
  package init(
    boards: BoardHost, library: WidgetLibrary, store: UpdateStore, kinds: [ViewKind], limits: UpdateLimits,
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in }
  ) {
    self.boards = boards
    self.library = library
    self.store = store
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    self.report = report
    events = ContentEvents(library.environment)
    groupWatch = library.environment.groupFolder.map { GroupWatch($0) }
    scheduler = UpdateScheduler(limits: limits, seed: UInt64.random(in: 0 ... .max))
    let kept = store.schedules()
    scheduler.restore(kept.mapValues(\.schedule), at: library.environment.now())
    failures = kept.compactMapValues(\.failure)
  }

  private var now: Date { library.environment.now() }

  // MARK: Widgets

  /// Begins: from now on widgets are asked.
  package func start() async {
    await boards.observeTiles { [weak self] change in await self?.tilesDidChange(change) }
    await tilesDidChange(.tiles)
  }

  /// Asks nobody any more.
  package func stop() {
    isStopped = true
    events.stop()
    groupTimer?.cancel()
    timer?.cancel()
    for drawing in pendingDrawings.values { drawing.cancel() }
    for question in questions.values { question.task.cancel() }
    for reload in reloads.values { reload.cancel() }
    for follower in followers.values { follower.changes.finish() }
    for follower in freshnessFollowers.values { follower.finish() }
    (followers, freshnessFollowers) = ([:], [:])
  }

  private func tilesDidChange(_ change: BoardHost.TileChange) async {
    if case .outages = change {
      outages = await boards.outages
      return publishFreshness()
    }
    if case .options(let tiles) = change {
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
      return check()
    }
    if case .documents(let kind) = change { changedKinds.insert(kind) }
    tileReading += 1
    let reading = tileReading
    let (tiles, budgets) = (await boards.widgetsByTile, await boards.updateBudgets)
    // Another change came meanwhile, and is newer: it sees to what changed before, too.
    guard reading == tileReading else { return }
    let changed = changedKinds
    changedKinds = []
    for kind in changed { fingerprints[kind] = nil }
    for (id, kind) in tiles {
      guard let definition = library.definition(kind), definition.isUpdated else { continue }
      let update = definition.bundle.manifest.update
      let interval: Double? = if case .after(let seconds) = update.policy { seconds } else { nil }
      let budget = budgets[id] ?? update.budget
      // A number that stands for another widget now.
      if let known = scheduler[id], known.kind != kind { remove(id, isGone: true) }
      if let known = scheduler[id] {
        guard changed.contains(kind) || known.interval != interval || known.budget != budget else { continue }
        scheduler.change(id, kind: kind, interval: interval, budget: budget, at: now)
        removeDrawings(of: id)
      } else {
        scheduler.add(id, kind: kind, interval: interval, budget: budget, at: now)
        scheduler.setVisible(id, lookers[id] != nil, at: now)
      }
    }
    for id in scheduler.all.keys where tiles[id].flatMap(library.definition)?.isUpdated != true {
      remove(id, isGone: await !boards.knows(id))
    }
    followEvents(of: Set(tiles.values))
    watchGroups(of: Set(tiles.values))
    check()
  }

  /// Listens to the hosts of widgets that tell of changes.
  private func followEvents(of kinds: Set<String>) {
    guard !isStopped else { return }
    let definitions = kinds.compactMap { kind in library.definition(kind).map { (kind, $0) } }
      .filter { $0.1.bundle.manifest.update.events != nil }
    events.follow(Dictionary(definitions, uniquingKeysWith: { $1 })) { [weak self] kind in
      await self?.didHear(kind)
    } onFailure: { [weak self] kind, error in
      await self?.didNotHear(kind, error)
    }
  }

  /// Looks at the files that widgets share with apps.
  private func watchGroups(of kinds: Set<String>) {
    groups = [:]
    for kind in kinds {
      guard let definition = library.definition(kind), let group = definition.bundle.manifest.group else { continue }
      groups[group, default: []].insert(kind)
    }
    guard groupWatch != nil, groupTimer == nil, !groups.isEmpty, !isStopped else { return }
    // Files are in real time, whatever the widgets' clock says.
    groupTimer = Task { [weak self] in
      repeat { await self?.pollGroups() } while (try? await Task.sleep(for: GroupWatch.interval)) != nil
    }
  }

  private func pollGroups() {
    for group in groupWatch?.changes(in: Set(groups.keys)) ?? [] {
      for id in groups[group]?.flatMap({ ids(.kind($0)) }) ?? [] { groupDidChange(id) }
    }
  }

  /// A file that a widget shares was changed. It costs a look at a file, so nobody waits a minute for it, and no budget is spent, as long
  /// as that is not all that happens: widgets may answer each other.
  private func groupDidChange(_ id: String) {
    var known = groupChanges[id] ?? (0, now)
    if now.timeIntervalSince(known.since) >= 60 || now < known.since { known = (0, now) }
    known.count += 1
    groupChanges[id] = known
    guard known.count <= Self.maximumGroupChanges else {
      _ = contentDidChange(.tile(id))
      return
    }
    // One is under way that comes after this change.
    guard reloads[id] == nil else { return }
    recordUse(of: id)
  }

  /// How many changes of files count within a minute without a budget.
  private static let maximumGroupChanges = 10

  private func didHear(_ kind: String) {
    silentKinds.remove(kind)
    _ = contentDidChange(.kind(kind))
  }

  private func didNotHear(_ kind: String, _ error: ServiceError) {
    // Once is enough until it is heard again.
    guard silentKinds.insert(kind).inserted, let name = library.definition(kind)?.bundle.manifest.name else { return }
    report(
      Diagnostic(
        .warning, rule: "update-events", message: "\(name): 'update.events' cannot be followed: \(error.message)",
        fix: "It is tried again every few minutes"))
  }

  /// Lets go of a widget that is on no board.
  /// - Parameter isGone: whether it cannot come back; else what it shows is there when it does.
  private func remove(_ id: String, isGone: Bool) {
    scheduler.remove(id)
    questions.removeValue(forKey: id)?.task.cancel()
    reloads.removeValue(forKey: id)?.cancel()
    pendingDrawings.removeValue(forKey: id)?.cancel()
    shown[id] = nil
    failures[id] = nil
    groupChanges[id] = nil
    guard isGone else { return }
    store.remove(id)
    timelines[id] = nil
    windows[id] = nil
    pictures[id] = nil
    generations[id, default: 0] += 1
  }

  /// What is drawn is not what the widget looks like any more.
  private func removeDrawings(of id: String) {
    generations[id, default: 0] += 1
    pictures[id] = nil
    guard var timeline = timeline(of: id) else { return }
    timeline.removeDrawings()
    timelines[id] = timeline
    store(id, withTimeline: true)
    notifyFollowers(of: id)
  }

  private func fingerprint(of kind: String) -> String {
    if let known = fingerprints[kind] { return known }
    let fingerprint = library.definition(kind)?.bundle.fingerprint ?? ""
    fingerprints[kind] = fingerprint
    return fingerprint
  }

  /// The widget of a tile that is drawn ahead; nil for those that live while somebody looks.
  package func preparedWidget(_ id: String) -> PreparedWidget? {
    guard let schedule = scheduler[id], let definition = library.definition(schedule.kind), definition.hasEntries else {
      return nil
    }
    return PreparedWidget(id: id, definition: definition, boards: boards, updates: self)
  }

  private func widget(_ id: String) async -> (any BoardWidget)? { await boards.widget(id) as? any BoardWidget }

  // MARK: Asking

  /// Asks those whose date has come, shows the entries whose date has come, and waits for the next.
  package func check() {
    guard !isStopped else { return }
    let now = now
    for request in scheduler.due(at: now) { start(request) }
    for (id, question) in questions where scheduler[id]?.underWay != question.number { cancel(id, question.task) }
    showEntries(at: now)
    wait(from: now)
    publishFreshness()
    rotateSoon()
  }

  // MARK: Stacks

  /// Turns stacks to what matters most now. Who turns one by hand is left alone until something else matters most.
  private func rotateSoon() {
    guard !isRotating, timelines.values.contains(where: \.hasRelevance) else { return }
    isRotating = true
    library.environment.activities.start { [weak self] in await self?.rotate() }
  }

  private func rotate() async {
    defer { isRotating = false }
    let now = now
    for rotating in await boards.rotatingStacks {
      let key = StackKey(board: rotating.board, grid: rotating.grid, members: rotating.stack.members)
      let best = rotating.stack.mostRelevant { timelines[$0.rawValue]?.relevance(at: now) ?? 0 }
      guard let best, mostRelevant[key] != best else { continue }
      mostRelevant[key] = best
      guard best != rotating.stack.front else { continue }
      do {
        _ = try await boards.perform(.turn(best), on: rotating.board, rotating.grid)
      } catch {
        // It is tried again when something else matters most; the board says elsewhere that nothing can be kept.
        mostRelevant[key] = nil
      }
    }
  }

  private struct StackKey: Hashable {
    let board: String
    let grid: GridSize
    let members: [TileID]
  }

  /// The deadline is over: whatever comes is too late.
  private func cancel(_ id: String, _ task: Task<Void, Never>) {
    task.cancel()
    questions[id] = nil
    failures[id] = "The widget did not answer within \(Int(scheduler.limits.deadline)) seconds"
    store(id)
  }

  private func wait(from now: Date) {
    timer?.cancel()
    let changes = scheduler.all.compactMap { _, schedule in schedule.entries.first { $0 > now } }
    let stale = scheduler.all.keys.compactMap { freshness(of: $0)?.staleDate }.filter { $0 > now }
    guard let next = ([scheduler.nextDate].compactMap(\.self) + changes + stale).min() else { return }
    // A clock that is set anew is noticed after a minute.
    let seconds = min(max(next.timeIntervalSince(now), 0.01), 60)
    timer = after(seconds) { $0.check() }
  }

  /// Does something after some seconds, unless the task is cancelled by then.
  private func after(
    _ seconds: Double, _ body: @escaping @Sendable (isolated UpdateHost) async -> Void
  ) -> Task<Void, Never> {
    let environment = library.environment
    return environment.activities.start { [weak self] in
      await ClockSleep.sleep(for: .seconds(seconds), on: environment.clock)
      if !Task.isCancelled, let self { await body(self) }
    }
  }

  private func start(_ request: UpdateRequest) {
    if let former = questions[request.id] { cancel(request.id, former.task) }
    let task = library.environment.activities.start { [weak self] in await self?.question(request) }
    questions[request.id] = (request.number, task)
  }

  private func question(_ request: UpdateRequest) async {
    let id = request.id
    guard let widget = await widget(id) else {
      return complete(request, .failed, failure: "The widget is not here")
    }
    let answer = await widget.answer(hasContent: timeline(of: id) != nil)
    guard scheduler[id]?.underWay == request.number, !isStopped else { return }
    switch answer {
    case .noData: complete(request, .noData)
    case .skipped: complete(request, .skipped)
    case .failed(let reason): complete(request, .failed, failure: reason)
    case .newData: await handleData(of: widget, for: request)
    case .timeline([], let policy):
      // Nothing new, and when there may be.
      complete(request, .timeline(scheduler[id]?.entries ?? [], UpdatePolicy(policy)))
    case .timeline(let entries, let policy): await handle(entries, policy, of: widget, for: request)
    }
  }

  /// Something may be new in the store: it is where the widget looks another way.
  private func handleData(of widget: any BoardWidget, for request: UpdateRequest) async {
    let id = request.id
    // What a program shows is its own matter, and it cannot be drawn ahead.
    if widget.definition.bundle.manifest.program != nil { return complete(request, .newData) }
    let window = windows[id]?.first ?? DrawingWindow(size: widget.definition.usualSize)
    do throws(DrawingFailure) {
      let drawing = try await widget.drawing(of: nil, at: now, in: window)
      let isNew = pictures.updateValue(drawing.tree, forKey: id) != drawing.tree
      complete(request, isNew ? .newData : .noData)
    } catch {
      complete(request, .failed, failure: error.reason)
    }
  }

  /// Draws entries ahead, that of now first: what cannot be drawn does not take the place of what is shown.
  private func handle(
    _ entries: [TimelineEntry], _ policy: ReloadPolicy, of widget: any BoardWidget, for request: UpdateRequest
  ) async {
    let id = request.id
    let windows = windows[id] ?? []
    let generation = generations[id, default: 0]
    let present = now
    var timeline = PreparedTimeline(entries)
    do throws(DrawingFailure) {
      guard let index = timeline.index(at: present) else { return complete(request, .noData) }
      for window in windows.isEmpty ? [DrawingWindow(size: widget.definition.usualSize)] : windows {
        let entry = timeline.entries[index].entry
        let drawing = try await widget.drawing(of: entry, at: max(entry.date, present), in: window)
        if !windows.isEmpty { timeline.store(drawing, at: index, in: window) }
      }
    } catch {
      return complete(request, .failed, failure: error.reason)
    }
    // Documents or options are others than those that drew it.
    if generations[id, default: 0] != generation { timeline.removeDrawings() }
    let answer = UpdateResponse.timeline(timeline.entries.map(\.entry.date), UpdatePolicy(policy))
    guard !isStopped, scheduler.answer(answer, to: request, at: now) else { return }
    generations[id, default: 0] += 1
    // The scheduler leaves out what follows too soon, and what is too much.
    let kept = Set(scheduler[id]?.entries ?? [])
    timeline.removeEntries(exceptAt: kept)
    timelines[id] = timeline
    shown[id] = nil
    finish(request, failure: nil)
    notifyFollowers(of: id)
    await drawAhead(id, widget)
    store(id, withTimeline: true)
  }

  /// Draws what is not drawn yet, for the windows that are known.
  private func drawAhead(_ id: String, _ widget: any BoardWidget) async {
    let generation = generations[id, default: 0]
    let dates = timelines[id]?.entries.map(\.entry.date).filter { $0 >= shown[id] ?? .distantPast } ?? []
    for (count, date) in dates.enumerated() {
      for window in windows[id] ?? [] {
        guard let entry = timelines[id]?.entries.first(where: { $0.entry.date == date }), entry.drawings[window] == nil
        else { continue }
        // What cannot be drawn says so when its date comes.
        guard let drawing = try? await widget.drawing(of: entry.entry, at: max(date, now), in: window) else {
          continue
        }
        guard generations[id, default: 0] == generation,
          let index = timelines[id]?.entries.firstIndex(where: { $0.entry.date == date })
        else { return }
        guard timelines[id]?.store(drawing, at: index, in: window) == true else {
          let limit = PreparedTimeline.maximumSize >> 20
          return report(
            Diagnostic(
              .warning, rule: "timeline-limit",
              message:
                "\(widget.name): \(count) of \(dates.count) entries are drawn ahead, because together they take "
                + "more than \(limit) MB; the others are drawn at their dates"))
        }
      }
    }
  }

  /// Draws ahead for another window, when nobody has changed it for a while, and keeps all of it.
  private func drawAheadSoon(_ id: String, _ window: DrawingWindow) {
    pendingDrawings[id]?.cancel()
    pendingDrawings[id] = after(1) { await $0.drawAhead(id, window) }
  }

  private func drawAhead(_ id: String, _ window: DrawingWindow) async {
    pendingDrawings[id] = nil
    recordWindow(window, of: id)
    guard timelines[id] != nil, let widget = await widget(id) else { return }
    let isShown = timeline(of: id)?.index(at: now).map { timelines[id]?.entries[$0].drawings[window] != nil } ?? true
    await drawAhead(id, widget)
    store(id, withTimeline: true)
    // Until now those who look through it saw what was drawn for another.
    if !isShown { notifyFollowers(of: id) }
  }

  private func complete(_ request: UpdateRequest, _ answer: UpdateResponse, failure: String? = nil) {
    guard !isStopped, scheduler.answer(answer, to: request, at: now) else { return }
    finish(request, failure: failure)
    store(request.id)
  }

  private func finish(_ request: UpdateRequest, failure: String?) {
    questions[request.id] = nil
    failures[request.id] = failure
    check()
  }

  private func store(_ id: String, withTimeline: Bool = false) {
    guard let schedule = scheduler[id] else { return }
    do throws(StoreError) {
      try store.save(
        id, schedule, failure: failures[id], timeline: withTimeline ? timelines[id]?.value : nil,
        documents: withTimeline ? fingerprint(of: schedule.kind) : nil)
      isReportingStore = true
    } catch {
      guard isReportingStore else { return }
      isReportingStore = false
      report(UpdateStore.refusal(error))
    }
  }

  // MARK: Causes

  /// Somebody wants a widget to be fresh.
  /// - Returns: whether there is such a widget.
  package func refresh(_ id: String) -> Bool {
    let isOut = outages[id] != nil
    if isOut { library.environment.activities.start { [boards] in await boards.retry(id) } }
    guard scheduler[id] != nil else { return isOut }
    scheduler.refresh(id, at: now)
    check()
    return true
  }

  /// Somebody did something in a widget: it is asked once a second after the last.
  func recordUse(of id: String) {
    guard scheduler[id] != nil else { return }
    reloads[id]?.cancel()
    reloads[id] = after(1) { $0.reloadAfterUse(id) }
  }

  private func reloadAfterUse(_ id: String) {
    reloads[id] = nil
    scheduler.refresh(id, .interaction, at: now)
    check()
  }

  /// Which widgets something is said about.
  package enum Selection: Sendable, Hashable {
    /// The widget of a tile.
    case tile(String)
    /// All of a kind.
    case kind(String)
    /// All.
    case all
  }

  /// Content changed: widgets are asked as soon as their budgets allow.
  /// - Returns: how many there are.
  package func contentDidChange(_ selection: Selection) -> Int {
    let ids = ids(selection)
    for id in ids {
      scheduler.contentDidChange(id: id, at: now)
      store(id)
    }
    check()
    return ids.count
  }

  /// Whether widgets have anything to show. Those that have nothing are not seen, and not asked.
  /// - Returns: how many there are.
  package func setHasContent(_ hasContent: Bool, _ selection: Selection) -> Int {
    let ids = ids(selection)
    for id in ids {
      scheduler.setHasContent(id, hasContent, at: now)
      store(id)
    }
    check()
    return ids.count
  }

  private func ids(_ selection: Selection) -> [String] {
    switch selection {
    case .tile(let id): scheduler[id] == nil ? [] : [id]
    case .kind(let kind): scheduler.all.filter { $0.value.kind == kind }.map(\.key)
    case .all: Array(scheduler.all.keys)
    }
  }

  /// Somebody looks at widgets, or does not any more.
  package func look(at ids: [String], _ isLooking: Bool) {
    for id in ids {
      let count = lookers[id, default: 0] + (isLooking ? 1 : -1)
      lookers[id] = count > 0 ? count : nil
      scheduler.setVisible(id, count > 0, at: now)
    }
    check()
  }

  // MARK: Showing

  /// What a widget shows now in a window: the drawing that is ready, or one that is made for it.
  /// - Returns: nil where it cannot be drawn.
  package func drawing(of id: String, in window: DrawingWindow) async -> WidgetDrawing? {
    let date = now
    guard let timeline = timeline(of: id), let index = timeline.index(at: date) else {
      // What was kept cannot be read.
      if scheduler[id]?.entries.isEmpty == false, questions[id] == nil {
        scheduler.refresh(id, at: date)
        check()
      }
      drawAheadSoon(id, window)
      return try? await widget(id)?.placeholder(in: window)
    }
    if windows[id]?.contains(window) != true { drawAheadSoon(id, window) }
    let entry = timeline.entries[index]
    if let ready = entry.drawings[window] { return ready }
    let generation = generations[id, default: 0]
    let widget = await widget(id)
    let work: @Sendable () async throws -> WidgetDrawing? = {
      try await widget?.drawing(of: entry.entry, at: max(entry.entry.date, date), in: window)
    }
    let drawing: WidgetDrawing?
    if let fit = entry.bestFit(for: window) {
      // Who takes long is drawn again in a moment; until then what was drawn for another window is better than nothing.
      guard let inTime = try? await withTimeout(Self.patience, work) else { return fit }
      drawing = inTime
    } else {
      drawing = try? await work()
    }
    guard let drawing else { return nil }
    if generations[id, default: 0] == generation,
      let index = timelines[id]?.entries.firstIndex(where: { $0.entry.date == entry.entry.date })
    {
      timelines[id]?.store(drawing, at: index, in: window)
    }
    return drawing
  }

  /// How long a page waits for a drawing where there is one for another window.
  private static let patience = Duration.seconds(1)

  private func recordWindow(_ window: DrawingWindow, of id: String) {
    var known = windows[id] ?? []
    guard known.first != window else { return }
    known.removeAll { $0 == window }
    known.insert(window, at: 0)
    windows[id] = Array(known.prefix(Self.maximumWindows))
    timelines[id]?.removeDrawings(exceptFor: windows[id] ?? [])
  }

  private func timeline(of id: String) -> PreparedTimeline? {
    if let known = timelines[id] { return known }
    guard let schedule = scheduler[id], let kept = store.timeline(of: id),
      var timeline = PreparedTimeline(kept.timeline, kinds: kinds)
    else { return nil }
    if kept.documents != fingerprint(of: schedule.kind) { timeline.removeDrawings() }
    timelines[id] = timeline
    let latest = timeline.entries.last?.drawings.keys.map { $0 } ?? []
    windows[id] = Array(((windows[id] ?? []) + latest).uniqued().prefix(Self.maximumWindows))
    return timeline
  }

  /// Lets those follow whose entry is another one now.
  private func showEntries(at date: Date) {
    for (id, schedule) in scheduler.all {
      guard let current = schedule.entries.last(where: { $0 <= date }) ?? schedule.entries.first, shown[id] != current
      else { continue }
      let isFirst = shown.updateValue(current, forKey: id) == nil
      if !isFirst { notifyFollowers(of: id) }
      // Those that live while somebody uses them.
      if let widget = boards.widgets[id] as? any BoardWidget, let entry = timeline(of: id)?.entry(at: date) {
        widget.show(entry)
      }
    }
  }

  /// Lets the screens of a widget that begins to live read the entry of now.
  func showEntry(in widget: any BoardWidget) {
    if let entry = timeline(of: widget.id)?.entry(at: now) { widget.show(entry) }
  }

  /// Says when a widget shows something else.
  package func changes(of id: String) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    lastFollower += 1
    let number = lastFollower
    followers[number] = (id, continuation)
    continuation.onTermination = { [weak self] _ in Task { await self?.removeFollower(number) } }
    // What changed since whoever asks looked last.
    continuation.yield()
    return stream
  }

  private func removeFollower(_ number: Int) {
    followers[number] = nil
    freshnessFollowers[number] = nil
  }

  private func notifyFollowers(of id: String) {
    for follower in followers.values where follower.id == id { follower.changes.yield() }
  }

  // MARK: Freshness

  /// How fresh what a widget shows is; nil for one that nobody asks, as long as nothing is wrong with it.
  package func freshness(of id: String) -> Freshness? {
    guard let schedule = scheduler[id] else {
      return outages[id].map { Freshness(failure: $0, isStopped: true) }
    }
    let manifest = library.definition(schedule.kind)?.bundle.manifest
    let budget = Double(scheduler.budget(of: schedule))
    // Who may be asked every half an hour is not old after a minute, whatever it wants.
    let age = manifest?.update.staleTime ?? schedule.interval.map { 2 * max($0, 86_400 / budget) }
    return Freshness(
      updated: schedule.lastGood, staleDate: age.flatMap { schedule.lastGood?.addingTimeInterval($0) },
      failure: outages[id] ?? failures[id], isStopped: outages[id] != nil, isUpdating: schedule.underWay != nil,
      hasContent: schedule.hasContent)
  }

  /// What is known about a widget's updates.
  package func schedule(of id: String) -> UpdateSchedule? { scheduler[id] }

  /// How fresh all widgets are, now and after each change, as pages are told.
  package func freshness() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    lastFollower += 1
    let number = lastFollower
    freshnessFollowers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.removeFollower(number) } }
    publishFreshness()
    if lastTold != .null { continuation.yield(lastTold) }
    return stream
  }

  private var lastTold: Value = .null

  private var freshnessValue: Value {
    .dictionary(
      Dictionary(
        Set(scheduler.all.keys).union(outages.keys).compactMap { id in freshness(of: id).map { (id, $0.value) } },
        uniquingKeysWith: { $1 }))
  }

  private func publishFreshness() {
    guard !freshnessFollowers.isEmpty else { return lastTold = .null }
    let value = freshnessValue
    guard value != lastTold else { return }
    lastTold = value
    for follower in freshnessFollowers.values { follower.yield(value) }
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

extension Array where Element: Hashable {
  /// Each once, where it comes first.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
