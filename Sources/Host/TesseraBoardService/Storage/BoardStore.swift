package import Foundation
import GRDB
import Synchronization
package import TesseraBoard
package import TesseraData
package import TesseraValues

/// Stores boards and their undo history.
///
/// Each change is one transaction, which is on disk when the call returns. A damaged file is renamed with the current
/// date, and its readable content is copied. An unreadable board is moved to the table `setAside`.
package final class BoardStore: Sendable {
  private let connection: DatabaseQueue
  private let journal: (any StoreJournal)?
  /// The result of the recovery, if the file was damaged.
  package let recovery: StoreRecovery?
  /// What a recovery rescued, and where the damaged file is; nil if the file was not damaged.
  package var recoveryWarning: Diagnostic? {
    recovery.map {
      Diagnostic(
        .warning, rule: "store-damaged",
        message: "The file of the boards could not be read. \($0.rescuedObjects) boards were recovered; "
          + "the damaged file is at \($0.damagedFile.path)")
    }
  }
  /// The reason why nothing can be stored; nil if the store works.
  package let problem: StoreError?
  /// Whether changes are rejected because nothing can be stored.
  private let isSealed = Mutex(false)

  /// The kind of a change, which determines the undo history.
  package enum Change: Sendable {
    /// A change that cannot be undone.
    case none
    case edit, undo, redo
  }

  /// - Parameters:
  ///   - location: The file, which is created if it does not exist.
  ///   - replication: Keeps the boards elsewhere as well; nil if the file is the only place.
  /// - Throws: ``StoreError`` if the store cannot be opened.
  package init(location: StoreLocation, replication: (any StoreReplication)? = nil) throws(StoreError) {
    problem = nil
    let journal = try location.journal(in: replication)
    self.journal = journal
    do {
      (connection, recovery) = try StoreFile.open(at: location, isEmptyDamage: true, journal: journal) {
        try Self.open($0, journal)
      } recover: { file in
        try file.rescue {
          try Self.open($0)
        } copy: {
          try Self.copy(file, to: $0)
        }
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Creates a store in memory with the content of a file that cannot be written, including its write-ahead log.
  /// - Throws: ``StoreError`` if the memory cannot be allocated.
  package init(showing url: URL?, because problem: StoreError) throws(StoreError) {
    (self.problem, recovery, journal) = (problem, nil, nil)
    do {
      connection = try Self.open(nil)
    } catch {
      throw StoreError.of(error)
    }
    if let url { copy(url) }
  }

  /// Rejects all further changes if nothing can be stored, because they would be lost when the process ends.
  package func seal() { isSealed.withLock { $0 = problem != nil } }

  private func checkSeal() throws(StoreError) {
    if let problem, isSealed.withLock({ $0 }) { throw problem }
  }

  /// Copies the boards from a read-only file.
  private func copy(_ url: URL) {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    // An unreadable file counts as empty. The user is told in any case that nothing can be stored.
    try? StoreFile(url: url).readTemporaryCopy(label: "tessera.board.copy") { old in
      for table in ["board", "step"] { _ = try Self.copyRows(of: table, from: old, to: connection) }
    }
  }

  /// Copies the rows of a table up to the first damage.
  /// - Returns: The number of copied rows.
  private static func copyRows(of table: String, from old: DatabaseQueue, to new: any DatabaseWriter) throws -> Int {
    let rows = rows(of: table, in: old)
    try new.write { database in
      for row in rows {
        let names = row.columnNames.map { "\"\($0)\"" }.joined(separator: ", ")
        let placeholders = row.columnNames.map { _ in "?" }.joined(separator: ", ")
        try database.execute(
          sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(placeholders))",
          arguments: StatementArguments(row.databaseValues))
      }
    }
    return rows.count
  }

  static func open(_ url: URL?, _ journal: (any StoreJournal)? = nil) throws -> DatabaseQueue {
    let connection = try StoreFile.makeQueue(at: url, label: "tessera.board")
    let tables = try connection.writeWithoutTransaction { database in
      // Edits are rare, and acknowledged edits must survive a power failure. Write-ahead mode had lowered the level.
      try journal == nil ? database.execute(sql: "PRAGMA synchronous = FULL") : database.useAsWorkingCopy()
      return try database.tableVersion()
    }
    try connection.write { database in
      if url != nil {
        try StoreFile.check(database)
        try StoreFile.check(database, version: StoredBoards.version)
      }
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS board (id TEXT PRIMARY KEY, document BLOB NOT NULL);
          CREATE TABLE IF NOT EXISTS step (
            number INTEGER PRIMARY KEY AUTOINCREMENT, board TEXT NOT NULL, isUndone INTEGER NOT NULL, document BLOB NOT NULL);
          CREATE TABLE IF NOT EXISTS setAside (
            number INTEGER PRIMARY KEY, date TEXT NOT NULL, board TEXT NOT NULL, document BLOB NOT NULL);
          """)
    }
    try connection.writeWithoutTransaction { database in
      // Only rows are kept as changes, so the table has to be there from the beginning.
      if journal != nil { try makeEditTable(database) }
      try database.persistContent(in: journal, since: tables)
    }
    return connection
  }

  /// Copies what can be read of a damaged file.
  /// - Returns: The number of boards.
  private static func copy(_ file: StoreFile, to connection: any DatabaseWriter) throws -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    guard let old = try? DatabaseQueue(path: file.url.path, configuration: configuration) else { return 0 }
    defer { try? old.close() }
    var count = 0
    for table in ["board", "setAside", "step"] {
      let copied = try copyRows(of: table, from: old, to: connection)
      if table == "board" { count = copied }
    }
    return count
  }

  /// Returns the rows of a table up to the first damage.
  private static func rows(of table: String, in queue: DatabaseQueue) -> [Row] {
    var rows: [Row] = []
    try? queue.read { database in
      let cursor = try Row.fetchCursor(database, sql: "SELECT * FROM \(table)")
      while let row = try cursor.next() { rows.append(row.copy()) }
    }
    return rows
  }

  private func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    defer { connection.persistContentIfWanted(in: journal) }
    return try connection.writeWithoutTransaction { database in
      try database.performTransaction(persistedIn: journal) { try body(database) }
    }
  }

  /// Loads all boards in the order of their creation, and the problems of their documents.
  /// - Throws: ``StoreError``, or a diagnostic if a later version wrote a board. That board is left unchanged.
  func load() throws -> (boards: [BoardHistory], problems: [Diagnostic]) {
    do {
      return try write { database in
        var boards: [BoardHistory] = []
        var problems: [Diagnostic] = []
        for row in try Row.fetchAll(database, sql: "SELECT id, document FROM board ORDER BY rowid") {
          let (id, document) = (row["id"] as String, row["document"] as Data)
          do throws(Diagnostic) {
            let reading = try BoardDocument.read(document)
            problems += reading.problems.map { $0.inFile(id) }
            if !reading.problems.isEmpty {
              try? Self.setAside(document, of: id, in: database)
              try? database.execute(
                sql: "UPDATE board SET document = ? WHERE id = ?", arguments: [Self.data(reading.board), id])
            }
            let steps =
              (try? Row.fetchAll(
                database, sql: "SELECT isUndone, document FROM step WHERE board = ? ORDER BY number", arguments: [id]))
              ?? []
            func former(isUndone: Bool) -> [Board] {
              steps.filter { $0["isUndone"] == isUndone }
                .compactMap { try? BoardDocument.read($0["document"] as Data).board }
            }
            boards.append(
              BoardHistory(board: reading.board, past: former(isUndone: false), future: former(isUndone: true)))
          } catch  where error.rule == "board-format" {
            throw error.inFile(id)
          } catch {
            problems.append(error.inFile(id))
            try Self.setAside(document, of: id, in: database)
            try database.execute(sql: "DELETE FROM board WHERE id = ?", arguments: [id])
            try database.execute(sql: "DELETE FROM step WHERE board = ?", arguments: [id])
          }
        }
        return (boards, problems)
      }
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw StoreError.of(error)
    }
  }

  private static func setAside(_ document: Data, of id: String, in database: Database) throws {
    try database.execute(
      sql: "INSERT INTO setAside (date, board, document) VALUES (datetime('now'), ?, ?)", arguments: [id, document])
  }

  /// The maximum size of the document of a board, in bytes. An edit that makes it larger is refused.
  private static let maximumSize = BoardDocument.limits.bytes / 2

  /// Whether a board is not too large to be stored.
  static func canStore(_ board: Board) -> Bool { data(board).count <= maximumSize }

  /// Stores a board.
  /// - Parameters:
  ///   - former: The board before the change.
  ///   - change: The kind of change.
  ///   - edit: The name that the client gave the change; nil if it gave none.
  /// - Throws: ``BoardRefusal/tooLarge`` for a board that could not be loaded again, and ``StoreError``.
  package func save(_ board: Board, former: Board?, change: Change, edit: String? = nil) throws {
    try checkSeal()
    let document = Self.data(board)
    guard document.count <= Self.maximumSize else { throw BoardRefusal.tooLarge }
    do {
      try write { database in
        try database.execute(
          sql:
            "INSERT INTO board (id, document) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document",
          arguments: [board.id, document])
        if let edit { try Self.record(edit, of: board.id, in: database) }
        guard let former else { return }
        func push(isUndone: Bool) throws {
          try database.execute(
            sql: "INSERT INTO step (board, isUndone, document) VALUES (?, ?, ?)",
            arguments: [board.id, isUndone, Self.data(former)])
        }
        func pop(isUndone: Bool) throws {
          try database.execute(
            sql: "DELETE FROM step WHERE number = (SELECT max(number) FROM step WHERE board = ? AND isUndone = ?)",
            arguments: [board.id, isUndone])
        }
        switch change {
        case .none: break
        case .edit:
          try database.execute(sql: "DELETE FROM step WHERE board = ? AND isUndone", arguments: [board.id])
          try push(isUndone: false)
          try database.execute(
            sql: """
              DELETE FROM step WHERE board = ?1 AND NOT isUndone AND number NOT IN
                (SELECT number FROM step WHERE board = ?1 AND NOT isUndone ORDER BY number DESC LIMIT ?2)
              """, arguments: [board.id, BoardHistory.maximumCount])
        case .undo:
          try pop(isUndone: false)
          try push(isUndone: true)
        case .redo:
          try pop(isUndone: true)
          try push(isUndone: false)
        }
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// The number of changes of a board whose names are kept. Clients repeat a change within seconds.
  private static let maximumEdits = 256

  /// Makes the table of names of changes. A file of an earlier version gets it with the first named change.
  static func makeEditTable(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS edit (
          board TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (board, name)) WITHOUT ROWID;
        """)
  }

  private static func record(_ edit: String, of board: String, in database: Database) throws {
    try makeEditTable(database)
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO edit (board, name, number)
          SELECT ?1, ?2, (SELECT ifnull(max(number), 0) + 1 FROM edit WHERE board = ?1)
        """, arguments: [board, edit])
    try database.execute(
      sql: "DELETE FROM edit WHERE board = ?1 AND number <= (SELECT max(number) FROM edit WHERE board = ?1) - ?2",
      arguments: [board, maximumEdits])
  }

  /// Whether a change with a name was stored.
  package func hasEdit(_ name: String, of board: String) throws -> Bool {
    do {
      return try connection.read { database in
        guard try database.tableExists("edit") else { return false }
        return try Bool.fetchOne(
          database, sql: "SELECT EXISTS (SELECT 1 FROM edit WHERE board = ? AND name = ?)", arguments: [board, name])
          ?? false
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  /// Removes a board and its undo history. The board's document is moved to the table `setAside`.
  package func remove(_ id: String) throws(StoreError) {
    try checkSeal()
    do {
      try write { database in
        let document = try Data.fetchOne(database, sql: "SELECT document FROM board WHERE id = ?", arguments: [id])
        if let document { try Self.setAside(document, of: id, in: database) }
        try database.execute(sql: "DELETE FROM board WHERE id = ?", arguments: [id])
        try database.execute(sql: "DELETE FROM step WHERE board = ?", arguments: [id])
        if try database.tableExists("edit") {
          try database.execute(sql: "DELETE FROM edit WHERE board = ?", arguments: [id])
        }
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  private static func data(_ board: Board) -> Data {
    var bytes: [UInt8] = []
    JSONText.write(BoardDocument.value(of: board), into: &bytes)
    return Data(bytes)
  }
}
