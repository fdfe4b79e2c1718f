#!/usr/bin/env python3
"""Measures a board of twenty widgets of the library, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure_library.py [rounds] [seconds of idleness]

The server is `.build/release/tessera`, or the command in TESSERA_COMMAND. Ten widgets are there twice, each with the
responses that its scenario recorded, which take 20 ms each; no widget waits between its requests. "update" is the time from the request to update all widgets
at once until each of them is updated, in later rounds; "first" is the same in the first one, which stores everything
anew. "memory" is that of the server afterwards, "idle" its processor time while nothing happens, as a fraction of one
core.
"""

import json
import os
import pathlib
import re
import shutil
import statistics
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from served import Server  # noqa: E402

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 20
IDLE = int(sys.argv[2]) if len(sys.argv) > 2 else 30
DELAY = "20ms"
WIDGETS = [
    "ExchangeRates", "Feeds", "HackerNews", "Lobsters", "Machine", "Markets", "Mastodon", "Reddit", "Weather", "YouTube",
]


def tell(name, value, unit, **more):
    print(json.dumps({"name": f"library.{name}", "unit": unit, "value": round(value, 3), **more}), flush=True)


def copy_bundles(folder):
    """Copies each widget twice, with a delay in each of its responses. Returns the bundles and the scenarios."""
    bundles, scenarios = [], []
    for name in WIDGETS:
        for number in (1, 2):
            bundle = folder / f"{name}{number}.widget"
            shutil.copytree(ROOT / "Widgets" / f"{name}.widget", bundle)
            manifest = bundle / "widget.json"
            manifest.write_text(re.sub(r'("id": "[^"]+)"', rf'\1.n{number}"', manifest.read_text(), count=1))
            service = bundle / "service.json"
            if service.exists():
                service.write_text(re.sub(r'"rateLimit": \d+', '"rateLimit": 6000', service.read_text()))
            bundles.append(bundle)
        scenario = bundle / "tests" / "now.yaml"
        text = scenario.read_text()
        head, steps = text[: text.index("\nsteps:")], text[text.index("\nsteps:"):]
        head = re.sub(r"- \{ url:", f"- {{ delay: {DELAY}, url:", head)
        head = re.sub(r"- url:", f"- delay: {DELAY}\n    url:", head)
        scenario.write_text(head + steps)
        scenarios.append(scenario)
    return bundles, scenarios


def state(root, tile):
    return json.load(urllib.request.urlopen(f"{root}widgets/{tile}/updates"))


def update(root, tile, before, times):
    start = time.perf_counter()
    urllib.request.urlopen(urllib.request.Request(
        f"{root}widgets/{tile}/refresh", b"{}", {"Content-Type": "application/json"}))
    deadline = start + 30
    while time.perf_counter() < deadline:
        now = state(root, tile)
        if not now["isUpdating"] and (now["updated"], now["failure"]) != before:
            times[tile] = (time.perf_counter() - start, now["failure"])
            return
        time.sleep(0.004)
    times[tile] = (30, "it was not updated")


def main():
    with tempfile.TemporaryDirectory() as folder:
        bundles, scenarios = copy_bundles(pathlib.Path(folder))
        networks = [part for scenario in scenarios for part in ("--network", str(scenario))]
        server = Server(folder, bundles[0], ["--updates-per-day", "1000", *networks], bundles[1:])
        try:
            tiles = [str(number) for number in range(1, len(bundles) + 1)]
            rounds = []
            for _ in range(ROUNDS + 1):
                # What a person asks for is never refused, but an update has a date in whole seconds.
                time.sleep(1.1)
                before = {tile: (state(server.root, tile)["updated"], None) for tile in tiles}
                times = {}
                threads = [threading.Thread(target=update, args=(server.root, tile, before[tile], times)) for tile in tiles]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                failures = {tile: failure for tile, (_, failure) in times.items() if failure}
                if failures:
                    print(json.dumps({"failures": failures}), file=sys.stderr)
                rounds.append(sorted(seconds * 1000 for seconds, _ in times.values()))
            tell("first", rounds[0][-1], "ms", widgets=len(tiles))
            later = sorted(value for times in rounds[1:] for value in times)
            tell("update.median", statistics.median(later), "ms", widgets=len(tiles), delay=DELAY)
            tell("update.p99", later[int(len(later) * 0.99)], "ms", rounds=ROUNDS)
            tell("update.all", statistics.median(times[-1] for times in rounds[1:]), "ms")
            tell("memory", server.memory() / 2**20, "MB", peak=round(server.memory("VmHWM") / 2**20, 1))
            used = server.processor_seconds()
            time.sleep(IDLE)
            tell("idle", (server.processor_seconds() - used) / IDLE, "cores", seconds=IDLE)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
