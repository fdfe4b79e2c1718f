import TesseraBoardService
import TesseraData
import TesseraLayout
import TesseraProtocol
import TesseraRuntime
import TesseraValues
import TesseraViews

/// One client's view of a widget that runs in its own process. It stores the last tree, which remains visible when the
/// process has ended.
actor ProcessPresentation: LivePresentation {
  private let widget: ProcessWidget
  private var window: DrawingWindow
  /// The number that identifies the presentation in the program; nil while it is not open there.
  private var number: Int?
  /// The task that opens the presentation in the program.
  private var opening: Task<Void, Never>?
  private var shown: ViewTree?
  /// An upper bound of the tree's approximate size in bytes.
  private var size = 0
  private var revision = 0
  /// The highest number of any view shown so far.
  private var lastNumber: Int
  private var hosts: [Int: AsyncStream<PresentationUpdate>.Continuation] = [:]
  private var lastHost = 0
  /// Callers of ``tree()`` that wait for the first tree.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isUsed = false
  private var isClosed = false

  package init(of widget: ProcessWidget, _ window: DrawingWindow, numberingAfter last: Int) {
    self.widget = widget
    self.window = window
    lastNumber = last
  }

  /// Opens the presentation in the program, in place of the previous one. If that fails and nothing has been shown yet,
  /// a placeholder shows the reason.
  package func open() async {
    // Openings run one after the other, because each replaces the previous one.
    let former = opening
    let task = Task {
      await former?.value
      await self.openAnew()
    }
    opening = task
    await task.value
  }

  private func openAnew() async {
    guard !isClosed else { return }
    if let former = number {
      number = nil
      await widget.close(former)
    }
    let number = await widget.number(of: self)
    guard !isClosed else { return await widget.close(number) }
    self.number = number
    let failure = await widget.open(number, window, numberingAfter: lastNumber)
    if let failure, shown == nil { publish(.tree(placeholder(failure.reason), revision: 0)) }
  }

  private func placeholder(_ reason: String) -> ViewTree {
    .sign(reason, in: window.size, numberingAfter: lastNumber)
  }

  // MARK: Messages from the program

  /// Receives the whole tree of the presentation with a number. Outdated numbers are ignored.
  /// - Throws: A diagnostic if the tree is too large.
  package func show(_ tree: ViewTree, of number: Int) throws(Diagnostic) {
    guard number == self.number else { return }
    try check(tree)
    publish(.tree(tree, revision: 0))
  }

  /// Measures a tree, and throws if it is too large.
  private func check(_ tree: ViewTree) throws(Diagnostic) {
    size = tree.approximateSize
    guard tree.nodes.count <= WireFormat.maximumTreeNodes else {
      throw WireFormat.wrong("A tree can have at most \(WireFormat.maximumTreeNodes) views")
    }
    guard size <= Self.maximumSize else {
      throw WireFormat.wrong("A tree can have at most \(Self.maximumSize >> 20) MB")
    }
  }

  /// Applies patches to the tree. Outdated numbers are ignored.
  /// - Throws: A diagnostic if there is no tree yet, or if the result is too large.
  package func apply(_ patches: [ViewPatch], of number: Int) throws(Diagnostic) {
    guard number == self.number else { return }
    guard shown != nil else { throw WireFormat.wrong("'patches' must follow a 'tree'") }
    publish(.patches(patches, revision: 0))
    size += patches.reduce(0) { $0 + $1.addedSize }
    // The size still includes replaced content. The tree is measured again only if the sum exceeds the limit.
    guard let shown, size > Self.maximumSize || shown.nodes.count > WireFormat.maximumTreeNodes else { return }
    try check(shown)
  }

  /// The approximate maximum size of a tree that a widget's process shows, in bytes. The process is killed.
  private static let maximumSize = 32 << 20

  private func publish(_ update: PresentationUpdate) {
    guard !isClosed else { return }
    revision += 1
    switch update {
    case .tree(let tree, _):
      shown = tree
      lastNumber = max(lastNumber, tree.lastNumber)
      send(.tree(tree, revision: revision))
    case .patches(let patches, _):
      shown?.apply(patches)
      for case .insert(let node, _, _) in patches { lastNumber = max(lastNumber, node.id.rawValue) }
      send(.patches(patches, revision: revision))
    }
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }

  private func send(_ update: PresentationUpdate) {
    for (host, continuation) in hosts {
      // A slow client's stream ends. The client reconnects and receives the whole tree.
      if case .dropped = continuation.yield(update) {
        continuation.finish()
        hosts[host] = nil
      }
    }
  }

  // MARK: Hosts

  package func tree() async -> (tree: ViewTree, revision: Int) {
    if shown == nil, !isClosed { await withCheckedContinuation { waiting.append($0) } }
    return (shown ?? placeholder(""), revision)
  }

  package func updates(after known: Int?) async -> AsyncStream<PresentationUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PresentationUpdate.self, bufferingPolicy: .bufferingOldest(256))
    guard !isClosed else {
      continuation.finish()
      return stream
    }
    lastHost += 1
    let host = lastHost
    hosts[host] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.removeFollower(host) } }
    if let shown, known != revision { continuation.yield(.tree(shown, revision: revision)) }
    if number == nil { await open() }
    return stream
  }

  private func removeFollower(_ host: Int) { hosts[host] = nil }

  package func send(_ events: [ViewEvent]) async throws(WidgetUnavailable) {
    guard !isClosed else { throw WidgetUnavailable() }
    for event in events {
      switch event {
      case .resize(let size): window.size = size
      case .grid(let place): window.place = place
      default: isUsed = true
      }
    }
    if number == nil { await open() } else { await opening?.value }
    guard let number else { throw WidgetUnavailable() }
    do throws(ProcessFailure) {
      _ = try await widget.call(
        "events",
        [
          "presentation": .integer(Int64(number)), "events": .array(events.map { WireFormat.value(of: $0) }),
          "mark": EventMark.current?.value ?? .null,
        ])
    } catch {
      // `ProcessWidget` reports failures. What the program refuses has been handled.
      guard error.isRefusal else { throw WidgetUnavailable() }
    }
  }

  func suspend() async -> Bool {
    guard hosts.isEmpty, !isClosed, let number else { return false }
    if isUsed {
      return (try? await widget.call("rest", ["presentation": .integer(Int64(number))]))?.bool ?? false
    }
    // Messages in flight under the old number are ignored.
    self.number = nil
    shown = nil
    revision += 1
    await widget.close(number)
    return true
  }

  package func close() async {
    isClosed = true
    for host in hosts.values { host.finish() }
    hosts = [:]
    for continuation in waiting { continuation.resume() }
    waiting = []
    if let number { await widget.close(number) }
  }
}
