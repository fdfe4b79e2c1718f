"""Boards in a browser: one that most tests use, what a user sees of it, and the user's actions.

Starting a server takes longer than most tests do. So one server has the board of all tests that do not need their own:
each gets it as its document says.
"""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from data_folders import Client
from sample_board import BOARD, SAMPLES, start_server

# Pages that come to the front are on their way until the one of the dot is there.
IS_STILL = """
  const page = document.getElementById("page");
  const viewport = document.querySelector(".boardPages");
  const dots = [...document.querySelectorAll(".boardDot")];
  const front = document.querySelectorAll(".boardPage")[dots.findIndex((dot) => dot.matches("[aria-current=page]"))];
  const moves = document.getAnimations().filter(({ effect, pending, playState }) => {
    const isOfBoard = effect?.target?.closest(".board, dialog") && !effect.target.closest(".widget");
    // Tiles that can be moved tremble all the time.
    return isOfBoard && (pending || playState === "running") && effect.getComputedTiming().endTime < Infinity;
  });
  return !page.hasAttribute("aria-busy") && moves.length === 0
    && (!front || Math.abs(viewport.scrollLeft - front.offsetLeft) <= 1);"""

# The grid of the window, and where things are by what a person sees: the pages and cells of widgets, the order of icons.
SHOWN_PLACES = """
  const done = arguments[arguments.length - 1];
  import("/client/board/layout/grid.js").then(({ gridFor }) => {
    const viewport = document.querySelector(".boardPages");
    const [rows, columns] = gridFor(viewport.clientWidth, viewport.clientHeight);
    const places = {};
    for (const page of document.querySelectorAll(".boardPage")) {
      const grid = page.querySelector(".boardGrid");
      const [width, height] = [grid.clientWidth / columns, grid.clientHeight / rows];
      const icons = [...grid.querySelectorAll(".boardIcon:not(.leaving)")];
      const isRightToLeft = getComputedStyle(grid).direction === "rtl";
      const start = ({ offsetLeft, offsetWidth }) => isRightToLeft ? grid.clientWidth - offsetLeft - offsetWidth : offsetLeft;
      const cell = (element) => [Math.round(element.offsetTop / height), Math.round(start(element) / width)];
      icons.map((icon) => [icon.dataset.icon, ...cell(icon)]).sort(([, row, column], [, otherRow, otherColumn]) =>
        row - otherRow || column - otherColumn).forEach(([name], index) => { places[name] = [page.dataset.page, index]; });
      for (const tile of grid.querySelectorAll(".boardTile:not(.leaving)")) {
        const [row, column] = cell(tile);
        const last = Math.round((tile.offsetTop + tile.offsetHeight) / height);
        const end = Math.round((start(tile) + tile.offsetWidth) / width);
        places[tile.dataset.tile] = [page.dataset.page, row + 1, column + 1, last - row, end - column];
      }
    }
    done([[rows, columns], places]);
  });"""


