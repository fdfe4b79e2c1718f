"""Single keys that operate a board: what they do, where they do nothing, and how they are turned off."""

import json

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from account_forms import fill
from axe import violations
from guarded_server import PASSWORD, GuardedServer
from sample_board import start_server
from served import tessera
from test_pages import Pages, page_of

SAMPLES = ["Clock", "Flight", "Feed", "Square"]

# The second page has a search field, the first a widget that gets fresh content.
BOARD = {
    "format": 1,
    "id": "home",
    "name": "Home",
    "tiles": {name.lower(): {"widget": f"org.tessera.samples.{name.lower()}"} for name in SAMPLES},
    "icons": {"maps": {"name": "Maps", "address": "https://example.org/maps", "symbol": "map"}},
    "arrangements": [
        {
            "size": size,
            "pages": [
                page_of("first", ("clock", [1, 1, 2, 2]), ("flight", [3, 1, 2, 4]), icons=["maps"]),
                page_of("second", ("feed", [1, 1, 6, 4])),
                page_of("third", ("square", [1, 1, 2, 2])),
            ],
        }
        for size in ([6, 8], [6, 4])
    ],
}

EVERYTHING = [
    "Show the keyboard shortcuts", "Search on this page", "Next page", "Previous page", "Go to a page",
    "All pages (Alt ↑)", "Update the widgets on this page", "Add to the board", "Begin or end editing",
]


