#!/usr/bin/env python3
"""Measures a server whose passwords are tried, and one that is scraped, and prints one line of JSON for each measure.

    python3 Benchmarks/Server/measure_access.py [passwords] [seconds] [widgets]

The server is `.build/release/tessera`, or the command in TESSERA_COMMAND.

"passwords": 100,000 wrong ones for eight names, four of which have accounts, over 16 connections: "one" from one
address, "many" from 16 addresses, each at a new server. "statuses" says how many answers had each status. Then "owner"
is the time until the right password of an attacked account gets in from another address, and "stranger" that of an
account that was not attacked, both from their first attempt. "memory" is the peak, with that before and after.

"scrape": requests per second of `GET /boards` over 16 connections in periods of some seconds, in turn while nobody asks
for `/metrics`, and while that is asked for once a second. Then the time and the size of one scrape of a server with
many widgets, each of which is shown, with nothing else to do. `wrk` sends the requests if it is there, or else a
process of this program.
"""

import http.client
import json
import multiprocessing
import os
import pathlib
import re
import selectors
import shlex
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Python"))
os.environ.setdefault("TESSERA_COMMAND", ".build/release/tessera serve")

from served import COMMAND, Server  # noqa: E402

PASSWORDS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
WIDGETS = int(sys.argv[3]) if len(sys.argv) > 3 else 200
CONNECTIONS = 16
PERIODS = 5
ACCOUNTS = ["ada", "ben", "cleo", "dora"]
NAMES = ACCOUNTS + ["eve", "finn", "gus", "hal"]
PASSWORD = "correct horse"


def tell(name, value, unit, **more):
    print(json.dumps({"name": name, "unit": unit, "value": round(value, 3), **more}), flush=True)


# Passwords


def attempt(connection, name, password):
    """Tries a password. Returns the status, and how long the server asks to wait, in seconds."""
    connection.request(
        "POST", "/login", json.dumps({"name": name, "password": password}), {"Content-Type": "application/json"})
    response = connection.getresponse()
    response.read()
    return response.status, float(response.headers.get("Retry-After", 0))


def attack(port, worker, address):
    """Tries passwords from an address, and returns how many answers had each status."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(address, 0))
    counts = {}
    for number in range(worker, PASSWORDS, CONNECTIONS):
        status, _ = attempt(connection, NAMES[number // CONNECTIONS % len(NAMES)], f"password {number}")
        counts[status] = counts.get(status, 0) + 1
    return counts


def sign_in(port, name):
    """Returns the seconds until the right password gets in from another address, and the number of attempts."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=("127.0.0.2", 0))
    begin = time.perf_counter()
    for number in range(1, 100):
        status, pause = attempt(connection, name, PASSWORD)
        if status == 204:
            return time.perf_counter() - begin, number
        assert status in (429, 503), status
        time.sleep(max(pause, 0.1))
    raise RuntimeError(f"{name} did not get in")


def measure_passwords(folder, bundle, title, addresses):
    data = folder / title
    data.mkdir()
    for name in [*ACCOUNTS, "zoe"]:
        subprocess.run(
            [shlex.split(COMMAND)[0], "user", "add", name, "--data", str(data)], cwd=ROOT, check=True, text=True,
            input=PASSWORD + "\n", stdout=subprocess.DEVNULL)
    server = Server(folder, bundle, ("--data", str(data)))
    try:
        before, used = server.memory(), server.processor_seconds()
        tasks = [(server.port, worker, addresses[worker % len(addresses)]) for worker in range(CONNECTIONS)]
        with multiprocessing.Pool(CONNECTIONS) as pool:
            begin = time.perf_counter()
            results = pool.starmap(attack, tasks, chunksize=1)
            seconds = time.perf_counter() - begin
        used = server.processor_seconds() - used
        after, peak = server.memory(), server.memory("VmHWM")
        counts = {}
        for result in results:
            for status, count in result.items():
                counts[str(status)] = counts.get(str(status), 0) + count
        assert "204" not in counts
        tell(f"passwords.{title}.time", seconds, "s", attempts=PASSWORDS, statuses=dict(sorted(counts.items())))
        tell(f"passwords.{title}.rate", PASSWORDS / seconds, "per second", processor=round(used, 1))
        for person, name in (("stranger", "zoe"), ("owner", "ada")):
            waited, attempts = sign_in(server.port, name)
            tell(f"passwords.{title}.{person}", waited, "s", attempts=attempts)
        tell(f"passwords.{title}.memory", peak / 1e6, "MB", before=round(before / 1e6, 1), after=round(after / 1e6, 1))
    finally:
        server.stop()


