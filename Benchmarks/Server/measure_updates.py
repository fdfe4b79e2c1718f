#!/usr/bin/env python3
"""Measures a board of widgets that are drawn in advance from outside, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure_updates.py [widgets] [seconds of idleness]

The server is `.build/release/tessera`, or the command in TESSERA_COMMAND. "start" is the time from the start of a
process whose widgets were drawn before, until the board's last tree reaches a client. "push" is the time from an app's
notification of new content, which the widget fetches from a server on this machine, until its new tree arrives. "idle"
is the server's processor time while a client watches the board and nothing happens, as a fraction of one core.
"""

import itertools
import json
import os
import pathlib
import statistics
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from fake_service import FakeService  # noqa: E402
from served import Server  # noqa: E402

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 60
IDLE = int(sys.argv[2]) if len(sys.argv) > 2 else 60


def make_bundle(folder, port):
    path = pathlib.Path(folder) / "Answers.widget"
    (path / "screens").mkdir(parents=True)
    files = {
        "widget.json": {
            "id": "org.tessera.answers", "name": "Answers", "hosts": [f"127.0.0.1:{port}"], "sizes": {"default": "1×1", "minimum": "1×1"},
            "update": {"action": "load", "interval": 86_400}, "timeline": {"entity": "Item", "date": "date"}},
        "model.json": {"entities": {"Item": {"attributes": {
            "name": {"type": "string", "JSONKeyPath": "name"},
            "date": {"type": "date", "JSONKeyPath": "date", "JSONTransformerName": "time"}}}}},
        "service.json": {
            "options": {"transformers": {"date": {"time": {"format": "yyyy-MM-dd'T'HH:mm:ssXXX"}}}},
            "defaults": {"baseUrl": f"http://127.0.0.1:{port}"},
            "actions": {"load": {"path": "/items", "resultType": "[Item]", "clearPolicy": "after"}}},
        "screens/Main.json": {"view": {"type": "container", "style": {"padding": 12, "rowGap": 6}, "children": [
            {"type": "text", "id": "name", "text": "@{entry.name ?? 'Nothing'}", "style": {"fontSize": 20}},
            *({"type": "container", "style": {"flexDirection": "row", "columnGap": 6}, "children": [
                {"type": "icon", "name": "check"}, {"type": "text", "text": f"Line {line}"}]} for line in range(12))]}},
    }
    for name, content in files.items():
        (path / name).write_text(json.dumps(content))
    return path


def post(address, body, **headers):
    request = urllib.request.Request(
        address, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
    return json.loads(urllib.request.urlopen(request).read() or b"null")


class Board:
    """A page that shows all widgets."""

    def __init__(self, root, count):
        self.seen = {}
        self.changed = threading.Condition()
        tokens = {}
        for tile in range(1, count + 1):
            tokens[post(f"{root}widgets/{tile}/presentations", {"width": 88, "height": 88, "cells": [1, 1]})["id"]] = str(tile)
        query = "&".join(f"watch={tile}/{token}" for token, tile in tokens.items())
        self.stream = urllib.request.urlopen(f"{root}events?{query}")
        self.tokens = tokens
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        name = None
        try:
            for line in self.stream:
                if line.startswith(b"event: "):
                    name = line[7:].strip().decode()
                elif line.startswith(b"data: ") and name in self.tokens:
                    with self.changed:
                        self.seen.setdefault(self.tokens[name], []).append((time.monotonic(), line))
                        self.changed.notify_all()
        except (ValueError, OSError):
            pass

    def wait(self, condition, patience=60):
        with self.changed:
            if not self.changed.wait_for(condition, patience):
                raise RuntimeError(f"{len(self.seen)} widgets came")

    def shows(self, tile, text):
        return any(text in line for _, line in self.seen.get(tile, []))


def tell(name, value, unit, **more):
    print(json.dumps({"name": name, "unit": unit, "value": round(value, 3), **more}), flush=True)


def main():
    numbers = itertools.count(1)
    # Each response has a new number, so that it is new content.
    service = FakeService(otherwise=lambda _: [{"name": f"Answer {next(numbers)}", "date": "2026-01-01T00:00:00Z"}])
    with service, tempfile.TemporaryDirectory() as folder:
        bundle = make_bundle(folder, service.port)
        data = pathlib.Path(folder) / "data"
        options = ("--data", str(data), "--allow-private-addresses")

        def start(more=()):
            return Server(folder, bundle, options, more)

        server = start([bundle] * (COUNT - 1))
        board = Board(server.root, COUNT)
        board.wait(lambda: all(board.shows(str(tile), b"Answer") for tile in range(1, COUNT + 1)), 120)
        time.sleep(5)
        tell("updates.memory", server.memory() / COUNT / 1024, "kB", of="one of them, all of the process divided")
        server.stop()
        times = []
        for _ in range(5):
            begin = time.monotonic()
            server = start()
            listening = time.monotonic() - begin
            board = Board(server.root, COUNT)
            board.wait(lambda: len(board.seen) == COUNT)
            times.append((time.monotonic() - begin, listening))
            if len(times) < 5:
                server.stop()
        assert all(board.shows(str(tile), b"Answer") for tile in range(1, COUNT + 1))
        times.sort()
        tell("updates.start", times[2][0] * 1000, "ms", listening=round(times[2][1] * 1000))
        before = server.processor_seconds()
        time.sleep(IDLE)
        tell("updates.idle", (server.processor_seconds() - before) / IDLE * 100, "% of a core", seconds=IDLE)
        token = (data / "push-token").read_text()
        times = []
        for tile in range(1, COUNT + 1):
            known = len(board.seen[str(tile)])
            begin = time.monotonic()
            post(f"{server.root}reload", {"tile": str(tile)}, Authorization=f"Bearer {token}")
            board.wait(lambda: len(board.seen[str(tile)]) > known)
            times.append((board.seen[str(tile)][known][0] - begin) * 1000)
        tell("updates.push", statistics.median(times), "ms", maximum=round(max(times), 1), runs=len(times))
        server.stop()


main()
