"""Stacks with tabs: the names of the widgets above the one in front, which has the rest of the height."""

import copy

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from axe import violations
from boards import Board
from sample_board import BOARD, tile
from test_contrast import color, contrast
from test_gestures import HOLD

HEIGHT = 32
NAMES = {"square": "Square", "clock": "Clock", "note": "Note", "steps": "Steps", "hello": "Hello"}


def stacked(*members, front="square", columns=2, **more):
    """A board with a stack in its corner. The other widgets stand on the second page."""
    document = copy.deepcopy(BOARD)
    first, second = document["arrangements"][0]["pages"]
    first["tiles"] = [tile("square", 1, 1, 2, columns, stack=list(members), front=front, **more)]
    others = [name for name in NAMES if name not in members]
    second["tiles"] = [tile(name, 1, 1 + 2 * index, 2, 2) for index, name in enumerate(others)]
    return document


THREE = ("square", "clock", "note")


class Stack(Board):
    """A board with one stack, as a user sees it."""

    @property
    def tabs(self):
        return {tab.get_attribute("textContent"): tab for tab in self.all('[data-tile="square"] .boardTab')}

    @property
    def chosen(self):
        return [name for name, tab in self.tabs.items() if tab.get_attribute("aria-selected") == "true"]

    def wait_chosen(self, name):
        self.wait(lambda: self.chosen == [name], f"{name} to be chosen")

    @property
    def stored(self):
        """The stack as the server stores it."""
        (place,) = self.document["arrangements"][0]["pages"][0]["tiles"]
        return place

    def wait_square(self, height):
        """Waits until the square is as large as a height lets it be."""
        width = self.box("square")[2]
        expected = min(width, height) - 20
        self.wait(
            lambda: abs(self.page.run("return arguments[0].offsetWidth", self.page.view("square")) - expected) <= 1,
            f"a square of {expected}")

    def switch_tabs(self):
        """Presses the switch in the settings of the widget in front."""
        self.edit()
        self.press("square", "settings")
        label = self.wait(
            lambda: next((label for label in self.all("dialog label") if label.text == "Show tabs"), None), "the switch")
        label.click()

    def close_panel(self):
        self.find("dialog .boardPanelBar button").click()
        self.wait(lambda: not self.all("dialog"), "the end of the settings")


@pytest.fixture
def open_stack(put_board, serve_board, open_page):
    pages = []

    def open_stack(document=None, width=1280, height=800, query="", options=None, dark=False, still=False):
        document = document or stacked(*THREE, tabs=True)
        server = put_board(document) if options is None else serve_board(document, options)
        page = open_page(server.root + query, width, height, dark=dark, still=still)
        pages.append(page)
        board = Stack(page, server)
        board.wait(lambda: board.all('[data-tile="square"] [data-kind="screen"]'), "the widget in front")
        return board

    yield open_stack
    for page in pages:
        page.activate().browser.get("about:blank")


@pytest.mark.parametrize("query, onward, back", [
    ("", Keys.ARROW_RIGHT, Keys.ARROW_LEFT),
    pytest.param("?language=ar", Keys.ARROW_LEFT, Keys.ARROW_RIGHT, marks=pytest.mark.exhaustive),
], ids=["left to right", "right to left"])
def test_tabs_turn_a_stack_by_presses_and_keys(open_stack, query, onward, back):
    # A board that nobody has edited: nothing can be undone.
    board = open_stack(query=query, options=())
    board.page.shot("tabs")
    assert list(board.tabs) == ["Square", "Clock", "Note"] and board.chosen == ["Square"]
    assert not any(dot.is_displayed() for dot in board.all(".boardTurn"))
    order = [tab.rect["x"] for tab in board.tabs.values()]
    assert order == sorted(order, reverse=query != "")
    board.tabs["Clock"].click()
    board.wait(lambda: board.page.is_visible("timeLabel") and not board.page.is_visible("sizeLabel"), "the clock in front")
    board.wait_chosen("Clock")
    for key, name in [
        (onward, "Note"), (onward, "Square"), (back, "Note"), (Keys.HOME, "Square"), (Keys.END, "Note"), (back, "Clock"),
    ]:
        board.keys(key)
        board.wait_chosen(name)
        assert board.page.run("return document.activeElement.textContent") == name
        assert [name for name, tab in board.tabs.items() if tab.get_attribute("tabindex") == "0"] == [name]
    board.wait(lambda: board.page.is_visible("timeLabel"), "the clock again")
    assert board.stored["front"] == "clock" and board.stored["tabs"] is True
    # Turning a stack is no edit.
    board.edit()
    assert board.find(".boardTool.undo").get_attribute("aria-disabled") == "true"


