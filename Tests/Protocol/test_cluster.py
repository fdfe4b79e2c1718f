"""Hosts that share boards over PostgreSQL: moving, failing, and the streams that watch."""

import http.client
import json
import os
import signal
import threading
import urllib.request
import zipfile

import pytest

import cluster as clusters
from cluster import Cluster, Editing, add, edit, other
from data_folders import Client, dump
from haproxy import HAProxy
from postgres import PostgresServer
from served import Server, tessera
from waiting import PATIENCE, wait
from widget_processes import children

pytestmark = pytest.mark.skipif(bool(clusters.is_available()), reason=str(clusters.is_available()))


@pytest.fixture(scope="module")
def postgres():
    """A server for the databases of all tests."""
    with PostgresServer() as postgres:
        yield postgres


@pytest.fixture
def cluster(tmp_path, postgres):
    """A cluster with a database of its own."""
    with Cluster(tmp_path, postgres=postgres) as cluster:
        yield cluster


def test_each_host_answers_for_each_board(cluster):
    for name in "abc":
        cluster.start(name)
    a, b, c = cluster.hosts.values()
    status, board = b.request("POST", "/boards", {"name": "Second"})
    assert status == 201
    for number, host in enumerate((a, b, c)):
        for id in ("home", board["id"]):
            status, answer = host.request("POST", f"/boards/{id}/edits", edit(f"{id}-{number}"))
            assert (status, answer["name"]) == (200, f"{id}-{number}")
        assert [entry["id"] for entry in wait(lambda: host.request("GET", "/boards")[1], "boards")] == ["home", board["id"]]
        assert host.request("POST", "/boards/unknown/edits", edit("x"))[0] == 404
        assert host.request("GET", "/boards/unknown/export")[0] == 404
    # The boards have different owners, and each host lists the widgets of both.
    wait(lambda: a.request("POST", f"/boards/{board['id']}/edits", edit("again"))[0] == 200, "the board")
    tiles = {add(a, "org.tessera.todo", id) for id in ("home", board["id"])}
    for host in (a, b, c):
        wait(lambda: {entry["id"] for entry in host.request("GET", "/widgets")[1]} == tiles, "the widgets")
        rows = host.request("GET", "/admin/widgets")[1]["widgets"]
        assert {row["id"] for row in rows} == tiles


def test_declared_boards_are_made_once_and_kept_by_the_host_that_has_them(cluster, tmp_path):
    file = tmp_path / "tessera.yaml"
    file.write_text(f"""
boards:
  - id: home
    name: House
  - id: team
    name: Team
    pages:
      - widgets:
          - widget: {clusters.ROOT / "Samples/Todo.widget"}
""")
    for name in "ab":
        cluster.start(name, wait_until_ready=False, options=["--config", str(file)])
    for host in cluster.hosts.values():
        host.wait_until_ready()
        wait(lambda: sorted((board["id"], board["name"]) for board in host.request("GET", "/boards")[1]) == [
            ("home", "House"), ("team", "Team")], "the boards")
        status, answer = host.request("POST", "/boards/team/edits", edit("Mine"))
        assert answer["error"]["rule"] == "declared-board", (status, answer)
    owner = cluster.wait_for_owner("team")
    tiles = list(owner.request("GET", "/boards/team/export")[1]["tiles"])
    assert tiles == ["team-org-tessera-todo"]
    owner.kill()
    next_owner = cluster.wait_for_owner("team", among=[other(cluster, owner).name])
    wait(lambda: list(next_owner.request("GET", "/boards/team/export")[1].get("tiles", [])) == tiles, "the board")
    assert "error" not in next_owner.text()


def test_an_edit_that_is_sent_again_is_made_once_also_by_the_next_owner(cluster):
    cluster.start("a")
    cluster.start("b")
    owner = cluster.wait_for_owner()
    for name in ("one", "two"):
        assert owner.request("POST", "/boards/home/edits", edit(name))[1]["name"] == name
    owner.kill()
    rest = other(cluster, owner)
    assert rest.request("POST", "/boards/home/edits", edit("one"))[1]["name"] == "two"
    undo = {"grid": [6, 4], "edit": {"type": "undo"}, "name": "undo-1"}
    for _ in range(3):
        assert rest.request("POST", "/boards/home/edits", undo)[1]["name"] == "one"


