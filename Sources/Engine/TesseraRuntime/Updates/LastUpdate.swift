import Foundation
import TesseraComponents
import TesseraExpressions
import TesseraValues

/// What screens read of the last update: `widget.update`, with the `date` of the last one that succeeded, the reason of
/// the last `failure`, and the elements whose requests failed. It is stored with the instance.
final class LastUpdate: Sendable {
  private static let key = "update"
  /// The maximum size of the failures of the last update that are stored, as JSON, in bytes. Longer lists are known until
  /// the widget stops.
  private static let maximumStoredFailures = 4_096

  /// The values that presentations share.
  let shared: SharedContext
  private let state: InstanceState
  private let isStored: Bool

  /// - Parameter isStored: Whether updates are stored. An instance that is only drawn stores nothing.
  init(_ state: InstanceState, isStored: Bool) {
    self.state = state
    self.isStored = isStored
    let stored = state.value(forKey: Self.key, isPersisted: true)
    let date = stored.value(at: "date").number.map { Value.date(Date(timeIntervalSince1970: $0)) } ?? .null
    shared = SharedContext(
      Self.value(date: date, failure: stored.value(at: "failure"), failures: stored.value(at: "failures")))
  }

  private static func value(date: Value, failure: Value, failures: Value) -> Value {
    ["date": date, "failure": failure, "failures": failures.isNull ? [] : failures]
  }

  /// Records the answer to a request for new content.
  func record(_ answer: ProviderAnswer, _ failures: [ElementFailure], at now: Date) {
    let before = shared.value
    let failed = Value.array(failures.map(\.value))
    let after: Value
    switch answer {
    case .skipped: return
    case .failed(let reason):
      after = Self.value(date: before.value(at: "date"), failure: .string(reason), failures: failed)
    case .timeline, .newData, .noData: after = Self.value(date: .date(now), failure: .null, failures: failed)
    }
    shared.set(after, at: ContextPath(nodes: []))
    guard isStored else { return }
    let date = after.value(at: "date").date.map { Value.double($0.timeIntervalSince1970) } ?? .null
    // Long lists are left out: the widget's own state needs the room.
    let isShort = JSONText.text(of: failed).utf8.count <= Self.maximumStoredFailures
    let stored = Self.value(date: date, failure: after.value(at: "failure"), failures: isShort ? failed : [])
    _ = state.setValue(stored, forKey: Self.key, isPersisted: true)
  }

  /// Copies the last update of a former instance.
  func adopt(_ former: LastUpdate) { shared.set(former.shared.value, at: ContextPath(nodes: [])) }
}
