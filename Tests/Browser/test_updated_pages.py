"""What a page shows of widgets that are kept up to date: drawings in advance, freshness, and failures."""

import json
import urllib.request

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from served import Server, tessera

AGENDA = "docs/examples/Agenda.widget"
FLIGHT = "Samples/Flight.widget"


@pytest.fixture
def serve(tmp_path):
    servers = []

    def serve(bundle):
        servers.append(Server(tmp_path, bundle, ("--data", str(tmp_path / "data"))))
        return servers[-1]

    yield serve
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def flights(tmp_path_factory):
    """A server with a flight, whose data folder is `data`."""
    folder = tmp_path_factory.mktemp("flights")
    server = Server(folder, FLIGHT, ("--data", str(folder / "data")))
    server.data = folder / "data"
    yield server
    server.stop()


@pytest.fixture
def flight(flights, open_page):
    """The board with the flight."""
    page = open_page(flights.root, 800, 500)
    page.wait(lambda: texts(page, "boardingLabel") == ["Boarding 12:05"], "the first answer")
    return page


def updates(server, tile="1"):
    return json.load(urllib.request.urlopen(f"{server.root}widgets/{tile}/updates"))


def texts(page, identifier):
    return [view.text for view in page.all(identifier)]


def freshness(page):
    return page.browser.find_element(By.CSS_SELECTOR, ".boardFreshness")


def opacity(page):
    return freshness(page).value_of_css_property("opacity")


@pytest.mark.smoke
def test_a_prepared_drawing_becomes_live_and_survives_a_restart(serve, open_page):
    server = serve(AGENDA)
    page = open_page(server.root, 800, 500)
    page.wait(lambda: texts(page, "titleLabel") == ["Nothing planned"], "the drawing")
    element = page.view("titleLabel")
    page.browser.find_element(By.TAG_NAME, "input").send_keys("Dentist")
    page.view("addButton").click()
    page.wait(lambda: texts(page, "titleLabel") == ["Dentist"], "the appointment")
    assert element == page.view("titleLabel"), "nothing on the page is made anew"
    page.shot("agenda")
    page.browser.get("about:blank")
    server.stop()
    again = serve(AGENDA)
    page.browser.get(again.root)
    page.wait(lambda: texts(page, "titleLabel") == ["Dentist"], "what was kept")
    assert updates(again)["spent"] <= 1, "a restart asks nobody"


def test_the_freshness_of_content_is_shown_to_a_pointer_and_a_tap(flights, flight):
    page = flight
    before = updates(flights)
    page.run("""window.wasBusy = false;
        new MutationObserver(() => { window.wasBusy ||= document.querySelector('.boardFreshness').ariaBusy === 'true'; })
          .observe(document.querySelector('.boardFreshness'), { attributes: true });""")
    ActionChains(page.browser).move_to_element(page.view("boardingLabel")).perform()
    page.wait(lambda: opacity(page) == "1", "the age")
    freshness(page).click()
    page.wait(lambda: updates(flights)["updated"] > before["updated"], "a newer answer")
    page.wait(lambda: page.run("return window.wasBusy"), "a question")
    page.wait(lambda: freshness(page).text == "now", "the age of the newer answer")
    assert freshness(page).get_attribute("title").startswith("Updated now")
    assert updates(flights)["spent"] == before["spent"], "what a person wants costs nothing"

    # A touch passes through the line while it is invisible.
    page.run("document.activeElement.blur()")
    ActionChains(page.browser).move_to_element(page.browser.find_element(By.CSS_SELECTOR, ".boardBar")).perform()
    page.wait(lambda: opacity(page) == "0", "the line to disappear")
    before = updates(flights)["updated"]
    box = freshness(page).rect
    (x, y) = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert box["width"] > 0
    assert page.run("return document.elementFromPoint(arguments[0], arguments[1]).closest('.boardFreshness')", x, y) is None
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait(lambda: opacity(page) == "1", "the age, which a tap shows")
    assert updates(flights)["updated"] == before


def test_the_reason_of_the_last_failure_is_shown(serve, open_page, tmp_path):
    bundle = tmp_path / "Silent.widget"
    (bundle / "screens").mkdir(parents=True)
    (bundle / "widget.json").write_text(json.dumps({
        "id": "org.example.silent", "name": "Silent", "hosts": ["silent.example.org"],
        "update": {"action": "load", "interval": 3600}, "timeline": {"entity": "Item", "date": "date"}}))
    (bundle / "model.json").write_text(json.dumps({"entities": {"Item": {"attributes": {"date": "date", "name": "string"}}}}))
    (bundle / "service.json").write_text(json.dumps({
        "defaults": {"baseUrl": "https://silent.example.org"}, "actions": {"load": {"resultType": "[Item]", "path": "/items"}}}))
    (bundle / "screens/Main.json").write_text(json.dumps(
        {"view": {"type": "text", "id": "name", "text": "@{entry.name ?? 'A name'}"}}))
    server = serve(bundle)
    page = open_page(server.root, 800, 500)
    page.wait(lambda: "stale" in freshness(page).get_attribute("class"), "the sign")
    assert "The last attempt failed: " in freshness(page).get_attribute("title")
    window = page.view("name").find_element(By.XPATH, "ancestor::*[contains(@class, 'redacted')]")
    assert window.get_attribute("inert") is not None
    assert page.view("name").value_of_css_property("color") == "rgba(0, 0, 0, 0)"
    page.shot("redacted")
    freshness(page).click()
    says = "return document.querySelector('.boardSays').textContent"
    page.wait(lambda: "The last attempt failed" in page.run(says), "the reason")


@pytest.mark.smoke
def test_a_tile_without_content_is_not_seen(flights, flight):
    tile = flight.browser.find_element(By.CSS_SELECTOR, '.boardTile[data-tile="1"]')
    for has_content in ("false", "true"):
        tessera("reload", "--server", flights.root, "--data", flights.data, "--tile", "1", "--has-content", has_content)
        flight.wait(lambda: tile.is_displayed() == (has_content == "true"), "the tile to be as it was told")


def test_another_app_opens_after_confirmation(flight):
    page = flight
    page.wait(lambda: page.is_visible("checkInButton"), "the button")
    page.view("checkInButton").click()
    link = lambda: page.browser.find_element(By.CSS_SELECTOR, ".link a")
    page.wait(lambda: link().text == "Open myflight://check-in", "the question")
    assert link().get_attribute("href") == "myflight://check-in"
    page.shot("check-in")
