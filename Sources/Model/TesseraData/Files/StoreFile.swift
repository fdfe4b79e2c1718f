package import Foundation
package import GRDB
import GRDBSQLite

/// The result of recovering a damaged store file.
package struct StoreRecovery: Sendable, Hashable {
  /// The current location of the damaged file.
  package let damagedFile: URL
  /// The number of objects copied to the new file.
  package let rescuedObjects: Int

  /// A message for display.
  package var message: String {
    "Some of this widget's data could not be read. \(rescuedObjects) objects were recovered; the damaged file is at "
      + damagedFile.path
  }
}

/// The file of a store, with its permissions and its recovery after damage.
package struct StoreFile {
  package let url: URL

  package init(url: URL) { self.url = url }

  /// The suffixes of the database file and SQLite's accompanying files.
  private static let suffixes = ["", "-wal", "-shm"]

  /// The temporary file for recovered data, until the recovery is complete.
  private var rescueFile: StoreFile { StoreFile(url: URL(filePath: url.path + ".rescue")) }

  /// The error for an empty file, which counts as damaged.
  private static let emptied = StoreError.database(code: Int(SQLITE_CORRUPT), message: "the file is empty")

  /// Whether the file exists and is empty.
  private var isEmptied: Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int == 0
  }

  /// The size of the file with its write-ahead log, in bytes; 0 if it does not exist.
  package var size: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      sum + ((try? FileManager.default.attributesOfItem(atPath: url.path + suffix))?[.size] as? Int ?? 0)
    }
  }

  /// Creates the folder and the file with access for the current user only. Completes a recovery whose last step is
  /// missing.
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
        throw StoreError.database(code: Int(SQLITE_CANTOPEN), message: "the folder '\(folder.path)' cannot be created")
      }
    }
    if files.fileExists(atPath: url.path) {
      // SQLite gives its accompanying files the permissions of the database file.
      for suffix in Self.suffixes where files.fileExists(atPath: url.path + suffix) {
        try? files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path + suffix)
      }
    } else {
      _ = files.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
  }

  /// How statements wait for other connections to the same file, such as the last one of a former server, which locks
  /// the file while it closes.
  package static let busyMode = Database.BusyMode.timeout(5)

  /// Opens a file in WAL mode, or a database in memory.
  ///
  /// - Parameters:
  ///   - url: The file, or nil for a database in memory.
  ///   - label: The name of the connection in traces.
  package static func makeQueue(at url: URL?, label: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = label
    configuration.busyMode = busyMode
    guard let url else { return try DatabaseQueue(configuration: configuration) }
    configuration.journalMode = .wal
    return try DatabaseQueue(path: url.path, configuration: configuration)
  }

  /// Reads a copy of the file, which may be in a folder that cannot be written: SQLite has to write beside a file that it
  /// reads.
  package func readTemporaryCopy<Result>(label: String, _ body: (DatabaseQueue) throws -> Result) throws -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let copy = folder.appending(path: url.lastPathComponent)
    for suffix in ["", "-wal"] where files.fileExists(atPath: url.path + suffix) {
      try files.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path + suffix)
    }
    let connection = try Self.makeQueue(at: copy, label: label)
    defer { try? connection.close() }
    return try body(connection)
  }

  // MARK: Damage

  /// Opens the database at a location, with a recovery if its file is damaged.
  ///
  /// - Parameters:
  ///   - isEmptyDamage: Whether an existing empty file counts as damaged. SQLite would accept it as a new database.
  ///   - journal: Keeps the content elsewhere; a damaged file is then not recovered, because the other place has the
  ///     damage, too.
  ///   - open: Opens the database in a file, or in memory for nil.
  ///   - recover: Makes the file usable. The result describes what it did.
  /// - Returns: The database, and the result of the recovery if there was one.
  package static func open<Connection, Recovery>(
    at location: StoreLocation, isEmptyDamage: Bool = false, journal: (any StoreJournal)? = nil,
    open: (URL?) throws -> Connection, recover: (StoreFile) throws -> Recovery
  ) throws -> (Connection, Recovery?) {
    guard case .file(let url) = location else { return (try open(nil), nil) }
    if let journal {
      do {
        return (try open(url), nil)
      } catch {
        journal.abandonCopy()
        throw error
      }
    }
    let file = StoreFile(url: url)
    let isEmptied = isEmptyDamage && file.isEmptied
    try file.prepare()
    do {
      guard !isEmptied else { throw emptied }
      return (try open(url), nil)
    } catch  where isDamage(error) {
      let recovery = try recover(file)
      try file.prepare()
      return (try open(url), recovery)
    }
  }

  /// Replaces the damaged file by a new one with all that can be read, and sets the damaged one aside.
  ///
  /// The damaged file keeps its name until the copy is complete. If the process ends before that, the next start tries
  /// again.
  /// - Parameters:
  ///   - open: Opens a database in a new file.
  ///   - copy: Copies what can be read, and returns the number of objects.
  package func rescue(
    open: (URL) throws -> any DatabaseWriter, copy: (any DatabaseWriter) throws -> Int
  ) throws -> StoreRecovery {
    let rescue = rescueFile
    rescue.remove()
    try rescue.prepare()
    let connection = try open(rescue.url)
    let count = try copy(connection)
    try connection.close()
    return StoreRecovery(damagedFile: try setAside(), rescuedObjects: count)
  }

  /// Returns whether an error indicates a damaged file.
  package static func isDamage(_ error: any Error) -> Bool {
    let code: Int32? =
      switch error {
      case let error as DatabaseError: error.resultCode.primaryResultCode.rawValue
      case StoreError.database(let code, _): Int32(truncatingIfNeeded: code & 0xFF)
      default: nil
      }
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB
  }

  /// Checks all pages of a database.
  ///
  /// - Throws: An error if a page is damaged.
  /// - Complexity: O(*n*) in the size of the file; about 2 ms per megabyte.
  package static func check(_ connection: Database) throws {
    let statement = try RawStatement(connection, "PRAGMA quick_check(1)", isCached: false)
    guard let answer = try statement.firstRow({ statement.text(0) }), answer != "ok" else { return }
    throw StoreError.database(code: Int(SQLITE_CORRUPT), message: answer)
  }

  /// Removes the file and its accompanying files.
  package func remove() {
    for suffix in Self.suffixes { try? FileManager.default.removeItem(atPath: url.path + suffix) }
  }

  /// Renames the file and its accompanying files, adding the date and time.
  ///
  /// - Returns: The new location.
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
    // The database file is moved last: as long as it exists, the next start begins the recovery again.
    for suffix in Self.suffixes.reversed() where FileManager.default.fileExists(atPath: url.path + suffix) {
      try FileManager.default.moveItem(atPath: url.path + suffix, toPath: target.path + suffix)
    }
    return target
  }
}

