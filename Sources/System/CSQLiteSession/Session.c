#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1

#include "CSQLiteSession.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

int tessera_session_begin(void *database, void **session) {
  sqlite3_session *result = NULL;
  int code = sqlite3session_create(database, "main", &result);
  if (code == SQLITE_OK) code = sqlite3session_attach(result, NULL);
  if (code != SQLITE_OK && result) {
    sqlite3session_delete(result);
    result = NULL;
  }
  *session = result;
  return code;
}

int tessera_session_patchset(void *session, int *size, void **bytes) {
  return sqlite3session_patchset(session, size, bytes);
}

void tessera_session_end(void *session) { sqlite3session_delete(session); }

static int abort_at_conflict(void *context, int conflict, sqlite3_changeset_iter *iterator) {
  (void)context, (void)conflict, (void)iterator;
  return SQLITE_CHANGESET_ABORT;
}

// Whether a table has at least a number of columns.
static int has_columns(sqlite3 *database, const char *table, int count) {
  char *text = sqlite3_mprintf("SELECT * FROM main.\"%w\"", table);
  sqlite3_stmt *statement = NULL;
  int found = text && sqlite3_prepare_v2(database, text, -1, &statement, NULL) == SQLITE_OK
    && sqlite3_column_count(statement) >= count;
  sqlite3_finalize(statement);
  sqlite3_free(text);
  return found;
}

static int check_tables(sqlite3 *database, int size, const void *bytes) {
  sqlite3_changeset_iter *iterator = NULL;
  int code = sqlite3changeset_start(&iterator, size, (void *)bytes);
  char *last = NULL;
  while (code == SQLITE_OK && (code = sqlite3changeset_next(iterator)) == SQLITE_ROW) {
    const char *table;
    int columns, operation, indirect;
    code = sqlite3changeset_op(iterator, &table, &columns, &operation, &indirect);
    if (code != SQLITE_OK || (last && strcmp(last, table) == 0)) continue;
    sqlite3_free(last);
    last = sqlite3_mprintf("%s", table);
    if (!has_columns(database, table, columns)) code = SQLITE_SCHEMA;
  }
  sqlite3_free(last);
  if (iterator) sqlite3changeset_finalize(iterator);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int tessera_session_apply(void *database, int size, const void *bytes) {
  int code = check_tables(database, size, bytes);
  if (code != SQLITE_OK) return code;
  return sqlite3changeset_apply(database, size, (void *)bytes, NULL, abort_at_conflict, NULL);
}

void *tessera_session_content(void *database, long long *size) {
  sqlite3_int64 count = 0;
  void *bytes = sqlite3_serialize(database, "main", &count, 0);
  *size = count;
  return bytes;
}

void tessera_session_free(void *bytes) { sqlite3_free(bytes); }
