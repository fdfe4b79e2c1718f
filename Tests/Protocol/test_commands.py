"""What commands say about widgets: ones that fail at run time, ones with a service, and new ones."""

import json
import subprocess

import pytest

from fake_service import FakeService
from served import TESSERA


def tessera(*arguments, folder=None):
    return subprocess.run(
        [TESSERA, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=folder)


@pytest.fixture
def bundle(tmp_path):
    def make(name, cells):
        folder = tmp_path / f"{name}.widget"
        (folder / "screens").mkdir(parents=True)
        (folder / "widget.json").write_text(json.dumps({"id": "org.example.test", "name": name}))
        (folder / "model.json").write_text(json.dumps({"entities": {"Item": {"attributes": {"name": "string"}}}}))
        (folder / "screens/Main.json").write_text(json.dumps({
            "onInit": {"type": "insert", "entity": "Item", "values": {"name": "a"}},
            "view": {"type": "table", "id": "table", "cells": {name: {"type": "text"} for name in cells}},
            "objects": {
                "items": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Item"}},
                "rows": {
                    "type": "TableDisplayController",
                    "outlets": {"mainContentProvider": "items", "tableView": "table"},
                },
            },
        }))
        return folder

    return make


def test_render_fails_with_a_reason_when_rows_cannot_be_made(bundle):
    result = tessera("render", bundle("Two", ["One", "Other"]), "--format", "tree")
    assert result.returncode == 1
    assert "The table has no cell 'Cell'" in result.stderr


def test_render_succeeds_without_errors(bundle):
    result = tessera("render", bundle("One", ["One"]), "--format", "tree")
    assert (result.returncode, result.stderr) == (0, "")


def test_an_unknown_command_is_reported_with_a_suggestion():
    result = tessera("chek", "A.widget")
    assert result.returncode == 2
    assert result.stderr == "Error: The command 'chek' does not exist; did you mean 'check'?\n"


@pytest.fixture
def service():
    """A service that responds with what follows its host in the URL."""
    with FakeService(otherwise=lambda request: [{"name": request.target}]) as service:
        yield service


def test_a_widget_is_tested_against_a_custom_service(tmp_path, service):
    folder = tmp_path / "Places.widget"
    (folder / "screens").mkdir(parents=True)
    (folder / "tests").mkdir()
    (folder / "widget.json").write_text(json.dumps({
        "id": "org.example.places", "name": "Places", "hosts": [service.host],
        "options": [{"name": "city", "type": "string", "default": "Graz"}]}))
    (folder / "model.json").write_text(json.dumps(
        {"entities": {"Place": {"attributes": {"name": {"type": "string", "JSONKeyPath": "name"}}}}}))
    (folder / "service.json").write_text(json.dumps({
        "options": {"provider": "http"}, "defaults": {"baseUrl": f"{service.address}/"},
        "actions": {"load": {"resultType": "[Place]", "path": "places", "parameters": {"city": "$city"}}}}))
    (folder / "screens/Main.json").write_text(json.dumps({
        "onInit": {"type": "perform", "action": "load", "object": {"city": "@{options.city}"}},
        "view": {"type": "list", "id": "list", "items": "places",
                 "template": {"type": "text", "id": "name", "text": "@{item.name}"}},
        "objects": {"places": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "Place"}}}}))
    (folder / "tests/places.yaml").write_text("size: 320x240\nsteps:\n  - expect: { id: list, rows: 1 }\n")
    refused = tessera("test", str(folder))
    assert refused.returncode == 1, refused.stdout
    passed = tessera("test", str(folder), "--allow-private-addresses", "--option", "city=Linz")
    assert passed.returncode == 0, passed.stderr
    tree = tessera("render", str(folder), "--format", "tree", "--allow-private-addresses", "--option", "city=Linz")
    assert tree.returncode == 0, tree.stderr
    assert "/places?city=Linz" in tree.stdout
    wrong = tessera("test", str(folder), "--option", "town=Linz")
    assert wrong.returncode == 1 and "did you mean" not in wrong.stdout and "town" in wrong.stderr


def test_a_new_widget_is_valid_and_tested(tmp_path):
    made = tessera("new", "My \"Notes\"", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    bundle = 'My "Notes".widget'
    assert tessera("check", bundle, folder=tmp_path).stdout == 'My "Notes": no problems found\n'
    assert tessera("test", f"{bundle}/tests/main.yaml", folder=tmp_path).returncode == 0
    again = tessera("new", bundle, folder=tmp_path)
    assert again.returncode == 2 and "already exists" in again.stderr
    assert tessera("new", "***", folder=tmp_path).returncode == 2
