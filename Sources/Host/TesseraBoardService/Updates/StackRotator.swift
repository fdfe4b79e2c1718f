import TesseraBoard
import TesseraValues

/// Turns stacks to the widget that matters most now.
///
/// A stack that a person turned is left alone until another of its widgets matters most.
final class StackRotator {
  private struct StackKey: Hashable {
    let board: String
    let grid: GridSize
    let members: [TileID]
  }

  private let boards: BoardHost
  private var mostRelevant: [StackKey: TileID] = [:]

  init(_ boards: BoardHost) { self.boards = boards }

  /// Turns the stacks of all boards that rotate by themselves.
  /// - Parameter relevance: Returns how much a tile matters, from 0 to 1.
  nonisolated(nonsending) func rotate(by relevance: (TileID) -> Double) async {
    for rotating in await boards.rotatingStacks {
      let key = StackKey(board: rotating.board, grid: rotating.grid, members: rotating.stack.members)
      guard let best = rotating.stack.mostRelevant(relevance), mostRelevant[key] != best else { continue }
      mostRelevant[key] = best
      guard best != rotating.stack.front else { continue }
      do {
        _ = try await boards.perform(.turn(best), on: rotating.board, rotating.grid)
      } catch {
        // The board reports that nothing can be stored. The next change of relevance tries again.
        mostRelevant[key] = nil
      }
    }
  }
}
