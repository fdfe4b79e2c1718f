package import Foundation
import GRDB
import GRDBSQLite

extension StoreError {
  /// Converts any error of a database or its file.
  package static func of(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError: StoreError(error)
    case _ where DiskSpace.isExhausted(by: error): .diskFull
    // Their descriptions are for programmers.
    case is CocoaError, is POSIXError: .database(code: Int(SQLITE_ERROR), message: error.localizedDescription)
    default: .database(code: Int(SQLITE_ERROR), message: "\(error)")
    }
  }

  /// Converts an error of a database in a file. SQLite does not always say that a failure is due to a full disk, so this
  /// tries to write beside the file.
  package static func of(_ error: any Error, at file: URL) -> StoreError {
    let error = of(error)
    guard error.isOfThisMachine, DiskSpace.isFull(in: file.deletingLastPathComponent()) else { return error }
    return .diskFull
  }

  init(_ error: DatabaseError) {
    self =
      error.resultCode == .SQLITE_FULL
      ? .diskFull
      : .database(code: Int(error.extendedResultCode.rawValue), message: error.message ?? "unknown error")
  }

  /// Whether the disk or the memory of this machine failed, and not what was to be written or read. Another machine may
  /// be able to do it.
  package var isOfThisMachine: Bool {
    switch self {
    case .diskFull: true
    case .database(let code, _): Self.codesOfMachine.contains(Int32(truncatingIfNeeded: code & 0xFF))
    default: false
    }
  }

  private static let codesOfMachine: Set<Int32> = [
    SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_BUSY,
  ]
}

extension DatabaseReader {
  /// Whether the disk of the file is full; false for a database in memory.
  var isOnFullDisk: Bool {
    path.hasPrefix("/") && DiskSpace.isFull(in: URL(filePath: path).deletingLastPathComponent())
  }
}

extension Database {
  /// Returns the error of an operation of SQLite that failed.
  func failure(_ code: Int32, _ message: String) -> StoreError {
    code & 0xFF == SQLITE_FULL || isDiskFull(code) ? .diskFull : .database(code: Int(code), message: message)
  }

  /// Returns an error with the cause that the system told SQLite, such as a quota that is used up.
  func withCause(_ error: any Error) -> any Error {
    guard let failure = error as? DatabaseError, isDiskFull(failure.extendedResultCode.rawValue) else { return error }
    return StoreError.diskFull
  }

  private func isDiskFull(_ code: Int32) -> Bool {
    [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
      && DiskSpace.isExhaustion(sqlite3_system_errno(sqliteConnection))
  }
}
