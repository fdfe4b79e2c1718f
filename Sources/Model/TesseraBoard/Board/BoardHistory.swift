/// A board with what it was before, so that every edit can be taken back.
package struct BoardHistory: Sendable {
  package private(set) var board: Board
  /// What the board was before each edit, the latest last.
  package private(set) var past: [Board]
  /// What it was before edits were taken back, the next last.
  package private(set) var future: [Board]

  /// How many edits can be taken back.
  package static let maximumCount = 50

  package init(board: Board, past: [Board] = [], future: [Board] = []) {
    self.board = board
    self.past = past.suffix(Self.maximumCount)
    self.future = future.suffix(Self.maximumCount)
  }

  /// Goes on with another board.
  /// - Parameter isStep: whether that can be taken back. What nobody did as an edit, such as to turn a stack, cannot.
  package mutating func replace(with board: Board, isStep: Bool = true) {
    guard board != self.board else { return }
    if isStep {
      past.append(self.board)
      if past.count > Self.maximumCount { past.removeFirst() }
      future = []
    }
    self.board = board
  }

  /// Takes the last edit back.
  /// - Returns: whether there was one.
  package mutating func undo() -> Bool {
    guard let last = past.popLast() else { return false }
    future.append(board)
    board = last
    return true
  }

  /// Makes the edit again that was taken back last.
  /// - Returns: whether there was one.
  package mutating func redo() -> Bool {
    guard let next = future.popLast() else { return false }
    past.append(board)
    board = next
    return true
  }

  /// The board as it is, as it was, and as it can be again.
  package var boards: [Board] { [board] + past + future }

  /// The widgets that are on the board, or may come back to it.
  package var tiles: Set<TileID> { Set(boards.flatMap(\.tiles.keys)) }
}
