import TesseraBoardService
import TesseraLayout
import TesseraViews

/// The presentations that clients can come back to.
///
/// A presentation belongs to no connection: a reload, a lost connection and a closed laptop find it again by its token,
/// until nobody has asked for it for a long time. Whoever knows a token sees and steers the presentation, so tokens are
/// random and long.
actor PresentationRegistry {
  private struct Entry {
    let widget: String
    let session: PresentationSession
  }

  private let configuration: ServerConfiguration
  private let now: @Sendable () -> ContinuousClock.Instant
  private var entries: [String: Entry] = [:]
  /// Presentations that are being made, by widget: they count before they are there.
  private var pending: [String: Int] = [:]

  /// Creates an empty registry.
  /// - Parameter now: reads the clock that idle times are measured with.
  init(
    configuration: ServerConfiguration,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.configuration = configuration
    self.now = now
  }

  /// Makes a presentation.
  /// - Parameter place: how the window stands on a grid; nil where there is none.
  /// - Returns: its token; nil where the widget has as many presentations as it may have, and all are looked at.
  func makePresentation(
    of widget: any ServedWidget, size: Size, place: GridPlace? = nil, languages: [String] = []
  ) async throws -> String? {
    guard makeRoom(for: widget.id) else { return nil }
    // Taken before anything is awaited, so that those who come meanwhile count it.
    pending[widget.id, default: 0] += 1
    defer { pending[widget.id, default: 1] -= 1 }
    let making = Task {
      let presentation = try await widget.makePresentation(size: size, place: place, languages: languages)
      // What fits in place of it belongs to the place, too.
      if let place { await presentation.send([.grid(place)]) }
      return presentation
    }
    guard let presentation = try await withTimeout(configuration.answerTime, { try await making.value }) else {
      // It may come later, and nobody would close it.
      Task { try? await making.value.close() }
      throw WidgetUnavailable()
    }
    let token = RandomToken.make()
    entries[token] = Entry(
      widget: widget.id,
      session: PresentationSession(presentation, maximumStreams: configuration.maximumStreams, now: now))
    return token
  }

  /// The presentation with a token, if it is one of a widget. Asking keeps it.
  func session(_ token: String, ofWidget widget: String) -> PresentationSession? {
    guard entries[token]?.widget == widget else { return nil }
    entries[token]?.session.touch()
    return entries[token]?.session
  }

  /// Drops presentations that nobody has looked at for long, and lets those rest that nobody looks at.
  /// - Returns: whether memory was given back.
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
        (try? await withTimeout(configuration.answerTime, { await entry.session.suspend() })) == true
      {
        isChanged = true
      }
    }
    return isChanged
  }

  /// Drops all presentations of a widget, which is not there any more.
  func removeAll(ofWidget widget: String) async {
    for (token, entry) in entries where entry.widget == widget { await remove(token) }
  }

  /// The number of presentations of a widget.
  func count(of widget: String) -> Int {
    entries.values.count { $0.widget == widget } + pending[widget, default: 0]
  }

  /// Lets presentations go that nobody looks at, those first that nobody has looked at for the longest time, until there is
  /// room for another one. What was asked for a moment ago stays: its client is on the way.
  /// - Returns: whether there is room.
  private func makeRoom(for widget: String) -> Bool {
    let limit = now() - configuration.claimTime
    while count(of: widget) >= configuration.maximumPresentations {
      // Nothing is awaited between this look and the removal: nobody can have come back in between.
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
    // One that does not answer is let go all the same.
    _ = try? await withTimeout(.seconds(1)) { await entry.session.close() }
  }
}
