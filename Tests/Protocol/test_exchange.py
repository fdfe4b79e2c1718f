"""Exports everything that a server has as documents, and imports it into other data folders."""

import base64
import json
import os
import shutil
import urllib.request

import pytest

from served import ROOT, Server, tessera
from waiting import PATIENCE

PASSWORD = "correct horse"
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def ask(server, path, body=None):
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
    request = urllib.request.Request(server.root + path, data, {"Content-Type": kind} if data else {})
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return json.load(response)


def edit(server, board, **edit):
    return ask(server, f"boards/{board}/edits", {"grid": [6, 8], "edit": edit})


def contents(folder):
    """The files of a folder. SQLite's index of a log (-shm) is made anew by each reader."""
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm")}


def read(path):
    return json.loads(path.read_text())


def make_widget(folder, version="1.0.0"):
    """Makes a widget with a secret."""
    (folder / "screens").mkdir(parents=True, exist_ok=True)
    (folder / "widget.json").write_text(json.dumps({
        "id": "org.example.mail", "name": "Mail", "version": version, "options": [
            {"name": "user", "type": "string"}, {"name": "password", "type": "string", "secret": True}]}))
    (folder / "screens/Main.json").write_text(json.dumps({"view": {"type": "text", "text": "@{options.user}"}}))
    return folder


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The data folder of a server with two boards, a picture, installed widgets, and accounts."""
    tmp_path = tmp_path_factory.mktemp("recorded")
    folder = tmp_path / "data"
    tessera("install", ROOT / "Samples/Note.widget", "--data", folder)
    tessera("install", make_widget(tmp_path / "Mail.widget"), "--data", folder)
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(folder)])
    try:
        picture = ask(server, "backgrounds", PIXEL)["background"]
        edit(server, "home", type="appearance", background=picture)
        edit(server, "home", type="addIcon", name="News", address="https://example.org/")
        board = ask(server, "boards", {"name": "Work"})["id"]
        for widget in ("org.tessera.samples.note", "org.example.mail"):
            edit(server, board, type="add", widget=widget)
        tiles = ask(server, f"boards/{board}/export")["tiles"]
        note, mail = (next(tile for tile, content in tiles.items() if content["widget"] == widget)
                      for widget in ("org.tessera.samples.note", "org.example.mail"))
        edit(server, board, type="options", tile=note, values={"paper": "#ffe3e3"})
        edit(server, board, type="options", tile=mail, values={"user": "ada", "password": "hunter2"})
    finally:
        server.stop()
    return folder


@pytest.fixture
def data(recorded, tmp_path):
    """The same folder, for one test."""
    return shutil.copytree(recorded, tmp_path / "data")


@pytest.fixture(scope="module")
def recorded_export(recorded, tmp_path_factory):
    folder = tmp_path_factory.mktemp("export") / "first"
    tessera("export", folder, "--data", recorded)
    return folder


@pytest.fixture
def first(recorded_export, tmp_path):
    """An export of the folder, for one test."""
    return shutil.copytree(recorded_export, tmp_path / "first")


def test_everything_comes_back_from_an_export(tmp_path, data):
    first, second, new = tmp_path / "first", tmp_path / "second", tmp_path / "new"
    before = contents(data)
    assert "exported 2 boards and 2 widgets" in tessera("export", first, "--data", data)
    assert contents(data) == before
    exported = contents(first)
    assert set(exported) >= {"export.json", "people.json", "widgets.json", "boards/home.json", "boards/board1.json",
                             "widgets/org.example.mail.widget/widget.json"}
    assert any(name.startswith("backgrounds/") and content == PIXEL for name, content in exported.items())
    assert not any(b"hunter2" in content for content in exported.values())
    assert first.stat().st_mode & 0o777 == 0o700
    new.mkdir()
    assert "imported 2 boards and 2 widgets" in tessera("import", first, "--data", new)
    line = json.loads((new / "audit.log").read_text())
    assert (line["action"], line["origin"], line["boards"], line["widgets"]) == ("data-imported", str(first), "2", "2")
    assert line["who"].startswith("the command of ")
    # A server shows what was imported, and adds nothing.
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(new)])
    try:
        assert [board["name"] for board in ask(server, "boards")] == ["Home", "Work"]
        document = ask(server, "boards/board1/export")
        assert sorted(json.dumps(tile["options"]) for tile in document["tiles"].values()) == [
            '{"paper": "#ffe3e3"}', '{"user": "ada"}']
        # While it runs, it is exported, too.
        tessera("export", second, "--data", new)
    finally:
        server.stop()
    assert contents(second) == exported
    shutil.rmtree(second)
    tessera("export", second, "--data", new)
    assert contents(second) == exported
    # What is there already is left out.
    assert "imported 0 boards and 0 widgets" in tessera("import", first, "--data", new)


def test_a_running_server_is_not_changed(tmp_path, data, first):
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(data)])
    try:
        printed = tessera("import", first, "--data", data, expected=1)
        assert "Another server uses" in printed and "tessera backup" in printed
    finally:
        server.stop()


def test_what_is_there_stays(tmp_path, first):
    other = tmp_path / "other"
    tessera("install", make_widget(tmp_path / "Later.widget", "2.0.0"), "--data", other)
    server = Server(tmp_path, "Samples/Clock.widget", ["--data", str(other)])
    server.stop()
    printed = tessera("import", first, "--data", other)
    assert "the imported one is 'board1'" in printed and "imported 2 boards and 1 widgets" in printed
    tessera("export", tmp_path / "second", "--data", other)
    assert read(tmp_path / "second/export.json")["boards"] == ["home", "board1", "board2"]
    (clock,) = read(tmp_path / "second/boards/home.json")["tiles"].values()
    assert clock["widget"] == "org.tessera.samples.clock"
    todo, = read(tmp_path / "second/boards/board1.json")["tiles"]
    assert todo != "1"
    versions = {row["id"]: row["version"] for row in read(tmp_path / "second/widgets.json")}
    assert versions["org.example.mail"] == "2.0.0"


def test_people_are_named_without_what_admits(tmp_path, data):
    tessera("user", "add", "ada", "--data", data, password=PASSWORD)
    tessera("user", "add", "bob", "--role", "look", "--data", data, password=PASSWORD)
    link = tessera("link", "add", "Kitchen", "--data", data).strip().rsplit("/", 1)[1]
    tessera("export", tmp_path / "first", "--data", data)
    people = read(tmp_path / "first/people.json")
    assert [(account["name"], account["role"]) for account in people["accounts"]] == [
        ("ada", "administer"), ("bob", "look")]
    assert people["links"] == [{"name": "Kitchen", "board": "home", "role": "look"}]
    text = (tmp_path / "first/people.json").read_text()
    assert "argon2" not in text and link not in text
    # Without passwords, accounts are not imported.
    tessera("import", tmp_path / "first", "--data", tmp_path / "new")
    assert tessera("user", "list", "--data", tmp_path / "new") == ""


def test_personal_boards_stay_personal(tmp_path, first):
    people = read(first / "people.json")
    people["owners"] = {"board1": "bob"}
    (first / "people.json").write_text(json.dumps(people))
    for name, expected in (("bob", "bob"), ("eve", "")):
        new = tmp_path / name
        new.mkdir()
        tessera("user", "add", "ada", "--data", new, password=PASSWORD)
        tessera("user", "add", name, "--data", new, password=PASSWORD)
        tessera("import", first, "--data", new)
        tessera("export", tmp_path / f"{name} again", "--data", new)
        assert read(tmp_path / f"{name} again/people.json")["owners"] == {"board1": expected}


def test_a_folder_with_files_is_not_written(tmp_path, data):
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("mine")
    assert "is no empty folder" in tessera("export", tmp_path / "full", "--data", data, expected=1)
    assert contents(tmp_path / "full") == {"mine.txt": b"mine"}
    assert "in the data folder" in tessera("export", data / "export", "--data", data, expected=1)
    assert "does not exist" in tessera("export", tmp_path / "new", "--data", tmp_path / "none", expected=1)
    assert not (tmp_path / "new").exists() and not (tmp_path / "new.staging").exists()


def link_board(folder):
    (folder / "boards/home.json").unlink()
    (folder / "boards/home.json").symlink_to("/etc/passwd")


def link_widgets(folder):
    shutil.move(folder / "widgets", folder.parent / "elsewhere")
    (folder / "widgets").symlink_to(folder.parent / "elsewhere")


def link_file_of_widget(folder):
    (folder / "widgets/org.example.mail.widget/screens/Main.json").unlink()
    (folder / "widgets/org.example.mail.widget/screens/Main.json").symlink_to("/etc/passwd")


def make_pipe(folder):
    os.mkfifo(folder / "boards/pipe.json")


def enlarge_board(folder):
    with open(folder / "boards/home.json", "r+b") as file:
        file.truncate(20 << 20)


def enlarge_anything(folder):
    with open(folder / "huge", "wb") as file:
        file.truncate(1 << 42)


def enlarge_list(folder):
    (folder / "widgets.json").write_text("[" + " " * (2 << 20) + "]")


def write(path, text):
    def damage(folder):
        (folder / path).write_text(text)
    return damage


def change(path, body):
    def damage(folder):
        value = read(folder / path)
        body(value)
        (folder / path).write_text(json.dumps(value))
    return damage


def damage_picture(folder):
    (path,) = (folder / "backgrounds").iterdir()
    path.write_bytes(b"GIF89a")


@pytest.mark.parametrize("damage, file, words", [
    (link_board, "boards/home.json", "is a link"),
    (link_widgets, "widgets", "is a link"),
    (link_file_of_widget, "widgets/org.example.mail.widget/screens/Main.json", "is a link"),
    (make_pipe, "boards/pipe.json", "a device"),
    (enlarge_board, "boards/home.json", "bytes"),
    (enlarge_anything, "huge", "larger than"),
    (enlarge_list, "widgets.json", "bytes"),
    (write("export.json", "{"), "export.json", "error"),
    (write("export.json", "{\"boards\": []}"), "export.json", "no 'format'"),
    (write("export.json", "{\"format\": 99}"), "export.json", "later version"),
    (write("boards/board1.json", "{\"tiles\": {"), "boards/board1.json", "error"),
    (write("boards/board1.json", "[]"), "boards/board1.json", "not a board"),
    (write("people.json", "nonsense"), "people.json", "error"),
    (write("widgets/org.example.mail.widget/screens/Main.json", "{"),
     "widgets/org.example.mail.widget/screens/Main.json", "error"),
    (change("boards/board1.json", lambda value: value.update(id="home")), "boards/board1.json", "identity"),
    (change("boards/board1.json", lambda value: value.update(format=99)), "boards/board1.json", "newer version"),
    (change("export.json", lambda value: value.update(boards=["../../etc/passwd"])), "export.json", "identity"),
    (change("widgets.json", lambda value: value[0].update(id="../../etc")), "widgets.json", "'id'"),
    (change("widgets/org.example.mail.widget/widget.json", lambda value: value.update(id="org.example.other")),
     "widgets/org.example.mail.widget", "identity"),
    (damage_picture, "backgrounds/", "error"),
])
def test_a_hostile_export_changes_nothing(tmp_path, data, first, damage, file, words):
    damage(first)
    new = tmp_path / "new"
    printed = tessera("import", first, "--data", new, expected=1)
    assert f"{first}/{file}" in printed and words in printed, printed
    assert not new.exists()
    before = contents(data)
    tessera("import", first, "--data", data, expected=1)
    assert contents(data) == before


def test_what_is_missing_is_told(tmp_path, first):
    shutil.rmtree(first / "widgets/org.example.mail.widget")
    shutil.rmtree(first / "backgrounds")
    printed = tessera("import", first, "--data", tmp_path / "new")
    assert "org.example.mail" in printed and "picture of a board is missing" in printed
    assert "imported 2 boards and 1 widgets" in printed
    assert "no such folder" in tessera("import", tmp_path / "none", "--data", tmp_path / "new", expected=1)


def test_a_widget_with_errors_is_left_out(tmp_path, data):
    (data / "widgets/org.example.mail.widget/screens/Main.json").write_text("{")
    printed = tessera("export", tmp_path / "first", "--data", data)
    assert "has errors" in printed and "exported 2 boards and 1 widgets" in printed
    assert {row["id"] for row in read(tmp_path / "first/widgets.json")} == {
        "org.example.mail", "org.tessera.samples.note"}
