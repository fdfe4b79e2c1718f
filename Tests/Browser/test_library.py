"""Each widget of the library, with the responses that its scenarios recorded, in the page."""

import json
import urllib.error

import pytest

from axe import violations
from data_folders import Client
from library import LIBRARY, scenario_for_pictures
from served import ROOT, Server

NETWORKS = [
    option for name in LIBRARY for option in ["--network", str(scenario_for_pictures(name))]
    if "network:" in scenario_for_pictures(name).read_text()]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serves all widgets of the library."""
    first, *more = [f"Widgets/{name}.widget" for name in LIBRARY]
    server = Server(tmp_path_factory.mktemp("library"), first, NETWORKS, more)
    yield server
    server.stop()


def refresh(server, number):
    """Updates a widget, if it is one that is updated."""
    try:
        Client(server).ask(f"widgets/{number}/refresh", {})
    except urllib.error.HTTPError as refusal:
        assert refusal.code == 404


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(1, len(LIBRARY) + 1), ids=LIBRARY)
def test_a_widget_of_the_library_is_accessible(server, number, open_page):
    refresh(server, number)
    page = open_page(f"{server.root}open/{number}", width=640, height=700, still=True)
    page.wait(lambda: page.run("return document.querySelector('.widget [data-kind=screen]') !== null"), "the widget")
    for look, dark in [("light", False), ("dark", True)]:
        page.emulate(640, 700, dark, still=True)
        page.shot(look)
        assert violations(page) == [], look
    page.browser.get("about:blank")


@pytest.mark.smoke
def test_the_first_board_is_made_of_the_library(tmp_path, open_page):
    document = json.loads((ROOT / "Widgets/Home.board.json").read_text())
    widgets = [path for folder in ["Widgets", "Samples"] for path in sorted((ROOT / folder).glob("*.widget"))]
    known = {json.loads((path / "widget.json").read_text())["id"] for path in widgets}
    assert {tile["widget"] for tile in document["tiles"].values()} <= known
    server = Server(
        tmp_path, widgets[0].relative_to(ROOT),
        ["--start-with", "Widgets/Home.board.json", *NETWORKS], [path.relative_to(ROOT) for path in widgets[1:]])
    try:
        page = open_page(server.root, width=1440, height=900, still=True)
        page.wait(lambda: page.run("""
            return [...document.querySelectorAll('.boardTile')].filter((tile) => tile.textContent.length > 20).length""") >= 6,
            "six tiles with content")
        assert page.run("return document.querySelectorAll('.boardTile').length") == len(document["tiles"])
        page.shot("first-board")
        assert violations(page) == []
    finally:
        page.browser.get("about:blank")
        server.stop()
