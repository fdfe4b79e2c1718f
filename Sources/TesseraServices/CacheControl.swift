import Foundation
import NIOHTTP1

/// What an answer allows to be done with it later (RFC 9111, section 5.2; RFC 5861).
struct CacheControl: Sendable, Hashable {
  /// Whether it may be kept at all.
  var isKept = true
  /// The seconds for which it may be used without asking; nil where the server does not say.
  var lifetime: TimeInterval?
  /// The seconds behind its lifetime in which it may be used while it is asked for again.
  var staleWhileRevalidate: TimeInterval = 0
  /// The seconds behind its lifetime in which it may be used where the server cannot be asked.
  var staleIfError: TimeInterval = 0

  /// What is kept longer than this is asked for again, whatever the server says: a day, in seconds.
  static let maximumLifetime: TimeInterval = 86_400

  /// Reads the header fields of an answer.
  init(_ headers: HTTPHeaders) {
    for directive in headers[canonicalForm: "cache-control"] {
      let parts = directive.lowercased().split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      let seconds = parts.dropFirst().first.map(Self.seconds) ?? 0
      switch parts.first {
      case "no-store": isKept = false
      case "no-cache": lifetime = 0
      case "max-age": if lifetime == nil { lifetime = seconds }
      case "stale-while-revalidate": staleWhileRevalidate = seconds
      case "stale-if-error": staleIfError = seconds
      default: break
      }
    }
    if let age = headers.first(name: "age").map(Self.seconds), let lifetime { self.lifetime = max(0, lifetime - age) }
  }

  private static func seconds(_ text: String) -> TimeInterval {
    guard let seconds = Double(text.filter { $0 != "\"" }), seconds.isFinite else { return 0 }
    return min(max(0, seconds), maximumLifetime)
  }
}
