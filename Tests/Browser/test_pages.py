"""The pages of a board and their overview: to choose, arrange, name, hide, add and remove pages."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from account_forms import fill
from axe import violations
from data_folders import Client
from guarded_server import PASSWORD, GuardedServer
from served import tessera
from test_gestures import HOLD

SAMPLES = ["Clock", "Steps", "Note", "Square"]


def page_of(name, *tiles, icons=()):
    return {"id": name, "tiles": [{"tile": tile, "frame": frame} for tile, frame in tiles], "icons": list(icons)}


BOARD = {
    "format": 1,
    "id": "home",
    "name": "Home",
    "tiles": {name.lower(): {"widget": f"org.tessera.samples.{name.lower()}"} for name in SAMPLES},
    "icons": {
        "maps": {"name": "Maps", "address": "https://example.org/maps", "symbol": "map"},
        "news": {"name": "News", "address": "https://example.org/news"},
        "more": {"name": "More", "members": ["news"]},
    },
    "arrangements": [
        {
            "size": size,
            "pages": [
                page_of("first", ("clock", [1, 1, 2, 2]), ("steps", [3, 1, 2, 3]), icons=["maps", "more"]),
                page_of("second", ("note", [1, 1, 4, 4])),
                page_of("third", ("square", [1, 1, 2, 2])),
            ],
        }
        for size in ([6, 8], [6, 4])
    ],
}


class Pages:
    """A board and the overview of its pages, as a user sees them."""

    def __init__(self, page, server):
        self.page = page
        self.browser = page.browser
        self.server = server

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition, what):
        return self.page.wait(condition, what)

    @property
    def order(self):
        """The pages as the server keeps them for this window."""
        document = Client(self.server).ask("boards/home/export")
        columns = 8 if self.page.run("return innerWidth") >= 600 else 4
        arrangement = next(each for each in document["arrangements"] if each["size"][1] == columns)
        return [page["id"] for page in arrangement["pages"]]

    def wait_order(self, *order):
        self.wait(lambda: self.order == list(order), f"the pages {order}")

    @property
    def titles(self):
        """What the pages in the overview are called."""
        return [button.get_attribute("aria-label") for button in self.all(".overviewChoice")]

    @property
    def dots(self):
        return [dot.get_attribute("aria-label") for dot in self.all(".boardDot")]

    @property
    def current(self):
        return self.find(".boardDot[aria-current]").get_attribute("aria-label")

    def wait_current(self, label):
        self.wait(lambda: self.all(".boardDot[aria-current]") and self.current == label, label)

    @property
    def is_open(self):
        return bool(self.all(".boardOverview[open]"))

    def wait_open(self):
        self.wait(lambda: self.is_open, "the overview")

    def wait_closed(self):
        self.wait(lambda: not self.all("dialog"), "the overview to close")

    def open(self):
        self.find(".boardPagesButton").click()
        self.wait_open()

    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def chord(self, modifier, key):
        ActionChains(self.browser).key_down(modifier).send_keys(key).key_up(modifier).perform()

    @property
    def focused(self):
        return self.page.run("return document.activeElement.getAttribute('aria-label')")

    def wait_focus(self, label):
        self.wait(lambda: self.focused == label, f"the focus on {label}")

    @property
    def said(self):
        return self.find(".boardSays").get_attribute("textContent")

    def wait_said(self, text):
        self.wait(lambda: text in self.said, text)

    def button(self, index, name):
        return self.all(".overviewPage")[index].find_element(By.CSS_SELECTOR, f".overviewButton.{name}")

    def field(self, index):
        return self.all(".overviewName")[index]

    def name(self, index, name):
        field = self.field(index)
        field.clear()
        field.send_keys(name, Keys.ENTER)

    def center(self, element):
        return self.page.run(
            "const b = arguments[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]", element)

    def drag(self, source, target, kind="mouse", hold=0.0):
        """Drags a page of the overview on another one, with a mouse or a finger."""
        (x, y), (to_x, to_y) = (map(round, self.center(self.all(".overviewChoice")[index])) for index in (source, target))
        actions = ActionBuilder(self.browser, mouse=PointerInput(kind, kind), duration=20)
        pointer = actions.pointer_action
        pointer.move_to_location(x, y).pointer_down().pause(hold)
        for step in range(1, 9):
            pointer.move_to_location(x + (to_x - x) * step // 8, y + (to_y - y) * step // 8)
        pointer.pause(0.1).pointer_up()
        actions.perform()

    def wait_still(self):
        """Waits until the pages of the overview stand in their places."""
        self.wait(lambda: not self.all(".sorting") and not self.page.run("""
          return [...document.querySelectorAll(".overviewPage")].some(({ style }) => style.translate)
            || document.getAnimations().some(({ effect, playState }) =>
              playState === "running" && effect?.target?.closest(".boardOverview"))"""), "rest")

    def pinch(self, start, end, center=(640, 400)):
        """Moves two fingers along a line: their distances from the centre at first and at last."""
        fingers = [PointerInput(interaction.POINTER_TOUCH, f"finger{number}") for number in range(2)]
        actions = ActionBuilder(self.browser)
        actions.devices = fingers
        for finger, side in zip(fingers, (-1, 1)):
            finger.create_pointer_move(duration=0, x=round(center[0] + side * start), y=center[1])
            finger.create_pointer_down(button=0)
            for step in range(1, 7):
                finger.create_pointer_move(duration=30, x=round(center[0] + side * (start + (end - start) * step / 6)), y=center[1])
            finger.create_pointer_up(button=0)
        actions.perform()

    def wheel(self, delta, modifiers=2):
        """Turns the wheel with the Control flag, as a pinch on a trackpad does."""
        self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": "mouseWheel", "x": 640, "y": 400, "deltaX": 0, "deltaY": delta, "modifiers": modifiers})


@pytest.fixture
def open_pages(put_board, open_page):
    opened = []

    def open_pages(width=1280, height=800, **options):
        server = put_board(BOARD)
        page = open_page(server.root, width, height, **options)
        opened.append(page)
        pages = Pages(page, server)
        pages.wait(lambda: len(pages.dots) == 3 and page.is_visible("timeLabel"), "the board")
        return pages

    yield open_pages
    for page in opened:
        page.activate().browser.get("about:blank")


@pytest.fixture
def pages(open_pages):
    return open_pages()


# Opening and choosing


@pytest.mark.smoke
def test_a_page_is_chosen_in_the_overview(pages):
    pages.open()
    assert pages.titles == ["Page 1", "Page 2", "Page 3"]
    dialog = pages.find(".boardOverview")
    assert pages.find("#" + dialog.get_attribute("aria-labelledby")).text == "Pages"
    assert pages.find(".overviewChoice[aria-current=page]").get_attribute("aria-label") == "Page 1"
    pages.wait_focus("Page 1")
    # A thumbnail has boxes in the places of the widgets.
    first = pages.all(".overviewPicture")[0]
    clock, steps = first.find_elements(By.CSS_SELECTOR, ".overviewTile")
    assert [box.find_element(By.CSS_SELECTOR, ".overviewTileName").get_attribute("textContent") for box in (clock, steps)] == ["Clock", "Steps"]
    assert steps.rect["y"] > clock.rect["y"] and steps.rect["width"] > clock.rect["width"]
    assert len(first.find_elements(By.CSS_SELECTOR, ".overviewIcon > .boardFace")) == 2
    viewport = pages.find(".boardPages").rect
    assert abs(first.rect["width"] / first.rect["height"] - viewport["width"] / viewport["height"]) < 0.05
    assert not pages.all(".boardOverview .widget")
    pages.all(".overviewChoice")[2].click()
    pages.wait_closed()
    pages.wait_current("Page 3 of 3")
    pages.wait_focus("All pages")


def test_the_overview_opens_and_closes_with_keys(pages):
    pages.chord(Keys.ALT, Keys.ARROW_UP)
    pages.wait_open()
    pages.keys(Keys.ARROW_RIGHT)
    pages.wait_focus("Page 2")
    pages.keys(Keys.ENTER)
    pages.wait_closed()
    pages.wait_current("Page 2 of 3")
    pages.chord(Keys.ALT, Keys.ARROW_UP)
    pages.wait_open()
    pages.wait_focus("Page 2")
    pages.keys(Keys.ESCAPE)
    pages.wait_closed()
    assert pages.current == "Page 2 of 3"
    # A text field keeps the key.
    pages.wait(lambda: 0 <= pages.page.view("noteField").rect["x"] < 640, "the note")
    pages.page.press("noteField")
    pages.chord(Keys.ALT, Keys.ARROW_UP)
    assert not pages.is_open
    # The bar opens the overview while one edits.
    pages.find(".boardTool.toggle").click()
    pages.find(".boardTool.pages").click()
    pages.wait_open()
    pages.keys(Keys.ESCAPE)
    pages.wait_closed()
    assert pages.find(".boardTool.pages").is_displayed()
    pages.wait_focus("Pages")


def test_fingers_that_come_together_open_the_overview(pages):
    pages.pinch(60, 180)
    assert not pages.is_open
    # What was enlarged goes back, and nothing opens before that.
    pages.browser.execute_cdp_cmd("Emulation.setPageScaleFactor", {"pageScaleFactor": 1})
    pages.wait(lambda: pages.page.run("return visualViewport.scale") == 1, "the usual size")
    pages.pinch(180, 60)
    pages.wait_open()
    pages.keys(Keys.ESCAPE)
    pages.wait_closed()
    # Also fingers on a widget while one edits.
    pages.find(".boardTool.toggle").click()
    pages.wait(lambda: pages.find(".boardTool.add").is_displayed(), "editing")
    before = pages.order
    box = pages.find('.boardTile[data-tile="steps"]').rect
    center = (round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2))
    pages.pinch(120, 30, center)
    pages.wait_open()
    assert not pages.all(".dragged")
    assert pages.order == before


def test_a_trackpad_that_is_pinched_opens_the_overview(pages):
    # The wheel with the Control key is left to the browser.
    actions = ActionChains(pages.browser).key_down(Keys.CONTROL)
    actions.perform()
    pages.page.run("""addEventListener("wheel", (event) => { window.wasPrevented = event.defaultPrevented; })""")
    pages.wheel(60)
    pages.wait(lambda: pages.page.run("return window.wasPrevented") is False, "the wheel")
    ActionChains(pages.browser).key_up(Keys.CONTROL).perform()
    assert not pages.is_open
    pages.browser.execute_cdp_cmd("Emulation.setPageScaleFactor", {"pageScaleFactor": 1})
    pages.wait(lambda: pages.page.run("return visualViewport.scale") == 1, "the usual size")
    pages.wheel(-30)
    assert not pages.is_open
    pages.wheel(8)
    pages.wheel(8)
    pages.wait_open()
    assert pages.page.run("return visualViewport.scale") == 1


# Arranging


def test_a_page_is_moved_by_keys(pages):
    pages.open()
    pages.chord(Keys.SHIFT, Keys.ARROW_RIGHT)
    pages.wait_order("second", "first", "third")
    pages.wait_said("Moved to place 2 of 3")
    pages.wait_focus("Page 2")
    pages.chord(Keys.SHIFT, Keys.END)
    pages.wait_order("second", "third", "first")
    # The page in front stays in front.
    assert pages.find(".overviewChoice[aria-current=page]").get_attribute("aria-label") == "Page 3"
    pages.keys(Keys.ESCAPE)
    pages.wait_closed()
    pages.wait_current("Page 3 of 3")
    pages.wait(lambda: 0 <= pages.find('.boardTile[data-tile="clock"]').rect["x"] < 1280, "its widgets")
    # Fast presses count one by one.
    pages.open()
    pages.wait_focus("Page 3")
    ActionChains(pages.browser).key_down(Keys.SHIFT).send_keys(Keys.ARROW_LEFT * 2).key_up(Keys.SHIFT).perform()
    pages.wait_order("first", "second", "third")


@pytest.mark.parametrize("kind, hold", [("mouse", 0), ("touch", HOLD)])
def test_a_page_is_dragged(pages, kind, hold):
    pages.open()
    if kind == "touch":
        # A finger that moves at once moves no page.
        pages.drag(0, 1, "touch")
        assert not pages.all(".sorting")
    else:
        # Escape cancels a drag, and does not close the overview.
        second = pages.all(".overviewChoice")[1]
        ActionChains(pages.browser).click_and_hold(pages.all(".overviewChoice")[0]).move_to_element(second).perform()
        pages.wait(lambda: pages.all(".overviewPage.dragged"), "the drag")
        pages.page.shot("dragging")
        pages.keys(Keys.ESCAPE)
        pages.wait(lambda: not pages.all(".sorting"), "its end")
        ActionChains(pages.browser).release().perform()
    pages.wait_still()
    assert pages.is_open
    assert pages.order == ["first", "second", "third"]
    pages.drag(0, 1, kind, hold)
    pages.wait_order("second", "first", "third")
    assert pages.is_open
    pages.wait_still()
    # A press is still a press.
    pages.all(".overviewChoice")[2].click()
    pages.wait_closed()
    pages.wait_current("Page 3 of 3")


@pytest.mark.hostile
@pytest.mark.smoke
def test_a_page_is_removed_and_comes_back(pages):
    pages.open()
    pages.button(1, "remove").click()
    pages.wait_order("first", "third")
    pages.wait(lambda: pages.all(".overviewNotice"), "the notice")
    pages.wait_focus("Page 2")
    assert pages.find(".overviewNotice span").text == "Page 2 removed"
    pages.page.shot("removed")
    pages.find(".overviewUndo").click()
    pages.wait_order("first", "second", "third")
    pages.wait(lambda: not pages.all(".overviewNotice"), "the notice to go")
    pages.wait_focus("Page 2")


@pytest.mark.hostile
def test_a_page_is_added_and_the_last_one_stays(pages):
    pages.open()
    pages.keys(Keys.DELETE)
    pages.wait_order("second", "third")
    pages.wait(lambda: pages.all(".overviewNotice"), "the notice")
    # The notice goes with the next edit.
    pages.find(".overviewAdd").click()
    pages.wait(lambda: not pages.all(".overviewNotice"), "the notice to go")
    pages.wait(lambda: len(pages.titles) == 3, "the page")
    pages.wait_focus("Page 3")
    pages.wait_said("Page added")
    assert len(pages.order) == 3
    *_, last = pages.order
    for count in (2, 1):
        pages.button(0, "remove").click()
        pages.wait(lambda count=count: len(pages.titles) == count, f"{count} pages")
    pages.button(0, "remove").click()
    pages.wait_said("The last page that is shown stays.")
    assert pages.button(0, "hide").get_attribute("aria-disabled") == "true"
    assert pages.order == [last]


# Names and hidden pages


def test_a_page_is_named(pages):
    height = pages.find(".boardGrid").rect["height"]
    pages.open()
    # Escape restores a name.
    pages.field(0).send_keys("Draft", Keys.ESCAPE)
    assert pages.field(0).get_attribute("value") == ""
    assert pages.is_open
    pages.keys(Keys.ESCAPE)
    pages.wait_closed()
    assert pages.dots[0] == "Page 1 of 3"
    pages.open()
    pages.name(1, "Kitchen")
    pages.wait(lambda: pages.titles == ["Page 1", "Page 2: Kitchen", "Page 3"], "the name")
    pages.wait_focus("Page 2: Kitchen")
    pages.keys(Keys.ENTER)
    pages.wait_closed()
    pages.wait_current("Page 2 of 3: Kitchen")
    pages.wait_said("Page 2 of 3: Kitchen")
    title, grid = pages.all(".boardPageTitle")[1], pages.all(".boardGrid")[1]
    assert title.text == "Kitchen" and title.rect["y"] + title.rect["height"] <= grid.rect["y"]
    # All pages have the same grid.
    assert len({(grid.rect["y"], grid.rect["height"]) for grid in pages.all(".boardGrid")}) == 1
    assert grid.rect["height"] < height
    pages.page.shot("named")
    pages.open()
    pages.name(1, "")
    pages.wait(lambda: pages.titles == ["Page 1", "Page 2", "Page 3"], "no name")
    assert pages.find(".boardGrid").rect["height"] == height


def test_a_hidden_page_is_shown_in_the_overview_only(pages):
    pages.open()
    pages.button(1, "hide").click()
    pages.wait(lambda: pages.titles == ["Page 1", "Hidden page", "Page 2"], "the hidden page")
    pages.page.shot("hidden")
    pages.all(".overviewChoice")[1].click()
    pages.wait_said("This page is hidden.")
    assert pages.is_open
    # The index of a move counts all pages.
    pages.all(".overviewChoice")[2].send_keys(Keys.SHIFT + Keys.ARROW_LEFT)
    pages.wait_order("first", "third", "second")
    pages.keys(Keys.ESCAPE)
    pages.wait_closed()
    assert pages.dots == ["Page 1 of 2", "Page 2 of 2"]
    assert len(pages.all(".boardPage")) == 2
    assert not pages.all('.boardTile[data-tile="note"]')
    pages.open()
    pages.button(2, "hide").click()
    pages.wait(lambda: pages.titles == ["Page 1", "Page 2", "Page 3"], "the page")


# Visitors and appearance


def test_who_may_only_look_chooses_a_page(tmp_path, open_page):
    file = tmp_path / "start.board.json"
    file.write_text(json.dumps(BOARD))
    server = GuardedServer(tmp_path, "--start-with", str(file))
    try:
        for name, role in (("ada", "administer"), ("bob", "look")):
            tessera("user", "add", name, "--role", role, "--data", server.data, password=PASSWORD)
        page = open_page(server.root)
        pages = Pages(page, server)
        page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
        fill(page, name="bob", password=PASSWORD)
        pages.wait(lambda: len(pages.dots) == 3, "the board")
        pages.open()
        assert not pages.all(".overviewName, .overviewButton, .overviewAdd")
        assert violations(page) == []
        page.shot("looking")
        pages.chord(Keys.SHIFT, Keys.ARROW_RIGHT)
        pages.keys(Keys.DELETE)
        pages.all(".overviewChoice")[1].click()
        pages.wait_current("Page 2 of 3")
        page.browser.get("about:blank")
    finally:
        server.stop()


@pytest.mark.hostile
@pytest.mark.parametrize("width, height, dark", [
    (320, 640, True),
    *(pytest.param(*look, marks=pytest.mark.exhaustive) for look in [(320, 640, False), (1280, 800, False), (1280, 800, True)]),
])
def test_axe_finds_nothing_in_the_overview(open_pages, width, height, dark):
    # Colours are evaluated after transitions.
    pages = open_pages(width, height, dark=dark, still=True)
    pages.open()
    found = violations(pages.page)
    pages.page.shot("overview")
    box = pages.find(".boardOverview").rect
    assert (box["width"], box["height"]) == (width, height)
    assert pages.page.run("const c = document.querySelector('.boardOverview > .boardPanelContent'); return c.scrollWidth <= c.clientWidth")
    pages.button(2, "remove").click()
    pages.wait(lambda: pages.all(".overviewNotice"), "the notice")
    found += violations(pages.page)
    pages.keys(Keys.ESCAPE)
    pages.wait_closed()
    pages.find(".boardTool.toggle").click()
    found += violations(pages.page)
    pages.page.shot("editing")
    bar = pages.find(".boardBar")
    assert pages.page.run("return arguments[0].scrollWidth <= arguments[0].clientWidth", bar)
    assert found == []
