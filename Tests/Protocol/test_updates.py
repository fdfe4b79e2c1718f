"""Widgets that are kept up to date: notifications of new content, and files that apps share with them."""

import json
import queue
import subprocess
import urllib.error
import urllib.request

import pytest

from data_folders import Client
from fake_service import FakeService, Response
from served import ROOT
from waiting import wait

AGENDA = "docs/examples/Agenda.widget"
FLIGHT = "Samples/Flight.widget"


@pytest.fixture(scope="module")
def flights(serve_all):
    """A server with a flight and an agenda."""
    return serve_all(FLIGHT, AGENDA)


@pytest.fixture(scope="module", params=[(), ("--isolate",)], ids=["in the server", "in a process"])
def gates(serve_all, request):
    """A server with a widget that shares files with an app."""
    return serve_all("docs/examples/Gates.widget", options=request.param)


def updates(server, tile="1"):
    return json.load(urllib.request.urlopen(f"{server.root}widgets/{tile}/updates"))


def next_after_success(server):
    """Returns when the next update is; none while the last one failed, or there was none."""
    state = updates(server)
    return state["updated"] and state["failures"] == 0 and state["next"]


def reload(server, *arguments):
    return subprocess.run(
        [ROOT / ".build/debug/tessera", "reload", "--server", server.root, "--data", server.data, *arguments],
        capture_output=True, text=True, cwd="/")


def test_two_pages_see_the_same_entry(flights):
    client = Client(flights)
    one, two = client.present("2"), client.present("2")
    for page in (one, two):
        wait(lambda: page.texts("titleLabel") == ["Nothing planned"], "the drawing")
    one.send(("input", one.view("title"), "Lunch"), ("press", one.view("addButton")))
    wait(lambda: two.texts("titleLabel") == ["Lunch"], "what the other page did")


def is_empty(server, tile):
    return Client(server).event("freshness")[tile].get("isEmpty", False)


