package import Foundation
package import TesseraValues

/// The age and state of a widget's content.
package struct Freshness: Sendable, Hashable {
  /// The time of the last successful update; nil if there was none.
  package var updated: Date?
  /// The time at which the content becomes stale; nil if it never does.
  package var staleDate: Date?
  /// The reason why the last update failed; nil if it succeeded.
  package var failure: String?
  /// Whether the widget's process is not running.
  package var isStopped = false
  /// Whether an update is in progress.
  package var isUpdating = false
  /// Whether the widget has content.
  package var hasContent = true

  /// The state as sent to clients, with dates in milliseconds since 1970.
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
