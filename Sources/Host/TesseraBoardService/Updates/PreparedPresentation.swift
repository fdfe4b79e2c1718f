import TesseraRuntime
import TesseraViews

/// A presentation that shows prepared drawings of a widget's timeline entries at their dates, without running the
/// widget.
///
/// The widget starts running when the user interacts with it, or if its drawing changes over time.
actor PreparedPresentation: ServedPresentation {
  private let id: String
  private let boards: BoardHost
  private let updates: UpdateCoordinator
  private var window: DrawingWindow
  /// The tree that clients see while the widget is not running.
  private var shown: ViewTree?
  private var revision = 0
  /// The highest number of any view shown so far.
  private var lastNumber = 0
  private var hosts: [Int: AsyncStream<PresentationUpdate>.Continuation] = [:]
  private var lastHost = 0
  private var following: Task<Void, Never>?
  private var live: Live?
  private var awakening: Task<Void, Never>?
  private var forwarding: [Int: Task<Void, Never>] = [:]
  private var isUsed = false
  /// The number of the latest call of ``show()``.
  private var showing = 0
  private var isClosed = false

  private struct Live {
    let presentation: any LivePresentation
    /// The revision before the running widget's first one.
    let base: Int
    /// The numbers of the running widget's views, by those of their counterparts in the prepared drawing.
    let counterparts: [ViewID: ViewID]
    /// The reverse of ``counterparts``. Clients continue to see the numbers of the prepared drawing, so that no
    /// elements are recreated.
    let numbers: [ViewID: ViewID]

    init(_ presentation: any LivePresentation, base: Int, counterparts: [ViewID: ViewID]) {
      self.presentation = presentation
      self.base = base
      self.counterparts = counterparts
      numbers = Dictionary(counterparts.map { ($1, $0) }, uniquingKeysWith: { $1 })
    }

    func update(_ update: PresentationUpdate) -> PresentationUpdate {
      switch update {
      case .tree(let tree, let revision): .tree(tree.renumbered(numbers), revision: base + revision)
      case .patches(let patches, let revision):
        .patches(patches.map { $0.renumbered(numbers) }, revision: base + revision)
      }
    }
  }

  package init(id: String, boards: BoardHost, updates: UpdateCoordinator, window: DrawingWindow) {
    self.id = id
    self.boards = boards
    self.updates = updates
    self.window = window
    // The sizes that fit depend on neighbouring tiles, but do not affect the drawing.
    self.window.place = window.place.map { GridPlace(cells: $0.cells) }
  }

  package func updates(after known: Int?) async -> AsyncStream<PresentationUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PresentationUpdate.self, bufferingPolicy: .bufferingOldest(1000))
    guard !isClosed else {
      continuation.finish()
      return stream
    }
    follow()
    if shown == nil, live == nil { await show() }
    lastHost += 1
    let host = lastHost
    hosts[host] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.removeFollower(host) } }
    if live != nil {
      forward(to: host, after: known)
    } else if let shown, known != revision {
      continuation.yield(.tree(shown, revision: revision))
    }
    return stream
  }

  private func removeFollower(_ host: Int) {
    hosts[host] = nil
    forwarding.removeValue(forKey: host)?.cancel()
  }

  private func follow() {
    guard following == nil else { return }
    following = Task { [weak self, updates, id] in
      for await _ in await updates.changes(of: id) { await self?.show() }
    }
  }

  /// Shows the current prepared drawing.
  private func show() async {
    guard live == nil, awakening == nil, !isClosed else { return }
    showing += 1
    let (window, showing) = (window, showing)
    guard let drawing = await updates.drawing(of: id, in: window) else { return await awaken() }
    // Outdated drawings are discarded.
    guard live == nil, awakening == nil, !isClosed, showing == self.showing else { return }
    let tree = drawing.tree.renumbered(like: shown, after: &lastNumber)
    if tree != shown {
      shown = tree
      revision += 1
      for host in hosts.values { host.yield(.tree(tree, revision: revision)) }
    }
    if drawing.changesByItself { await awaken() }
  }

  // MARK: Life cycle

  /// Starts running the widget.
  private func awaken() async {
    guard live == nil, !isClosed else { return }
    if let awakening { return await awakening.value }
    let task = Task { await makeLive() }
    awakening = task
    await task.value
    awakening = nil
  }

  private func makeLive() async {
    guard let widget = await boards.widget(id) as? any BoardWidget else { return }
    await updates.showEntry(in: widget)
    let window = window
    let presentation = await widget.makePresentation(window, numberingAfter: lastNumber)
    // The window may have been resized meanwhile.
    if self.window.size != window.size { try? await presentation.send([.resize(self.window.size)]) }
    if let place = self.window.place, place != window.place { try? await presentation.send([.grid(place)]) }
    let tree = await presentation.tree().tree
    guard !isClosed else { return await presentation.close() }
    live = Live(presentation, base: revision + 1, counterparts: shown?.counterparts(in: tree) ?? [:])
    shown = nil
    for host in hosts.keys { forward(to: host, after: nil) }
  }

  /// Forwards the updates of the running widget to a client.
  private func forward(to host: Int, after known: Int?) {
    guard let live, let continuation = hosts[host] else { return }
    let revision = known.flatMap { $0 >= live.base ? $0 - live.base : nil }
    forwarding[host]?.cancel()
    forwarding[host] = Task {
      for await update in await live.presentation.updates(after: revision) {
        if case .dropped = continuation.yield(live.update(update)) { break }
      }
      if !Task.isCancelled { continuation.finish() }
    }
  }

  package func send(_ events: [ViewEvent]) async throws(WidgetUnavailable) {
    guard !isClosed else { throw WidgetUnavailable() }
    var isResized = false
    for event in events {
      switch event {
      case .resize(let size): window.size = size
      case .grid(let place): window.place = GridPlace(cells: place.cells)
      default: continue
      }
      isResized = true
    }
    let isUse = events.contains { $0.bringsToLife }
    isUsed = isUsed || isUse
    if isUse { await awaken() }
    if let live {
      try await live.presentation.send(events.map { $0.renumbered(live.counterparts) })
      if events.contains(where: \.mayChangeData) { await updates.recordUse(of: id) }
    } else if isResized {
      // Further events need not wait for the drawing.
      Task { await show() }
    } else if isUse {
      throw WidgetUnavailable()
    }
  }

  package func suspend() async -> Bool {
    guard hosts.isEmpty, !isClosed else { return false }
    if let live, isUsed { return await live.presentation.suspend() }
    following?.cancel()
    following = nil
    if let live {
      let (tree, last) = await live.presentation.tree()
      // A client may have returned meanwhile.
      guard hosts.isEmpty, !isUsed, !isClosed, self.live?.presentation === live.presentation else {
        follow()
        return false
      }
      self.live = nil
      revision = live.base + last + 1
      lastNumber = max(lastNumber, tree.lastNumber)
      await live.presentation.close()
      return true
    }
    guard shown != nil else { return false }
    shown = nil
    revision += 1
    return true
  }

  package func close() async {
    isClosed = true
    following?.cancel()
    for task in forwarding.values { task.cancel() }
    for host in hosts.values { host.finish() }
    hosts = [:]
    if let live { await live.presentation.close() }
  }
}

