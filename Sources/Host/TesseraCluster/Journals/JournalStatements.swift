/// The statements by which the owner of a board persists the changes of its databases, and other hosts read them.
enum JournalStatements {
  /// Whether a host owns a board in an epoch, and its lease is valid. Parameters 1 to 3: board, host, epoch. The
  /// lock makes a host that takes the board wait until the statement is committed.
  static let ownership = """
    FROM tessera.lease l JOIN tessera.host h ON h.id = l.host
    WHERE l.board = $1 AND l.host = $2 AND l.epoch = $3 AND h.until > clock_timestamp() FOR SHARE OF l
    """

  /// Persists a change. No row means that the host does not own the board any more. Parameters: board, host, epoch,
  /// store, number, attempt, change.
  static let append = """
    INSERT INTO tessera.journal (store, seq, epoch, tx, change) SELECT $4, $5, $3, $6, $7 \(ownership)
    """

  /// Persists a change of what all hosts write. The number decides who was first. Parameters: store, number, attempt,
  /// change.
  static let appendShared = """
    INSERT INTO tessera.journal (store, seq, epoch, tx, change) VALUES ($1, $2, 0, $3, $4)
    """

  /// Persists a part of the content of what all hosts write. Parameters: store, number of the last change, part, parts,
  /// bytes.
  static let persistSharedPart = """
    INSERT INTO tessera.content (store, seq, part, parts, bytes) VALUES ($1, $2, $3, $4, $5)
    """

  /// Removes the changes that content of what all hosts write contains. Hosts that were cut off for less than a day still
  /// find what they lack. Parameters: store, number of the last change.
  static let trimShared = """
    WITH contents AS (
      DELETE FROM tessera.content WHERE store = $1 AND seq < $2 AND at < clock_timestamp() - interval '1 day')
    DELETE FROM tessera.journal WHERE store = $1 AND seq <= $2 AND at < clock_timestamp() - interval '1 day'
    """

  /// Finds an attempt. Parameters: store, number.
  static let attempt = "SELECT tx FROM tessera.journal WHERE store = $1 AND seq = $2"

  /// Makes a store known. Parameters: board, host, epoch, store.
  static let addStore = """
    INSERT INTO tessera.store (name, board) SELECT $4, $1 \(ownership) ON CONFLICT (name) DO NOTHING
    """

  /// Persists a part of the content. Parameters: board, host, epoch, store, number of the last change, part, parts,
  /// bytes.
  static let persistPart = """
    INSERT INTO tessera.content (store, seq, part, parts, bytes) SELECT $4, $5, $6, $7, $8 \(ownership)
    ON CONFLICT (store, seq, part) DO UPDATE SET parts = excluded.parts, bytes = excluded.bytes, at = clock_timestamp()
    """

  /// Removes the changes that complete content contains. Parameters: board, host, epoch, store, number of the last change.
  static let trimJournal = """
    WITH owned AS MATERIALIZED (SELECT 1 \(ownership))
    DELETE FROM tessera.journal WHERE store = $4 AND seq <= $5 AND EXISTS (TABLE owned)
    """

  /// Removes content that is older. Parameters: board, host, epoch, store, number of the last change.
  static let trimContent = """
    WITH owned AS MATERIALIZED (SELECT 1 \(ownership))
    DELETE FROM tessera.content WHERE store = $4 AND seq < $5 AND EXISTS (TABLE owned)
    """

  /// Removes a store. Parameters: board, host, epoch, name, and the beginning of the names of stores beside it, as
  /// a pattern of LIKE.
  static let removeStore = """
    WITH owned AS MATERIALIZED (SELECT 1 \(ownership)),
      journals AS (DELETE FROM tessera.journal WHERE (store = $4 OR store LIKE $5) AND EXISTS (TABLE owned)),
      contents AS (DELETE FROM tessera.content WHERE (store = $4 OR store LIKE $5) AND EXISTS (TABLE owned))
    DELETE FROM tessera.store WHERE (name = $4 OR name LIKE $5) AND EXISTS (TABLE owned)
    """

  /// Finds the latest content of which all parts are there. Parameter: store.
  static let latestContent = """
    SELECT seq, max(parts) AS parts FROM tessera.content WHERE store = $1
    GROUP BY seq HAVING count(*) = max(parts) ORDER BY seq DESC LIMIT 1
    """

  /// Reads a part of content. Parameters: store, number, part.
  static let part = "SELECT bytes FROM tessera.content WHERE store = $1 AND seq = $2 AND part = $3"

  /// Reads changes after others, some at a time. Parameters: store, number.
  static let changes = """
    SELECT seq, change FROM tessera.journal WHERE store = $1 AND seq > $2 ORDER BY seq LIMIT 256
    """
}
