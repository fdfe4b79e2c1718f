"""Widgets from archives, from URLs, and installed by commands."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import urllib.error
import urllib.request
import zipfile

import pytest
from selenium.webdriver.common.by import By

from fake_service import FakeService, files
from served import Server

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def tessera(tmp_path):
    """Runs the command in another folder, with its own data and caches."""
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "share"), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def run(*arguments):
        return subprocess.run(
            [ROOT / ".build/debug/tessera", *map(str, arguments)], capture_output=True, text=True,
            stdin=subprocess.DEVNULL, cwd=tmp_path, env=environment)

    return run


@pytest.fixture
def archive(tmp_path):
    """Creates an archive of a widget that shows a word."""

    def make(word, version="1.0.0", name="Greeting.widget.zip"):
        path = tmp_path / "served" / name
        path.parent.mkdir(exist_ok=True)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("Greeting.widget/widget.json", json.dumps(
                {"id": "org.example.greeting", "name": "Greeting", "version": version}))
            file.writestr("Greeting.widget/screens/Main.json", json.dumps(
                {"view": {"type": "text", "id": "word", "text": word}}))
        return path

    return make


@pytest.fixture
def web(tmp_path):
    """A file server on the loopback interface."""
    (tmp_path / "served").mkdir(exist_ok=True)

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


@pytest.mark.smoke
def test_a_server_shows_what_a_command_installs(tessera, archive, tmp_path, open_page):
    tessera("install", archive("One"))
    server = Server(tmp_path / "share", "Samples/Hello.widget", options=("--data", str(tmp_path / "share" / "tessera")))
    try:
        body = json.dumps({"grid": [4, 4], "edit": {"type": "add", "widget": "org.example.greeting"}}).encode()
        request = urllib.request.Request(
            f"{server.root}boards/home/edits", body, {"Content-Type": "application/json"})
        urllib.request.urlopen(request).close()
        page = open_page(server.root, 700, 500)
        page.wait(lambda: page.view("word").text == "One", "the first version")
        tessera("install", archive("Two", version="2.0.0"))
        page.wait(lambda: page.view("word").text == "Two", "the second version")
        tessera("rollback", "org.example.greeting")
        page.wait(lambda: page.view("word").text == "One", "the first version again")
        tessera("remove", "org.example.greeting")
        names = lambda: [widget["name"] for widget in json.load(urllib.request.urlopen(server.root + "library"))]
        page.wait(lambda: names() == ["Hello"], "a library without it")
        page.browser.get("about:blank")
    finally:
        server.stop()


@pytest.mark.smoke
def test_an_archive_is_served_and_installed_by_the_page(archive, web, tmp_path, open_page):
    archive("Hello")
    server = Server(tmp_path / "share", bundle=f"{web}/Greeting.widget.zip")
    try:
        page = open_page(server.root, 900, 700)
        page.wait(lambda: page.view("word").text == "Hello", "the widget of the address")
        other = tmp_path / "Square.zip"
        shutil.make_archive(str(other.with_suffix("")), "zip", ROOT / "Samples" / "Square.widget")
        request = urllib.request.Request(
            f"{server.root}library", other.read_bytes(), {"Content-Type": "application/octet-stream"})
        assert json.load(urllib.request.urlopen(request))["name"] == "Square"
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(urllib.request.Request(
                f"{server.root}library", b"PK\3\4 nothing", {"Content-Type": "application/octet-stream"}))
        assert "zip archive" in refusal.value.read().decode()
        page.browser.get("about:blank")
    finally:
        server.stop()


def test_the_gallery_accepts_an_archive(archive, tmp_path, open_page):
    path = archive("Hello")
    server = Server(tmp_path / "share")
    try:
        page = open_page(server.root, 1200, 800)
        page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, ".boardTile"), "the board")
        page.browser.find_element(By.CSS_SELECTOR, ".boardTool.toggle").click()
        page.wait(lambda: page.browser.find_element(By.CSS_SELECTOR, ".boardTool.add").is_displayed(), "editing")
        page.browser.find_element(By.CSS_SELECTOR, ".boardTool.add").click()
        pick = page.wait(
            lambda: page.browser.find_element(By.CSS_SELECTOR, 'dialog input[accept^=".zip"]'), "the gallery")
        pick.send_keys(str(path))
        page.wait(
            lambda: "Greeting" in [
                title.text for title in page.browser.find_elements(By.CSS_SELECTOR, ".boardCard h3")],
            "the new widget")
        page.browser.get("about:blank")
    finally:
        server.stop()
