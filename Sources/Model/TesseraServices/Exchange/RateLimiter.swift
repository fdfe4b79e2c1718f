import Foundation
import TesseraValues

/// Limits the rate of an instance's requests to each host, and respects hosts that ask for less.
///
/// The algorithm is the generic cell rate algorithm: each request advances a date by the interval of one request, and
/// waits if that date is further ahead than a burst allows.
package actor RateLimiter {
  /// The limits that a service may choose, in requests a minute to a host. Others are an error.
  package static let limits = 1.0...6000.0
  /// The default limit of requests a minute to a host. Further ones wait.
  package static let usualLimit = 600.0
  /// The maximum wait of a request, in seconds. A request that would have to wait longer fails.
  static let maximumWait = 60.0
  /// The fraction of a minute's requests that may be sent at once. Further ones wait.
  private static let burst = 0.1
  /// The number of hosts of a widget from which expired waits are removed. It only bounds memory.
  private static let maximumHosts = 100

  /// The theoretical arrival time of each host's next request.
  private var dues: [String: Date] = [:]
  /// The pauses that hosts asked for.
  private var pauses: [String: Pause] = [:]

  /// A pause that a host asked for.
  private struct Pause {
    /// When requests are sent again.
    var end: Date
    /// The end as the host said it, which may be later.
    var announced: Date
  }

  /// Creates a limiter without previous requests.
  package init() {}

  /// Reserves a turn for a request.
  /// - Returns: The number of seconds to wait before sending it.
  /// - Throws: ``ServiceError`` if the wait would be too long.
  func turn(at host: String, limit: Double, now: Date) throws(ServiceError) -> Double {
    if dues.count >= Self.maximumHosts { dues = dues.filter { $0.value > now } }
    let step = 60 / limit
    let tolerance = max(60 * Self.burst, step) - step
    let due = max(dues[host] ?? now, now)
    let pause = pauses[host].map { $0.end.timeIntervalSince(now) } ?? 0
    let wait = max(due.timeIntervalSince(now) - tolerance, pause)
    guard wait <= Self.maximumWait else {
      throw Self.tooMany(host, until: pause > 0 ? pauses[host]?.announced : nil)
    }
    dues[host] = due.addingTimeInterval(step)
    return max(0, wait)
  }

  /// Suspends requests to a host for a number of seconds.
  func pause(_ host: String, seconds: Double, now: Date) {
    if pauses.count >= Self.maximumHosts { pauses = pauses.filter { $0.value.end > now } }
    let former = pauses[host]
    pauses[host] = Pause(
      end: max(former?.end ?? now, now.addingTimeInterval(min(seconds, 3600))),
      announced: max(former?.announced ?? now, now.addingTimeInterval(seconds)))
  }

  private static func tooMany(_ host: String, until date: Date?) -> ServiceError {
    var error = ServiceError(
      .tooManyRequests, message: "Too many requests; try again later",
      underlying: "more requests to '\(host)' are waiting than can be sent within \(Int(maximumWait)) seconds")
    error.retryDate = date
    return error
  }
}