@pytest.mark.smoke
def test_panels_are_named_by_their_tabs_which_the_wheel_and_the_tab_key_reach(open_stack):
    board = open_stack()
    panels = board.page.run("""
      return [...document.querySelectorAll('[data-tile="square"] [role="tab"]')].map((tab) => {
        const panel = document.getElementById(tab.getAttribute("aria-controls"));
        return [panel.getAttribute("role"), panel.getAttribute("aria-labelledby") === tab.id, panel.dataset.widget];
      })""")
    assert panels == [["tabpanel", True, name] for name in THREE]
    row = board.find(".boardTabs")
    assert row.get_attribute("aria-label") == "Widgets in the stack"
    # A wheel turns tabs, and scrolls them sideways.
    turn = """
      const event = new WheelEvent("wheel", { ...arguments[1], bubbles: true, cancelable: true });
      arguments[0].dispatchEvent(event);
      return event.defaultPrevented;"""
    assert board.page.run(turn, row, {"deltaX": 100, "deltaY": 10}) is False
    assert board.page.run(turn, row, {"deltaY": 100}) is True
    board.wait_chosen("Clock")
    # The tab key reaches the chosen tab and the rest of the board.
    reached = []
    for _ in range(20):
        board.keys(Keys.TAB)
        reached.append(board.page.run(
            "const { activeElement } = document; return activeElement.matches('.boardTab') ? activeElement.textContent : null"))
    assert "Clock" in reached and not {"Square", "Note"} & set(reached)


@pytest.mark.parametrize("options", [
    None, pytest.param(("--isolate",), marks=pytest.mark.exhaustive),
], ids=["in the server", "in a process"])
def test_tabs_take_their_height_from_the_widget_until_that_is_undone(open_stack, options):
    board = open_stack(stacked(*THREE), options=options)
    height = board.box("square")[3]
    assert "tabs" not in board.stored and not board.tabs and len(board.all(".boardTurn")) == 3
    board.wait_square(height)
    board.switch_tabs()
    board.wait(lambda: list(board.tabs) == ["Square", "Clock", "Note"], "the tabs")
    assert violations(board.page) == []
    board.page.shot("settings")
    board.close_panel()
    board.wait_square(height - HEIGHT)
    assert board.stored["tabs"] is True
    board.find(".boardTool.undo").click()
    board.wait(lambda: not board.tabs and len(board.all(".boardTurn")) == 3, "the dots")
    board.wait_square(height)
    assert "tabs" not in board.stored
    assert not board.all('[role="tabpanel"]')
    board.find(".boardTool.redo").click()
    board.wait_square(height - HEIGHT)
    # They stay when the page is new, and the widget that is behind has the same room.
    board.page.reload()
    board.wait(lambda: board.chosen == ["Square"] and board.page.is_visible("sizeLabel"), "the tabs again")
    board.wait_square(height - HEIGHT)
    board.tabs["Clock"].click()
    board.wait(lambda: board.page.is_visible("timeLabel"), "the clock")
    top, panel = board.page.run("""
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const panel = box('[data-widget="clock"]');
      return [panel.top - box('[data-tile="square"]').top, panel.height]""")
    assert top == pytest.approx(HEIGHT, abs=0.5) and panel == pytest.approx(height - HEIGHT, abs=0.5)
    # The last widget of a stack has all of its place.
    board.tabs["Square"].click()
    board.wait_square(height - HEIGHT)
    board.edit()
    for name in ("Clock", "Note"):
        board.press("square", "settings")
        board.page.run("arguments[0].click()", board.wait(
            lambda: board.find(f'dialog .boardMember button[aria-label="Remove {name} from the stack"]'), "the button"))
        board.wait(lambda: not board.all("dialog"), f"{name} to leave")
    board.wait(lambda: not board.tabs, "no tabs")
    board.wait_square(height)


