"""Widgets that are kept up to date: rendering in advance, freshness, and notifications of new content."""

import json
import queue
import subprocess
import urllib.error
import urllib.request

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from fake_service import FakeService, Response
from served import ROOT, Server
from waiting import wait

AGENDA = "docs/examples/Agenda.widget"
FLIGHT = "Samples/Flight.widget"


@pytest.fixture
def serve(tmp_path):
    servers = []

    def serve(*bundles, data=tmp_path / "data", options=()):
        first, *more = bundles
        server = Server(tmp_path, first, ("--data", str(data), *options), more)
        server.data = data
        servers.append(server)
        return server

    yield serve
    for server in servers:
        server.stop()


def updates(server, tile="1"):
    return json.load(urllib.request.urlopen(f"{server.root}widgets/{tile}/updates"))


def reload(server, *arguments):
    return subprocess.run(
        [ROOT / ".build/debug/tessera", "reload", "--server", server.root, "--data", server.data, *arguments],
        capture_output=True, text=True, cwd="/")


def texts(page, identifier):
    return [view.text for view in page.all(identifier)]


def freshness(page):
    return page.browser.find_element(By.CSS_SELECTOR, ".boardFreshness")


def write(page, title):
    page.browser.find_element(By.TAG_NAME, "input").send_keys(title)
    page.view("addButton").click()


@pytest.mark.smoke
def test_a_prepared_drawing_becomes_live_and_survives_a_restart(serve, open_page):
    server = serve(AGENDA)
    page = open_page(server.root, 800, 500)
    page.wait(lambda: texts(page, "titleLabel") == ["Nothing planned"], "the drawing")
    element = page.view("titleLabel")
    write(page, "Dentist")
    page.wait(lambda: texts(page, "titleLabel") == ["Dentist"], "the appointment")
    assert element == page.view("titleLabel"), "nothing on the page is made anew"
    page.shot("agenda")
    page.browser.get("about:blank")
    server.stop()
    again = serve(AGENDA)
    page.browser.get(again.root)
    page.wait(lambda: texts(page, "titleLabel") == ["Dentist"], "what was kept")
    assert updates(again)["spent"] <= 1, "a restart asks nobody"


def test_two_pages_see_the_same_entry(serve, open_page):
    server = serve(AGENDA)
    one = open_page(server.root, 800, 500)
    two = open_page(server.root, 500, 700)
    for page in (one, two):
        page.activate().wait(lambda: texts(page, "titleLabel") == ["Nothing planned"], "the drawing")
    one.activate()
    write(one, "Lunch")
    two.activate().wait(lambda: texts(two, "titleLabel") == ["Lunch"], "what the other page did")


def test_the_freshness_of_content_is_shown(serve, open_page):
    server = serve(FLIGHT)
    page = open_page(server.root, 800, 500)
    page.wait(lambda: texts(page, "boardingLabel") == ["Boarding 12:05"], "the first answer")
    before = updates(server)
    ActionChains(page.browser).move_to_element(page.view("boardingLabel")).perform()
    page.wait(lambda: freshness(page).value_of_css_property("opacity") == "1", "the age")
    assert freshness(page).text == "now"
    assert freshness(page).get_attribute("title").startswith("Updated now")
    freshness(page).click()
    page.wait(lambda: freshness(page).get_attribute("aria-busy") == "true", "a question")
    page.wait(lambda: updates(server)["updated"] > before["updated"], "a newer answer")
    assert updates(server)["spent"] == before["spent"], "what a person wants costs nothing"


def test_touches_pass_through_invisible_elements(serve, open_page):
    server = serve(FLIGHT)
    page = open_page(server.root, 800, 500)
    page.wait(lambda: texts(page, "boardingLabel") == ["Boarding 12:05"], "the first answer")
    before = updates(server)["updated"]
    box = freshness(page).rect
    (x, y) = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert box["width"] > 0
    assert page.run("return document.elementFromPoint(arguments[0], arguments[1]).closest('.boardFreshness')", x, y) is None
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait(lambda: freshness(page).value_of_css_property("opacity") == "1", "the age, which a tap shows")
    assert updates(server)["updated"] == before


