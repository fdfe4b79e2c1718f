"""Boards that many people edit at once, and boards with hundreds of widgets."""

import json
import random
import re
import threading
import urllib.error
import urllib.request

import pytest
from selenium.webdriver.common.keys import Keys

from data_folders import Client
from served import Server
from test_board import Board
from test_gestures import page_in_front
from test_hard_conditions import differences, unhandled, watch_errors
from waiting import wait

CLIENTS = 30
# How many of them follow the board; the others ask for it at the end.
FOLLOWERS = 6
ROUNDS = 2
PAGES = [f"page{number}" for number in range(6)]
SQUARES = [f"square{number}" for number in range(CLIENTS)]
MOVED_BY_PAGES = ("square2", "square7")


def page_of(name, tiles, icons=()):
    return {"id": name, "tiles": [{"tile": tile, "frame": frame} for tile, frame in tiles], "icons": list(icons)}


def squares_board():
    """Each client has a widget, and each page has five of them and room for many icons."""
    pages = [page_of(page, [(SQUARES[5 * index + k], [1, 1 + k, 1, 1]) for k in range(5)]) for index, page in enumerate(PAGES)]
    return {
        "format": 1, "id": "home", "name": "Home",
        "tiles": {square: {"widget": "org.tessera.samples.square"} for square in SQUARES},
        "icons": {}, "arrangements": [{"size": [6, 8], "pages": pages}],
    }


@pytest.fixture
def serve_document(tmp_path):
    servers = []

    def serve_document(document, *samples):
        file = tmp_path / "start.board.json"
        file.write_text(json.dumps(document))
        first, *more = [f"Samples/{name}.widget" for name in samples]
        servers.append(Server(tmp_path, first, ["--start-with", str(file)], more))
        return servers[-1]

    yield serve_document
    for server in servers:
        server.stop()


