CREATE TABLE widget (
  id TEXT PRIMARY KEY, schedule BLOB NOT NULL, timeline BLOB, failure TEXT, documents TEXT);
