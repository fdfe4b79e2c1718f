"""People who use the boards of a cluster, and write down what they see.

A `Soak` has `request(method, path, body)`, and says with `is_over` when they go.
"""

import http.client
import json
import threading
import time
import urllib.request

import cluster as clusters
import pressers
from cluster import edit

# A board keeps 50 steps.
WINDOW = 40
# How long an edit is sent again before that counts as a failure, in seconds. While most hosts are stopped again and again,
# a board can be on one of them several times.
PATIENCE = 180
# How much later a frame may arrive than the answer to an edit that is newer, in seconds: both go through threads here.
DELAY = 0.5
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
                if self.soak.is_late(self.host.name):
                    continue
                self.frames += 1
                if owner < known and now > since + DELAY:
                    self.stale += 1
                    self.soak.latest = max(self.soak.latest, now - since)
                    self.soak.staleness[self.soak.fault] = self.soak.staleness.get(self.soak.fault, 0) + 1
            if self.soak.is_over.is_set():
                return


class TimedPresser(pressers.Presser):
    """Someone who presses a button, and knows when."""

    def __init__(self, board: str, *arguments):
        super().__init__(*arguments)
        self.board = board
        # When each press began and was answered, in seconds of the clock that never jumps.
        self.answers: list[tuple[float, float]] = []
        # Looks at the widget that found presses missing: when the look before was, when this one was, and how many.
        self.shortfalls: list[tuple[float, float, int]] = []
        self._missing, self._looked = 0, time.monotonic()

    def _until(self, attempt) -> None:
        begin = time.monotonic()
        super()._until(attempt)
        self.answers.append((begin, time.monotonic()))

    def _open(self) -> bool:
        is_open = super()._open()
        missing, now = self.lost, time.monotonic()
        if missing > self._missing:
            self.shortfalls.append((self._looked, now, missing - self._missing))
        self._missing, self._looked = missing, now
        return is_open