class Keyboard(Pages):
    """A board that a user operates by keys."""

    @property
    def is_listed(self):
        return bool(self.all(".boardShortcuts[open]"))

    def open_list(self):
        self.keys("?")
        self.wait(lambda: self.is_listed, "the list of shortcuts")

    def close(self):
        self.keys(Keys.ESCAPE)
        self.wait_closed()

    @property
    def listed(self):
        """What the list says, and the keys for that."""
        return {
            row.find_element(By.TAG_NAME, "dt").get_attribute("textContent"):
                row.find_element(By.TAG_NAME, "dd").get_attribute("textContent")
            for row in self.all(".boardShortcut")
        }

    @property
    def switch(self):
        return self.find(".boardShortcuts input[role=switch]")

    @property
    def is_editing(self):
        return bool(self.all("#page.editing"))

    def wait_editing(self, is_editing):
        self.wait(lambda: self.is_editing == is_editing, f"editing to be {is_editing}")

    @property
    def announced(self):
        """The keys that assistive technology names with the buttons."""
        return self.page.run(
            """return [...document.querySelectorAll("[aria-keyshortcuts]")]
              .map((button) => button.getAttribute("aria-keyshortcuts"))""")

    @property
    def refreshed(self):
        """The widgets for which the page asked for fresh content."""
        return self.page.run(
            """return performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname.split("/"))
              .filter((path) => path.at(-1) === "refresh").map((path) => path.at(-2))""")

    @property
    def search(self):
        return self.find('[data-id="searchBar"] input')

    def has_focus(self, selector):
        return self.page.run("return document.activeElement.matches(arguments[0])", selector)

    def wait_page(self, number):
        self.wait_current(f"Page {number} of 3")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The server of this file, whose samples are others than those of boards elsewhere."""
    server = start_server(tmp_path_factory.mktemp("shortcuts"), BOARD, samples=SAMPLES)
    yield server
    server.stop()


@pytest.fixture
def open_keyboard(server, open_page):
    opened = []

    def open_keyboard(width=1280, height=800, query="", **options):
        page = open_page(server.root + query, width, height, **options)
        opened.append(page)
        keyboard = Keyboard(page, None)
        keyboard.wait(lambda: len(keyboard.dots) == 3 and page.is_visible("timeLabel"), "the board")
        return keyboard

    yield open_keyboard
    for page in opened:
        # Whether the keys are on is a matter of the browser.
        page.activate().run("localStorage.clear()")
        page.browser.get("about:blank")


@pytest.fixture
def keyboard(open_keyboard):
    return open_keyboard(still=True)


# What keys do


@pytest.mark.smoke
def test_a_question_mark_lists_the_shortcuts(keyboard):
    keyboard.page.run("arguments[0].focus()", keyboard.find(".boardShortcutsButton"))
    assert violations(keyboard.page) == []
    keyboard.open_list()
    assert violations(keyboard.page) == []
    assert list(keyboard.listed) == EVERYTHING
    assert keyboard.listed["Go to a page"] == "1 – 9"
    assert keyboard.listed["Next page"] == "N"
    assert keyboard.find(".boardShortcuts h2").text == "Keyboard shortcuts"
    assert keyboard.switch.is_selected()
    assert keyboard.has_focus(".boardShortcuts *")
    keyboard.page.shot("list")
    # A panel has the keys.
    keyboard.keys("e", "n", "o")
    keyboard.close()
    assert not keyboard.is_editing
    keyboard.wait_page(1)
    # The settings of the board lead to the list, too.
    keyboard.keys("e")
    keyboard.wait_editing(True)
    keyboard.find(".boardTool.boards").click()
    keyboard.wait(lambda: keyboard.all(".boardAction.shortcuts"), "the settings")
    keyboard.page.run("arguments[0].click()", keyboard.find(".boardAction.shortcuts"))
    keyboard.wait(lambda: keyboard.is_listed and len(keyboard.all("dialog")) == 1, "the list of shortcuts")
    keyboard.close()
    assert keyboard.has_focus(".boardTool.boards")


def test_keys_turn_pages(keyboard):
    keyboard.keys("n")
    keyboard.wait_page(2)
    keyboard.keys("n")
    keyboard.wait_page(3)
    keyboard.keys("n")
    keyboard.wait_page(3)
    keyboard.keys("p")
    keyboard.wait_page(2)
    keyboard.keys("1")
    keyboard.wait_page(1)
    keyboard.keys("3")
    keyboard.wait_page(3)
    keyboard.keys("4", "9", "0")
    keyboard.wait_page(3)
    assert [dot.get_attribute("aria-keyshortcuts") for dot in keyboard.all(".boardDot")] == ["1", "2", "3"]
    # A key takes the focus along to another page.
    keyboard.keys("1")
    keyboard.wait_page(1)
    keyboard.page.run("arguments[0].focus()", keyboard.page.wait_visible("refreshButton"))
    keyboard.keys("n")
    keyboard.wait_page(2)
    assert keyboard.has_focus("main.boardPages")


def test_a_key_begins_and_ends_editing(keyboard):
    keyboard.keys("e")
    keyboard.wait_editing(True)
    keyboard.keys("e")
    keyboard.wait_editing(False)
    # Within a widget the key leads to what moves it.
    keyboard.page.run("arguments[0].focus()", keyboard.page.wait_visible("refreshButton"))
    keyboard.keys("e")
    keyboard.wait_editing(True)
    assert keyboard.has_focus('[data-tile="flight"] > .boardCover')
    keyboard.keys("e")
    keyboard.wait_editing(False)


def test_keys_open_the_overview_and_the_gallery_with_the_focus_in_its_search(keyboard):
    assert keyboard.find(".boardPagesButton").get_attribute("aria-keyshortcuts") == "Alt+ArrowUp o"
    keyboard.keys("o")
    keyboard.wait_open()
    keyboard.close()
    keyboard.keys("a")
    keyboard.wait(lambda: keyboard.all(".boardGallery[open]"), "the gallery")
    assert keyboard.has_focus(".boardGallery .boardSearch")
    keyboard.keys("clo")
    assert keyboard.find(".boardGallery .boardSearch").get_attribute("value") == "clo"
    # The first press clears the search.
    keyboard.keys(Keys.ESCAPE)
    keyboard.wait(lambda: keyboard.find(".boardGallery .boardSearch").get_attribute("value") == "", "an empty search")
    keyboard.close()
    # A stroke leads there where nothing can be searched. Opening the gallery began the editing.
    keyboard.keys("e")
    keyboard.wait_editing(False)
    keyboard.keys("/")
    keyboard.wait(lambda: keyboard.all(".boardGallery[open]"), "the gallery")
    assert keyboard.has_focus(".boardGallery .boardSearch")
    assert keyboard.find(".boardGallery .boardSearch").get_attribute("value") == ""
    keyboard.close()
    # And while one edits, where something can.
    keyboard.keys("2")
    keyboard.wait_page(2)
    keyboard.page.wait_visible("searchBar")
    keyboard.wait_editing(True)
    keyboard.keys("/")
    keyboard.wait(lambda: keyboard.all(".boardGallery[open]"), "the gallery")
    keyboard.close()


def test_a_key_updates_the_widgets_of_the_page(keyboard):
    keyboard.wait(lambda: keyboard.page.view("boardingLabel").text == "Boarding 12:05", "the first answer")
    keyboard.keys("r")
    keyboard.wait_said("Updating the widgets on this page")
    keyboard.wait(lambda: keyboard.refreshed == ["flight"], "one request")
    keyboard.keys("3")
    keyboard.wait_page(3)
    keyboard.keys("r")
    keyboard.wait_said("Nothing on this page needs updating")
    assert keyboard.refreshed == ["flight"]


# Where they do nothing


def test_keys_with_others_and_letters_in_a_search_are_no_shortcuts(keyboard):
    for modifier in (Keys.ALT, Keys.SHIFT):
        for key in "en":
            keyboard.chord(modifier, key)
        assert not keyboard.is_editing
        keyboard.wait_page(1)
        assert not keyboard.all("dialog")
    keyboard.keys("2")
    keyboard.wait_page(2)
    keyboard.page.wait_visible("searchBar")
    # A stroke leads to the search.
    keyboard.keys("/")
    keyboard.wait(lambda: keyboard.has_focus('[data-id="searchBar"] input'), "the search")
    keyboard.keys("aenpor13/?")
    assert keyboard.search.get_attribute("value") == "aenpor13/?"
    assert not keyboard.all("dialog") and not keyboard.is_editing
    keyboard.wait_page(2)
    assert keyboard.refreshed == []


# Turning them off


def test_the_switch_turns_the_keys_off_in_this_browser(keyboard):
    announced = keyboard.announced
    assert set(announced) == {"?", "a", "e", "o", "1", "2", "3", "Alt+ArrowUp o"}
    keyboard.open_list()
    keyboard.switch.click()
    keyboard.close()
    assert set(keyboard.announced) == {"Alt+ArrowUp"}
    keyboard.keys("?", "e", "n", "a", "/", "o", "2")
    assert not keyboard.all("dialog") and not keyboard.is_editing
    keyboard.wait_page(1)
    keyboard.page.reload()
    keyboard.wait(lambda: len(keyboard.dots) == 3 and keyboard.page.is_visible("timeLabel"), "the board")
    assert set(keyboard.announced) == {"Alt+ArrowUp"}
    keyboard.keys("?", "e")
    assert not keyboard.all("dialog") and not keyboard.is_editing
    # The keys that are no single letters stay.
    keyboard.keys(Keys.PAGE_DOWN)
    keyboard.wait_page(2)
    keyboard.chord(Keys.ALT, Keys.ARROW_UP)
    keyboard.wait_open()
    keyboard.close()
    # A button that the tab key reaches leads to the switch.
    button = keyboard.find(".boardShortcutsButton")
    assert button.value_of_css_property("clip-path") == "inset(50%)"
    keyboard.page.run("arguments[0].focus()", button)
    assert button.value_of_css_property("clip-path") == "none"
    keyboard.page.shot("button")
    keyboard.keys(Keys.ENTER)
    keyboard.wait(lambda: keyboard.is_listed, "the list of shortcuts")
    assert not keyboard.switch.is_selected()
    keyboard.switch.click()
    keyboard.close()
    assert keyboard.has_focus(".boardShortcutsButton")
    assert sorted(keyboard.announced) == sorted(announced)
    keyboard.keys("1")
    keyboard.wait_page(1)


# Visitors and appearance


@pytest.mark.exhaustive
@pytest.mark.parametrize("role, missing", [
    ("use", ["Add to the board", "Begin or end editing"]),
    ("look", ["Update the widgets on this page", "Add to the board", "Begin or end editing"]),
])
def test_who_may_not_edit_has_no_keys_for_that(tmp_path, open_page, role, missing):
    file = tmp_path / "start.board.json"
    file.write_text(json.dumps(BOARD))
    server = GuardedServer(tmp_path, "--start-with", str(file))
    try:
        for name, held in (("ada", "administer"), ("bob", role)):
            tessera("user", "add", name, "--role", held, "--data", server.data, password=PASSWORD)
        page = open_page(server.root)
        keyboard = Keyboard(page, server)
        page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
        fill(page, name="bob", password=PASSWORD)
        keyboard.wait(lambda: len(keyboard.dots) == 3, "the board")
        keyboard.keys("e", "a", "/")
        assert not keyboard.all("dialog") and not keyboard.is_editing
        assert not {"a", "e"} & set(keyboard.announced)
        keyboard.open_list()
        assert list(keyboard.listed) == [name for name in EVERYTHING if name not in missing]
        assert "While editing" not in keyboard.find(".boardShortcuts").text
        assert violations(page) == []
        page.shot(role)
        keyboard.close()
        keyboard.keys("n")
        keyboard.wait_page(2)
        page.browser.get("about:blank")
    finally:
        server.stop()


@pytest.mark.exhaustive
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width, height", [(320, 640), (1280, 800)])
def test_axe_finds_nothing_in_the_list(open_keyboard, width, height, dark):
    # Colours are evaluated after transitions.
    keyboard = open_keyboard(width, height, dark=dark, still=True)
    keyboard.page.run("arguments[0].focus()", keyboard.find(".boardShortcutsButton"))
    found = violations(keyboard.page)
    keyboard.open_list()
    found += violations(keyboard.page)
    keyboard.page.shot("list")
    content = keyboard.find(".boardShortcuts > .boardPanelContent")
    assert keyboard.page.run("return arguments[0].scrollWidth <= arguments[0].clientWidth", content)
    assert found == []