def test_boards_of_a_killed_host_are_taken_within_a_moment(cluster):
    cluster.start("a")
    cluster.start("b")
    owner = cluster.wait_for_owner()
    rest = other(cluster, owner)
    assert rest.request("POST", "/boards/home/edits", edit("before"))[0] == 200
    owner.kill()
    assert rest.request("POST", "/boards/home/edits", edit("after"))[0] == 200
    assert cluster.owners()["home"] == rest.name


def test_a_paused_host_writes_and_shows_nothing_when_it_comes_back(cluster):
    cluster.start("a")
    cluster.start("b")
    owner = cluster.wait_for_owner()
    rest = other(cluster, owner)
    stream = urllib.request.urlopen(owner.root + "events?board=home@6x4", timeout=PATIENCE)
    events: list[bytes] = []
    reading = threading.Thread(target=lambda: events.extend(stream), daemon=True)
    reading.start()
    wait(lambda: any(b"event: board" in line for line in events), "the board")
    owner.pause()
    assert wait(lambda: rest.request("POST", "/boards/home/edits", edit("new"))[0] == 200, "another owner")
    count = len(events)
    owner.resume()
    # The stream ends, and shows nothing before.
    reading.join(PATIENCE)
    assert not reading.is_alive() and not any(b"event: board" in line for line in events[count:])
    assert owner.request("POST", "/boards/home/edits", edit("newer"))[1]["name"] == "newer"
    assert cluster.owners()["home"] == rest.name


def test_without_the_database_edits_are_refused_and_all_resumes_by_itself(cluster):
    host = cluster.start("a")
    cluster.wait_for_owner()
    assert host.request("POST", "/boards/home/edits", edit("before"))[0] == 200
    cluster.postgres.stop("immediate")
    assert host.request("POST", "/boards/home/edits", edit("during"))[0] in (503, 507)
    wait(lambda: not host.is_ready(), "a host that is not ready")
    cluster.postgres.start()
    host.wait_until_ready()
    status, answer = host.request("POST", "/boards/home/edits", edit("after"))
    assert (status, answer["name"]) == (200, "after")


def test_boards_move_on_purpose(cluster):
    cluster.start("a")
    cluster.start("b")
    owner = cluster.wait_for_owner()
    rest = other(cluster, owner)
    assert owner.name in cluster.command("hosts")
    # The database knows the owner before the owner has kept what it took.
    assert tessera("cluster", "token", "--key", cluster.key).strip() == cluster.push_token
    figures = wait(lambda: (now := owner.figures()).get("tessera_cluster_contents_total", 0) >= 2 and now, "the contents")
    assert figures["tessera_cluster_boards"] == 1 and figures["tessera_cluster_lease_seconds"] > 0
    assert figures["tessera_cluster_renewals_total"] > 0 and figures["tessera_cluster_contents_total"] == 2
    assert cluster.command("move", "home", rest.name).endswith(f"The board 'home' is on the host '{rest.name}'\n")
    assert cluster.owners() == {"home": rest.name}
    assert cluster.command("drain", rest.name).endswith(f"The host '{rest.name}' has no boards\n")
    assert cluster.owners() == {"home": owner.name}
    wait(lambda: not rest.is_ready(), "a host that is not ready")
    # It still answers.
    assert rest.request("POST", "/boards/home/edits", edit("x"))[0] == 200


@pytest.mark.exhaustive
def test_a_rolling_restart_under_load_loses_no_edit_and_shows_no_error(cluster):
    if reason := HAProxy.is_available():
        pytest.skip(reason)
    for name in "abc":
        cluster.start(name)
    cluster.wait_for_owner()
    options = {name: host.address for name, host in cluster.hosts.items()}
    with HAProxy(options) as balancer:
        balancer.wait_for_states(a="UP", b="UP", c="UP")
        editing = Editing(balancer)
        editing.start()
        for host in list(cluster.hosts.values()):
            assert host.stop() == 0, host.text()
            host.start().wait_until_ready()
            balancer.wait_for_states(**{host.name: "UP"})
        editing.join(PATIENCE)
        assert len(editing.names) == Editing.COUNT, editing.failures
        assert editing.undo() == [*editing.names[-2::-1], "Home"], editing.failures


