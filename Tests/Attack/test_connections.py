"""Connections that block others: silent ones, incomplete ones, ones that do not read, and too many of each."""

import select
import signal
import socket
import threading
import time

import pytest

from victim import MEGABYTE
from waiting import PATIENCE, wait


def close(clients):
    for client in clients:
        client.close()


def test_three_thousand_silent_connections_leave_room_for_others(serve):
    victim = serve()
    before = victim.memory()
    clients = [victim.connect() for _ in range(3000)]
    # Connections beyond the limit are rejected at once.
    assert victim.get()[0] == 503
    # The others are closed because they stay silent.
    assert clients[0].recv(100) == b""
    wait(lambda: victim.get()[0] == 200, "room for others")
    assert victim.peak() - before < 150 * MEGABYTE
    close(clients)


def test_silent_and_slow_connections_are_closed(serve):
    victim = serve()
    start = time.monotonic()
    silent, slow, unfinished = (victim.connect() for _ in range(3))
    slow.sendall(b"GET /widgets HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    unfinished.sendall(
        b"POST /widgets/1/presentations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1000\r\n\r\n{")
    assert silent.recv(100) == b"" and slow.recv(100) == b""
    answer = unfinished.recv(1000)
    assert answer.startswith(b"HTTP/1.1 408 ")
    # A slow network is not silence. On a slow machine it takes longer, and never less.
    assert time.monotonic() - start > 10
    close([silent, slow, unfinished])


def test_the_server_answers_with_few_file_descriptors(serve):
    victim = serve(prefix=("prlimit", "--nofile=96:96"))
    clients = [victim.connect(5) for _ in range(200)]
    looks = []

    def waits():
        looks.append(victim.is_idle())
        return len(looks) >= 20 and all(looks[-20:])

    # Waiting for a free descriptor must not use the processor.
    wait(waits, "twenty looks in a row at which the server does nothing")
    close(clients)
    wait(lambda: victim.get()[0] == 200, "an answer")


def test_unfinished_bodies_have_a_common_limit(serve):
    victim = serve()
    before = victim.memory()
    clients = []
    for _ in range(800):
        client = victim.connect()
        client.sendall(
            b"POST /widgets/1/presentations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 262144\r\n\r\n" + b" " * 216_000)
        clients.append(client)
    refused = set()

    def are_refused():
        for client in select.select(set(clients) - refused, [], [], 0)[0]:
            if client.recv(100).startswith(b"HTTP/1.1 503 "):
                refused.add(client)
        return len(refused) > 100

    wait(are_refused, "more than a hundred refusals")
    assert victim.get()[0] == 200
    assert victim.peak() - before < 256 * MEGABYTE
    close(clients)


def test_a_client_that_does_not_read_is_disconnected(serve, bundle):
    # Nine megabytes, which no system buffers, of text that is not laid out: the widget does not come near its own limit.
    victim = serve(bundle({
        "context": {"id": "c", "value": {"text": "word " * 18_000}},
        "view": {"type": "container", "children": [{"type": "text", "text": "A", "accessibilityLabel": "@{c.text}"}] * 100}}))
    token = victim.present()
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(PATIENCE)
    client.connect(("127.0.0.1", victim.port))
    client.sendall(f"GET /events?watch=1/{token} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    wait(lambda: victim.has_unread(client), "content that the client does not take")
    assert victim.holds(client)
    # The system may still hold data for the client, but the server does not.
    wait(lambda: not victim.holds(client), "the connection to be closed")
    client.close()


def opened(victim, kind):
    client = victim.connect()
    wait(lambda: victim.holds(client), "the connection to be taken")
    if kind == "unfinished body":
        client.sendall(
            b"POST /widgets/1/presentations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 1000\r\n\r\n{")
    elif kind == "unread stream":
        token = victim.present()
        client.sendall(f"GET /events?watch=1/{token} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    elif kind == "unread pipeline":
        client.sendall(b"GET /client/app/main.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 500)
    elif kind == "half a head":
        client.sendall(b"GET / HTTP/1.1\r\nHost: 127")
    if kind.startswith("unread"):
        wait(lambda: select.select([client], [], [], 0)[0], "the beginning of the answer")
    else:
        wait(lambda: victim.has_read(client), "the request to be read")
    return client


def follow(victim):
    """Reads what a server prints, so that it can go on printing. Returns the lines, and the thread that reads them."""
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(victim.server.process.stdout), daemon=True)
    reader.start()
    return lines, reader


@pytest.mark.parametrize("kind", ["unfinished body", "unread stream", "unread pipeline", "half a head", "silence"])
def test_a_server_stops_in_order_at_its_deadline(serve, monkeypatch, kind):
    monkeypatch.setenv("TESSERA_LOG_LEVEL", "debug")
    victim = serve(lives=False)
    lines, reader = follow(victim)
    client = opened(victim, kind)
    victim.server.process.send_signal(signal.SIGTERM)
    assert victim.server.process.wait(PATIENCE) == 0
    reader.join()
    printed = "".join(lines)
    # If it did not stop in order, it would end itself after some patience, in the middle of the stop.
    assert printed.count("Graceful shutdown caught") == printed.count("Service lifecycle ended") > 0
    # The deadline closes what would go on for longer, and the client has done nothing to end it.
    assert ("Closed 1 connection(s) that did not finish in time" in printed) == (kind == "unfinished body")
    client.close()


def refuses(port):
    """Returns whether nothing listens on a port any more."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_terminates_at_once(serve, number):
    victim = serve(lives=False)
    lines, reader = follow(victim)
    client = opened(victim, "unfinished body")
    victim.server.process.send_signal(number)
    wait(lambda: refuses(victim.port), "the stop to begin")
    victim.server.process.send_signal(number)
    # After the first signal alone, the deadline would close the connection, and the status would be 0.
    assert victim.server.process.wait(PATIENCE) == 128 + number
    reader.join()
    assert not any("did not finish in time" in line for line in lines)
    client.close()


def test_a_hundred_simultaneous_clients_see_the_widget(serve):
    victim = serve()
    seen, lock = [], threading.Lock()

    def client():
        tree = victim.first_tree(victim.present())
        with lock:
            seen.append('"tree"' in tree)

    threads = [threading.Thread(target=client) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert seen == [True] * 100
