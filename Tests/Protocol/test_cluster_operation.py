"""What administrators of clusters do: check and back up the database, and put nginx in front."""

import http.client
import json

import pytest

import cluster as clusters
import shifted_clock
from cluster import Cluster, Editing, edit
from nginx import Nginx
from served import tessera
from waiting import PATIENCE, wait

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
    assert "'reader' may not read and write these tables: backup, board, " in found["cluster-rights"]["message"]
    cluster.postgres.stop()
    assert doctor(cluster)["cluster-database"]["severity"] == "error"


def status_and_delay(host):
    """The status of a host that may not listen yet, and when it says to ask again."""
    connection = http.client.HTTPConnection(host.host, host.port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        response = connection.getresponse()
        return response.status, response.getheader("Retry-After")
    except OSError:
        return None
    finally:
        connection.close()


def test_a_host_waits_for_the_database_and_not_for_what_a_person_has_to_mend(cluster):
    cluster.postgres.stop()
    host = cluster.start("a", wait_until_ready=False)
    status, delay = wait(lambda: status_and_delay(host), "an answer")
    assert status == 503 and int(delay) > 0
    assert "This host waits" in host.text()
    cluster.postgres.start()
    host.wait_until_ready()
    assert "this host starts" in host.text()
    assert "This host has the board 'home'" in wait(
        lambda: (text := host.text()) and "has the board" in text and text, "the board")
    assert host.stop() == 0

    nobody = cluster.postgres.url(cluster.name, "nobody", "secret") + "?sslmode=disable"
    for database, key in ((nobody, cluster.key), (cluster.database, cluster.folder / "missing")):
        tessera("serve", "--cluster", database, "--cluster-key", key, "--cluster-name", "b",
                "--data", cluster.folder / "b", "--port", 0, expected=78)


def test_living_hosts_are_listed_and_the_others_on_demand(cluster):
    cluster.start("a")
    gone = cluster.start("b")
    assert cluster.command("hosts").count("alive") == 2
    gone.kill()
    wait(lambda: "b\t" not in cluster.command("hosts"), "the end of its lease")
    assert "a\t" in cluster.command("hosts")
    assert "over" in cluster.command("hosts", "--all")


def test_scripts_wait_for_boards_until_a_time_is_over(cluster):
    cluster.start("a")
    cluster.wait_for_owner()
    assert "no-other-host" in tessera("cluster", "drain", cluster.database, "a", expected=1)
    # This host lives, and does nothing.
    cluster.postgres.sql(
        "INSERT INTO tessera.host (id, name, address, program, until, lock, server) VALUES "
        "('x', 'silent', 'silent:1', '1', clock_timestamp() + interval '1 hour', 1, '2000-01-01'); "
        "INSERT INTO tessera.board (id, name) VALUES ('late', 'Late'); "
        "INSERT INTO tessera.lease (board, host, epoch) VALUES ('late', 'x', 1)", cluster.name)
    for arguments, words in (
        (("move", cluster.database, "late", "a"), "The board 'late' is still on the host 'silent'\n"),
        (("drain", cluster.database, "silent"), "1 board is still on the host 'silent'\n"),
    ):
        printed = tessera("cluster", *arguments, "--timeout", 1, expected=75)
        assert printed.startswith(words) and "after 1 second:" in printed and "timeout" in printed
        assert tessera("cluster", *arguments, "--no-wait") == ""
    assert "silent" in cluster.owners().values()
    assert "'--timeout' takes" in tessera("cluster", "drain", cluster.database, "a", "--timeout", 0, expected=2)


def test_what_commands_change_in_a_cluster_is_in_the_audit_log_of_the_host(cluster):
    cluster.start("a")
    owner = cluster.wait_for_owner()
    cluster.start("b")
    data = cluster.folder / owner.name
    key = ("--key", cluster.key)
    cluster.command("move", "home", "b", "--data", data)
    cluster.command("drain", "b", "--data", data)
    tessera("cluster", "token", *key, "--data", data)
    assert "The accounts are of version" in cluster.command("upgrade", *key, "--data", data)
    tessera("user", "add", "ada", "--cluster", cluster.database, "--cluster-key", cluster.key, "--data", data,
            password="correct horse")
    lines = [json.loads(line) for line in (data / "audit.log").read_text().splitlines()]
    # The upgrade changed nothing.
    assert [line["action"] for line in lines] == [
        "board-moved", "host-drained", "cluster-token-printed", "account-added"]
    assert (lines[0]["board"], lines[0]["host"], lines[1]["host"]) == ("home", "b", "b")
    assert all(line["who"].startswith("the command of ") for line in lines)
    printed = tessera("cluster", "token", *key, "--data", cluster.folder, expected=2)
    assert "the folder of a host of a cluster" in printed


def test_the_check_warns_of_commits_that_wait_for_no_standby(cluster):
    cluster.postgres.sql("ALTER SYSTEM SET fsync = 'on'; ALTER SYSTEM SET synchronous_commit = 'local'; "
                         "SELECT pg_reload_conf()")
    finding = wait(lambda: doctor(cluster).get("cluster-durability"), "the setting")
    assert finding["severity"] == "warning" and "synchronous_commit is local" in finding["message"]


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
    wrong = cluster.start("wrong", environment=shifted_clock.ShiftedClock(tmp_path / "clock", seconds=3600).environment)
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
