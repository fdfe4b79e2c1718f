"""Starts servers on data folders that earlier versions left behind, and on ones of a later version.

Tools/data-folders/record.py recorded the folders. There is one for each format that servers convert.
"""

import contextlib
import http.client
import json
import re
import shutil
import sqlite3
import subprocess
import threading

import pytest

from data_folders import FOLDERS, PASSWORD, Client, dump, make
from served import ROOT, TESSERA, Server, tessera
from waiting import PATIENCE, wait

TODOS = ["Buy milk", "Call 'Ada'"]


def serve(tmp_path, data, *options):
    return Server(tmp_path, "Samples/Todo.widget", ["--data", str(data), *options], ["Samples/Note.widget"])


@pytest.fixture
def data(tmp_path):
    return make(FOLDERS / "0.1.0", tmp_path / "data")


def check_0_1_0(tmp_path, data):
    """Checks that all of the recorded folder is there, and changes it."""
    server = serve(tmp_path, data, "--access", "open")
    try:
        client = Client(server)
        assert [(board["id"], board["name"]) for board in client.ask("boards")] == [("home", "Kitchen"), ("board1", "Work")]
        tiles = client.ask("boards/home/export")["tiles"]
        assert tiles["2"] == {"widget": "org.tessera.samples.note", "options": {"paper": "#ffe3e3"}}
        todos = client.present("1")
        wait(lambda: todos.rows() == TODOS, "the things to do")
        assert client.edit("home", type="undo")["name"] == "Home"
    finally:
        server.stop()
    assert tessera("user", "list", "--data", data) == "ada\tadminister\n"
    assert tessera("link", "list", "--data", data) == "1\thome\tlook\tWall\n"


def check_before_boards(tmp_path, data):
    server = serve(tmp_path, data)
    try:
        todos = Client(server).present("1")
        wait(lambda: todos.rows() == TODOS, "the things to do")
    finally:
        server.stop()
    assert (data / "instances/1.sqlite").exists() and not (data / "org.tessera.todo.sqlite").exists()


def test_all_of_version_0_1_0_is_there(tmp_path, data):
    check_0_1_0(tmp_path, data)


def test_people_of_version_0_1_0_can_sign_in(tmp_path, data):
    server = serve(tmp_path, data)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("POST", "/login", json.dumps({"name": "ada", "password": PASSWORD}),
                           {"Content-Type": "application/json"})
        assert connection.getresponse().status == 204
        connection.close()
    finally:
        server.stop()


def test_data_of_widgets_from_before_boards_is_there(tmp_path):
    check_before_boards(tmp_path, make(FOLDERS / "before-boards", tmp_path / "data"))


