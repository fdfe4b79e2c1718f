"""Configures a server by a file, and changes the file while the server runs."""

import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from data_folders import Client
from served import ROOT, TESSERA, Server, tessera
from waiting import wait

BOARDS = """
boards:
  - name: Home
    background: dawn
    pages:
      - columns:
          - width: 2
            widgets: [{samples}/Clock.widget, {samples}/Note.widget]
          - width: 4
            widgets:
              - widget: {samples}/Todo.widget
                size: 4x3
        icons:
          - {{name: Swift, address: "https://www.swift.org/"}}
  - id: team
    name: Team board
    start: true
    pages:
      - widgets: [{samples}/Steps.widget]
"""


class ConfiguredServer:
    """A server whose options are in a file."""

    def __init__(self, folder, text, **environment):
        self.file = folder / "tessera.yaml"
        self.log = folder / "log"
        self.write(text)
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [TESSERA, "serve", "--config", self.file], cwd="/", env={**os.environ, **environment}, stdout=log,
                stderr=subprocess.STDOUT)
        self.wait_for("Listening on")

    def write(self, text):
        """Replaces the file as editors do."""
        draft = self.file.with_suffix(".new")
        draft.write_text(text)
        draft.rename(self.file)

    def wait_for(self, text, count=1):
        wait(lambda: self.log.read_text().count(text) >= count or self.process.poll() is not None, text, 30)
        assert self.process.poll() is None, self.log.read_text()

    @property
    def root(self):
        return re.findall(r"Listening on (http://\S+)", self.log.read_text())[-1]

    def request(self, path, body=None):
        request = urllib.request.Request(self.root + path, None if body is None else json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def stop(self):
        self.process.terminate()
        assert self.process.wait(60) == 0, self.log.read_text()


@pytest.fixture
def configured(tmp_path):
    text = "port: 0\ndata: data\nupdates-per-day: 20\n" + BOARDS.format(samples=ROOT / "Samples")
    server = ConfiguredServer(tmp_path, text)
    server.text = text
    yield server
    server.stop()


@pytest.mark.smoke
def test_boards_are_declared_and_only_some_can_be_changed(configured, open_page):
    boards = configured.request("boards")[1]
    assert [board["name"] for board in boards] == ["Home", "Team board"]
    assert configured.request("session")[1]["boards"] == {"home": "use", "team": "administer"}
    edit = {"grid": [6, 8], "edit": {"type": "rename", "name": "Mine"}}
    status, answer = configured.request("boards/home/edits", edit)
    assert (status // 100, answer["error"]["rule"]) == (4, "declared-board")
    assert configured.request("boards/team/edits", edit)[0] == 200
    assert configured.request("boards/home/remove", {})[1]["error"]["rule"] == "declared-board"
    page = open_page(configured.root)
    page.wait(lambda: page.run("return document.querySelectorAll('[data-kind=screen]').length") == 3, "the widgets")
    assert page.run("return [...document.querySelectorAll('.boardTool')].every((tool) => tool.hidden)")
    page.shot("declared")
    # The page follows the file.
    configured.write(configured.text.replace("background: dawn", "background: ocean").replace("size: 4x3", "size: 4x2"))
    configured.wait_for("boards of the configuration have changed")
    document = configured.request("boards/home/export")[1]
    assert document["appearance"] == {"background": "ocean"}
    assert {tile["tile"]: tile["frame"] for tile in document["arrangements"][0]["pages"][0]["tiles"]} == {
        "home-org-tessera-samples-clock": [1, 1, 2, 2], "home-org-tessera-samples-note": [3, 1, 2, 2],
        "home-org-tessera-todo": [1, 3, 2, 4]}
    # What people made of the other board stays.
    assert [board["name"] for board in configured.request("boards")[1]] == ["Home", "Mine"]
    page.wait(lambda: "ocean" in page.run("return document.body.outerHTML.slice(0, 500)"), "the background")


@pytest.mark.parametrize("mistake, place", [
    ("port: abc", ":1:7: error: 'port'"), ("prot: 1", ":1:1: error: Unknown key 'prot'"), ("a: [", "error: This is not YAML"),
    ("include: gone.yaml", "cannot be read"), ("certificate: a", "'--certificate' and '--key' need each other"),
])
def test_a_mistake_keeps_the_former_configuration(configured, mistake, place):
    first = configured.root
    configured.write(mistake)
    configured.wait_for("The former configuration stays in use")
    assert place in configured.log.read_text()
    assert configured.request("boards")[0] == 200
    configured.write(configured.text.replace("updates-per-day: 20", "updates-per-day: 21"))
    configured.wait_for("Listening on", 2)
    assert configured.root != first and len(configured.request("boards")[1]) == 2


def test_a_mistake_that_shows_only_at_the_start_brings_the_former_configuration_back(configured):
    configured.write(configured.text + "certificate: missing.pem\nkey: missing.pem\n")
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
    urllib.request.urlopen(server.root + "widgets", timeout=60).read()
    present = Client(server).present("1")
    wait(lambda: present.rows() is not None, "the widget")
    server.stop()
    store = data / "instances/1.sqlite"
    assert store.exists()
    configured = ConfiguredServer(tmp_path, "port: 0\ndata: data\n" + BOARDS.format(samples=ROOT / "Samples"))
    try:
        assert "1" not in configured.request("boards/home/export")[1]["tiles"]
        assert store.exists()
    finally:
        configured.stop()


@pytest.mark.offline
def test_a_page_goes_on_after_the_server_was_made_anew(tmp_path, open_page):
    samples = ROOT / "Samples"
    server = ConfiguredServer(tmp_path, f"port: 0\ndata: data\nwidgets: [{samples}/Todo.widget]\n")
    try:
        port = server.root.rsplit(":", 1)[1].strip("/")
        server.write(f"port: {port}\ndata: data\nwidgets: [{samples}/Todo.widget]\n")
        server.wait_for("Listening on", 2)
        page = open_page(server.root)
        page.wait(lambda: page.run("return document.querySelector('[data-kind=screen]') !== null"), "the widget")
        page.run("document.querySelector('[data-kind=screen]').dataset.former = ''")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("Listening on", 3)
        page.wait(lambda: page.run("return document.querySelector('[data-kind=screen]:not([data-former])') !== null"),
                  "the widget of the new server")
        assert "error" not in server.log.read_text()
    finally:
        server.stop()


@pytest.mark.parametrize("reloads", [0, 1, 4])
def test_a_server_that_was_made_anew_stops_in_time(tmp_path, reloads):
    text = f"port: 0\ndata: data\nwidgets: [{ROOT}/Samples/Todo.widget]\n"
    server = ConfiguredServer(tmp_path, text)
    try:
        for count in range(1, reloads + 1):
            # The first change is one of the file, the next one a signal, and so on.
            if count % 2:
                server.write(text + f"updates-per-day: {count}\n")
            else:
                server.process.send_signal(signal.SIGHUP)
            server.wait_for("Listening on", count + 1)
        # A page is open.
        with urllib.request.urlopen(server.root + "events?board=home@6x8", timeout=60) as stream:
            assert stream.readline() == b"retry: 400\n"
            server.process.send_signal(signal.SIGTERM)
            # It would end anyway some seconds later.
            assert server.process.wait(5) == 0
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()
    assert "error" not in server.log.read_text()


def test_a_server_stops_in_time_while_it_is_made_anew(tmp_path):
    late = []
    duration = 0
    for point in range(-1, 14):
        folder = tmp_path / str(point)
        folder.mkdir()
        server = ConfiguredServer(folder, f"port: 0\ndata: data\nwidgets: [{ROOT}/Samples/Todo.widget]\n")
        start = time.monotonic()
        server.process.send_signal(signal.SIGHUP)
        if point < 0:
            server.wait_for("Listening on", 2)
            duration = time.monotonic() - start
        else:
            # The points are spread from the signal until the next server listens.
            time.sleep(duration * (point + 0.5) / 14)
        server.process.send_signal(signal.SIGTERM)
        try:
            assert server.process.wait(5) == 0
        except subprocess.TimeoutExpired:
            late.append(point)
            server.process.kill()
            server.process.wait()
    assert late == []


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
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    requests = [line for line in lines if line["message"] == "Request"]
    assert [(line["route"], line["status"]) for line in requests] == [("/boards", "200"), ("/open/{widget}", "200")]
    assert all(line["hb.request.id"] and line["time"].endswith("Z") for line in requests)
    assert "hush" not in server.log.read_text()
