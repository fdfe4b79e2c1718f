import Foundation
import HTTPTypes

/// The rules for storing and reusing a response (RFC 9111, section 5.2; RFC 5861).
struct CacheControl: Sendable, Hashable {
  /// Whether the response may be stored.
  var isKept = true
  /// The number of seconds for which the response is fresh; nil if the server does not specify it.
  var lifetime: TimeInterval?
  /// The age of the response on arrival, in seconds.
  var age: TimeInterval = 0
  /// The number of seconds after expiry in which the response may be used while it is being revalidated.
  var staleWhileRevalidate: TimeInterval = 0
  /// The number of seconds after expiry in which the response may be used if the server cannot respond.
  var staleIfError: TimeInterval = 0

  /// The maximum lifetime that a server can specify for a response, in seconds. A longer one is reduced to it.
  static let maximumLifetime: TimeInterval = 86_400
  /// The request header fields that are the same for all clients. If `Vary` lists others, the response may not fit
  /// another client's request.
  private static let commonFields: Set = ["accept", "accept-encoding", "user-agent"]

  /// The remaining lifetime on arrival, in seconds, negative if the response was already stale; nil if the server does
  /// not specify a lifetime.
  var remaining: TimeInterval? { lifetime.map { min($0 - age, Self.maximumLifetime) } }

  /// Parses the header fields of a response.
  init(_ headers: HTTPFields) {
    var isCheckedAlways = false
    for directive in headers.elements(of: .cacheControl) {
      let parts = directive.lowercased().split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      let seconds = parts.dropFirst().first.map(Self.seconds) ?? 0
      switch parts.first {
      case "no-store": isKept = false
      case "no-cache":
        lifetime = 0
        isCheckedAlways = true
      case "must-revalidate": isCheckedAlways = true
      case "max-age": if lifetime == nil { lifetime = seconds }
      case "stale-while-revalidate": staleWhileRevalidate = seconds
      case "stale-if-error": staleIfError = seconds
      default: break
      }
    }
    let varying = headers.elements(of: .vary).map { $0.lowercased() }
    if varying.contains("*") { isKept = false }
    if varying.contains(where: { !Self.commonFields.contains($0) }) {
      lifetime = 0
      isCheckedAlways = true
    }
    if isCheckedAlways { (staleWhileRevalidate, staleIfError) = (0, 0) }
    age = headers.first(.age).map(Self.seconds) ?? 0
  }

  private static func seconds(_ text: String) -> TimeInterval {
    guard let seconds = Double(text.filter { $0 != "\"" }), seconds.isFinite else { return 0 }
    return min(max(0, seconds), 1e9)
  }
}