def test_widgets_in_processes_of_their_own_keep_their_data_in_the_cluster(cluster):
    for name in "ab":
        cluster.start(name, options=["--isolate"])
    owner = cluster.wait_for_owner()
    tile = add(owner, "org.tessera.todo")

    def rows(host):
        """What the widget shows; None while its process does not run."""
        try:
            return Client(host).present(tile).rows()
        except OSError:
            return None

    def add_row(host, text):
        todos = Client(host).present(tile)
        todos.send(("input", todos.view("newField"), text), ("press", todos.view("addButton")))
        wait(lambda: text in todos.rows(), f"the row '{text}' at {host.name}: {todos.rows()}")
        return todos.rows()

    assert add_row(owner, "Buy milk") == ["Buy milk"]
    # The next process gets what the cluster has.
    processes = children(owner).values()
    assert len(processes) > 0
    for process in processes:
        os.kill(process, signal.SIGKILL)
    wait(lambda: not set(processes) & set(children(owner).values()), "the end of the processes")
    wait(lambda: rows(owner) == ["Buy milk"], "another process")
    before = sorted(add_row(owner, "Read"))
    assert before == ["Buy milk", "Read"]
    owner.kill()
    next_owner = cluster.wait_for_owner(among=[other(cluster, owner).name])
    wait(lambda: sorted(rows(next_owner) or []) == before, "the rows at the next host")
    assert set(add_row(next_owner, "Sleep")) == {*before, "Sleep"}


@pytest.fixture
def single(tmp_path):
    """The data folder of a single server with boards, widgets' data, an account and a background picture."""
    folder = tmp_path / "single"
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(folder)], ["Samples/Note.widget"])
    client = Client(server)
    todos = client.present("1")
    todos.send(("input", todos.view("newField"), "Buy milk"), ("press", todos.view("addButton")))
    wait(lambda: todos.rows() == ["Buy milk"], "the thing to do")
    second = client.ask("boards", {"name": "Second"})["id"]
    for name in ("one", "two"):
        client.ask(f"boards/{second}/edits", edit(name))
    client.ask("boards/home/edits", edit("three"))
    assert server.stop() == 0
    tessera("user", "add", "ada", "--data", folder, password="correct horse")
    return folder


def dumps(folder):
    return {str(file.relative_to(folder)): dump(file) for file in sorted(folder.rglob("*.sqlite"))}


def test_moving_into_a_cluster_and_out_of_it_changes_nothing(cluster, single, tmp_path):
    before = dumps(single)
    assert {"board.sqlite", "access.sqlite", "instances/1.sqlite"} <= set(before)
    assert "moved 2 boards" in tessera("cluster", "import", cluster.database, single, "--key", cluster.key)
    assert dumps(single) == before
    line = json.loads((single / "audit.log").read_text().splitlines()[-1])
    assert (line["action"], line["boards"], line["origin"]) == ("cluster-imported", "2", str(single))
    out = tmp_path / "out"
    assert "wrote 2 boards" in tessera("cluster", "export", cluster.database, out, "--key", cluster.key)
    assert dumps(out) == before
    # A second import would replace what is there.
    assert "cluster-in-use" in tessera("cluster", "import", cluster.database, single, "--key", cluster.key, expected=1)

    # Hosts go on with what was moved, and a server with what comes back from them.
    host = cluster.start("a")
    wait(lambda: len(cluster.owners()) == 2 and "-" not in cluster.owners().values(), "owners")
    status, answer = host.request("POST", "/boards/home/edits", {"grid": [6, 4], "edit": {"type": "undo"}})
    assert (status, answer["name"]) == (200, "Home")
    # From now on, the two boards number their steps alike.
    second = next(board for board in cluster.owners() if board != "home")
    for board in ("home", second):
        assert host.request("POST", f"/boards/{board}/edits", edit(f"again on {board}"))[0] == 200
    assert host.stop() == 0
    archive = tmp_path / "archive"
    tessera("cluster", "backup", cluster.database, archive, "--key", cluster.key)
    tessera("restore", archive, "--data", tmp_path / "restored")
    after = dumps(tmp_path / "restored")
    assert after["instances/1.sqlite"] == before["instances/1.sqlite"]
    assert after["access.sqlite"] == before["access.sqlite"] and after["board.sqlite"] != before["board.sqlite"]


