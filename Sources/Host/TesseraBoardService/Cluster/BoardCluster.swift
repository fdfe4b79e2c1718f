/// The hosts that share boards, as the host of some of them sees it. Calls block the thread.
package protocol BoardCluster: Sendable {
  /// The boards of all hosts by identity and name, in the order in which they were made.
  var boards: [(id: String, name: String)] { get }

  /// Makes a board known, which this host owns.
  /// - Returns: A number that is greater than those of all earlier owners of the board.
  /// - Throws: A diagnostic if the identity is in use or there are too many boards, and ``StoreError``.
  func addBoard(_ id: String, named name: String) throws -> Int64

  /// Removes all that is kept of a board of this host.
  func removeBoard(_ id: String) throws

  /// Tells other hosts the name of a board of this host and its tiles, also those that undo or redo can bring back.
  /// - Throws: ``StoreError/notKept(reason:)`` if they cannot be told.
  func publish(_ board: String, named name: String, tiles: Set<String>) throws

  /// Records that the host shows a board that it owns in an epoch.
  func didAdopt(_ board: String, epoch: Int64)

  /// Whether this host may show a board and write to it now.
  func owns(_ board: String) -> Bool
}

/// Where a board is.
package enum BoardPlace: Sendable, Hashable {
  /// On this host.
  case here
  /// On another host, with the address at which hosts reach it. Unless it gives the board up, no other host has it before
  /// a time, and later if the owner goes on to give signs of life.
  case elsewhere(String, until: ContinuousClock.Instant)
  /// There is no such board.
  case nowhere
  /// It is not known, for the reason.
  case unknown(String)
}

/// Finds boards on hosts that share them.
package protocol BoardPlaces: Sendable {
  /// Returns the host that owns a board. A board without a living owner is taken.
  /// - Parameter isFresh: Whether what was known may be wrong, because the host did not have the board.
  func place(ofBoard id: String, isFresh: Bool) async -> BoardPlace

  /// Returns the board of a tile; nil if there is none.
  func board(ofTile id: String) async -> String?

  /// The addresses of the other hosts that live.
  func otherHosts() async -> [String]

  /// Whether this host can take requests, and why not.
  var problem: String? { get }
}
