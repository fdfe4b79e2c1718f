import Foundation
import TesseraData
import TesseraPostgreSQL

/// Makes the working copy of a database from what is persisted.
struct Restoration {
  let store: String
  let connection: JournalConnection

  /// What was read.
  struct Result {
    /// The number of the last change.
    var last: Int64 = 0
    var hasContent = false
    /// The number of the last change that the content contains.
    var contentNumber: Int64 = 0
    /// The size of the changes after the content, in bytes, as they are persisted.
    var changeSize = 0
    var changeCount = 0
    /// The size of the content, in bytes, as it is persisted.
    var contentSize = 0
    /// What is damaged, so that nothing may be written; nil if all could be read. The working copy is that before the
    /// damage.
    var damage: String?
  }

  /// Reads content and changes into a file, in place of what it contains.
  /// - Throws: ``StoreError/notPersisted(reason:)`` if the database cannot be read, or if the content is damaged: what
  ///   would be made of it must not take its place. ``StoreError/diskFull`` and other failures of this machine say
  ///   nothing about what is persisted.
  func restore(to file: URL) throws(StoreError) -> Result {
    var result = Result()
    let content = try readContent(&result)
    let copy: WorkingCopy
    do throws(StoreError) {
      copy = try WorkingCopy(of: file, content: content)
    } catch {
      throw content == nil || error.isOfThisMachine ? error : damaged()
    }
    try applyChanges(to: copy, &result)
    try copy.close()
    connection.recordRestoration(isDamaged: result.damage != nil)
    return result
  }

  private func readContent(_ result: inout Result) throws(StoreError) -> [UInt8]? {
    guard let latest = try rows(JournalStatements.latestContent, [.text(store)]).first else { return nil }
    let number = try value { () throws(PostgresError) in try latest.integer("seq") }
    let parts = try value { () throws(PostgresError) in try latest.integer("parts") }
    result.hasContent = true
    result.contentNumber = number
    result.last = number
    var content: [UInt8] = []
    for part in 0..<parts {
      let row = try rows(JournalStatements.part, [.text(store), .integer(number), .integer(part)]).first
      guard let sealed = try value({ () throws(PostgresError) in try row?.bytes("bytes") }),
        let bytes = connection.cipher.open(
          sealed, as: JournalConnection.context(of: store, content: number, part: Int(part), of: Int(parts)))
      else { throw damaged() }
      result.contentSize += sealed.count
      content += bytes
    }
    return content
  }

  private func damaged() -> StoreError {
    connection.recordRestoration(isDamaged: true)
    return .notPersisted(reason: "in the cluster, the content of '\(store)' is damaged; restore it from a backup")
  }

  /// Applies the changes up to the first damage.
  private func applyChanges(to copy: WorkingCopy, _ result: inout Result) throws(StoreError) {
    while result.damage == nil {
      let rows = try rows(JournalStatements.changes, [.text(store), .integer(result.last)])
      if rows.isEmpty { return }
      let (changes, damage) = try open(rows, after: result.last)
      // Empty ones stand before content.
      let fitting = changes.filter { !$0.bytes.isEmpty }
      let count = try copy.apply(fitting.map(\.bytes))
      let misfit = count < fitting.count ? fitting[count].number : nil
      for change in changes.prefix(while: { $0.number != misfit }) {
        result.last = change.number
        result.changeSize += change.size
        result.changeCount += 1
      }
      result.damage = misfit.map { "the change \($0) does not fit" } ?? damage
    }
  }

  private struct Change {
    let number: Int64
    let bytes: [UInt8]
    /// As it is persisted, in bytes.
    let size: Int
  }

  /// Returns the changes before the first damage, and what is damaged.
  private func open(
    _ rows: [PostgresRow], after last: Int64
  ) throws(StoreError) -> (changes: [Change], damage: String?) {
    var changes: [Change] = []
    for row in rows {
      let number = try value { () throws(PostgresError) in try row.integer("seq") }
      let sealed = try value { () throws(PostgresError) in try row.bytes("change") }
      let expected = last + Int64(changes.count) + 1
      guard number == expected else { return (changes, "the change \(expected) is missing") }
      guard let bytes = connection.cipher.open(sealed, as: JournalConnection.context(of: store, change: number)) else {
        return (changes, "the change \(number) is damaged")
      }
      changes.append(Change(number: number, bytes: bytes, size: sealed.count))
    }
    return (changes, nil)
  }

  private func rows(_ sql: String, _ parameters: [PostgresValue]) throws(StoreError) -> [PostgresRow] {
    try value { () throws(PostgresError) in
      try connection.pool.run(sql, parameters, before: .now + JournalConnection.timeout).rows
    }
  }

  private func value<Value>(_ body: () throws(PostgresError) -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch {
      throw .notPersisted(reason: error.reason)
    }
  }
}
