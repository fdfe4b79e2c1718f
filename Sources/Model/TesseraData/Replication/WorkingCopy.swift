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

  /// Calls a closure with the content of the file, which stores may have open. They cannot write meanwhile, and fail if
  /// that takes as long as ``busyMode`` says.
  /// - Parameter limit: The maximum size of the file with its write-ahead log, in bytes. A larger one is not read.
  /// - Throws: ``StoreError`` if the file does not exist, is too large, or cannot be read, and what the closure throws.
  package func withContent(
    upTo limit: Int, _ body: ([UInt8]) throws(StoreError) -> Void
  ) throws(StoreError) {
    let size = size
    // SQLite would make a file that does not exist.
    guard size > 0, size <= limit else {
      throw .notPersisted(
        reason: "the file '\(url.lastPathComponent)' does not exist, or is too large: \(size >> 20) MB")
    }
    do {
      var configuration = Configuration()
      configuration.label = "tessera.moving"
      configuration.busyMode = Self.busyMode
      let connection = try DatabaseQueue(path: url.path, configuration: configuration)
      defer { try? connection.close() }
      try connection.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try body(database.content())
          return .commit
        }
      }
    } catch {
      throw StoreError.of(error)
    }
  }
}

/// A database file that is made of the content and changes of its replica.
package struct WorkingCopy {
  private let connection: DatabaseQueue
  private let file: URL

  /// Writes a file in place of a former one, and opens it.
  /// - Parameter content: The database as a file; nil for an empty one.
  /// - Throws: ``StoreError/diskFull``, and other errors if the file cannot be written or the content is damaged.
  package init(of file: URL, content: [UInt8]?) throws(StoreError) {
    let storeFile = StoreFile(url: file)
    storeFile.remove()
    self.file = file
    do {
      try storeFile.prepare()
      if let content { try Data(content).write(to: file) }
      connection = try StoreFile.makeQueue(at: file, label: "tessera.restoring")
      try connection.writeWithoutTransaction {
        try $0.useAsWorkingCopy()
        try StoreFile.check($0)
      }
    } catch {
      throw StoreError.of(error, at: file)
    }
  }

  /// Applies the changes of transactions, after those before them.
  /// - Returns: How many were applied: all, or those before the first that does not fit.
  package func apply(_ transactions: [[UInt8]]) throws(StoreError) -> Int {
    do {
      return try connection.writeWithoutTransaction { try $0.apply(transactions) }
    } catch {
      throw StoreError.of(error, at: file)
    }
  }

  /// Closes the file, so that the store can open it.
  package func close() throws(StoreError) {
    do {
      try connection.close()
    } catch {
      throw StoreError.of(error, at: file)
    }
  }
}
