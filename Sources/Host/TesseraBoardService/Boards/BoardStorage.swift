import TesseraBoard
import TesseraData
import TesseraValues

/// Where boards and their undo histories are stored.
protocol BoardStorage: Sendable {
  /// Why nothing can be stored, as a message; nil if it can.
  var refusal: String? { get }

  /// Stores a board.
  /// - Parameters:
  ///   - former: The board before the change; nil if there is no step to undo.
  ///   - edit: The name that the client gave the change; nil if it gave none.
  /// - Throws: ``BoardRefusal/tooLarge`` for a board that could not be loaded again, and ``StoreError``.
  func save(_ board: Board, former: Board?, change: BoardStore.Change, edit: String?) throws

  /// Whether a change with a name was stored, so that a client that sends it again has it made once.
  func hasEdit(_ name: String, of board: String) throws -> Bool

  /// Removes a board and its undo history.
  func remove(_ id: String) throws
}

extension BoardStore: BoardStorage {
  var refusal: String? { problem?.diagnostic.message }
}
