import Foundation
import TesseraBoard
import TesseraProtocol
import TesseraValues
import Testing

@testable import TesseraBoardService

private let note = BoardTile(widget: "org.example.note")

@Suite("Imported boards")
struct BoardImportTests {
  /// Returns two boards as an export has them, each with a note, and a secret that exports leave out.
  private func exported() async throws -> [Board] {
    let folder = BoardFolder()
    let boards = try folder.open()
    _ = try await boards.edit(.add("1", note, size: nil, page: nil, near: nil))
    _ = try await boards.edit(.setOptions("1", ["mode": "custom", "password": "hidden"]))
    let other = try await boards.addBoard(named: "Work")
    _ = try await boards.perform(
      .add("2", note, size: nil, page: nil, near: nil), on: other, BoardGrid.standard.size)
    return try StoredBoards(in: folder.url).exported(folder.library())
  }

  @Test func `are the same in a new folder, and are read without a server`() async throws {
    let documents = try await exported()
    #expect(documents.map(\.id) == ["home", "board1"])
    #expect(documents[0].tiles["1"]?.options == ["mode": "custom"])
    let folder = BoardFolder()
    #expect(try await folder.open().add(documents) == ["home": "home", "board1": "board1"])
    let stored = try StoredBoards(in: folder.url)
    #expect(stored.exported(folder.library()) == documents)
    // Also where the widget is not installed.
    #expect(stored.exported(folder.library([])) == documents)
    #expect(stored.tiles == ["1", "2"])
    #expect(try await folder.open().add(documents).isEmpty)
  }

  @Test func `take no identity of boards, tiles and data that are there`() async throws {
    let documents = try await exported()
    let folder = BoardFolder()
    let boards = try folder.open()
    _ = try await boards.edit(.add("2", note, size: nil, page: nil, near: nil))
    let instances = folder.url.appending(path: "instances")
    try FileManager.default.createDirectory(at: instances, withIntermediateDirectories: true)
    try Data().write(to: instances.appending(path: "1.sqlite"))
    #expect(try await boards.add(documents) == ["home": "board1", "board1": "board2"])
    #expect(try await boards.document(of: "home").tiles.keys.map(\.rawValue) == ["2"])
    for board in ["board1", "board2"] {
      let tiles = try await boards.document(of: board).tiles
      #expect(tiles.count == 1 && tiles["1"] == nil && tiles["2"] == nil)
    }
  }

  @Test func `take the place of the board that a new folder begins with, and are refused if there are too many`()
    async throws
  {
    let folder = BoardFolder()
    let work = Board(id: "work", name: "Work")
    #expect(try await folder.open().add([work]) == ["work": "work"])
    #expect(try await folder.open().boards.map(\.id) == ["work"])
    let many = (1...BoardRepository.maximumBoards).map { Board(id: "b\($0)", name: "Many") }
    await #expect(throws: Diagnostic.self) { try await folder.open().add(many) }
    #expect(try await folder.open().boards.map(\.id) == ["work"])
  }
}
