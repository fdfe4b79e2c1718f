"""Checks installations that are whole, and ones with something wrong, as an administrator does."""

import contextlib
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import urllib.request

import pytest

from fake_service import FakeService, answer
from ports import free_port
from served import Server, tessera
from waiting import PATIENCE

PASSWORD = "correct horse"


def findings(data, *options, port=None, expected=0):
    """Returns the findings by their rules."""
    printed = json.loads(
        tessera("doctor", "--json", "--data", data, "--port", port or free_port(), *options, expected=expected))
    assert all(set(finding) == {"rule", "severity", "message", "fix"} for finding in printed)
    # What is wrong comes with what to do.
    assert all(finding["severity"] == "ok" or finding["fix"] for finding in printed)
    return {finding["rule"]: finding for finding in printed}


def present(server):
    """Shows the first widget, which makes its store."""
    request = urllib.request.Request(
        f"{server.root}widgets/1/presentations", json.dumps({"width": 300, "height": 200}).encode(),
        {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=PATIENCE).close()


def contents(folder):
    """The files of a folder. SQLite's index of a log (-shm) is made anew by each reader."""
    return {
        path.relative_to(folder): path.read_bytes() for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm")}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The data folder of a server that has run."""
    folder = tmp_path_factory.mktemp("recorded") / "data"
    server = Server(folder.parent, "Samples/Todo.widget", ["--data", str(folder)])
    present(server)
    server.stop()
    # All pages are in the files, and none in a log beside them.
    for file in folder.rglob("*.sqlite"):
        with contextlib.closing(sqlite3.connect(file)) as store:
            store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for end in ("-wal", "-shm"):
            file.with_name(file.name + end).unlink(missing_ok=True)
    return folder


@pytest.fixture
def data(recorded, tmp_path):
    """The same folder, for one test."""
    return shutil.copytree(recorded, tmp_path / "data")


def test_a_server_that_runs_is_healthy(tmp_path):
    folder = tmp_path / "data"
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(folder)])
    try:
        present(server)
        tessera("user", "add", "ada", "--data", folder, password=PASSWORD)
        found = findings(folder, port=server.port)
        assert {finding["severity"] for finding in found.values()} <= {"ok", "warning"}
        for rule in ("fonts", "page", "data-rights", "boards", "widget-data", "orphans", "accounts", "clock", "port"):
            assert found[rule]["severity"] == "ok", found[rule]
        assert found["data-use"]["message"].startswith("A server uses the folder")
        assert "can store boards" in found["port"]["message"]
        # It is printed for people, too.
        assert "ok: A server uses the folder" in tessera("doctor", "--data", folder, "--port", server.port)
    finally:
        server.stop()


def test_nothing_is_changed(data):
    before = contents(data)
    found = findings(data)
    assert found["data-use"]["message"] == "No server uses the folder"
    assert contents(data) == before


def test_a_missing_folder_is_not_made(tmp_path):
    assert findings(tmp_path / "none", expected=1)["no-data"]["severity"] == "error"
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("path", ["board.sqlite", "access.sqlite", "instances/1.sqlite"])
@pytest.mark.parametrize("damage", [
    lambda content: content[: len(content) // 2],
    lambda content: bytes(4096) + content[4096:],
    lambda content: b"",
], ids=["cut off", "overwritten", "emptied"])
def test_damaged_stores_are_found(data, path, damage):
    (data / path).write_bytes(damage((data / path).read_bytes()))
    before = contents(data)
    found = findings(data, expected=1)
    assert found["store-damaged"]["severity"] == "error" and path in found["store-damaged"]["message"]
    assert contents(data) == before


def change(file, *statements):
    connection = sqlite3.connect(file)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("path, statement", [
    ("access.sqlite", "PRAGMA user_version = 99"), ("board.sqlite", "PRAGMA user_version = 99"),
    ("instances/1.sqlite", "UPDATE \"$meta\" SET value = '99' WHERE name = 'format'"),
])
def test_stores_of_a_later_version_are_found(data, path, statement):
    change(data / path, statement)
    found = findings(data, expected=1)
    assert "later version" in found["store-version"]["message"] and path in found["store-version"]["message"]


def test_a_board_of_a_later_version_is_found(data):
    change(data / "board.sqlite",
           "UPDATE board SET document = CAST(replace(document, '\"format\":1', '\"format\":99') AS BLOB)")
    assert "newer version" in findings(data, expected=1)["board-format"]["message"]


def test_files_that_others_can_read_are_found(data):
    data.chmod(0o755)
    (data / "push-token").chmod(0o644)
    found = findings(data)
    assert found["data-rights"]["severity"] == "warning" and f"chmod 700 {data}" in found["data-rights"]["fix"]
    assert "push-token" in found["secret-rights"]["message"]


def test_a_folder_that_cannot_be_written_is_found(data):
    data.chmod(0o500)
    try:
        assert findings(data, expected=1)["data-read-only"]["severity"] == "error"
    finally:
        data.chmod(0o700)


def test_files_without_a_widget_are_found(data):
    (data / "instances/9.sqlite").write_bytes((data / "instances/1.sqlite").read_bytes())
    (data / "board damaged 2026-01-01 10.00.00.sqlite").write_bytes(bytes(5000))
    found = findings(data)
    assert "'instances/9.sqlite'" in found["orphans"]["message"] and "1.sqlite" not in found["orphans"]["message"]
    assert "(5 KB)" in found["set-aside"]["message"]


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to give a file away")
def test_a_store_of_another_account_is_found(data):
    assert "store-owner" not in findings(data)
    os.chown(data / "board.sqlite", 65534, 65534)
    found = findings(data)["store-owner"]
    assert found["severity"] == "warning" and "board.sqlite" in found["message"]


def test_accounts_without_an_administrator_are_found(data):
    tessera("user", "add", "ada", "--data", data, password=PASSWORD)
    change(data / "access.sqlite", "UPDATE account SET role = 'use'")
    assert findings(data, expected=1)["no-administrator"]["severity"] == "error"


def test_a_clock_that_was_set_back_is_found(data):
    late = (data / "board.sqlite").stat().st_mtime + 3 * 86_400
    os.utime(data / "board.sqlite", (late, late))
    found = findings(data)
    assert found["clock"]["severity"] == "warning" and "board.sqlite" in found["clock"]["message"]


def test_a_port_of_another_program_is_found(data):
    with FakeService({"/healthz": answer({"status": "fine"})}) as service:
        found = findings(data, port=service.port, expected=1)
        assert "no Tessera" in found["port-in-use"]["message"]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "port-in-use" in findings(data, port=silent.getsockname()[1], expected=1)


def test_a_server_that_cannot_store_is_found(tmp_path):
    folder = tmp_path / "data"
    (folder / "board.sqlite").mkdir(parents=True)
    server = Server(tmp_path, "Samples/Clock.widget", ["--data", str(folder)])
    try:
        found = findings(folder, port=server.port, expected=1)
        assert found["not-ready"]["severity"] == "error"
        assert "is not a file" in found["store-unreadable"]["message"]
    finally:
        server.stop()


CONFIGURATION = """
[ca]
default_ca = own
[own]
dir = .
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
"""


def make_certificate(folder, start, end):
    """Makes a certificate that is valid from a date to another, such as 20200101000000Z."""

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    folder.mkdir()
    (folder / "index.txt").touch()
    (folder / "ca.conf").write_text(CONFIGURATION)
    openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
            "-keyout", "key.pem", "-out", "request.pem")
    openssl("ca", "-batch", "-selfsign", "-config", "ca.conf", "-keyfile", "key.pem", "-in", "request.pem",
            "-startdate", start, "-enddate", end, "-notext", "-out", "certificate.pem")
    (folder / "key.pem").chmod(0o600)
    return folder


