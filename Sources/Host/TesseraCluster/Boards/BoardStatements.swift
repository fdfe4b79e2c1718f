/// The statements about which boards there are.
enum BoardStatements {
  /// Lists the boards with their owners.
  static let list = """
    SELECT b.id, b.name, l.host, l.epoch, l.wanted, h.address, h.protocol, h.oldest_protocol,
      extract(epoch FROM h.until - clock_timestamp())::float8 AS rest
    FROM tessera.board b JOIN tessera.lease l ON l.board = b.id LEFT JOIN tessera.host h ON h.id = l.host
    ORDER BY b.number
    """

  /// Finds the board of a tile. Parameter: tile.
  static let ofTile = "SELECT id FROM tessera.board WHERE tiles @> ARRAY[$1::text]"

  /// Adds a board without an owner. Parameters: board, name, maximum number of boards.
  static let add = """
    WITH added AS (
      INSERT INTO tessera.board (id, name) SELECT $1, $2 WHERE (SELECT count(*) FROM tessera.board) < $3 RETURNING id)
    INSERT INTO tessera.lease (board) SELECT id FROM added
    """

  /// Publishes the name of a board and its tiles. Parameters: board, host, epoch, name, tiles.
  static let publish = """
    WITH owned AS MATERIALIZED (SELECT 1 \(JournalStatements.ownership))
    UPDATE tessera.board SET name = $4, tiles = $5 WHERE id = $1 AND EXISTS (TABLE owned)
    """

  /// Removes a board with all that is persisted of it. Parameters: board, host, epoch.
  static let remove = """
    WITH owned AS MATERIALIZED (SELECT 1 \(JournalStatements.ownership)),
      stores AS MATERIALIZED (SELECT name FROM tessera.store WHERE board = $1 AND EXISTS (TABLE owned)),
      journals AS (DELETE FROM tessera.journal WHERE store IN (TABLE stores)),
      contents AS (DELETE FROM tessera.content WHERE store IN (TABLE stores))
    DELETE FROM tessera.board WHERE id = $1 AND EXISTS (TABLE owned)
    """

  /// Notifies other hosts that something changed. Parameter: what.
  static let notify = "SELECT pg_notify('\(ClusterSchema.channel)', $1)"
}
