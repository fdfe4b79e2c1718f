import Foundation
import GRDB
package import TesseraBoard
package import TesseraData
package import TesseraValues

/// Keeps when widgets are asked for fresh content, and what they show until then.
///
/// All of it can be had again by asking, so that a file that is damaged is begun anew.
package final class UpdateStore: Sendable {
  private let connection: DatabaseQueue
  /// Whether the file was damaged, so that it was begun anew.
  package let isRenewed: Bool

  /// - Parameter location: a file, which is made if it is not there.
  /// - Throws: ``StoreError/database(code:message:)`` where nothing can be kept there.
  package init(location: StoreLocation) throws(StoreError) {
    do {
      switch location {
      case .memory: (connection, isRenewed) = (try Self.open(nil), false)
      case .file(let url):
        let file = StoreFile(url: url)
        try file.prepare()
        do {
          (connection, isRenewed) = (try Self.open(url), false)
        } catch  where StoreFile.isDamage(error) {
          file.remove()
          try file.prepare()
          (connection, isRenewed) = (try Self.open(url), true)
        }
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  private static func open(_ url: URL?) throws -> DatabaseQueue {
    let connection = try StoreFile.makeQueue(at: url, label: "tessera.updates")
    try connection.write { database in
      if url != nil { try StoreFile.check(database) }
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS widget (
            id TEXT PRIMARY KEY, schedule BLOB NOT NULL, timeline BLOB, failure TEXT, documents TEXT);
          """)
    }
    return connection
  }

  /// What is known of all widgets' updates. What cannot be read is left out: those widgets are asked anew.
  func schedules() -> [String: (schedule: UpdateSchedule, failure: String?)] {
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

  /// What a widget shows when, as it was kept, and the fingerprint of the documents by which it was drawn.
  package func timeline(of id: String) -> (timeline: Value, documents: String)? {
    let row = try? connection.read {
      try Row.fetchOne($0, sql: "SELECT timeline, documents FROM widget WHERE id = ?", arguments: [id])
    }
    guard let row, let data = row["timeline"] as Data?,
      let timeline = try? Value.parseJSON(data, limits: Self.limits)
    else { return nil }
    return (timeline, row["documents"] ?? "")
  }

  /// Timelines are ours, and large.
  private static let limits = JSONLimits(bytes: 64 << 20, depth: 128, nodes: 4_000_000)

  /// Keeps what is known of a widget.
  /// - Parameters:
  ///   - timeline: what it shows when; nil for what was kept before.
  ///   - documents: the fingerprint of the documents by which that is drawn.
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
      try connection.write { database in
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

  /// What people are told where nothing can be kept.
  package static func refusal(_ error: StoreError) -> Diagnostic {
    Diagnostic(
      .warning, rule: "store-unavailable",
      message: "When widgets are updated cannot be kept, and is asked anew after a restart: \(error.diagnostic.message)"
    )
  }

  /// Forgets a widget.
  package func remove(_ id: String) {
    try? connection.write { try $0.execute(sql: "DELETE FROM widget WHERE id = ?", arguments: [id]) }
  }
}
