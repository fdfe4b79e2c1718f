"""Catalogues that a server knows by its options, and those that a person adds."""

import json
import urllib.error
import urllib.request

import pytest

from command import Command
from made_catalogue import MadeCatalogue
from served import Server
from waiting import PATIENCE


@pytest.fixture
def made(tmp_path):
    with MadeCatalogue(Command(tmp_path)) as made:
        made.make(hosts=["api.example.org"])
        yield made


@pytest.fixture
def start(tmp_path):
    """Starts a server, again after its end, with the same data."""
    servers = []

    def start(*options):
        for server in servers:
            server.stop()
        servers[:] = [Server(tmp_path / "share", options=("--data", tmp_path / "data", *options))]
        return servers[0].root

    yield start
    for server in servers:
        server.stop()


def ask(address, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"} if data else {})
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        text = response.read()
        return json.loads(text) if text else None


def listed(root):
    """The names of catalogues, and of the widgets in each."""
    return {entry["name"]: [widget["name"] for widget in entry["widgets"]] for entry in ask(root + "catalogues")}


def test_an_added_catalogue_stays_until_it_is_removed(made, start):
    root = start()
    assert listed(root) == {}
    with pytest.raises(urllib.error.HTTPError) as refusal:
        ask(root + "catalogues", {"address": made.address.replace("catalogue.json", "none.json")})
    assert "The catalogue cannot be read" in refusal.value.read().decode()
    assert listed(root) == {}
    assert ask(root + "catalogues", {"address": made.address}) == {"name": "Railways"}
    assert listed(root) == {"Railways": ["Trains"]}
    root = start()
    assert listed(root) == {"Railways": ["Trains"]}
    ask(root + "catalogues/remove", {"address": made.address})
    assert listed(root) == {}
    assert listed(start()) == {}


def test_an_absent_catalogue_is_named_and_the_library_is_there(start):
    root = start("--catalogue", "http://127.0.0.1:1/catalogue.json")
    (entry,) = ask(root + "catalogues")
    assert any("The catalogue cannot be read" in str(problem) for problem in entry["problems"])
    assert ask(root + "library") != []
