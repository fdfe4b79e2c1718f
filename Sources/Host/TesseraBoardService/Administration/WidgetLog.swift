package import Foundation
import Synchronization

/// The latest messages of the widget of each tile, for administrators. They are in memory only.
package final class WidgetLog: Sendable {
  /// A message of a widget, or about one.
  package struct Entry: Sendable, Hashable {
    /// The time at which it was recorded.
    package let date: Date
    /// The message, shortened to ``WidgetLog/maximumLength``.
    package let text: String
    /// Whether the message says that something failed.
    package let isError: Bool
  }

  private struct TileLog {
    var entries: [Entry] = []
    var lastError: Entry?
    /// The number of the last message among those of all tiles.
    var last = 0
  }

  private struct State {
    var tiles: [String: TileLog] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// The maximum number of logged messages of a tile. A further one takes the place of the oldest.
  package static let maximumEntries = 50
  /// The maximum number of Unicode scalars of a logged message. The rest is cut off.
  package static let maximumLength = 500
  /// The maximum number of tiles with logged messages. A further one takes the place of the tile that was silent
  /// longest.
  package static let maximumTiles = 200

  /// Creates an empty log.
  package init() {}

  /// Records a message.
  package func record(_ text: String, isError: Bool = true, of tile: String, at date: Date) {
    // A character can consist of any number of scalars.
    let short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumLength)))
    let entry = Entry(date: date, text: short, isError: isError)
    state.withLock { state in
      state.count += 1
      var log = state.tiles[tile] ?? TileLog()
      if log.entries.count == Self.maximumEntries { log.entries.removeFirst() }
      log.entries.append(entry)
      if isError { log.lastError = entry }
      log.last = state.count
      state.tiles[tile] = log
      guard state.tiles.count > Self.maximumTiles else { return }
      if let silent = state.tiles.min(by: { $0.value.last < $1.value.last }) { state.tiles[silent.key] = nil }
    }
  }

  /// Returns the messages of a tile, the oldest first.
  package func entries(of tile: String) -> [Entry] { state.withLock { $0.tiles[tile]?.entries ?? [] } }

  /// Returns the last message of a tile that says that something failed. Later messages do not remove it.
  package func lastError(of tile: String) -> Entry? { state.withLock { $0.tiles[tile]?.lastError } }

  /// Removes the messages of a tile.
  package func remove(_ tile: String) { state.withLock { _ = $0.tiles.removeValue(forKey: tile) } }
}