def test_the_reason_of_the_last_failure_is_shown(serve, open_page, tmp_path):
    bundle = tmp_path / "Silent.widget"
    (bundle / "screens").mkdir(parents=True)
    (bundle / "widget.json").write_text(json.dumps({
        "id": "org.example.silent", "name": "Silent", "hosts": ["silent.example.org"],
        "update": {"action": "load", "interval": 3600}, "timeline": {"entity": "Item", "date": "date"}}))
    (bundle / "model.json").write_text(json.dumps({"entities": {"Item": {"attributes": {"date": "date", "name": "string"}}}}))
    (bundle / "service.json").write_text(json.dumps({
        "defaults": {"baseUrl": "https://silent.example.org"}, "actions": {"load": {"resultType": "[Item]", "path": "/items"}}}))
    (bundle / "screens/Main.json").write_text(json.dumps({"view": {"type": "text", "id": "name", "text": "@{entry.name ?? 'A name'}"}}))
    server = serve(bundle)
    page = open_page(server.root, 800, 500)
    page.wait(lambda: "stale" in freshness(page).get_attribute("class"), "the sign")
    assert "The last attempt failed: " in freshness(page).get_attribute("title")
    window = page.view("name").find_element(By.XPATH, "ancestor::*[contains(@class, 'redacted')]")
    assert window.get_attribute("inert") is not None
    assert page.view("name").value_of_css_property("color") == "rgba(0, 0, 0, 0)"
    page.shot("redacted")
    freshness(page).click()
    page.wait(lambda: "The last attempt failed" in page.run("return document.querySelector('.boardSays').textContent"), "the reason")


@pytest.mark.smoke
def test_an_app_reports_that_content_changed(serve, open_page):
    server = serve(FLIGHT, AGENDA)
    page = open_page(server.root, 900, 500)
    page.wait(lambda: texts(page, "boardingLabel") == ["Boarding 12:05"], "the first answer")
    answer = reload(server, "--kind", "org.tessera.samples.flight")
    assert (answer.returncode, answer.stdout) == (0, "1 widget\n"), answer.stderr
    assert updates(server)["cause"] == "push"
    assert reload(server, "--all").stdout == "2 widgets\n"
    assert reload(server, "--kind", "org.example.nothing").returncode == 1
    assert reload(server, "--all", "--token", "guessed").returncode == 1
    assert reload(server, "--all", "--tile", "1").returncode == 2
    tile = page.browser.find_element(By.CSS_SELECTOR, '.boardTile[data-tile="1"]')
    assert reload(server, "--tile", "1", "--has-content", "false").returncode == 0
    page.wait(lambda: not tile.is_displayed(), "an empty tile is not seen")
    assert reload(server, "--tile", "1", "--has-content", "true").returncode == 0
    page.wait(tile.is_displayed, "the tile")
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


def test_another_app_opens_after_confirmation(serve, open_page):
    server = serve(FLIGHT)
    page = open_page(server.root, 800, 500)
    page.wait(lambda: page.is_visible("checkInButton"), "the button")
    page.view("checkInButton").click()
    link = lambda: page.browser.find_element(By.CSS_SELECTOR, ".link a")
    page.wait(lambda: link().text == "Open myflight://check-in", "the question")
    assert link().get_attribute("href") == "myflight://check-in"
    page.shot("check-in")


def test_a_daily_limit_of_zero_prevents_updates(serve, open_page):
    server = serve(FLIGHT, options=("--updates-per-day", "0"))
    page = open_page(server.root, 800, 500)
    page.wait(lambda: updates(server)["updated"] is not None, "what is drawn once")
    assert (updates(server)["next"], updates(server)["spent"]) == (None, 1)
    assert reload(server, "--all").returncode == 0
    assert updates(server)["next"] is None