class Start:
    """A start of a server, and of its first widget, whose data is converted when the widget is opened."""

    def __init__(self, data):
        self.process = subprocess.Popen(
            [TESSERA, "serve", "Samples/Todo.widget", "Samples/Note.widget", "--data", data, "--port", "0",
             "--access", "open"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.thread = threading.Thread(target=self._follow)
        self.thread.start()

    def _follow(self):
        line = self.process.stdout.readline()
        if match := re.search(r"http://\S+", line):
            self.root = match[0]
            # The server may be killed at any time.
            with contextlib.suppress(OSError, http.client.HTTPException, RuntimeError):
                Client(self).present("1").nodes()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {path.relative_to(folder): path.read_bytes() for path in files}


def seen(folder):
    """What can be seen of a folder that changes, without reading its files."""
    found = set()
    for path in folder.rglob("*"):
        if path.name == ".lock":
            continue
        # A file may be removed between two steps.
        with contextlib.suppress(FileNotFoundError):
            status = path.stat()
            found.add((path, status.st_size, status.st_mtime_ns))
    return found


def kill_after_changes(data, count):
    """Starts a server, and kills it after it made some changes of its folder, or opened the widget."""
    start, last = Start(data), seen(data)
    while count > 0 and start.thread.is_alive():
        if (now := seen(data)) != last:
            last, count = now, count - 1
    start.kill()


@pytest.mark.parametrize("count", [1, *(pytest.param(count, marks=pytest.mark.exhaustive) for count in (0, *range(2, 20)))])
@pytest.mark.parametrize("version, check", [("0.1.0", check_0_1_0), ("before-boards", check_before_boards)])
def test_an_upgrade_that_is_killed_loses_nothing(tmp_path, version, check, count):
    data = make(FOLDERS / version, tmp_path / "data")
    before = contents(data)
    kill_after_changes(data, count)
    if count == 1:
        assert contents(data) != before
    check(tmp_path, data)


@pytest.mark.parametrize("moved", [["-wal"], ["-wal", "-shm"]])
def test_a_move_of_data_that_was_interrupted_is_finished(tmp_path, moved):
    old = make(FOLDERS / "before-boards", tmp_path / "old")
    with contextlib.closing(sqlite3.connect(old / "org.tessera.todo.sqlite")) as store:
        store.execute("UPDATE Todo SET title = title || '!'")
        store.commit()
        # The change is in the log as long as the file is open.
        data = shutil.copytree(old, tmp_path / "data")
    (data / "instances").mkdir(mode=0o700)
    for suffix in moved:
        (data / f"org.tessera.todo.sqlite{suffix}").rename(data / f"instances/1.sqlite{suffix}")
    server = serve(tmp_path, data)
    try:
        todos = Client(server).present("1")
        wait(lambda: todos.rows() == [f"{title}!" for title in TODOS], "the things to do")
    finally:
        server.stop()


def change(file, *statements):
    """Changes a store, and returns its content.

    Opening a file in write-ahead mode raises its counters and leaves free pages (GRDB makes a table and drops it), so files
    are compared by what is in them.
    """
    connection = sqlite3.connect(file)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return dump(file)


NEWER_BOARD = "UPDATE board SET document = CAST(replace(document, '\"format\":1', '\"format\":99') AS BLOB)"


@pytest.mark.parametrize("name, statement, words", [
    ("board.sqlite", NEWER_BOARD, "a newer version (format 99)"),
    ("access.sqlite", "PRAGMA user_version = 99", "a later version of Tessera wrote the accounts"),
])
def test_a_server_refuses_a_folder_of_a_later_version(tmp_path, data, name, statement, words):
    content = change(data / name, statement)
    printed = tessera("serve", "Samples/Todo.widget", "--data", data, "--port", 0, expected=1)
    assert words in printed
    assert dump(data / name) == content


def test_boards_in_a_file_of_a_later_version_are_shown_and_not_changed(tmp_path, data):
    content = change(data / "board.sqlite", "PRAGMA user_version = 99")
    server = serve(tmp_path, data, "--access", "open")
    try:
        assert any("in format 99" in line for line in server.lines)
        assert [board["name"] for board in Client(server).ask("boards")] == ["Kitchen", "Work"]
    finally:
        server.stop()
    assert dump(data / "board.sqlite") == content


def test_data_of_a_widget_of_a_later_version_is_not_changed(tmp_path, data):
    content = change(data / "instances/1.sqlite", "UPDATE \"$meta\" SET value = '99' WHERE name = 'format'")
    server = serve(tmp_path, data, "--access", "open")
    try:
        # The widget begins anew, in memory.
        todos = Client(server).present("1")
        wait(lambda: todos.nodes(), "the widget")
        assert todos.rows() == []
    finally:
        server.stop()
    assert dump(data / "instances/1.sqlite") == content


def test_schedules_are_stored_in_a_file_without_the_column_for_documents(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    with contextlib.closing(sqlite3.connect(data / "updates.sqlite")) as store:
        store.execute("CREATE TABLE widget (id TEXT PRIMARY KEY, schedule BLOB NOT NULL, timeline BLOB, failure TEXT)")
        store.commit()
    server = Server(tmp_path, "docs/examples/Agenda.widget", ["--data", str(data)])

    def count():
        with contextlib.closing(sqlite3.connect(f"file:{data}/updates.sqlite?mode=ro", uri=True)) as store:
            return store.execute("SELECT count(*) FROM widget").fetchone()[0]

    try:
        wait(count, "a schedule")
    finally:
        server.stop()
