/// A drag of a tile: determines its target position, and when the items around it make room.
///
/// The finger can move anywhere; the target is clamped to the page. A valid target takes effect after a short delay,
/// unless another target replaces it in the meantime, so that icons do not jump while the finger passes over them.
/// Times are passed in, relative to any starting point.
package struct TileDrag: Sendable, Hashable {
  /// The delay before a target takes effect.
  package static let delay = Duration.milliseconds(30)

  /// The identifier of the tile.
  package let id: TileID
  /// The page with the tile at its current drop position.
  package private(set) var page: GridPage
  private let original: GridPage
  private var pending: Target?

  private struct Target: Hashable {
    let origin: GridPosition
    let due: Duration
  }

  /// Starts a drag. Returns nil if the page has no such tile.
  package init?(_ id: TileID, on page: GridPage) {
    guard page.tile(id) != nil else { return nil }
    self.id = id
    self.page = page
    original = page
  }

  /// The time of the next change for ``advance(to:)``, or nil if no target is pending.
  package var nextChange: Duration? { pending?.due }

  /// Moves the top-left corner of the tile to a cell, which may be outside the page.
  package mutating func move(to cell: GridPosition, at time: Duration) {
    guard let tile = page.tile(id), let origin = page.clamped(cell, for: tile.frame.size) else { return }
    // Over a position that it cannot take, the tile keeps the last valid target.
    guard page.canMove(tile, to: origin) else { return }
    if origin == tile.frame.origin {
      pending = nil
    } else if pending?.origin != origin {
      pending = Target(origin: origin, due: time + Self.delay)
    }
  }

  /// Advances the time.
  ///
  /// - Returns: Whether the page changed.
  package mutating func advance(to time: Duration) -> Bool {
    guard let pending, pending.due <= time else { return false }
    return select(pending)
  }

  /// Ends the drag. The last target takes effect even if its delay has not elapsed.
  ///
  /// - Returns: The resulting page.
  package consuming func drop() -> GridPage {
    if let pending { _ = select(pending) }
    return page
  }

  /// Cancels the drag.
  ///
  /// - Returns: The original page.
  package consuming func cancel() -> GridPage { original }

  private mutating func select(_ target: Target) -> Bool {
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
