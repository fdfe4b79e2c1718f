"""Sources of this machine: the agent that serves them, and widgets that read them."""

import http.server
import json
import os
import pathlib
import socketserver
import subprocess
import threading
import urllib.error
import urllib.request

import pytest

from data_folders import Client
from served import TESSERA
from waiting import PATIENCE, wait

TOKEN = "0123456789abcdef0123"
CONTAINERS = [{"Id": "8dfafdbc3a40", "Names": ["/web"], "Image": "nginx", "State": "running", "Status": "Up 2 hours"}]


class UnixServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def get_request(self):
        connection, _ = super().get_request()
        return connection, ("", 0)


@pytest.fixture(scope="module")
def shared_engine():
    """An HTTP server behind a Unix socket, as that of Docker is, and what it was asked."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(f"{self.command} {self.path}")
            body = json.dumps(CONTAINERS).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, *_):
            pass

    # The path of a socket has at most 107 bytes.
    path = f"/tmp/tessera-{os.getpid()}.sock"
    with UnixServer(path, Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield path, asked
        server.shutdown()
    os.unlink(path)


@pytest.fixture
def engine(shared_engine):
    """The same, which has not been asked anything yet."""
    shared_engine[1].clear()
    return shared_engine


@pytest.fixture(scope="module")
def agent(shared_engine, tmp_path_factory):
    """Runs an agent with a token, and asks it."""
    tmp_path = tmp_path_factory.mktemp("agent")
    token = tmp_path / "token"
    token.write_text(TOKEN + "\n")
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    (pictures / "a.txt").write_text("one")
    process = subprocess.Popen(
        [TESSERA, "agent", "--port", "0", "--token-file", token, "--source", "machine", "--source",
         f"docker=unix:{shared_engine[0]}", "--source", f"files=folder:{pictures}"],
        stdout=subprocess.PIPE, text=True)
    root = process.stdout.readline().split()[-1]

    def ask(path, method="GET", token=TOKEN):
        fields = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(root + path, method=method, headers=fields)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    yield ask
    process.terminate()
    process.wait(PATIENCE)
    process.stdout.close()


def test_an_agent_serves_figures_folders_and_sockets(agent, engine):
    status, body = agent("machine/figures")
    assert status == 200
    figures = json.loads(body)
    assert 0 <= figures["processor"]["use"] <= 1
    assert figures["memory"]["total"] > 0
    assert agent("docker/containers/json?all=1") == (200, json.dumps(CONTAINERS).encode())
    assert engine[1] == ["GET /containers/json?all=1"]
    assert [file["name"] for file in json.loads(agent("files")[1])] == ["a.txt"]
    assert agent("files/a.txt") == (200, b"one")


@pytest.mark.parametrize(
    "path, method, token, status",
    [
        ("machine/figures", "GET", None, 401), ("machine/figures", "GET", "another", 401), ("files/", "GET", None, 401),
        ("other/", "GET", TOKEN, 404), ("machine/", "GET", TOKEN, 404), ("files/..%2Ftoken", "GET", TOKEN, 404),
        ("docker/containers/x/stop", "POST", TOKEN, 404),
    ])
def test_an_agent_refuses_others_and_changes_nothing(agent, engine, path, method, token, status):
    assert agent(path, method, token)[0] == status
    assert engine[1] == []


def test_an_agent_for_others_needs_a_token():
    refused = subprocess.run([TESSERA, "agent", "--host", "0.0.0.0"], capture_output=True, text=True, timeout=PATIENCE)
    assert refused.returncode == 2
    assert "--token-file" in refused.stderr


@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    """A widget that lists the files of a folder, and the folder, which is empty."""
    tmp_path = tmp_path_factory.mktemp("notes")
    folder = tmp_path / "notes"
    folder.mkdir()
    bundle = tmp_path / "Notes.widget"
    documents = {
        "widget.json": {"id": "org.example.notes", "name": "Notes", "main": "Main", "hosts": ["notes.tessera.internal"],
                        "update": {"interval": 86400, "action": "files"}},
        "service.json": {"actions": {"files": {
            "baseUrl": "http://notes.tessera.internal/", "resultType": "[File]", "clearPolicy": "after"}}},
        "model.json": {"entities": {"File": {"identityAttribute": "name", "attributes": {
            "name": {"type": "string", "JSONKeyPath": "name"}}}}},
        "screens/Main.json": {
            "view": {"type": "list", "id": "fileList", "items": "files", "template": {"type": "text", "text": "@{item.name}"}},
            "objects": {"files": {"type": "ManagedObjectsProvider", "attrs": {"entityName": "File", "sortByFields": "name"}}}},
    }
    for name, document in documents.items():
        file = bundle / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document))
    return bundle, folder


@pytest.fixture(scope="module", params=[(), ("--isolate",)], ids=["in the server", "in a process"])
def client(notes, serve_all, request):
    bundle, folder = notes
    sources = ("--source", "machine", "--source", f"notes=folder:{folder}")
    return Client(serve_all("docs/examples/Load.widget", bundle, options=(*sources, *request.param)))


def test_widgets_show_what_the_owner_grants(client):
    load = client.present("1")
    name = pathlib.Path("/proc/sys/kernel/hostname").read_text().strip()
    wait(lambda: load.texts("name") == [name], "the name of the machine")


def test_a_file_in_a_folder_is_shown_when_it_is_there(client, notes):
    shown, folder = client.present("2"), notes[1]
    for name in ["a.txt", "b.txt"]:
        (folder / name).write_text(name)
        wait(lambda: name in [node.get("attributes", {}).get("text") for node in shown.nodes()], name)
    for file in folder.iterdir():
        file.unlink()
