package import Foundation
import GRDB

extension StoreFile {
  /// Returns the content of the file, with what is in its write-ahead log.
  package func content() throws(StoreError) -> [UInt8] {
    do {
      return try readInPlace(label: "tessera.reading") { try $0.content() }
    } catch {
      throw StoreError.of(error)
    }
  }
}

/// A database file that is made of content and changes that are kept elsewhere.
package struct WorkingCopy {
  private let connection: DatabaseQueue

  /// Writes a file in place of a former one, and opens it.
  /// - Parameter content: The database as a file; nil for an empty one.
  package init(of file: URL, content: [UInt8]?) throws(StoreError) {
    let storeFile = StoreFile(url: file)
    storeFile.remove()
    do {
      try storeFile.prepare()
      if let content { try Data(content).write(to: file) }
      connection = try StoreFile.makeQueue(at: file, label: "tessera.restoring")
      try connection.writeWithoutTransaction {
        try $0.useAsWorkingCopy()
        // The changes contain what foreign keys made the other host delete. This has no effect in a transaction.
        try $0.execute(sql: "PRAGMA foreign_keys = OFF")
        try StoreFile.check($0)
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Applies the changes of several transactions, after those before them. They are one transaction here: each by itself
  /// costs many times as much.
  /// - Returns: How many were applied: all, or those before the first that does not fit.
  package func apply(_ transactions: [[UInt8]]) throws(StoreError) -> Int {
    do {
      var count = 0
      try connection.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          for changes in transactions {
            do {
              try database.apply(changes)
            } catch StoreError.misfit {
              break
            }
            count += 1
          }
          return .commit
        }
      }
      return count
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Closes the file, so that the store can open it.
  package func close() throws(StoreError) {
    do {
      try connection.close()
    } catch {
      throw StoreError.of(error)
    }
  }
}