extension ViewEvent {
  /// Whether the event requires a running widget.
  fileprivate var bringsToLife: Bool {
    switch self {
    case .resize, .grid, .blur: false
    default: true
    }
  }

  /// Whether the event may change what the widget shows.
  fileprivate var mayChangeData: Bool {
    switch self {
    case .press, .longPress, .change, .submit, .answer, .choose, .move, .refresh, .key: true
    default: false
    }
  }

  /// Returns the event with the view's number replaced.
  fileprivate func renumbered(_ numbers: [ViewID: ViewID]) -> ViewEvent {
    func other(_ id: ViewID) -> ViewID { numbers[id] ?? id }
    return switch self {
    case .press(let id): .press(other(id))
    case .longPress(let id): .longPress(other(id))
    case .input(let id, let text): .input(other(id), text: text)
    case .pointer(let id, let pointer, let phase): .pointer(other(id), pointer, phase)
    case .key(let id, let key): .key(other(id), key)
    case .change(let id, let value): .change(other(id), value: value)
    case .search(let id, let text): .search(other(id), text: text)
    case .submit(let id): .submit(other(id))
    case .scroll(let id, let offset): .scroll(other(id), offset: offset)
    case .move(let id, let from, let to): .move(other(id), from: from, to: to)
    case .choose(let id, let index): .choose(other(id), index: index)
    case .refresh(let id): .refresh(other(id))
    case .answer(let id, let index): .answer(other(id), index: index)
    case .focus(let id): .focus(other(id))
    case .blur(let id): .blur(other(id))
    case .back, .resize, .grid, .accessory: self
    }
  }
}
