"""A cluster: hosts that share boards over a PostgreSQL of their own.

    with Cluster(tmp_path) as cluster:
        first, second = cluster.start("a"), cluster.start("b")
        cluster.wait_for_owner("home")
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import shlex
import signal
import subprocess
import threading
import time

from balancer import HOST_NAME, Balancer
from ports import free_port
from postgres import PostgresServer
from postgres import is_available as postgres_is_available
from served import COMMAND, ROOT, tessera
from waiting import PATIENCE, wait

WIDGETS = ["Samples/Note.widget", "Samples/Todo.widget", "Samples/Clock.widget"]


def is_available() -> str | None:
    """Why clusters cannot be tested here; None if they can."""
    return postgres_is_available()


class Host:
    """A process that serves boards of a cluster. It keeps its port when it is started again.

    `files` is the name of its data folder and its log, if that is not its own.
    """

    def __init__(self, cluster: "Cluster", name: str, address: str = "127.0.0.1", prefix=(), options=(), environment=(),
                 port: int | None = None, files: str | None = None):
        self.cluster, self.name, self.prefix, self.options = cluster, name, list(prefix), [*cluster.widgets, *options]
        self.environment = dict(environment)
        # In a network of its own, every port is free.
        self.host, self.port = address, port or (8080 if prefix else free_port(address))
        self.data = cluster.folder / (files or name)
        self.log_file = self.data.with_name(f"{self.data.name}.log")
        self.process = None
        self.lines: list[str] = []

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def root(self) -> str:
        return f"http://{self.address}/"

    def start(self) -> "Host":
        self.log = self.log_file.open("ab")
        self.process = subprocess.Popen(
            [*self.prefix, *shlex.split(COMMAND), *WIDGETS, "--port", str(self.port), "--host", self.host,
             "--access", "open", "--host-name", HOST_NAME, "--trusted-proxy", "127.0.0.1", "--cluster", self.cluster.database, "--cluster-key", self.cluster.key,
             "--cluster-name", self.name, "--data", self.data, *self.options],
            cwd=ROOT, stdout=self.log, stderr=subprocess.STDOUT, env={**os.environ, "HOME": str(self.cluster.folder), **self.environment})
        return self

    def wait_until_ready(self, timeout: float = PATIENCE) -> "Host":
        wait(self.is_ready, f"host {self.name}: {self.text()}", timeout)
        return self

    def text(self) -> str:
        return self.log_file.read_text()

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.text()
        try:
            return self.request("GET", "/readyz", timeout=2)[0] == 200
        except OSError:
            return False

    def request(self, method: str, path: str, body: object = None, timeout: float = PATIENCE) -> tuple[int, object]:
        """Sends a request to this host, and returns the status and the JSON of the response."""
        return request(self.host, self.port, method, path, body, timeout)

    def figures(self) -> dict[str, float]:
        """The metrics of this host that have no labels."""
        status, text = request(self.host, self.port, "GET", "/metrics", fields={
            "Authorization": f"Bearer {self.cluster.push_token}"})
        assert status == 200, text
        rows = [line.split(" ") for line in text.splitlines() if line and not line.startswith("#") and "{" not in line]
        return {row[0]: float(row[1]) for row in rows}

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Tells the process to stop, and returns its exit code."""
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def pause(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)

    def close(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def request(host: str, port: int, method: str, path: str, body: object = None, timeout: float = PATIENCE, fields=()):
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        content = None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json", **dict(fields)} if content else dict(fields)
        connection.request(method, path, content, headers)
        response = connection.getresponse()
        text = response.read().decode()
        try:
            return response.status, json.loads(text) if text else None
        except ValueError:
            return response.status, text
    finally:
        connection.close()


class Cluster:
    """A database with the tables of a cluster, and hosts. Without a PostgreSQL server that runs, it has one of its own."""

    def __init__(self, folder: pathlib.Path, address: str = "127.0.0.1", postgres: PostgresServer | None = None, **settings):
        self.folder = folder
        self._has_own_server = postgres is None
        self.postgres = postgres or PostgresServer(address, **settings)
        self.key = folder / "key"
        # Bundles that the hosts have beside the usual ones.
        self.widgets: list[pathlib.Path] = []
        self.hosts: dict[str, Host] = {}

    def __enter__(self) -> "Cluster":
        if self._has_own_server:
            self.postgres.__enter__()
        self.name = self.postgres.make_database()
        # The server of these tests has no certificate.
        self.database = self.postgres.url(self.name) + "?sslmode=disable"
        tessera("cluster", "init", self.database, "--key", self.key)
        return self

    @property
    def push_token(self) -> str:
        """The token of the cluster, which is derived from its key."""
        text = pathlib.Path(self.key).read_text().strip()
        key = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return hmac.new(key, b"tessera/push", hashlib.sha256).digest()[:16].hex()

    def __exit__(self, *arguments) -> None:
        for host in self.hosts.values():
            host.close()
        if self._has_own_server:
            self.postgres.__exit__(*arguments)

    def start(self, name: str, wait_until_ready: bool = True, **options) -> Host:
        host = self.hosts[name] = Host(self, name, **options)
        host.start()
        return host.wait_until_ready() if wait_until_ready else host

    def command(self, *arguments) -> str:
        return tessera("cluster", arguments[0], self.database, *arguments[1:])

    def owners(self) -> dict[str, str]:
        """The names of the hosts that have boards, by board."""
        rows = [line.split("\t") for line in self.command("boards").splitlines()]
        return {row[0]: row[2] for row in rows}

    def wait_for_owner(self, board: str = "home", among=None) -> Host:
        """Returns the host that has a board, as soon as one has it."""
        names = among or list(self.hosts)
        return self.hosts[wait(lambda: (name := self.owners().get(board)) in names and name, "an owner")]


def other(cluster: Cluster, owner: Host) -> Host:
    """Returns a running host beside another one."""
    return next(host for host in cluster.hosts.values() if host is not owner and host.process.poll() is None)


def add(host: Host, widget: str, board: str = "home") -> str:
    """Places a widget on a board, and returns the identity of its tile."""
    status, answer = host.request("POST", f"/boards/{board}/edits", {
        "grid": [6, 4], "edit": {"type": "add", "widget": widget}})
    assert status == 200, answer
    return next(iter(answer["tiles"]))


def edit(name: str) -> dict:
    """An edit that gives a board a name, and is named so itself."""
    return {"grid": [6, 4], "edit": {"type": "rename", "name": name}, "name": f"edit-{name}"}


class Editing(threading.Thread):
    """A person who edits the first board through a balancer, as often as can be undone.

    As pages do, what has no answer is sent again under its name, some times.
    """

    COUNT = 48

    def __init__(self, balancer: Balancer, attempts: int = 8):
        super().__init__(daemon=True)
        self.balancer, self.attempts = balancer, attempts
        # The edits that were acknowledged, and the attempts that were not.
        self.names: list[str] = []
        self.failures: list[object] = []

    def run(self) -> None:
        for number in range(self.COUNT):
            if not self._make(f"n{number}"):
                return
            time.sleep(0.25)

    def _make(self, name: str) -> bool:
        for _ in range(self.attempts):
            try:
                status, answer = self._send(edit(name))
            except (OSError, http.client.HTTPException) as error:
                status, answer = 0, error
            if status == 200:
                self.names.append(name)
                return True
            self.failures.append((name, status, answer))
            time.sleep(0.2)
        return False

    def undo(self) -> list[str]:
        """Undoes all edits, and returns the names that the board had after each step."""
        undo = {"grid": [6, 4], "edit": {"type": "undo"}}
        return [self._send({**undo, "name": f"undo-{number}"})[1]["name"] for number in range(self.COUNT)]

    def _send(self, body: dict) -> tuple[int, object]:
        return request("127.0.0.1", self.balancer.port, "POST", "/boards/home/edits", body, fields={"Host": HOST_NAME})
