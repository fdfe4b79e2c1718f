"""Boards that many people edit at once, and boards with hundreds of widgets."""

import threading

import pytest
from selenium.webdriver.common.keys import Keys

from board_editors import CLIENTS, ROUNDS, Editor, check_what_is_kept, page_of, squares_board
from boards import Board
from data_folders import Client
from sample_board import start_server
from waiting import PATIENCE
from test_gestures import page_in_front
from test_hard_conditions import unhandled, watch_errors

MOVED_BY_PAGES = ("square2", "square7")


@pytest.fixture
def serve_document(tmp_path):
    servers = []

    def serve_document(document, *samples):
        servers.append(start_server(tmp_path, document, samples=samples))
        return servers[-1]

    yield serve_document
    for server in servers:
        server.stop()


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
@pytest.mark.exhaustive
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
    editors = [Editor(server, number, start_line, MOVED_BY_PAGES) for number in range(CLIENTS)]
    for editor in editors:
        if editor.stream:
            editor.stream.wait()
        editor.start()
    first = Client(server).edit("home", type="rename", name="Begin")["revision"]
    start_line.wait(PATIENCE)
    # People at two browsers edit meanwhile.
    for board, square in zip(boards, MOVED_BY_PAGES):
        board.page.activate()
        board.focus(square)
        for key in (Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
            board.keys(key)
    for editor in editors:
        editor.join(PATIENCE)
        assert not editor.is_alive() and editor.problems == []
    for board in boards:
        board.page.activate()
        board.wait(lambda: not board.differences, "the board as it is stored")
    last = Client(server).edit("home", type="rename", name="End")["revision"]
    # Each revision is the answer to one edit of one of them.
    revisions = [revision for editor in editors for revision in editor.revisions]
    revisions += [revision for board in boards for revision in made_by(board)]
    assert sorted(revisions) == list(range(first + 1, last))
    assert len(revisions) > CLIENTS * ROUNDS * 3
    shown = check_what_is_kept(server, editors, last)
    names = {icon["id"]: icon["name"] for page in shown["pages"] for icon in page["icons"]}
    for board in boards:
        board.page.activate()
        board.wait(lambda: board.find(".boardTitle").text == "End", "the last edit")
        assert not board.differences and unhandled(board) == []
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


@pytest.mark.exhaustive
def test_a_board_of_five_hundred_widgets_on_fifty_pages(serve_document, open_page):
    server = serve_document(squares_board(), "Square", "Hello", "Steps", "Clock", "Note")
    assert Client(server).ask("boards/home/import", large_board()) == {"problems": []}
    page = open_page(server.root)
    board = Board(page, server)
    board.wait(lambda: len(board.all(".boardTile")) == 500 and is_in_front(board, 0), "the board")
    watch_errors(board)
    assert not board.differences
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
    board.wait(lambda: not board.differences, "the board as it is stored")
    size, nodes = memory(page)
    assert size < 16_000_000 and nodes < 40_000
    assert unhandled(board) == []


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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
