package import Foundation
package import GRDB
import GRDBSQLite

/// What became of a store's file that could not be read.
package struct StoreRecovery: Sendable, Hashable {
  /// Where the damaged file lies now.
  package let damagedFile: URL
  /// How many objects the new file has of it.
  package let rescuedObjects: Int

  package init(damagedFile: URL, rescuedObjects: Int) {
    self.damagedFile = damagedFile
    self.rescuedObjects = rescuedObjects
  }

  /// For people.
  package var message: String {
    "Some of what this widget kept could not be read. \(rescuedObjects) objects were rescued; the damaged file lies at "
      + damagedFile.path
  }
}

/// The file of a store: who may read it, and what happens if it is damaged.
package struct StoreFile {
  package let url: URL

  package init(url: URL) { self.url = url }

  /// SQLite's own files beside it.
  private static let suffixes = ["", "-wal", "-shm"]

  /// Where what is rescued is written, until all of it is there.
  package var rescueFile: StoreFile { StoreFile(url: URL(filePath: url.path + ".rescue")) }

  /// What a file with nothing in it comes to: damage.
  package static let emptied = StoreError.database(code: Int(SQLITE_CORRUPT), message: "the file is empty")

  /// Whether it is there, with nothing in it.
  package var isEmptied: Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int == 0
  }

  /// Makes the folder and the file so that nobody else can read them. A rescue whose last step was not made is ended.
  package func prepare() throws {
    let files = FileManager.default
    if !files.fileExists(atPath: url.path), files.fileExists(atPath: rescueFile.url.path) {
      try files.moveItem(atPath: rescueFile.url.path, toPath: url.path)
    }
    let folder = url.deletingLastPathComponent()
    if !files.fileExists(atPath: folder.path) {
      do {
        try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw StoreError.database(code: Int(SQLITE_CANTOPEN), message: "the folder '\(folder.path)' cannot be made")
      }
    }
    if files.fileExists(atPath: url.path) {
      // SQLite gives its other files the rights of this one.
      for suffix in Self.suffixes where files.fileExists(atPath: url.path + suffix) {
        try? files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path + suffix)
      }
    } else {
      _ = files.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
  }

  /// Opens a file in write-ahead mode, or a database in memory.
  /// - Parameter label: its name in traces.
  package static func makeQueue(at url: URL?, label: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = label
    guard let url else { return try DatabaseQueue(configuration: configuration) }
    configuration.journalMode = .wal
    return try DatabaseQueue(path: url.path, configuration: configuration)
  }

  /// Whether an error says that the file is damaged.
  package static func isDamage(_ error: any Error) -> Bool {
    let code: Int32? =
      switch error {
      case let error as DatabaseError: error.resultCode.primaryResultCode.rawValue
      case StoreError.database(let code, _): Int32(truncatingIfNeeded: code & 0xFF)
      default: nil
      }
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB
  }

  /// Looks through all pages.
  /// - Throws: where one is damaged.
  /// - Complexity: linear in the size of the file; some 2 ms for each megabyte.
  package static func check(_ connection: Database) throws {
    let statement = try RawStatement(connection, "PRAGMA quick_check(1)", isCached: false)
    guard try statement.step() else { return }
    let answer = statement.text(0)
    guard answer != "ok" else { return statement.reset() }
    throw StoreError.database(code: Int(SQLITE_CORRUPT), message: answer)
  }

  /// Removes the file and what belongs to it.
  package func remove() {
    for suffix in Self.suffixes { try? FileManager.default.removeItem(atPath: url.path + suffix) }
  }

  /// Gives the file and what belongs to it another name, with the date and time in it.
  /// - Returns: where it lies then.
  package func setAside(now: Date = Date()) throws -> URL {
    let time = now.formatted(
      .verbatim(
        "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)).\(minute: .twoDigits).\(second: .twoDigits)",
        timeZone: .current, calendar: Calendar(identifier: .gregorian)))
    let name = url.deletingPathExtension().lastPathComponent
    let folder = url.deletingLastPathComponent()
    var target = folder.appending(path: "\(name) damaged \(time).sqlite")
    var count = 1
    while FileManager.default.fileExists(atPath: target.path) {
      count += 1
      target = folder.appending(path: "\(name) damaged \(time) \(count).sqlite")
    }
    // The file itself goes last: as long as it is there, the next start begins anew.
    for suffix in Self.suffixes.reversed() where FileManager.default.fileExists(atPath: url.path + suffix) {
      try FileManager.default.moveItem(atPath: url.path + suffix, toPath: target.path + suffix)
    }
    return target
  }
}

/// Copies what can be read of a damaged file into a new one, row by row.
struct StoreRescue {
  let schema: StoreSchema
  /// The new file.
  let connection: Database

  /// The most rows of a table.
  private static let maximumCount = 1_000_000

  /// - Returns: how many objects there are now.
  func copy(from damaged: URL) -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    guard let source = try? DatabaseQueue(path: damaged.path, configuration: configuration) else { return 0 }
    defer { try? source.close() }
    var count = 0
    source.unsafeRead { old in
      for table in schema.tables {
        count += copy(
          "\"\(table.name)\"", columns: ["$id", "$version", "$entity"] + table.columns.map(\.name), orderedBy: "$id",
          from: old)
      }
      _ = copy("\"$state\"", columns: ["name", "value"], orderedBy: "name", from: old)
      for pairs in schema.pairTables {
        _ = copy("\"\(pairs.name)\"", columns: ["owner", "destination", "position"], orderedBy: "owner", from: old)
      }
    }
    try? raiseCounters()
    return count
  }

  /// Reads from the beginning to the first damage, and then from the end.
  private func copy(_ table: String, columns: [String], orderedBy order: String, from old: Database) -> Int {
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    guard
      let insertion = try? RawStatement(
        connection, "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(places))", isCached: false)
    else { return 0 }
    var count = 0
    for direction in ["ASC", "DESC"] {
      guard
        let reading = try? RawStatement(
          old, "SELECT \(names) FROM \(table) ORDER BY \"\(order)\" \(direction)", isCached: false)
      else { return count }
      do {
        var read = 0
        while read < Self.maximumCount, try reading.step() {
          read += 1
          for index in columns.indices { insertion.bind(column: index, of: reading, at: index + 1) }
          // What is there already came from the other end.
          try insertion.run()
          count += connection.changesCount
        }
        return count
      } catch {
        continue
      }
    }
    return count
  }

  /// New rows and changes count on from the greatest numbers.
  private func raiseCounters() throws {
    for table in schema.tables {
      for (name, column) in [("row", "$id"), ("version", "$version")] {
        try RawStatement(
          connection,
          "UPDATE \"$meta\" SET value = max(value, coalesce((SELECT max(\"\(column)\") FROM \"\(table.name)\"), 0)) "
            + "WHERE name = '\(name)'", isCached: false
        ).run()
      }
    }
  }
}
