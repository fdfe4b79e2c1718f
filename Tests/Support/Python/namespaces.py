"""Several hosts on one machine, each with a network of its own, whose connections can be cut, reset, slow and lossy.

    with Network() as network:
        a, b = network.host("a"), network.host("b")
        Server(..., prefix=a.command([]), options=["--host", a.address])
        a.cut(b)
        ...
        a.mend(b)

Every host is a network namespace with an interface at one switch, which is a bridge in a namespace of its own: rules of the
machine's firewall do not apply there. The machine itself has an interface at the switch as well, so that a test, a browser
or a database can be a host, too: `network.here`.
"""

import functools
import os
import shutil
import subprocess

from keeper import Keeper
from waiting import PATIENCE

# Nothing at the switch has this address, so packets to it are lost, as behind a broken switch: no sender learns of it.
_NOWHERE = "02:00:00:00:00:01"


class NetworkError(Exception):
    """A command that failed, and what it said."""


@functools.cache
def is_available() -> str | None:
    """Returns why there can be no network; None if there can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if not shutil.which("ip"):
        return "'ip' is not installed; run Scripts/setup test"
    try:
        with Network() as network:
            network.host("a")
    except NetworkError as error:
        return f"network namespaces do not work here: {error}"
    return None


@functools.cache
def can_lose() -> str | None:
    """Returns why packets cannot be lost; None if they can."""
    if reason := is_available():
        return reason
    if not shutil.which("iptables"):
        return "'iptables' is not installed; run Scripts/setup test"
    with Network() as network:
        try:
            network.host("a").lose(1)
        except NetworkError as error:
            return f"the kernel cannot lose packets: {error}"
    return None


@functools.cache
def can_slow() -> str | None:
    """Returns why connections cannot be slowed and reset; None if they can."""
    if reason := can_lose():
        return reason
    if not shutil.which("tc"):
        return "'tc' is not installed; run Scripts/setup test"
    with Network() as network:
        try:
            host = network.host("a")
            host.slow(1000)
            host.reset()
        except NetworkError as error:
            return f"the kernel cannot slow or reset connections: {error}"
    return None


class Network:
    """Up to 200 hosts at a switch. `here` is the machine itself, `hosts` has all others by their names."""

    def __init__(self) -> None:
        self._keeper = Keeper()
        self.hosts: dict[str, Host] = {}
        try:
            self._number = self._claim_number()
            self._switch = self._namespace("switch")
            _ip("-n", self._switch, "link", "add", "bridge", "type", "bridge")
            _ip("-n", self._switch, "link", "set", "bridge", "up")
            self.here = Host(self, None, 254)
        except BaseException:
            self._keeper.close()
            raise

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Kills all processes of the hosts, and removes the network."""
        self._keeper.close()

    def host(self, name: str) -> "Host":
        """Returns the host of a name, which is made when it is first asked for."""
        if name not in self.hosts:
            self._add_namespace(self._namespace(name))
            self.hosts[name] = Host(self, name, len(self.hosts) + 1)
        return self.hosts[name]

    def _claim_number(self) -> int:
        """Makes the switch's namespace. Its name is taken by one process only, and so are the addresses."""
        for number in range(256):
            name = f"tessera{number}-switch"
            try:
                _ip("netns", "add", name)
            except NetworkError as error:
                if "File exists" in str(error):
                    continue
                raise
            self._keeper.owns_namespace(name)
            return number
        raise RuntimeError("All networks are in use")

    def _namespace(self, name: str) -> str:
        return f"tessera{self._number}-{name}"

    def _add_namespace(self, name: str) -> None:
        self._keeper.owns_namespace(name)
        _ip("netns", "add", name)
        _ip("-n", name, "link", "set", "lo", "up")