@pytest.mark.parametrize("permission", ["of the operator", "of a person"])
def test_the_host_of_a_widget_reports_that_its_content_changed(serve, tmp_path, permission):
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
        if permission == "of the operator":
            server = serve(bundle, options=("--allow-private-addresses",))
            service.wait_for("/news")
        else:
            server = serve(bundle)
            allow = {"type": "allowHost", "tile": "1", "host": service.host, "isAllowed": True}
            urllib.request.urlopen(urllib.request.Request(
                server.root + "boards/home/edits", json.dumps({"grid": [6, 8], "edit": allow}).encode(),
                {"Content-Type": "application/json"}))
        events.put(b": nothing yet\n\ndata: something\n\n")
        service.wait_for("/events")
        # An event takes effect a minute after the first request at the earliest.
        wait(lambda: updates(server)["cause"] == "push", "the notification")
        events.put(None)


def test_a_remote_service_reports_that_content_changed(serve):
    server = serve(AGENDA)
    address = reload(server, "--tile", "1", "--webhook").stdout.strip()
    assert address.startswith(server.root + "webhooks/1/")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    request = urllib.request.Request(address, b"payload=anything", form)
    assert urllib.request.urlopen(request).status == 202
    wait(lambda: updates(server)["cause"] == "push" or updates(server)["spent"] >= 2, "the notification")
    for wrong in (address[:-1] + "x", address.replace("/1/", "/2/"), server.root + "webhooks/1/"):
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(urllib.request.Request(wrong, b"", form))
        assert refusal.value.code == 404


def group(server, *arguments, content=b""):
    return subprocess.run(
        [ROOT / ".build/debug/tessera", "group", *arguments, "--data", server.data], input=content,
        capture_output=True, cwd="/")


@pytest.mark.parametrize("isolation", [(), ("--isolate",)])
def test_an_app_and_its_widget_share_files(serve, open_page, isolation):
    server = serve("docs/examples/Gates.widget", options=isolation)
    page = open_page(server.root, 800, 500)
    page.wait(lambda: page.view("gateTable"), "the widget")
    assert group(server, "put", "org.example.airport", "gates.json", content=b'[{"flight": "LX 8", "gate": "A 1"}]').stdout == b"1\n"
    page.wait(lambda: texts(page, "gateLabel") == ["LX 8: A 1"], "what the app wrote")
    page.view("watchButton").click()
    page.wait(lambda: b"watched.json" in group(server, "list", "org.example.airport").stdout, "what the widget wrote")
    assert json.loads(group(server, "get", "org.example.airport", "watched.json").stdout) == {"flight": "LX 8"}


def test_a_remote_app_replaces_the_version_that_it_knows(serve):
    server = serve("docs/examples/Gates.widget")
    token = (server.data / "push-token").read_text()

    def ask(method, name, body=None, **headers):
        fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **headers}
        address = f"{server.root}groups/org.example.airport{name}"
        try:
            return urllib.request.urlopen(urllib.request.Request(address, body, fields, method=method))
        except urllib.error.HTTPError as error:
            return error

    assert ask("GET", "/gates.json").status == 404
    assert ask("PUT", "/gates.json", b"[]", **{"If-None-Match": "*"}).headers["ETag"] == '"1"'
    assert ask("PUT", "/gates.json", b"[]", **{"If-None-Match": "*"}).status == 412
    assert ask("PUT", "/gates.json", b"[1]", **{"If-Match": '"1"'}).headers["ETag"] == '"2"'
    answer = ask("GET", "/gates.json")
    assert (answer.read(), answer.headers["ETag"]) == (b"[1]", '"2"')
    assert json.load(ask("GET", "")) == {"files": [{"name": "gates.json", "size": 3, "version": 2}]}
    assert ask("DELETE", "/gates.json").status == 204
    assert ask("GET", "/..%2fpush-token").status in (400, 404)
    assert ask("GET", "/gates.json", Authorization="Bearer guessed").status == 401
    assert ask("PUT", "/large", b"x" * (17 << 20)).status == 413
