"""Installs the Debian package in a clean Debian, and runs the program there.

`make package` makes the package. The tests need root, because they install into a root of their own.
"""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from waiting import wait

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = sorted((ROOT / "out/package").glob("tessera_*.deb"))
PORT = 18_431

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root"),
    pytest.mark.skipif(not BUILT, reason="make package was not run"),
]


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    """A clean Debian with the package, and with systemd's tools, in a folder."""
    root = tmp_path_factory.mktemp("debian") / "root"
    for command in (
        ["mmdebstrap", "--quiet", "--variant=minbase", "--include=systemd,man-db,bash-completion", "bookworm", root],
        ["mount", "-t", "proc", "proc", root / "proc"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            pytest.skip(f"A clean Debian cannot be made here: {done.stderr[-500:]}")
    shutil.copy(BUILT[0], root / "root/tessera.deb")
    try:
        in_debian(root, "apt-get update -q=2")
        in_debian(root, "DEBIAN_FRONTEND=noninteractive apt-get install -q=2 -y --no-install-recommends /root/tessera.deb")
        in_debian(root, "useradd --system --home-dir /var/lib/tessera --create-home board")
        yield root
    finally:
        subprocess.run(["umount", root / "proc"], check=True)


def in_debian(root, command, **options):
    """Runs a shell command in the Debian, and returns what it printed."""
    done = subprocess.run(
        ["chroot", root, "sh", "-c", command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600,
        **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


def command_of(unit):
    """Returns the command that a unit starts, with a port of the test's own."""
    line = next(line for line in unit.read_text().splitlines() if line.startswith("ExecStart="))
    return line.removeprefix("ExecStart=").replace("$TESSERA_OPTIONS", f"--port {PORT}").split()


def test_the_program_runs_where_no_swift_is(debian):
    assert in_debian(debian, "tessera --version").strip() == BUILT[0].name.split("_")[1]
    assert "Hello" in in_debian(debian, "cd /root && tessera new Hello.widget && cat Hello.widget/widget.json")
    assert "no problems" in in_debian(debian, "tessera check /usr/share/tessera/Clock.widget")
    assert "<svg" in in_debian(debian, "tessera render /usr/share/tessera/Steps.widget --format svg")


@contextlib.contextmanager
def serving(debian):
    """Runs the command of the system's unit as its user would, and yields a function that gets a path."""
    server = subprocess.Popen(
        ["chroot", "--userspec=board", debian, "env", "HOME=/var/lib/tessera",
         *command_of(debian / "lib/systemd/system/tessera.service")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def get(path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=10) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def is_serving():
        assert server.poll() is None, server.stdout.read()
        try:
            return get("/client/icon.svg")[0] == 200
        except OSError:
            return False

    try:
        wait(is_serving, "the server", 60)
        yield get
    finally:
        server.terminate()
        server.wait(20)


def test_the_command_of_the_unit_serves_the_board(debian):
    start = time.monotonic()
    with serving(debian) as get:
        assert "Tessera" in get("/")[1]
        print(f"The page came after {time.monotonic() - start:.2f} s")
        assert [board["id"] for board in json.loads(get("/boards")[1])] == ["home"]
        assert len(json.loads(get("/widgets")[1])) > 5
        # The fonts of the page come from Debian.
        fonts = get("/client/fonts.css")[1]
        assert "Tessera Inter" in fonts and "Tessera Icons" in fonts


def test_an_account_that_an_administrator_adds_belongs_to_the_service(debian):
    in_debian(debian, "echo 'correct horse' | tessera user add ada --data /var/lib/tessera")
    owners = {path.stat().st_uid for path in (debian / "var/lib/tessera").iterdir()}
    assert owners == {(debian / "var/lib/tessera").stat().st_uid} and 0 not in owners
    with serving(debian) as get:
        assert get("/boards")[0] == 401


@pytest.mark.parametrize("unit", ["lib/systemd/system/tessera.service", "usr/lib/systemd/user/tessera.service"])
def test_units_are_correct(debian, unit):
    kind = "--user" if "user" in unit else "--system"
    complaints = in_debian(debian, f"SYSTEMD_LOG_LEVEL=warning systemd-analyze verify {kind} --man=no /{unit} 2>&1 || true")
    assert [line for line in complaints.splitlines() if "tessera" in line] == []


def test_the_service_is_confined(debian):
    # systemd rates what a service could do to the system, from 0 to 10; the threshold is in tenths.
    in_debian(debian, "systemd-analyze security --offline=true --threshold=20 /lib/systemd/system/tessera.service")


def test_man_pages_and_completions_are_there(debian):
    pages = {path.name for path in (debian / "usr/share/man/man1").glob("tessera*")}
    assert {"tessera.1.gz", "tessera-serve.1.gz", "tessera-user-add.1.gz"} <= pages
    page = in_debian(debian, "MANPAGER=cat MANWIDTH=80 man --warnings tessera-serve")
    assert "--host-name" in page and "warning" not in page
    assert "tessera-serve(1)" in in_debian(debian, "MANPAGER=cat man tessera")
    assert "serve" in in_debian(debian, "bash -c '. /usr/share/bash-completion/completions/tessera && complete -p tessera; "
                                        "COMP_WORDS=(tessera se); COMP_CWORD=1; _tessera; echo ${COMPREPLY[@]}'")


def test_removing_keeps_data_and_purging_removes_it(debian):
    data = debian / "var/lib/tessera/board.sqlite"
    assert data.exists()
    in_debian(debian, "echo '# mine' >> /etc/default/tessera; apt-get remove -q=2 -y tessera")
    assert data.exists() and (debian / "etc/default/tessera").exists()
    assert not (debian / "usr/bin/tessera").exists()
    in_debian(debian, "DEBIAN_FRONTEND=noninteractive apt-get install -q=2 -y --no-install-recommends /root/tessera.deb")
    assert data.exists() and "# mine" in (debian / "etc/default/tessera").read_text()
    in_debian(debian, "apt-get purge -q=2 -y tessera")
    assert not data.exists() and not (debian / "etc/default/tessera").exists()
