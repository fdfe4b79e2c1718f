#!/usr/bin/env python3
"""Measures backups of a server that people use, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure_backup.py [megabytes] [widgets] [seconds]

The server is `.build/release/tessera`, or the command in TESSERA_COMMAND, and its program makes the backups. The data
folder has 500 MB in the stores of 16 widgets: the server makes each store, and rows with texts of 4 kB are added to it
while the server is stopped. Two people work without a pause: one renames the board, one presses a button that stores an
object in one widget after the other. "quiet" is their work for some seconds without a backup, "during" that from the
beginning of a `tessera backup` to its end, for three backups; both alternate. An edit counts where it ends.
"""

import http.client
import json
import os
import pathlib
import random
import re
import shlex
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Support" / "Python"), str(ROOT / "Tests" / "Attack")]
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from served import COMMAND  # noqa: E402
from victim import Server, Victim  # noqa: E402

MEGABYTES = int(sys.argv[1]) if len(sys.argv) > 1 else 500
WIDGETS = int(sys.argv[2]) if len(sys.argv) > 2 else 16
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 10
BACKUPS = 3
TEXT = 4000
SCREEN = {
    "view": {"type": "container", "children": [
        {"type": "button", "id": "press", "text": "Add",
         "onPress": {"type": "insert", "entity": "Note", "values": {"text": "n"}}},
        {"type": "button", "id": "keep", "text": "Keep",
         "onPress": {"type": "insert", "entity": "Page", "values": {"text": "p"}}}]},
}
MODEL = {"entities": {"Note": {"attributes": {"text": "string"}}, "Page": {"attributes": {"text": "string"}}}}


def make_bundle(folder):
    path = folder / "Book.widget"
    (path / "screens").mkdir(parents=True)
    (path / "widget.json").write_text(json.dumps({
        "id": "org.tessera.book", "name": "Book", "sizes": {"default": "1×1", "minimum": "1×1"}}))
    (path / "screens/Main.json").write_text(json.dumps(SCREEN))
    (path / "model.json").write_text(json.dumps(MODEL))
    return path


class Person:
    """A user who presses the buttons of a widget."""

    def __init__(self, victim, widget):
        self.widget, self.count = widget, 0
        self.token = victim.present(widget)
        tree = victim.first_tree(self.token, widget)
        nodes = json.loads(tree[tree.index("data: ") + 6:].splitlines()[0])["tree"]
        self.views = {node["identifier"]: node["id"] for node in nodes if "identifier" in node}

    def press(self, post, name):
        self.count += 1
        batch = {"page": "p", "batch": self.count, "events": [["press", self.views[name]]]}
        post(f"/widgets/{self.widget}/presentations/{self.token}/events", batch, 204)


class Connection:
    """A connection that stays open."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path, body, expected):
        self.connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        response.read()
        assert response.status == expected, (path, response.status)


def fill(store, size, words):
    """Adds rows to a store that the server has made, in the form in which it writes them."""
    connection = sqlite3.connect(store)
    last = connection.execute("SELECT value FROM \"$meta\" WHERE name = 'row'").fetchone()[0]
    version = connection.execute("SELECT value FROM \"$meta\" WHERE name = 'version'").fetchone()[0]

    def rows():
        for number in range(size // TEXT):
            start = random.randrange(len(words) - TEXT)
            yield last + 1 + number, version, "Page", words[start:start + TEXT]

    connection.executemany('INSERT INTO "Page" ("$id", "$version", "$entity", "text") VALUES (?, ?, ?, ?)', rows())
    connection.execute("UPDATE \"$meta\" SET value = ? WHERE name = 'row'", (last + size // TEXT,))
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


class Work:
    """An edit that a person repeats without a pause."""

    def __init__(self, name, edit):
        self.name, self.edit = name, edit
        self.times = {"quiet": [], "during": []}
        self.phase = None
        self.failure = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        number = 0
        try:
            while self.phase != "end":
                number += 1
                before = time.perf_counter()
                self.edit(number)
                if self.phase in self.times:
                    self.times[self.phase].append((time.perf_counter() - before) * 1000)
        except Exception as error:
            self.failure = error

    def report(self):
        p99 = {}
        for phase, times in self.times.items():
            times.sort()
            p99[phase] = times[int(len(times) * 0.99)]
            tell(f"backup.{self.name}.{phase}", statistics.median(times), "ms", p99=round(p99[phase], 2),
                 maximum=round(times[-1], 2), runs=len(times))
        tell(f"backup.{self.name}.p99", p99["during"] / p99["quiet"], "of quiet")


def tell(name, value, unit, **more):
    print(json.dumps({"name": name, "unit": unit, "value": round(value, 3), **more}), flush=True)


def main():
    random.seed(1)
    vocabulary = ["".join(random.choices("etaoinshrdlucmfw", k=random.randint(2, 9))) for _ in range(5000)]
    words = " ".join(random.choices(vocabulary, k=1_000_000))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        data, backup = folder / "data", folder / "backup.zip"
        bundle = make_bundle(folder)

        def start():
            return Server(folder, bundle, ("--data", str(data)), [bundle] * (WIDGETS - 1))

        server = start()
        connection = Connection(server.port)
        victim = Victim(server)
        for widget in range(1, WIDGETS + 1):
            Person(victim, widget).press(connection.post, "keep")
        server.stop()
        for widget in range(1, WIDGETS + 1):
            fill(data / f"instances/{widget}.sqlite", (MEGABYTES << 20) // WIDGETS, words)
        server = start()
        try:
            victim = Victim(server)
            people = [Person(victim, widget) for widget in range(1, WIDGETS + 1)]
            boards, presses = Connection(server.port), Connection(server.port)
            works = [
                Work("edit", lambda number: boards.post(
                    "/boards/home/edits", {"grid": [6, 8], "edit": {"type": "rename", "name": f"Name {number}"}}, 200)),
                Work("press", lambda number: people[number % WIDGETS].press(presses.post, "press"))]
            for work in works:
                work.thread.start()
            time.sleep(2)
            durations, sizes = [], []
            for _ in range(BACKUPS):
                for work in works:
                    work.phase = "quiet"
                time.sleep(SECONDS)
                for work in works:
                    work.phase = "during"
                begin = time.perf_counter()
                done = subprocess.run(
                    [shlex.split(COMMAND)[0], "backup", str(backup), "--data", str(data)], cwd=ROOT, check=True,
                    text=True, stdout=subprocess.PIPE)
                durations.append(time.perf_counter() - begin)
                sizes.append(int(re.search(r"(\d+) bytes", done.stdout)[1]))
            for work in works:
                work.phase = "end"
            for work in works:
                work.thread.join(60)
                if work.failure:
                    raise work.failure
            for work in works:
                work.report()
            seconds, size, archive = statistics.median(durations), sizes[-1], backup.stat().st_size
            tell("backup.time", seconds, "s", runs=BACKUPS)
            tell("backup.data", size / seconds / 1e6, "MB/s", megabytes=round(size / 1e6, 1))
            tell("backup.archive", archive / seconds / 1e6, "MB/s", megabytes=round(archive / 1e6, 1))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
