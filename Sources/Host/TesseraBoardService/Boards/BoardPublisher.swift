import Foundation
import TesseraBoard
import TesseraBundles
import TesseraProtocol
import TesseraRuntime
import TesseraValues

/// Sends boards to streams, each as it is shown on a grid, and counts their changes.
struct BoardPublisher {
  private let editor: BoardEditor
  private var library: WidgetLibrary { editor.library }
  private let widgets: ServedWidgets
  /// Why boards cannot be stored; nil if they can.
  private let problem: String?
  private let broadcaster = Broadcaster<BoardView, BoardUpdate>()
  private var revisions: [String: Int] = [:]
  /// The first revision is greater than any that pages have seen of earlier servers.
  private let firstRevision = Int(Date().timeIntervalSince1970 * 1000)

  /// A board as it is shown on a grid.
  private struct BoardView: Hashable {
    let board: String
    let grid: GridSize
  }

  init(_ editor: BoardEditor, _ widgets: ServedWidgets, problem: String?) {
    (self.editor, self.widgets, self.problem) = (editor, widgets, problem)
  }

  /// Returns a stream of a board on a grid: its present state, then each change. A slow reader gets the latest state.
  func stream(of history: BoardHistory, on grid: GridSize) -> AsyncStream<BoardUpdate> {
    broadcaster.stream(
      of: BoardView(board: history.board.id, grid: grid), beginningWith: update(of: history, on: grid))
  }

  /// Sends a changed board to its streams.
  mutating func publish(_ history: BoardHistory) {
    let id = history.board.id
    revisions[id] = revision(of: id) + 1
    for view in broadcaster.topics where view.board == id {
      broadcaster.send(update(of: history, on: view.grid), to: view)
    }
  }

  /// Ends the streams of a board.
  func finish(_ board: String) { broadcaster.finish { $0.board == board } }

  /// Returns a board as it is shown on a grid.
  func update(of history: BoardHistory, on grid: GridSize) -> BoardUpdate {
    let board = history.board
    return BoardUpdate(
      board: board, arrangement: board.arrangement(for: grid, limits: editor.limits),
      revision: revision(of: board.id), canUndo: !history.past.isEmpty, canRedo: !history.future.isEmpty,
      kinds: Dictionary(board.tiles.map { ($0, kind(of: $1, $0)) }, uniquingKeysWith: { first, _ in first }),
      problem: problem)
  }

  private func kind(of tile: BoardTile, _ id: TileID) -> BoardUpdate.Kind {
    let definition = library.definition(tile.widget)
    var kind = BoardUpdate.Kind(
      name: name(of: tile, id), rules: library.rules(of: tile), hasOptions: !library.options(of: tile.widget).isEmpty,
      isMissing: widgets[id.rawValue] == nil && definition == nil, decidesSize: definition?.decidesSize ?? false)
    kind.isCustom = definition?.customWidget != nil
    kind.manifest = definition?.bundle.manifest
    return kind
  }

  /// Returns the name under which a tile is shown.
  func name(of tile: BoardTile, _ id: TileID) -> String {
    widgets[id.rawValue]?.name ?? library.definition(tile.widget)?.bundle.manifest.name ?? tile.widget
  }

  /// The number of changes of a board, counted on from a number that no earlier server reached.
  private func revision(of board: String) -> Int { revisions[board, default: firstRevision] }

  // MARK: Boards of a cluster

  /// Counts the changes of a board that another host served before.
  /// - Parameter epoch: A number that is greater than those of all earlier owners.
  mutating func adopt(_ board: String, epoch: Int64) {
    // A board can come back in the same epoch.
    let first = Int(clamping: (epoch + Self.firstEpoch) << Self.revisionBits)
    revisions[board] = max(first, revisions[board].map { $0 + 1 } ?? first)
  }

  /// Pages know revisions as numbers of 53 bits. An owner makes at most as many changes as fit into these bits.
  private static let revisionBits = 32
  /// Makes the first revision of a cluster greater than those of a single server, which begin with milliseconds.
  private static let firstEpoch: Int64 = 1024
}