def test_one_of_the_hosts_makes_the_backup_of_a_cluster_and_it_is_restored(cluster, single, tmp_path):
    before = dumps(single)
    tessera("cluster", "import", cluster.database, single, "--key", cluster.key)
    backups, passphrase = tmp_path / "backups", tmp_path / "passphrase"
    backups.mkdir()
    passphrase.write_text("correct horse battery staple\n")
    for name in "ab":
        cluster.start(name, options=["--backup-folder", backups, "--backup-passphrase-file", passphrase])
    records = [tmp_path / name / ".backups.json" for name in "ab"]
    dates = wait(
        lambda: all(file.exists() for file in records) and all(
            dates := [json.loads(file.read_text()).get("success") for file in records]) and dates,
        "the backup of the start")
    made = list(backups.iterdir())
    assert len(made) == 1 and dates[0] == dates[1]
    assert not any((tmp_path / name / ".backup-of-cluster").exists() for name in "ab")
    tessera("verify", made[0], "--data", tmp_path / "a", "--passphrase-file", passphrase)
    arguments = ["--key", cluster.key, "--passphrase-file", passphrase]
    tessera("cluster", "backup", cluster.database, backups, *arguments, "--keep", "2")
    assert len(list(backups.iterdir())) == 2

    restored = tmp_path / "restored"
    tessera("restore", made[0], "--data", restored, "--passphrase-file", passphrase)
    after = dumps(restored)
    for name in ("instances/1.sqlite", "access.sqlite"):
        assert after[name] == before[name]
    (tmp_path / "fresh").mkdir()
    with Cluster(tmp_path / "fresh", postgres=cluster.postgres) as fresh:
        assert "moved 2 boards" in tessera("cluster", "import", fresh.database, restored, "--key", fresh.key)
        host = fresh.start("c")
        names = wait(lambda: len(boards := host.request("GET", "/boards")[1]) == 2 and [
            board["name"] for board in boards], "the boards")
        assert names == ["three", "two"]


def sign_in(host, name, password):
    """Signs a person in at a host, and returns the cookie."""
    connection = http.client.HTTPConnection(host.host, host.port, timeout=PATIENCE)
    connection.request("POST", "/login", json.dumps({"name": name, "password": password}),
                       {"Content-Type": "application/json"})
    response = connection.getresponse()
    assert response.status < 400, response.read()
    return response.getheader("Set-Cookie").split(";")[0]


def test_who_signs_in_at_one_host_is_known_at_all(cluster):
    options = ["--access", "required"]
    for name in "ab":
        cluster.start(name, options=options)
    a, b = cluster.hosts.values()
    # The link for the first account is the same everywhere.
    assert len({line.split("#")[1] for host in (a, b) for line in host.text().splitlines() if "setup#" in line}) == 1
    place = ["--cluster", cluster.database, "--cluster-key", cluster.key]
    tessera("user", "add", "ada", *place, password="correct horse")
    tessera("user", "add", "ben", *place, password="correct horse")
    cookie = {"Cookie": sign_in(a, "ada", "correct horse")}
    for host in (b, a):
        status, boards = clusters.request(host.host, host.port, "GET", "/boards", fields=cookie)
        assert status == 200 and [board["id"] for board in boards] == ["home"]
        assert host.request("GET", "/boards")[0] == 401
    # A right that is taken away at one host is gone at the other.
    tessera("user", "role", "ben", "look", *place)
    other = {"Cookie": sign_in(b, "ben", "correct horse")}
    body = edit("not allowed")
    assert clusters.request(a.host, a.port, "POST", "/boards/home/edits", body, fields=other)[0] == 403
    assert clusters.request(a.host, a.port, "POST", "/boards/home/edits", edit("allowed"), fields=cookie)[0] == 200
    # Without an account, nothing forwarded is believed either.
    forged = {"Tessera-Forwarded": "v1;1700000000;127.0.0.1;http;YWRh;" + "0" * 64, "Remote-User": "ada"}
    assert clusters.request(b.host, b.port, "GET", "/boards", fields=forged)[0] == 401
    # The commands do not touch the copies of a host.
    assert "cluster-data" in tessera("user", "list", "--data", cluster.folder / "a", expected=1)


def test_what_is_installed_at_one_host_is_there_at_all(cluster):
    for name in "ab":
        cluster.start(name)
    a, b = cluster.hosts.values()
    bundle = {"widget.json": json.dumps({"id": "org.example.shared", "name": "Shared"}),
              "screens/Main.json": json.dumps({"view": {"type": "text", "text": "Shared"}})}
    archive = cluster.folder / "shared.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path, text in bundle.items():
            file.writestr(path, text)
    for host in (a, b):
        request = urllib.request.Request(host.root + "library", archive.read_bytes(), {
            "Content-Type": "application/octet-stream"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            assert response.status < 300
        for each in (a, b):
            wait(lambda: any(widget["id"] == "org.example.shared" for widget in each.request("GET", "/library")[1]),
                 f"the widget at {each.name}")
    tile = add(b, "org.example.shared")
    owner = cluster.wait_for_owner()
    owner.kill()
    rest = other(cluster, owner)
    status, answer = rest.request("POST", f"/widgets/{tile}/presentations", {"width": 200, "height": 100})
    assert status == 201, answer
