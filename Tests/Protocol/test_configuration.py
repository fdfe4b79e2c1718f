"""Configures a server by a file, and changes the file while the server runs."""

import json
import signal
import urllib.request

import pytest

from configured_server import BOARDS, ConfiguredServer
from data_folders import Client
from served import ROOT, Server, tessera
from waiting import PATIENCE, wait

@pytest.fixture
def configured(tmp_path):
    text = "port: 0\ndata: data\nupdates-per-day: 20\n" + BOARDS
    server = ConfiguredServer(tmp_path, text)
    server.text = text
    yield server
    server.stop()


def doctor(server):
    port = server.root.rstrip("/").rpartition(":")[2]
    return tessera("doctor", "--data", server.file.parent / "data", "--port", port)


def test_boards_are_declared_and_only_some_can_be_changed(configured):
    boards = configured.request("boards")[1]
    assert [board["name"] for board in boards] == ["Home", "Team board"]
    assert configured.request("session")[1]["boards"] == {"home": "use", "team": "administer"}
    edit = {"grid": [6, 8], "edit": {"type": "rename", "name": "Mine"}}
    status, answer = configured.request("boards/home/edits", edit)
    assert (status // 100, answer["error"]["rule"]) == (4, "declared-board")
    assert configured.request("boards/team/edits", edit)[0] == 200
    assert configured.request("boards/home/remove", {})[1]["error"]["rule"] == "declared-board"
    # The boards follow the file.
    configured.write(configured.text.replace("background: dawn", "background: ocean").replace("size: 4x3", "size: 4x2"))
    configured.wait_for("boards of the configuration have changed")
    document = configured.request("boards/home/export")[1]
    assert document["appearance"] == {"background": "ocean"}
    assert {tile["tile"]: tile["frame"] for tile in document["arrangements"][0]["pages"][0]["tiles"]} == {
        "home-org-tessera-samples-clock": [1, 1, 2, 2], "home-org-tessera-samples-note": [3, 1, 2, 2],
        "home-org-tessera-todo": [1, 3, 2, 4]}
    # What people made of the other board stays.
    assert [board["name"] for board in configured.request("boards")[1]] == ["Home", "Mine"]


@pytest.mark.parametrize("mistake, place", [
    ("port: abc", ":1:7: error: 'port'"), ("prot: 1", ":1:1: error: Unknown key 'prot'"), ("a: [", "error: This is not YAML"),
    ("include: gone.yaml", "cannot be read"), ("certificate: a", "'--certificate' and '--key' need each other"),
    ("", "The file is empty"), ("port: 0\ndata: dat", "'data' would be other data than before"),
    ("port: 0\ndata: data\naccess: open", "tessera.yaml:3:9: error: 'access' would admit more people"),
    ("port: 8\ndata: data", "'port' would change the address"),
])
def test_a_mistake_keeps_the_former_configuration(configured, mistake, place):
    first = configured.root
    configured.write(mistake)
    configured.wait_for("The former configuration stays in use")
    assert place in configured.log.read_text()
    assert configured.request("boards")[0] == 200
    assert configured.root == first
    assert "did not take its configuration" in doctor(configured)
    configured.write(configured.text.replace("updates-per-day: 20", "updates-per-day: 21"))
    configured.wait_for("Listening on", 2)
    assert configured.root != first and len(configured.request("boards")[1]) == 2
    assert "did not take its configuration" not in doctor(configured)


def test_a_mistake_that_shows_only_at_the_start_brings_the_former_configuration_back(configured):
    configured.write(configured.text + "widgets: [missing.widget]\n")
    configured.wait_for("The former configuration is used again")
    configured.wait_for("Listening on", 2)
    assert len(configured.request("boards")[1]) == 2
    # It is not tried again until the file changes.
    assert configured.log.read_text().count("used again") == 1
    configured.write(configured.text.replace("updates-per-day: 20", "updates-per-day: 21"))
    configured.wait_for("Listening on", 3)


def test_a_widget_is_added_to_a_declared_board_by_its_path(configured):
    note = f"{ROOT}/Samples/Note.widget]"
    configured.write(configured.text.replace(note, f"{ROOT}/Samples/Note.widget, {ROOT}/Samples/Square.widget]"))
    configured.wait_for("Listening on", 2)
    tiles = configured.request("boards/home/export")[1]["tiles"]
    assert "org.tessera.samples.square" in {tile["widget"] for tile in tiles.values()}
    assert "unknown-widget" not in configured.log.read_text()


def test_the_data_of_a_board_that_is_declared_stays(tmp_path):
    data = tmp_path / "data"
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(data)])
    urllib.request.urlopen(server.root + "widgets", timeout=PATIENCE).read()
    present = Client(server).present("1")
    wait(lambda: present.rows() is not None, "the widget")
    server.stop()
    store = data / "instances/1.sqlite"
    assert store.exists()
    configured = ConfiguredServer(tmp_path, "port: 0\ndata: data\n" + BOARDS)
    try:
        assert "1" not in configured.request("boards/home/export")[1]["tiles"]
        assert store.exists()
    finally:
        configured.stop()


