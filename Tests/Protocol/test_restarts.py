"""Stops, kills and restarts servers, whose data folder and port the next one gets."""

import json
import signal
import threading
import urllib.request

import pytest

from data_folders import Client, dump
from ports import free_port
from served import Server, tessera
from waiting import PATIENCE, wait


def serve(tmp_path, *options):
    return Server(tmp_path, "Samples/Todo.widget", ["--data", str(tmp_path / "data"), *options])


class Stream:
    """The event stream of a page. It reads like a browser, and remembers the last identifier for the next one."""

    def __init__(self, server, query, last=None):
        headers = {"Last-Event-ID": last} if last else {}
        request = urllib.request.Request(f"{server.root}events?{query}", headers=headers)
        self.response = urllib.request.urlopen(request, timeout=PATIENCE)
        self.last = last
        self.events = []
        self.reading = threading.Thread(target=self._read, daemon=True)
        self.reading.start()

    def _read(self):
        """Records the names and the data of events until the stream ends."""
        name = None
        for line in self.response:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "id":
                self.last = value
            elif field == "data":
                self.events.append((name, json.loads(value)))

    def wait(self, name, condition=lambda data: True):
        """Returns the data of the first event with a name that fulfils a condition."""
        return wait(lambda: [data for event, data in self.events if event == name and condition(data)], name)[0]


def add(todos, title):
    """Adds a thing to do. The server has acknowledged it when this returns."""
    todos.send(("input", todos.view("newField"), title), ("press", todos.view("addButton")))


def test_a_stop_loses_no_acknowledged_edit_and_the_stream_goes_on_at_the_next_server(tmp_path):
    port = free_port()
    server = serve(tmp_path, "--port", str(port))
    try:
        client = Client(server)
        todos = client.present("1")
        add(todos, "Buy milk")
        wait(lambda: todos.rows() == ["Buy milk"], "the thing to do")
        query = f"watch=1/{todos.token}&board=home@6x8"
        stream = Stream(server, query)
        assert stream.wait(todos.token)["tree"]
        revision = stream.wait("board")["revision"]
        assert client.edit("home", type="rename", name="Kitchen")["name"] == "Kitchen"
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
        # The stream ends in order, with all that was sent.
        stream.reading.join(PATIENCE)
        assert not stream.reading.is_alive()
        assert stream.wait("board", lambda board: board["name"] == "Kitchen")
    finally:
        server.stop()
    server = serve(tmp_path, "--port", str(port))
    try:
        assert server.port == port
        client = Client(server)
        assert [board["name"] for board in client.ask("boards")] == ["Kitchen"]
        # The page reconnects as before. It learns that its presentation is gone, and goes on with the board.
        again = Stream(server, query, stream.last)
        board = again.wait("board")
        assert (todos.token, None) in again.events
        assert board["name"] == "Kitchen" and board["revision"] > revision
        client.edit("home", type="rename", name="Garden")
        assert again.wait("board", lambda board: board["name"] == "Garden")["revision"] > board["revision"]
        todos = client.present("1")
        wait(lambda: todos.rows() == ["Buy milk"], "the thing to do")
    finally:
        server.stop()


@pytest.mark.parametrize("options", [[], ["--isolate"]], ids=["plain", "isolated"])
def test_what_a_page_sends_again_after_a_crash_counts_once(tmp_path, options):
    server = serve(tmp_path, *options)

    def events(todos, title):
        return ("input", todos.view("newField"), title), ("press", todos.view("addButton"))

    try:
        todos = Client(server).present("1")
        todos.send(*events(todos, "Buy milk"))
        wait(lambda: todos.rows() == ["Buy milk"], "the thing to do")
        # The answer is lost with the server.
        server.process.kill()
        server.process.wait()
    finally:
        server.stop()
    server = serve(tmp_path, *options)
    try:
        todos = Client(server).present("1")
        wait(lambda: todos.rows() == ["Buy milk"], "the thing to do")
        todos.send(*events(todos, "Buy milk"), batch=2, repeats={"batch": 1, "first": 0})
        # What the server did not get before is done now.
        todos.send(*events(todos, "Read"), batch=4, repeats={"batch": 3, "first": 0})
        wait(lambda: len(todos.rows()) > 1, "the other thing to do")
        assert sorted(todos.rows()) == ["Buy milk", "Read"]
    finally:
        server.stop()


def stores(data):
    """What is in the files of a data folder that only change when people do something."""
    return {path: dump(path) for path in sorted(data.rglob("*.sqlite")) if path.name != "updates.sqlite"}


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_second_server_on_a_data_folder_ends_and_the_first_goes_on(tmp_path, end):
    data = tmp_path / "data"
    first = serve(tmp_path)
    try:
        client = Client(first)
        todos = client.present("1")
        add(todos, "Buy milk")
        wait(lambda: todos.rows() == ["Buy milk"], "the thing to do")
        client.edit("home", type="rename", name="Kitchen")
        before = stores(data)
        assert len(before) == 3
        # Another widget would be placed on the board.
        printed = tessera("serve", "Samples/Note.widget", "--data", data, "--port", 0, expected=2)
        assert f"Another server uses the data folder '{data}'" in printed and "choose another folder" in printed
        assert "Listening" not in printed
        assert stores(data) == before
        assert client.edit("home", type="rename", name="Garden")["name"] == "Garden"
        assert todos.rows() == ["Buy milk"]
        first.process.send_signal(end)
        assert first.process.wait(PATIENCE) == (0 if end == signal.SIGTERM else -end)
    finally:
        first.stop()
    second = serve(tmp_path)
    try:
        client = Client(second)
        assert [board["name"] for board in client.ask("boards")] == ["Garden"]
        todos = client.present("1")
        wait(lambda: todos.rows() == ["Buy milk"], "the thing to do")
    finally:
        second.stop()
