"""Runs every command of the README, of the tutorial and of the other documents as written, in order.

`.ci/run` runs these tests before anything else is built, so that the files which the README mentions exist because
`make run` created them.
"""

import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import threading
import urllib.request
import zipfile

import pytest

from fake_service import FakeService, files
from waiting import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[2]
PORT = 8080
# Blocks of commands, files that the reader writes, and commands within sentences, in the order of the document.
PARTS = re.compile(
    r"```sh\n(?P<block>.*?)```"
    r"|<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)```"
    r"|`(?P<words>(?:tessera|make) [^`]+)`",
    re.DOTALL)
SERVES = re.compile(r"(make (run|team)|\S*tessera serve)\b")
# A test that runs all tests would never end.
ITSELF = "make test"


class Reader:
    """A reader who follows a document with a shell in a folder."""

    def __init__(self, folder, home):
        self.folder = folder
        self.environment = {**os.environ, "XDG_DATA_HOME": str(home)}
        self.aliases = ""
        self.done = []

    def run(self, command):
        self.done.append(command)
        if command == ITSELF:
            return
        if command.startswith("alias "):
            # The project's folder is substituted into the alias when it is defined.
            self.aliases += subprocess.run(
                ["bash", "-c", f"{command}\nalias"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
            return
        script = f"shopt -s expand_aliases\n{self.aliases}\n{command}"
        if SERVES.match(command):
            self.serve(command, script)
            return
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=PATIENCE)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def serve(self, command, script):
        """Starts a server, opens its page, and stops it with Control-C, as a user does."""
        with self.serving(command, script):
            pass

    @contextlib.contextmanager
    def serving(self, command, script=None):
        """Runs a server that listens on the documented port."""
        script = script or f"shopt -s expand_aliases\n{self.aliases}\n{command}"
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", PORT))
            except OSError:
                pytest.skip(f"another program listens on port {PORT}")
        environment = self.environment
        if command.startswith("make"):
            # The library's widgets would ask real services.
            environment = {**environment, "TESSERA_NETWORK": str(ROOT / "Tests/Support/no-network.yaml")}
        process = subprocess.Popen(
            ["bash", "-c", script], cwd=self.folder, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True)
        said = []
        # A server without output is killed, so that reading its output ends.
        limit = threading.Timer(3600, os.killpg, (process.pid, signal.SIGKILL))
        limit.start()
        try:
            for line in process.stdout:
                said.append(line)
                if match := re.search(r"Listening on (http://\S+)", line):
                    assert match[1] == f"http://127.0.0.1:{PORT}/"
                    with urllib.request.urlopen(match[1], timeout=PATIENCE) as page:
                        assert b"<title>" in page.read()
                    break
            else:
                raise AssertionError(f"{command} ended:\n{''.join(said)}")
            yield
        finally:
            limit.cancel()
            os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=PATIENCE)


def parts(path):
    for match in PARTS.finditer((ROOT / path).read_text()):
        yield match.lastgroup if match["file"] is None else "file", match


def commands(block):
    """Returns the commands of a block, without comments."""
    return [re.sub(r"\s+#.*", "", line) for line in block.splitlines() if line.strip()]


def test_the_readme(tmp_path):
    reader = Reader(ROOT, tmp_path / "home")
    # Commands within sentences are run in a separate folder.
    elsewhere = Reader(tmp_path, tmp_path / "home")
    elsewhere.run(f'alias tessera="{ROOT}/.build/debug/tessera"')
    for kind, part in parts("README.md"):
        if kind == "block":
            for command in commands(part["block"]):
                reader.run(command)
        elif kind == "words":
            (reader if part["words"].startswith("make") else elsewhere).run(part["words"])
    assert "make run" in reader.done and ".build/debug/tessera check Samples/Hello.widget" in reader.done
    assert "tessera new Notes.widget" in elsewhere.done


