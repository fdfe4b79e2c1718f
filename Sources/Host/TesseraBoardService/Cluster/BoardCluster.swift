import TesseraProtocol

/// The hosts that serve boards, as one of them sees it: a ``SingleHost``, or a ``BoardCluster``.
package protocol BoardHosts: Sendable {
  /// Returns the boards of all hosts by identity and name, in the order in which they were made.
  /// - Parameter own: Those of this host.
  func boards(with own: [(id: String, name: String)]) -> [(id: String, name: String)]

  /// Returns the identity for another board.
  /// - Parameters:
  ///   - own: The identities of the boards of this host.
  ///   - reserve: The number of boards for which there must be room after it.
  func newIdentity(besides own: [String], leaving reserve: Int) throws -> String

  /// Returns the epoch in which this host may serve a board and write to it now; nil if it may not.
  func epoch(of board: String) -> Int64?
}

/// The hosts that share boards, as the host of some of them sees it. Calls block the thread.
package protocol BoardCluster: BoardHosts {
  /// The boards of all hosts by identity and name, in the order in which they were made.
  var boards: [(id: String, name: String)] { get }

  /// Makes a board known, which this host owns.
  /// - Parameter reserve: The number of boards for which there must be room after it.
  /// - Returns: A number that is greater than those of all earlier owners of the board.
  /// - Throws: A diagnostic if the identity is in use or there are too many boards, and ``StoreError``.
  func addBoard(_ id: String, named name: String, leaving reserve: Int) throws -> Int64

  /// Removes all that is persisted of a board of this host.
  func removeBoard(_ id: String) throws

  /// Publishes the name of a board of this host and its tiles, also those that undo or redo can bring back.
  /// - Throws: ``StoreError/notPersisted(reason:)`` if that fails.
  func publish(_ board: String, named name: String, tiles: Set<String>) throws

  /// Called before the files of a board are opened, which other hosts may have changed.
  func willAdopt(_ board: String)

  /// Records that the host serves a board that it owns in an epoch.
  func didAdopt(_ board: String, epoch: Int64)
}

extension BoardCluster {
  package func boards(with own: [(id: String, name: String)]) -> [(id: String, name: String)] { boards }

  /// Each host would find the same number free, so the identity is random. There may still be too many boards.
  package func newIdentity(besides own: [String], leaving reserve: Int) -> String { "board-\(BoardNames.make())" }
}

/// Where a board is.
package enum BoardLocation: Sendable, Hashable {
  /// On this host.
  case local
  /// On another host.
  case remote(BoardOwner)
  /// There is no such board.
  case notFound
  /// It is not known, for the reason, which is for clients.
  case unknown(String)
  /// No other host has it, and the disk of this one is full.
  case diskFull
}

/// The board of a tile.
package enum BoardOfTile: Sendable, Hashable {
  case board(String)
  /// There is no such tile.
  case notFound
  /// It is not known, for the reason, which is for clients.
  case unknown(String)
}

/// Another host that owns a board.
package struct BoardOwner: Sendable, Hashable {
  /// The address at which hosts reach it.
  package var address: String
  /// The number of the ownership, which each change of the owner increases.
  package var epoch: Int64
  /// The time before which no other host takes the board, unless this one ends or releases it.
  package var until: ContinuousClock.Instant
  /// The number of the hosts' protocol that both speak.
  package var protocolNumber: Int

  package init(
    address: String, epoch: Int64, until: ContinuousClock.Instant, protocolNumber: Int = HostProtocol.current.newest
  ) {
    self.address = address
    self.epoch = epoch
    self.until = until
    self.protocolNumber = protocolNumber
  }
}

/// Another host that lives, to which requests can be forwarded.
package struct OtherHost: Sendable, Hashable {
  /// The address at which hosts reach it.
  package var address: String
  /// The number of the hosts' protocol that both speak.
  package var protocolNumber: Int

  package init(address: String, protocolNumber: Int) {
    self.address = address
    self.protocolNumber = protocolNumber
  }
}

/// Finds boards on hosts that share them.
package protocol BoardLocator: Sendable {
  /// Returns the host that owns a board. A board without a living owner is acquired.
  /// - Parameter isFresh: Whether what was known may be wrong, because the host did not have the board.
  func location(ofBoard id: String, isFresh: Bool) async -> BoardLocation

  /// Returns the board of a tile.
  func board(ofTile id: String) async -> BoardOfTile

  /// The other hosts that live and speak a number of the protocol that this one speaks.
  func otherHosts() async -> [OtherHost]

  /// Why the cluster does not admit this host, such as that its version is too old, for clients; nil if it does.
  var refusal: String? { get }

  /// Whether this host can take requests, and why not.
  var problem: String? { get }
}
