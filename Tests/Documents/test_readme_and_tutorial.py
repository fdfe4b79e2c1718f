"""Runs every command of the README, of the tutorial and of how-tos as it is written, in its order.

`.ci/run` runs this before anything else is built, so that what the README names is there because `make run` made it.
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import threading
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PORT = 8080
# Blocks of commands, files that the reader writes, and commands within sentences, in the order of the document.
PARTS = re.compile(
    r"```sh\n(?P<block>.*?)```"
    r"|<!-- file: (?P<file>\S+) -->\n```\w+\n(?P<text>.*?)```"
    r"|`(?P<words>(?:tessera|make) [^`]+)`",
    re.DOTALL)
SERVES = re.compile(r"(make (run|team)|\S*tessera serve)\b")
# A test inside a test would never end.
ITSELF = "make test"


class Reader:
    """Somebody who does what a document says, with a shell in a folder."""

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
            # What it stands for is filled in where the project is.
            self.aliases += subprocess.run(
                ["bash", "-c", f"{command}\nalias"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
            return
        script = f"shopt -s expand_aliases\n{self.aliases}\n{command}"
        if SERVES.match(command):
            self.serve(command, script)
            return
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=60)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def serve(self, command, script):
        """Starts a server, opens its page, and stops it as a person does, with Control-C."""
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", PORT))
            except OSError:
                pytest.skip(f"another program listens on port {PORT}")
        process = subprocess.Popen(
            ["bash", "-c", script], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True)
        said = []
        # A server that says nothing is ended, so that its output ends.
        limit = threading.Timer(900, os.killpg, (process.pid, signal.SIGKILL))
        limit.start()
        try:
            for line in process.stdout:
                said.append(line)
                if match := re.search(r"Listening on (http://\S+)", line):
                    assert match[1] == f"http://127.0.0.1:{PORT}/"
                    with urllib.request.urlopen(match[1], timeout=30) as page:
                        assert b"<title>" in page.read()
                    break
            else:
                raise AssertionError(f"{command} ended:\n{''.join(said)}")
        finally:
            limit.cancel()
            os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=30)


def parts(path):
    for match in PARTS.finditer((ROOT / path).read_text()):
        yield match.lastgroup if match["file"] is None else "file", match


def commands(block):
    """The commands of a block, without what is said about them."""
    return [re.sub(r"\s+#.*", "", line) for line in block.splitlines() if line.strip()]


def test_the_readme(tmp_path):
    reader = Reader(ROOT, tmp_path / "home")
    # What is named within a sentence is for a folder of one's own.
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
    for kind, part in parts("docs/tutorial.md"):
        if kind == "file":
            # docs/tutorial/2/Reading.widget/model.json is the reader's Reading.widget/model.json.
            file = tmp_path.joinpath(*pathlib.Path(part["file"]).parts[3:])
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(part["text"])
        elif kind == "block":
            for command in commands(part["block"]):
                reader.run(command)
        elif part["words"].startswith("tessera new"):
            # It makes the folder that the page makes by hand.
            reader.run(part["words"])
            shutil.rmtree(tmp_path / part["words"].split()[-1])
    assert "tessera serve --watch Reading.widget" in reader.done
    assert "tessera test Reading.widget/tests/reading.yaml --widget Reading.widget" in reader.done


def test_from_a_stub_to_a_server(tmp_path):
    reader = Reader(tmp_path, tmp_path / "home")
    reader.run(f'alias tessera="{ROOT}/.build/debug/tessera"')
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for kind, part in parts("docs/stubs.md"):
        if kind == "file" and part["file"].startswith("docs/stubs/"):
            (tmp_path / pathlib.Path(part["file"]).relative_to("docs/stubs")).write_text(part["text"])
        elif kind == "block":
            for command in commands(part["block"]):
                reader.run(command)
    assert "tessera test Station.widget --development" in reader.done