class Host:
    """A host of a network."""

    def __init__(self, network: Network, name: str | None, index: int) -> None:
        self.name = name or "here"
        self.address = f"10.213.{network._number}.{index}"
        self._network = network
        self._namespace = name and network._namespace(name)
        # The rules for packets, by what they are for.
        self._rules: dict[str, list[tuple[str, list[str]]]] = {}
        # In the machine's own namespace, names must differ between networks.
        self._interface = "eth0" if name else f"tessera{network._number}"
        if not name:
            network._keeper.owns_interface(self._interface)
        self._port = f"port{index}"
        self._ip("link", "add", self._interface, "type", "veth", "peer", "name", self._port, "netns", network._switch)
        _ip("-n", network._switch, "link", "set", self._port, "master", "bridge", "up")
        self._ip("address", "add", f"{self.address}/24", "dev", self._interface)
        self._ip("link", "set", self._interface, "up")

    def command(self, arguments: list) -> list:
        """Returns the command that runs a command on the host. The process is the command's own, so signals reach it."""
        return [*self.prefix, *arguments]

    @property
    def prefix(self) -> list[str]:
        return ["ip", "netns", "exec", self._namespace] if self._namespace else []

    def cut(self, *others: "Host", one_way: bool = False) -> None:
        """Loses all packets to and from other hosts, or only those to them; without other hosts, to and from all.

        Connections remain open: their ends learn from nothing but silence.
        """
        for sender, receiver in self._pairs(others, one_way):
            sender._ip("neighbour", "replace", receiver.address, "lladdr", _NOWHERE, "nud", "permanent", "dev",
                       sender._interface)

    def mend(self, *others: "Host") -> None:
        """Undoes `cut` between the host and others, or all. Connections continue with what they send again."""
        for sender, receiver in self._pairs(others, one_way=False):
            cut = sender._ip("neighbour", "show", receiver.address, "dev", sender._interface)
            if _NOWHERE in cut:
                sender._ip("neighbour", "delete", receiver.address, "dev", sender._interface)

    def lose(self, percentage: float) -> None:
        """Loses a percentage of the packets that the host sends and receives, at random; 0 ends it.

        What is lost is sent again later, so connections become slow in an irregular way.
        """
        probability = ["-m", "statistic", "--mode", "random", "--probability", str(percentage / 100)]
        self._filter("lose", [*probability, "-j", "DROP"] if percentage else None)

    def reset(self) -> None:
        """Ends connections, as a firewall does that has forgotten them: an end that sends something is told.

        No new ones are possible until `accept`.
        """
        # Packets that tell it have to get through.
        self._filter("reset", ["-p", "tcp", "!", "--tcp-flags", "RST", "RST", "-j", "REJECT", "--reject-with", "tcp-reset"])

    def accept(self) -> None:
        """Makes connections possible again after `reset`."""
        self._filter("reset", None)

    def slow(self, kilobits: int) -> None:
        """Sends and receives no more than so many kilobits in a second; 0 ends it. What waits too long is lost."""
        for place, interface in ((self._namespace, self._interface), (self._network._switch, self._port)):
            if kilobits:
                _run("tc", "-n", place, "qdisc", "replace", "dev", interface, "root", "tbf", "rate", f"{kilobits}kbit",
                     "burst", "4kb", "latency", "800ms")
            else:
                _run("tc", "-n", place, "qdisc", "delete", "dev", interface, "root")

    def _filter(self, purpose: str, rule: list[str] | None) -> None:
        """Replaces what happens to packets for a purpose; other purposes keep their rules."""
        assert self._namespace, "packets of the machine itself are left alone"

        def change(action: str, chain: str, options: list[str]) -> None:
            _ip("netns", "exec", self._namespace, "iptables", "--wait", action, chain, *options)

        for options in self._rules.pop(purpose, []):
            change("--delete", *options)
        self._rules[purpose] = []
        for chain in ("INPUT", "OUTPUT") if rule else ():
            change("--append", chain, rule)
            self._rules[purpose].append((chain, rule))

    def _pairs(self, others: tuple["Host", ...], one_way: bool) -> list[tuple["Host", "Host"]]:
        """Returns senders with receivers."""
        every = [self._network.here, *self._network.hosts.values()]
        others = others or [host for host in every if host is not self]
        return [(self, other) for other in others] + ([] if one_way else [(other, self) for other in others])

    def _ip(self, *arguments: str) -> str:
        return _ip(*(["-n", self._namespace] if self._namespace else []), *arguments)


def _ip(*arguments: str) -> str:
    return _run("ip", *arguments)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode != 0:
        raise NetworkError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout
