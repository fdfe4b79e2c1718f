"""HAProxy with the configuration of Samples/Cluster/haproxy.cfg.

    with HAProxy({"a": "127.0.0.1:8081", "b": "127.0.0.1:8082"}) as balancer:
        balancer.wait_for_states(a="UP", b="UP")
        assert balancer.request("GET", "/boards")[0] == 200
"""

import csv
import os
import re
import socket

from balancer import HOST_NAME, Balancer, replaced, sample
from served import ROOT
from waiting import PATIENCE, wait

FOLDER = ROOT / ".build/haproxy"
PROGRAM = FOLDER / "usr/sbin/haproxy"


class HAProxy(Balancer):
    """A running HAProxy. `states` says what it thinks of the hosts."""

    @staticmethod
    def is_available() -> str | None:
        return None if PROGRAM.exists() else "HAProxy is not installed; run Scripts/setup test"

    @property
    def states(self) -> dict[str, str]:
        """The hosts' states by their names: `UP` or `DOWN`, and `NOLB` for one that gets no new requests.

        HAProxy begins with `UP`, and adds `1/2` while a check has failed that alone does not count.
        """
        return {row["svname"]: row["status"] for row in self._statistics() if row["svname"] in self.hosts}

    def wait_for_states(self, **states: str) -> None:
        """Waits until hosts have been checked and are in states."""

        def reached() -> bool:
            rows = {row["svname"]: row for row in self._statistics()}
            return all(rows[name]["status"] == state and rows[name]["check_status"] not in ("", "INI")
                       for name, state in states.items())

        wait(reached, f"the states {states}")

    def tell(self, command: str) -> str:
        """Sends a command of HAProxy's own, such as `set server tessera-hosts/a state drain`, and returns the answer."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(str(self.folder / "socket"))
            line.sendall(command.encode() + b"\n")
            return b"".join(iter(lambda: line.recv(65536), b"")).decode()

    def _is_listening(self) -> bool:
        return super()._is_listening() and (self.folder / "socket").exists()

    def _statistics(self) -> list[dict[str, str]]:
        return list(csv.DictReader(self.tell("show stat tessera-hosts 4 -1").removeprefix("# ").splitlines()))

    def _write(self) -> None:
        text = sample("haproxy.cfg")
        text = replaced(text, r"bind :80$", f"bind {self.address}:{self.port}")
        text = replaced(text, re.escape(HOST_NAME), self.host_name)
        # Tests have hosts of any number and name.
        servers = re.compile(r"^  server \w+ [\d.]+:\d+(.*)\n", re.MULTILINE)
        options = servers.findall(text)
        assert len(options) == 3 and len(set(options)) == 1, "the sample has changed: there are not three hosts"
        text = servers.sub("", text)
        text += "".join(f"  server {name} {address}{options[0]}\n" for name, address in self.hosts.items())
        (self.folder / "haproxy.cfg").write_text(text)
        (self.folder / "global.cfg").write_text(
            f"global\n  log stdout format raw local0\n  stats socket {self.folder}/socket mode 600 level admin\n")

    def _command(self) -> list:
        # In the foreground, as one process.
        return [PROGRAM, "-db", "-f", "global.cfg", "-f", "haproxy.cfg"]

    def _environment(self) -> dict[str, str]:
        # Its libraries are unpacked beside it.
        folders = sorted({str(path.parent) for path in (FOLDER / "usr/lib").rglob("*.so.*")})
        return {**os.environ, "LD_LIBRARY_PATH": ":".join(folders)}
