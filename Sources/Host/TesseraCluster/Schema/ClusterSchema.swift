import TesseraPostgreSQL

/// The tables of a cluster in the schema `tessera` of a database.
///
/// The database knows hosts, boards by name, who owns them, and which tile is on which board. All else is encrypted.
enum ClusterSchema {
  /// The version of the tables that this program makes and writes.
  static let version = 2
  /// The oldest version of the tables that this program can write. Hosts of two versions can work side by side as long
  /// as the tables suit both.
  static let oldestVersion = 2

  /// The channel on which hosts notify each other. A notification only says what to read again.
  static let channel = "tessera"

  /// The numbers of the locks by which hosts show that they are connected (`pg_advisory_lock`).
  static let hostLocks = 0x7E55
  /// The numbers of the locks by which hosts hold their names.
  static let nameLocks = 0x7E56
  /// The number of the lock of the host that makes a backup.
  static let backupLocks = 0x7E57

  /// The statements that make the tables of each version from those of the version before it.
  static let steps = [
    """
    CREATE SCHEMA tessera;
    CREATE TABLE tessera.format (
      version integer NOT NULL, -- of the tables
      oldest integer NOT NULL -- version of the tables for which a program must be made to write these
    );
    INSERT INTO tessera.format VALUES (1, 1);

    -- A running process. Its row is renewed each second.
    CREATE TABLE tessera.host (
      id text PRIMARY KEY, -- of the process; a restart makes another one
      name text NOT NULL, -- for people
      address text NOT NULL, -- at which other hosts reach it
      program text NOT NULL, -- its version
      began timestamptz NOT NULL DEFAULT clock_timestamp(),
      until timestamptz NOT NULL, -- when others may take its boards
      lock integer NOT NULL, -- the advisory lock that its connection holds
      server timestamptz NOT NULL DEFAULT pg_postmaster_start_time(), -- the run of the database that knows the lock
      is_draining boolean NOT NULL DEFAULT false,
      shall_drain boolean NOT NULL DEFAULT false -- asked for by an administrator
    );

    CREATE TABLE tessera.board (
      id text PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY, -- the order in which boards were made
      name text NOT NULL,
      tiles text[] NOT NULL DEFAULT '{}' -- on the board, or brought back by undo
    );
    CREATE INDEX ON tessera.board USING gin (tiles);

    -- Who owns a board. Each change of the owner is a new epoch.
    CREATE TABLE tessera.lease (
      board text PRIMARY KEY REFERENCES tessera.board ON DELETE CASCADE,
      host text,
      epoch bigint NOT NULL DEFAULT 0,
      wanted text -- the host that shall get it
    ) WITH (fillfactor = 50);
    CREATE INDEX ON tessera.lease (host);

    -- A database file of hosts: its content at some time, and the changes after that.
    CREATE TABLE tessera.store (
      name text PRIMARY KEY, -- such as 'instances/kj3h'
      board text REFERENCES tessera.board ON DELETE CASCADE -- null for what all hosts may write
    );
    CREATE INDEX ON tessera.store (board);
    CREATE TABLE tessera.journal (
      store text NOT NULL,
      seq bigint NOT NULL,
      epoch bigint NOT NULL,
      tx text NOT NULL, -- names an attempt, so that a repeated one is recognized
      change bytea NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (store, seq)
    );
    ALTER TABLE tessera.journal ALTER change SET STORAGE EXTERNAL;
    CREATE TABLE tessera.content (
      store text NOT NULL,
      seq bigint NOT NULL, -- of the last change that it contains
      part integer NOT NULL, -- from 0
      parts integer NOT NULL,
      bytes bytea NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (store, seq, part)
    );
    ALTER TABLE tessera.content ALTER bytes SET STORAGE EXTERNAL;

    -- Files that are the same on all hosts.
    CREATE TABLE tessera.file (
      path text PRIMARY KEY,
      version bigint NOT NULL,
      bytes bytea -- null for a removed one
    );
    ALTER TABLE tessera.file ALTER bytes SET STORAGE EXTERNAL;
    CREATE INDEX ON tessera.file (version);
    CREATE SEQUENCE tessera.file_version; -- taken under a lock, so that versions become visible in their order
    """,
    """
    -- Hosts that do not say what they speak are of the first version.
    ALTER TABLE tessera.host
      ADD protocol integer NOT NULL DEFAULT 1, -- the newest number of the hosts' protocol that it speaks
      ADD oldest_protocol integer NOT NULL DEFAULT 1, -- the oldest
      ADD tables integer NOT NULL DEFAULT 1; -- the version of the tables for which it is made
    CREATE TABLE tessera.backup (
      host text NOT NULL, -- the name of the one that made the last backup by schedule
      at timestamptz NOT NULL
    );
    UPDATE tessera.format SET version = 2;
    """,
  ]
}
