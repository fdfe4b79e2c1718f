CREATE TABLE "$meta" (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
INSERT INTO "$meta" VALUES ('format', '1');
INSERT INTO "$meta" VALUES ('row', 4);
INSERT INTO "$meta" VALUES ('schema', 'table List
column List name TEXT
column List position REAL
entity List List
identity List name
table Todo
column Todo title TEXT
column Todo isDone INTEGER
column Todo position REAL
column Todo due REAL
column Todo list INTEGER to List
entity Todo Todo');
INSERT INTO "$meta" VALUES ('version', 4);
CREATE TABLE "List" ("$id" INTEGER PRIMARY KEY, "$version" INTEGER NOT NULL, "$entity" TEXT NOT NULL, "name" TEXT, "position" REAL);
INSERT INTO "List" VALUES (1, 4, 'List', 'Home', 1.0);
INSERT INTO "List" VALUES (2, 2, 'List', 'Work', 2.0);
CREATE INDEX "$List name" ON "List" ("name");
CREATE TABLE "Todo" ("$id" INTEGER PRIMARY KEY, "$version" INTEGER NOT NULL, "$entity" TEXT NOT NULL, "title" TEXT, "isDone" INTEGER, "position" REAL, "due" REAL, "list" INTEGER);
INSERT INTO "Todo" VALUES (3, 3, 'Todo', 'Buy milk', 0, 1.0, NULL, 1);
INSERT INTO "Todo" VALUES (4, 4, 'Todo', 'Call ''Ada''', 0, 2.0, NULL, 1);
CREATE INDEX "$Todo.list" ON "Todo" ("list");
