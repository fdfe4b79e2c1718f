#!/usr/bin/env python3
"""Measures clusters, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure_cluster.py [failovers] [presses]

"failover" is the time from when a host is killed, or stopped, until a page that showed one of its boards has the first tree
of the next owner. "press" is the time from a press to the patch at another page: on a single server, and on the only host
of a cluster, in turns. "edit" is what an edit costs: the time of a person who waits for each, the bytes that the database
writes to its log, and the processor time of the database and of the host. "scaling" is how many edits more three hosts
make than one, if each has a third of a processor (control groups of version 1). The command of the server is
`.build/release/tessera serve`, or TESSERA_COMMAND.
"""

import contextlib
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
sys.path.insert(0, str(ROOT / "Tests/Support/Python"))
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from cluster import Cluster, edit  # noqa: E402
from data_folders import Client  # noqa: E402
from served import Server  # noqa: E402
from waiting import wait  # noqa: E402

FAILOVERS = int(sys.argv[1]) if len(sys.argv) > 1 else 20
PRESSES = int(sys.argv[2]) if len(sys.argv) > 2 else 300


def tell(name, value, unit, **more):
    print(json.dumps({"name": f"cluster.{name}", "unit": unit, "value": round(value, 3), **more}), flush=True)


def spread(name, times, unit="ms"):
    times = sorted(times)
    tell(name, statistics.median(times), unit, p99=round(times[min(len(times) - 1, int(len(times) * 0.99))], 1),
         maximum=round(times[-1], 1), count=len(times))


class Root:
    """What clients need of a server."""

    def __init__(self, root):
        self.root = root


def place(client, widget, board="home"):
    return next(iter(client.ask(f"boards/{board}/edits", {
        "grid": [6, 4], "edit": {"type": "add", "widget": widget}})["tiles"]))


