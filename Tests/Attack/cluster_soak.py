#!/usr/bin/env python3
"""Runs hosts of a cluster behind HAProxy, each in a network of its own, while people edit boards and things fail:
hosts are killed, stopped for longer than their leases, cut off from the database or from people, lose packets, are
restarted in order, and the database itself is restarted. The clock of one host is an hour ahead.

    .venv/bin/python Tests/Attack/cluster_soak.py [faults] [seed] [kinds, such as pause kill]

Other people press a button in widgets, which adds two objects. Each acknowledged press must be there once, and whole.

Every edit has a label and is sent again until it is acknowledged, as pages do. Undoing shows which edits a board has:
each acknowledged one must be there once, in its order. No host may show a board after another one has acknowledged an
edit of it. Prints one line of JSON at the end.

The kind `pause_most` is none of those that are chosen by themselves: it stops all hosts of nine but one, each at another
moment, for longer than a lease.
"""

import http.client
import json
import os
import pathlib
import random
import sys
import tempfile
import threading
import time
import urllib.request

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "Support/Python")]

import cluster as clusters
import namespaces
import pressers
import shifted_clock
from cluster import Cluster, edit
from haproxy import HAProxy
from shifted_clock import ShiftedClock
from waiting import wait

# A board keeps 50 steps.
WINDOW = 40
BOARDS = 20
# How many widgets are used at a time, each on a board of its own.
PRESSED = 8
# How long an edit is sent again before that counts as a failure, in seconds. While most hosts are stopped again and again,
# a board can be on one of them several times.
PATIENCE = 180
# How much later a frame may arrive than the answer to an edit that is newer, in seconds: both go through threads here.
DELAY = 0.5
# How long a host is stopped so that its lease passes, in seconds.
LEASE = 3.3
# How revisions contain the number of the owner.
REVISION_BITS = 32


class Editor(threading.Thread):
    """A person who edits one board, as fast as a pace allows."""

    def __init__(self, soak: "Soak", board: str):
        super().__init__(daemon=True)
        self.soak, self.board = soak, board
        # The acknowledged edits, of which nearly half undo another one.
        self.edits = self.repeated = self.lost = self.doubled = 0
        self.slowest = 0.0
        self.failure: str | None = None
        # The latest owner who acknowledged an edit, and when it did for the first time.
        self.owner, self.since = 0, 0.0

    def run(self) -> None:
        try:
            window = 0
            while not self.soak.is_over.is_set():
                self._window(window)
                window += 1
        except Exception as error:  # shown at the end
            self.failure = f"{self.board}: {error!r}"

    def _window(self, window: int) -> None:
        base = self._send({"grid": [6, 4], "edit": {"type": "rename", "name": f"w{window}"}, "name": f"w{window}"})["name"]
        names = []
        for number in range(WINDOW):
            if self.soak.is_over.is_set():
                break
            name = f"w{window}n{number}"
            self._send(edit(name))
            names.append(name)
            time.sleep(self.soak.pace)
        expected = [*reversed(names[:-1]), base] if names else []
        seen = [self._send({"grid": [6, 4], "edit": {"type": "undo"}, "name": f"w{window}undo{number}"})["name"]
                for number in range(len(names))]
        if seen != expected:
            self.doubled += sum(max(0, seen.count(name) - 1) for name in set(seen))
            self.lost += len(set(expected) - set(seen))
            raise AssertionError(f"undoing shows {seen} instead of {expected}")

    def _send(self, body: dict) -> dict:
        begin = time.monotonic()
        last: object = None
        while time.monotonic() - begin < PATIENCE:
            try:
                status, answer = self.soak.request("POST", f"/boards/{self.board}/edits", body)
            except (OSError, http.client.HTTPException) as error:
                status, answer = 0, error
            if status == 200:
                self.slowest = max(self.slowest, time.monotonic() - begin)
                owner = answer["revision"] >> REVISION_BITS
                if owner > self.owner:
                    # A watcher must not see the owner with an earlier time.
                    self.since = time.monotonic()
                    self.owner = owner
                self.edits += 1
                return answer
            last = (status, answer)
            self.repeated += 1
            time.sleep(0.1)
        raise TimeoutError(f"no answer to {body['name']}: {last}")


