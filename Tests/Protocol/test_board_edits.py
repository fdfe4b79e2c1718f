"""What boards accept, refuse and keep, asked as pages ask it."""

import base64
import json
import threading
import urllib.error

import pytest

from board_editors import CLIENTS, ROUNDS, Editor, check_what_is_kept, squares_board
from data_folders import Client
from sample_board import BOARD, start_server
from served import ROOT
from waiting import PATIENCE


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = start_server(tmp_path_factory.mktemp("board"))
    yield server
    server.stop()


@pytest.fixture
def client(server):
    """A client of the board as its document says. What another test edited is undone that way."""
    client = Client(server)
    assert client.ask("boards/home/import", BOARD) == {"problems": []}
    return client


def pages(client):
    return client.ask("boards/home/export")["arrangements"][0]["pages"]


# Full pages


def test_a_tile_that_is_put_on_a_full_page_pushes_the_other_on(client):
    # The widget grows until its page is full.
    board = client.edit("home", type="reshape", tile="hello", frame=[1, 1, 6, 8], makeRoom=True)
    (full,) = board["pages"][1]["places"]
    assert full["frame"] == [1, 1, 6, 8]
    client.edit("home", type="move", tile="note", page="second", to=[3, 1], makeRoom=True)
    assert "note" in [place["tile"] for place in pages(client)[1]["tiles"]]
    assert "hello" in [place["tile"] for place in pages(client)[2]["tiles"]]


# Names

NAMES = {
    "longest": ("W" * 100, True),
    "too long": ("W" * 10_000, False),
    "one word of another script": ("ⵞ" * 100, True),
    "right to left": ("\u202eabc \u200fdef", True),
    "invisible": ("\u202e\u200f", False),
    "line breaks": ("one\ntwo\r\nthree\u2028four\n" * 4, True),
    "line breaks, too long": ("one\n" * 2_500, False),
    "one letter with 1,900 marks": ("a" + "\u0301" * 1_900, False),
    "one letter with 9,999 marks": ("a" + "\u0301" * 9_999, False),
    "marked up": ("<b>bold</b> & \"quoted\" {name}", True),
}


@pytest.mark.parametrize("name, is_taken", NAMES.values(), ids=NAMES)
def test_a_name_is_taken_or_refused_with_a_reason_wherever_it_is_given(client, name, is_taken):
    client.edit("home", type="collect", icon="news", into="maps")
    folder = pages(client)[0]["icons"][0]
    address = "https://example.org/"
    for edit in [
        {"type": "rename", "name": name},
        {"type": "renamePage", "page": "first", "name": name},
        {"type": "changeIcon", "icon": "mail", "name": name, "address": address},
        {"type": "changeIcon", "icon": folder, "name": name},
        {"type": "addIcon", "name": name, "address": address, "page": "first", "index": 0},
    ]:
        if is_taken:
            client.edit("home", **edit)
            continue
        with pytest.raises(urllib.error.HTTPError) as refusal:
            client.edit("home", **edit)
        error = json.load(refusal.value)["error"]
        assert refusal.value.code in (400, 409) and "name" in error["message"].lower(), (edit["type"], error)
    if not is_taken:
        with pytest.raises(urllib.error.HTTPError):
            client.ask("boards", {"name": name})


def test_a_document_with_long_names_is_imported_with_shorter_ones(client):
    document = client.ask("boards/home/export")
    document["name"] = "N" * 10_000
    document["icons"]["maps"]["name"] = "I " * 5_000
    document["icons"]["news"]["name"] = "\u202eone\ntwo\u200f"
    document["arrangements"][0]["pages"][0]["name"] = "P" * 10_000
    problems = client.ask("boards/home/import", document)["problems"]
    assert len(problems) == 3 and all("1 to 100 letters" in problem for problem in problems)
    assert client.ask("boards/home/export")["name"] == "N" * 100


def test_a_document_may_have_a_name_of_ten_thousand_marks_and_loses_it(client):
    document = client.ask("boards/home/export")
    document["icons"]["maps"]["name"] = "a" + "\u0301" * 9_999
    document["icons"]["news"]["name"] = "one\ntwo"
    assert len(client.ask("boards/home/import", document)["problems"]) >= 1
    assert client.ask("boards/home/export")["icons"]["news"]["name"] == "one two"


# Restarts


def test_a_board_its_widgets_and_what_was_typed_survive_a_killed_server(tmp_path):
    options = ("--data", str(tmp_path / "data"))
    server = start_server(tmp_path, options=options)
    try:
        client = Client(server)
        client.edit("home", type="move", tile="square", to=[4, 3], makeRoom=True)
        note = client.present("note")
        note.send(["input", note.view("noteField"), "Milk"])
    finally:
        server.process.kill()
        server.process.wait()
    server = start_server(tmp_path, options=options)
    try:
        client = Client(server)
        frames = {place["tile"]: place["frame"] for place in pages(client)[0]["tiles"]}
        assert frames["square"] == [4, 3, 1, 1]
        nodes = client.present("note").nodes()
        (field,) = [node for node in nodes if node.get("identifier") == "noteField"]
        assert field["attributes"]["value"] == "Milk"
    finally:
        server.stop()


def test_an_installed_widget_survives_a_restart(tmp_path):
    options = ("--data", str(tmp_path / "data"))
    server = start_server(tmp_path, options=options)
    try:
        bundle = ROOT / "Samples/Gallery.widget"
        files = {str(file.relative_to(bundle)): base64.b64encode(file.read_bytes()).decode()
                 for file in bundle.rglob("*") if file.is_file()}
        assert Client(server).ask("library", {"files": files})["name"] == "Gallery"
    finally:
        server.stop()
    server = start_server(tmp_path, options=options)
    try:
        assert "Gallery" in {widget["name"] for widget in Client(server).ask("library")}
    finally:
        server.stop()


# Many editors


def test_thirty_clients_edit_at_once_and_no_edit_is_lost(tmp_path):
    server = start_server(tmp_path, squares_board(), samples=["Square"])
    try:
        start_line = threading.Barrier(CLIENTS + 1)
        editors = [Editor(server, number, start_line) for number in range(CLIENTS)]
        for editor in editors:
            if editor.stream:
                editor.stream.wait()
            editor.start()
        first = Client(server).edit("home", type="rename", name="Begin")["revision"]
        start_line.wait(PATIENCE)
        for editor in editors:
            editor.join(PATIENCE)
            assert not editor.is_alive() and editor.problems == []
        last = Client(server).edit("home", type="rename", name="End")["revision"]
        # Each revision is the answer to one edit of one of them. A move to where a square stands already makes none.
        revisions = [revision for editor in editors for revision in editor.revisions]
        assert sorted(set(revisions) | {first}) == list(range(first, last))
        assert len(revisions) > CLIENTS * ROUNDS * 3
        check_what_is_kept(server, editors, last)
    finally:
        server.stop()
