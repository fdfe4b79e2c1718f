package import Foundation
package import TesseraValues

/// How fresh what a widget shows is.
package struct Freshness: Sendable, Hashable {
  /// When it was last known to be right; nil if it never was.
  package var updated: Date?
  /// From when on it counts as old; nil for never.
  package var staleDate: Date?
  /// Why the last try failed; nil where it did not.
  package var failure: String?
  /// Whether its process is not there.
  package var isStopped = false
  /// Whether it is being asked.
  package var isUpdating = false
  /// Whether there is anything to show.
  package var hasContent = true

  /// As pages are told: dates in milliseconds since 1970.
  package var value: Value {
    func milliseconds(_ date: Date) -> Value { .integer(Int64((date.timeIntervalSince1970 * 1000).rounded())) }
    var members: [String: Value] = [:]
    if let updated { members["updated"] = milliseconds(updated) }
    if let staleDate { members["stale"] = milliseconds(staleDate) }
    if let failure { members["failure"] = .string(failure) }
    if isStopped { members["isStopped"] = true }
    if isUpdating { members["isUpdating"] = true }
    if !hasContent { members["isEmpty"] = true }
    return .dictionary(members)
  }
}
