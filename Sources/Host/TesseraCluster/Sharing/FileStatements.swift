/// The statements by which hosts share the files that are the same on all of them.
enum FileStatements {
  /// The lock of those who persist files (`pg_advisory_xact_lock`).
  private static let lock = 0x7E57

  /// Persists a unit, or the removal of one. Parameters: path, bytes or null.
  ///
  /// Who persists something takes the lock before a version, and has it until the change can be seen. So changes become
  /// visible in the order of their versions, and who remembers the highest version that it saw misses nothing.
  /// The sequence is not part of the statement's snapshot, which is older than the lock.
  static let persist = """
    WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(\(lock)))
    INSERT INTO tessera.file (path, version, bytes) SELECT $1, nextval('tessera.file_version'), $2::bytea FROM turn
    ON CONFLICT (path) DO UPDATE SET version = excluded.version, bytes = excluded.bytes
    RETURNING version
    """

  /// Finds the highest version.
  static let latest = "SELECT coalesce(max(version), 0) AS latest FROM tessera.file"

  /// Lists what was persisted after a version, some at a time. Parameter: version.
  static let list = """
    SELECT path, version, coalesce(octet_length(bytes), 0)::int8 AS size FROM tessera.file WHERE version > $1
    ORDER BY version LIMIT 256
    """

  /// Reads units. Parameter: paths.
  static let read = "SELECT path, version, bytes FROM tessera.file WHERE path = ANY($1) ORDER BY version"
}
