CREATE TABLE account (name TEXT PRIMARY KEY, role TEXT NOT NULL, password TEXT NOT NULL);
INSERT INTO "account" VALUES ('ada', 'administer', '$argon2id$v=19$m=65536,t=3,p=1$PO9a4ybojIgvJLmvS+XhHg$rjphCia+OL+eD6tXMO9VJOQfHf6oCjRDbSWMLqnG6Xs');
CREATE TABLE board_role (
  account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, board TEXT NOT NULL, role TEXT NOT NULL,
  PRIMARY KEY (account, board)) WITHOUT ROWID;
CREATE TABLE board_owner (board TEXT PRIMARY KEY, account TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE link (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL, board TEXT NOT NULL,
  role TEXT NOT NULL);
INSERT INTO "link" VALUES (1, X'd73a550bcb09503aba150a5cc874f619694e8f677e39cb6a229d1f0ba1ec1832', 'Wall', 'home', 'look');
CREATE TABLE session (
  hash BLOB PRIMARY KEY, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, used REAL NOT NULL
  ) WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('link', 1);
PRAGMA user_version = 1;
