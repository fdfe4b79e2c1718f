package import Foundation
import GRDB
package import TesseraData

/// Separates the boards of a data folder into files of their own, and joins such files to a data folder again.
package enum BoardSeparation {
  /// The name of the file that is read.
  private static let former = "former"

  /// Returns the file of one board, with its undo history.
  /// - Parameter withRemoved: Whether it gets the documents that were set aside, which belong to no board.
  /// - Throws: ``StoreError`` if the folder's file cannot be read.
  package static func content(ofBoard id: String, in folder: URL, withRemoved: Bool) throws(StoreError) -> [UInt8] {
    try content(of: folder.appending(path: StoredBoards.fileName), in: BoardStore.open(nil)) { database in
      for table in ["board", "step", "edit"] {
        let column = table == "board" ? "id" : "board"
        try copy(table, to: database, where: "\(column) = ?", [id])
      }
      if withRemoved { try copy("setAside", to: database) }
      try copySequences(to: database)
    }
  }

  /// Returns the file with the schedules of some tiles.
  /// - Throws: ``StoreError`` if the folder's file cannot be read.
  package static func schedules(of tiles: Set<String>, in folder: URL) throws(StoreError) -> [UInt8] {
    try content(of: folder.appending(path: UpdateStore.fileName), in: UpdateStore.open(nil, nil)) { database in
      for tile in tiles.sorted() { try copy("widget", to: database, where: "id = ?", [tile]) }
    }
  }

  /// Makes the files of a data folder from those of boards, in the order of the boards.
  /// - Throws: ``StoreError`` if a file cannot be read or written.
  package static func join(boards: [URL], schedules: [URL], in folder: URL) throws(StoreError) {
    do {
      try join(boards, in: BoardStore.open(folder.appending(path: StoredBoards.fileName))) { database in
        for table in ["board", "step", "edit", "setAside"] { try copy(table, to: database) }
        try copySequences(to: database)
      }
      try join(schedules, in: UpdateStore.open(folder.appending(path: UpdateStore.fileName), nil)) { database in
        try copy("widget", to: database)
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  private static func content(
    of file: URL, in queue: @autoclosure () throws -> DatabaseQueue, _ body: (Database) throws -> Void
  ) throws(StoreError) -> [UInt8] {
    do {
      return try queue().writeWithoutTransaction { database in
        if FileManager.default.fileExists(atPath: file.path) { try attached(file, to: database, body) }
        return try database.content()
      }
    } catch {
      throw StoreError.of(error)
    }
  }

  private static func join(_ files: [URL], in queue: DatabaseQueue, _ body: (Database) throws -> Void) throws {
    try queue.writeWithoutTransaction { database in
      for file in files { try attached(file, to: database, body) }
    }
    try queue.close()
  }

  private static func attached(_ file: URL, to database: Database, _ body: (Database) throws -> Void) throws {
    try database.execute(sql: "ATTACH ? AS \(former)", arguments: [file.path])
    defer { try? database.execute(sql: "DETACH \(former)") }
    try database.inTransaction {
      try body(database)
      return .commit
    }
  }

  /// Copies rows in their order. Files of earlier versions may lack a table or columns.
  private static func copy(
    _ table: String, to database: Database, where condition: String = "1", _ arguments: StatementArguments = []
  ) throws {
    var columns = try String.fetchAll(
      database, sql: "SELECT name FROM pragma_table_info(?, '\(former)')", arguments: [table])
    guard !columns.isEmpty else { return }
    if table == "edit" { try BoardStore.makeEditTable(database) }
    var order = ""
    if numberedTables.contains(table) {
      order = " ORDER BY number"
      // Each board counts for itself. Numbers only tell the order, so those that are in use become other ones.
      if try areNumbersUsed(in: table, of: database) { columns.removeAll { $0 == "number" } }
    } else if table == "board" || table == "widget" {
      order = " ORDER BY rowid"
    }
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    // Two boards can have the schedule of one tile; it is made anew if it is not the right one.
    try database.execute(
      sql: "INSERT \(table == "widget" ? "OR IGNORE " : "")INTO main.\(table) (\(names)) SELECT \(names) "
        + "FROM \(former).\(table) WHERE \(condition)\(order)", arguments: arguments)
  }

  /// The tables whose rows have numbers that nothing refers to.
  private static let numberedTables = ["step", "setAside"]

  private static func areNumbersUsed(in table: String, of database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM main.\(table) JOIN \(former).\(table) USING (number))") ?? false
  }

  /// Lets numbers go on after the greatest that were ever used.
  private static func copySequences(to database: Database) throws {
    // Nothing may have been written to the file yet.
    let table = "SELECT EXISTS (SELECT 1 FROM \(former).sqlite_master WHERE name = 'sqlite_sequence')"
    guard try Bool.fetchOne(database, sql: table) == true else { return }
    try database.execute(
      sql: """
        INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM \(former).sqlite_sequence f
          WHERE name NOT IN (SELECT name FROM main.sqlite_sequence);
        UPDATE main.sqlite_sequence SET seq = max(seq, ifnull(
          (SELECT seq FROM \(former).sqlite_sequence f WHERE f.name = main.sqlite_sequence.name), 0));
        """)
  }
}
