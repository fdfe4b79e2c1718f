CREATE TABLE board (id TEXT PRIMARY KEY, document BLOB NOT NULL);
INSERT INTO "board" VALUES ('home', CAST('{"arrangements":[{"pages":[{"icons":[],"id":"page1","tiles":[{"frame":[1,1,4,4],"tile":"1"},{"frame":[1,5,2,2],"tile":"2"}]}],"size":[6,8]}],"format":1,"icons":{},"id":"home","name":"Kitchen","tiles":{"1":{"options":{},"widget":"org.tessera.todo"},"2":{"options":{"paper":"#ffe3e3"},"secrets":[],"widget":"org.tessera.samples.note"}}}' AS BLOB));
INSERT INTO "board" VALUES ('board1', CAST('{"arrangements":[{"pages":[{"icons":[],"id":"page1","tiles":[{"frame":[1,1,2,2],"tile":"a7pmg8ybhvxz"}]}],"size":[6,8]}],"format":1,"icons":{},"id":"board1","name":"Work","tiles":{"a7pmg8ybhvxz":{"options":{},"widget":"org.tessera.samples.note"}}}' AS BLOB));
CREATE TABLE step (
  number INTEGER PRIMARY KEY AUTOINCREMENT, board TEXT NOT NULL, isUndone INTEGER NOT NULL, document BLOB NOT NULL);
INSERT INTO "step" VALUES (1, 'home', 0, CAST('{"arrangements":[{"pages":[{"icons":[],"id":"page1","tiles":[{"frame":[1,1,4,4],"tile":"1"},{"frame":[1,5,2,2],"tile":"2"}]}],"size":[6,8]}],"format":1,"icons":{},"id":"home","name":"Home","tiles":{"1":{"options":{},"widget":"org.tessera.todo"},"2":{"options":{},"widget":"org.tessera.samples.note"}}}' AS BLOB));
INSERT INTO "step" VALUES (2, 'board1', 0, CAST('{"arrangements":[],"format":1,"icons":{},"id":"board1","name":"Work","tiles":{}}' AS BLOB));
INSERT INTO "step" VALUES (3, 'home', 0, CAST('{"arrangements":[{"pages":[{"icons":[],"id":"page1","tiles":[{"frame":[1,1,4,4],"tile":"1"},{"frame":[1,5,2,2],"tile":"2"}]}],"size":[6,8]}],"format":1,"icons":{},"id":"home","name":"Home","tiles":{"1":{"options":{},"widget":"org.tessera.todo"},"2":{"options":{"paper":"#ffe3e3"},"secrets":[],"widget":"org.tessera.samples.note"}}}' AS BLOB));
CREATE TABLE setAside (date TEXT NOT NULL, board TEXT NOT NULL, document BLOB NOT NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES ('step', 3);
