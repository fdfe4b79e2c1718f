#!/usr/bin/env python3
"""Runs a server for half an hour: clients connect and disconnect, write data and send nonsense, and the process is
killed from time to time.

    .venv/bin/python Tests/Attack/soak.py [minutes]

Every acknowledged press must be in the store at the end, and memory must not grow: no process may end with over a
quarter more memory than after its first minute. Prints one line of JSON a minute.
"""

import json
import pathlib
import random
import signal
import sys
import tempfile
import time

from victim import MEGABYTE, Server, Victim

SCREEN = {
    "view": {"type": "container", "children": [
        {"type": "button", "id": "add", "text": "Add",
         "onPress": {"type": "insert", "entity": "Note", "values": {"text": "note"}}},
        {"type": "text", "id": "count", "text": "@{notes.totalCount}"},
        {"type": "list", "items": "notes", "template": {"type": "text", "text": "@{item.text}"}}]},
    "objects": {"notes": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Note"}}},
}
NONSENSE = [
    b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"POST /widgets/1/presentations HTTP/1.1\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"\r\n" * 1000,
    b"POST /widgets/1/presentations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{{{{{",
]


def make_bundle(folder):
    path = pathlib.Path(folder) / "Soak.widget"
    (path / "screens").mkdir(parents=True)
    (path / "widget.json").write_text('{"id": "org.example.soak", "name": "Soak"}')
    (path / "model.json").write_text('{"entities": {"Note": {"attributes": {"text": "string"}}}}')
    (path / "screens" / "Main.json").write_text(json.dumps(SCREEN))
    return path


def shown(victim, token):
    tree = victim.first_tree(token)
    return {node.get("identifier"): node for node in json.loads(tree[tree.index("data: ") + 6:].splitlines()[0])["tree"]}


def check_flat(memory):
    early = [size for age, size in memory if age >= 60][:1]
    assert not early or memory[-1][1] <= early[0] * 1.25, [round(size / MEGABYTE) for _, size in memory]


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    with tempfile.TemporaryDirectory() as folder:
        path = make_bundle(folder)

        def start():
            return Victim(Server(folder, path, ("--data", f"{folder}/data")))

        victim = start()
        written, kills, requests, memory = 0, 0, 0, []
        begin = time.monotonic()
        end, next_line, next_kill = begin + minutes * 60, begin + 60, begin + random.uniform(120, 480)
        life = begin
        while time.monotonic() < end:
            for _ in range(20):
                visit, used = time.monotonic(), victim.server.processor_seconds()
                token = victim.present()
                button = shown(victim, token)["add"]["id"]
                for batch in range(1, random.randint(2, 5)):
                    status, _ = victim.post(
                        f"/widgets/1/presentations/{token}/events", {"page": "p", "batch": batch, "events": [["press", button]]})
                    written += status == 204
                    requests += 1
                with victim.connect() as client:
                    client.sendall(random.choice(NONSENSE))
                # A widget that uses a processor for half of each minute is stopped.
                used = victim.server.processor_seconds() - used
                time.sleep(max(0, 4 * used - (time.monotonic() - visit)))
            memory.append((time.monotonic() - life, victim.memory()))
            if time.monotonic() >= next_kill:
                check_flat(memory)
                victim.server.process.send_signal(signal.SIGKILL)
                victim.server.process.wait()
                kills += 1
                victim = start()
                memory, life = [], time.monotonic()
                next_kill = life + random.uniform(120, 480)
            if time.monotonic() >= next_line:
                next_line += 60
                kept = int(shown(victim, victim.present())["count"]["attributes"]["text"])
                print(json.dumps({
                    "requests": requests, "acknowledged": written, "kept": kept, "kills": kills,
                    "megabytes": round(victim.memory() / MEGABYTE)}), flush=True)
                assert kept >= written, "something that was acknowledged is lost"
        kept = int(shown(victim, victim.present())["count"]["attributes"]["text"])
        assert kept >= written, (kept, written)
        check_flat(memory)
        print(json.dumps({
            "acknowledged": written, "kept": kept, "kills": kills, "requests": requests,
            "megabytes": [round(size / MEGABYTE) for _, size in memory[:: max(1, len(memory) // 20)]]}))
        victim.server.stop()


if __name__ == "__main__":
    main()