def test_the_tutorial(tmp_path):
    reader = Reader(tmp_path, tmp_path / "home")
    for kind, part in parts("docs/tutorial/first-widget.md"):
        if kind == "file":
            # docs/tutorial/2/Reading.widget/model.json is the reader's Reading.widget/model.json.
            file = tmp_path.joinpath(*pathlib.Path(part["file"]).parts[3:])
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(part["text"])
        elif kind == "block":
            for command in commands(part["block"]):
                reader.run(command)
        elif part["words"].startswith("tessera new"):
            # The command creates the folder that the page creates by hand.
            reader.run(part["words"])
            shutil.rmtree(tmp_path / part["words"].split()[-1])
    assert "tessera serve --watch Reading.widget" in reader.done
    assert "tessera test Reading.widget/tests/reading.yaml --widget Reading.widget" in reader.done


def test_from_a_stub_to_a_server(tmp_path):
    reader = Reader(tmp_path, tmp_path / "home")
    reader.run(f'alias tessera="{ROOT}/.build/debug/tessera"')
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for kind, part in parts("docs/tutorial/widget-with-a-service.md"):
        if kind == "file" and part["file"].startswith("docs/tutorial/stubs/"):
            (tmp_path / pathlib.Path(part["file"]).relative_to("docs/tutorial/stubs")).write_text(part["text"])
        elif kind == "block":
            for command in commands(part["block"]):
                reader.run(command)
    assert "tessera test Station.widget --development" in reader.done


class Guide:
    """A reader of a page who has what the page presupposes: the project's folders, files with the names that it uses,
    and a server on this machine in place of the internet."""

    def __init__(self, folder):
        self.folder = folder
        self.home = folder / "home"
        self.reader = Reader(folder, self.home / ".local/share")
        self.reader.environment["HOME"] = str(self.home)
        self.home.mkdir()
        for name in ("Samples", "docs", "Makefile", "Scripts", ".build", "Package.swift", "Sources"):
            (folder / name).symlink_to(ROOT / name)
        self.reader.run(f'alias tessera="{ROOT}/.build/debug/tessera"')

    def follow(self, page, replacing=(), without=()):
        """Runs the commands of a page in order. `replacing` maps parts of the internet to their substitutes."""
        ran = []
        for kind, part in parts(page):
            if kind != "block":
                continue
            for command in commands(part["block"].replace("\\\n", " ")):
                if any(command.startswith(start) for start in without):
                    continue
                for old, new in replacing:
                    command = command.replace(old, new)
                self.reader.run(command)
                ran.append(command)
        assert ran, page


@pytest.fixture
def guide(tmp_path):
    return Guide(tmp_path)


@pytest.fixture
def web(tmp_path):
    """A server on this machine with the files of a folder."""
    folder = tmp_path / "web"
    folder.mkdir()
    with FakeService(otherwise=files(folder)) as service:
        yield folder, service.address


def test_a_board_of_your_own(guide):
    page = "docs/tutorial/board-of-your-own.md"
    blocks = [part["block"] for kind, part in parts(page) if kind == "block"]
    first, second = [line for block in blocks for line in commands(block) if line.startswith("tessera serve")]
    # The reader leaves the first server running. There is no second device.
    with guide.reader.serving(first):
        guide.follow(page, without=["tessera serve", "ssh"])
    board = json.loads((guide.folder / "home.board.json").read_text())
    assert [tile["widget"] for tile in board["tiles"].values()] == [
        "org.tessera.samples.clock", "org.tessera.samples.note", "org.tessera.todo"]
    guide.reader.run(second)
    assert "tessera install Samples/Steps.widget --data ~/board" in guide.reader.done


def test_expressions(guide):
    guide.follow("docs/how-to/expressions.md")


def test_scenarios(guide):
    shutil.copy(ROOT / "Samples/Feed.widget/tests/search.yaml", guide.folder / "feed.yaml")
    guide.follow("docs/how-to/scenarios.md")


def test_the_grid(guide):
    question = re.search(r"```json\n(\{\"page\".*?)```", (ROOT / "docs/reference/grid.md").read_text(), re.DOTALL)
    (guide.folder / "questions.json").write_text(question[1])
    guide.follow("docs/reference/grid.md")


