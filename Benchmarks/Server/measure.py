#!/usr/bin/env python3
"""Measures a server with many clients from outside, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure.py [clients] [instances]

The server is `.build/release/tessera`, or the command in TESSERA_COMMAND. The clients run on the same machine. Each of
them creates a presentation of one of the instances and watches it. A press in one presentation changes an object of the
instance's store, which all its other presentations show: "post" is the time from the press until the change has reached
each of them. The measurement is then repeated next to a widget that uses as much as it may, and that four clients open
again and again.
"""

import asyncio
import json
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from served import Server  # noqa: E402

ROWS = 12
POSTS = 400


def insert(number, name):
    return {"type": "insert", "entity": "Item", "values": {"id": number, "name": name}}


LIST = {
    "context": {"id": "state", "value": {"count": 0}},
    "view": {"type": "container", "style": {"padding": 16, "gap": 8}, "children": [
        {"type": "text", "text": "@{items.totalCount} things", "style": {"margin": 4}},
        {"type": "button", "id": "fill", "text": "Fill",
         "onPress": [insert(number, f"Thing {number}") for number in range(1, ROWS + 1)]},
        {"type": "button", "id": "change", "text": "Change", "onPress": [
            {"type": "setContext", "path": "count", "value": "@{state.count + 1}"}, insert(1, "Changed @{state.count} times")]},
        {"type": "list", "items": "items", "template": {
            "type": "container", "style": {"flexDirection": "row", "gap": 8}, "children": [
                {"type": "icon", "name": "check"}, {"type": "text", "text": "@{item.name}"}]}}]},
    "objects": {"items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item", "sortByFields": "id"}}},
}
MODEL = {"entities": {"Item": {"identityAttribute": "id", "attributes": {"id": "integer", "name": "string"}}}}
HEAVY = {
    "context": {"id": "long", "value": "word " * 20_000},
    "view": {"type": "container", "children": [{"type": "text", "text": "@{long}"} for _ in range(9000)]},
}


def make_bundle(folder, name, screen, **files):
    path = pathlib.Path(folder) / f"{name}.widget"
    (path / "screens").mkdir(parents=True)
    (path / "widget.json").write_text(json.dumps({"id": f"org.tessera.{name.lower()}", "name": name}))
    (path / "screens" / "Main.json").write_text(json.dumps(screen))
    for file, content in files.items():
        (path / f"{file}.json").write_text(json.dumps(content))
    return path


def report(name, values, unit="ms"):
    values = sorted(values)
    at = lambda part: round(values[min(len(values) - 1, int(len(values) * part))], 2)
    print(json.dumps({
        "name": name, "unit": unit, "value": at(0.5), "p99": at(0.99), "maximum": at(1), "runs": len(values)}), flush=True)


def tell(name, value, unit):
    print(json.dumps({"name": name, "unit": unit, "value": round(value, 3)}), flush=True)


