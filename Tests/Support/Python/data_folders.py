"""Data folders of servers as text: one file of SQL statements for each SQLite file.

A dump is small and can be reviewed. Bytes that are text are written as text. A folder that is made of dumps has files in
write-ahead mode, as a server leaves them.
"""

import json
import sqlite3
import urllib.request

from served import ROOT
from waiting import PATIENCE

FOLDERS = ROOT / "Tests/Protocol/data-folders"
PASSWORD = "correct horse"


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, bytes):
        try:
            text = value.decode()
        except UnicodeDecodeError:
            text = ""
        # Hashes can look like text by chance.
        return f"CAST({literal(text)} AS BLOB)" if text.startswith(("{", "[")) else f"X'{value.hex()}'"
    return "'" + value.replace("'", "''") + "'"


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def dump(file, without=()):
    """Returns the statements that make a database, except for some tables."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    entries = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid").fetchall()
    lines = []
    for kind, name, table, sql in entries:
        if sql is None or table in without or name == "sqlite_sequence":
            continue
        lines.append(sql + ";")
        if kind == "table":
            for row in connection.execute(f"SELECT * FROM {quoted(name)}"):
                lines.append(f"INSERT INTO {quoted(name)} VALUES ({', '.join(map(literal, row))});")
    if any(name == "sqlite_sequence" for _, name, _, _ in entries):
        lines.append("DELETE FROM sqlite_sequence;")
        for row in connection.execute("SELECT name, seq FROM sqlite_sequence"):
            lines.append(f"INSERT INTO sqlite_sequence (name, seq) VALUES ({', '.join(map(literal, row))});")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version:
        lines.append(f"PRAGMA user_version = {version};")
    connection.close()
    return "\n".join(lines) + "\n"


def make(dumps, folder):
    """Makes a data folder of dumps."""
    for path in sorted(dumps.rglob("*.sql")):
        file = folder / path.relative_to(dumps).with_suffix("")
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        connection = sqlite3.connect(file)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(path.read_text())
        connection.close()
    return folder


class Client:
    """A browser without a window."""

    def __init__(self, server):
        self.server = server

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.server.root + path, data, {"Content-Type": "application/json"} if data else {})
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            text = response.read()
            return json.loads(text) if text else None

    def edit(self, board, **edit):
        return self.ask(f"boards/{board}/edits", {"grid": [6, 8], "edit": edit})

    def event(self, name, board="home"):
        """Returns the data of the first event with a name in the stream of a board, such as `freshness`."""
        with urllib.request.urlopen(f"{self.server.root}events?board={board}@6x8", timeout=PATIENCE) as stream:
            for line in stream:
                if line == f"event: {name}\n".encode():
                    return json.loads(next(line for line in stream if line.startswith(b"data: "))[6:])
        raise RuntimeError("The stream ended")

    def present(self, tile):
        """Opens a widget."""
        return Widget(self, tile, self.ask(f"widgets/{tile}/presentations", {"width": 320, "height": 480})["id"])


class Widget:
    """A widget that a client shows."""

    def __init__(self, client, tile, token):
        self.client, self.tile, self.token = client, tile, token
        self.batch = 0

    def nodes(self):
        """Returns the views that are shown now."""
        with urllib.request.urlopen(
                f"{self.client.server.root}events?watch={self.tile}/{self.token}", timeout=PATIENCE) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    return json.loads(line[6:])["tree"]
        raise RuntimeError("The stream ended")

    def view(self, identifier):
        return next(node["id"] for node in self.nodes() if node.get("identifier") == identifier)

    def texts(self, identifier):
        """Returns the texts of the views that have an identifier."""
        return [node.get("attributes", {}).get("text", "") for node in self.nodes() if node.get("identifier") == identifier]

    def rows(self):
        """Returns the labels of the rows that are shown."""
        return [node["attributes"]["accessibilityLabel"] for node in self.nodes() if node["kind"] == "cell"]

    def send(self, *events, batch=None, **members):
        self.batch = batch or self.batch + 1
        self.client.ask(f"widgets/{self.tile}/presentations/{self.token}/events",
                        {"page": "p", "batch": self.batch, "events": [list(event) for event in events], **members})