class Watcher(threading.Thread):
    """Follows a board at one host, and counts what it shows after another owner has acknowledged an edit.

    While packets are lost or people are cut off, and shortly after, frames arrive long after they were sent. These are not
    counted.
    """

    def __init__(self, soak: "Soak", host: clusters.Host, editor: Editor):
        super().__init__(daemon=True)
        self.soak, self.host, self.editor = soak, host, editor
        self.frames = self.stale = 0

    def run(self) -> None:
        while not self.soak.is_over.is_set():
            try:
                request = urllib.request.Request(
                    f"{self.host.root}events?board={self.editor.board}@6x4", headers={"Host": clusters.HOST_NAME})
                with urllib.request.urlopen(request, timeout=20) as stream:
                    self._read(stream)
            except (OSError, ValueError, http.client.HTTPException):
                time.sleep(0.2)

    def _read(self, stream) -> None:
        is_board = False
        for line in stream:
            if line.startswith(b"event: "):
                is_board = line.strip() == b"event: board"
            elif is_board and line.startswith(b"data: "):
                known, since = self.editor.owner, self.editor.since
                owner, now = json.loads(line[6:])["revision"] >> REVISION_BITS, time.monotonic()
                if now < self.soak.late_until.get(self.host.name, 0):
                    continue
                self.frames += 1
                if owner < known and now > since + DELAY:
                    self.stale += 1
                    self.soak.latest = max(self.soak.latest, now - since)
                    self.soak.staleness[self.soak.fault] = self.soak.staleness.get(self.soak.fault, 0) + 1
            if self.soak.is_over.is_set():
                return


