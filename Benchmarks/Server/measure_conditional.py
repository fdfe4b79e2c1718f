#!/usr/bin/env python3
"""Measures what conditional requests save, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure_conditional.py [feeds] [rounds]

The widget of feeds reads feeds of 50 kB from servers that know entity tags (RFC 9110, section 8.8.3), one of which has
news in each round. "requests" is how many were sent, "full" the share of those that were answered in full, "bytes" the
share of the bytes that would be transferred without tags, "update" the time of an update. The command of the server is
`.build/release/tessera serve`, or TESSERA_COMMAND.
"""

import json
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time
import urllib.request
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Support" / "Python"), str(ROOT / "Benchmarks" / "Server")]
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from fake_service import FakeService, Response  # noqa: E402
from measure_library import update, state  # noqa: E402
from served import Server  # noqa: E402

FEEDS = int(sys.argv[1]) if len(sys.argv) > 1 else 20
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 10


class Feeds:
    """Feeds with entity tags, and what was asked of them."""

    def __init__(self):
        self.versions = [0] * FEEDS
        self.full = self.asked = self.bytes = 0

    def answer(self, request):
        number = int(request.path.rpartition("/")[2])
        tag = f'"{self.versions[number]}"'
        self.asked += 1
        if request.headers.get("If-None-Match") == tag:
            return Response(status=304, headers={"ETag": tag})
        items = "".join(
            f"<item><title>Story {self.versions[number]}.{item}</title><guid>{number}.{item}</guid>"
            f"<description>{'Words about it. ' * 60}</description></item>" for item in range(48))
        body = f"<rss version='2.0'><channel><title>Feed {number}</title>{items}</channel></rss>".encode()
        self.full += 1
        self.bytes += len(body)
        self.size = len(body)
        return Response(body, headers={"Content-Type": "application/rss+xml", "ETag": tag})


def tell(name, value, unit, **more):
    print(json.dumps({"name": f"conditional.{name}", "unit": unit, "value": round(value, 3), **more}), flush=True)


def main():
    feeds = Feeds()
    with tempfile.TemporaryDirectory() as folder, FakeService(otherwise=feeds.answer) as service:
        bundle = pathlib.Path(folder) / "Feeds.widget"
        shutil.copytree(ROOT / "Widgets" / "Feeds.widget", bundle)
        # What is younger would be taken from the cache, without a request.
        document = (bundle / "service.json").read_text()
        (bundle / "service.json").write_text(document.replace('"age": 600', '"age": 1'))
        server = Server(folder, bundle, ["--updates-per-day", "1000", "--allow-private-addresses"])
        try:
            addresses = [{"address": f"{service.address}/{number}", "name": ""} for number in range(FEEDS)]
            edit = {"grid": [6, 8], "edit": {"type": "options", "tile": "1", "values": {"feeds": addresses}}}
            urllib.request.urlopen(urllib.request.Request(
                f"{server.root}boards/home/edits", json.dumps(edit).encode(), {"Content-Type": "application/json"}))
            time.sleep(3)
            feeds.full = feeds.asked = feeds.bytes = 0
            spent = []
            for number in range(ROUNDS):
                feeds.versions[number % FEEDS] += 1
                time.sleep(2.1)
                times = {}
                update(server.root, "1", (state(server.root, "1")["updated"], None), times)
                spent.append(times["1"][0] * 1000)
            tell("requests", feeds.asked, "count", feeds=FEEDS, rounds=ROUNDS)
            tell("full", feeds.full / max(feeds.asked, 1), "share")
            tell("bytes", feeds.bytes / max(feeds.asked * feeds.size, 1), "share", size=feeds.size)
            tell("update", statistics.median(spent), "ms")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