def test_the_board(guide):
    # The README's test covers this command.
    guide.follow("docs/how-to/board.md", without=["make run"])


def test_access(guide):
    # The reader has registered the server at a provider, makes the first account on the page, and types bob's password.
    guide.reader.run("mkdir -p ~/.config/tessera; echo secret > ~/.config/tessera/openid-secret")
    add = "echo 'correct horse' | tessera user add ada && echo 'battery staple' | tessera user add bob"
    guide.follow("docs/how-to/access.md", without=["sudo"], replacing=[
        ("tessera user add bob", add), ("--host 0.0.0.0", "--host 127.0.0.1 --access required")])


def test_configuration(guide):
    for name in ("tessera.yaml", "Charts.widget", "Todo.widget", "Agenda.widget", "Times.widget"):
        guide.reader.run(f"cp -r {ROOT}/docs/examples/{name} .")
    guide.follow("docs/how-to/configuration.md")


def test_backups(guide):
    guide.reader.run("echo 'correct horse' > password; mkdir -p ~/.local/share/tessera")
    guide.reader.run("tessera user add ada < password")
    guide.reader.run(f"cp {ROOT}/docs/examples/backups.yaml .")
    guide.follow("docs/how-to/backup.md", without=["sudo"])
    assert list((guide.home / "backups").glob("tessera *.zip"))


def test_bundles(guide, web):
    folder, address = web
    for file, version in ((guide.folder / "Feed.widget.zip", "1.0.0"), (folder / "Feed.widget.zip", "1.1.0")):
        manifest = {"id": "org.example.feed", "name": "Feed", "version": version}
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("Feed.widget/widget.json", json.dumps(manifest))
            archive.writestr("Feed.widget/screens/Main.json", json.dumps({"view": {"type": "text", "text": "News"}}))
    archive = (folder / "Feed.widget.zip").read_bytes()
    text = (ROOT / "docs/reference/bundles.md").read_text()
    shown = re.search(r"--sha256 (\w{64})", text)[1]
    replacing = [("https://example.org", address), (shown, hashlib.sha256(archive).hexdigest())]
    # The reader has a folder of bundles.
    departures = guide.folder / "Widgets/Departures.widget"
    shutil.copytree(ROOT / "docs/examples/Banner.widget", departures)
    manifest = json.loads((departures / "widget.json").read_text())
    (departures / "widget.json").write_text(
        json.dumps({**manifest, "id": "org.example.departures", "name": "Departures"}))
    # Installs a previous version for the rollback.
    guide.reader.run("tessera install Feed.widget.zip")
    guide.follow("docs/reference/bundles.md", replacing)


def test_sources(guide):
    # The agent would go on; Tests/Browser/test_sources.py asks one.
    guide.follow("docs/how-to/sources.md", without=["tessera agent"])


def test_updates(guide, web):
    # The widgets that the page names are on a board, which listens on the documented port.
    trains = {"id": "org.example.trains", "name": "Trains", "update": {"interval": 3600}}
    parcel = {"id": "org.example.parcel", "name": "Parcel", "update": {"interval": 3600}}
    airport = {"id": "org.example.airport", "name": "Airport", "group": "org.example.airport", "update": {"interval": 3600}}
    for manifest in (trains, parcel, airport):
        folder = guide.folder / f"{manifest['name']}.widget"
        (folder / "screens").mkdir(parents=True)
        (folder / "widget.json").write_text(json.dumps(manifest))
        (folder / "screens/Main.json").write_text(json.dumps({"view": {"type": "text", "text": manifest["name"]}}))
    (guide.folder / "gates.json").write_text('{"gates": []}')
    with guide.reader.serving("tessera serve --data ~/.local/share/tessera Trains.widget Parcel.widget Airport.widget"):
        guide.follow("docs/explanation/updates.md", without=["tessera serve"])
    assert (guide.folder / "commute.svg").read_text().startswith("<svg")
