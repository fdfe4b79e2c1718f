import Synchronization
import TesseraBoardService
import TesseraData
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// A widget whose presentations send scripted updates, and record what they receive.
final class ScriptedWidget: ServedWidget {
  struct Failure: Error {}

  let id: String
  let name: String
  let script: [PresentationUpdate]
  let images: [String: ServedImage]
  /// The checksums of images that cannot be read.
  let checksums: [String: Checksum]
  /// Whether a stream ends with the script. A real stream continues.
  let ends: Bool
  private let made = Mutex<[ScriptedPresentation]>([])

  init(
    id: String = "feed", name: String = "Feed", script: [PresentationUpdate] = [], images: [String: ServedImage] = [:],
    checksums: [String: Checksum] = [:], ends: Bool = true
  ) {
    self.id = id
    self.name = name
    self.script = script
    self.images = images
    self.checksums = checksums
    self.ends = ends
  }

  /// The presentations, in the order of their creation.
  var presentations: [ScriptedPresentation] { made.withLock { $0 } }

  func makePresentation(_ window: DrawingWindow) async throws -> any ServedPresentation {
    let presentation = ScriptedPresentation(size: window.size, script: script, ends: ends)
    made.withLock { $0.append(presentation) }
    return presentation
  }

  func image(named name: String) async -> ServedImage? { images[name] }

  func imageChecksum(named name: String) async -> Checksum? { checksums[name] }

  func remoteImage(url: String) async throws -> ServedImage {
    guard let image = images[url] else { throw Failure() }
    return image
  }
}

final class ScriptedPresentation: ServedPresentation {
  private struct State {
    var received: [[ViewEvent]] = []
    var marks: [EventMark?] = []
    var askedFor: [Int?] = []
    var isClosed = false
    var canSuspend = true
    var isUnavailable = false
    var suspensions = 0
    var gate: CheckedContinuation<Void, Never>?
    var isHeld = false
  }

  let size: Size
  private let script: [PresentationUpdate]
  private let ends: Bool
  private let state = Mutex(State())
  private let watching = AsyncStream<Void>.makeStream()
  private let abandoning = AsyncStream<Void>.makeStream()
  private let holding = AsyncStream<Void>.makeStream()

  init(size: Size = .zero, script: [PresentationUpdate] = [], ends: Bool = true) {
    self.size = size
    self.script = script
    self.ends = ends
  }

  /// The marks with which the batches of events came.
  var marks: [EventMark?] { state.withLock { $0.marks } }
  /// The batches of events, in the order in which they were handled.
  var received: [[ViewEvent]] { state.withLock { $0.received } }
  /// The revisions that clients reported.
  var askedFor: [Int?] { state.withLock { $0.askedFor } }
  var isClosed: Bool { state.withLock { $0.isClosed } }
  /// The number of times that the presentation was asked to suspend.
  var suspensions: Int { state.withLock { $0.suspensions } }
  /// What it answers then.
  var canSuspend: Bool {
    get { state.withLock { $0.canSuspend } }
    set { state.withLock { $0.canSuspend = newValue } }
  }

  /// Whether the widget is stopped before it handles events.
  var isUnavailable: Bool {
    get { state.withLock { $0.isUnavailable } }
    set { state.withLock { $0.isUnavailable = newValue } }
  }

  /// Ends when a stream of updates is no longer read.
  var abandoned: AsyncStream<Void> { abandoning.stream }

  func updates(after revision: Int?) async -> AsyncStream<PresentationUpdate> {
    state.withLock { $0.askedFor.append(revision) }
    watching.continuation.yield()
    return AsyncStream { continuation in
      for update in script where update.revision > revision ?? Int.min { continuation.yield(update) }
      if ends { continuation.finish() }
      continuation.onTermination = { [abandoning] _ in abandoning.continuation.finish() }
    }
  }

  func send(_ events: [ViewEvent]) async throws(WidgetUnavailable) {
    if isUnavailable { throw WidgetUnavailable() }
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        defer { state.isHeld = false }
        if state.isHeld { state.gate = continuation }
        return state.isHeld
      }
      if isHeld { holding.continuation.yield() } else { continuation.resume() }
    }
    state.withLock {
      $0.received.append(events)
      $0.marks.append(EventMark.current)
    }
  }

  func suspend() async -> Bool {
    state.withLock { state in
      state.suspensions += 1
      return state.canSuspend
    }
  }

  func close() async { state.withLock { $0.isClosed = true } }

  /// Returns when a client asks for updates, or has asked since the last call.
  func waitUntilWatched() async { for await _ in watching.stream { return } }

  /// Makes the next batch wait until ``letGo()`` is called. Later batches do not wait.
  func hold() { state.withLock { $0.isHeld = true } }

  /// Returns when the held batch is waiting.
  func waitUntilHolding() async { for await _ in holding.stream { return } }

  /// Lets the waiting batch continue.
  func letGo() {
    let gate = state.withLock { state in
      defer { state.gate = nil }
      return state.gate
    }
    gate?.resume()
  }
}

/// A tree of a window with a text.
let smallTree = ViewTree(
  root: ViewID(1),
  nodes: [
    ViewID(1): ViewNode(
      id: ViewID(1), kind: .window, frame: Rect(x: 0, y: 0, width: 320, height: 240), children: [ViewID(2)]),
    ViewID(2): ViewNode(
      id: ViewID(2), kind: .text, identifier: "titleLabel", frame: Rect(x: 8, y: 8.5, width: 100, height: 17),
      attributes: [.text: "\"Hi\"\n<b>", .fontSize: 17]),
  ])
