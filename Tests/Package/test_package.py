"""Installs the Debian package in a clean Debian, and runs the program there.

`make package` makes the package. The tests need root, because they install into a root of their own.
"""

import contextlib
import datetime
import json
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import pytest

from waiting import PATIENCE, wait

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
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
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
        ["chroot", root, "sh", "-c", command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE,
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
    # The library's widgets would ask real services.
    shutil.copy(ROOT / "Tests/Support/no-network.yaml", debian / "tmp")
    server = subprocess.Popen(
        ["chroot", "--userspec=board", debian, "env", "HOME=/var/lib/tessera", "TESSERA_NETWORK=/tmp/no-network.yaml",
         *command_of(debian / "lib/systemd/system/tessera.service")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def get(path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=PATIENCE) as response:
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
        wait(is_serving, "the server")
        yield get
    finally:
        server.terminate()
        server.wait(60)


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
    # The page itself speaks of warnings.
    assert "--host-name" in page and ": warning" not in page
    assert "tessera-serve(1)" in in_debian(debian, "MANPAGER=cat man tessera")
    assert "serve" in in_debian(debian, "bash -c '. /usr/share/bash-completion/completions/tessera && complete -p tessera; "
                                        "COMP_WORDS=(tessera se); COMP_CWORD=1; _tessera; echo ${COMPREPLY[@]}'")


# `openssl x509` knows only whole days before version 3.4; `openssl ca` takes dates.
AUTHORITY = """
[ca]
default_ca = own
[own]
database = {folder}/index
new_certs_dir = {folder}
rand_serial = yes
default_md = sha256
policy = name
x509_extensions = names
[name]
commonName = supplied
[names]
subjectAltName = DNS:localhost
"""


def certify(debian, name, end=None):
    """Puts a certificate that signs itself in place of the former one, with its key.

    It is valid until `end`, or for a day.
    """
    end = end or datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "index").write_text("")
        (folder / "authority").write_text(AUTHORITY.format(folder=folder))
        for command in (
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-subj", f"/CN={name}", "-keyout", folder / "key.pem", "-out", folder / "request.pem"],
            ["ca", "-batch", "-notext", "-config", folder / "authority", "-selfsign", "-keyfile", folder / "key.pem",
             "-enddate", f"{end:%Y%m%d%H%M%SZ}", "-in", folder / "request.pem", "-out", folder / "certificate.pem"],
        ):
            done = subprocess.run(["openssl", *command], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        # The user of the server has to read it.
        (folder / "key.pem").chmod(0o644)
        for file in ("key.pem", "certificate.pem"):
            shutil.copy(folder / file, debian / "tmp" / file)


class EncryptedServer:
    """A server that speaks HTTPS with the certificate in /tmp."""

    def __init__(self, debian):
        self.certificate = debian / "tmp/certificate.pem"
        self.process = subprocess.Popen(
            ["chroot", "--userspec=board", debian, "env", "HOME=/var/lib/tessera", "tessera", "serve",
             "/usr/share/tessera/Clock.widget", "--port", str(PORT), "--certificate", "/tmp/certificate.pem", "--key",
             "/tmp/key.pem"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def get(self, context):
        """Asks for the state of the server, and returns the certificate that it shows and the version of TLS."""
        with (socket.create_connection(("127.0.0.1", PORT), timeout=PATIENCE) as plain,
              context.wrap_socket(plain, server_hostname="localhost") as connection):
            shown = connection.getpeercert(True), connection.version()
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert b"ok" in b"".join(iter(lambda: connection.recv(4096), b""))
            return shown

    def shows(self, name):
        """Whether a client that trusts every certificate gets the one with a name."""
        assert self.process.poll() is None, self.process.stdout.read()
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        try:
            certificate, version = self.get(context)
        except OSError:
            return False
        written = subprocess.run(
            ["openssl", "x509", "-inform", "der", "-noout", "-subject"], input=certificate, capture_output=True,
            check=True).stdout.decode()
        return (written.strip().rsplit(" ", 1)[-1], version) == (name, "TLSv1.3")

    def refusal(self):
        """Why a client that trusts the certificate in the file refuses the one that it gets; None if it does not."""
        context = ssl.create_default_context(cafile=self.certificate)
        try:
            self.get(context)
        except ssl.SSLCertVerificationError as error:
            return error.verify_message
        return None

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


@pytest.fixture
def encrypted(debian):
    certify(debian, "one")
    server = EncryptedServer(debian)
    try:
        wait(lambda: server.shows("one"), "the first certificate")
        yield server
    finally:
        server.stop()


def test_the_program_speaks_https_and_reads_a_new_certificate(debian, encrypted):
    certify(debian, "two")
    wait(lambda: encrypted.shows("two"), "the second certificate")
    # A bad one keeps the former.
    encrypted.certificate.write_text("nothing")
    wait(lambda: "certificate" in encrypted.process.stdout.readline(), "the complaint")
    assert encrypted.shows("two")
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", PORT), timeout=PATIENCE) as plain:
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        old.wrap_socket(plain)


def test_an_expired_certificate_is_refused_by_clients_until_a_new_one_is_there(debian, encrypted):
    assert encrypted.refusal() is None
    # The server runs already, and needs about two seconds to read it, on a busy machine more.
    end = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) + datetime.timedelta(seconds=30)
    certify(debian, "short", end)
    wait(lambda: encrypted.shows("short"), "the certificate that expires soon")
    assert encrypted.refusal() is None
    # Clients that verify see it expire. The server runs on, for the others too.
    wait(encrypted.refusal, "the end of the certificate")
    assert datetime.datetime.now(datetime.timezone.utc) >= end
    assert encrypted.refusal() == "certificate has expired"
    assert encrypted.shows("short")
    # The next one needs no restart.
    certify(debian, "new")
    wait(lambda: encrypted.shows("new"), "the new certificate")
    assert encrypted.refusal() is None


def test_the_package_says_what_it_is_made_of(debian):
    document = json.loads((debian / "usr/share/doc/tessera/tessera.spdx.json").read_text())
    names = {package["name"] for package in document["packages"]}
    assert document["spdxVersion"] == "SPDX-2.3"
    assert {"tessera", "swift-nio", "swift-nio-ssl", "hummingbird"} <= names and any("libzip" in name for name in names)


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