/// Copies the readable rows of a damaged file to a new one.
struct StoreRescue {
  let schema: StoreSchema
  /// The connection to the new file.
  let connection: Database

  /// The maximum number of rows of a table that are rescued from damaged data. Further ones are lost.
  private static let maximumCount = 1_000_000

  /// - Returns: The number of objects copied.
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
      _ = copy("\"$event\"", columns: ["page", "batch", "event"], orderedBy: "rowid", from: old)
      for pairs in schema.pairTables {
        _ = copy("\"\(pairs.name)\"", columns: ["owner", "destination", "position"], orderedBy: "owner", from: old)
      }
    }
    try? raiseCounters()
    return count
  }

  /// Copies rows from the start up to the first damaged page, and then from the end.
  private func copy(_ table: String, columns: [String], orderedBy order: String, from old: Database) -> Int {
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let placeholders = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    guard
      let insertion = try? RawStatement(
        connection, "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(placeholders))", isCached: false)
    else { return 0 }
    var count = 0
    for direction in ["ASC", "DESC"] {
      guard
        let reading = try? RawStatement(
          old, "SELECT \(names) FROM \(table) ORDER BY \"\(order)\" \(direction) LIMIT \(Self.maximumCount)",
          isCached: false)
      else { return count }
      do {
        try reading.forEachRow {
          for index in columns.indices { insertion.bind(column: index, of: reading, at: index + 1) }
          // `INSERT OR IGNORE` skips rows that were already copied from the other end.
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

  /// Raises the counters, so that new row IDs and versions continue after the highest existing ones.
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
