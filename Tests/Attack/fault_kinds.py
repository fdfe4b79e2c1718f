"""What can happen to the hosts of a cluster, their networks, disks and clocks, and to their database.

A fault is chosen as a whole when it is made, so that a seed decides everything. `begin` brings it about, and `end` mends it
after `seconds`; neither waits for something that another fault may prevent.
"""

import random
import threading
import time

from cluster import Host
from waiting import wait

# How long a host is stopped so that its lease passes, in seconds.
LEASE = 3.3


class Fault:
    """A fault of one host, unless the kind says otherwise."""

    kind = ""
    # The shortest and the longest time until it is mended, in seconds.
    duration = (0.5, 6.0)
    # How many faults it counts as, and how long after another one it begins, in seconds.
    count, delay = 1, 0.0

    def __init__(self, soak, chance: random.Random) -> None:
        self.soak = soak
        self.host: Host = chance.choice(list(soak.cluster.hosts.values()))
        self.seconds = chance.uniform(*self.duration)
        self.choose(chance)

    def choose(self, chance: random.Random) -> None:
        """Decides what else is left to chance."""

    def begin(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        """Mends what is not over by itself."""

    def settle(self) -> None:
        """Waits, after everything is mended, for what has to be over before people are asked again."""

    def check(self) -> None:
        """Fails if something happened that only another fault can explain."""

    @property
    def parts(self) -> list["Fault"]:
        return [self]

    @property
    def uses(self) -> set[str]:
        """What no other fault may touch at the same time."""
        return set()

    @property
    def place(self):
        return self.soak.places[self.host.name]

    def __str__(self) -> str:
        return f"{self.kind} {self.host.name}"


# Processes


class Kill(Fault):
    kind, duration = "kill", (0, 2)

    @property
    def uses(self) -> set[str]:
        return {f"process {self.host.name}", f"name {self.host.name}"}

    def begin(self) -> None:
        self.host.kill()

    def end(self) -> None:
        self.host.start()


class Pause(Fault):
    """Stops a host, often for longer than its lease."""

    kind = "pause"

    @property
    def uses(self) -> set[str]:
        return {f"process {self.host.name}"}

    def begin(self) -> None:
        self.host.pause()

    def end(self) -> None:
        self.host.resume()


class Restart(Kill):
    kind, duration = "restart", (0, 0)

    def begin(self) -> None:
        self.code = self.host.stop()

    def check(self) -> None:
        assert self.code == 0, f"exit code {self.code}: {self.host.text()}"


class Drain(Restart):
    """A host gives its boards away for a while. Only a restart lets it have boards again."""

    kind, duration = "drain", (1, 5)

    @property
    def uses(self) -> set[str]:
        return {*super().uses, "commands"}

    def begin(self) -> None:
        self.soak.command("drain", self.host.name, "--no-wait")

    def end(self) -> None:
        super().begin()
        super().end()


class TakeName(Fault):
    """Another process has the name of a host that runs. It has to end by itself.

    It gets the name only if the host stands still meanwhile, or if an earlier fault has just ended the connection of the
    host to the database. The host waits until it ends, and goes on by itself.
    """

    kind, duration = "take_name", (1, 6)

    @property
    def uses(self) -> set[str]:
        return {f"name {self.host.name}"}

    def begin(self) -> None:
        self.second = Host(self.soak.cluster, self.host.name, address=self.host.host, prefix=self.host.prefix,
                           port=8081, files=f"{self.host.name}-second")
        self.second.start()

    def settle(self) -> None:
        process = self.second.process
        wait(lambda: process.poll() is not None or self.second.is_ready(), "another process with the name of a host")
        self.is_refused = process.poll() is not None
        self.second.close()

    def check(self) -> None:
        if self.is_refused:
            assert self.second.process.returncode > 0 and "[cluster-name]" in self.second.text(), self.second.text()


class PauseMost(Fault):
    """All hosts but one are stopped, each at another moment, for longer than a lease."""

    kind = "pause_most"

    def choose(self, chance: random.Random) -> None:
        hosts = list(self.soak.cluster.hosts.values())
        chosen = chance.sample(hosts, len(hosts) - 1)
        self.moments = sorted(((chance.uniform(0, 0.5), host) for host in chosen), key=lambda each: each[0])
        self.count = len(chosen)

    def begin(self) -> None:
        begin = time.monotonic()
        for moment, host in self.moments:
            time.sleep(max(0, begin + moment - time.monotonic()))
            host.pause()
        for moment, host in self.moments:
            time.sleep(max(0, begin + moment + LEASE - time.monotonic()))
            host.resume()


# Networks


class CutDatabase(Fault):
    kind, duration = "cut_database", (1, 6)

    def begin(self) -> None:
        self.place.cut(self.soak.database)

    def end(self) -> None:
        self.place.mend(self.soak.database)


class CutHosts(Fault):
    """A host and the others do not reach each other, but the database and people."""

    kind, duration = "cut_hosts", (1, 6)

    @property
    def others(self) -> list:
        return [place for name, place in self.soak.places.items() if name != self.host.name]

    def begin(self) -> None:
        self.place.cut(*self.others)

    def end(self) -> None:
        self.place.mend(*self.others)


class LateFault(Fault):
    """A fault in which what a host sends to people can arrive long after it was sent."""

    def begin(self) -> None:
        self.soak.begin_lateness(self.host.name)
        self.disturb()

    def end(self) -> None:
        self.mend()
        self.soak.end_lateness(self.host.name)

    def disturb(self) -> None:
        raise NotImplementedError

    def mend(self) -> None:
        raise NotImplementedError


class CutPeople(LateFault):
    kind, duration = "cut_people", (1, 4)

    def disturb(self) -> None:
        self.place.cut(self.soak.here)

    def mend(self) -> None:
        self.place.mend(self.soak.here)


class LosePackets(LateFault):
    kind, duration = "lose_packets", (1, 6)

    def choose(self, chance: random.Random) -> None:
        self.percentage = chance.uniform(5, 30)

    def disturb(self) -> None:
        self.place.lose(self.percentage)

    def mend(self) -> None:
        self.place.lose(0)


class SlowNetwork(LateFault):
    kind, duration = "slow_network", (1, 6)

    def choose(self, chance: random.Random) -> None:
        self.kilobits = chance.choice([250, 500, 1000, 2000])

    def disturb(self) -> None:
        self.place.slow(self.kilobits)

    def mend(self) -> None:
        self.place.slow(0)


class ResetConnections(Fault):
    """All connections of a host are reset, and for a moment there are no new ones."""

    kind, duration = "reset_connections", (0.2, 1.5)

    def begin(self) -> None:
        self.place.reset()

    def end(self) -> None:
        self.place.accept()


# Disks and clocks


class FillDisk(Fault):
    kind, duration = "fill_disk", (1, 8)

    def begin(self) -> None:
        self.soak.disks[self.host.name].fill()

    def end(self) -> None:
        self.soak.disks[self.host.name].free()


class ShiftClock(Fault):
    """The clock of a host is set ahead or back, and later to what it was."""

    kind, duration = "shift_clock", (1, 6)

    def choose(self, chance: random.Random) -> None:
        self.shift = chance.choice([-86_400, -3600, -10, 10, 3600, 86_400])

    def begin(self) -> None:
        self._set(self.shift)

    def end(self) -> None:
        self._set(0)

    def _set(self, shift: int) -> None:
        name = self.host.name
        self.soak.clocks[name].shift(self.soak.error(name) + shift)


# The database


class RestartDatabase(Fault):
    kind, duration = "restart_database", (0, 1)

    def choose(self, chance: random.Random) -> None:
        self.mode = chance.choice(["fast", "immediate"])

    @property
    def uses(self) -> set[str]:
        return {"database", "commands"}

    def begin(self) -> None:
        self.soak.cluster.postgres.stop(self.mode)

    def end(self) -> None:
        self.soak.cluster.postgres.start()

    def __str__(self) -> str:
        return f"{self.kind} {self.mode}"


class LateDatabase(Fault):
    """The database works in short moments with long pauses, so that each answer is late."""

    kind, duration = "late_database", (2, 8)

    def choose(self, chance: random.Random) -> None:
        self.pause = chance.choice([0.1, 0.3, 1.0])
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._disturb, daemon=True)

    @property
    def uses(self) -> set[str]:
        return {"database"}

    def begin(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._is_over.set()
        self._thread.join()

    def _disturb(self) -> None:
        postgres = self.soak.cluster.postgres
        while not self._is_over.is_set():
            postgres.pause()
            self._is_over.wait(self.pause)
            postgres.resume()
            self._is_over.wait(0.05)

    def __str__(self) -> str:
        return f"{self.kind} {self.pause} s"


class MoveBoards(Fault):
    kind, duration = "move_boards", (0, 0)

    def choose(self, chance: random.Random) -> None:
        names = list(self.soak.cluster.hosts)
        boards = chance.sample(self.soak.boards, min(3, len(self.soak.boards)))
        self.moves = [(board, chance.choice(names)) for board in boards]

    @property
    def uses(self) -> set[str]:
        return {"commands"}

    def begin(self) -> None:
        for board, name in self.moves:
            self.soak.command("move", board, name, "--no-wait")

    def __str__(self) -> str:
        return f"{self.kind} {' '.join(f'{board}:{name}' for board, name in self.moves)}"


# Two at once

SINGLE = [
    Kill, Pause, Restart, Drain, TakeName, CutDatabase, CutHosts, CutPeople, LosePackets, SlowNetwork, ResetConnections,
    FillDisk, ShiftClock, RestartDatabase, LateDatabase, MoveBoards]


class Two(Fault):
    """Two faults of different kinds, of one host or of two. The second begins soon after the first."""

    kind = "two"

    def choose(self, chance: random.Random) -> None:
        while True:
            first, second = (kind(self.soak, chance) for kind in chance.sample(SINGLE, 2))
            if not first.uses & second.uses:
                break
        second.delay = chance.uniform(0, 1.5)
        self.pair = [first, second]

    @property
    def parts(self) -> list[Fault]:
        return self.pair

    def __str__(self) -> str:
        return " + ".join(map(str, self.pair))


KINDS = {kind.kind: kind for kind in [*SINGLE, Two, PauseMost]}
# Those that happen without being asked for.
USUAL = [*SINGLE, Two]
