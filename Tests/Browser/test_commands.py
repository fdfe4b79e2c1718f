"""What commands say about a widget that is well written and goes wrong when it runs."""

import json
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tessera(*arguments):
    return subprocess.run(
        [ROOT / ".build/debug/tessera", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)


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


def test_render_fails_with_the_reason_when_rows_cannot_be_made(bundle):
    result = tessera("render", bundle("Two", ["One", "Other"]), "--format", "tree")
    assert result.returncode == 1
    assert "The table has no cell 'Cell'" in result.stderr


def test_render_succeeds_when_nothing_goes_wrong(bundle):
    result = tessera("render", bundle("One", ["One"]), "--format", "tree")
    assert (result.returncode, result.stderr) == (0, "")


def test_an_unknown_command_is_told_with_the_one_that_is_meant():
    result = tessera("chek", "A.widget")
    assert result.returncode == 2
    assert result.stderr == "Error: There is no command 'chek'; did you mean 'check'?\n"
