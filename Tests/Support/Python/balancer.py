"""A program that distributes requests to hosts, run with the configuration of Samples/Cluster."""

import http.client
import json
import re
import socket
import subprocess

from keeper import Keeper
from ports import free_port
from served import ROOT
from waiting import PATIENCE, wait

SAMPLES = ROOT / "Samples/Cluster"
HOST_NAME = "board.example.org"


class Balancer:
    """A running balancer. `hosts` are the names of its hosts with their addresses, such as `127.0.0.1:8080`.

    `host_name` replaces that of the sample. `prefix` is the beginning of the command that runs it, such as that of a host of
    a `Network`. `root` is its URL.
    """

    def __init__(self, hosts: dict[str, str], address: str = "127.0.0.1", host_name: str = HOST_NAME,
                 prefix: list[str] = ()) -> None:
        assert not (reason := self.is_available()), reason
        self.hosts = hosts
        self.address = address
        self.host_name = host_name
        self.port = 80 if prefix else free_port(address)
        self.root = f"http://{address}:{self.port}/"
        self._prefix = list(prefix)
        self._keeper = Keeper()
        try:
            self.folder = self._keeper.make_folder("balancer")
            self._write()
            with (self.folder / "log").open("wb") as log:
                self.process = subprocess.Popen(
                    [*self._prefix, *self._command()], cwd=self.folder, env=self._environment(), stdin=subprocess.DEVNULL,
                    stdout=log, stderr=log, start_new_session=True)
            wait(self._is_listening, type(self).__name__)
        except BaseException:
            self._keeper.close()
            raise

    def __enter__(self) -> "Balancer":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Ends the balancer at once."""
        self._keeper.close()
        self.process.wait(PATIENCE)

    def request(self, method: str, path: str, body: object = None,
                **fields: str) -> tuple[int, http.client.HTTPMessage, str]:
        """Sends a request over a new connection, and returns the status, the fields and the body."""
        connection = http.client.HTTPConnection(self.address, self.port, timeout=PATIENCE)
        fields = {"Host": self.host_name, **{name.replace("_", "-"): value for name, value in fields.items()}}
        if body is not None:
            fields["Content-Type"] = "application/json"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), fields)
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode()
        finally:
            connection.close()

    @property
    def log(self) -> str:
        """What the balancer has written to its log: its problems, and one line for each request that has ended."""
        return (self.folder / "log").read_text(errors="replace")

    # What each kind does its own way

    @staticmethod
    def is_available() -> str | None:
        """Returns why there can be no such balancer; None if there can."""
        raise NotImplementedError

    def _write(self) -> None:
        """Writes the configuration into the folder."""
        raise NotImplementedError

    def _command(self) -> list:
        raise NotImplementedError

    def _environment(self) -> dict[str, str] | None:
        return None

    def _is_listening(self) -> bool:
        assert self.process.poll() is None, self.log
        try:
            socket.create_connection((self.address, self.port), 1).close()
        except OSError:
            return False
        return True


def sample(name: str) -> str:
    return (SAMPLES / name).read_text()


def replaced(text: str, old: str, new: str, count: int = 1) -> str:
    """Replaces what matches an expression, which must do so a number of times. Comments are left alone."""
    pattern = re.compile(rf"^(?!\s*#)(.*?){old}", re.MULTILINE)
    assert len(pattern.findall(text)) == count, f"the sample has changed: not {count} times {old!r}"
    return pattern.sub(lambda match: match[1] + new, text)
