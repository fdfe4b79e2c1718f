"""Observes a server under attack, and commands, from outside: their time, their memory and their output."""

import json
import os
import pathlib
import socket
import resource
import subprocess
import sys
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))

from served import COMMAND, Server  # noqa: E402
from waiting import PATIENCE  # noqa: E402

MEGABYTE = 1 << 20


class Victim:
    """A server, with the means to observe it."""

    def __init__(self, server):
        self.server = server
        self.port = server.port
        self.pid = server.process.pid

    def memory(self):
        """Returns the current resident memory in bytes."""
        return self.server.memory()

    def peak(self):
        """Returns the peak resident memory so far in bytes."""
        return self.server.memory("VmHWM")

    @property
    def files(self):
        """The number of files that the process has open, including its connections."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def holds(self, client):
        """Returns whether the process still holds its end of a connection. A closed end has no file descriptor, even if
        the system still keeps the connection."""
        fields = self._connection(client)
        return fields is not None and fields[9] != "0"

    def has_read(self, client):
        """Returns whether the process has read everything that a client sent."""
        fields = self._connection(client)
        return fields is not None and int(fields[4].split(":")[1], 16) == 0

    def has_unread(self, client):
        """Returns whether bytes that the process sent wait for a client to make room for them."""
        fields = self._connection(client)
        return fields is not None and int(fields[4].split(":")[0], 16) > 0

    def _connection(self, client):
        """Returns the system's entry for the process's end of a connection."""
        ends = [f":{self.port:04X}", f":{client.getsockname()[1]:04X}"]
        lines = map(str.split, pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:])
        return next((fields for fields in lines if [fields[1][-5:], fields[2][-5:]] == ends), None)

    def connect(self, timeout=PATIENCE):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def get(self, path="/widgets", headers=()):
        """Returns the status and the body of a response."""
        return self.request("GET", path, headers=headers)

    def request(self, method, path, body=None, headers=()):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=body, method=method, headers=dict(headers))
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def post(self, path, value):
        return self.request("POST", path, json.dumps(value).encode(), {"Content-Type": "application/json"}.items())

    def present(self, widget=1):
        """Creates a presentation, and returns its token."""
        status, body = self.post(f"/widgets/{widget}/presentations", {"width": 320, "height": 480})
        assert status == 201, (status, body)
        return json.loads(body)["id"]

    def first_tree(self, token, widget=1):
        """Returns the first content that a client receives, as text."""
        with self.connect() as client:
            client.sendall(
                f"GET /events?watch={widget}/{token} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            received = b""
            while b"data: " not in received or not received.rstrip(b"\r\n0").endswith(b"}"):
                part = client.recv(1 << 16)
                if not part:
                    break
                received += part
            return received.decode(errors="replace")

    def is_idle(self):
        """Returns whether all threads of the process sleep at this moment."""
        states = set()
        for thread in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            try:
                states.add((thread / "stat").read_text().rsplit(")", 1)[1].split()[0])
            except OSError:
                # The thread has ended.
                pass
        return states == {"S"}

    def is_alive(self):
        return self.server.process.poll() is None and self.get()[0] == 200


def run(*arguments, timeout=PATIENCE, memory=1500 * MEGABYTE):
    """Runs `tessera` with a memory limit, and returns its output and its exit code."""
    program = COMMAND.split()[0]
    done = subprocess.run(
        [program, *map(str, arguments)], cwd=ROOT, timeout=timeout, capture_output=True, text=True, errors="replace",
        preexec_fn=lambda: limit_memory(memory))
    return done.stdout + done.stderr, done.returncode


def limit_memory(size):
    # Threads reserve far more address space than they use.
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