# Metrics


def send_requests(port, path, seconds, results):
    """Sends requests over some connections, the next one after each answer, and reports how many were answered."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    chosen = selectors.DefaultSelector()
    for _ in range(CONNECTIONS):
        client = socket.create_connection(("127.0.0.1", port))
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        chosen.register(client, selectors.EVENT_READ, [])
        client.sendall(request)
    count, begin = 0, time.perf_counter()
    while (now := time.perf_counter()) < begin + seconds:
        for key, _ in chosen.select(0.1):
            key.data.append(key.fileobj.recv(1 << 16))
            head, separator, body = b"".join(key.data).partition(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: (\d+)", head)
            if separator and len(body) >= int(length[1]):
                assert head.startswith(b"HTTP/1.1 200"), head
                key.data.clear()
                count += 1
                key.fileobj.sendall(request)
    results.put(count / (now - begin))


def rate(port, path):
    """Returns the number of answered requests per second."""
    if wrk := shutil.which("wrk"):
        printed = subprocess.run(
            [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}", f"http://127.0.0.1:{port}{path}"], check=True, text=True,
            stdout=subprocess.PIPE).stdout
        assert "Non-2xx" not in printed and "Socket errors" not in printed, printed
        return float(re.search(r"Requests/sec:\s+([\d.]+)", printed)[1])
    results = multiprocessing.Queue()
    process = multiprocessing.Process(target=send_requests, args=(port, path, SECONDS, results))
    process.start()
    value = results.get(timeout=SECONDS + 60)
    process.join()
    return value


def scrape(connection, token):
    """Returns the milliseconds and the bytes of one scrape."""
    begin = time.perf_counter()
    connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {token}"})
    response = connection.getresponse()
    text = response.read()
    assert response.status == 200
    return (time.perf_counter() - begin) * 1000, len(text)


def measure_scrapes(folder, bundle):
    data = folder / "scraped"
    server = Server(folder, bundle, ("--data", str(data)), [bundle] * (WIDGETS - 1))
    try:
        token = (data / "push-token").read_text().strip()
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for widget in range(1, WIDGETS + 1):
            connection.request("POST", f"/widgets/{widget}/presentations", json.dumps({"width": 88, "height": 88}),
                               {"Content-Type": "application/json"})
            assert connection.getresponse().read()
        ended = threading.Event()

        def scrape_each_second():
            own = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            while not ended.is_set():
                loaded.append(scrape(own, token)[0])
                ended.wait(1)

        rate(server.port, "/boards")
        alone, scraped, loaded = [], [], []
        for period in range(PERIODS * 2):
            # The order changes, so that neither is always the later one: alone, scraped, scraped, alone, …
            if period % 4 in (0, 3):
                alone.append(rate(server.port, "/boards"))
                continue
            ended.clear()
            scraper = threading.Thread(target=scrape_each_second)
            scraper.start()
            scraped.append(rate(server.port, "/boards"))
            ended.set()
            scraper.join()
        client = "wrk" if shutil.which("wrk") else "python"
        tell("scrape.requests.alone", statistics.median(alone), "per second", client=client, runs=PERIODS)
        tell("scrape.requests.scraped", statistics.median(scraped), "per second", client=client, runs=PERIODS)
        tell("scrape.requests", statistics.median(scraped) / statistics.median(alone), "of alone")
        tell("scrape.loaded.time", statistics.median(loaded), "ms", maximum=round(max(loaded), 2), runs=len(loaded))
        scrapes = [scrape(connection, token) for _ in range(200)]
        times = sorted(time for time, _ in scrapes)
        tell("scrape.time", statistics.median(times), "ms", p99=round(times[int(len(times) * 0.99)], 2),
             widgets=WIDGETS, runs=len(times))
        tell("scrape.size", scrapes[-1][1] / 1000, "kB", widgets=WIDGETS)
    finally:
        server.stop()


def make_bundle(folder):
    path = folder / "Small.widget"
    (path / "screens").mkdir(parents=True)
    (path / "widget.json").write_text(json.dumps({
        "id": "org.tessera.small", "name": "Small", "sizes": {"default": "1×1", "minimum": "1×1"}}))
    (path / "screens/Main.json").write_text(json.dumps({"view": {"type": "text", "text": "Small"}}))
    return path


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        bundle = make_bundle(folder)
        measure_passwords(folder, bundle, "one", ["127.0.0.1"])
        measure_passwords(folder, bundle, "many", [f"127.0.1.{number}" for number in range(1, CONNECTIONS + 1)])
        measure_scrapes(folder, bundle)


if __name__ == "__main__":
    main()
