import TesseraBoard
import TesseraComponents
import TesseraFixtures
import TesseraRuntime
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraCommands
@testable import TesseraProtocol

extension FuzzedReader {
  private static let kinds = Dictionary(
    WidgetExtensions.standard.components.kinds.map { ($0.name, $0) }, uniquingKeysWith: { $1 })

  /// The readers of boards, and of what pages and widget processes send.
  static let host = [
    FuzzedReader("grid-questions") { _ = GridDocument.run($0) },
    FuzzedReader("boards", samples: files(in: "Samples", ending: ".board.json")) { bytes in
      guard let reading = try? BoardDocument.read(bytes) else { return }
      // A decoded board can be encoded without loss, and arranged on any grid.
      let again = try? BoardDocument.read(JSONText.text(of: BoardDocument.value(of: reading.board)).utf8)
      #expect(again?.board == reading.board && again?.problems == [])
      for size in [GridSize(columns: 4, rows: 6), GridSize(columns: 8, rows: 3)] {
        let placed = reading.board.arrangement(for: size, limits: { _ in .any }).pages
          .flatMap { page in page.grid.tiles.flatMap { page.members(of: $0.id) } }
        #expect(
          reading.board.arrangements.isEmpty
            || placed.count == reading.board.tiles.count && Set(placed) == Set(reading.board.tiles.keys))
      }
    },
    FuzzedReader("board-edits") { bytes in
      guard let request = try? WireFormat.boardRequest(from: bytes), case .edit(let edit) = request.action else {
        return
      }
      var board = Board(id: "home", name: "Home")
      let first = BoardEdit.add("a", BoardTile(widget: "w"), size: nil, page: nil, near: nil)
      for edit in [first, edit] {
        board = (try? board.applying(edit, on: request.grid, limits: { _ in .any })) ?? board
      }
      #expect(board.arrangements.allSatisfy { $0.pages.allSatisfy { $0.grid.size == $0.grid.free.page } })
    },
    FuzzedReader("messages-of-pages") { bytes in
      _ = try? WireFormat.batch(from: bytes)
      _ = try? WireFormat.window(from: bytes)
      _ = try? WireFormat.installation(from: bytes)
    },
    FuzzedReader("messages-of-processes") { bytes in
      if let message = try? ProcessMessage(line: bytes, limit: 1 << 20) {
        // A message that was read can be sent.
        let again = try? ProcessMessage(line: message.line.dropLast(), limit: 1 << 21)
        #expect(again == message)
      }
      guard let value = try? Value.parseJSON(bytes) else { return }
      for part in [value, value.value(at: "result"), value.value(at: "params")] {
        _ = try? WireFormat.tree(from: part, kinds: kinds)
        _ = try? WireFormat.patches(from: part, kinds: kinds)
        _ = try? WireFormat.entry(from: part)
        _ = try? WireFormat.answer(from: part)
        _ = try? WireFormat.drawingWindow(from: part)
      }
    },
  ]
}
