"""The board under bad conditions: pointers that get lost, things that others remove meanwhile, servers that restart."""

import pytest
from selenium.webdriver.common.keys import Keys

from data_folders import Client
from ports import free_port
from sample_board import SAMPLES
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
    board.wait(lambda: not board.differences, "the board as it is stored")


def watch_errors(board):
    """Collects the errors that no code of the page handles."""
    board.page.run("""
      window.unhandled = [];
      addEventListener("error", ({message}) => window.unhandled.push(message));
      addEventListener("unhandledrejection", ({reason}) => window.unhandled.push(String(reason)));""")


def unhandled(board):
    return board.page.run("return window.unhandled")


# Pointers that get lost


def test_a_drag_whose_pointer_is_lost_changes_nothing(board, pointers):
    board.edit()
    before = board.document
    for loss in ("pointercancel", "lostpointercapture", "blur", "let go outside"):
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
        else:
            # It ends the drag when it comes back.
            board.page.run("document.querySelector('.board').releasePointerCapture(1)")
            pointers.mouse("mouseReleased", -300, 400, 0)
            pointers.mouse("mouseMoved", 300, 400, 0)
        wait_idle(board)
        # The button comes up unheard.
        pointers.release()
        assert board.document == before, loss
    # The next drag goes as ever. The tile follows a mouse that leaves the window and is let go outside.
    drag_off(board, pointers, "clock", 2, 3)
    pointers.move(-300, 500)
    pointers.move(2000, -200)
    pointers.move(400, 1400)
    pointers.release()
    wait_idle(board)
    page, row, column, *size = board.frame("clock")
    assert size == [2, 2] and row == 5, (page, row, column)


def test_a_page_of_the_overview_does_not_stay_under_a_mouse_that_is_lost(board, pointers):
    before = board.document
    board.find(".boardPagesButton").click()
    board.wait(lambda: len(board.all("dialog[open] .overviewChoice")) == 2, "the overview")
    # The next drag begins as ever.
    for end in ("capture", "button"):
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
        assert board.document == before, end
        assert not board.page.run("return [...document.querySelectorAll('.overviewPage')].some(({style}) => style.translate)")


def test_a_second_finger_does_not_disturb_a_drag(board, pointers):
    board.edit()
    before = board.document
    for end in ("lose", "lift"):
        board.rest()
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
def test_what_is_dragged_is_removed_by_another_browser(board, pointers):
    watch_errors(board)
    board.edit()
    other = Client(board.server)
    # What is left then is moved to the right and back, so that it never is near the edge of the page.
    for thing, way in (("icon", 400), ("tile", -400), ("page", 400)):
        board.rest()
        dragged = {"icon": '.boardIcon[data-icon="maps"]', "tile": '[data-tile="clock"]', "page": '[data-tile="note"]'}
        x, y = centre(board.find(dragged[thing]))
        pointers.press(x, y).move(x + 300, y + 200)
        board.wait(lambda: board.all(".dragged"), "the drag")
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
        pointers.press(x, y).move(x + way, y + 20).release()
        board.wait(lambda: board.frame(left) != frame, "the next drag")
        wait_idle(board)


@pytest.mark.exhaustive
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
@pytest.mark.exhaustive
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
    board.press(name, "settings")
    board.wait(lambda: board.all("dialog .boardActions"), "the settings")


@pytest.mark.hostile
def test_panels_close_when_another_browser_removes_what_they_are_about(board):
    watch_errors(board)
    other = Client(board.server)
    board.edit()

    def wait_closed():
        board.wait(lambda: not board.all("dialog"), "the panel to close")
        wait_idle(board)
        assert unhandled(board) == []

    # The settings of an icon, and a folder.
    for is_folder in (False, True):
        if is_folder:
            other.edit("home", type="collect", icon="mail", into="news")
            board.wait(lambda: len(board.all(".boardIcon:not(.leaving)")) == 1, "the folder")
        board.rest()
        icon = board.icons()[0]
        board.find(f'.boardIcon[data-icon="{icon}"] .boardCover').click()
        board.wait(lambda: board.all("dialog[open]"), "the panel")
        other.edit("home", type="removeIcon", icon=icon)
        wait_closed()
    # The settings of a widget in a stack.
    other.edit("home", type="stack", tile="steps", onto="clock")
    board.wait(lambda: len(board.all(".boardTile:not(.leaving)")) == 4, "the stack")
    front = board.document["arrangements"][0]["pages"][0]["tiles"][0]["front"]
    board.rest()
    open_settings(board, "clock")
    other.edit("home", type="remove", tile=front)
    wait_closed()
    # The settings of a widget, with the reason.
    open_settings(board, "square")
    other.edit("home", type="remove", tile="square")
    board.wait(lambda: "Square" in board.said, "the reason")
    wait_closed()
    board.wait(lambda: not board.all('.boardTile[data-tile="square"]'), "the tile to be gone")
    # Keys reach the board again.
    board.focus("note")
    board.keys(Keys.ARROW_DOWN)
    board.wait(lambda: board.frame("note") == [0, 4, 1, 2, 2], "the next edit")


# Servers that restart


@pytest.fixture
def kept(tmp_path, serve_board):
    """A server with a data folder, which comes back on the same port."""

    class Kept:
        options = ("--data", str(tmp_path / "data"), "--port", str(free_port()))

        def __init__(self):
            self.server = serve_board(options=self.options)

        def kill(self):
            self.server.process.kill()
            self.server.process.wait()

        def start(self, samples=SAMPLES):
            self.server = serve_board(options=self.options, samples=samples)
            return self.server

    return Kept()


