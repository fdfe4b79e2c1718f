"""Ports that stay free while a server is stopped."""

import pathlib
import random
import socket


def free_port(address: str = "127.0.0.1") -> int:
    """Returns a port that nothing uses, and that the system gives to no outgoing connection.

    Otherwise, a client that tries to reconnect to a stopped server can take the port itself, or even reach itself there.
    """
    first = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for _ in range(100):
        port = random.randrange(10_000, max(first, 10_100))
        with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as free:
            # What a server does, too: connections that have just ended do not matter.
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                free.bind((address, port))
            except OSError:
                continue
        return port
    raise RuntimeError(f"There is no free port at {address}")
