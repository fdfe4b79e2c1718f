package import TesseraLayout
import TesseraRuntime
import TesseraValues
package import TesseraViews

/// A sign in place of a widget that an administrator stopped.
struct StoppedWidget: ServedWidget {
  let id: String
  let name: String

  /// What the tile says.
  static let reason = "Stopped by an administrator"

  func makePresentation(_ window: DrawingWindow) async -> any ServedPresentation {
    StoppedPresentation(size: window.size)
  }

  func image(named name: String) async -> ServedImage? { nil }

  func remoteImage(url: String) async throws -> ServedImage { throw WidgetUnavailable() }
}

/// One client's view of the sign. It changes only with the size of the window.
private actor StoppedPresentation: ServedPresentation {
  private var size: Size
  private var revision = 1
  private var followers: [Int: AsyncStream<PresentationUpdate>.Continuation] = [:]
  private var lastFollower = 0
  private var isClosed = false

  init(size: Size) { self.size = size }

  private var update: PresentationUpdate { .tree(.sign(StoppedWidget.reason, in: size), revision: revision) }

  func updates(after known: Int?) async -> AsyncStream<PresentationUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PresentationUpdate.self, bufferingPolicy: .bufferingNewest(1))
    guard !isClosed else {
      continuation.finish()
      return stream
    }
    lastFollower += 1
    let follower = lastFollower
    followers[follower] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.remove(follower) } }
    if known != revision { continuation.yield(update) }
    return stream
  }

  private func remove(_ follower: Int) { followers[follower] = nil }

  func send(_ events: [ViewEvent]) async {
    for case .resize(let size) in events where size != self.size {
      self.size = size
      revision += 1
      for follower in followers.values { follower.yield(update) }
    }
  }

  func close() async {
    isClosed = true
    for follower in followers.values { follower.finish() }
    followers = [:]
  }
}

extension ViewTree {
  /// Returns a window with a sign that says why nothing else is shown.
  /// - Parameter last: The greatest number of a view that was shown in its place before.
  package static func sign(_ reason: String, in size: Size, numberingAfter last: Int = 0) -> ViewTree {
    let (root, sign) = (ViewID(last + 1), ViewID(last + 2))
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
}
