"""What administrators of clusters do: check and back up the database, and put nginx in front."""

import json

import pytest

import cluster as clusters
import shifted_clock
from cluster import Cluster, Editing, edit
from nginx import Nginx
from served import tessera
from waiting import PATIENCE

pytestmark = pytest.mark.skipif(bool(clusters.is_available()), reason=str(clusters.is_available()))


@pytest.fixture
def cluster(tmp_path):
    with Cluster(tmp_path) as cluster:
        yield cluster


def doctor(cluster, database=None):
    """What `tessera doctor` finds about a cluster, by rule."""
    # The folder does not exist, which is an error of its own.
    found = json.loads(tessera(
        "doctor", "--json", "--data", cluster.folder / "none", "--cluster", database or cluster.database,
        "--cluster-key", cluster.key, expected=1))
    return {finding["rule"]: finding for finding in found if finding["rule"].startswith("cluster")}


def test_the_doctor_checks_the_database_of_a_cluster(cluster):
    # The database of these tests does not wait for its disk.
    assert set(doctor(cluster)) == {"cluster-durability", "cluster-size", "cluster-hosts"}
    cluster.start("a")
    cluster.postgres.sql("ALTER SYSTEM SET fsync = 'on'; SELECT pg_reload_conf()")
    found = doctor(cluster)
    assert set(found) == {"cluster", "cluster-size", "cluster-hosts"}
    assert "are running: a" in found["cluster-hosts"]["message"]
    cluster.postgres.sql("ALTER SYSTEM SET synchronous_commit = 'off'; SELECT pg_reload_conf()")
    assert "synchronous_commit is off" in doctor(cluster)["cluster-durability"]["message"]
    cluster.postgres.sql(
        "CREATE ROLE reader LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA tessera TO reader; "
        "GRANT SELECT ON ALL TABLES IN SCHEMA tessera TO reader", cluster.name)
    found = doctor(cluster, cluster.postgres.url(cluster.name, "reader", "secret") + "?sslmode=disable")
    assert "'reader' may not read and write these tables: board, " in found["cluster-rights"]["message"]
    cluster.postgres.stop()
    assert doctor(cluster)["cluster-database"]["severity"] == "error"


def test_a_backup_of_the_database_is_brought_to_a_moment_after_it(cluster):
    cluster.postgres.archive()
    host = cluster.start("a")
    assert host.request("POST", "/boards/home/edits", edit("before"))[0] == 200
    cluster.postgres.back_up()
    assert host.request("POST", "/boards/home/edits", edit("after"))[0] == 200
    moment = cluster.postgres.sql("SELECT clock_timestamp()")
    assert host.request("POST", "/boards/home/edits", edit("mistake"))[0] == 200
    host.stop()
    cluster.postgres.restore(moment)
    host.start().wait_until_ready()
    cluster.wait_for_owner(among=["a"])
    names = [host.request("POST", "/boards/home/edits", {"grid": [6, 4], "edit": {"type": "undo"}})[1]["name"]
             for _ in range(2)]
    assert names == ["before", "Home"]


@pytest.mark.exhaustive
def test_behind_nginx_a_rolling_restart_loses_no_edit(cluster):
    if reason := Nginx.is_available():
        pytest.skip(reason)
    for name in "ab":
        cluster.start(name)
    cluster.wait_for_owner()
    with Nginx({name: host.address for name, host in cluster.hosts.items()}) as balancer:
        # nginx learns of a lost host from requests that fail.
        editing = Editing(balancer, attempts=100)
        editing.start()
        for host in list(cluster.hosts.values()):
            assert host.stop() == 0, host.text()
            host.start().wait_until_ready()
        editing.join(PATIENCE)
        assert len(editing.names) == Editing.COUNT, editing.failures
        assert editing.undo() == [*editing.names[-2::-1], "Home"], editing.failures


@pytest.mark.exhaustive
def test_a_host_with_a_wrong_clock_forwards_and_takes_over_like_others(cluster, tmp_path):
    if reason := shifted_clock.is_available():
        pytest.skip(reason)
    right = cluster.start("right")
    wrong = cluster.start("wrong", environment=shifted_clock.environment(tmp_path, hours=1))
    owner = cluster.wait_for_owner()
    # Requests at either host, so one of them forwards.
    for number, host in enumerate((right, wrong)):
        assert host.request("POST", "/boards/home/edits", edit(f"at-{number}"))[0] == 200
    cluster.command("move", "home", "wrong" if owner is right else "right")
    other = cluster.wait_for_owner(among=["wrong" if owner is right else "right"])
    for number, host in enumerate((right, wrong)):
        assert host.request("POST", "/boards/home/edits", edit(f"then-{number}"))[0] == 200
    other.kill()
    cluster.wait_for_owner(among=[owner.name])
    assert owner.request("POST", "/boards/home/edits", edit("last"))[0] == 200