def test_certificates_are_checked(tmp_path, data):
    good = make_certificate(tmp_path / "good", "20200101000000Z", "20991231000000Z")
    old = make_certificate(tmp_path / "old", "20200101000000Z", "20200201000000Z")
    early = make_certificate(tmp_path / "early", "20981231000000Z", "20991231000000Z")

    def check(certificate, key, expected):
        found = findings(data, "--certificate", certificate, "--key", key, expected=expected)
        return found["certificate"]["severity"], found["certificate"]["message"], found

    assert check(good / "certificate.pem", good / "key.pem", 0)[0] == "ok"
    severity, message, _ = check(old / "certificate.pem", old / "key.pem", 1)
    assert severity == "error" and "expired at 2020-02-01" in message
    assert "valid only from 2098-12-31" in check(early / "certificate.pem", early / "key.pem", 1)[1]
    assert "another certificate" in check(good / "certificate.pem", old / "key.pem", 1)[1]
    assert "no certificate" in check(good / "request.pem", good / "key.pem", 1)[1]
    assert "no private key" in check(good / "certificate.pem", good / "certificate.pem", 1)[1]
    assert "cannot be read" in check(good / "certificate.pem", good / "none.pem", 1)[1]
    (good / "key.pem").chmod(0o644)
    assert "secret-rights" in check(good / "certificate.pem", good / "key.pem", 0)[2]


def install(tmp_path, data, name, *hosts, **more):
    folder = tmp_path / f"{name}.widget"
    (folder / "screens").mkdir(parents=True)
    (folder / "widget.json").write_text(json.dumps(
        {"id": f"org.example.{name}", "name": name, "hosts": list(hosts), **more}))
    (folder / "screens/Main.json").write_text(json.dumps({"view": {"type": "text", "text": name}}))
    tessera("install", folder, "--data", data)


def test_hosts_are_reached_only_if_that_is_asked_for(tmp_path, data):
    with FakeService() as service:
        # Names under .invalid never resolve (RFC 6761).
        install(tmp_path, data, "near", service.host, "*.example.invalid")
        install(tmp_path, data, "far", "nowhere.invalid")
        quiet = findings(data)
        assert "host-unknown" not in quiet and "reach" not in quiet
        assert quiet["widgets"]["message"] == "The 2 installed widgets can be read"
        found = findings(data, "--reach", expected=1)
        assert "'nowhere.invalid'" in found["host-unknown"]["message"]
        assert str(service.port) in found["reach"]["message"]
        # It connects, and asks nothing.
        assert service.log == []
    assert "cannot be reached" in findings(data, "--reach", expected=1)["host-unreachable"]["message"]


def test_widgets_with_errors_are_found(tmp_path, data):
    install(tmp_path, data, "good")
    (data / "widgets/org.example.good.widget/screens/Main.json").write_text("{")
    found = findings(data, expected=1)
    assert "tessera check" in found["widget-errors"]["fix"]


def test_wrong_use_is_refused(data):
    assert "need each other" in tessera("doctor", "--certificate", "a.pem", "--data", data, expected=2)
    assert "--port" in tessera("doctor", "--port", "70000", "--data", data, expected=2)
