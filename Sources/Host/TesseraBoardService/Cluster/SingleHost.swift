package import TesseraBoard

/// A host that shares its boards with no other: all boards are its own, for ever.
package struct SingleHost: BoardHosts, BoardLocator {
  package init() {}

  package func boards(with own: [(id: String, name: String)]) -> [(id: String, name: String)] { own }

  /// - Throws: ``BoardRefusal`` if there are too many boards.
  package func newIdentity(besides own: [String], leaving reserve: Int) throws(BoardRefusal) -> String {
    guard own.count < BoardRepository.maximumBoards - reserve else { throw BoardRefusal.tooMany("boards") }
    return (1...).lazy.map { "board\($0)" }.first { !own.contains($0) } ?? ""
  }

  package func epoch(of board: String) -> Int64? { 0 }

  // MARK: Finding boards

  package func location(ofBoard id: String, isFresh: Bool) -> BoardLocation { .local }

  package func board(ofTile id: String) -> BoardOfTile { .notFound }

  package func otherHosts() -> [OtherHost] { [] }

  package var refusal: String? { nil }

  package var problem: String? { nil }
}
