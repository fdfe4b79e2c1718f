"""The board on screens of all sizes: its grid, its texts, and what one presses to edit it."""

import json

import pytest
from selenium.webdriver.common.by import By

from axe import violations
from served import ROOT, Server

BUNDLES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "Samples").glob("*.widget"))
HOME = ROOT / "Samples/Home.board.json"

# Width and height of the window, rows and columns of the grid.
WINDOWS = {
    "a narrow window": (280, 653, 6, 3),
    "a small phone": (320, 568, 6, 4),
    "a common phone": (360, 740, 6, 4),
    "a phone": (390, 844, 6, 4),
    "a small phone on its side": (568, 320, 3, 6),
    "a phone on its side": (844, 390, 3, 8),
    "a tablet": (820, 1180, 8, 6),
    "a tablet on its side": (1180, 820, 6, 8),
    "a desktop": (1280, 800, 6, 8),
    "a desktop at 200 %": (640, 400, 3, 8),
    "a desktop at 400 %": (320, 256, 6, 4),
    "a laptop with bars": (1366, 657, 6, 8),
    "a large screen": (1920, 1080, 8, 12),
    "a television at 150 %": (1280, 720, 6, 8),
    "a very large screen": (2560, 1440, 8, 16),
    "the largest screen": (3840, 2160, 12, 24),
}
# Those that differ most: what is seen in them is checked with every change.
USUAL_WINDOWS = ["a narrow window", "a small phone on its side", "a desktop"]
in_all_windows = pytest.mark.parametrize("width, height", [
    pytest.param(*window[:2], id=name, marks=[] if name in USUAL_WINDOWS else pytest.mark.exhaustive)
    for name, window in WINDOWS.items()
])
# Width and height of the windows in which buttons are measured.
WINDOWS_WITH_TARGETS = [
    (320, 568), (844, 390), (1280, 800), *[
        pytest.param(*size, marks=pytest.mark.exhaustive)
        for size in [(280, 653), (390, 844), (568, 320), (820, 1180), (1920, 1080)]],
]

# Small tiles beside each other, so that all neighbours have their buttons close to each other.
SMALL_TILES = {
    "a": (1, 1, 1, 1), "b": (1, 2, 1, 1), "c": (2, 1, 1, 1), "d": (2, 2, 1, 1), "large": (1, 3, 2, 2), "wide": (3, 1, 1, 2),
    "high": (3, 3, 2, 1), "e": (4, 1, 1, 1), "other": (5, 3, 2, 2),
}
LONG_NAME = "Encyclopedia of everything that people have ever known"
SMALL_BOARD = {
    "format": 1,
    "id": "home",
    "name": LONG_NAME,
    "tiles": {name: {"widget": "org.tessera.samples.square"} for name in SMALL_TILES},
    "icons": {
        "i": {"name": LONG_NAME, "address": "https://example.org/"}, "j": {"name": "News", "address": "https://example.org/"},
        "k": {"name": "Donaudampfschifffahrtsgesellschaft", "address": "https://example.org/"},
    },
    "arrangements": [{"size": [6, 4], "pages": [{
        "id": "first", "icons": ["i", "j", "k"], "tiles": [{"tile": name, "frame": list(frame)} for name, frame in SMALL_TILES.items()],
    }]}],
}

# What the elements of a selector are on the page in front: names and rectangles.
BOXES = """
  return [...document.querySelectorAll(arguments[0])].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { name: element.className, tile: element.closest("[data-tile], [data-icon]")?.dataset.tile, x, y, width, height };
  }).filter(({ x, width, height }) => width > 0 && height > 0 && x > -20 && x < innerWidth);
"""
TARGETS = ".boardTile > .boardButton, .boardTile > .boardHandle, .boardIcon > .boardButton"


def start(folder, document, bundles):
    file = folder / "start.board.json"
    file.write_text(json.dumps(document))
    return Server(folder, bundles[0], ("--start-with", str(file)), bundles[1:])


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    server = start(tmp_path_factory.mktemp("home"), json.loads(HOME.read_text()), BUNDLES)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    server = start(tmp_path_factory.mktemp("small"), SMALL_BOARD, ["Samples/Square.widget"])
    yield server
    server.stop()