class Soak:
    def __init__(self, folder: pathlib.Path, faults: int, seed: int, pace: float = 0.06, kinds=()):
        self.folder, self.faults, self.pace = folder, faults, pace
        self.random = random.Random(seed)
        self.kinds = [getattr(self, kind) for kind in kinds] or [
            self.kill, self.pause, self.cut_database, self.cut_people, self.lose_packets, self.restart,
            self.restart_database]
        self.names = "abcdefghi" if self.pause_most in self.kinds else "abc"
        self.is_over = threading.Event()
        self.counts: dict[str, int] = {}
        # The fault under way or just over, and with which faults frames were stale.
        self.fault = ""
        self.staleness: dict[str, int] = {}
        # How long after an owner's first answer a frame of an earlier one came, in seconds.
        self.latest = 0.0
        # When frames of a host are no longer late for reasons of the network.
        self.late_until: dict[str, float] = {}

    def request(self, method: str, path: str, body: object = None):
        # What a stopped host has taken is sent again before the patience ends.
        return clusters.request(
            "127.0.0.1", self.balancer.port, method, path, body, timeout=60, fields={"Host": clusters.HOST_NAME})

    def run(self) -> dict:
        with namespaces.Network() as network:
            database = network.host("db")
            self.places = {name: network.host(name) for name in self.names}
            self.database, self.here = database, network.here
            with Cluster(self.folder, database.address, prefix=database.prefix, fsync=True) as cluster:
                self.cluster = cluster
                cluster.widgets.append(pressers.write_widget(self.folder))
                for name, place in self.places.items():
                    clock = ShiftedClock(self.folder / "clock", seconds=3600).environment if name == "c" else {}
                    cluster.start(name, address=place.address, prefix=place.prefix, environment=clock)
                addresses = {name: host.address for name, host in cluster.hosts.items()}
                with HAProxy(addresses) as balancer:
                    self.balancer = balancer
                    balancer.wait_for_states(**{name: "UP" for name in addresses})
                    return self._work()

    def _work(self) -> dict:
        boards = [wait(lambda: (answer := self.request("POST", "/boards", {"name": f"Board {number}"}))[0] == 201 and answer,
                       "a board")[1]["id"] for number in range(BOARDS)]
        editors = [Editor(self, board) for board in boards]
        watchers = [Watcher(self, host, editor) for host in self.cluster.hosts.values() for editor in editors[:4]]
        people = [self._presser(number) for number in range(PRESSED)]
        for thread in [*editors, *watchers, *people]:
            thread.start()
        begin = time.monotonic()
        while sum(self.counts.values()) < self.faults:
            time.sleep(self.random.uniform(0.5, 2.5))
            if failures := [person.failure for person in [*editors, *people] if person.failure]:
                print(failures, file=sys.stderr)
                break
            fault = self.random.choice(self.kinds)
            self.fault = fault.__name__
            count = fault() or 1
            self.counts[fault.__name__] = self.counts.get(fault.__name__, 0) + count
        elapsed = time.monotonic() - begin
        self.is_over.set()
        for person in [*editors, *people]:
            person.join(2 * PATIENCE)
        return {
            "measure": "cluster faults", "faults": sum(self.counts.values()), "kinds": self.counts,
            "edits": sum(editor.edits for editor in editors), "editsPerSecond": round(sum(e.edits for e in editors) / elapsed, 1),
            "repeated": sum(editor.repeated for editor in editors), "lost": sum(editor.lost for editor in editors),
            "doubled": sum(editor.doubled for editor in editors),
            "slowestSeconds": round(max(editor.slowest for editor in editors), 2),
            "frames": sum(watcher.frames for watcher in watchers), "staleFrames": sum(watcher.stale for watcher in watchers), "staleFramesByFault": self.staleness,
            "latestStaleFrameSeconds": round(self.latest, 2),
            "presses": sum(person.presses for person in people), "refusedPresses": sum(person.refused for person in people), "takenBackPresses": sum(person.taken_back for person in people),
            "lostPresses": sum(person.lost for person in people), "doubledPresses": sum(person.doubled for person in people),
            "halfPresses": sum(person.half for person in people),
            "slowestPressSeconds": round(max(person.slowest for person in people), 2),
            "failures": [person.failure for person in [*editors, *people] if person.failure],
        }

    def _presser(self, number: int) -> pressers.Presser:
        """Someone who uses a widget on a board of its own."""
        _, board = wait(
            lambda: (answer := self.request("POST", "/boards", {"name": f"Pressed {number}"}))[0] == 201 and answer, "a board")
        _, answer = wait(
            lambda: (answer := self.request("POST", f"/boards/{board['id']}/edits", {
                "grid": [6, 4], "edit": {"type": "add", "widget": pressers.ID}, "name": "add"}))[0] == 200 and answer, "a tile")
        return pressers.Presser(
            self.request, self._stream, next(iter(answer["tiles"])), self.is_over, PATIENCE, self.pace)

    def _stream(self, path: str):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.balancer.port}{path}", headers={"Host": clusters.HOST_NAME})
        return urllib.request.urlopen(request, timeout=20)

    # Faults

    def _host(self) -> clusters.Host:
        return self.random.choice(list(self.cluster.hosts.values()))

    def kill(self) -> None:
        host = self._host()
        host.kill()
        time.sleep(self.random.uniform(0, 2))
        host.start().wait_until_ready(60)

    def pause(self) -> None:
        host = self._host()
        host.pause()
        time.sleep(self.random.uniform(0.5, 6))
        host.resume()

    def pause_most(self) -> int:
        hosts = self.random.sample(list(self.cluster.hosts.values()), len(self.names) - 1)
        begin = time.monotonic()
        moments = sorted(((self.random.uniform(0, 0.5), host) for host in hosts), key=lambda each: each[0])
        for moment, host in moments:
            time.sleep(max(0, begin + moment - time.monotonic()))
            host.pause()
        for moment, host in moments:
            time.sleep(max(0, begin + moment + LEASE - time.monotonic()))
            host.resume()
        return len(hosts)

    def cut_database(self) -> None:
        place = self.places[self._host().name]
        place.cut(self.database)
        time.sleep(self.random.uniform(1, 6))
        place.mend(self.database)

    def cut_people(self) -> None:
        name = self._host().name
        place = self.places[name]
        self.late_until[name] = float("inf")
        place.cut(self.here)
        time.sleep(self.random.uniform(1, 4))
        place.mend(self.here)
        self.late_until[name] = time.monotonic() + 15

    def lose_packets(self) -> None:
        name = self._host().name
        self.late_until[name] = float("inf")
        self.places[name].lose(self.random.uniform(5, 30))
        time.sleep(self.random.uniform(1, 6))
        self.places[name].lose(0)
        self.late_until[name] = time.monotonic() + 15

    def restart(self) -> None:
        host = self._host()
        code = host.stop()
        assert code == 0, f"exit code {code}: {host.text()}"
        host.start().wait_until_ready(60)

    def restart_database(self) -> None:
        self.cluster.postgres.restart(self.random.choice(["fast", "immediate"]))


def main() -> int:
    faults = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    for reason in (clusters.is_available(), namespaces.can_lose(), shifted_clock.is_available(), HAProxy.is_available()):
        if reason:
            print(reason, file=sys.stderr)
            return 2
    with tempfile.TemporaryDirectory(prefix="tessera-soak-") as folder:
        os.chmod(folder, 0o755)
        result = Soak(pathlib.Path(folder), faults, seed, kinds=sys.argv[3:]).run()
    print(json.dumps({**result, "seed": seed}))
    wrong = ("staleFrames", "lostPresses", "doubledPresses", "halfPresses")
    return 0 if not result["failures"] and not any(result[name] for name in wrong) else 1


if __name__ == "__main__":
    sys.exit(main())