@pytest.mark.parametrize(
    "query", ["", pytest.param("?language=he", marks=pytest.mark.exhaustive)], ids=["left to right", "right to left"])
def test_the_chosen_tab_is_in_sight_among_many(open_stack, query):
    board = open_stack(stacked(*NAMES, front="hello", columns=1, tabs=True), query=query)

    def is_in_sight():
        return board.page.run("""
          const row = document.querySelector('[data-tile="square"] .boardTabs');
          if (row.scrollWidth <= row.clientWidth) return false;
          const place = row.getBoundingClientRect();
          const tab = row.querySelector('[aria-selected="true"]').getBoundingClientRect();
          return tab.left >= place.left - 0.5 && tab.right <= place.right + 0.5""")

    board.wait(is_in_sight, "the last tab")
    board.page.shot("many")
    board.page.run("arguments[0].focus()", board.tabs["Hello"])
    for key, name in [(Keys.HOME, "Square"), (Keys.END, "Hello")]:
        board.keys(key)
        board.wait_chosen(name)
        board.wait(is_in_sight, name)
    # A tile that was carried elsewhere shows it, too.
    board.edit()
    board.page.run("arguments[0].focus()", board.find('[data-tile="square"] > .boardCover'))
    board.keys(Keys.PAGE_DOWN)
    board.wait(lambda: board.frame("square")[0] == 1, "the second page")
    board.wait(is_in_sight, "the last tab on another page")
    assert board.page.run("return document.querySelector('#page').scrollLeft") == 0


def test_a_long_press_on_a_tab_starts_editing_in_which_tabs_turn_and_carry_the_tile(open_stack):
    board = open_stack()
    ActionChains(board.page.browser).click_and_hold(board.tabs["Note"]).pause(HOLD).release().perform()
    board.wait(lambda: board.find(".boardTool.add").is_displayed(), "editing")
    assert board.chosen == ["Square"]
    board.page.shot("editing")
    board.tabs["Clock"].click()
    board.wait_chosen("Clock")
    board.rest()
    assert board.frame("square") == [0, 1, 1, 2, 2]
    height = board.box("square")[3]
    # Two rows, with the gap behind them.
    board.drag(board.tabs["Note"], [(0, round((height + 16) / 8))] * 8)
    board.wait_frame("square", [0, 3, 1, 2, 2])
    board.rest()
    assert board.chosen == ["Clock"] and len(board.tabs) == 3
    # The buttons stand below the row.
    top = board.box("square")[1]
    for name in ("close", "settings"):
        assert board.tile("square").find_element("css selector", f".boardButton.{name}").rect["y"] >= top + HEIGHT - 0.5


@pytest.mark.parametrize("width, dark", [
    (1280, False), *(pytest.param(*look, marks=pytest.mark.exhaustive) for look in [(320, False), (320, True), (1280, True)]),
])
def test_tabs_are_accessible(open_stack, width, dark):
    board = open_stack(width=width, dark=dark, still=True)
    board.page.shot(f"{width}")
    assert violations(board.page) == []
    for tab in board.tabs.values():
        assert tab.size["height"] >= 24 and tab.size["width"] >= 24
    look = "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])"
    ground = color(board.page.run(look, ".boardContent", "background-color"))
    for state in ("true", "false"):
        assert contrast(color(board.page.run(look, f'.boardTab[aria-selected="{state}"]', "color")), ground) >= 4.5
    board.edit()
    board.page.shot(f"{width}-editing")
    assert violations(board.page) == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.exhaustive)])
def test_forced_colors_show_which_tab_is_chosen(open_stack, scheme):
    board = open_stack()
    board.page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "forced-colors", "value": "active"}, {"name": "prefers-color-scheme", "value": scheme}]})
    board.page.shot("forced")
    grounds = {
        name: board.page.run("return getComputedStyle(arguments[0]).backgroundColor", tab)
        for name, tab in board.tabs.items()}
    assert grounds["Square"] != grounds["Clock"] == grounds["Note"]
    text = board.page.run("return getComputedStyle(arguments[0]).color", board.tabs["Square"])
    assert contrast(color(text), color(grounds["Square"])) >= 4.5
