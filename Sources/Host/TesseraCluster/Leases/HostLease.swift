/// The lease of a host as the host knows it: until when it is valid, and for which boards.
///
/// The database decides who owns a board, by its own clock. A host must stop before the database lets another one begin,
/// so it counts the time of its lease from before it asked for it, on a clock that also runs while the process is stopped.
/// `Tests/Model/lease.pml` is the model of this protocol.
struct HostLease: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// How long the database waits for a host, from when it recorded the last sign of life.
  static let duration: Duration = .seconds(3)
  /// How often a host gives a sign of life.
  static let interval: Duration = .seconds(1)
  /// How much earlier a host stops, for what it has begun and for clocks that do not run alike.
  static let margin: Duration = .milliseconds(200)

  /// When the lease ends; nil before it begins.
  private(set) var deadline: Instant?
  /// The epochs of the boards that the host owns.
  private(set) var epochs: [String: Int64] = [:]
  /// The number of the latest reading of the leases.
  private var reading = 0
  /// The readings before or during which the host itself acquired or relinquished boards. What these read may be older.
  private var changes: [String: Int] = [:]
  /// The highest epochs in which the host relinquished boards. It never acts in them again, even if the database does
  /// not know yet: the release may still be on its way.
  private var relinquished: [String: Int64] = [:]

  /// Counts a reading of the leases. To be called before they are read.
  mutating func beginReading() -> Int {
    reading += 1
    return reading
  }

  /// A renewal that was recorded, and the leases as they were read after that.
  /// - Parameters:
  ///   - sent: When the renewal was sent.
  ///   - number: The number of the reading.
  /// - Returns: The boards that the host owned and no longer owns, or owns in another epoch; those that it owns now; and
  ///   those whose release is pending.
  mutating func renew(
    sentAt sent: Instant, reading number: Int, epochs read: [String: Int64]
  ) -> (lost: Set<String>, acquired: Set<String>, releasePending: [String: Int64]) {
    let releasePending = read.filter { $0.value <= relinquished[$0.key] ?? -1 }
    var next = read.filter { releasePending[$0.key] == nil }
    for (board, change) in changes {
      if change >= number { next[board] = epochs[board] } else { changes[board] = nil }
    }
    let lost = epochs.filter { next[$0.key] != $0.value }.keys
    let acquired = next.filter { epochs[$0.key] != $0.value }.keys
    let deadline = sent + Self.duration - Self.margin
    self.deadline = max(self.deadline ?? deadline, deadline)
    epochs = next
    return (Set(lost), Set(acquired), releasePending)
  }

  /// Ends the lease until the next renewal.
  mutating func suspend() { deadline = nil }

  /// The number of the latest reading, which a host notes before it acquires a board.
  var latestReading: Int { reading }

  /// Adds a board that the host acquired. It counts within the present lease, unless the leases have been read since:
  /// then what was read counts, because the answer about the board may be old.
  /// - Parameter number: The latest reading before the host acquired the board.
  mutating func acquire(_ board: String, epoch: Int64, since number: Int) {
    guard number == reading, epoch > relinquished[board] ?? -1 else { return }
    epochs[board] = epoch
    changes[board] = reading
  }

  /// Removes a board that the host gives to others.
  mutating func relinquish(_ board: String) {
    if let epoch = epochs[board] { relinquished[board] = max(epoch, relinquished[board] ?? epoch) }
    invalidate(board)
  }

  /// Removes a board that the host may have lost, or whose copy is unusable. If it still owns it, it acquires it again.
  mutating func invalidate(_ board: String) {
    epochs[board] = nil
    changes[board] = reading
  }

  /// Whether the lease is valid.
  func isCurrent(at now: Instant) -> Bool { deadline.map { now < $0 } ?? false }

  /// Returns the epoch of a board with a valid lease; nil without one.
  func epoch(of board: String, at now: Instant) -> Int64? { isCurrent(at: now) ? epochs[board] : nil }
}