class Board:
    """A board as a user sees it, and the user's actions."""

    def __init__(self, page, server):
        self.page = page
        self.server = server

    def find(self, selector):
        return self.page.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.page.browser.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition, what):
        return self.page.wait(condition, what)

    def tile(self, name):
        return self.find(f'.boardTile[data-tile="{name}"]')

    @property
    def document(self):
        """The board as the server stores it."""
        return Client(self.server).ask("boards/home/export")

    def frame(self, name, size=(6, 8)):
        """Returns the page and the frame of a tile as the server stores them."""
        for arrangement in self.document["arrangements"]:
            if arrangement["size"] != list(size):
                continue
            for number, page in enumerate(arrangement["pages"]):
                for place in page["tiles"]:
                    if name in place.get("stack", [place["tile"]]):
                        return [number, *place["frame"]]
        return None

    def icons(self, page=0):
        return self.document["arrangements"][0]["pages"][page]["icons"]

    def wait_frame(self, name, frame):
        self.wait(lambda: self.frame(name) == frame, f"{name} at {frame}")

    def edit(self):
        self.find(".boardTool.toggle").click()
        self.wait(lambda: self.find(".boardTool.add").is_displayed(), "editing")
        self.rest()

    def rest(self):
        """Waits until the page shows the board as it is stored, and nothing on it moves any more."""
        self.wait(lambda: self.page.run(IS_STILL) and not self.differences, "tiles and icons at rest")

    @property
    def differences(self):
        """The widgets and icons that the page does not show where the server has them, with both places. A board that is
        stored for other windows only says nothing about this one."""
        grid, shown = self.page.browser.execute_async_script(SHOWN_PLACES)
        stored = next((each for each in self.document["arrangements"] if each["size"] == grid), None)
        if stored is None:
            return {}
        expected = {}
        for page in stored["pages"]:
            if page.get("isHidden"):
                continue
            for place in page["tiles"]:
                expected[place["tile"]] = [page["id"], *place["frame"]]
            for number, icon in enumerate(page["icons"]):
                expected[icon] = [page["id"], number]
        return {name: (shown.get(name), expected.get(name)) for name in shown.keys() | expected.keys()
                if shown.get(name) != expected.get(name)}

    def press(self, name, button):
        self.tile(name).find_element(By.CSS_SELECTOR, f".boardButton.{button}").click()

    def box(self, name):
        return self.page.run("const b = arguments[0].getBoundingClientRect(); return [b.x, b.y, b.width, b.height]", self.tile(name))

    def drag(self, element, steps, hold=0.25, release=True, after=()):
        """Picks an element up at its centre and moves it step by step; the steps after it was held come in the same
        actions, because the driver moves a mouse without its button in others."""
        self.rest()
        actions = ActionChains(self.page.browser, duration=20).move_to_element(element).click_and_hold().pause(0.15)
        for step in steps:
            actions.move_by_offset(*step).pause(0.02)
        actions.pause(hold)
        for step in after:
            actions.move_by_offset(*step).pause(0.8)
        if release:
            actions.release()
        actions.perform()

    def drag_cells(self, name, rows, columns, **options):
        # Tiles that still glide do not tell how large cells are.
        self.rest()
        cell = self.cell
        steps = [(cell[1] * columns / 8, cell[0] * rows / 8)] * 8
        self.drag(self.tile(name).find_element(By.CSS_SELECTOR, ".boardCover"), [tuple(map(round, step)) for step in steps], **options)

    @property
    def cell(self):
        """The distance from one cell to the next, down and to the right, in points."""
        clock, note, steps = self.box("clock"), self.box("note"), self.box("steps")
        return [(note[1] - clock[1]) / 2, (steps[0] - clock[0]) / 2]

    def focus(self, name):
        self.page.run("arguments[0].focus()", self.tile(name).find_element(By.CSS_SELECTOR, ".boardCover"))

    def keys(self, *keys):
        ActionChains(self.page.browser).send_keys(*keys).perform()

    def chord(self, *keys):
        actions = ActionChains(self.page.browser)
        for key in keys[:-1]:
            actions.key_down(key)
        actions.send_keys(keys[-1])
        for key in keys[:-1]:
            actions.key_up(key)
        actions.perform()

    @property
    def said(self):
        return self.page.run("return document.querySelector('.boardSays').textContent")


@pytest.fixture(scope="session")
def board_server(tmp_path_factory):
    """The server of all tests that do not need their own."""
    server = start_server(tmp_path_factory.mktemp("board"))
    yield server
    server.stop()


@pytest.fixture
def serve_board(tmp_path):
    """Starts servers of a test's own."""
    servers = []

    def serve_board(document=BOARD, options=(), samples=SAMPLES):
        servers.append(start_server(tmp_path, document, options, samples))
        return servers[-1]

    yield serve_board
    for server in servers:
        server.stop()


@pytest.fixture
def put_board(board_server):
    """Gives the server of all tests a document for its board. What was edited before is undone that way."""

    def put_board(document=BOARD):
        assert Client(board_server).ask("boards/home/import", document) == {"problems": []}
        return board_server

    return put_board


@pytest.fixture
def open_board(put_board, open_page):
    """Opens the board in a new tab: that of all tests, or the one of another server."""
    opened = []

    def open_board(width=1280, height=800, server=None, query="", **options):
        server = server or put_board()
        page = open_page(server.root + query, width, height, **options)
        opened.append(page)
        board = Board(page, server)
        board.wait(lambda: len(board.all(".boardTile")) >= 5 and page.is_visible("timeLabel"), "the board")
        return board

    yield open_board
    for page in opened:
        # Tests share the storage of the browser, too.
        page.activate().run("localStorage.clear()")
        page.browser.get("about:blank")


@pytest.fixture
def board(open_board):
    return open_board()
