/// A tile under a finger: where it would stand, and when what is around it gives way.
///
/// The finger may go where it likes; the target is brought back onto the page. A target that the tile can take is taken a moment
/// after the finger came there, unless another one came before, so that icons do not jump on the way. Times are passed in, from any
/// beginning.
package struct TileDrag: Sendable, Hashable {
  /// How long a target waits.
  package static let delay = Duration.milliseconds(30)

  /// The tile's name.
  package let id: TileID
  /// The page with the tile where it would be dropped now.
  package private(set) var page: GridPage
  private let original: GridPage
  private var pending: Target?

  private struct Target: Hashable {
    let origin: GridPosition
    let due: Duration
  }

  /// Picks a tile up; nil where the page has none of that name.
  package init?(_ id: TileID, on page: GridPage) {
    guard page.tile(id) != nil else { return nil }
    self.id = id
    self.page = page
    original = page
  }

  /// When ``advance(to:)`` has something to do; nil where nothing waits.
  package var nextChange: Duration? { pending?.due }

  /// The finger holds the top left corner of the tile over a cell, which may lie beyond the page.
  package mutating func move(to cell: GridPosition, at time: Duration) {
    guard let tile = page.tile(id), let origin = page.clamped(cell, for: tile.frame.size) else { return }
    // Over a place that it cannot take it keeps the last one that it could.
    guard page.canMove(tile, to: origin) else { return }
    if origin == tile.frame.origin {
      pending = nil
    } else if pending?.origin != origin {
      pending = Target(origin: origin, due: time + Self.delay)
    }
  }

  /// Lets time pass.
  /// - Returns: whether the page is another one now.
  package mutating func advance(to time: Duration) -> Bool {
    guard let pending, pending.due <= time else { return false }
    return take(pending)
  }

  /// The finger lets go. What it pointed at last counts, though it was there for a moment only.
  /// - Returns: the page as it is from now on.
  package consuming func drop() -> GridPage {
    if let pending { _ = take(pending) }
    return page
  }

  /// The drag ends without effect.
  /// - Returns: the page as it was.
  package consuming func cancel() -> GridPage { original }

  private mutating func take(_ target: Target) -> Bool {
    pending = nil
    guard let tile = page.tile(id) else { return false }
    do {
      try page.put(tile.moved(to: target.origin))
      return true
    } catch {
      return false
    }
  }
}
