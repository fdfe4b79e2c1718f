"""What is known about presses that were lost: when, during which faults, and which hosts answered."""

import re
import threading
import time

# How many requests of one person are told, the last ones.
REQUESTS = 60


class TimedLogs(threading.Thread):
    """Reads the logs of hosts, whose lines have no times, as they are written."""

    INTERVAL = 0.05

    def __init__(self, hosts, is_over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._files = [(host.name, host.log_file.open("rb")) for host in hosts]
        self._is_over = is_over
        # When a line was read, whose it is, and the line.
        self.lines: list[tuple[float, str, str]] = []

    def run(self) -> None:
        while not self._is_over.wait(self.INTERVAL):
            now = time.monotonic()
            for name, file in self._files:
                # A line that is not finished is told in two pieces.
                self.lines += [(now, name, line.decode(errors="replace").rstrip()) for line in file.readlines()]


def requests(log: str, path: str) -> list[tuple[float, str, int, int]]:
    """The requests to a path in the log of HAProxy: when in seconds since 1970, the host, the status, milliseconds."""
    pattern = re.compile(
        r"\[(?P<date>[^\]]+)\.(?P<thousandths>\d+)\] \S+ \S+?/(?P<host>\S+) \S+/(?P<time>\+?-?\d+) (?P<status>-?\d+) "
        rf'.*"POST {re.escape(path)}')
    return [
        (time.mktime(time.strptime(match["date"], "%d/%b/%Y:%H:%M:%S")) + int(match["thousandths"]) / 1000,
         match["host"], int(match["status"]), int(match["time"]))
        for match in map(pattern.search, log.splitlines()) if match]


def losses(presser, soak) -> dict:
    """What is known about the lost presses of a person. Times are seconds since the soak began."""
    # The clock that never jumps, against that of the log.
    offset = time.time() - time.monotonic()
    asked = requests(soak.balancer.log, f"/widgets/{presser.tile}/")

    def shortfall(begin: float, end: float, count: int) -> dict:
        lines = [line for line in soak.logs.lines if begin <= line[0] <= end]
        return {
            "lost": count, "between": [soak.time(begin), soak.time(end)],
            "faults": [fault for fault in soak.timeline
                       if fault["began"] <= soak.time(end) and fault.get("recovered", float("inf")) >= soak.time(begin)],
            "requests": [[soak.time(at - offset), host, status, milliseconds] for at, host, status, milliseconds in asked
                         if begin <= at - offset <= end][-REQUESTS:],
            # Lines that name the board, or the leases of many.
            "log": [[soak.time(at), name, line] for at, name, line in lines
                    if f"'{presser.board}'" in line or "lease" in line or "database" in line],
        }

    return {
        "measure": "lost presses", "tile": presser.tile, "board": presser.board, "presses": presser.presses,
        "lost": presser.lost, "doubled": presser.doubled, "half": presser.half,
        "shortfalls": [shortfall(*each) for each in presser.shortfalls]}
