/// The statements by which hosts acquire, renew and release leases. Each is a transaction of its own, so a host that
/// stops in the middle holds no locks.
enum LeaseStatements {
  private static let lease = "make_interval(secs => \(Double(HostLease.duration.components.seconds)))"

  /// Records a new host. Parameters: identity, name, address, program, lock, newest and oldest number of the protocol,
  /// version of the tables.
  static let register = """
    INSERT INTO tessera.host (id, name, address, program, until, lock, protocol, oldest_protocol, tables)
    VALUES ($1, $2, $3, $4, clock_timestamp() + \(lease), $5, $6, $7, $8)
    ON CONFLICT (id) DO UPDATE SET until = excluded.until, lock = excluded.lock
    """

  /// Renews a host, and tells whether the cluster still admits it: of two hosts that began at the same time and do not
  /// understand each other, the later one ends. Parameters: identity, lock, whether it is draining.
  static let renew = """
    WITH renewed AS (
      UPDATE tessera.host SET until = greatest(until, clock_timestamp() + \(lease)), lock = $2, is_draining = $3,
        server = pg_postmaster_start_time()
      WHERE id = $1 RETURNING id, began, protocol, oldest_protocol, shall_drain)
    SELECT shall_drain, extract(epoch FROM clock_timestamp())::float8 AS now,
      \(HostAdmission.columns(newest: "renewed.protocol", oldest: "renewed.oldest_protocol", others: "(o.began, o.id) < (renewed.began, renewed.id)"))
    FROM renewed
    """

  /// Reads the leases of a host, in a statement after the renewal: one that began before it could still see a lease that
  /// was taken meanwhile. Parameter: host.
  static let owned = "SELECT board, epoch, wanted FROM tessera.lease WHERE host = $1"

  /// Whether a host is over: its time has passed, or the connection that holds its lock has ended, in the same run of the
  /// database. Trying the lock takes it until the statement ends.
  private static let isExpired = """
    (until < clock_timestamp() OR (server = pg_postmaster_start_time() AND
      pg_try_advisory_xact_lock(\(ClusterSchema.hostLocks), lock)))
    """

  /// Lists the boards without a living owner, with the owners that are over. Parameter: the host that asks.
  static let unowned = """
    WITH over AS MATERIALIZED (SELECT id FROM tessera.host WHERE id <> $1 AND \(isExpired))
    SELECT board, epoch, host, wanted FROM tessera.lease
    WHERE host IS NULL OR host IN (SELECT id FROM over) OR host NOT IN (SELECT id FROM tessera.host)
    ORDER BY board
    """

  /// Acquires a board without owner. Parameters: board, epoch as it was seen, host.
  static let acquireUnowned = """
    UPDATE tessera.lease SET host = $3, epoch = epoch + 1, wanted = NULL
    WHERE board = $1 AND epoch = $2 AND (host IS NULL OR host NOT IN (SELECT id FROM tessera.host))
    RETURNING epoch
    """

  /// Takes a board from a host that is over. The row of the host is locked first, so a renewal under way is waited for,
  /// and counts; then the row of the lease, so appends under way are waited for, too. Parameters: board, epoch as it was
  /// seen, host, former host.
  static let takeOver = """
    WITH former AS MATERIALIZED (SELECT id FROM tessera.host WHERE id = $4 AND \(isExpired) FOR UPDATE)
    UPDATE tessera.lease SET host = $3, epoch = epoch + 1, wanted = NULL
    FROM former WHERE tessera.lease.host = former.id AND board = $1 AND epoch = $2
    RETURNING epoch
    """

  /// Releases a board. Parameters: board, epoch, host, the host to which it is transferred, or null.
  static let release = """
    UPDATE tessera.lease SET host = NULL, epoch = epoch + 1, wanted = $4 WHERE board = $1 AND epoch = $2 AND host = $3
    """

  /// Asks the owner of a board to transfer it to another host, and returns the owner's epoch. Parameters: board, host.
  static let requestTransfer = "UPDATE tessera.lease SET wanted = $2 WHERE board = $1 RETURNING epoch"

  /// Asks a host to drain. Parameter: host.
  static let drain = "UPDATE tessera.host SET shall_drain = true WHERE id = $1"

  /// Ends a host that owns nothing. Parameter: host.
  static let unregister = "DELETE FROM tessera.host WHERE id = $1"

  /// Removes hosts that are over for a day, and own nothing.
  static let removeExpired = """
    DELETE FROM tessera.host WHERE until < clock_timestamp() - interval '1 day'
      AND id NOT IN (SELECT host FROM tessera.lease WHERE host IS NOT NULL)
    """

  /// Lists the hosts, with the number of boards of each.
  static let hosts = """
    SELECT h.id, h.name, h.address, h.program, h.is_draining, h.protocol, h.oldest_protocol,
      extract(epoch FROM h.began)::float8 AS began,
      extract(epoch FROM h.until - clock_timestamp())::float8 AS rest,
      (SELECT count(*) FROM tessera.lease l WHERE l.host = h.id) AS boards
    FROM tessera.host h WHERE h.until > clock_timestamp() - interval '1 hour' ORDER BY h.name, h.began
    """
}
