#pragma once

// SQLite's session extension, whose declarations are hidden in the header that Swift sees. Databases are pointers to
// `sqlite3`. Functions return SQLite's result codes.

// Begins to record the changes of a database's tables that have a primary key.
int tessera_session_begin(void *database, void **session);

// Returns what changed since the beginning as a patchset: for changed rows the primary key and the new values. The caller
// frees the bytes with `tessera_session_free`.
int tessera_session_patchset(void *session, int *size, void **bytes);

// Ends a recording, before the database is closed.
void tessera_session_end(void *session);

// Applies a patchset as one transaction. Any conflict undoes it and returns SQLITE_ABORT. A table that is missing or has too
// few columns, which SQLite would leave out, is SQLITE_SCHEMA.
int tessera_session_apply(void *database, int size, const void *bytes);

// Returns the content of a database file, with what is in its write-ahead log; null without memory. The caller frees the
// bytes with `tessera_session_free`.
void *tessera_session_content(void *database, long long *size);

void tessera_session_free(void *bytes);
