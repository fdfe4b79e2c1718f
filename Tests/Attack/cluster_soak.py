#!/usr/bin/env python3
"""Runs hosts of a cluster behind HAProxy, each in a network of its own with a small disk, while people edit boards and the
things of fault_kinds.py fail. The clock of one host is an hour ahead.

    .venv/bin/python Tests/Attack/cluster_soak.py [faults] [seed] [kinds, such as pause kill]

Other people press a button in widgets, which adds two objects. Each acknowledged press must be there once, and whole.

Every edit has a label and is sent again until it is acknowledged, as pages do. Undoing shows which edits a board has:
each acknowledged one must be there once, in its order. No host may show a board after another one has acknowledged an
edit of it.

At the end, this prints a line of JSON for each person who lost presses, one for each kind of fault with the time for
which boards did not answer, and one for the whole. If something is wrong, out/cluster-soak keeps the logs.

The kind `pause_most` is none of those that are chosen by themselves: it stops all hosts of nine but one, each at another
moment, for longer than a lease.
"""

import json
import os
import pathlib
import random
import shutil
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
import small_disk
import waiting
from absences import Absences, absence
from cluster import Cluster
from fault_kinds import KINDS, USUAL, Fault, PauseMost, Two
from haproxy import HAProxy
from losses import TimedLogs, losses
from served import ROOT
from shifted_clock import ShiftedClock
from small_disk import SmallDisk
from soak_people import PATIENCE, Editor, TimedPresser, Watcher
from waiting import wait

BOARDS = 20
# How many widgets are used at a time, each on a board of its own.
PRESSED = 8
# The disk of a host, in megabytes.
DISK = 128
# How long frames of a host can still be late after its network was mended, in seconds.
LATENESS = 15
# What has to be 0 in the end.
WRONG = ("staleFrames", "lostPresses", "doubledPresses", "halfPresses")


def is_available() -> str | None:
    """Why there can be no soak; None if there can."""
    reasons = (clusters.is_available(), namespaces.can_slow(), shifted_clock.is_available(), small_disk.is_available(),
               HAProxy.is_available())
    return next(filter(None, reasons), None)


