"""Widgets from archives and from URLs, and installed by commands."""

import hashlib
import json
import os
import zipfile

import pytest

from command import Command
from fake_service import FakeService, files
from small_bundles import write_archive


@pytest.fixture
def tessera(tmp_path):
    return Command(tmp_path)


@pytest.fixture
def archive(tmp_path):
    """Creates an archive of a widget that shows a word, among the files that are served."""

    def make(word, version="1.0.0", name="Greeting.widget.zip"):
        return write_archive(tmp_path / "served" / name, word, version)

    return make


@pytest.fixture
def web(tmp_path):
    """A file server on the loopback interface."""
    with FakeService(otherwise=files(tmp_path / "served")) as service:
        yield service.address


def test_commands_take_archives_and_their_addresses(tessera, archive, web):
    path = archive("Hello")
    address = f"{web}/Greeting.widget.zip"
    for source in (path, address):
        checked = tessera("check", source)
        assert (checked.returncode, checked.stdout) == (0, "Greeting: no problems found\n"), checked.stderr
        drawn = tessera("render", source, "--format", "tree")
        assert drawn.returncode == 0 and "Hello" in drawn.stdout
    missing = tessera("check", f"{web}/Other.zip")
    assert missing.returncode == 1
    assert "status 404" in missing.stderr


def test_an_error_in_an_archive_is_reported_with_its_position(tessera, tmp_path):
    path = tmp_path / "Bad.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("widget.json", json.dumps({"id": "org.example.bad", "name": "Bad"}))
        file.writestr("screens/Main.json", '{"view": {"type": "txt"}}')
    result = tessera("check", path)
    assert result.returncode == 1
    assert f"{path}/screens/Main.json:1:19: error: " in result.stderr


def test_a_widget_is_installed_replaced_rolled_back_and_removed(tessera, archive, web):
    address = f"{web}/Greeting.widget.zip"
    first = archive("One")
    checksum = hashlib.sha256(first.read_bytes()).hexdigest()
    assert tessera("install", address, "--sha256", "0" * 64).returncode == 1
    installed = tessera("install", address + "?token=secret", "--sha256", checksum)
    assert installed.stdout == "installed org.example.greeting 1.0.0: Greeting\n", installed.stderr
    second = archive("Two", version="2.0.0", name="Other.zip")
    assert tessera("install", second).stdout == "replaced org.example.greeting 2.0.0: Greeting\n"
    (row,) = json.loads(tessera("list", "--json").stdout)
    assert (row["version"], row["previousVersion"], row["origin"]) == ("2.0.0", "1.0.0", str(second))
    assert tessera("rollback", "org.example.greeting").stdout == "org.example.greeting is 1.0.0 again\n"
    (row,) = json.loads(tessera("list", "--json").stdout)
    assert (row["version"], row["previousVersion"]) == ("1.0.0", "2.0.0")
    refused = tessera("remove", "org.example.greting")
    assert refused.returncode == 1
    assert "did you mean 'org.example.greeting'?" in refused.stderr
    assert tessera("remove", "org.example.greeting").returncode == 0
    assert tessera("list").stdout == ""


def test_an_address_is_installed_repeatedly(tessera, archive, web, tmp_path):
    address = f"{web}/Greeting.widget.zip"
    for number, (word, version) in enumerate((("One", "1.0.0"), ("Two", "2.0.0"), ("Three", "3.0.0"))):
        # The server distinguishes versions by their modification time, in seconds.
        os.utime(archive(word, version=version), (1_700_000_000 + number, 1_700_000_000 + number))
        for _ in range(2):
            installed = tessera("install", address)
            assert installed.returncode == 0, installed.stderr
        (row,) = json.loads(tessera("list", "--json").stdout)
        assert row["version"] == version
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "share").rglob("*") if path.is_file()}
    assert modes == {0o600}


def test_a_bundle_with_errors_leaves_the_installed_one(tessera, archive, tmp_path):
    tessera("install", archive("One"))
    bad = tmp_path / "Bad.zip"
    with zipfile.ZipFile(bad, "w") as file:
        file.writestr("widget.json", json.dumps({"id": "org.example.greeting", "name": "Greeting", "version": "9.0.0"}))
        file.writestr("screens/Main.json", "{")
    result = tessera("install", bad)
    assert result.returncode == 1
    assert f"{bad}/screens/Main.json" in result.stderr
    (row,) = json.loads(tessera("list", "--json").stdout)
    assert row["version"] == "1.0.0"
