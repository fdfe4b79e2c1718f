"""Checks every sample and every author's widget with axe-core, in the server's process and in a process of its own."""

import json
import pathlib

import pytest

from axe import violations
from served import ROOT, Server

SAMPLES = sorted(path.stem for path in (ROOT / "Samples").glob("*.widget"))
BUNDLES = [f"Samples/{name}.widget" for name in SAMPLES] + ["docs/examples/Order.widget", "docs/examples/Words.widget"]
TILES = {pathlib.Path(bundle).stem.lower(): bundle for bundle in BUNDLES}
AUTHORS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "Tests/Authors").glob("*.widget"))
# The window's width, and whether it is dark.
LOOKS = {"light": (1280, False), "dark": (1280, True), "light-phone": (375, False), "dark-phone": (375, True)}
# The options of the server.
PROCESSES = {"plain": (), "isolated": ("--isolate",)}


def identifier(bundle):
    return json.loads((ROOT / bundle / "widget.json").read_text())["id"]


def board():
    """Returns a board with all widgets, four to a page."""
    names = list(TILES)
    pages = [
        {
            "id": f"page{start}",
            "tiles": [
                {"tile": name, "frame": [1 + 3 * (index // 2), 1 + 4 * (index % 2), 3, 4]}
                for index, name in enumerate(names[start:start + 4])
            ],
            "icons": ["maps"] if start == 12 else [],
        }
        for start in range(0, len(names), 4)
    ]
    return {
        "format": 1,
        "id": "samples",
        "name": "Samples",
        "tiles": {name: {"widget": identifier(bundle)} for name, bundle in TILES.items()},
        "icons": {"maps": {"name": "Maps", "address": "https://example.org/maps"}},
        "arrangements": [{"size": [6, 8], "pages": pages}],
    }


@pytest.fixture(scope="module")
def server(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    start = folder / "start.board.json"
    start.write_text(json.dumps(board()))
    server = Server(folder, BUNDLES[0], ("--start-with", str(start), *PROCESSES[request.param]), BUNDLES[1:])
    yield server
    server.stop()


@pytest.fixture(scope="module", params=PROCESSES)
def authors_server(request, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("authors"), AUTHORS[0], PROCESSES[request.param], AUTHORS[1:])
    yield server
    server.stop()


@pytest.fixture
def opened(open_page):
    """Opens a page. Requests that are in progress at the end of the test are dropped."""
    pages = []

    def opened(address, **options):
        # Colours are evaluated after transitions.
        pages.append(open_page(address, still=True, **options))
        return pages[-1]

    yield opened
    for page in pages:
        page.activate().browser.get("about:blank")


def wait_for_widgets(page, selector):
    """Waits until each visible widget has a screen, and no message says that one failed."""
    page.wait(
        lambda: page.run(
            """const shown = [...document.querySelectorAll(arguments[0])];
            return shown.length > 0 && shown.every((widget) => widget.querySelector("[data-kind=screen]"))""",
            selector),
        "a screen of each widget")
    failures = "return [...document.querySelectorAll('[data-kind=placeholder], .boardMissing')].map((sign) => sign.textContent)"
    assert page.run(failures) == []


def show(page, look, address):
    """Opens an address in a window with a look, as a page that has not been there before."""
    width, dark = LOOKS[look]
    page.emulate(width, 800, dark, still=True)
    page.run("if (origin !== 'null') sessionStorage.clear()")
    page.browser.get(address)


# A separate process draws all looks alike.
@pytest.mark.exhaustive
@pytest.mark.parametrize("tile", TILES)
@pytest.mark.parametrize(
    "server, looks", [("plain", list(LOOKS)), ("isolated", ["light-phone"])], ids=PROCESSES, indirect=["server"])
def test_axe_finds_nothing_in_a_sample(server, opened, tile, looks):
    page = opened("about:blank")
    for look in looks:
        show(page, look, f"{server.root}open/{tile}")
        wait_for_widgets(page, "body")
        assert violations(page) == [], look


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(1, len(AUTHORS) + 1), ids=[pathlib.Path(bundle).stem for bundle in AUTHORS])
def test_axe_finds_nothing_in_a_widget_by_an_author(authors_server, opened, number):
    page = opened(f"{authors_server.root}open/{number}", width=375, height=800)
    wait_for_widgets(page, "body")
    page.shot(pathlib.Path(AUTHORS[number - 1]).stem)
    assert violations(page) == []


@pytest.mark.parametrize("server, looks", [
    pytest.param("plain", ["light", "dark"], id="window"),
    pytest.param("plain", ["light-phone", "dark-phone"], id="phone", marks=pytest.mark.smoke),
    pytest.param("isolated", ["light-phone"], id="isolated", marks=pytest.mark.smoke),
], indirect=["server"])
def test_axe_finds_nothing_on_a_board_of_all_samples(server, opened, looks):
    page = opened("about:blank")
    show(page, looks[0], server.root)
    page.wait(lambda: page.run("return document.querySelectorAll('.boardTile').length") == len(TILES), "the tiles")
    found = []
    count = page.run("return document.querySelectorAll('.boardDot').length")
    for isEdited in (False, True):
        if isEdited:
            page.run("document.querySelector('.boardTool.toggle').click()")
        for number in range(count):
            page.run("document.querySelectorAll('.boardDot')[arguments[0]].click()", number)
            page.wait(
                lambda: page.run(
                    """const [page, viewport] = [document.querySelectorAll(".boardPage")[arguments[0]], document.querySelector(".boardPages")];
                    return Math.abs(page.getBoundingClientRect().left - viewport.getBoundingClientRect().left) < 1""",
                    number),
                f"page {number}")
            wait_for_widgets(page, f".boardPage:nth-of-type({number + 1}) .boardTile")
            for look in looks:
                width, dark = LOOKS[look]
                page.emulate(width, 800, dark, still=True)
                page.shot(f"{look}-{'edited' if isEdited else 'shown'}-{number}")
                found += [(look, number, *violation) for violation in violations(page)]
    assert found == []
