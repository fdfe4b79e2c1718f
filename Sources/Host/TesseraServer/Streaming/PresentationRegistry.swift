import TesseraBoardService
import TesseraRuntime
import TesseraViews

/// The presentations that clients can return to.
///
/// A presentation does not belong to a connection. After a reload or a lost connection, a client finds it by its token,
/// until it has not been used for a long time. The token grants full access to the presentation, so it is long and
/// random.
actor PresentationRegistry {
  private struct Entry {
    let widget: String
    let session: PresentationSession
  }

  private let configuration: ServerConfiguration
  private let now: @Sendable () -> ContinuousClock.Instant
  private var entries: [String: Entry] = [:]
  /// The number of presentations that are being created, by widget. They count towards the limit.
  private var pending: [String: Int] = [:]

  /// Creates an empty registry.
  /// - Parameter now: Reads the clock that measures idle times.
  init(
    configuration: ServerConfiguration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.configuration = configuration
    self.now = now
  }

  /// Creates a presentation.
  /// - Returns: The token, or nil if the widget has the maximum number of presentations and all are in use.
  func makePresentation(
    of widget: any ServedWidget, in window: DrawingWindow
  ) async throws -> String? {
    guard makeRoom(for: widget.id) else { return nil }
    // Counted before the first suspension point, so that concurrent calls respect the limit.
    pending[widget.id, default: 0] += 1
    defer { pending[widget.id, default: 1] -= 1 }
    let making = Task {
      let presentation = try await widget.makePresentation(window)
      // The place includes the other sizes that fit.
      if let place = window.place { try? await presentation.send([.grid(place)]) }
      return presentation
    }
    guard let presentation = try await withTimeout(configuration.responseTimeout, { try await making.value }) else {
      // The presentation may still be created later, and must then be closed.
      Task { try? await making.value.close() }
      throw WidgetUnavailable()
    }
    let token = RandomToken.make()
    entries[token] = Entry(
      widget: widget.id,
      session: PresentationSession(presentation, maximumStreams: configuration.maximumStreams, now: now))
    return token
  }

  /// Returns the presentation with a token, if it is one of the widget. This restarts its idle time.
  func session(_ token: String, ofWidget widget: String) -> PresentationSession? {
    guard entries[token]?.widget == widget else { return nil }
    entries[token]?.session.touch()
    return entries[token]?.session
  }

  /// Closes presentations that have not been used for a long time, and suspends other unwatched ones.
  /// - Returns: Whether memory was released.
  @discardableResult
  func evictIdle() async -> Bool {
    let now = now()
    var isChanged = false
    for (token, entry) in entries {
      guard let idle = entry.session.idleSince else { continue }
      if idle < now - configuration.idleTime {
        await remove(token)
        isChanged = true
      } else if idle < now - configuration.suspensionDelay,
        (try? await withTimeout(configuration.responseTimeout, { await entry.session.suspend() })) == true
      {
        isChanged = true
      }
    }
    return isChanged
  }

  /// Removes all presentations of a widget that no longer exists.
  func removeAll(ofWidget widget: String) async {
    for (token, entry) in entries where entry.widget == widget { await remove(token) }
  }

  /// Removes a presentation, if it is one of the widget.
  func remove(_ token: String, ofWidget widget: String) async {
    if entries[token]?.widget == widget { await remove(token) }
  }

  /// The number of presentations.
  var count: Int { entries.count }

  /// Returns the number of presentations of a widget, including those that are being created.
  func count(of widget: String) -> Int {
    entries.values.count { $0.widget == widget } + pending[widget, default: 0]
  }

  /// Closes unwatched presentations, least recently used first, until there is room for another one. Presentations used
  /// a moment ago are spared, because their clients are about to connect.
  /// - Returns: Whether there is room.
  private func makeRoom(for widget: String) -> Bool {
    let limit = now() - configuration.claimTime
    while count(of: widget) >= configuration.maximumPresentations {
      // There is no suspension point before the removal, so no client can return in between.
      let unused = entries.compactMap { token, entry in
        entry.widget == widget ? entry.session.idleSince.map { (token, entry.session, $0) } : nil
      }
      guard let (token, session, idle) = unused.min(by: { $0.2 < $1.2 }), idle < limit else { return false }
      entries[token] = nil
      Task { await session.close() }
    }
    return true
  }

  private func remove(_ token: String) async {
    guard let entry = entries.removeValue(forKey: token) else { return }
    // An unresponsive presentation is removed as well.
    _ = try? await withTimeout(.seconds(1)) { await entry.session.close() }
  }
}
