package import TesseraBoard
package import TesseraData
package import TesseraValues

/// Where the update schedules and timelines of widgets are stored.
package protocol UpdateStorage: Sendable {
  /// Returns the schedules of all widgets at the start. Unreadable ones are omitted, so that those widgets are updated
  /// again.
  func schedules() -> [String: (schedule: UpdateSchedule, failure: String?)]

  /// Returns the schedules of the widgets of a board that came from another host.
  func schedules(of board: String) -> [String: (schedule: UpdateSchedule, failure: String?)]

  /// Returns the stored timeline of a widget, and the fingerprint of the documents that it was drawn from.
  func timeline(of id: String) -> (timeline: Value, documents: String)?

  /// Stores the update state of a widget.
  /// - Parameters:
  ///   - timeline: The widget's timeline; nil keeps the stored one.
  ///   - documents: The fingerprint of the documents that the timeline was drawn from; nil keeps the stored one.
  func save(
    _ id: String, _ schedule: UpdateSchedule, failure: String?, timeline: Value?, documents: String?
  ) throws(StoreError)

  /// Removes the state of a widget.
  func remove(_ id: String)

  /// Whether an update must be stored before it begins, because another host could repeat it.
  var persistsBeforeRequest: Bool { get }
}

extension UpdateStore: UpdateStorage {
  package func schedules(of board: String) -> [String: (schedule: UpdateSchedule, failure: String?)] { [:] }

  package var persistsBeforeRequest: Bool { false }
}
