"""A short run of the faults that Tests/Attack/cluster_soak.py brings upon clusters, and databases that cannot be used."""

import contextlib
import http.client
import json
import subprocess
import threading
import urllib.request

import pytest

import cluster as clusters
import cluster_soak
import postgres
import small_disk
from cluster import Cluster, Host, edit
from cluster_soak import Soak, report
from served import ROOT, tessera
from small_disk import SmallDisk
from waiting import PATIENCE, wait

pytestmark = pytest.mark.skipif(bool(clusters.is_available()), reason=str(clusters.is_available()))


# How many faults `make check` brings about; `make soak-cluster` brings more.
FAULTS = 10


def seed_of_commit():
    """The commit decides which of the faults come, so that none is always left out."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return int(done.stdout[:8] or "3", 16)


@pytest.mark.exhaustive
def test_faults_lose_no_acknowledged_edit_and_double_none(tmp_path):
    if reason := cluster_soak.is_available():
        pytest.skip(reason)
    # The database's user has to reach its folder.
    tmp_path.chmod(0o755)
    seed = seed_of_commit()
    print(f"Seed {seed}")
    result = Soak(tmp_path, faults=FAULTS, seed=seed, pace=0.2).run()
    # pytest shows it if something is wrong.
    report(result)
    assert result["failures"] == [] and result["staleFrames"] == 0
    assert result["faults"] == FAULTS and result["edits"] > 200
    assert (result["lostPresses"], result["doubledPresses"], result["halfPresses"]) == (0, 0, 0)
    assert result["presses"] > 20
    # Each board answered again after each fault.
    assert sum(figures["faults"] for figures in result["away"].values()) == FAULTS


def lines(stream):
    """The lines of a stream until it ends or breaks off."""
    with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
        yield from stream


def frames(stream, found: list):
    """Collects the frames of a board."""
    for line in lines(stream):
        if line.startswith(b"data: {") and b'"revision"' in line:
            found.append(json.loads(line[6:]))


@pytest.mark.exhaustive
def test_a_host_that_was_stopped_sends_on_nothing_of_an_earlier_owner(tmp_path):
    with Cluster(tmp_path) as cluster, contextlib.ExitStack() as streams:
        for name in "abc":
            cluster.start(name)
        owner = cluster.wait_for_owner()
        front, heir = [host for host in cluster.hosts.values() if host is not owner]
        found: dict[str, list] = {}
        readers = {}
        for host in (owner, front):
            request = urllib.request.Request(
                f"{host.root}events?board=home@6x4", headers={"Host": clusters.HOST_NAME})
            stream = streams.enter_context(urllib.request.urlopen(request, timeout=PATIENCE))
            readers[host.name] = threading.Thread(
                target=frames, args=(stream, found.setdefault(host.name, [])), daemon=True)
            readers[host.name].start()
            wait(lambda: found[host.name], "the first frame")
        front.pause()
        assert owner.request("POST", "/boards/home/edits", edit("waits at the front"))[0] == 200
        # What the owner sent here, it sent to the front as well.
        wait(lambda: found[owner.name][-1]["name"] == "waits at the front", "the frame")
        owner.pause()
        status, answer = wait(
            lambda: (made := heir.request("POST", "/boards/home/edits", edit("after")))[0] == 200 and made,
            "the next owner")
        seen = len(found[front.name])
        front.resume()
        readers[front.name].join(PATIENCE)
        assert not readers[front.name].is_alive()
        assert [frame["name"] for frame in found[front.name][seen:] if frame["revision"] < answer["revision"]] == []
        owner.resume()
        readers[owner.name].join(PATIENCE)
        assert not readers[owner.name].is_alive()


def is_ready_or_starts_again(host) -> bool:
    if host.process is None or host.process.poll() is not None:
        host.start()
        return False
    with contextlib.suppress(OSError):
        return host.request("GET", "/readyz", timeout=2)[0] == 200
    return False


@pytest.mark.exhaustive
def test_a_host_whose_name_another_process_got_waits_until_that_one_ends(tmp_path):
    with Cluster(tmp_path) as cluster:
        host = cluster.start("a")
        cluster.wait_for_owner()
        host.pause()
        # As if the network had lost the connection: the database gives the name free.
        cluster.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        heir = Host(cluster, "a", files="a-heir")
        try:
            # Until the lease is over, the name is still taken, and the other process ends.
            wait(lambda: is_ready_or_starts_again(heir), "another process with the name")
            host.resume()
            wait(lambda: "[cluster-name]" in host.text(), "the refusal")
            assert host.process.poll() is None and host.request("GET", "/readyz")[0] == 503
        finally:
            heir.close()
        wait(lambda: host.request("POST", "/boards/home/edits", edit("after"))[0] == 200, "a host that goes on")


@pytest.mark.exhaustive
def test_a_full_disk_of_the_database_refuses_edits_and_loses_none(tmp_path):
    if reason := postgres.can_fill_disks():
        pytest.skip(reason)
    with Cluster(tmp_path, disk=192) as cluster:
        host = cluster.start("a")
        cluster.wait_for_owner()
        assert host.request("POST", "/boards/home/edits", edit("before"))[0] == 200
        cluster.postgres.fill_disk()
        made = ["before"]
        for number in range(200):
            status, answer = host.request("POST", "/boards/home/edits", edit(f"during-{number}"))
            if status != 200:
                break
            made.append(f"during-{number}")
        assert status in (503, 507), answer
        cluster.postgres.free_disk()
        if not cluster.postgres.is_running:
            cluster.postgres.start()
        host.wait_until_ready()
        status, answer = wait(
            lambda: (found := host.request("POST", "/boards/home/edits", edit("after")))[0] == 200 and found, "an edit")
        undo = {"grid": [6, 4], "edit": {"type": "undo"}}
        # The edit that was refused last may have been kept after all.
        last = host.request("POST", "/boards/home/edits", undo)[1]["name"]
        assert last in (made[-1], f"during-{len(made) - 1}")


@pytest.mark.exhaustive
def test_a_host_with_a_full_disk_takes_no_boards_and_goes_on(tmp_path):
    if reason := small_disk.is_available():
        pytest.skip(reason)
    with contextlib.ExitStack() as stack:
        disk = stack.enter_context(SmallDisk(tmp_path / "b", megabytes=64))
        cluster = stack.enter_context(Cluster(tmp_path))
        rich = cluster.start("a")
        cluster.wait_for_owner()
        poor = cluster.start("b")
        disk.fill()
        cluster.command("move", "home", "b", "--no-wait")
        wait(lambda: poor.request("GET", "/readyz")[0] == 503, "a host that takes no boards")
        wait(lambda: cluster.owners()["home"] == "a", "the board at the host with room")
        # Whoever is asked, the host with room answers.
        for number, host in enumerate((rich, poor)):
            assert host.request("POST", "/boards/home/edits", edit(f"made-{number}"))[0] == 200
        assert poor.process.poll() is None and "The disk is full" in poor.text()
        # Nobody else has the board, and this host has no room for it.
        rich.stop()
        status, answer = poor.request("POST", "/boards/home/edits", edit("refused"))
        assert (status, answer["error"]["rule"], answer["error"]["message"]) == (507, "disk-full", "The disk is full")
        disk.free()
        poor.wait_until_ready()
        status, answer = wait(
            lambda: (found := poor.request("POST", "/boards/home/edits", edit("after")))[0] == 200 and found, "an edit")
        undo = {"grid": [6, 4], "edit": {"type": "undo"}}
        assert poor.request("POST", "/boards/home/edits", undo)[1]["name"] == "made-1"
        assert "damaged" not in poor.text()


@pytest.fixture
def server():
    with postgres.PostgresServer() as server:
        yield server


def check(address, expected=1):
    return tessera("cluster", "check", address, expected=expected)


def test_databases_that_cannot_be_used_are_refused_with_the_reason(server, tmp_path):
    name = server.make_database()
    address = server.url(name) + "?sslmode=disable"
    assert "cluster-schema" in check(address)
    # Beyond a socket, the server has to prove its name, and this one has no certificate.
    answer = check(server.url(name))
    assert "SSL" in answer and postgres.PASSWORD not in answer.replace(f"{postgres.USER}@", "")
    assert "not the address of a database" in tessera("cluster", "check", "nonsense:secret", expected=2)
    # Another program has the schema.
    server.sql("CREATE SCHEMA tessera", name)
    assert "another program" in check(address)
    tessera("cluster", "init", address, "--key", tmp_path / "key", expected=1)
    assert not (tmp_path / "key").exists()
    server.sql("DROP SCHEMA tessera", name)
    # A user without rights.
    server.sql(f"REVOKE CREATE ON DATABASE {name} FROM PUBLIC; ALTER DATABASE {name} OWNER TO postgres", name)
    assert "permission denied" in tessera("cluster", "init", address, "--key", tmp_path / "key1", expected=1)
    assert not (tmp_path / "key1").exists()
    server.sql(f"GRANT CREATE ON DATABASE {name} TO {postgres.USER}", name)
    tessera("cluster", "init", address, "--key", tmp_path / "key2")
    assert "cluster-exists" in tessera("cluster", "init", address, "--key", tmp_path / "key3", expected=1)
    # Tables of a later version, and the key of another cluster.
    versions = server.sql("SELECT format('version = %s, oldest = %s', version, oldest) FROM tessera.format", name)
    server.sql("UPDATE tessera.format SET version = 9, oldest = 9", name)
    assert "later version" in check(address)
    server.sql(f"UPDATE tessera.format SET {versions}", name)
    key = bytearray((tmp_path / "key2").read_bytes())
    key[0] = ord("A") if key[0] != ord("A") else ord("B")
    (tmp_path / "other").write_bytes(key)
    assert "not the one" in tessera("cluster", "check", address, "--key", tmp_path / "other", expected=1)
