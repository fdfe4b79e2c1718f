import Foundation
import GRDB
import Synchronization
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraData

@Suite("A full disk")
struct FullDiskTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

  private static let tables = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
    INSERT INTO note VALUES (1, 'a');
    """

  /// The changes that a large note makes.
  private static func changes() throws -> [UInt8] {
    let journal = MemoryJournal()
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: tables)
      try database.performTransaction(persistedIn: journal) {
        try database.execute(sql: "INSERT INTO note VALUES (2, ?)", arguments: [String(repeating: "x", count: 1 << 20)])
      }
    }
    return try #require(journal.state.withLock { $0.changes.first })
  }

  private func withFolder(_ body: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try body()
  }

  /// Lets a database grow no further, as a full disk does.
  private static func stop(_ database: Database) throws {
    let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    try database.execute(sql: "PRAGMA max_page_count = \(count + 2)")
  }

  @Test func `changes of another host are refused as a whole, with the reason, and the database goes on`() throws {
    try withFolder {
      let queue = try StoreFile.makeQueue(at: folder.appending(path: "a.sqlite"), label: "test")
      let changes = try Self.changes()
      try queue.writeWithoutTransaction {
        try $0.execute(sql: Self.tables)
        try Self.stop($0)
      }
      #expect(throws: StoreError.diskFull) { try queue.writeWithoutTransaction { try $0.apply(changes) } }
      #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT id FROM note") } == [1])
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA max_page_count = 65536")
        try $0.apply(changes)
      }
      #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT id FROM note ORDER BY id") } == [1, 2])
    }
  }

  @Test func `a transaction that does not fit is refused, and nothing of it is kept elsewhere`() throws {
    try withFolder {
      let journal = MemoryJournal()
      let queue = try StoreFile.makeQueue(at: folder.appending(path: "a.sqlite"), label: "test")
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: Self.tables)
        try Self.stop(database)
        let error = #expect(throws: (any Error).self) {
          try database.performTransaction(persistedIn: journal) {
            try database.execute(
              sql: "INSERT INTO note VALUES (2, ?)", arguments: [String(repeating: "x", count: 1 << 20)])
          }
        }
        let failure = error.map(StoreError.of)
        #expect(failure == .diskFull)
      }
      #expect(journal.state.withLock { $0.changes.isEmpty && !$0.isInvalid })
    }
  }

  @Test(
    arguments: [
      (POSIXError(.ENOSPC) as any Error, true), (POSIXError(.EDQUOT), true), (CocoaError(.fileWriteOutOfSpace), true),
      (CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EDQUOT)]), true),
      (DatabaseError(resultCode: .SQLITE_FULL), true), (POSIXError(.EACCES), false),
      (CocoaError(.fileWriteNoPermission), false), (DatabaseError(resultCode: .SQLITE_CORRUPT), false),
    ] as [(any Error, Bool)])
  func `errors of files and databases name it`(_ error: any Error, isFull: Bool) {
    #expect((StoreError.of(error) == .diskFull) == isFull)
  }

  @Test func `a file that cannot be written for lack of room says so`() throws {
    // Every write to this device finds no room.
    let device = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
    let error = #expect(throws: (any Error).self) { try device.write(contentsOf: Data([1])) }
    let failure = error.map(StoreError.of)
    #expect(failure == .diskFull)
  }

  @Test func `it is a failure of this machine, and damage is none`() {
    #expect(StoreError.diskFull.isOfThisMachine)
    #expect(StoreError.of(DatabaseError(resultCode: .SQLITE_IOERR)).isOfThisMachine)
    #expect(!StoreError.of(DatabaseError(resultCode: .SQLITE_CORRUPT)).isOfThisMachine)
    #expect(!StoreError.notPersisted(reason: "x").isOfThisMachine)
    #expect(StoreError.diskFull.diagnostic.rule == "disk-full")
    #expect(StoreError.diskFull.diagnostic.message == "The disk is full")
  }

  @Test(
    arguments: [
      (DatabaseError(resultCode: .SQLITE_FULL), true), (DatabaseError(resultCode: .SQLITE_BUSY), false),
      (CocoaError(.fileWriteOutOfSpace), true), (CocoaError(.fileWriteNoPermission), false),
      (POSIXError(.ENOSPC), true), (POSIXError(.EDQUOT), true), (POSIXError(.EROFS), false),
      (CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EDQUOT)]), true),
    ] as [(any Error, Bool)])
  func `is known, however the system tells it`(error: any Error, isFull: Bool) {
    #expect((StoreError.of(error) == .diskFull) == isFull)
  }

  @Test func `a disk with room takes the probe, which leaves nothing behind`() throws {
    try withFolder {
      #expect(DiskSpace.failure(in: folder) == nil)
      #expect(!DiskSpace.isFull(in: folder))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == [])
    }
  }

  @Test func `a folder that is gone, or is none, takes no probe, but is not full`() throws {
    #expect(DiskSpace.failure(in: folder) == ENOENT)
    #expect(!DiskSpace.isFull(in: folder))
    try withFolder {
      let file = folder.appending(path: "file")
      try Data().write(to: file)
      #expect(DiskSpace.failure(in: file) == ENOTDIR)
      #expect(!DiskSpace.isFull(in: file))
    }
  }
}