def stop_in_order(server):
    """Ends a server, which has to stop all that it runs: otherwise it would end itself after some patience, with status 0."""
    server.process.terminate()
    assert server.process.wait(PATIENCE) == 0
    log = server.log.read_text()
    assert log.count("Graceful shutdown caught") == log.count("Service lifecycle ended") > 0, log
    assert "did not finish in time" not in log and "error" not in log


@pytest.mark.parametrize("reloads", [0, 1, 4])
def test_a_server_that_was_made_anew_stops_in_order(tmp_path, reloads):
    text = f"port: 0\ndata: data\nwidgets: [{ROOT}/Samples/Todo.widget]\n"
    server = ConfiguredServer(tmp_path, text, TESSERA_LOG_LEVEL="debug")
    try:
        for count in range(1, reloads + 1):
            # The first change is one of the file, the next one a signal, and so on.
            if count % 2:
                server.write(text + f"updates-per-day: {count}\n")
            else:
                server.process.send_signal(signal.SIGHUP)
            server.wait_for("Listening on", count + 1)
        # A page is open.
        with urllib.request.urlopen(server.root + "events?board=home@6x8", timeout=PATIENCE) as stream:
            assert stream.readline() == b"retry: 400\n"
            stop_in_order(server)
    finally:
        server.kill()


# The numbers of lines that a server writes after the signal until it is told to stop.
@pytest.mark.parametrize("count", [
    0, *(pytest.param(count, marks=pytest.mark.exhaustive) for count in range(1, 15)), 15,
    *(pytest.param(count, marks=pytest.mark.exhaustive) for count in range(16, 22))])
def test_a_server_stops_in_order_while_it_is_made_anew(tmp_path, count):
    text = f"port: 0\ndata: data\nwidgets: [{ROOT}/Samples/Todo.widget]\n"
    server = ConfiguredServer(tmp_path, text, TESSERA_LOG_LEVEL="debug")
    try:
        before = server.log.read_text().count("\n")
        server.process.send_signal(signal.SIGHUP)
        wait(lambda: server.log.read_text().count("\n") >= before + count, f"{count} lines")
        stop_in_order(server)
    finally:
        server.kill()


def test_a_server_does_not_start_with_a_mistake_and_says_where_it_is(tmp_path):
    file = tmp_path / "tessera.yaml"
    file.write_text("host: 127.0.0.1\nport: abc\n")
    assert f"{file}:2:7: error: 'port'" in tessera("config", "check", file, expected=1)
    assert f"{file}:2:7: error: 'port'" in tessera("serve", "--config", file, expected=2)


def test_what_is_set_is_shown_with_its_place(tmp_path):
    file = tmp_path / "tessera.yaml"
    (tmp_path / "key").write_text("hush\n")
    file.write_text(f"include: more.yaml\nport: 8081\nsign-in-address: {{secret: {tmp_path}/key}}\n")
    (tmp_path / "more.yaml").write_text("host-name: [a.example]\n")
    shown = tessera("config", "show", file)
    assert f"port: 8081\t{file}:2\n" in shown and f"host-name: a.example\t{tmp_path}/more.yaml:1\n" in shown
    assert "hush" not in shown and "sign-in-address: (hidden)" in shown


def test_the_log_can_be_read_by_programs(tmp_path):
    server = ConfiguredServer(
        tmp_path, f"port: 0\ndata: data\nwidgets: [{ROOT}/Samples/Clock.widget]\n", TESSERA_LOG_FORMAT="json",
        TESSERA_LOG_LEVEL="info")
    try:
        server.request("boards?token=hush")
        server.request("open/hush")
    except ValueError:
        pass
    finally:
        server.stop()
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert any(line["message"].startswith("Listening on ") for line in lines)
    requests = [line for line in lines if line["message"] == "Request"]
    assert [(line["route"], line["status"]) for line in requests] == [("/boards", "200"), ("/open/{widget}", "200")]
    assert all(line["hb.request.id"] and line["time"].endswith("Z") for line in requests)
    assert "hush" not in server.log.read_text()


@pytest.mark.parametrize("text, arguments", [
    ("log-format: json\nport: abc\n", ()), ("log-format: json\nwidgets: [missing.widget]\n", ()),
    ("port: abc\n", ("--log-format", "json")), ("port: 0\n", ("--log-format=json", "--prot", "1")),
])
def test_what_is_wrong_at_the_start_can_be_read_by_programs(tmp_path, text, arguments):
    file = tmp_path / "tessera.yaml"
    file.write_text(text + f"data: {tmp_path}/data\n")
    log = tessera("serve", "--config", file, *arguments, expected=2)
    lines = [json.loads(line) for line in log.splitlines()]
    assert lines and all(line["time"] and line["message"] for line in lines)
