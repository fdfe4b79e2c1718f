"""Gestures on the board that people know from phones: by finger, mouse, wheel and keys."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

from axe import violations

# Milliseconds from one place of a pointer to the next.
FRAME = 17
# Seconds of a long press. A third of them suffices, unless the page has something else to do when that is over: it hears
# of a move before its timers run.
HOLD = 1.5


class Finger:
    """A pointer that presses, moves and lets go: a finger, or a mouse."""

    def __init__(self, board, kind):
        self.page = board.page
        if kind == "touch":
            self.page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.kind = kind
        self.place = (0, 0)
        self.begin()

    def begin(self):
        """The driver knows a pointer by its name, wherever it is by then."""
        pointer = PointerInput(self.kind, f"one {self.kind}")
        self.actions = ActionBuilder(self.page.browser, mouse=pointer, duration=FRAME)

    def press(self, x, y):
        self.place = (x, y)
        self.actions.pointer_action.move_to_location(int(x), int(y))
        self.actions.pointer_action.pointer_down()
        return self

    def wait(self, seconds):
        self.actions.pointer_action.pause(seconds)
        return self

    def move(self, x, y, steps=8):
        (left, top), self.place = self.place, (x, y)
        for step in range(1, steps + 1):
            self.actions.pointer_action.move_to_location(
                int(left + (x - left) * step / steps), int(top + (y - top) * step / steps))
        return self

    def lift(self):
        self.actions.pointer_action.pointer_up()
        return self

    def perform(self):
        self.actions.perform()
        self.begin()
        return self


def centre(element):
    box = element.rect
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def is_editing(board):
    return board.page.run("return document.querySelector('.board').classList.contains('editing')")


def page_in_front(board):
    return board.page.run("""
      const pages = document.querySelector('.boardPages');
      return Math.round(Math.abs(pages.scrollLeft) / pages.clientWidth)""")


KINDS = pytest.mark.parametrize("kind", ["touch", pytest.param("mouse", marks=pytest.mark.exhaustive)])


@KINDS
@pytest.mark.smoke
def test_a_long_press_picks_a_thing_up_and_the_same_press_moves_it(board, kind):
    x, y = centre(board.tile("clock"))
    down, right = board.cell
    # The widget has no room below: the note gives way.
    Finger(board, kind).press(x, y).wait(HOLD).move(x + 6 * right, y + down).wait(0.3).lift().perform()
    board.wait_frame("clock", [0, 2, 7, 2, 2])
    assert is_editing(board)
    board.wait(lambda: board.said == "Clock: row 2, column 7, Page 1, 2 by 2", "its place to be said")
    board.find(".boardTool.toggle").click()
    board.wait(lambda: not is_editing(board), "the end of editing")
    board.rest()
    # An icon opens no link then.
    icons = {name: centre(board.find(f'.boardIcon[data-icon="{name}"]')) for name in ("maps", "mail")}
    (x, y), (to_x, to_y) = icons["maps"], icons["mail"]
    windows = board.page.browser.window_handles
    Finger(board, kind).press(x, y).wait(HOLD).move(x + (to_x - x) * 0.9, to_y).wait(0.3).lift().perform()
    board.wait(lambda: board.icons()[0] == "news", "another order")
    assert board.page.browser.window_handles == windows and is_editing(board)


@pytest.mark.parametrize("kind", ["touch", pytest.param("mouse", marks=pytest.mark.exhaustive)])
def test_only_a_press_that_rests_on_no_control_starts_editing(open_board, serve_board, kind):
    # A board that nobody has edited: nothing can be undone.
    board = open_board(server=serve_board())
    if kind == "touch":
        # A finger that moves at once turns the page, and edits nothing.
        x, y = centre(board.tile("clock"))
        # More than half of the page's width, so that its speed does not matter.
        Finger(board, kind).press(x + 900, y).move(x - 50, y, steps=10).lift().perform()
        board.wait(lambda: page_in_front(board) == 1, "the second page")
        assert not is_editing(board)
    else:
        board.page.run("document.querySelectorAll('.boardDot')[1].click()")
    # A control inside a widget keeps its press.
    button = board.wait(lambda: board.page.is_visible("greetButton") and board.page.view("greetButton"), "the button")
    board.rest()
    Finger(board, kind).press(*centre(button)).wait(HOLD).lift().perform()
    assert not is_editing(board)
    board.page.run("document.querySelectorAll('.boardDot')[0].click()")
    board.wait(lambda: page_in_front(board) == 0, "the first page")
    board.rest()
    # One that lets go where it began only starts editing.
    frame = board.frame("clock")
    Finger(board, kind).press(*centre(board.tile("clock"))).wait(HOLD).lift().perform()
    board.wait(lambda: is_editing(board), "editing")
    board.rest()
    assert board.frame("clock") == frame and not board.find(".boardTool.undo").get_attribute("aria-disabled") == "false"


def test_a_tile_is_dropped_on_the_middle_of_another_and_dragged_out_of_their_stack(board):
    board.edit()
    down, right = board.cell
    board.drag_cells("note", -2, 0, hold=0.4, release=False)
    # The other one shows that it takes it, and stays where it is.
    board.wait(lambda: board.all('.boardTile.collecting[data-tile="clock"]'), "the mark")
    assert board.said == "Let go to stack Note onto Clock"
    ActionChains(board.page.browser).release().perform()
    board.wait(lambda: board.document["arrangements"][0]["pages"][0]["tiles"][0].get("stack") == ["clock", "note"], "a stack")
    board.wait(lambda: len(board.all('[data-tile="clock"] .boardTurn')) == 2, "the stack")
    board.rest()
    left, top, width, height = board.box("clock")
    board.press("clock", "settings")
    # While the dialog comes, its texts are not visible yet.
    shown = lambda: [name.text for name in board.all("dialog .boardMemberName")]
    board.wait(lambda: shown() == ["Clock", "Note"], "the list")
    board.rest()
    assert violations(board.page) == []
    x, y = centre(board.find("dialog .boardMemberName"))
    to_x, to_y = left + width / 2 + 6 * right, top + height / 2 + 2 * down
    Finger(board, "touch").press(x, y).wait(0.2).move(to_x, to_y, 12).wait(0.4).lift().perform()
    board.wait(lambda: board.frame("clock") == [0, 3, 7, 2, 2], "its own place")
    assert board.frame("note") == [0, 1, 1, 2, 2]
    assert not board.all("dialog")


def make_folder(board):
    board.edit()
    boxes = {name: centre(board.find(f'.boardIcon[data-icon="{name}"]')) for name in ("maps", "news")}
    Finger(board, "mouse").press(*boxes["news"]).wait(0.2).move(*boxes["maps"]).wait(0.3).lift().perform()
    board.wait(lambda: len(board.icons()) == 2, "a folder")
    board.rest()
    return board.icons()[0]


def test_a_folder_opens_under_an_icon_that_rests_over_it(board):
    folder = make_folder(board)
    x, y = centre(board.find('.boardIcon[data-icon="mail"]'))
    finger = Finger(board, "mouse").press(x, y).wait(0.2)
    finger.move(*centre(board.find(f'.boardIcon[data-icon="{folder}"]'))).wait(0.8).perform()
    labels = board.wait(lambda: board.all(".boardFolderPreview .boardLabel"), "what is in it")
    assert [label.text for label in labels] == ["Maps", "News"]
    board.page.shot("folder-under-an-icon")
    finger.lift().perform()
    board.wait(lambda: board.document["icons"][folder]["members"] == ["maps", "news", "mail"], "the icon in the folder")
    assert not board.all(".boardFolderPreview")


@pytest.mark.parametrize("kind, editing", [
    ("touch", False),
    *(pytest.param(*way, marks=pytest.mark.exhaustive) for way in [("touch", True), ("mouse", True), ("mouse", False)]),
])
def test_an_icon_is_dragged_out_of_a_folder(board, kind, editing):
    folder = make_folder(board)
    windows = board.page.browser.window_handles
    opener = ".boardCover" if editing else ".boardLink"
    if not editing:
        board.find(".boardTool.toggle").click()
    board.find(f'.boardIcon[data-icon="{folder}"] {opener}').click()
    members = board.wait(lambda: board.all("dialog .boardFolderIcons > .boardLink"), "the folder")
    x, y = centre(members[1])
    to_x, to_y = centre(board.find('.boardIcon[data-icon="mail"]'))
    Finger(board, kind).press(x, y).wait(HOLD).move(to_x + 20, to_y, 12).wait(0.4).lift().perform()
    board.wait(lambda: "news" in board.icons(), "the icon on the page")
    assert board.document["icons"][folder]["members"] == ["maps"] and is_editing(board)
    assert board.page.browser.window_handles == windows and not board.all("dialog")


def test_a_tile_that_finds_no_place_says_so(board):
    board.edit()
    # The server refuses everything for a while.
    board.page.run("""
      const fetchBefore = window.fetch;
      window.fetch = (address, ...more) => String(address).endsWith('/edits')
        ? Promise.resolve(new Response(JSON.stringify({refused: {rule: 'no-room', message: 'There is not enough room'}}),
            {headers: {'Content-Type': 'application/json'}}))
        : fetchBefore(address, ...more)""")
    frame = board.box("clock")
    board.drag_cells("clock", 0, 6)
    board.wait(lambda: board.said == "Clock was not moved: There is not enough room", "the reason")
    board.wait(lambda: board.find(".boardSays").is_displayed(), "the reason to be seen")
    board.rest()
    assert board.box("clock") == frame


def test_wheel_and_arrow_keys_turn_pages(board):
    wheel = """document.querySelector(arguments[0]).dispatchEvent(
      new WheelEvent('wheel', {deltaY: arguments[1], bubbles: true, cancelable: true}))"""
    board.page.run(wheel, ".boardGrid", 100)
    board.wait(lambda: page_in_front(board) == 1, "the second page")
    board.keys(Keys.ARROW_LEFT)
    board.wait(lambda: page_in_front(board) == 0, "the first page")
    board.keys(Keys.ARROW_RIGHT)
    board.wait(lambda: page_in_front(board) == 1, "the second page")
    # Beyond the last page it gives way a little, which may be over before anybody looks.
    board.page.run("""
      const pages = document.querySelector('.boardPages');
      const animate = pages.animate;
      window.timesGivenWay = 0;
      pages.animate = (...all) => {
        window.timesGivenWay += 1;
        return animate.apply(pages, all);
      }""")
    board.keys(Keys.ARROW_RIGHT)
    board.wait(lambda: board.page.run("return window.timesGivenWay") == 1, "the pages to give way")
    board.wait(lambda: page_in_front(board) == 1, "the same page")


def test_page_keys_count_while_the_board_loads(board):
    script = """
      const timer = setInterval(() => {
        if (!document.querySelector('.boardPages')) return;
        clearInterval(timer);
        window.pagesAtKey = document.querySelectorAll('.boardPage').length;
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown', bubbles: true, cancelable: true}));
      }, 1)"""
    browser = board.page.browser
    # Without it, the board comes with the page.
    browser.delete_cookie("tessera-grid")
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    browser.refresh()
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    board.wait(lambda: board.all(".boardTile"), "the board")
    assert board.page.run("return window.pagesAtKey") == 0
    board.wait(lambda: page_in_front(board) == 1, "the second page")


@pytest.mark.exhaustive
def test_a_second_finger_and_a_lost_pointer_leave_the_board_as_it_was(board):
    board.edit()
    frame = board.frame("clock")
    board.drag_cells("clock", 0, 5, release=False)
    # Another finger on another tile picks nothing up.
    x, y = centre(board.tile("note"))
    Finger(board, "touch").press(x, y).wait(0.2).move(x + 200, y).lift().perform()
    assert board.frame("note") == [0, 3, 1, 2, 2]
    # The mouse was let go outside of the window, and comes back.
    board.page.run("""document.querySelector('.board').dispatchEvent(
      new PointerEvent('pointermove', {pointerId: 1, buttons: 0, bubbles: true}))""")
    board.wait(lambda: not board.all(".boardTile.dragged"), "the end")
    board.rest()
    assert board.frame("clock") == frame
    ActionChains(board.page.browser).release().perform()