def first_tree(host, tile, patience=30):
    """Opens a widget at a host, as a page does after it lost another one, and waits for its tree."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            widget = Client(Root(host.root)).present(tile)
            if widget.nodes():
                return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("no tree")


def measure_failover():
    for kind in ("kill", "pause"):
        times = []
        with tempfile.TemporaryDirectory() as folder, Cluster(pathlib.Path(folder), fsync=True) as cluster:
            for name in "ab":
                cluster.start(name)
            tile = place(Client(Root(cluster.wait_for_owner().root)), "org.tessera.todo")
            for _ in range(FAILOVERS if kind == "kill" else max(3, FAILOVERS // 3)):
                owner = cluster.wait_for_owner()
                rest = next(host for host in cluster.hosts.values() if host is not owner)
                first_tree(rest, tile)
                begin = time.monotonic()
                owner.kill() if kind == "kill" else owner.pause()
                first_tree(rest, tile)
                times.append((time.monotonic() - begin) * 1000)
                if kind == "pause":
                    owner.resume()
                else:
                    owner.start()
                owner.wait_until_ready(60)
        spread(f"failover.{kind}", times)


class Peer(threading.Thread):
    """Another page that shows the widget: the times at which patches arrive."""

    def __init__(self, client, widget):
        super().__init__(daemon=True)
        self.stream = urllib.request.urlopen(
            f"{client.server.root}events?watch={widget.tile}/{widget.token}", timeout=60)
        self.arrivals = []

    def run(self):
        with contextlib.suppress(OSError, ValueError):
            for line in self.stream:
                if line.startswith(b"data: "):
                    self.arrivals.append(time.monotonic())


class Pages:
    """Two pages that show one widget."""

    def __init__(self, root):
        self.client = Client(Root(root))
        tile = place(self.client, "org.tessera.todo")
        self.first, second = self.client.present(tile), self.client.present(tile)
        self.peer = Peer(self.client, second)
        self.peer.start()
        wait(lambda: self.peer.arrivals, "a tree")
        self.field, self.button = self.first.view("newField"), self.first.view("addButton")
        self.count = 0

    def press(self):
        self.count += 1
        self.first.send(("input", self.field, f"Thing {self.count}"))
        known = len(self.peer.arrivals)
        begin = time.monotonic()
        self.first.send(("press", self.button))
        wait(lambda: len(self.peer.arrivals) > known, "a patch")
        return (self.peer.arrivals[known] - begin) * 1000


def measure_press():
    with tempfile.TemporaryDirectory() as folder, Cluster(pathlib.Path(folder), fsync=True) as cluster:
        host = cluster.start("a")
        cluster.wait_for_owner()
        server = Server(pathlib.Path(folder), "Samples/Todo.widget", ["--data", f"{folder}/single"])
        places = {"single": Pages(server.root), "cluster": Pages(host.root)}
        times = {name: [] for name in places}
        for number in range(PRESSES):
            for name, pages in places.items():
                times[name].append(pages.press())
                time.sleep(0.02)
        for name in places:
            spread(f"press.{name}", times[name])
        ninety_nine = {name: sorted(values)[int(len(values) * 0.99) - 1] for name, values in times.items()}
        tell("press.ratio", ninety_nine["cluster"] / ninety_nine["single"], "p99 of cluster / p99 of single")
        server.stop()


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def database_seconds(cluster):
    """The processor time of all processes of the database, also of those that ended."""
    main = int((cluster.postgres.folder / "disk/data/postmaster.pid").read_text().splitlines()[0])
    fields = pathlib.Path(f"/proc/{main}/stat").read_text().rsplit(")", 1)[1].split()
    ended = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    children = pathlib.Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return ended + processor_seconds(main) + sum(processor_seconds(int(child)) for child in children)


def measure_edits():
    with tempfile.TemporaryDirectory() as folder, Cluster(pathlib.Path(folder), fsync=True) as cluster:
        host = cluster.start("a")
        cluster.wait_for_owner()
        client = Client(Root(host.root))
        for _ in range(12):
            place(client, "org.tessera.todo")
        count = PRESSES * 2
        before = (database_seconds(cluster), processor_seconds(host.process.pid),
                  int(cluster.postgres.sql("SELECT pg_current_wal_lsn() - '0/0'", cluster.name).split()[0]))
        times = []
        for number in range(count):
            begin = time.monotonic()
            assert host.request("POST", "/boards/home/edits", edit(f"n{number}"))[0] == 200
            times.append((time.monotonic() - begin) * 1000)
        after = (database_seconds(cluster), processor_seconds(host.process.pid),
                 int(cluster.postgres.sql("SELECT pg_current_wal_lsn() - '0/0'", cluster.name).split()[0]))
        spread("edit.time", times)
        tell("edit.database", (after[0] - before[0]) / count * 1000, "ms of processor time")
        tell("edit.host", (after[1] - before[1]) / count * 1000, "ms of processor time")
        tell("edit.log", (after[2] - before[2]) / count, "bytes")


GROUPS = pathlib.Path("/sys/fs/cgroup/cpu")


@contextlib.contextmanager
def third_of_a_processor(host):
    group = GROUPS / f"tessera-{os.getpid()}-{host.name}"
    group.mkdir()
    (group / "cpu.cfs_quota_us").write_text("33333")
    (group / "cgroup.procs").write_text(str(host.process.pid))
    try:
        yield
    finally:
        (GROUPS / "cgroup.procs").write_text(str(host.process.pid))
        wait(lambda: not (group / "cgroup.procs").read_text(), "an empty group")
        group.rmdir()


def edits_per_second(names, seconds=15, boards=12):
    with tempfile.TemporaryDirectory() as folder, Cluster(pathlib.Path(folder), fsync=True) as cluster:
        hosts = [cluster.start(name) for name in names]
        cluster.wait_for_owner()
        ids = [hosts[0].request("POST", "/boards", {"name": f"Board {number}"})[1]["id"] for number in range(boards)]
        share = -(-(boards + 1) // len(names))
        wait(lambda: all(list(cluster.owners().values()).count(name) <= share for name in names), "even shares", 60)
        owners = cluster.owners()
        with contextlib.ExitStack() as stack:
            for host in hosts:
                stack.enter_context(third_of_a_processor(host))
            end = time.monotonic() + seconds
            counts = [0] * boards

            def work(index, board):
                while time.monotonic() < end:
                    try:
                        host = cluster.hosts[owners[board]]
                        counts[index] += host.request("POST", f"/boards/{board}/edits", edit(f"n{counts[index]}"))[0] == 200
                    except OSError:
                        time.sleep(0.1)

            threads = [threading.Thread(target=work, args=entry) for entry in enumerate(ids)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        return sum(counts) / seconds


def measure_scaling():
    if not os.access(GROUPS / "cgroup.procs", os.W_OK):
        return tell("scaling", 0, "skipped: there are no control groups of version 1")
    one, three = edits_per_second("a"), edits_per_second("abc")
    tell("scaling.one", one, "edits per second")
    tell("scaling.three", three, "edits per second")
    tell("scaling.ratio", three / one, "edits of three hosts / edits of one")


if __name__ == "__main__":
    for measure in (measure_failover, measure_press, measure_edits, measure_scaling):
        measure()
