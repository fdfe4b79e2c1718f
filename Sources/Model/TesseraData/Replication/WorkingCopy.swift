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
        try StoreFile.check($0)
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Applies the changes of a transaction, after those before it.
  package func apply(_ changes: [UInt8]) throws(StoreError) {
    do {
      try connection.writeWithoutTransaction { try $0.apply(changes) }
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
