"""The board under bad conditions: pointers that get lost, things that others remove meanwhile, servers that restart."""

import json
import urllib.error

import pytest
from selenium.webdriver.common.keys import Keys

from data_folders import Client
from test_board import SAMPLES, board, open_board, serve_board  # noqa: F401
from test_gestures import centre, page_in_front


class Pointers:
    """A mouse and fingers as the browser gets them from the system: they may leave the window, and be taken away."""

    def __init__(self, board):
        self.board = board
        self.place = (0, 0)
        self.fingers = {}

    def command(self, name, **parameters):
        self.board.page.browser.execute_cdp_cmd(name, parameters)

    # The mouse

    def mouse(self, kind, x, y, buttons):
        button = "left" if buttons or kind == "mouseReleased" else "none"
        self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons,
                     clickCount=0 if kind == "mouseMoved" else 1)
        self.place = (x, y)

    def press(self, x, y):
        self.mouse("mouseMoved", x, y, 0)
        self.mouse("mousePressed", x, y, 1)
        return self

    def move(self, x, y, steps=6, buttons=1):
        left, top = self.place
        for step in range(1, steps + 1):
            self.mouse("mouseMoved", left + (x - left) * step / steps, top + (y - top) * step / steps, buttons)
        return self

    def release(self):
        self.mouse("mouseReleased", *self.place, 0)

    # Fingers

    def touch(self, kind):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in self.fingers.items()]
        self.command("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def put(self, number, x, y):
        self.fingers[number] = (x, y)
        self.touch("touchStart")

    def slide(self, number, x, y, steps=6):
        left, top = self.fingers[number]
        for step in range(1, steps + 1):
            self.fingers[number] = (left + (x - left) * step / steps, top + (y - top) * step / steps)
            self.touch("touchMove")

    def lift(self, number):
        del self.fingers[number]
        # The protocol lifts the fingers that the next event leaves out.
        self.touch("touchMove" if self.fingers else "touchEnd")

    def lose(self):
        """The system takes all fingers away, as for a call or a gesture of its own."""
        self.fingers = {}
        self.command("Input.dispatchTouchEvent", type="touchCancel", touchPoints=[])


@pytest.fixture
def pointers(board):
    return Pointers(board)


def drag_off(board, pointers, name, rows, columns):
    """Picks a tile up with the mouse and carries it, until the board shows where it would stand. Returns the distance
    from one cell to the next, which the places of tiles do not tell meanwhile."""
    # A tile that still glides back from a drag is not yet where it will be.
    board.rest()
    down, right = board.cell
    x, y = centre(board.tile(name))
    pointers.press(x, y).move(x + columns * right, y + rows * down)
    board.wait(lambda: board.all(".boardTile.dragged"), "the drag")
    board.wait(lambda: board.find(".boardTarget").is_displayed(), "the place where it would stand")
    return down, right


def wait_idle(board):
    """Waits until nothing is dragged, and everything is where the server has it."""
    board.wait(lambda: not board.all(".dragged, .dragging, .boardTarget, .collecting"), "the end of the drag")
    board.wait(lambda: differences(board) == {}, "the board as it is stored")


def differences(board):
    """The widgets and icons that the page does not show where the server has them, with both places."""
    shown = shown_places(board)
    grid = board.page.run("return document.cookie.match(/tessera-grid=(\\d+)x(\\d+)/).slice(1).map(Number)")
    stored = next(each for each in board.document["arrangements"] if each["size"] == grid)
    expected = {}
    for page in stored["pages"]:
        for place in page["tiles"]:
            expected[place["tile"]] = [page["id"], *place["frame"]]
        for icon in page["icons"]:
            expected[icon] = [page["id"]]
    return {name: (shown.get(name), expected.get(name)) for name in shown.keys() | expected.keys()
            if shown.get(name) != expected.get(name)}


def shown_places(board):
    """The pages of what the page shows, and the cells of widgets, measured by what a person sees."""
    return board.page.run("""
      const places = {};
      for (const page of document.querySelectorAll(".boardPage")) {
        const grid = page.querySelector(".boardGrid");
        const [rows, columns] = document.cookie.match(/tessera-grid=(\\d+)x(\\d+)/).slice(1).map(Number);
        const [width, height] = [grid.clientWidth / columns, grid.clientHeight / rows];
        for (const icon of grid.querySelectorAll(".boardIcon:not(.leaving)")) places[icon.dataset.icon] = [page.dataset.page];
        for (const tile of grid.querySelectorAll(".boardTile:not(.leaving)")) {
          const {offsetLeft, offsetTop, offsetWidth, offsetHeight} = tile;
          const [row, column] = [Math.round(offsetTop / height), Math.round(offsetLeft / width)];
          const [last, end] = [Math.round((offsetTop + offsetHeight) / height), Math.round((offsetLeft + offsetWidth) / width)];
          places[tile.dataset.tile] = [page.dataset.page, row + 1, column + 1, last - row, end - column];
        }
      }
      return places""")


def watch_errors(board):
    """Collects the errors that no code of the page handles."""
    board.page.run("""
      window.unhandled = [];
      addEventListener("error", ({message}) => window.unhandled.push(message));
      addEventListener("unhandledrejection", ({reason}) => window.unhandled.push(String(reason)));""")


def unhandled(board):
    return board.page.run("return window.unhandled")


# Pointers that get lost


def test_a_tile_follows_a_mouse_that_leaves_the_window_and_is_let_go_outside(board, pointers):
    board.edit()
    drag_off(board, pointers, "clock", 2, 3)
    pointers.move(-300, 500)
    pointers.move(2000, -200)
    pointers.move(400, 1400)
    pointers.release()
    wait_idle(board)
    page, row, column, *size = board.frame("clock")
    assert size == [2, 2] and row == 5, (page, row, column)


def test_a_mouse_that_was_let_go_outside_ends_the_drag_when_it_comes_back(board, pointers):
    board.edit()
    before = board.document
    drag_off(board, pointers, "clock", 2, 3)
    board.page.run("document.querySelector('.board').releasePointerCapture(1)")
    pointers.mouse("mouseReleased", -300, 400, 0)
    pointers.mouse("mouseMoved", 300, 400, 0)
    wait_idle(board)
    assert board.document == before


@pytest.mark.parametrize("end", ["capture", "button"])
def test_a_page_of_the_overview_does_not_stay_under_a_mouse_that_is_lost(board, pointers, end):
    before = board.document
    board.find(".boardPagesButton").click()
    board.wait(lambda: len(board.all("dialog[open] .overviewChoice")) == 2, "the overview")
    board.rest()
    first, second = map(centre, board.all(".overviewChoice"))
    pointers.press(*first).move(*second)
    board.wait(lambda: board.all(".overviewPage.dragged"), "the drag")
    if end == "capture":
        board.page.run("document.querySelector('.boardOverview .boardPanelContent').releasePointerCapture(1)")
        # The browser tells it with the next event.
        pointers.move(second[0] + 5, second[1], 1)
    else:
        # The button came up where the page does not hear of it.
        board.page.run("""dispatchEvent(new PointerEvent('pointermove', {pointerId: 1, buttons: 0, bubbles: true}))""")
    board.wait(lambda: not board.all(".overviewPage.dragged, .sorting"), "the end")
    pointers.release()
    assert board.document == before
    assert not board.page.run("return [...document.querySelectorAll('.overviewPage')].some(({style}) => style.translate)")


@pytest.mark.parametrize("end", ["lift", "lose"])
def test_a_second_finger_does_not_disturb_a_drag(board, pointers, end):
    board.edit()
    before = board.document
    down, right = board.cell
    (x, y), other, ground = centre(board.tile("clock")), centre(board.tile("note")), (1000, 600)
    pointers.put(0, x, y)
    pointers.slide(0, x + right, y + down)
    board.wait(lambda: board.all(".boardTile.dragged"), "the drag")
    # One beside it taps, and one moves another tile.
    pointers.put(1, *ground)
    pointers.lift(1)
    pointers.put(2, *other)
    pointers.slide(2, other[0] + 300, other[1])
    pointers.slide(0, x + 5 * right, y + 4 * down)
    assert [tile.get_attribute("data-tile") for tile in board.all(".boardTile.dragged")] == ["clock"]
    if end == "lift":
        pointers.lift(2)
        pointers.lift(0)
        board.wait_frame("clock", [0, 5, 6, 2, 2])
    else:
        pointers.lose()
        board.wait(lambda: not board.all(".dragged"), "the end")
        assert board.document == before
    wait_idle(board)
    assert board.frame("note") == [0, 3, 1, 2, 2]
    assert not board.all("dialog")


# What others remove meanwhile


@pytest.mark.hostile
@pytest.mark.parametrize("thing", ["page", "tile", "icon"])
def test_what_is_dragged_is_removed_by_another_browser(board, pointers, thing):
    watch_errors(board)
    board.edit()
    element = board.find('.boardIcon[data-icon="maps"]') if thing == "icon" else board.tile("clock")
    x, y = centre(element)
    pointers.press(x, y).move(x + 300, y + 200)
    board.wait(lambda: board.all(".dragged"), "the drag")
    other = Client(board.server)
    if thing == "page":
        other.edit("home", type="removePage", page="first")
        board.wait(lambda: len(board.all(".boardDot")) == 1, "the page to be gone")
    elif thing == "tile":
        other.edit("home", type="remove", tile="clock")
    else:
        other.edit("home", type="removeIcon", icon="maps")
    # It does not stay under the pointer.
    board.wait(lambda: not board.all(".dragged"), "it to be gone")
    pointers.move(x + 320, y + 220)
    pointers.release()
    wait_idle(board)
    assert unhandled(board) == []
    # What is left can be moved as ever.
    board.rest()
    left = "hello" if thing == "page" else "note"
    frame = board.frame(left)
    x, y = centre(board.tile(left))
    pointers.press(x, y).move(x + 400, y + 20).release()
    board.wait(lambda: board.frame(left) != frame, "the next drag")
    wait_idle(board)


@pytest.mark.hostile
def test_the_page_over_which_a_tile_hovers_is_removed_by_another_browser(board, pointers):
    watch_errors(board)
    board.edit()
    x, y = centre(board.tile("square"))
    pointers.press(x, y).move(1275, y)
    board.wait(lambda: page_in_front(board) == 1, "the second page")
    pointers.move(900, 500)
    board.wait(lambda: board.find(".boardTarget").is_displayed(), "the place where it would stand")
    Client(board.server).edit("home", type="removePage", page="second")
    board.wait(lambda: len(board.all(".boardPage")) == 1, "the page to be gone")
    pointers.move(880, 480)
    board.wait(lambda: board.find(".boardTarget").is_displayed(), "the place on the other page")
    pointers.release()
    board.wait(lambda: board.frame("square") not in (None, [0, 3, 3, 1, 1]), "the tile at its place")
    wait_idle(board)
    assert unhandled(board) == [] and page_in_front(board) == 0


@pytest.mark.hostile
@pytest.mark.parametrize("moment", ["at rest", "right after a dot of the page in front was pressed"])
def test_the_page_in_front_stays_when_another_browser_removes_one_before_it(board, moment):
    board.all(".boardDot")[1].click()
    board.wait(lambda: page_in_front(board) == 1, "the second page")
    board.rest()
    if moment != "at rest":
        board.all(".boardDot")[1].click()
    Client(board.server).edit("home", type="removePage", page="first")
    board.wait(lambda: len(board.all(".boardPage")) == 1, "the page to be gone")
    board.wait(lambda: 0 <= board.box("hello")[0] < 1280, "the page in front")
    assert board.page.is_visible("greetButton")


def open_settings(board, name):
    board.edit()
    board.press(name, "settings")
    board.wait(lambda: board.all("dialog .boardActions"), "the settings")


@pytest.mark.hostile
def test_settings_close_when_another_browser_removes_the_widget(board):
    watch_errors(board)
    open_settings(board, "clock")
    Client(board.server).edit("home", type="remove", tile="clock")
    board.wait(lambda: not board.all("dialog"), "the settings to close")
    board.wait(lambda: "Clock" in board.said, "the reason")
    board.wait(lambda: len(board.all(".boardTile")) == 4, "the tile to be gone")
    assert unhandled(board) == []
    # Keys reach the board again.
    board.focus("note")
    board.keys(Keys.ARROW_DOWN)
    board.wait(lambda: board.frame("note") == [0, 4, 1, 2, 2], "the next edit")


@pytest.mark.hostile
def test_settings_of_a_widget_in_a_stack_close_when_another_browser_removes_it(board):
    watch_errors(board)
    other = Client(board.server)
    other.edit("home", type="stack", tile="note", onto="clock")
    board.wait(lambda: len(board.all(".boardTile")) == 4, "the stack")
    front = other.ask("boards/home/export")["arrangements"][0]["pages"][0]["tiles"][0]["front"]
    open_settings(board, "clock")
    other.edit("home", type="remove", tile=front)
    board.wait(lambda: not board.all("dialog"), "the settings to close")
    wait_idle(board)
    assert unhandled(board) == []


@pytest.mark.hostile
@pytest.mark.parametrize("kind", ["icon", "folder"])
def test_panels_of_icons_close_when_another_browser_removes_them(board, kind):
    watch_errors(board)
    other = Client(board.server)
    if kind == "folder":
        other.edit("home", type="collect", icon="news", into="maps")
        board.wait(lambda: len(board.all(".boardIcon:not(.leaving)")) == 2, "the folder")
    icon = other.ask("boards/home/export")["arrangements"][0]["pages"][0]["icons"][0]
    board.edit()
    board.find(f'.boardIcon[data-icon="{icon}"] .boardCover').click()
    board.wait(lambda: board.all("dialog[open]"), "the panel")
    other.edit("home", type="removeIcon", icon=icon)
    board.wait(lambda: not board.all("dialog"), "the panel to close")
    wait_idle(board)
    assert unhandled(board) == []


# Servers that restart


@pytest.fixture
def kept(tmp_path, serve_board):
    """A server with a data folder, which comes back on the same port."""

    class Kept:
        options = ("--data", str(tmp_path / "data"))

        def __init__(self):
            self.server = serve_board(options=self.options)

        def kill(self):
            self.server.process.kill()
            self.server.process.wait()

        def start(self, samples=SAMPLES):
            self.server = serve_board(options=(*self.options, "--port", str(self.server.port)), samples=samples)
            return self.server

    return Kept()


def wait_connected(board):
    """Waits until widgets run again, and the page does not say that it has no connection."""
    sign = board.find("#connection")
    board.wait(lambda: not sign.is_displayed() and board.page.is_visible("timeLabel"), "the connection")


@pytest.mark.offline
@pytest.mark.parametrize("drop", ["while it is away", "when it is back"])
def test_a_server_restarts_in_the_middle_of_a_drag(open_board, kept, drop):
    board = open_board(server=kept.server)
    watch_errors(board)
    pointers = Pointers(board)
    board.edit()
    down, right = drag_off(board, pointers, "clock", 2, 3)
    kept.kill()
    x, y = pointers.place
    pointers.move(x + right, y + down)
    if drop == "while it is away":
        pointers.release()
        board.wait(lambda: "server" in board.said, "the reason")
        board.wait(lambda: not board.all(".dragged"), "the end of the drag")
        kept.start()
        assert board.frame("clock") == [0, 1, 1, 2, 2]
    else:
        board.wait(lambda: board.find("#connection").is_displayed(), "the sign")
        kept.start()
        wait_connected(board)
        pointers.move(x + right, y + down + 1)
        pointers.release()
        board.wait_frame("clock", [0, 4, 5, 2, 2])
    wait_connected(board)
    wait_idle(board)
    assert unhandled(board) == []
    # The page hears of edits again, and makes them.
    Client(kept.server).edit("home", type="remove", tile="steps")
    board.wait(lambda: not board.all('.boardTile[data-tile="steps"]:not(.leaving)'), "the edit of another")
    board.focus("note")
    frame = board.frame("note")
    board.keys(Keys.ARROW_RIGHT)
    board.wait(lambda: board.frame("note") != frame, "an edit")
    wait_idle(board)


@pytest.mark.offline
def test_edits_while_a_server_restarts_are_made_or_refused(open_board, kept):
    board = open_board(server=kept.server)
    watch_errors(board)
    board.edit()
    board.focus("square")
    board.keys(Keys.ARROW_DOWN)
    board.wait_frame("square", [0, 4, 3, 1, 1])
    # These come while the server goes, and while it is away.
    board.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    kept.kill()
    board.keys(Keys.ARROW_DOWN)
    board.wait(lambda: "server" in board.said, "the reason")
    kept.start()
    wait_connected(board)
    wait_idle(board)
    row = board.frame("square")[1]
    assert 4 <= row <= 6
    board.focus("square")
    board.keys(Keys.ARROW_RIGHT)
    board.wait_frame("square", [0, row, 4, 1, 1])
    wait_idle(board)
    assert unhandled(board) == []


@pytest.mark.offline
def test_a_server_comes_back_without_a_widget_whose_settings_are_open(open_board, kept):
    board = open_board(server=kept.server)
    watch_errors(board)
    open_settings(board, "note")
    kept.kill()
    kept.start(samples=[name for name in SAMPLES if name != "Note"])
    wait_connected(board)
    board.wait(lambda: board.all('[data-tile="note"] .boardMissing'), "the sign that it is missing")
    board.find("dialog .boardAction.destructive").click()
    board.wait(lambda: not board.all("dialog") and board.frame("note") is None, "it to be gone")
    wait_idle(board)
    assert unhandled(board) == []


@pytest.mark.offline
@pytest.mark.smoke
def test_the_overview_outlives_a_restart(open_board, kept):
    board = open_board(server=kept.server)
    watch_errors(board)
    board.find(".boardPagesButton").click()
    board.wait(lambda: board.all(".overviewAdd"), "the overview")
    kept.kill()
    board.find(".overviewAdd").click()
    board.wait(lambda: "server" in board.said, "the reason")
    kept.start()
    wait_connected(board)
    board.find(".overviewAdd").click()
    board.wait(lambda: len(board.all(".overviewChoice")) == 3, "another page")
    assert len(board.document["arrangements"][0]["pages"]) == 3
    assert unhandled(board) == []


# A busy browser


def add_pages(board, count):
    for _ in range(count):
        Client(board.server).edit("home", type="addPage")
    board.wait(lambda: len(board.all(".boardPage")) == 2 + count, "the pages")


def test_each_key_turns_a_page_though_the_end_of_an_earlier_turn_comes_late(board):
    add_pages(board, 2)
    board.page.run("""
      const pages = document.querySelector(".boardPages");
      const key = () => document.body.dispatchEvent(
        new KeyboardEvent("keydown", {key: "PageDown", bubbles: true, cancelable: true}));
      key();
      pages.dispatchEvent(new Event("scrollend"));
      key();""")
    board.wait(lambda: page_in_front(board) == 2, "the third page")
    board.wait(lambda: board.all(".boardDot")[2].get_attribute("aria-current") == "page", "its dot")
    board.keys(Keys.PAGE_UP)
    board.wait(lambda: page_in_front(board) == 1, "the second page")


def test_a_page_on_its_way_arrives_when_another_browser_removes_one_before_it(board):
    add_pages(board, 6)
    wanted = board.all(".boardPage")[6].get_attribute("data-page")
    # In one step of the page, because the way takes a part of a second.
    board.page.browser.execute_async_script("""
      const done = arguments[0];
      document.querySelectorAll(".boardDot")[6].click();
      document.querySelector(".boardPages").addEventListener("scroll", async () => {
        await fetch("boards/home/edits", {method: "POST", headers: {"Content-Type": "application/json"},
          body: JSON.stringify({grid: [6, 8], edit: {type: "removePage", page: "first"}})});
        done();
      }, {once: true})""")
    board.wait(lambda: len(board.all(".boardPage")) == 7, "the page to be gone")
    board.wait(lambda: board.page.run("""
      const page = document.querySelector(`[data-page="${arguments[0]}"]`).getBoundingClientRect();
      return Math.abs(page.left) < 2""", wanted), "the page")
    board.wait(lambda: board.all(".boardDot")[5].get_attribute("aria-current") == "page", "its dot")


# Names

BAD_NAMES = {
    "longest": "W" * 100,
    "too-long": "W" * 10_000,
    "one-word-of-another-script": "ⵞ" * 100,
    "right-to-left": "\u202eabc \u200fdef",
    "invisible": "\u202e\u200f",
    "line-breaks": "one\ntwo\r\nthree\u2028four\n" * 4,
    "line-breaks-too-long": "one\n" * 2_500,
    "one-letter-with-1,900-marks": "a" + "\u0301" * 1_900,
    "one-letter-with-9,999-marks": "a" + "\u0301" * 9_999,
    "marked-up": "<b>bold</b> & \"quoted\" {name}",
}


def offer(board, name):
    """Gives a name to the board, its first page, an icon and a folder, and returns what the server took. It refuses
    others with a reason."""
    folder = board.icons()[0]
    address = "https://example.org/"
    edits = [
        {"type": "rename", "name": name},
        {"type": "renamePage", "page": "first", "name": name},
        {"type": "changeIcon", "icon": "mail", "name": name, "address": address},
        {"type": "changeIcon", "icon": folder, "name": name},
        {"type": "addIcon", "name": name, "address": address, "page": "first", "index": 0},
    ]
    taken = []
    for edit in edits:
        try:
            taken.append(Client(board.server).edit("home", **edit))
        except urllib.error.HTTPError as answer:
            error = json.load(answer)["error"]
            assert answer.code in (400, 409) and "name" in error["message"].lower(), error
    return taken


def broken_layout(board):
    """What stands out of the window, or of where it belongs."""
    return board.page.run("""
      const out = [];
      const {scrollWidth, scrollHeight} = document.documentElement;
      if (scrollWidth > innerWidth || scrollHeight > innerHeight) out.push("the page scrolls");
      const inside = (element, bounds) => {
        const box = element.getBoundingClientRect();
        if (box.width === 0) return;
        const isInside = box.left >= bounds.left - 1 && box.right <= bounds.right + 1
          && box.top >= bounds.top - 1 && box.bottom <= bounds.bottom + 1;
        if (!isInside) out.push(`${element.className} ${JSON.stringify(box)} in ${JSON.stringify(bounds)}`);
      };
      const frame = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
      const parts = ".boardTitle, .boardTool, .boardDots, .boardPagesButton, dialog[open]";
      for (const element of document.querySelectorAll(parts)) inside(element, frame);
      const bar = document.querySelector(".boardBar").getBoundingClientRect();
      for (const element of document.querySelectorAll(".boardTitle, .boardTools")) inside(element, bar);
      for (const icon of document.querySelectorAll(".boardIcon")) {
        for (const label of icon.querySelectorAll(".boardLabel")) inside(label, icon.getBoundingClientRect());
      }
      for (const card of document.querySelectorAll(".overviewPage")) {
        for (const part of card.children) inside(part, card.getBoundingClientRect());
      }
      const grid = document.querySelector(".boardGrid").getBoundingClientRect();
      const title = document.querySelector(".boardPageTitle").getBoundingClientRect();
      if (title.bottom > grid.top + 1) out.push("the title covers the grid");
      if (bar.bottom > title.top + 1 && title.height) out.push("the bar covers the title");
      return out""")


@pytest.mark.parametrize("width, height", [(1280, 800), (375, 667)])
def test_bad_names_are_refused_or_leave_the_layout_as_it_is(open_board, serve_board, width, height):
    board = open_board(width, height, server=serve_board(), still=True)
    watch_errors(board)
    Client(board.server).edit("home", type="collect", icon="news", into="maps")
    broken = {}
    for kind, name in BAD_NAMES.items():
        taken = offer(board, name)
        assert bool(taken) != kind.endswith(("too-long", "invisible", "marks")), kind
        if not taken:
            continue
        (page,) = [page.get("name") for page in taken[-1]["pages"] if page["id"] == "first"]
        title = 'return document.querySelector(".boardPage .boardPageTitle").textContent'
        board.wait(lambda: board.page.run(title) == page, f"the name {kind}")
        board.rest()
        board.page.shot(f"{kind}-{width}")
        broken[kind] = broken_layout(board)
        board.find(".boardPagesButton").click()
        board.wait(lambda: board.all("dialog[open] .overviewName"), "the overview")
        broken[kind] += broken_layout(board)
        board.keys(Keys.ESCAPE)
        board.wait(lambda: not board.all("dialog"), "the overview to close")
        Client(board.server).edit("home", type="undo")
    board.edit()
    broken["editing"] = broken_layout(board)
    assert {kind: found for kind, found in broken.items() if found} == {}
    assert unhandled(board) == []


def test_a_document_with_long_names_is_imported_with_shorter_ones(board):
    watch_errors(board)
    document = board.document
    document["name"] = "N" * 10_000
    document["icons"]["maps"]["name"] = "I " * 5_000
    document["icons"]["news"]["name"] = "\u202eone\ntwo\u200f"
    document["arrangements"][0]["pages"][0]["name"] = "P" * 10_000
    problems = Client(board.server).ask("boards/home/import", document)["problems"]
    assert len(problems) == 3 and all("1 to 100 letters" in problem for problem in problems)
    board.wait(lambda: board.page.run("return document.title") == "N" * 100, "the name")
    board.rest()
    assert broken_layout(board) == [] and unhandled(board) == []


@pytest.mark.hostile
def test_the_overview_says_why_a_name_is_refused(board):
    board.find(".boardPagesButton").click()
    field = board.wait(lambda: board.find("dialog[open] .overviewName"), "the overview")
    # A field takes no more than a name may have; a script gets around that.
    board.page.run("""
      arguments[0].focus();
      arguments[0].value = "x".repeat(10_000);
      arguments[0].dispatchEvent(new Event("change", {bubbles: true}))""", field)
    board.wait(lambda: "100" in board.said, "the reason")
    board.wait(lambda: field.get_attribute("value") == "", "the name before")


@pytest.mark.parametrize("loss", ["pointercancel", "lostpointercapture", "blur"])
def test_a_drag_whose_pointer_is_lost_changes_nothing(board, pointers, loss):
    board.edit()
    before = board.document
    drag_off(board, pointers, "clock", 2, 3)
    if loss == "blur":
        board.page.run("window.dispatchEvent(new Event('blur'))")
    elif loss == "pointercancel":
        board.page.run("""document.querySelector('.board').dispatchEvent(
          new PointerEvent('pointercancel', {pointerId: 1, bubbles: true}))""")
    elif loss == "lostpointercapture":
        board.page.run("document.querySelector('.board').releasePointerCapture(1)")
        # The browser tells it with the next event.
        x, y = pointers.place
        pointers.move(x + 1, y, 1)
    wait_idle(board)
    # The button comes up unheard.
    pointers.release()
    assert board.document == before
    # The next drag goes as ever.
    drag_off(board, pointers, "clock", 2, 3)
    pointers.release()
    board.wait(lambda: board.frame("clock") != [0, 1, 1, 2, 2], "the next drag")
    wait_idle(board)


@pytest.mark.hostile
def test_a_name_with_an_override_does_not_turn_the_sentence_around(board):
    Client(board.server).edit("home", type="changeIcon", icon="mail", name="\u202eabc", address="https://example.org/")
    board.edit()
    board.wait(lambda: board.find('.boardIcon[data-icon="mail"] .boardLabel').get_attribute("textContent") == "\u202eabc", "the name")
    board.page.run("""document.querySelector('.boardIcon[data-icon="mail"] .boardButton.close').click()""")
    board.wait(lambda: "removed" in board.said, "the sentence")
    first, last = board.page.run("""
      const text = document.querySelector('.boardSays').firstChild;
      const place = (index) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      };
      const start = text.data.indexOf("removed");
      return [place(start), place(text.data.length - 1)]""")
    assert first < last


@pytest.mark.hostile
def test_a_name_of_ten_thousand_marks_is_refused(serve_board):
    client = Client(serve_board())
    name = "a" + "\u0301" * 9_999
    with pytest.raises(urllib.error.HTTPError):
        client.edit("home", type="renamePage", page="first", name=name)
    with pytest.raises(urllib.error.HTTPError):
        client.ask("boards", {"name": name})
    document = client.ask("boards/home/export")
    document["icons"]["maps"]["name"] = name
    document["icons"]["news"]["name"] = "one\ntwo"
    assert len(client.ask("boards/home/import", document)["problems"]) >= 1
    assert client.ask("boards/home/export")["icons"]["news"]["name"] == "one two"