class Soak:
    def __init__(self, folder: pathlib.Path, faults: int, seed: int, pace: float = 0.06, kinds=()):
        self.folder, self.faults, self.seed, self.pace = folder, faults, seed, pace
        self.random = random.Random(seed)
        self.kinds = [KINDS[kind] for kind in kinds] or USUAL
        self.names = "abcdefghi" if PauseMost in self.kinds else "abc"
        self.is_over = threading.Event()
        self.counts: dict[str, int] = {}
        # The fault under way or just over, and with which faults frames were stale.
        self.fault = ""
        self.staleness: dict[str, int] = {}
        # How long after an owner's first answer a frame of an earlier one came, in seconds.
        self.latest = 0.0
        # How many reasons of the network make frames of a host late, and until when they are after the last one.
        self._late: dict[str, int] = {}
        self._late_until: dict[str, float] = {}
        # Commands that were refused, and hosts that had to be started by hand.
        self.refused_commands = self.restarts_by_hand = 0
        self.failures: list[str] = []
        self.absences = Absences()
        # What failed when, in seconds since the beginning.
        self.timeline: list[dict] = []
        self.began = time.monotonic()

    # What people and faults use

    def request(self, method: str, path: str, body: object = None):
        # What a stopped host has taken is sent again before the patience ends.
        return clusters.request(
            "127.0.0.1", self.balancer.port, method, path, body, timeout=60, fields={"Host": clusters.HOST_NAME})

    def command(self, *arguments: str) -> None:
        """Runs a command of a cluster, which may be refused while something else fails."""
        try:
            self.cluster.command(*arguments)
        except AssertionError:
            self.refused_commands += 1

    def error(self, name: str) -> int:
        """By how much the clock of a host is wrong when nobody sets it, in seconds."""
        return 3600 if name == "c" else 0

    def begin_lateness(self, name: str) -> None:
        self._late[name] = self._late.get(name, 0) + 1

    def end_lateness(self, name: str) -> None:
        self._late_until[name] = time.monotonic() + LATENESS
        self._late[name] -= 1

    def is_late(self, name: str) -> bool:
        """Whether frames of a host may be late for reasons of the network."""
        return self._late.get(name, 0) > 0 or time.monotonic() < self._late_until.get(name, 0)

    def time(self, moment: float) -> float:
        """A moment in seconds since the beginning."""
        return round(moment - self.began, 3)

    # The soak

    def run(self) -> dict:
        with namespaces.Network() as network:
            database = network.host("db")
            self.places = {name: network.host(name) for name in self.names}
            self.database, self.here = database, network.here
            self.clocks = {name: ShiftedClock(self.folder / f"{name}-clock", self.error(name)) for name in self.names}
            self.disks: dict[str, SmallDisk] = {}
            with Cluster(self.folder, database.address, prefix=database.prefix, fsync=True) as cluster:
                self.cluster = cluster
                cluster.widgets.append(pressers.write_widget(self.folder))
                try:
                    for name, place in self.places.items():
                        self.disks[name] = SmallDisk(self.folder / name, DISK)
                        cluster.start(name, address=place.address, prefix=place.prefix,
                                      environment=self.clocks[name].environment)
                    addresses = {name: host.address for name, host in cluster.hosts.items()}
                    with HAProxy(addresses) as balancer:
                        self.balancer = balancer
                        balancer.wait_for_states(**{name: "UP" for name in addresses})
                        return self._work()
                finally:
                    for host in cluster.hosts.values():
                        host.close()
                    for disk in self.disks.values():
                        disk.close()

    def _work(self) -> dict:
        self.boards = [self._until(201, "/boards", {"name": f"Board {number}"})["id"] for number in range(BOARDS)]
        editors = [Editor(self, board) for board in self.boards]
        watchers = [Watcher(self, host, editor) for host in self.cluster.hosts.values() for editor in editors[:4]]
        self.pressers = [self._presser(number) for number in range(PRESSED)]
        self.boards += [presser.board for presser in self.pressers]
        self.logs = TimedLogs(self.cluster.hosts.values(), self.is_over)
        people = [*editors, *self.pressers]
        self.began = time.monotonic()
        for thread in [self.logs, *people, *watchers]:
            thread.start()
        deck: list[type[Fault]] = []
        while sum(self.counts.values()) < self.faults:
            time.sleep(self.random.uniform(0.5, 2.5))
            if failures := self.failures + [person.failure for person in people if person.failure]:
                print(failures, file=sys.stderr)
                break
            # No kind comes again before all others have come.
            deck = deck or self.random.sample(self.kinds, len(self.kinds))
            try:
                self._bring(deck.pop()(self, self.random))
            except AssertionError as error:
                self.failures.append(f"{self.fault}: {error}")
        elapsed = time.monotonic() - self.began
        self.is_over.set()
        for person in people:
            person.join(2 * PATIENCE)
        result = self._result(editors, watchers, elapsed)
        if result["failures"] or any(result[name] for name in WRONG):
            self._keep(result)
        return result

    def _bring(self, fault: Fault) -> None:
        """Lets something fail, and waits until all boards and hosts answer again."""
        self.fault = str(fault)
        begin = time.monotonic()
        entry = {"kind": fault.kind, "fault": str(fault), "began": self.time(begin)}
        self.timeline.append(entry)
        moments = [(part.delay, 0, part.begin) for part in fault.parts]
        moments += [(part.delay + part.seconds, 1, part.end) for part in fault.parts]
        for moment, _, action in sorted(moments, key=lambda each: each[:2]):
            time.sleep(max(0, begin + moment - time.monotonic()))
            action()
        for part in fault.parts:
            part.settle()
        fault.check()
        mended = time.monotonic()
        entry["mended"] = self.time(mended)
        for presser in self.pressers:
            while not presser.failure and not (presser.answers and presser.answers[-1][0] >= mended):
                time.sleep(0.02)
        entry["recovered"] = self.time(end := time.monotonic())
        absences = [absence(begin, end, list(presser.answers)) for presser in self.pressers]
        entry["absence"] = round(max(absences), 2)
        self.absences.add(fault.kind, absences)
        self.counts[fault.kind] = self.counts.get(fault.kind, 0) + fault.count
        for host in self.cluster.hosts.values():
            self._wait_until_ready(host, fault)
        entry["ready"] = self.time(time.monotonic())

    def _wait_until_ready(self, host: clusters.Host, fault: Fault) -> None:
        end = time.monotonic() + waiting.PATIENCE
        while time.monotonic() < end:
            if host.process.poll() is not None:
                # Of two faults, the other one may not let a host start. What starts hosts tries it again.
                if not isinstance(fault, Two):
                    break
                self.restarts_by_hand += 1
                host.start()
            elif host.is_ready():
                return
            time.sleep(0.2)
        self.failures.append(
            f"host {host.name} is not ready after {fault}, exit code {host.process.poll()}: {host.text()[-2000:]}")

    def _result(self, editors: list[Editor], watchers: list[Watcher], elapsed: float) -> dict:
        people = [*editors, *self.pressers]
        failures = [*self.failures, *(person.failure for person in people if person.failure)]
        return {
            "measure": "cluster faults", "seed": self.seed, "faults": sum(self.counts.values()), "kinds": self.counts,
            "edits": sum(editor.edits for editor in editors),
            "editsPerSecond": round(sum(editor.edits for editor in editors) / elapsed, 1),
            "repeated": sum(editor.repeated for editor in editors), "lost": sum(editor.lost for editor in editors),
            "doubled": sum(editor.doubled for editor in editors),
            "slowestSeconds": round(max(editor.slowest for editor in editors), 2),
            "frames": sum(watcher.frames for watcher in watchers),
            "staleFrames": sum(watcher.stale for watcher in watchers), "staleFramesByFault": self.staleness,
            "latestStaleFrameSeconds": round(self.latest, 2),
            "presses": sum(person.presses for person in self.pressers),
            "refusedPresses": sum(person.refused for person in self.pressers),
            "takenBackPresses": sum(person.taken_back for person in self.pressers),
            "unseenPresses": sum(person.unseen for person in self.pressers),
            "lostPresses": sum(person.lost for person in self.pressers),
            "doubledPresses": sum(person.doubled for person in self.pressers),
            "halfPresses": sum(person.half for person in self.pressers),
            "slowestPressSeconds": round(max(person.slowest for person in self.pressers), 2),
            "away": self.absences.figures,
            "refusedCommands": self.refused_commands, "restartsByHand": self.restarts_by_hand,
            "losses": [losses(person, self) for person in self.pressers if person.lost or person.doubled or person.half],
            "failures": list(dict.fromkeys(failures)),
        }

    def _keep(self, result: dict) -> None:
        """Keeps what tells why something is wrong."""
        folder = ROOT / "out/cluster-soak"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for file in self.folder.glob("*.log"):
            shutil.copy(file, folder)
        (folder / "haproxy.log").write_text(self.balancer.log)
        lines = [[self.time(at), name, line] for at, name, line in self.logs.lines]
        (folder / "result.json").write_text(
            json.dumps({**result, "timeline": self.timeline, "log": lines}, indent=1))

    def _presser(self, number: int) -> TimedPresser:
        """Someone who uses a widget on a board of its own."""
        board = self._until(201, "/boards", {"name": f"Pressed {number}"})["id"]
        answer = self._until(200, f"/boards/{board}/edits", {
            "grid": [6, 4], "edit": {"type": "add", "widget": pressers.ID}, "name": "add"})
        return TimedPresser(
            board, self.request, self._stream, next(iter(answer["tiles"])), self.is_over, PATIENCE, self.pace)

    def _until(self, status: int, path: str, body: dict):
        """Sends a request until it is answered, and returns what it made."""
        return wait(lambda: (answer := self.request("POST", path, body))[0] == status and answer, path)[1]

    def _stream(self, path: str):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.balancer.port}{path}", headers={"Host": clusters.HOST_NAME})
        return urllib.request.urlopen(request, timeout=20)


def report(result: dict) -> None:
    """Prints a line of JSON for each person who lost presses, for each kind of fault, and for the whole."""
    for loss in result["losses"]:
        print(json.dumps(loss))
    for kind, figures in result["away"].items():
        print(json.dumps({"measure": "cluster fault", "kind": kind, **figures}))
    print(json.dumps({name: value for name, value in result.items() if name != "losses"}), flush=True)


def main() -> int:
    faults = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    if reason := is_available():
        print(reason, file=sys.stderr)
        return 2
    print(f"Seed {seed}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="tessera-soak-") as folder:
        os.chmod(folder, 0o755)
        result = Soak(pathlib.Path(folder), faults, seed, kinds=sys.argv[3:]).run()
    report(result)
    return 1 if result["failures"] or any(result[name] for name in WRONG) else 0


if __name__ == "__main__":
    sys.exit(main())
