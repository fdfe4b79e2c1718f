package import Foundation
import GRDB
package import TesseraBoard
package import TesseraData
package import TesseraValues

/// The boards of a data folder as they are stored, read without changing anything, also while a server uses the folder.
package struct StoredBoards: Sendable {
  /// The boards in the order in which they were made.
  package private(set) var boards: [Board] = []
  /// The tiles on the boards, and those that undo and redo can bring back.
  package var tiles: Set<TileID> { tilesByBoard.values.reduce(into: []) { $0.formUnion($1) } }
  /// The tiles of each board, and those that undo and redo can bring back to it.
  package private(set) var tilesByBoard: [String: Set<TileID>] = [:]
  /// What is wrong with the documents of boards. An error means that the board is missing here.
  package private(set) var problems: [Diagnostic] = []

  /// The name of the file in a data folder.
  package static let fileName = "board.sqlite"

  /// The version of the file that this program writes. Documents of boards have versions of their own.
  package static let version = 0

  /// - Parameter folder: The data folder. Without a file, there are no boards.
  /// - Throws: ``StoreError`` if the file cannot be read, or is damaged.
  package init(in folder: URL) throws(StoreError) {
    let file = folder.appending(path: Self.fileName)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    var documents: [(String, Data)] = []
    var steps: [(String, Data)] = []
    do {
      try StoreFile(url: file).readInPlace(label: "tessera.board.reading") { database in
        documents = try Row.fetchAll(database, sql: "SELECT id, document FROM board ORDER BY rowid")
          .map { (Self.text($0["id"]), Self.data($0["document"])) }
        steps = try Row.fetchAll(database, sql: "SELECT board, document FROM step")
          .map { (Self.text($0["board"]), Self.data($0["document"])) }
      }
    } catch {
      throw StoreError.of(error)
    }
    for (id, document) in documents {
      do throws(Diagnostic) {
        let reading = try BoardDocument.read(document)
        problems += reading.problems.map { $0.inFile(id) }
        boards.append(reading.board)
        tilesByBoard[id, default: []].formUnion(reading.board.tiles.keys)
      } catch {
        problems.append(error.inFile(id))
      }
    }
    for (id, document) in steps {
      guard let board = try? BoardDocument.read(document).board else { continue }
      tilesByBoard[id, default: []].formUnion(board.tiles.keys)
    }
  }

  /// Returns the boards without secrets, for people to pass on.
  package func exported(_ library: WidgetLibrary) -> [Board] {
    let editor = BoardEditor(library: library)
    return boards.map { editor.exported($0) }
  }

  /// Another program may have written the file: its columns can contain values of any type.
  private static func text(_ value: DatabaseValue) -> String { String.fromDatabaseValue(value) ?? "" }

  private static func data(_ value: DatabaseValue) -> Data { Data.fromDatabaseValue(value) ?? Data() }
}
