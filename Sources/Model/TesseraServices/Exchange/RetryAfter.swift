import Foundation
import HTTPTypes

/// The pause that a server asks for when it takes no more requests.
enum RetryAfter {
  /// The maximum pause that is believed, in seconds.
  private static let longest = 86_400.0

  /// Returns the pause in seconds; nil if the response asks for none.
  ///
  /// It is in `Retry-After` (RFC 9110, section 10.2.3), or, where no requests remain, in `RateLimit-Reset` or
  /// `X-RateLimit-Reset`: seconds, or the Unix time at which the server counts anew. Servers disagree about which.
  static func seconds(in response: IncomingResponse, now: Date) -> Double? {
    guard [403, 429, 503].contains(response.status) else { return nil }
    if let text = response.headers.first(.retryAfter) {
      if let seconds = Double(text.trimmingCharacters(in: .whitespaces)), seconds >= 0 { return min(seconds, longest) }
      return HTTPDate(text).map { min(max(0, $0.timeIntervalSince(now)), longest) }
    }
    let fields = response.headers.byName
    func number(_ name: String) -> Double? {
      (fields["x-ratelimit-\(name)"] ?? fields["ratelimit-\(name)"]).flatMap(Double.init)
    }
    guard number("remaining") == 0, let reset = number("reset"), reset >= 0 else { return nil }
    // The largest number of seconds that is no date is that of the year 2001.
    let seconds = reset < 1e9 ? reset : reset - now.timeIntervalSince1970
    return min(max(0, seconds), longest)
  }

  /// Parses a date in HTTP's format (RFC 9110, section 5.6.7).
  private static func HTTPDate(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}

extension ServiceError {
  /// Returns the error of a response that asks for a pause, with the time when it ends. If the server does not only rest
  /// but has had too many requests, that is its kind.
  func waiting(_ seconds: Double, now: Date) -> ServiceError {
    var copy = self
    copy.retryDate = now.addingTimeInterval(seconds)
    if status == 429 || status == 403 {
      copy.kind = .tooManyRequests
      copy.underlying = [message, underlying].compactMap(\.self).joined(separator: "; ")
    }
    return copy
  }

  /// Returns the error with another kind.
  func ofKind(_ kind: Kind) -> ServiceError {
    var copy = self
    copy.kind = kind
    return copy
  }

  /// Returns the error with a message that names the time of ``retryDate``; the same error without such a date.
  func datingMessage(in timeZone: TimeZone, now: Date) -> ServiceError {
    guard let retryDate, kind == .tooManyRequests else { return self }
    var style = Date.VerbatimFormatStyle(
      format: "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
      timeZone: timeZone, calendar: Calendar(identifier: .gregorian))
    style.timeZone = timeZone
    var copy = self
    copy.message =
      retryDate.timeIntervalSince(now) > 43_200
      ? "The service takes no more requests today"
      : "The service takes no more requests until \(retryDate.formatted(style))"
    return copy
  }
}
