import Foundation
import HTTPTypes

/// What an answer allows to be done with it later (RFC 9111, section 5.2; RFC 5861).
struct CacheControl: Sendable, Hashable {
  /// Whether it may be kept at all.
  var isKept = true
  /// The seconds for which it may be used without asking; nil where the server does not say.
  var lifetime: TimeInterval?
  /// How old it was when it came, in seconds.
  var age: TimeInterval = 0
  /// The seconds behind its lifetime in which it may be used while it is asked for again.
  var staleWhileRevalidate: TimeInterval = 0
  /// The seconds behind its lifetime in which it may be used where the server cannot be asked.
  var staleIfError: TimeInterval = 0

  /// What is kept longer than this is asked for again, whatever the server says: a day, in seconds.
  static let maximumLifetime: TimeInterval = 86_400
  /// What requests say that all clients say alike; by other fields of `Vary` an answer may be somebody else's.
  private static let commonFields: Set = ["accept", "accept-encoding", "user-agent"]

  /// For how long it may be used without asking from when it came, in seconds, negative where it was stale then; nil where the server
  /// does not say.
  var remaining: TimeInterval? { lifetime.map { min($0 - age, Self.maximumLifetime) } }

  /// Reads the header fields of an answer.
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
