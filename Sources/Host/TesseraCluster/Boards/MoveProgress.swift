package import TesseraValues

/// How far boards are that an administrator wants on other hosts, in words for that person.
package enum MoveProgress: Sendable, Hashable {
  case waiting(String)
  case done(String)
}

/// A board that a host shall get.
package struct BoardMove: Sendable, Hashable {
  let board: String
  /// The name of the host.
  let host: String
  /// The identity of the host, which a restart changes.
  let hostID: String
  /// The epoch of the owner that was asked to transfer the board.
  var epoch: Int64
  /// How many owners were asked.
  var attempts = 1

  /// The maximum number of owners that are asked. A host that is slow to take a board gets it from the next one; a host
  /// that cannot take it must not make the board move for ever.
  static let maximumAttempts = 3
  /// The rule of the diagnostic about a board that another host took.
  static let elsewhereRule = "board-elsewhere"

  /// - Parameters:
  ///   - present: The board as it is now; nil if it was removed.
  ///   - isHostAlive: Whether the host that shall get it lives.
  /// - Throws: A diagnostic if the board does not get to the host any more.
  func progress(_ present: ClusterAdministration.Board?, isHostAlive: Bool) throws(Diagnostic) -> MoveProgress {
    guard let present else {
      throw Diagnostic(rule: "unknown-board", message: "The board '\(board)' was removed meanwhile")
    }
    guard isHostAlive else {
      throw Diagnostic(
        rule: "unknown-host", message: "The host '\(host)' ended meanwhile, so the board '\(board)' stays on others",
        fix: "Move the board to another host")
    }
    if present.hostID == hostID { return .done("The board '\(board)' is on the host '\(host)'") }
    guard present.hostID != nil else { return .waiting("The board '\(board)' is on its way to the host '\(host)'") }
    let owner = present.host.map { "the host '\($0)'" } ?? "a host that ended"
    guard present.epoch == epoch else {
      // Acquiring a board clears the target of its transfer.
      throw Diagnostic(
        rule: Self.elsewhereRule, message: "The board '\(board)' went to \(owner), not to '\(host)'",
        fix: "See in the log of '\(host)' why it did not take the board, and move it again")
    }
    return .waiting("The board '\(board)' is still on \(owner)")
  }
}

/// A host that is drained.
package struct HostDrain: Sendable, Hashable {
  /// The name of the host.
  let host: String
  /// The identity of the host, which a restart changes.
  let id: String
  /// The boards that it had.
  let boards: Set<String>

  /// - Parameters:
  ///   - present: The boards as they are now.
  ///   - living: The identities of the hosts that live.
  ///   - hasBegun: Whether the host takes no boards any more.
  func progress(
    _ present: [ClusterAdministration.Board], living: Set<String>, hasBegun: Bool
  ) -> MoveProgress {
    let left = present.count { $0.hostID == id }
    if left > 0 { return .waiting("\(Self.count(left)) still on the host '\(host)'") }
    guard hasBegun else { return .waiting("The host '\(host)' has not heard of it yet") }
    let homeless = present.count { board in
      boards.contains(board.id) && !(board.hostID.map { living.contains($0) } ?? false)
    }
    if homeless > 0 { return .waiting("\(Self.count(homeless)) on the way to other hosts") }
    return .done("The host '\(host)' has no boards")
  }

  private static func count(_ number: Int) -> String { number == 1 ? "1 board is" : "\(number) boards are" }
}

/// Waits until boards are where they shall be.
package struct MoveWait {
  /// How often it is looked where they are.
  static let interval: Duration = .milliseconds(250)

  private let timeout: Duration
  private let now: () -> ContinuousClock.Instant
  private let sleep: (Duration) -> Void

  /// - Parameters:
  ///   - timeout: How long it may take.
  ///   - now: The present time.
  ///   - sleep: Blocks the thread for a time.
  package init(
    timeout: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }, sleep: @escaping (Duration) -> Void
  ) {
    self.timeout = timeout
    self.now = now
    self.sleep = sleep
  }

  /// Blocks the thread until all is done, or the time is over.
  /// - Parameters:
  ///   - report: Called with a sentence for the administrator whenever something has changed.
  ///   - progress: Returns how far it is. While the database does not answer, this goes on.
  /// - Returns: What is not done in time; nil if all is done.
  /// - Throws: What `progress` throws.
  package func run(
    report: (String) -> Void, _ progress: () throws(Diagnostic) -> MoveProgress
  ) throws(Diagnostic) -> Diagnostic? {
    let end = now().advanced(by: timeout)
    var last: String?
    while true {
      let state: MoveProgress
      do throws(Diagnostic) {
        state = try progress()
      } catch {
        guard error.rule == ClusterSetup.databaseRule else { throw error }
        state = .waiting(error.message)
      }
      switch state {
      case .done(let text):
        report(text)
        return nil
      case .waiting(let text):
        if text != last { report(text) }
        last = text
        guard now() < end else {
          let seconds = timeout.components.seconds
          return Diagnostic(
            rule: "timeout", message: "It is not done after \(seconds) second\(seconds == 1 ? "" : "s"): \(text)",
            fix: "It goes on by itself; look with 'tessera cluster boards', or wait longer with '--timeout'")
        }
        sleep(Self.interval)
      }
    }
  }
}