class Client:
    """A page: a presentation, and its stream."""

    def __init__(self, port, widget):
        self.port, self.widget = port, widget
        self.arrival = None
        self.batch = 0

    async def request(self, method, path, body=None):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        text = b"" if body is None else json.dumps(body).encode()
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Connection: close\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        answer = await reader.read()
        writer.close()
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), rest

    async def present(self):
        status, body = await self.request(
            "POST", f"/widgets/{self.widget}/presentations", {"width": 320, "height": 480})
        assert status == 201, (status, body)
        self.token = json.loads(body[body.index(b"{"):body.rindex(b"}") + 1])["id"]

    async def watch(self):
        """Opens the stream, and returns when the first tree has arrived."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        self.writer.write(
            f"GET /events?watch={self.widget}/{self.token} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        while not (line := await self.reader.readline()).startswith(b"data: "):
            assert line, "the stream ended"
        self.tree = line
        self.following = asyncio.create_task(self.follow())

    async def follow(self):
        while line := await self.reader.readline():
            if line.startswith(b"data: ") and self.arrival and not self.arrival.done():
                self.arrival.set_result(time.perf_counter())

    def button(self, name):
        nodes = json.loads(self.tree[6:])["tree"]
        return next(node["id"] for node in nodes if node.get("identifier") == name)

    async def press(self, name):
        self.batch += 1
        status, body = await self.request(
            "POST", f"/widgets/{self.widget}/presentations/{self.token}/events",
            {"page": "p", "batch": self.batch, "events": [["press", self.button(name)]]})
        assert status == 204, (status, body)

    def leave(self):
        self.following.cancel()
        self.writer.close()


async def timed(work):
    start = time.perf_counter()
    await work
    return (time.perf_counter() - start) * 1000


async def open_client(client):
    await client.present()
    await client.watch()


async def posts(groups, count):
    """Returns the milliseconds from a press until the change reaches each of the others."""
    times = []
    for number in range(count):
        group = groups[number % len(groups)]
        sender, others = group[0], group[1:]
        loop = asyncio.get_running_loop()
        for client in others:
            client.arrival = loop.create_future()
        start = time.perf_counter()
        pressing = asyncio.create_task(sender.press("change"))
        arrivals = await asyncio.wait_for(asyncio.gather(*(client.arrival for client in others)), 30)
        await pressing
        times += [(arrival - start) * 1000 for arrival in arrivals]
        await asyncio.sleep(0.01)
    return times


async def requests(port, count):
    """Returns the milliseconds of small requests while nothing changes."""
    client = Client(port, 1)
    times = []
    for _ in range(count):
        times.append(await timed(client.request("GET", "/widgets")))
        await asyncio.sleep(0.005)
    return times


async def attack(port, widget):
    """Repeatedly opens a widget that costs too much."""
    while True:
        client = Client(port, widget)
        try:
            await client.present()
            await asyncio.wait_for(client.watch(), 10)
            client.leave()
        except (AssertionError, OSError, asyncio.TimeoutError, ValueError):
            await asyncio.sleep(0.1)


async def measure(server, count, instances, hostile):
    port = server.port
    # One presentation of each instance is opened first, so that the cost of the first use is not measured.
    seeds = [Client(port, number + 1) for number in range(instances)]
    for seed in seeds:
        await open_client(seed)
        await seed.press("fill")
        await requests(port, 3)
    await asyncio.sleep(2)
    before = server.memory()
    clients = [Client(port, index % instances + 1) for index in range(count)]
    report("server.open.firstTree", await asyncio.gather(*(timed(open_client(client)) for client in clients)))
    await asyncio.sleep(2)
    tell("server.memory.session", (server.memory() - before) / count / 1000, "kB")
    used = server.processor_seconds()
    await asyncio.sleep(10)
    tell("server.idle.core", (server.processor_seconds() - used) / 10 * 100, "%")
    groups = [[seed] + [client for client in clients if client.widget == seed.widget] for seed in seeds]
    report("server.request", await requests(port, 200))
    report("server.post", await posts(groups, POSTS))
    attackers = [asyncio.create_task(attack(port, hostile)) for _ in range(4)]
    await asyncio.sleep(3)
    report("server.hostile.request", await requests(port, 200))
    report("server.hostile.post", await posts(groups, POSTS))
    for attacker in attackers:
        attacker.cancel()
    for client in clients:
        client.leave()
    peak = server.memory()
    # A presentation rests after a minute, and the server checks for that every 15 seconds.
    for seconds in (0, 30, 60, 90):
        if seconds:
            await asyncio.sleep(30)
        tell(f"server.memory.after{seconds}s", server.memory() / before, "of the start")
    tell("server.memory.peak", peak / 1e6, "MB")
    tell("server.memory.start", before / 1e6, "MB")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    instances = int(sys.argv[2]) if len(sys.argv) > 2 else 16
    with tempfile.TemporaryDirectory() as folder:
        paths = [make_bundle(folder, f"List{number}", LIST, model=MODEL) for number in range(instances)]
        paths.append(make_bundle(folder, "Heavy", HEAVY))
        server = Server(folder, paths[0], ("--data", f"{folder}/data"), paths[1:])
        try:
            asyncio.run(measure(server, count, instances, instances + 1))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