def wait_connected(board):
    """Waits until widgets run again, and the page does not say that it has no connection."""
    sign = board.find("#connection")
    board.wait(lambda: not sign.is_displayed() and board.page.is_visible("timeLabel"), "the connection")


@pytest.mark.offline
@pytest.mark.exhaustive
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
@pytest.mark.smoke
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
    # The overview outlives a restart, too.
    board.find(".boardTool.pages").click()
    board.wait(lambda: board.all(".overviewAdd"), "the overview")
    board.page.run("document.querySelector('.boardSays').textContent = ''")
    kept.kill()
    board.find(".overviewAdd").click()
    board.wait(lambda: "server" in board.said, "the reason")
    kept.start()
    wait_connected(board)
    board.find(".overviewAdd").click()
    board.wait(lambda: len(board.all(".overviewChoice")) == 3, "another page")
    assert len(board.document["arrangements"][0]["pages"]) == 3
    assert unhandled(board) == []


@pytest.mark.exhaustive
@pytest.mark.offline
def test_a_server_comes_back_without_a_widget_whose_settings_are_open(open_board, kept):
    board = open_board(server=kept.server)
    watch_errors(board)
    board.edit()
    open_settings(board, "note")
    kept.kill()
    kept.start(samples=[name for name in SAMPLES if name != "Note"])
    wait_connected(board)
    board.wait(lambda: board.all('[data-tile="note"] .boardMissing'), "the sign that it is missing")
    board.find("dialog .boardAction.destructive").click()
    board.wait(lambda: not board.all("dialog") and board.frame("note") is None, "it to be gone")
    wait_idle(board)
    assert unhandled(board) == []


# A busy browser


def add_pages(board, count):
    for _ in range(count):
        Client(board.server).edit("home", type="addPage")
    board.wait(lambda: len(board.all(".boardPage")) == 2 + count, "the pages")


def test_pages_turn_though_the_end_of_an_earlier_turn_comes_late_or_their_places_change(board):
    add_pages(board, 6)
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
    board.rest()
    # A page on its way arrives when another browser removes one before it.
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

# What a server takes as names. Others are refused.
LONG_NAMES = {
    "longest": "W" * 100,
    "one-word-of-another-script": "ⵞ" * 100,
    "right-to-left": "\u202eabc \u200fdef",
    "line-breaks": "one\ntwo\r\nthree\u2028four\n" * 4,
    "marked-up": "<b>bold</b> & \"quoted\" {name}",
}


def name_everything(client, name):
    """Gives a name to the board, its first page, an icon and a folder, and returns the board."""
    folder = client.ask("boards/home/export")["arrangements"][0]["pages"][0]["icons"][0]
    address = "https://example.org/"
    client.edit("home", type="rename", name=name)
    client.edit("home", type="renamePage", page="first", name=name)
    client.edit("home", type="changeIcon", icon="mail", name=name, address=address)
    client.edit("home", type="changeIcon", icon=folder, name=name)
    return client.edit("home", type="addIcon", name=name, address=address, page="first", index=0)


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


@pytest.mark.hostile
@pytest.mark.exhaustive
@pytest.mark.parametrize("width, height", [(1280, 800), (375, 667)])
def test_long_names_leave_the_layout_as_it_is(open_board, width, height):
    board = open_board(width, height, still=True)
    watch_errors(board)
    client = Client(board.server)
    client.edit("home", type="collect", icon="news", into="maps")
    broken = {}
    for kind, name in LONG_NAMES.items():
        named = name_everything(client, name)
        (page,) = [page.get("name") for page in named["pages"] if page["id"] == "first"]
        title = 'return document.querySelector(".boardPage .boardPageTitle").textContent'
        board.wait(lambda: board.page.run(title) == page, f"the name {kind}")
        board.rest()
        board.page.shot(f"{kind}-{width}")
        broken[kind] = broken_layout(board)
        board.find(".boardPagesButton").click()
        board.wait(lambda: board.all("dialog[open] .overviewName"), "the overview")
        board.rest()
        broken[kind] += broken_layout(board)
        board.keys(Keys.ESCAPE)
        board.wait(lambda: not board.all("dialog"), "the overview to close")
        client.edit("home", type="undo")
    # A document's names are cut.
    document = board.document
    document["name"], document["arrangements"][0]["pages"][0]["name"] = "N" * 10_000, "P" * 10_000
    document["icons"]["news"]["name"] = "\u202eone\ntwo\u200f"
    client.ask("boards/home/import", document)
    board.wait(lambda: board.page.run("return document.title") == "N" * 100, "the name")
    board.rest()
    broken["imported"] = broken_layout(board)
    board.edit()
    broken["editing"] = broken_layout(board)
    assert {kind: found for kind, found in broken.items() if found} == {}
    assert unhandled(board) == []


@pytest.mark.hostile
def test_the_page_says_why_a_name_is_refused_and_turns_no_sentence_around(board):
    board.find(".boardPagesButton").click()
    field = board.wait(lambda: board.find("dialog[open] .overviewName"), "the overview")
    # A field takes no more than a name may have; a script gets around that.
    board.page.run("""
      arguments[0].focus();
      arguments[0].value = "x".repeat(10_000);
      arguments[0].dispatchEvent(new Event("change", {bubbles: true}))""", field)
    board.wait(lambda: "100" in board.said, "the reason")
    board.wait(lambda: field.get_attribute("value") == "", "the name before")
    board.keys(Keys.ESCAPE)
    board.wait(lambda: not board.all("dialog"), "the overview to close")
    # A name with an override.
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
