"""Makes backups of servers that run, restores them, and interrupts both."""

import json
import os
import random
import resource
import shutil
import subprocess
import urllib.request
import zipfile

import pytest

from served import TESSERA, Server, tessera
from waiting import PATIENCE


def request(server, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(
        server.root + path, data, {"Content-Type": "application/json"} if data else {})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as response:
        return json.load(response)


def rename(server, name):
    request(server, "boards/home/edits", {"grid": [6, 8], "edit": {"type": "rename", "name": name}})


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def test_a_running_server_is_backed_up_and_restored(tmp_path, data):
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(data)])
    rename(server, "Before")
    backup = tmp_path / "backup.zip"
    assert "files" in tessera("backup", backup, "--data", data)
    rename(server, "After")
    # A server that runs is not replaced under its feet.
    assert "Another server uses" in tessera("restore", backup, "--data", data, expected=1)
    server.stop()
    assert "files" in tessera("verify", backup)
    assert "restored" in tessera("restore", backup, "--data", data)
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(data)])
    assert request(server, "boards")[0]["name"] == "Before"
    server.stop()
    (old,) = [path for path in tmp_path.iterdir() if path.name.startswith("data before ")]
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(old)])
    assert request(server, "boards")[0]["name"] == "After"
    server.stop()


def test_a_backup_replaces_no_file_and_makes_no_folder(tmp_path, data):
    data.mkdir()
    (data / "push-token").write_text("x")
    backup = tmp_path / "backup.zip"
    backup.write_text("photos")
    assert "exists" in tessera("backup", backup, "--data", data, expected=1)
    assert backup.read_text() == "photos"
    tessera("backup", backup, "--data", data, "--force")
    tessera("verify", backup)
    for options in ((), ("--keep", "2")):
        assert "does not exist" in tessera("backup", tmp_path / "disk/backups", "--data", data, *options, expected=1)
    assert not (tmp_path / "disk").exists()


def test_regular_backups_are_limited_in_number(tmp_path, data):
    data.mkdir()
    (data / "push-token").write_text("x")
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "tessera 2022-01-01 000000Z.zip.staging").mkdir()
    for name in ("tessera 2020-01-01 000000Z.zip", "tessera 2021-01-01 000000Z.zip", "mine.zip"):
        (folder / name).write_text("")
    tessera("backup", folder, "--keep", "2", "--data", data)
    names = sorted(path.name for path in folder.iterdir())
    assert names[:2] == ["mine.zip", "tessera 2021-01-01 000000Z.zip"] and len(names) == 3


@pytest.mark.parametrize("name, words", [("../outside", "cannot have"), ("a", "damaged"), ("b", "missing")])
def test_a_hostile_backup_is_refused(tmp_path, data, name, words):
    backup = tmp_path / "hostile.zip"
    with zipfile.ZipFile(backup, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("backup.json", json.dumps({
            "format": 1, "date": "2026-01-01T00:00:00Z", "files": [{"path": name, "size": 5, "sha256": "0" * 64}]}))
        archive.writestr("a", "12345")
        archive.writestr("../outside", "12345")
    assert words in tessera("verify", backup, expected=1)
    assert words in tessera("restore", backup, "--data", data, expected=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hostile.zip"]


def test_a_backup_that_unpacks_to_more_than_it_states_is_refused(tmp_path, data):
    backup = tmp_path / "bomb.zip"
    with zipfile.ZipFile(backup, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("backup.json", json.dumps({
            "format": 1, "date": "2026-01-01T00:00:00Z", "files": [{"path": "a", "size": 5, "sha256": "0" * 64}]}))
        archive.writestr("a", bytes(200 << 20))
    done = subprocess.run(
        [TESSERA, "restore", backup, "--data", data], capture_output=True, text=True, preexec_fn=limit_size_of_files)
    assert done.returncode == 1 and "larger than" in done.stdout + done.stderr
    assert not data.exists()


def limit_size_of_files():
    """Ends a process that unpacks much more than was stated."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount a small disk")
def test_a_full_disk_leaves_the_last_backup(tmp_path, data):
    data.mkdir()
    (data / "push-token").write_bytes(random.randbytes(100_000))
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk]).returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    try:
        backup = disk / "backup.zip"
        tessera("backup", backup, "--data", data)
        before = backup.read_bytes()
        (data / "large").write_bytes(random.randbytes(600_000))
        assert "disk is full" in tessera("backup", backup, "--data", data, "--force", expected=1)
        assert backup.read_bytes() == before
        assert [path.name for path in disk.iterdir()] == ["backup.zip"]
    finally:
        subprocess.run(["umount", disk], check=True)


def contents(folder):
    """What a backup has of a folder, by paths. The audit log has a line of each restore."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name not in (".lock", "audit.log"))
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_a_restore_that_is_killed_leaves_the_old_data_or_the_new(tmp_path, data):
    (data / "instances").mkdir(parents=True)
    for number in range(200):
        (data / f"instances/{number}.bin").write_bytes(random.randbytes(20_000))
    backup = tmp_path / "backup.zip"
    tessera("backup", backup, "--data", data)
    new = contents(data)
    for path in data.rglob("*.bin"):
        path.write_bytes(b"old")
    old = contents(data)
    restoring = tmp_path / "data.restoring"

    def count():
        return sum(1 for _ in restoring.rglob("*.bin"))

    # At the beginning, while files are unpacked, when all are, and after that.
    points = [lambda: True, restoring.exists, *(lambda number=number: count() >= number for number in (1, 50, 100, 150, 200)),
              lambda: contents(data) != old]
    seen = []
    for point, is_reached in enumerate(points):
        shutil.rmtree(data, ignore_errors=True)
        (data / "instances").mkdir(parents=True)
        for path, content in old.items():
            (data / path).write_bytes(content)
        process = subprocess.Popen([TESSERA, "restore", str(backup), "--data", str(data)], stdout=subprocess.DEVNULL)
        # A point that is passed between two looks counts as one after the end.
        while process.poll() is None and not is_reached():
            pass
        process.kill()
        process.wait()
        now = contents(data)
        assert now in (old, new), f"point {point}"
        seen.append(now == new)
        for path in tmp_path.iterdir():
            if path.name.startswith("data before") or path.name in ("data.restoring", "data.replaced"):
                shutil.rmtree(path)
    assert seen[0] is False and seen[-1] is True
    # What a killed restore leaves does not hinder the next one.
    tessera("restore", backup, "--data", data)
    assert contents(data) == new


def test_backups_are_made_on_a_schedule(tmp_path):
    data, folder = tmp_path / "data", tmp_path / "backups"
    folder.mkdir()
    server = Server(tmp_path, "Samples/Todo.widget", ["--data", str(data)])
    command = subprocess.Popen([TESSERA, "backup", folder, "--data", data, "--keep", "2", "--schedule", "1s"],
                               stdout=subprocess.PIPE, text=True)
    try:
        for _ in range(4):
            assert "files" in command.stdout.readline()
        # While the command runs it may remove any of the files that are there now.
        command.terminate()
        command.wait()
        backups = list(folder.glob("tessera *.zip"))
        assert 1 <= len(backups) <= 3
        for backup in backups:
            tessera("verify", backup)
    finally:
        command.kill()
        command.wait()
        command.stdout.close()
        server.stop()
