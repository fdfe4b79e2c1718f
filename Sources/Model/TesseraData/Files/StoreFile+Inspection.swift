import Foundation
package import GRDB
import GRDBSQLite

extension StoreFile {
  /// What a look at a file shows.
  package struct Inspection: Sendable, Hashable {
    /// The version that the file's owner gave it: SQLite's `user_version`.
    package let version: Int
    /// The version of the table layout, if this is the store of a widget; otherwise nil.
    package let layoutVersion: Int?
  }

  /// The version of the table layout in the stores of widgets that this program writes.
  package static var layoutVersion: Int { Int(SchemaInstaller.format) ?? 0 }

  /// Checks the file where it is, without changing it, also while a server uses it.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read, or is damaged.
  /// - Complexity: O(*n*) in the size of the file; about 2 ms per megabyte.
  package func inspect() throws(StoreError) -> Inspection {
    do {
      return try readInPlace(label: "tessera.inspection") { database in
        try Self.check(database)
        return Inspection(
          version: try Self.version(of: database),
          layoutVersion: try database.tableExists("$meta")
            ? Int.fetchOne(database, sql: "SELECT CAST(value AS INTEGER) FROM \"$meta\" WHERE name = 'format'") : nil)
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  private static func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  /// Refuses a file that a later version of Tessera wrote.
  /// - Parameter version: The version of the file that this program writes.
  /// - Throws: ``StoreError/laterFormat(_:)``.
  package static func check(_ database: Database, version: Int) throws {
    let found = try self.version(of: database)
    guard found <= version else { throw StoreError.laterFormat(found) }
  }

  /// Reads the file where it is. Nothing is written to it, nor beside it.
  ///
  /// - Throws: An error if the file does not exist, is empty, or cannot be read, and what the closure throws.
  package func readInPlace<Result>(label: String, _ body: (Database) throws -> Result) throws -> Result {
    // SQLite would take an empty file for a new database.
    guard try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int != 0 else {
      throw StoreError.database(code: Int(SQLITE_CORRUPT), message: "the file is empty")
    }
    guard !hasLog else { return try read(url.path, label, body) }
    do {
      // No process has the file open. SQLite would make a log to read it, and leave the log behind.
      return try read(url.absoluteString + "?immutable=1", label, body)
    } catch  where hasLog {
      // A server has opened the file meanwhile, and may have changed it while it was read.
      return try read(url.path, label, body)
    }
  }

  /// Whether there is a write-ahead log, which a process has made that uses the file, or that was killed.
  private var hasLog: Bool { FileManager.default.fileExists(atPath: url.path + "-wal") }

  private func read<Result>(_ path: String, _ label: String, _ body: (Database) throws -> Result) throws -> Result {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = label
    configuration.busyMode = Self.busyMode
    let connection = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? connection.close() }
    return try connection.read(body)
  }
}
