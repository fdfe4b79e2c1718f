import TesseraBoard
import TesseraData
import TesseraValues

/// Where boards and their undo histories are stored.
protocol BoardStorage: Sendable {
  /// Why nothing can be stored, as a message; nil if it can.
  var refusal: String? { get }

  /// Stores a board. Its undo history gets the change.
  /// - Parameters:
  ///   - former: The board before the change.
  ///   - edit: The name that the client gave the change; nil if it gave none.
  /// - Throws: ``BoardRefusal/tooLarge`` for a board that could not be loaded again, and ``StoreError``.
  func save(_ next: BoardHistory, after former: BoardHistory, change: BoardStore.Change, edit: String?) throws

  /// Whether a change with a name was stored, so that a client that sends it again has it made once.
  func hasEdit(_ name: String, of board: String) throws -> Bool

  /// Removes a board and its undo history.
  func remove(_ id: String) throws
}

extension BoardStore: BoardStorage {
  var refusal: String? { problem?.diagnostic.message }

  func save(_ next: BoardHistory, after former: BoardHistory, change: Change, edit: String?) throws {
    try save(next.board, former: change == .none ? nil : former.board, change: change, edit: edit)
  }
}
