import Foundation
import GRDB
import TesseraData
import TesseraValues
import Testing

@testable import TesseraBoard
@testable import TesseraBoardService

@Suite("Boards in files of their own")
struct BoardSeparationTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
  private var joined: URL { folder.appending(path: "joined") }

  private func file(_ name: String) -> URL { folder.appending(path: "\(name).sqlite") }

  /// Makes the files of boards as hosts of a cluster have them: each counts its rows for itself.
  /// - Parameter edits: How often each board is edited.
  private func makeFiles(_ ids: [String], edits: Int) throws -> (boards: [URL], schedules: [URL]) {
    for id in ids {
      let store = try BoardStore(location: .file(file(id)))
      var board = Board(id: id, name: "\(id) 0")
      try store.save(board, former: nil, change: .none)
      for number in 1...max(1, edits) where edits > 0 {
        let former = board
        board.name = "\(id) \(number)"
        try store.save(board, former: former, change: .edit, edit: "edit-\(number)")
      }
      if edits > 0 {
        let former = board
        board.name = "\(id) \(edits - 1)"
        try store.save(board, former: former, change: .undo)
      }
      try DatabaseQueue(path: file(id).path).write { database in
        try database.execute(
          sql: "INSERT INTO setAside (date, board, document) VALUES ('2026-01-01', ?, x'00')", arguments: [id])
      }
      let updates = try UpdateStore(location: .file(file("updates-\(id)")))
      withExtendedLifetime(updates) {}
      try DatabaseQueue(path: file("updates-\(id)").path).write { database in
        for tile in ["\(id)-1", "shared"] {
          try database.execute(sql: "INSERT INTO widget (id, schedule) VALUES (?, x'00')", arguments: [tile])
        }
      }
    }
    return (ids.map(file), ids.map { file("updates-\($0)") })
  }

  private func strings(_ sql: String, in name: String) throws -> [String] {
    try DatabaseQueue(path: joined.appending(path: name).path).read { try String.fetchAll($0, sql: sql) }
  }

  @Test(arguments: [0, 1, 3])
  func `they come together with all that each has, whatever numbers their rows have`(edits: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let ids = ["home", "second", "third"]
    let files = try makeFiles(ids, edits: edits)
    try FileManager.default.createDirectory(at: joined, withIntermediateDirectories: true)
    try BoardSeparation.join(boards: files.boards, schedules: files.schedules, in: joined)

    let store = try BoardStore(location: .file(joined.appending(path: StoredBoards.fileName)))
    let (boards, problems) = try store.load()
    #expect(problems == [] && boards.map(\.board.id) == ids)
    for history in boards {
      let id = history.board.id
      #expect(history.board.name == "\(id) \(max(0, edits - 1))")
      #expect(history.past.map(\.name) == (0..<max(0, edits - 1)).map { "\(id) \($0)" })
      #expect(history.future.map(\.name) == (edits > 0 ? ["\(id) \(edits)"] : []))
      for number in 1...3 { #expect(try store.hasEdit("edit-\(number)", of: id) == (number <= edits)) }
    }
    #expect(try strings("SELECT board FROM setAside ORDER BY number", in: StoredBoards.fileName) == ids)
    let tiles = ["home-1", "second-1", "shared", "third-1"]
    #expect(try strings("SELECT id FROM widget ORDER BY id", in: UpdateStore.fileName) == tiles)

    // What follows has greater numbers than all before.
    let board = try #require(boards.first?.board)
    try store.save(board, former: board, change: .edit)
    let last = "SELECT board FROM step ORDER BY number DESC LIMIT 1"
    #expect(try strings(last, in: StoredBoards.fileName) == ["home"])
  }

  @Test func `boards that are separated and joined without an edit between are as they were`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let single = folder.appending(path: "single")
    let store = try BoardStore(location: .file(single.appending(path: StoredBoards.fileName)))
    var (home, second) = (Board(id: "home", name: "a"), Board(id: "second", name: "b"))
    try store.save(home, former: nil, change: .none)
    try store.save(second, former: nil, change: .none)
    for number in 0..<4 {
      // They take turns, so the numbers of each have gaps.
      let (formerHome, formerSecond) = (home, second)
      (home.name, second.name) = ("a\(number)", "b\(number)")
      try store.save(home, former: formerHome, change: .edit)
      try store.save(second, former: formerSecond, change: .edit)
    }
    var files: [URL] = []
    for id in ["home", "second"] {
      let content = try BoardSeparation.content(ofBoard: id, in: single, withRemoved: id == "home")
      try Data(content).write(to: file(id))
      files.append(file(id))
    }
    try FileManager.default.createDirectory(at: joined, withIntermediateDirectories: true)
    try BoardSeparation.join(boards: files, schedules: [], in: joined)
    let rows = "SELECT number || board || hex(document) FROM step ORDER BY number"
    let before = try DatabaseQueue(path: single.appending(path: StoredBoards.fileName).path)
      .read { try String.fetchAll($0, sql: rows) }
    #expect(before.count == 8)
    #expect(try strings(rows, in: StoredBoards.fileName) == before)
    let next = "SELECT name || seq FROM sqlite_sequence"
    #expect(try strings(next, in: StoredBoards.fileName) == ["step8"])
  }

  @Test func `a file to which nothing was written yet adds nothing`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try makeFiles(["home"], edits: 1)
    try Data().write(to: file("empty"))
    try FileManager.default.createDirectory(at: joined, withIntermediateDirectories: true)
    try BoardSeparation.join(boards: files.boards + [file("empty")], schedules: [file("empty")], in: joined)
    #expect(try strings("SELECT id FROM board", in: StoredBoards.fileName) == ["home"])
  }
}
