import TesseraBoardService
import TesseraLayout
import TesseraProtocol
import TesseraRuntime
import TesseraValues
import TesseraViews

/// One client's view of a widget in a process of its own. What was shown last is kept here, so that it stays in sight when the process
/// is gone.
actor ProcessPresentation: LivePresentation {
  private let widget: ProcessWidget
  private var window: DrawingWindow
  /// The number under which the program knows it; nil while it does not.
  private var number: Int?
  /// Opens it in the program.
  private var opening: Task<Void, Never>?
  private var shown: ViewTree?
  /// The most bytes that it may take by now.
  private var size = 0
  private var revision = 0
  /// The greatest number that a view had which was shown.
  private var lastNumber: Int
  private var hosts: [Int: AsyncStream<PresentationUpdate>.Continuation] = [:]
  private var lastHost = 0
  /// Those who wait for something to be shown.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isUsed = false
  private var isClosed = false

  package init(of widget: ProcessWidget, _ window: DrawingWindow, numberingAfter last: Int) {
    self.widget = widget
    self.window = window
    lastNumber = last
  }

  /// Lets the program show it, in place of what was shown before. Without a program it says so, where there is nothing else to see.
  package func open() async {
    // One after the other: each takes the place of the one before.
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
    let (root, sign) = (ViewID(lastNumber + 1), ViewID(lastNumber + 2))
    let size = window.size
    return ViewTree(
      root: root,
      nodes: [
        root: ViewNode(
          id: root, kind: .window, frame: Rect(x: 0, y: 0, width: size.width, height: size.height), children: [sign]),
        sign: ViewNode(
          id: sign, kind: .placeholder, identifier: "stopped",
          frame: Rect(x: 16, y: 16, width: max(0, size.width - 32), height: max(0, min(96, size.height - 32))),
          attributes: [.text: .string(reason)]),
      ])
  }

  // MARK: What the program shows

  /// Takes the whole tree that the program shows under a number.
  /// - Throws: where it takes more than it may.
  package func show(_ tree: ViewTree, of number: Int) throws(Diagnostic) {
    guard number == self.number else { return }
    try check(tree)
    publish(.tree(tree, revision: 0))
  }

  /// Whether a tree may be shown; measures it.
  private func check(_ tree: ViewTree) throws(Diagnostic) {
    size = tree.approximateSize
    guard tree.nodes.count <= WireFormat.maximumTreeNodes else {
      throw WireFormat.wrong("A tree has 1 to \(WireFormat.maximumTreeNodes) views")
    }
    guard size <= Self.maximumSize else {
      throw WireFormat.wrong("A tree takes at most \(Self.maximumSize >> 20) MB")
    }
  }

  /// Takes steps to the next tree.
  /// - Throws: where they do not lead to one that may be shown.
  package func apply(_ patches: [ViewPatch], of number: Int) throws(Diagnostic) {
    guard number == self.number else { return }
    guard shown != nil else { throw WireFormat.wrong("A 'tree' has to come before 'patches'") }
    publish(.patches(patches, revision: 0))
    size += patches.reduce(0) { $0 + $1.addedSize }
    // What was replaced is still counted: only where that is too much the tree is measured anew.
    guard let shown, size > Self.maximumSize || shown.nodes.count > WireFormat.maximumTreeNodes else { return }
    try check(shown)
  }

  /// The most that a tree may take, in bytes.
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
      // Who is too slow comes back and gets everything.
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

  package func send(_ events: [ViewEvent]) async {
    guard !isClosed else { return }
    for event in events {
      switch event {
      case .resize(let size): window.size = size
      case .grid(let place): window.place = place
      default: isUsed = true
      }
    }
    if number == nil { await open() } else { await opening?.value }
    guard let number else { return }
    // Why it cannot be done is said where the process is watched.
    _ = try? await widget.call(
      "events",
      ["presentation": .integer(Int64(number)), "events": .array(events.map { WireFormat.value(of: $0) })])
  }

  func suspend() async -> Bool {
    guard hosts.isEmpty, !isClosed, let number else { return false }
    if isUsed {
      return (try? await widget.call("rest", ["presentation": .integer(Int64(number))]))?.bool ?? false
    }
    // What is on its way under the number is nobody's.
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
