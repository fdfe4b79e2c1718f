/// Decides which boards a host transfers to another one so that all have about as many. What a host transfers because
/// it stops or is drained is not decided here.
struct Balancing: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// How much more than its even share a host may own, as a part of it.
  static let tolerance = 0.1
  /// How long a board stays where it is after it was transferred for balance.
  static let cooldown: Duration = .seconds(600)
  /// The part of the excess that is transferred in one round.
  private static let portion = 10

  /// When boards were transferred for balance, by any host.
  private var moved: [String: Instant] = [:]

  /// A host that takes boards.
  struct Host: Hashable {
    var id: String
    /// The number of its boards.
    var boards: Int
  }

  /// Records that a board was transferred for balance, by this host or another one.
  mutating func record(_ board: String, at now: Instant) {
    moved = moved.filter { now < $0.value + Self.cooldown }
    moved[board] = now
  }

  /// Returns the boards that a host transfers now, and who gets them; nil if none.
  /// - Parameters:
  ///   - movable: The boards that the host can transfer.
  ///   - count: The number of boards that it has.
  ///   - total: The number of all boards.
  ///   - hosts: All hosts that take boards, with this one.
  func plan(
    of movable: some Collection<String>, count: Int, total: Int, among hosts: [Host], at now: Instant
  ) -> (boards: [String], host: String)? {
    guard !hosts.isEmpty, Double(count) > Double(total) / Double(hosts.count) * (1 + Self.tolerance),
      let poorest = hosts.min(by: { ($0.boards, $0.id) < ($1.boards, $1.id) }), poorest.boards + 1 < count
    else { return nil }
    let excess = count - (total + hosts.count - 1) / hosts.count
    let ready = movable.filter { board in moved[board].map { $0 + Self.cooldown <= now } ?? true }.sorted()
    let boards = Array(ready.prefix(max(1, excess / Self.portion)))
    return boards.isEmpty ? nil : (boards, poorest.id)
  }
}
