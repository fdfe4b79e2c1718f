"""A server that people sign in to."""

import http.client
import json
import re

import pytest

from served import Server, tessera
from waiting import PATIENCE

PASSWORD = "correct horse"


class GuardedServer(Server):
    """Serves a widget to people who sign in. `set_up` is the match of the line with the address for the first account, if any."""

    def __init__(self, tmp_path, *options):
        self.data = tmp_path / "data"
        super().__init__(tmp_path, "Samples/Todo.widget", ["--data", str(self.data), "--access", "required", *options])
        self.set_up = re.search(r"Make the first account at (\S+)", self.process.stdout.readline())

    def request(self, method, path, body=None, cookie=None, **fields):
        """Sends a request, and returns the status, the JSON and the cookie."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if cookie:
            fields["Cookie"] = cookie
        if body is not None:
            fields.setdefault("Content-Type", "application/json")
        connection.request(method, path, None if body is None else json.dumps(body), fields)
        response = connection.getresponse()
        content = response.read()
        set_cookie = response.getheader("Set-Cookie")
        connection.close()
        try:
            content = json.loads(content)
        except ValueError:
            pass
        return response.status, content, set_cookie and set_cookie.split(";")[0]

    def stopped_log(self):
        """Stops the server, and returns what it has printed since it listens."""
        self.process.terminate()
        text = self.process.stdout.read()
        self.process.wait(PATIENCE)
        return text

    def sign_in(self, name, password=PASSWORD):
        status, _, cookie = self.request("POST", "/login", {"name": name, "password": password})
        assert status == 204
        return cookie


@pytest.fixture
def guarded(tmp_path):
    server = GuardedServer(tmp_path)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def administered(tmp_path_factory):
    """A server with an administrator."""
    server = GuardedServer(tmp_path_factory.mktemp("administered"))
    tessera("user", "add", "ada", "--role", "administer", "--data", server.data, password=PASSWORD)
    yield server
    server.stop()
