"""Tries passwords as an attacker does: many, at once, for known and unknown accounts."""

import http.client
import json
import threading

from served import tessera
from waiting import PATIENCE

MEGABYTE = 1 << 20
PASSWORD = "correct horse"


def attempt(port, name, password, connection=None):
    connection = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(
        "POST", "/login", json.dumps({"name": name, "password": password}), {"Content-Type": "application/json"})
    response = connection.getresponse()
    response.read()
    return response.status


def test_many_wrong_passwords_neither_get_in_nor_stop_the_server(serve, tmp_path):
    data = tmp_path / "accounts"
    data.mkdir()
    tessera("user", "add", "ada", "--data", data, "--role", "administer", password=PASSWORD)
    # The page of the board, which shows whether a victim lives, asks to sign in.
    victim = serve(options=["--data", str(data)], lives=False)
    before = victim.memory()
    counts = {}
    lock = threading.Lock()

    def attack(worker):
        connection = http.client.HTTPConnection("127.0.0.1", victim.port, timeout=PATIENCE)
        for number in range(500):
            name = "ada" if number % 2 else f"user{worker}-{number}"
            status = attempt(victim.port, name, f"password {worker} {number}", connection)
            with lock:
                counts[status] = counts.get(status, 0) + 1
        connection.close()

    workers = [threading.Thread(target=attack, args=[number]) for number in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert set(counts) <= {401, 429, 503}
    # The passwords that are checked are few: each doubles the wait of the address. More than 20 would take hours.
    assert counts.get(401, 0) <= 20
    # Two hashes of 64 MB at a time, whatever the number of attempts.
    assert victim.peak() - before < 256 * MEGABYTE
    assert victim.get("/client/icon.svg")[0] == 200
