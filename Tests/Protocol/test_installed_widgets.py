"""Widgets that a server has from commands, from an address, and from uploads, while it runs."""

import json
import shutil
import urllib.error
import urllib.request

import pytest

from command import Command
from fake_service import FakeService, files
from served import ROOT, Server
from small_bundles import write_archive
from waiting import PATIENCE, wait


def ask(address, body=None, media_type="application/json"):
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": media_type} if data else {})
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return json.load(response)


def names(server):
    return [widget["name"] for widget in ask(server.root + "library")]


class Shown:
    """What a presentation of a widget shows, as its stream says."""

    def __init__(self, server, widget):
        size = {"width": 320, "height": 480}
        presentation = ask(f"{server.root}widgets/{widget}/presentations", size)["id"]
        self.stream = urllib.request.urlopen(f"{server.root}events?watch={widget}/{presentation}", timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()

    def next_word(self):
        """Waits for the next message of the stream, and returns the text in it."""
        message = json.loads(next(line for line in self.stream if line.startswith(b"data: "))[6:])
        return next(node["attributes"]["text"] for node in message["tree"] if node.get("identifier") == "word")


def test_a_server_shows_what_a_command_installs(tmp_path):
    tessera, archive = Command(tmp_path), tmp_path / "Greeting.zip"
    tessera("install", write_archive(archive, "One"))
    server = Server(tmp_path / "share", "Samples/Hello.widget", options=("--data", str(tmp_path / "share" / "tessera")))
    try:
        addition = {"grid": [4, 4], "edit": {"type": "add", "widget": "org.example.greeting"}}
        ask(f"{server.root}boards/home/edits", addition)
        (tile,) = [widget["id"] for widget in ask(server.root + "widgets") if widget["name"] == "Greeting"]
        with Shown(server, tile) as shown:
            assert shown.next_word() == "One"
            tessera("install", write_archive(archive, "Two", version="2.0.0"))
            assert shown.next_word() == "Two"
            tessera("rollback", "org.example.greeting")
            assert shown.next_word() == "One"
            tessera("remove", "org.example.greeting")
            wait(lambda: names(server) == ["Hello"], "a library without it")
    finally:
        server.stop()


def test_an_archive_is_served_from_its_address_and_others_are_uploaded(tmp_path):
    write_archive(tmp_path / "served/Greeting.widget.zip", "Hello")
    with FakeService(otherwise=files(tmp_path / "served")) as web:
        server = Server(tmp_path / "share", bundle=f"{web.address}/Greeting.widget.zip")
        try:
            with Shown(server, "1") as shown:
                assert shown.next_word() == "Hello"
            other = tmp_path / "Square.zip"
            shutil.make_archive(str(other.with_suffix("")), "zip", ROOT / "Samples" / "Square.widget")
            installed = ask(f"{server.root}library", other.read_bytes(), "application/octet-stream")
            assert installed["name"] == "Square"
            with pytest.raises(urllib.error.HTTPError) as refusal:
                ask(f"{server.root}library", b"PK\3\4 nothing", "application/octet-stream")
            assert "zip archive" in refusal.value.read().decode()
        finally:
            server.stop()