@pytest.fixture
def open_board(open_page):
    """Opens a board in a window, always in the same tab, as a page that has not been there before."""
    pages = []

    def open_board(server, width, height, touch=False, editing=False, dark=False):
        if not pages:
            pages.append(open_page("about:blank", still=True))
        [page] = pages
        page.emulate(width, height, dark=dark, still=True)
        page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        if touch:
            page.browser.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True})
        page.run("if (origin !== 'null') sessionStorage.clear()")
        page.browser.get(server.root)
        page.wait(
            lambda: page.run("return document.querySelector('#page:not([aria-busy]) .boardTile') !== null"),
            "the board")
        if editing:
            edit(page)
        return page

    yield open_board
    for page in pages:
        page.activate().browser.get("about:blank")


def edit(page):
    page.browser.find_element(By.CSS_SELECTOR, ".boardTool.toggle").click()
    page.run("for (const animation of document.getAnimations()) animation.finish()")


def grid(page):
    """Returns the sizes of a cell and of the grid, and the number of rows and columns."""
    return page.run("""
      const grid = document.querySelector(".boardGrid");
      const { width, height } = document.querySelector('[data-tile="square"], [data-tile="a"]').getBoundingClientRect();
      const gap = innerWidth < 768 || grid.offsetWidth < 740 ? 12 : 16;
      const count = (length, side) => (length + gap) / (side + gap);
      return {
        width, height, gap, share: grid.offsetWidth / innerWidth,
        rows: count(grid.offsetHeight, height), columns: count(grid.offsetWidth, width),
      };
    """)


@pytest.mark.parametrize("names", [
    pytest.param([*USUAL_WINDOWS, "a large screen"], id="usual windows"),
    # Tests/Client/board.test.mjs calculates the grid of each.
    pytest.param(list(WINDOWS), id="all windows", marks=pytest.mark.exhaustive),
])
def test_the_window_decides_the_grid(home, open_board, names):
    for name in names:
        width, height, rows, columns = WINDOWS[name]
        page = open_board(home, width, height)
        page.shot(f"{width}")
        found = grid(page)
        assert (found["rows"], found["columns"]) == (rows, columns), name
        assert 64 <= found["width"] <= 140 and 64 <= found["height"] <= 140, (name, found)
        assert width < 1000 or found["share"] >= 0.8, (name, found)


@in_all_windows
def test_no_text_is_cut(small, open_board, width, height):
    page = open_board(small, width, height)
    page.shot(f"{width}-seen")
    check_texts(page, width)
    page.emulate(width, height, dark=True, still=True)
    edit(page)
    page.shot(f"{width}-edited")
    check_texts(page, width)


def check_texts(page, width):
    """Checks that the texts of the board and of its tools are complete, and where they belong."""
    assert page.run("return [...document.querySelectorAll('html, #page')].every(({ scrollWidth }) => scrollWidth <= innerWidth)")
    # Names that are longer than two lines end with an ellipsis, and are complete in a title.
    assert page.run("""
      return [...document.querySelectorAll(".boardLabel, .boardTitle, .boardTool, .boardButton")]
        .filter((element) => element.offsetParent && element.offsetWidth > 1)
        .filter((element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
        .filter((element) => element.closest("[title]")?.title !== element.textContent)
        .map((element) => element.outerHTML)""") == []
    # Labels are within their cells.
    for name, box in page.run("""
      return [...document.querySelectorAll(".boardIcon")].map((icon) => {
        const [cell, label] = [icon, icon.querySelector(".boardLabel")].map((element) => element.getBoundingClientRect());
        return [icon.textContent, [label.top - cell.top, cell.bottom - label.bottom, label.left - cell.left, cell.right - label.right]];
      })"""):
        assert min(box) >= -0.5, (name, box)
    tools = page.run(BOXES, ".boardBar > *, .boardTools > *")
    assert all(0 <= tool["x"] and tool["x"] + tool["width"] <= width for tool in tools), tools


@pytest.mark.parametrize("width, height", WINDOWS_WITH_TARGETS)
def test_targets_are_large_and_apart(small, open_board, width, height):
    for pointer, touch, target in [("mouse", False, 24), ("touch", True, 44)]:
        page = open_board(small, width, height, touch=touch, editing=True)
        page.shot(f"{width}-{pointer}")
        check_targets(page, target)


