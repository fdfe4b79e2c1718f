import TesseraValues

/// Lets passwords and codes be tried only with growing waits, for each account and for each address that tries.
///
/// The first three failures cost nothing. Then each doubles the wait: 1 s, 2 s, 4 s …, up to 15 minutes for an address.
/// For an account, the wait ends at 30 s. IPv6 addresses count by their first 64 bits, which are the network of one
/// customer.
///
/// Who tries one-time codes knows the password, and codes are short: three of a million count at a time. So their waits
/// double up to an hour for each account, across all addresses, after five free failures. Until a day passes without one,
/// no success forgives more: an attacker who tries codes all the time has about 8,780 tries in a year.
///
/// Known devices and sessions count by themselves, with the waits of an address. So strangers cannot keep the owner of an
/// account out, however many addresses try its password.
///
/// Time is measured by a clock that cannot be set.
struct SignInLimiter: Sendable {
  private struct Failures {
    var count: Int
    var last: ContinuousClock.Instant
    /// The failure before the last one.
    var beforeLast: ContinuousClock.Instant?
  }

  /// Who tries a password or a code.
  enum Attempt: Sendable, Hashable {
    /// A browser that the server does not know.
    case stranger(account: String, address: String)
    /// A browser that the server does not know, after the right password.
    case code(account: String, address: String)
    /// A browser in which the owner of the account has signed in before, by its identity.
    case device(String)
    /// A person who has signed in, by the hash of the session's token.
    case session([UInt8])

    /// What the attempt counts against.
    fileprivate var keys: [Key] {
      switch self {
      case .stranger(let account, let address): [.account(account), .address(address)]
      case .code(let account, let address): [.codes(account), .account(account), .address(address)]
      case .device(let id): [.device(id)]
      case .session(let hash): [.session(hash)]
      }
    }

    /// Whether it comes from a known device or a session.
    var isKnown: Bool {
      switch self {
      case .stranger, .code: false
      case .device, .session: true
      }
    }

    /// Whether it comes from a session.
    var isSession: Bool { if case .session = self { true } else { false } }
  }

  fileprivate enum Key: Hashable {
    case account(String)
    /// The codes of an account.
    case codes(String)
    case address(String)
    case device(String)
    case session([UInt8])
  }

  private var failures: [Key: Failures] = [:]

  /// The number of failed sign-ins that cost nothing. Each further one doubles the wait, up to 15 minutes for an
  /// address, a known device or a session, and 30 s for an account.
  private static let freeFailures = 3
  /// The number of wrong one-time codes from unknown browsers that cost nothing. Each further one doubles the wait for the
  /// codes of the account, up to an hour.
  private static let freeCodes = 5
  /// The time for which a failed sign-in counts. Then the account, address, device or session counts as new.
  private static let memory: Duration = .seconds(24 * 3600)
  /// The maximum number of accounts, addresses, devices and sessions with failed sign-ins. Beyond it, those that failed
  /// longest ago count as new, except for the codes of accounts, which are no more than there are accounts.
  static let maximumCount = 20_000

  private static func freeFailures(_ key: Key) -> Int { if case .codes = key { freeCodes } else { freeFailures } }

  private static func longestWait(_ key: Key) -> Duration {
    switch key {
    case .account: .seconds(30)
    case .codes: .seconds(3600)
    case .address, .device, .session: .seconds(15 * 60)
    }
  }

  /// The number of accounts, addresses, devices and sessions that are remembered.
  var count: Int { failures.count }

  /// Returns the time until a password or a code may be tried; nil if it may be tried now.
  func wait(before attempt: Attempt, now: ContinuousClock.Instant) -> Duration? {
    attempt.keys.compactMap { key -> Duration? in
      let free = Self.freeFailures(key)
      guard let entry = failures[key], entry.count > free else { return nil }
      let backoff = ExponentialBackoff(first: .seconds(1), maximum: Self.longestWait(key))
      let rest = entry.last + backoff.delay(afterFailures: entry.count - free) - now
      return rest > .zero ? rest : nil
    }.max()
  }

  /// Counts an attempt as failed, before the password or the code is checked: attempts that are made at once all count.
  mutating func record(_ attempt: Attempt, now: ContinuousClock.Instant) {
    for key in attempt.keys {
      let known = failures[key].flatMap { $0.last + Self.memory > now ? $0 : nil }
      failures[key] = Failures(count: (known?.count ?? 0) + 1, last: now, beforeLast: known?.last)
    }
    if failures.count > Self.maximumCount {
      // Who knows a password must not make the wrong codes forgotten by failing elsewhere.
      let others = failures.filter { if case .codes = $0.key { false } else { true } }
      let oldest = others.sorted { $0.value.last < $1.value.last }.prefix(Self.maximumCount / 4)
      for (key, _) in oldest { failures[key] = nil }
    }
  }

  /// The last attempt succeeded. The account, device or session is as new. The address keeps its earlier failures, so
  /// attackers cannot reset them with an account of their own. So do the codes of the account once they cost a wait, so
  /// attackers do not wait for the owner to sign in.
  mutating func recordSuccess(of attempt: Attempt) {
    for key in attempt.keys {
      switch key {
      case .address: withdraw(key)
      case .codes where failures[key].map({ $0.count > Self.freeCodes + 1 }) ?? false: withdraw(key)
      case .account, .codes, .device, .session: failures[key] = nil
      }
    }
  }

  /// The last attempt does not count: nothing was checked, or the password was right and a code must follow.
  mutating func withdraw(_ attempt: Attempt) { for key in attempt.keys { withdraw(key) } }

  private mutating func withdraw(_ key: Key) {
    guard let entry = failures[key] else { return }
    failures[key] =
      entry.count > 1 ? Failures(count: entry.count - 1, last: entry.beforeLast ?? entry.last) : nil
  }
}