class BoardStream(threading.Thread):
    """The boards that a page gets. It reads them only when a test asks: there are a thousand for each client."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.response = urllib.request.urlopen(f"{server.root}events?board=home@6x8", timeout=60)
        self.boards = []
        self.start()

    def run(self):
        event = None
        for line in self.response:
            if line.startswith(b"event: "):
                event = line
            elif line.startswith(b"data: ") and event == b"event: board\n":
                self.boards.append(line)

    def wait(self, revision=0):
        """Returns the first board from a revision on."""
        wait(lambda: self.boards and self.revision_of(self.boards[-1]) >= revision, f"revision {revision}")
        return next(json.loads(line[6:]) for line in self.boards if self.revision_of(line) >= revision)

    @staticmethod
    def revision_of(line):
        return int(re.search(rb'"revision":(\d+)', line)[1])

    @property
    def revisions(self):
        return [self.revision_of(line) for line in self.boards]


class Editor(threading.Thread):
    """A client that edits without waiting for others, and keeps account of what the server answered."""

    def __init__(self, server, number, start_line):
        super().__init__(daemon=True)
        self.client = Client(server)
        self.stream = BoardStream(server) if number < FOLLOWERS else None
        self.number = number
        self.start_line = start_line
        self.random = random.Random(number)
        self.revisions = []
        self.refusals = []
        self.problems = []
        # What the board must have at the end.
        self.icons = {}
        self.color = None

    def edit(self, **edit):
        """Returns the board after an edit; nothing where the server refuses it with a reason."""
        try:
            board = self.client.edit("home", **edit)
        except urllib.error.HTTPError as answer:
            error = json.load(answer)["error"]
            assert answer.code in (404, 409, 429, 503) and error["rule"] and error["message"], error
            self.refusals.append((answer.code, error["rule"]))
            return None
        self.revisions.append(board["revision"])
        return board

    def run(self):
        try:
            self.start_line.wait(60)
            for step in range(ROUNDS):
                self.edit_for(step)
        except Exception as error:
            self.problems.append(error)

    def move(self, square, page):
        to = [self.random.randint(1, 6), self.random.randint(1, 8)]
        board = self.edit(type="move", tile=square, page=page, to=to, makeRoom=True)
        if board:
            assert next(place["frame"][:2] for each in board["pages"] for place in each["places"] if place["id"] == square) == to

    def edit_for(self, step):
        page, square = PAGES[self.number // 5], SQUARES[self.number]
        name = f"{self.number}.{step}"
        board = self.edit(type="addIcon", name=name, address="https://example.org/", page=page, index=0)
        if board:
            (icon,) = [icon for each in board["pages"] for icon in each["icons"] if icon["name"] == name]
            self.icons[icon["id"]] = name
            if step == 1 and self.edit(
                    type="changeIcon", icon=icon["id"], name=name + " again", address="https://example.org/"):
                self.icons[icon["id"]] = name + " again"
        if step == 1:
            removed = next(iter(self.icons))
            if self.edit(type="removeIcon", icon=removed):
                del self.icons[removed]
        # People at browsers move these two. A move to where a square stands already would change nothing.
        if square not in MOVED_BY_PAGES:
            self.move(square, page)
        color = f"#{self.random.randrange(1 << 24):06x}"
        if self.edit(type="options", tile=square, values={"color": color}):
            self.color = color
        # All want the same, which only one can have.
        self.edit(type="rename", name=f"Board of {self.number}")
        self.edit(type="remove", tile="nothing")


def record_edits(board):
    """Lets a page remember the revisions that its edits made."""
    board.page.run("""
      window.revisionsMade = [];
      const fetchBefore = window.fetch;
      window.fetch = async (address, options) => {
        const response = await fetchBefore(address, options);
        if (String(address).endsWith("/edits") && response.ok) {
          const { revision } = await response.clone().json();
          if (!JSON.parse(options.body).preview) window.revisionsMade.push(revision);
        }
        return response;
      }""")


def made_by(board):
    return board.page.activate().run("return window.revisionsMade")


@pytest.mark.hostile
def test_thirty_clients_edit_at_once_and_no_edit_is_lost(serve_document, open_page):
    server = serve_document(squares_board(), "Square")
    boards = []
    for size in ((1280, 800), (1280, 800)):
        board = Board(open_page(server.root, *size), server)
        board.wait(lambda: len(board.all(".boardTile")) == CLIENTS and board.page.is_visible("sizeLabel"), "the board")
        watch_errors(board)
        record_edits(board)
        board.edit()
        boards.append(board)
    start_line = threading.Barrier(CLIENTS + 1)
    editors = [Editor(server, number, start_line) for number in range(CLIENTS)]
    for editor in editors:
        if editor.stream:
            editor.stream.wait()
        editor.start()
    first = Client(server).edit("home", type="rename", name="Begin")["revision"]
    start_line.wait(60)
    # People at two browsers edit meanwhile.
    for board, square in zip(boards, MOVED_BY_PAGES):
        board.page.activate()
        board.focus(square)
        for key in (Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
            board.keys(key)
    for editor in editors:
        editor.join(120)
        assert not editor.is_alive() and editor.problems == []
    for board in boards:
        board.page.activate()
        board.wait(lambda: differences(board) == {}, "the board as it is stored")
    last = Client(server).edit("home", type="rename", name="End")["revision"]
    # Each revision is the answer to one edit of one of them.
    revisions = [revision for editor in editors for revision in editor.revisions]
    revisions += [revision for board in boards for revision in made_by(board)]
    assert sorted(revisions) == list(range(first + 1, last))
    assert len(revisions) > CLIENTS * ROUNDS * 3
    document = Client(server).ask("boards/home/export")
    assert {name: icon["name"] for name, icon in document["icons"].items()} == {
        icon: name for editor in editors for icon, name in editor.icons.items()}
    assert {square: tile["options"]["color"] for square, tile in document["tiles"].items()} == {
        SQUARES[editor.number]: editor.color for editor in editors}
    # What each client has, and what a new one gets.
    shown = BoardStream(server).wait()
    assert shown["revision"] == last
    for editor in editors:
        stream = editor.stream or BoardStream(server)
        assert stream.wait(last) == shown
        assert stream.revisions == sorted(stream.revisions)
    names = {icon["id"]: icon["name"] for page in shown["pages"] for icon in page["icons"]}
    for board in boards:
        board.page.activate()
        board.wait(lambda: board.find(".boardTitle").text == "End", "the last edit")
        assert differences(board) == {} and unhandled(board) == []
        assert board.page.run("""
          return Object.fromEntries([...document.querySelectorAll(".boardIcon")].map((icon) =>
            [icon.dataset.icon, icon.querySelector(".boardLabel").textContent]))""") == names


# Many widgets

def large_board():
    """Fifty pages with ten widgets each, and two icons."""
    kinds = ["square", "hello", "steps", "clock", "note"]
    frames = [[1, 1, 2, 2], [1, 3, 2, 2], [1, 5, 2, 3], [3, 1, 2, 2], [3, 3, 2, 2]]
    frames += [[3, 5, 1, 1], [4, 5, 1, 1], [3, 6, 1, 1], [4, 6, 1, 1], [5, 1, 2, 3]]
    order = ["square", "note", "steps", "clock", "hello", "square", "square", "square", "square", "steps"]
    tiles, icons, pages = {}, {}, []
    for page in range(50):
        names = [f"{kind}{page}x{index}" for index, kind in enumerate(order)]
        tiles |= {name: {"widget": f"org.tessera.samples.{kind}"} for name, kind in zip(names, order)}
        links = [f"icon{page}x{index}" for index in range(2)]
        icons |= {link: {"name": f"Link {link}", "address": "https://example.org/"} for link in links}
        pages.append(page_of(f"page{page}", list(zip(names, frames)), links))
    return {"format": 1, "id": "home", "name": "Large", "tiles": tiles, "icons": icons,
            "arrangements": [{"size": [6, 8], "pages": pages}]}


def memory(page):
    """What the page keeps: bytes of its scripts, and nodes."""
    page.browser.execute_cdp_cmd("Performance.enable", {})
    page.browser.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    metrics = {entry["name"]: entry["value"] for entry in page.browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}
    return metrics["JSHeapUsedSize"], metrics["Nodes"]


def running(board):
    """The widgets that show something."""
    return board.page.run("""
      return [...document.querySelectorAll(".boardTile .widget")].filter(({firstChild}) => firstChild).length""")


def is_in_front(board, index):
    """Whether a page is in front and its clock runs."""
    dots = board.all(".boardDot")
    clock = board.page.run("""
      const clock = document.querySelector(`.boardTile[data-tile="clock${arguments[0]}x3"] [data-id="timeLabel"]`);
      const box = clock?.getBoundingClientRect();
      return box && box.left >= 0 && box.right <= innerWidth""", index)
    return bool(clock) and dots[index].get_attribute("aria-current") == "page"


def test_a_board_of_five_hundred_widgets_on_fifty_pages(serve_document, open_page):
    server = serve_document(squares_board(), "Square", "Hello", "Steps", "Clock", "Note")
    assert Client(server).ask("boards/home/import", large_board()) == {"problems": []}
    page = open_page(server.root)
    board = Board(page, server)
    board.wait(lambda: len(board.all(".boardTile")) == 500 and is_in_front(board, 0), "the board")
    watch_errors(board)
    assert differences(board) == {}
    # Only the widgets of near pages run.
    board.wait(lambda: running(board) == 20, "those of two pages")
    size, nodes = memory(page)
    assert size < 12_000_000 and nodes < 30_000
    # The dots of all pages have room.
    dots = page.run("const {left, right} = document.querySelector('.boardDots').getBoundingClientRect(); return [left, right]")
    assert 0 <= dots[0] and dots[1] <= 1280
    # Each key counts, however fast they come.
    board.keys(*[Keys.PAGE_DOWN] * 12)
    board.wait(lambda: is_in_front(board, 12), "the thirteenth page")
    board.all(".boardDot")[49].click()
    board.wait(lambda: is_in_front(board, 49), "the last page")
    board.wait(lambda: running(board) <= 30, "other pages to rest")
    board.find(".boardPagesButton").click()
    choices = board.wait(lambda: board.all("dialog[open] .overviewChoice"), "the overview")
    assert len(choices) == 50
    page.shot("overview")
    choices[1].click()
    board.wait(lambda: not board.all("dialog") and is_in_front(board, 1), "the second page")
    board.edit()
    board.focus("clock1x3")
    board.keys(Keys.ARROW_DOWN)
    board.wait_frame("clock1x3", [1, 4, 1, 2, 2])
    board.chord(Keys.CONTROL, "z")
    board.wait_frame("clock1x3", [1, 3, 1, 2, 2])
    board.wait(lambda: differences(board) == {}, "the board as it is stored")
    size, nodes = memory(page)
    assert size < 16_000_000 and nodes < 40_000
    assert unhandled(board) == []


def test_the_dot_of_the_page_in_front_is_seen_among_many(serve_document, open_page):
    document = large_board()
    document["arrangements"] = [{"size": [6, 4], "pages": [page_of(f"page{number}", []) for number in range(60)]}]
    document["tiles"], document["icons"] = {}, {}
    server = serve_document(squares_board(), "Square")
    Client(server).ask("boards/home/import", document)
    page = open_page(server.root, 375, 667, still=True)
    board = Board(page, server)
    board.wait(lambda: len(board.all(".boardDot")) == 60, "the pages")
    seen = """
      const dots = document.querySelector(".boardDots").getBoundingClientRect();
      const current = document.querySelector(".boardDot[aria-current]");
      const dot = current.getBoundingClientRect();
      return [[...document.querySelectorAll(".boardDot")].indexOf(current), dot.left >= dots.left && dot.right <= dots.right]"""
    board.keys(*[Keys.PAGE_DOWN] * 40)
    board.wait(lambda: page.run(seen) == [40, True], "the dot of a later page")
    board.keys(*[Keys.PAGE_UP] * 40)
    board.wait(lambda: page.run(seen) == [0, True], "the dot of the first page")


def test_pages_that_are_turned_to_and_fro_need_no_more_memory(serve_document, open_page):
    server = serve_document(large_board(), "Square", "Hello", "Steps", "Clock", "Note")
    board = Board(open_page(server.root, still=True), server)
    board.wait(lambda: len(board.all(".boardTile")) == 500 and board.page.is_visible("timeLabel"), "the board")

    def listeners():
        board.page.browser.execute_cdp_cmd("Performance.enable", {})
        board.page.browser.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        metrics = board.page.browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(entry["value"] for entry in metrics if entry["name"] == "JSEventListeners")

    def turn_to_and_fro():
        for page in (10, 0):
            board.all(".boardDot")[page].click()
            board.wait(lambda: page_in_front(board) == page, "the page")
            clock = f'.boardTile[data-tile="clock{page}x3"] [data-id="timeLabel"]'
            board.wait(lambda: board.all(clock), "its clock")
            board.wait(lambda: not board.all(f'.boardTile[data-tile="clock{10 - page}x3"] [data-id="timeLabel"]'), "the other to rest")

    turn_to_and_fro()
    before = listeners()
    for _ in range(5):
        turn_to_and_fro()
    assert listeners() < before + 200
