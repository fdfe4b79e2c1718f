#!/usr/bin/env python3
"""Measures presses in a widget next to busy widgets, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure_neighbours.py [neighbours]

The server is `.build/release/tessera`, or the command in TESSERA_COMMAND. A press stores an object; "post" is the time
until the server has responded. Each neighbour is pressed without a pause, and reads a list of 3,000 things 36 times for
each press.
"""

import json
import os
import pathlib
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Support" / "Python"), str(ROOT / "Tests" / "Attack")]
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from victim import Server, Victim  # noqa: E402

SECONDS = 8
QUIET = {
    "view": {"type": "container", "children": [
        {"type": "button", "id": "press", "text": "Add",
         "onPress": {"type": "insert", "entity": "Note", "values": {"text": "n"}}},
        {"type": "text", "text": "@{notes.totalCount}"}]},
    "objects": {"notes": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Note"}}},
}
MODEL = {"entities": {"Note": {"attributes": {"text": "string"}}}}
THINGS = [{"n": number, "t": "x" * 20} for number in range(3000)]
BUSY = {
    "context": {"id": "s", "value": {"things": THINGS, "count": 0}},
    "view": {"type": "container", "children": [
        {"type": "button", "id": "press", "text": "Work",
         "onPress": {"type": "setContext", "path": "count", "value": "@{s.count + 1}"}},
        *[{"type": "text", "text": "@{s.count} @{s.things.@sum.n} @{s.things.@distinctUnionOfObjects.t} @{s.things.@max.n}"}] * 12]},
}


def make_bundle(folder, name, screen, model=None):
    path = folder / f"{name}.widget"
    (path / "screens").mkdir(parents=True)
    (path / "widget.json").write_text(json.dumps({"id": f"org.tessera.{name.lower()}", "name": name}))
    (path / "screens/Main.json").write_text(json.dumps(screen))
    if model:
        (path / "model.json").write_text(json.dumps(model))
    return path


class Person:
    """A user who presses the button of a widget."""

    def __init__(self, victim, widget):
        self.victim, self.widget, self.count = victim, widget, 0
        self.token = victim.present(widget)
        tree = victim.first_tree(self.token, widget)
        nodes = json.loads(tree[tree.index("data: ") + 6:].splitlines()[0])["tree"]
        self.button = next(node["id"] for node in nodes if node.get("identifier") == "press")

    def press(self):
        self.count += 1
        batch = {"page": "p", "batch": self.count, "events": [["press", self.button]]}
        self.victim.post(f"/widgets/{self.widget}/presentations/{self.token}/events", batch)


def measure(name, person, server):
    times, end, start, used = [], time.time() + SECONDS, time.time(), server.processor_seconds()
    while time.time() < end:
        before = time.perf_counter()
        person.press()
        times.append((time.perf_counter() - before) * 1000)
        time.sleep(0.03)
    times.sort()
    print(json.dumps({
        "name": name, "unit": "ms", "value": round(times[len(times) // 2], 2), "p99": round(times[int(len(times) * 0.99)], 2),
        "maximum": round(times[-1], 2), "runs": len(times),
        "cores": round((server.processor_seconds() - used) / (time.time() - start), 2)}), flush=True)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        quiet = make_bundle(folder, "Quiet", QUIET, MODEL)
        busy = [make_bundle(folder, f"Busy{number}", BUSY) for number in range(count)]
        server = Server(folder / "data", quiet, (), busy)
        try:
            victim = Victim(server)
            person, *others = [Person(victim, widget) for widget in range(1, count + 2)]
            measure("post, alone", person, server)
            running = threading.Event()
            running.set()

            def press_on(other):
                while running.is_set():
                    other.press()

            threads = [threading.Thread(target=press_on, args=(other,), daemon=True) for other in others]
            for thread in threads:
                thread.start()
            # By now, the neighbours have used up their initial credit of work.
            time.sleep(SECONDS)
            measure(f"post, beside {count} busy widgets", person, server)
            running.clear()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
