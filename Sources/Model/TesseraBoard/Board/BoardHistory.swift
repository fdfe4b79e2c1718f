/// A board with its undo history.
package struct BoardHistory: Sendable {
  package private(set) var board: Board
  /// The states before each edit, latest last.
  package private(set) var past: [Board]
  /// The undone states, next last.
  package private(set) var future: [Board]

  /// The maximum number of edits of a board that can be undone. A further one takes the place of the oldest.
  package static let maximumCount = 50

  package init(board: Board, past: [Board] = [], future: [Board] = []) {
    self.board = board
    self.past = past.suffix(Self.maximumCount)
    self.future = future.suffix(Self.maximumCount)
  }

  /// Replaces the current board.
  ///
  /// - Parameters:
  ///   - board: The new board.
  ///   - isStep: Whether the change can be undone. Automatic changes, such as the rotation of a stack, cannot.
  package mutating func replace(with board: Board, isStep: Bool = true) {
    guard board != self.board else { return }
    if isStep {
      past.append(self.board)
      if past.count > Self.maximumCount { past.removeFirst() }
      future = []
    }
    self.board = board
  }

  /// Undoes the last edit.
  ///
  /// - Returns: Whether there was an edit to undo.
  package mutating func undo() -> Bool {
    guard let last = past.popLast() else { return false }
    future.append(board)
    board = last
    return true
  }

  /// Redoes the edit undone last.
  ///
  /// - Returns: Whether there was an edit to redo.
  package mutating func redo() -> Bool {
    guard let next = future.popLast() else { return false }
    past.append(board)
    board = next
    return true
  }

  /// The current board and all boards of the history.
  package var boards: [Board] { [board] + past + future }

  /// The widgets on the board and those that undo or redo can bring back.
  package var tiles: Set<TileID> { Set(boards.flatMap(\.tiles.keys)) }
}
