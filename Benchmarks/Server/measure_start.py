#!/usr/bin/env python3
"""Measures starts on data folders of earlier versions, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure_start.py [runs]

The server is `.build/release/tessera`, or the command in TESSERA_COMMAND. The folders are those of
Tests/Browser/test_upgrades.py. "page" is the time from the start of the process until the page is served, "widget" that
until the first tree of a widget with data has come. A folder is made anew for each "upgrade"; "current" is the next
start on the same folder.
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from data_folders import FOLDERS, Client, make  # noqa: E402
from served import Server  # noqa: E402

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 15


def tell(name, value, unit, **more):
    print(json.dumps({"name": name, "unit": unit, "value": round(value, 3), **more}), flush=True)


def start(folder, data):
    """Returns the milliseconds until the page is served, and until the widget has come."""
    begin = time.perf_counter()
    server = Server(folder, "Samples/Todo.widget", ("--data", str(data), "--access", "open"), ["Samples/Note.widget"])
    try:
        urllib.request.urlopen(server.root, timeout=60).read()
        page = time.perf_counter() - begin
        todos = Client(server).present("1").nodes()
        widget = time.perf_counter() - begin
        assert "Buy milk" in json.dumps(todos)
        return page * 1000, widget * 1000
    finally:
        server.stop()


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for version in sorted(path.name for path in FOLDERS.iterdir()):
            old = make(FOLDERS / version, folder / version)
            # The program's file is read from the disk only once.
            start(folder, shutil.copytree(old, folder / f"{version} warm"))
            upgrades, currents = [], []
            for run in range(RUNS):
                data = shutil.copytree(old, folder / f"{version} {run}")
                upgrades.append(start(folder, data))
                currents.append(start(folder, data))
            for index, part in enumerate(("page", "widget")):
                medians = {}
                for name, times in (("upgrade", upgrades), ("current", currents)):
                    values = [time[index] for time in times]
                    medians[name] = statistics.median(values)
                    tell(f"start.{version}.{name}.{part}", medians[name], "ms", maximum=round(max(values), 1),
                         runs=RUNS)
                tell(f"start.{version}.{part}", medians["upgrade"] / medians["current"], "of current")


if __name__ == "__main__":
    main()
