import Foundation
import TesseraValues

/// Bounds how many requests each host gets of an instance, and heeds hosts that ask for less.
///
/// It is the generic cell rate algorithm: each request moves a date along by the time that it stands for, and waits where that
/// date is further off than a burst.
package actor RateLimiter {
  /// What a service may choose, in requests a minute.
  package static let limits = 1.0...6000.0
  /// The requests a minute where a service says nothing.
  package static let usualLimit = 600.0
  /// How long a request waits for its turn, in seconds; it fails where that is not enough.
  static let maximumWait = 60.0
  /// What part of a minute's requests may come at once.
  private static let burst = 0.1
  private static let maximumHosts = 100

  /// When each host has had its due.
  private var dues: [String: Date] = [:]
  /// Until when nothing is sent to hosts that asked for that.
  private var pauses: [String: Date] = [:]

  /// Creates a pace at which nothing was sent yet.
  package init() {}

  /// Takes a turn.
  /// - Returns: how many seconds to wait for it.
  /// - Throws: where that is too long.
  func turn(at host: String, limit: Double, now: Date) throws(ServiceError) -> Double {
    if dues.count >= Self.maximumHosts { dues = dues.filter { $0.value > now } }
    let step = 60 / limit
    let tolerance = max(60 * Self.burst, step) - step
    let due = max(dues[host] ?? now, now)
    let pause = pauses[host].map { $0.timeIntervalSince(now) } ?? 0
    let wait = max(due.timeIntervalSince(now) - tolerance, pause)
    guard wait <= Self.maximumWait else { throw Self.tooMany(host) }
    dues[host] = due.addingTimeInterval(step)
    return max(0, wait)
  }

  /// Sends nothing to a host for some seconds.
  func pause(_ host: String, seconds: Double, now: Date) {
    if pauses.count >= Self.maximumHosts { pauses = pauses.filter { $0.value > now } }
    pauses[host] = max(pauses[host] ?? now, now.addingTimeInterval(min(seconds, 3600)))
  }

  private static func tooMany(_ host: String) -> ServiceError {
    ServiceError(
      .tooManyRequests, message: "Too many requests; try again later",
      underlying: "more requests to '\(host)' wait than \(Int(maximumWait)) seconds have room for")
  }
}