def check_targets(page, target):
    """Checks that buttons have a size, can be pressed at their middle, and leave room to press tiles."""
    targets = page.run(BOXES, TARGETS)
    assert len(targets) >= 5
    for index, one in enumerate(targets):
        assert min(one["width"], one["height"]) >= target, one
        for other in targets[index + 1:]:
            apart = max(
                other["x"] - one["x"] - one["width"], one["x"] - other["x"] - other["width"],
                other["y"] - one["y"] - one["height"], one["y"] - other["y"] - other["height"])
            assert apart >= -0.01, (one, other)
    missed = page.run("""
      return [...document.querySelectorAll(arguments[0])].filter((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const [left, top] = [x + width / 2, y + height / 2];
        if (!(width > 0 && left > 0 && left < innerWidth)) return false;
        return !element.contains(document.elementFromPoint(left, top));
      }).map((element) => element.className)
    """, TARGETS)
    assert missed == []
    # Much of each tile stays free, to be dragged and pressed.
    covered = page.run("""
      const places = [1, 3, 5, 7, 9, 11].map((number) => number / 12);
      return [...document.querySelectorAll(".boardTile, .boardIcon")].filter((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (x < 0 || x > innerWidth) return false;
        const points = places.flatMap((across) => places.map((down) => [x + across * width, y + down * height]));
        const cover = element.querySelector(".boardCover");
        return points.filter((point) => document.elementFromPoint(...point) === cover).length < 0.4 * points.length;
      }).map((element) => element.dataset.tile ?? element.dataset.icon)
    """)
    assert covered == []


def test_settings_have_what_small_tiles_have_no_room_for(small, open_board):
    page = open_board(small, 390, 844, touch=True, editing=True)
    page.run("document.querySelector('[data-tile=\"e\"] > .boardCover').click()")
    page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, "dialog .boardActions"), "the settings")
    names = page.run("return [...document.querySelectorAll('dialog .boardActions button')].map((button) => button.textContent)")
    assert {"Larger", "Smaller", "Remove from the board"} <= set(names)
    before = page.run(BOXES, '[data-tile="e"]')[0]["height"]
    page.run("[...document.querySelectorAll('dialog button')].find((button) => button.textContent === 'Larger').click()")
    page.wait(lambda: page.run(BOXES, '[data-tile="e"]')[0]["height"] > before, "a larger tile")
    page.run("[...document.querySelectorAll('dialog button')].find((button) => button.textContent === 'Smaller').click()")
    page.wait(lambda: page.run(BOXES, '[data-tile="e"]')[0]["height"] == before, "the size that it had")


def test_a_low_window_scrolls(small, open_board):
    page = open_board(small, 320, 256)
    assert grid(page)["height"] == 64
    page.run("document.querySelector('.boardPage').scrollTo(0, 10000)")
    box = page.run(BOXES, '[data-tile="other"]')[0]
    assert box["y"] + box["height"] <= page.run("return document.querySelector('.boardPages').getBoundingClientRect().bottom")


@pytest.mark.parametrize("insets", [{"left": 47, "right": 47, "bottom": 21}, {"top": 59, "bottom": 34}], ids=["on its side", "upright"])
def test_nothing_is_below_notches_and_bars(small, open_board, insets):
    width, height = (844, 390) if "left" in insets else (390, 844)
    page = open_board(small, width, height, touch=True, editing=True)
    page.browser.execute_cdp_cmd("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page.wait(lambda: page.run("return getComputedStyle(document.querySelector('#page')).paddingBottom") == f"{insets['bottom']}px", "the insets")
    page.wait(lambda: page.run(BOXES, ".boardGrid")[0]["x"] >= insets.get("left", 0), "the grid to move")
    page.shot("insets")
    for box in page.run(BOXES, ".boardTool, .boardTile, .boardDot"):
        assert insets.get("left", 0) <= box["x"] and box["x"] + box["width"] <= width - insets.get("right", 0), box
        assert insets.get("top", 0) <= box["y"], box
    assert 64 <= grid(page)["height"]


@pytest.mark.smoke
def test_the_default_board_leaves_room(home, open_board):
    for width, height, pages in [(1280, 800, 3), (390, 844, 4), (1920, 1080, 2)]:
        page = open_board(home, width, height)
        assert len(page.browser.find_elements(By.CSS_SELECTOR, ".boardPage")) == pages, width
        found = grid(page)
        gap = found["gap"]
        cells = sum(
            (box["width"] + gap) * (box["height"] + gap) / (found["width"] + gap) / (found["height"] + gap)
            for box in page.run(BOXES, ".boardTile, .boardIcon"))
        assert 0.6 <= cells / found["rows"] / found["columns"] <= 0.8, width
        assert page.browser.find_elements(By.CSS_SELECTOR, ".boardMissing") == [], width


@pytest.mark.smoke
def test_axe_finds_nothing(small, open_board):
    for width, height, dark in [(280, 653, False), (568, 320, True), (3840, 2160, False)]:
        page = open_board(small, width, height, touch=width < 600, editing=True, dark=dark)
        assert violations(page) == [], (width, "dark" if dark else "light")