def test_an_app_reports_that_content_changed(flights):
    server = flights
    wait(lambda: updates(server)["updated"], "the first answer")
    spent = updates(server)["spent"]
    answer = reload(server, "--kind", "org.tessera.samples.flight")
    assert (answer.returncode, answer.stdout) == (0, "1 widget\n"), answer.stderr
    # A minute after the first answer, the update that was asked for is made at once.
    assert (state := updates(server))["cause"] == "push" or state["spent"] > spent
    assert reload(server, "--all").stdout == "2 widgets\n"
    assert reload(server, "--kind", "org.example.nothing").returncode == 1
    assert reload(server, "--all", "--token", "guessed").returncode == 1
    assert reload(server, "--all", "--tile", "1").returncode == 2
    assert reload(server, "--tile", "1", "--has-content", "false").returncode == 0
    wait(lambda: is_empty(server, "1"), "an empty tile")
    assert reload(server, "--tile", "1", "--has-content", "true").returncode == 0
    wait(lambda: not is_empty(server, "1"), "a tile with content")
    token = (server.data / "push-token").read_text()
    assert (server.data / "push-token").stat().st_mode & 0o077 == 0
    for body, headers, status in [
        ({"all": True}, {"Authorization": f"Bearer {token}"}, 202), ({"all": True}, {}, 401),
        ({"all": True}, {"Authorization": f"Bearer {token}x"}, 401),
        ({"all": False}, {"Authorization": f"Bearer {token}"}, 400),
        ({"tile": "1", "kind": "x"}, {"Authorization": f"Bearer {token}"}, 400),
        ({"tile": "9"}, {"Authorization": f"Bearer {token}"}, 404),
        ({"tile": "1", "hasContent": "yes"}, {"Authorization": f"Bearer {token}"}, 400),
    ]:
        request = urllib.request.Request(
            server.root + "reload", json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
        try:
            assert urllib.request.urlopen(request).status == status
        except urllib.error.HTTPError as error:
            assert error.code == status, body


def test_a_daily_limit_of_zero_prevents_updates(serve):
    server = serve(FLIGHT, options=("--updates-per-day", "0"))
    Client(server).present("1")
    wait(lambda: updates(server)["updated"] is not None, "what is drawn once")
    assert (updates(server)["next"], updates(server)["spent"]) == (None, 1)
    assert reload(server, "--all").returncode == 0
    assert updates(server)["next"] is None


@pytest.fixture(params=["of the operator", "of a person"])
def news(serve, tmp_path, request):
    """A server with a widget whose host sends events, the host, and the queue of what it sends."""
    events = queue.Queue()
    stream = Response(headers={"Content-Type": "text/event-stream"}, chunks=iter(events.get, None))
    with FakeService({"/events": stream, "/news": {"title": "Fresh"}}) as service:
        bundle = tmp_path / "News.widget"
        (bundle / "screens").mkdir(parents=True)
        (bundle / "widget.json").write_text(json.dumps({
            "id": "org.example.news", "name": "News", "base": service.address, "hosts": [service.host],
            "update": {"action": "news", "events": "/events", "interval": 86_400},
        }))
        (bundle / "service.json").write_text(json.dumps({
            "defaults": {"baseUrl": service.address}, "actions": {"news": {"path": "/news"}}}))
        (bundle / "screens" / "Main.json").write_text('{"view": {"type": "text", "text": "News"}}')
        if request.param == "of the operator":
            server = serve(bundle, options=("--allow-private-addresses",))
            service.wait_for("/news")
        else:
            server = serve(bundle)
            Client(server).edit("home", type="allowHost", tile="1", host=service.host, isAllowed=True)
        yield server, service, events
        events.put(None)


# Without the permission the first update fails, and the next one is as soon as an event could bring it.
@pytest.mark.parametrize("news", ["of the operator"], indirect=True)
def test_the_host_of_a_widget_brings_its_next_update_forward(news):
    server, service, events = news
    service.wait_for("/events")
    before = wait(lambda: next_after_success(server), "the update after the first one")
    events.put(b": nothing yet\n\ndata: something\n\n")
    # While it is made, there is no next one.
    wait(lambda: (updates(server)["next"] or before) < before, "an earlier update")


@pytest.mark.parametrize("news", ["of a person"], indirect=True)
def test_a_widget_listens_to_a_host_that_a_person_allows(news):
    _, service, _ = news
    service.wait_for("/events")


@pytest.mark.exhaustive
def test_the_host_of_a_widget_reports_that_its_content_changed(news):
    server, service, events = news
    events.put(b": nothing yet\n\ndata: something\n\n")
    service.wait_for("/events")
    # An event takes effect a minute after the first request at the earliest.
    wait(lambda: updates(server)["cause"] == "push", "the notification", 300)


def test_a_remote_service_reports_that_content_changed(flights):
    server = flights
    address = reload(server, "--tile", "2", "--webhook").stdout.strip()
    assert address.startswith(server.root + "webhooks/2/")
    spent = updates(server, "2")["spent"]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    request = urllib.request.Request(address, b"payload=anything", form)
    assert urllib.request.urlopen(request).status == 202
    wait(lambda: (state := updates(server, "2"))["cause"] == "push" or state["spent"] > spent, "the notification")
    for wrong in (address[:-1] + "x", address.replace("/2/", "/1/"), server.root + "webhooks/2/"):
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(urllib.request.Request(wrong, b"", form))
        assert refusal.value.code == 404


def group(server, *arguments, content=b""):
    return subprocess.run(
        [ROOT / ".build/debug/tessera", "group", *arguments, "--data", server.data], input=content,
        capture_output=True, cwd="/")


def test_an_app_and_its_widget_share_files(gates):
    server, shown = gates, Client(gates).present("1")
    assert shown.view("gateTable")
    content = b'[{"flight": "LX 8", "gate": "A 1"}]'
    assert group(server, "put", "org.example.airport", "gates.json", content=content).stdout == b"1\n"
    wait(lambda: shown.texts("gateLabel") == ["LX 8: A 1"], "what the app wrote")
    shown.send(("press", shown.view("watchButton")))
    wait(lambda: b"watched.json" in group(server, "list", "org.example.airport").stdout, "what the widget wrote")
    assert json.loads(group(server, "get", "org.example.airport", "watched.json").stdout) == {"flight": "LX 8"}


def test_a_remote_app_replaces_the_version_that_it_knows(gates):
    server = gates
    token = (server.data / "push-token").read_text()

    def ask(method, name, body=None, **headers):
        fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **headers}
        address = f"{server.root}groups/org.example.airport{name}"
        try:
            return urllib.request.urlopen(urllib.request.Request(address, body, fields, method=method))
        except urllib.error.HTTPError as error:
            return error

    assert ask("GET", "/times.json").status == 404
    assert ask("PUT", "/times.json", b"[]", **{"If-None-Match": "*"}).headers["ETag"] == '"1"'
    assert ask("PUT", "/times.json", b"[]", **{"If-None-Match": "*"}).status == 412
    assert ask("PUT", "/times.json", b"[1]", **{"If-Match": '"1"'}).headers["ETag"] == '"2"'
    answer = ask("GET", "/times.json")
    assert (answer.read(), answer.headers["ETag"]) == (b"[1]", '"2"')
    assert {"name": "times.json", "size": 3, "version": 2} in json.load(ask("GET", ""))["files"]
    assert ask("DELETE", "/times.json").status == 204
    assert ask("GET", "/..%2fpush-token").status in (400, 404)
    assert ask("GET", "/times.json", Authorization="Bearer guessed").status == 401
    assert ask("PUT", "/large", b"x" * (17 << 20)).status == 413
