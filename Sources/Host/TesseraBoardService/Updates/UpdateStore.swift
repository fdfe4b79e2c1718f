import Foundation
import GRDB
package import TesseraBoard
package import TesseraData
package import TesseraValues

/// Stores the update schedules and timelines of widgets.
///
/// All of it can be obtained again from the widgets, so a damaged file is replaced by an empty one.
package final class UpdateStore: Sendable {
  private let connection: DatabaseQueue
  private let journal: (any StoreJournal)?
  /// Whether a damaged file was replaced.
  package let isRenewed: Bool

  /// The name of the file in a data folder.
  package static let fileName = "updates.sqlite"
  /// The version of the file that this program writes.
  package static let version = 0

  /// - Parameters:
  ///   - location: The file, which is created if it does not exist.
  ///   - replication: Keeps the schedules elsewhere as well; nil if the file is the only place.
  /// - Throws: ``StoreError`` if the store cannot be opened, or if a later version of Tessera wrote it.
  package init(location: StoreLocation, replication: (any StoreReplication)? = nil) throws(StoreError) {
    let journal = try location.journal(in: replication)
    self.journal = journal
    do {
      let (connection, recovery): (DatabaseQueue, Void?) = try StoreFile.open(at: location, journal: journal) {
        try Self.open($0, journal)
      } recover: {
        $0.remove()
      }
      self.connection = connection
      isRenewed = recovery != nil
    } catch {
      throw StoreError.of(error)
    }
  }

  static func open(_ url: URL?, _ journal: (any StoreJournal)?) throws -> DatabaseQueue {
    let connection = try StoreFile.makeQueue(at: url, label: "tessera.updates")
    let tables = try connection.writeWithoutTransaction { database in
      if journal != nil { try database.useAsWorkingCopy() }
      return try database.tableVersion()
    }
    try connection.write { database in
      if url != nil {
        try StoreFile.check(database)
        try StoreFile.check(database, version: Self.version)
      }
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS widget (
            id TEXT PRIMARY KEY, schedule BLOB NOT NULL, timeline BLOB, failure TEXT, documents TEXT);
          """)
      // The first files had no column for the documents.
      if try !database.columns(in: "widget").contains(where: { $0.name == "documents" }) {
        try database.execute(sql: "ALTER TABLE widget ADD COLUMN documents TEXT")
      }
    }
    try connection.writeWithoutTransaction { try $0.persistContent(in: journal, since: tables) }
    return connection
  }

  private func write(_ body: (Database) throws -> Void) throws {
    defer { connection.persistContentIfWanted(in: journal) }
    try connection.writeWithoutTransaction { database in
      try database.performTransaction(persistedIn: journal) { try body(database) }
    }
  }

  /// Returns the schedules of all widgets. Unreadable ones are omitted, so that those widgets are updated again.
  package func schedules() -> [String: (schedule: UpdateSchedule, failure: String?)] {
    let rows = try? connection.read { try Row.fetchAll($0, sql: "SELECT id, schedule, failure FROM widget") }
    var schedules: [String: (schedule: UpdateSchedule, failure: String?)] = [:]
    for row in rows ?? [] {
      guard let schedule = try? JSONDecoder().decode(UpdateSchedule.self, from: row["schedule"] as Data) else {
        continue
      }
      schedules[row["id"]] = (schedule, row["failure"])
    }
    return schedules
  }

  /// Returns the stored timeline of a widget, and the fingerprint of the documents that it was drawn from.
  package func timeline(of id: String) -> (timeline: Value, documents: String)? {
    let row = try? connection.read {
      try Row.fetchOne($0, sql: "SELECT timeline, documents FROM widget WHERE id = ?", arguments: [id])
    }
    guard let row, let data = row["timeline"] as Data?,
      let timeline = try? Value.parseJSON(data, limits: Self.limits)
    else { return nil }
    return (timeline, row["documents"] ?? "")
  }

  /// The limits for reading a stored timeline, which this program has written. A larger one is made anew.
  private static let limits = JSONLimits(bytes: 64 << 20, depth: 128, nodes: 4_000_000)

  /// Stores the update state of a widget.
  /// - Parameters:
  ///   - timeline: The widget's timeline; nil keeps the stored one.
  ///   - documents: The fingerprint of the documents that the timeline was drawn from; nil keeps the stored one.
  package func save(
    _ id: String, _ schedule: UpdateSchedule, failure: String?, timeline: Value? = nil, documents: String? = nil
  ) throws(StoreError) {
    do {
      let schedule = try JSONEncoder().encode(schedule)
      var document: Data?
      if let timeline {
        var bytes: [UInt8] = []
        JSONText.write(timeline, into: &bytes)
        document = Data(bytes)
      }
      try write { database in
        try database.execute(
          sql: """
            INSERT INTO widget (id, schedule, timeline, failure, documents) VALUES (?, ?, ?, ?, ?)
              ON CONFLICT (id) DO UPDATE SET schedule = excluded.schedule, failure = excluded.failure,
                timeline = ifnull(excluded.timeline, timeline), documents = ifnull(excluded.documents, documents)
            """, arguments: [id, schedule, document, failure, documents])
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Returns the warning for the user if update states cannot be stored.
  package static func refusal(_ error: StoreError) -> Diagnostic {
    Diagnostic(
      .warning, rule: "store-unavailable",
      message:
        "Update schedules cannot be stored, so all widgets are updated after a restart: \(error.diagnostic.message)"
    )
  }

  /// Removes the state of a widget.
  package func remove(_ id: String) {
    try? write { try $0.execute(sql: "DELETE FROM widget WHERE id = ?", arguments: [id]) }
  }
}
