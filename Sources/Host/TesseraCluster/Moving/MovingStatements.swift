/// The statements by which a data folder moves into a cluster, and out of it.
enum MovingStatements {
  /// Counts what would be lost: hosts that live, boards besides the first one, and databases of boards.
  static let content = """
    SELECT (SELECT count(*) FROM tessera.host WHERE until > clock_timestamp()) AS hosts,
      (SELECT count(*) FROM tessera.board WHERE id <> 'home') AS boards,
      (SELECT count(*) FROM tessera.store WHERE board IS NOT NULL) AS stores
    """

  /// Adds a board. Parameters: identity, name, tiles.
  static let addBoard = """
    WITH added AS (INSERT INTO tessera.board (id, name, tiles) VALUES ($1, $2, $3) RETURNING id)
    INSERT INTO tessera.lease (board) SELECT id FROM added
    """

  /// Makes a database known. Parameters: name, board, or null for what all hosts write.
  static let addStore = "INSERT INTO tessera.store (name, board) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"

  /// Removes what was persisted of a database. Parameter: name.
  static let clearJournal = "DELETE FROM tessera.journal WHERE store = $1"
  /// The same for its content. Parameter: name.
  static let clearContent = "DELETE FROM tessera.content WHERE store = $1"

  /// Persists a part of content before all changes. Parameters: store, part, parts, bytes.
  static let persistPart = """
    INSERT INTO tessera.content (store, seq, part, parts, bytes) VALUES ($1, 0, $2, $3, $4)
    """

  /// Lists the databases, those of boards in the order of the boards.
  static let stores = """
    SELECT s.name, s.board FROM tessera.store s LEFT JOIN tessera.board b ON b.id = s.board ORDER BY b.number, s.name
    """
}
