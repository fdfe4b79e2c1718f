"""Makes encrypted backups by command and on the schedule of a server, and exchanges them with age."""

import json
import os
import subprocess
import urllib.request
import zipfile

import pytest

from age import age, requires_age
from ports import free_port
from served import TESSERA, Server, tessera
from waiting import PATIENCE, wait

PASSPHRASE = "correct horse battery staple"


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "note").write_text("what was noted")
    return folder


@pytest.fixture
def passphrase(tmp_path):
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASE + "\n")
    return file


def test_an_encrypted_backup_is_restored(tmp_path, data, passphrase):
    backup = tmp_path / "backup.zip.age"
    assert "1 files" in tessera("backup", backup, "--data", data, "--passphrase-file", passphrase)
    assert backup.read_bytes().startswith(b"age-encryption.org/v1\n") and backup.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.zip.age", "data", "passphrase"]
    assert [path.name for path in data.iterdir()] == ["note"]
    (data / "note").write_text("changed")
    assert "1 files" in tessera("verify", backup, "--data", data, password=PASSPHRASE)
    assert "passphrase is wrong" in tessera("restore", backup, "--data", data, password="wrong", expected=1)
    assert (data / "note").read_text() == "changed"
    assert "restored" in tessera("restore", backup, "--data", data, "--passphrase-file", passphrase)
    assert (data / "note").read_text() == "what was noted"
    passphrase.write_text("")
    assert "empty" in tessera("verify", backup, "--data", data, "--passphrase-file", passphrase, expected=1)


@requires_age
def test_age_decrypts_a_backup(tmp_path, data, passphrase):
    (data / "large").write_bytes(os.urandom(200_000))
    backup = tmp_path / "backup.zip.age"
    tessera("backup", backup, "--data", data, "--passphrase-file", passphrase)
    archive = tmp_path / "backup.zip"
    code, said = age("--decrypt", "--output", archive, backup, passphrase=PASSPHRASE)
    assert code == 0, said
    with zipfile.ZipFile(archive) as files:
        assert files.testzip() is None
        assert files.read("note") == b"what was noted" and files.read("large") == (data / "large").read_bytes()
    assert age("--decrypt", "--output", tmp_path / "none", backup, passphrase="wrong")[0] != 0


@requires_age
def test_what_age_encrypts_is_restored(tmp_path, data, passphrase):
    archive, backup = tmp_path / "backup.zip", tmp_path / "backup.zip.age"
    tessera("backup", archive, "--data", data)
    code, said = age("--encrypt", "--passphrase", "--output", backup, archive, passphrase=PASSPHRASE)
    assert code == 0, said
    assert "1 files" in tessera("verify", backup, "--data", data, "--passphrase-file", passphrase)
    other = tmp_path / "other"
    assert "restored" in tessera("restore", backup, "--data", other, "--passphrase-file", passphrase)
    assert (other / "note").read_text() == "what was noted"


@requires_age
def test_what_age_encrypts_for_a_key_is_refused(tmp_path, data, passphrase):
    archive, backup = tmp_path / "backup.zip", tmp_path / "backup.zip.age"
    tessera("backup", archive, "--data", data)
    recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    subprocess.run(["age", "--recipient", recipient, "--output", backup, archive], check=True)
    said = tessera("verify", backup, "--data", data, "--passphrase-file", passphrase, expected=1)
    assert "for a key" in said


def doctor(data):
    """Returns the finding about backups; None if there is none."""
    done = subprocess.run(
        [TESSERA, "doctor", "--json", "--data", data, "--port", str(free_port())], text=True, capture_output=True,
        timeout=PATIENCE)
    return next((finding for finding in json.loads(done.stdout) if finding["rule"] == "backups"), None)


def test_a_server_makes_backups(tmp_path, data, passphrase):
    folder = tmp_path / "backups"
    options = ["--data", data, "--backup-folder", folder, "--backup-passphrase-file", passphrase, "--backup-keep", "2"]
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"tessera 2020-01-0{day} 000000Z.zip").write_text("")
    (folder / "mine.zip").write_text("")
    server = Server(tmp_path, "Samples/Clock.widget", map(str, options))
    try:
        wait(lambda: (doctor(data) or {}).get("message", "").startswith("The last backup"), "the backup at the start")
    finally:
        server.stop()
    names = sorted(path.name for path in folder.iterdir())
    assert names[:2] == ["mine.zip", "tessera 2020-01-03 000000Z.zip"] and len(names) == 3
    tessera("verify", folder / names[2], "--data", data, "--passphrase-file", passphrase)
    assert doctor(data)["severity"] == "ok"
    # A server that starts again makes no other one that day, and one without backups forgets them.
    server = Server(tmp_path, "Samples/Clock.widget", map(str, options))
    server.stop()
    assert sorted(path.name for path in folder.iterdir()) == names
    server = Server(tmp_path, "Samples/Clock.widget", ["--data", str(data)])
    server.stop()
    assert doctor(data) is None


def test_a_backup_that_fails_does_not_stop_the_server(tmp_path, data):
    missing = tmp_path / "missing"
    options = ["--data", data, "--backup-folder", tmp_path / "backups", "--backup-passphrase-file", missing]
    server = Server(tmp_path, "Samples/Clock.widget", map(str, options))
    try:
        wait(lambda: "failed" in (doctor(data) or {}).get("message", ""), "the failure")
        assert urllib.request.urlopen(server.root + "readyz", timeout=PATIENCE).status == 200
        finding = doctor(data)
        assert finding["severity"] == "warning" and str(missing) in finding["message"] and finding["fix"]
    finally:
        server.stop()


@pytest.mark.parametrize("options, words", [
    (["--backup-at", "04:00"], "need '--backup-folder'"),
    (["--backup-folder", "b", "--backup-at", "24:00"], "24:00"),
    (["--data", "d", "--backup-folder", "b", "--backup-keep", "0"], "number from 1"),
    (["--backup-folder", "b"], "needs '--data'"),
])
def test_options_of_backups_are_checked(options, words):
    done = subprocess.run(
        [TESSERA, "serve", "Samples/Clock.widget", "--port", "0", *options], text=True, capture_output=True,
        timeout=PATIENCE)
    assert done.returncode != 0 and words in done.stderr
