"""Each widget of the library, with the responses that its scenarios recorded, in the page."""

import json
import subprocess
import urllib.error

import pytest

from axe import violations
from data_folders import Client
from served import ROOT, TESSERA, Server

LIBRARY = sorted(path.stem for path in (ROOT / "Widgets").glob("*.widget"))
# A cell of 90 points with 10 between cells.
SIZES = {"smallest": (190, 90), "small": (190, 190), "usual": (390, 390), "wide": (790, 390)}


def scenario_for_pictures(name):
    """Returns the scenario of a widget that has data, by the names that are usual for it."""
    tests = ROOT / "Widgets" / f"{name}.widget" / "tests"
    for usual in ["now", "values", "stories", "videos", "agenda", "checks", "releases", "repository", "pictures"]:
        if (tests / f"{usual}.yaml").is_file():
            return tests / f"{usual}.yaml"
    return sorted(tests.glob("*.yaml"))[0]


@pytest.mark.parametrize("name", LIBRARY)
def test_a_widget_of_the_library_has_a_picture_in_each_size(name, tmp_path):
    for size, (width, height) in SIZES.items():
        for look in [[], ["--dark"], ["--language", "de"]]:
            picture = tmp_path / f"{name}-{size}{''.join(look)}.svg"
            done = subprocess.run(
                [TESSERA, "render", f"Widgets/{name}.widget", "--scenario", scenario_for_pictures(name), "--size",
                 f"{width}x{height}", "--format", "svg", "--output", picture, *look],
                cwd=ROOT, capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, done.stdout + done.stderr
            # An empty frame has rectangles only.
            assert any(mark in picture.read_text() for mark in ["<path", "<text", "<image"]), picture


def refresh(server):
    """Updates the widget, if it is one that is updated."""
    try:
        Client(server).ask("widgets/1/refresh", {})
    except urllib.error.HTTPError as refusal:
        assert refusal.code == 404


@pytest.mark.parametrize("name", LIBRARY)
def test_a_widget_of_the_library_is_accessible(name, tmp_path, open_page):
    scenario = scenario_for_pictures(name)
    server = Server(tmp_path, f"Widgets/{name}.widget", ["--network", str(scenario)])
    try:
        refresh(server)
        for dark in [False, True]:
            page = open_page(server.address, width=640, height=700, dark=dark, still=True)
            page.wait(lambda: page.run("return document.querySelector('[data-id], .widget *') !== null"), "the widget")
            assert violations(page) == []
            page.shot(f"{name}-{'dark' if dark else 'light'}")
            page.browser.get("about:blank")
    finally:
        server.stop()


@pytest.mark.smoke
def test_the_first_board_is_made_of_the_library(tmp_path, open_page):
    document = json.loads((ROOT / "Widgets/Home.board.json").read_text())
    widgets = [path for folder in ["Widgets", "Samples"] for path in sorted((ROOT / folder).glob("*.widget"))]
    known = {json.loads((path / "widget.json").read_text())["id"] for path in widgets}
    assert {tile["widget"] for tile in document["tiles"].values()} <= known
    networks = [option for name in LIBRARY for option in ["--network", str(scenario_for_pictures(name))]
                if "network:" in scenario_for_pictures(name).read_text()]
    server = Server(
        tmp_path, widgets[0].relative_to(ROOT),
        ["--start-with", "Widgets/Home.board.json", *networks], [path.relative_to(ROOT) for path in widgets[1:]])
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
