"""The gallery from a user's point of view: finding a widget, choosing its size, and carrying it to a place."""

import copy

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from axe import violations
from boards import Board
from sample_board import BOARD, SAMPLES, tile
from test_gestures import HOLD


class Gallery:
    """The gallery of a board, and what a user does in it."""

    def __init__(self, board):
        self.board = board
        board.edit()
        board.find(".boardTool.add").click()
        board.wait(lambda: len(self.names) == len(SAMPLES), "the widgets")

    @property
    def names(self):
        return [title.get_attribute("textContent") for title in self.board.all(".boardCard h3")]

    def card(self, name):
        return self.board.all(".boardCard")[self.names.index(name)]

    def part(self, name, selector):
        return self.card(name).find_element(By.CSS_SELECTOR, selector)

    def size(self, name):
        return self.part(name, "select").get_attribute("value")

    def is_closed(self):
        return not self.board.all("dialog")

    def center(self, name):
        return self.board.page.run(
            """arguments[0].scrollIntoView({ block: "center" });
            const box = arguments[0].getBoundingClientRect();
            return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]""",
            self.part(name, ".boardPreview"),
        )

    def pointer(self, kind, name, steps, hold=0.0, release=True):
        """Presses the picture of a widget with a mouse or a finger, and moves on to places of the window."""
        builder = ActionBuilder(self.board.page.browser, mouse=PointerInput(kind, kind), duration=20)
        actions = builder.pointer_action
        x, y = self.center(name)
        actions.move_to_location(x, y).pointer_down()
        if hold:
            actions.pause(hold)
        for step in steps:
            actions.move_to_location(*step).pause(0.03)
        if release:
            # One that does not move taps: it must not become a long press.
            if steps:
                actions.pause(0.2)
            actions.pointer_up()
        builder.perform()

    def added(self):
        """The identifier of the widget that was added; None before."""
        new = set(self.board.document["tiles"]) - {name.lower() for name in SAMPLES}
        return new.pop() if new else None

    def wait_added(self):
        return self.board.wait(self.added, "the widget")


@pytest.fixture
def gallery(board):
    return Gallery(board)


def cell_center(board, row, column):
    """The middle of a cell of the page in front, in points of the window."""
    box, cell = board.box("clock"), board.cell
    return [round(box[0] + cell[1] * (column - 0.5)), round(box[1] + cell[0] * (row - 0.5))]


# Finding


def test_pictures_show_whole_widgets_in_their_shape(gallery):
    gallery.board.wait(
        lambda: gallery.board.page.run(
            "return [...document.querySelectorAll('.boardCard img')].every((image) => image.naturalWidth > 0)"),
        "pictures",
    )
    gallery.board.page.shot("gallery")
    for shape, natural in gallery.board.page.run(
        """return [...document.querySelectorAll(".boardCard img")].map((image) =>
          [image.clientWidth / image.clientHeight, image.naturalWidth / image.naturalHeight])"""
    ):
        assert shape == pytest.approx(natural, rel=0.03)


def test_words_and_categories_select_what_is_listed(gallery):
    find = gallery.board.find
    # Icons stand beside widgets.
    assert find(".boardCards > :first-child").get_attribute("class") == "boardIconCard"

    def search(words):
        find(".boardSearch").send_keys(Keys.CONTROL, "a")
        find(".boardSearch").send_keys(words)

    search("bookmark")
    gallery.board.wait(lambda: gallery.names == [], "no widgets")
    assert find(".boardIconCard").is_displayed()
    search("note")
    gallery.board.wait(lambda: gallery.names == ["Note"] and not gallery.board.all(".boardIconCard"), "the note alone")
    # Words are searched in names, descriptions and identities.
    for words, names in [
        ("clock", ["Clock"]), ("week walks", ["Steps"]), ("samples.note", ["Note"]), ("CLO", ["Clock"]), ("nothing such", []),
    ]:
        search(words)
        gallery.board.wait(lambda: gallery.names == names, f"what was looked for with {words}")
        status = find('.boardGallery [role="status"]').get_attribute("textContent")
        assert status == (f"{len(names)} found" if names else "Nothing found")
    search(Keys.DELETE)
    gallery.board.wait(lambda: len(gallery.names) == len(SAMPLES), "all widgets")
    chips = {chip.get_attribute("textContent"): chip for chip in gallery.board.all(".boardChip")}
    assert list(chips)[0] == "All" and list(chips)[-1] == "Icons"
    chips["Icons"].click()
    gallery.board.wait(lambda: gallery.names == [], "no widgets")
    assert chips["Icons"].get_attribute("aria-pressed") == "true"
    chips["All"].click()
    gallery.board.wait(lambda: len(gallery.names) == len(SAMPLES), "all widgets")


# Sizes


@pytest.mark.smoke
def test_a_widget_is_added_in_the_chosen_size(gallery):
    assert gallery.size("Clock") == "2,2"
    gallery.part("Clock", ".boardStep:last-child").click()
    size = gallery.size("Clock")
    assert size != "2,2"
    gallery.part("Clock", ".primary").click()
    added = gallery.wait_added()
    rows, columns = map(int, size.split(","))
    assert gallery.board.frame(added)[3:] == [rows, columns]
    gallery.board.wait(lambda: len([e for e in gallery.board.page.all("timeLabel") if e.is_displayed()]) == 2, "it to run")


def test_sizes_are_chosen_by_keys_swipes_and_buttons_within_those_of_the_widget(gallery):
    options = [option.get_attribute("value") for option in gallery.part("Clock", "select").find_elements(By.TAG_NAME, "option")]
    assert options[0] == "1,1" and options[-1] == "3,4" and len(options) == 12
    gallery.board.page.run("arguments[0].focus()", gallery.part("Clock", "select"))
    gallery.board.keys(Keys.ARROW_UP)
    gallery.board.wait(lambda: gallery.size("Clock") != "2,2", "another size")

    def swipe(step):
        """Returns how much larger the size is then."""
        before = gallery.size("Clock")
        x, y = gallery.center("Clock")
        gallery.pointer("touch", "Clock", [(x + step // 2, y), (x + step, y)])
        gallery.board.wait(lambda: gallery.size("Clock") != before, "another size")
        (rows, columns), (rows_before, columns_before) = (map(int, size.split(",")) for size in (gallery.size("Clock"), before))
        return rows * columns - rows_before * columns_before

    assert swipe(-60) >= 0 and swipe(60) <= 0
    assert gallery.added() is None
    smaller = gallery.part("Clock", ".boardStep")
    for _ in range(12):
        smaller.click()
    assert gallery.size("Clock") == "1,1" and smaller.get_attribute("aria-disabled") == "true"


# Places


@pytest.mark.parametrize("kind, hold", [("mouse", 0), pytest.param("touch", HOLD, marks=pytest.mark.exhaustive)])
def test_a_picture_is_carried_to_a_place(gallery, kind, hold):
    board = gallery.board
    end = cell_center(board, 5, 6)
    start = gallery.center("Square")
    middle = [(start[0] + end[0]) // 2, (start[1] + end[1]) // 2]
    gallery.pointer(kind, "Square", [(start[0] + 6, start[1]), middle, end, (end[0] + 1, end[1])], hold, release=kind == "touch")
    if kind == "mouse":
        board.wait(lambda: board.find(".boardTarget").is_displayed() and gallery.is_closed(), "the place where it would stand")
        board.page.shot("carrying")
        ActionChains(board.page.browser).release().perform()
    added = gallery.wait_added()
    assert board.frame(added) == [0, 5, 6, 1, 1]
    board.wait(lambda: board.page.run("return document.activeElement.closest('.boardTile')?.dataset.tile") == added, "its focus")
    assert not board.all(".boardCarried, .boardTarget, .dragging")


def test_escape_brings_the_gallery_back(gallery):
    board = gallery.board
    board.find(".boardSearch").send_keys("square")
    board.wait(lambda: gallery.names == ["Square"], "the square")
    gallery.pointer("mouse", "Square", [cell_center(board, 5, 5), cell_center(board, 5, 6)], release=False)
    board.wait(lambda: gallery.is_closed() and board.all(".boardCarried"), "it to be carried")
    board.keys(Keys.ESCAPE)
    board.wait(lambda: gallery.names == ["Square"] and not board.all(".boardCarried"), "the gallery as it was")
    board.wait(lambda: board.page.run("return document.activeElement.ariaLabel") == "Add Square", "its focus")
    ActionChains(board.page.browser).release().perform()
    assert gallery.added() is None
    board.keys(Keys.ESCAPE)
    board.wait(gallery.is_closed, "the panel to close")
    assert board.find(".boardTool.add").is_displayed()
    # The focus returns to the board.
    assert "add" in board.page.run("return document.activeElement.className")


@pytest.mark.parametrize("way", ["key", *(pytest.param(way, marks=pytest.mark.exhaustive) for way in ("tap", "press"))])
def test_a_widget_is_added_to_the_page_in_front(gallery, way):
    board = gallery.board
    board.keys(Keys.ESCAPE)
    board.wait(gallery.is_closed, "the gallery to close")
    board.all(".boardDot")[1].click()
    board.wait(lambda: board.all(".boardDot")[1].get_attribute("aria-current") == "page", "the second page")
    board.rest()
    board.find(".boardTool.add").click()
    board.wait(lambda: len(gallery.names) == len(SAMPLES), "the widgets")
    if way == "key":
        board.page.run("arguments[0].focus()", gallery.part("Square", ".primary"))
        board.keys(Keys.ENTER)
    else:
        gallery.pointer("touch" if way == "tap" else "mouse", "Square", [], 0.02)
    assert board.frame(gallery.wait_added()) == [1, 1, 5, 1, 1]


def test_a_page_without_room_says_so(put_board, open_page):
    document = copy.deepcopy(BOARD)
    first, second = document["arrangements"][0]["pages"]
    first["tiles"] = [tile("clock", 1, 1, 2, 2), tile("hello", 3, 1, 4, 8), tile("note", 1, 3, 2, 2), tile("steps", 1, 5, 2, 3)]
    second["tiles"] = [tile("square", 1, 1, 1, 1)]
    first["icons"], document["icons"] = [], {}
    server = put_board(document)
    board = Board(open_page(server.root), server)
    board.wait(lambda: len(board.all(".boardTile")) == 5 and board.page.is_visible("timeLabel"), "the board")
    gallery = Gallery(board)
    board.wait(lambda: board.find(".boardCards .boardHeading").text == "Not enough room on this page", "what has no room")
    assert gallery.part("Square", ".primary").text == "Add"
    gallery.part("Square", ".boardStep:last-child").click()
    gallery.part("Square", ".boardStep:last-child").click()
    gallery.part("Square", ".boardStep:last-child").click()
    board.wait(lambda: gallery.part("Square", ".primary").text == "Add to another page", "what adding would do")


# Icons


def test_an_icon_with_a_symbol_is_added(gallery):
    board = gallery.board
    board.find(".boardIconCard .primary").click()
    board.wait(lambda: board.all(".boardGallery form"), "the form")
    assert not board.find(".boardCards").is_displayed()
    board.rest()
    assert violations(board.page) == []
    # The form leads back to the list.
    board.find(".boardGallery form .boardAction").click()
    board.wait(lambda: board.find(".boardCards").is_displayed(), "the list")
    assert board.page.run("return document.activeElement.textContent") == "Add an icon…"
    board.find(".boardIconCard .primary").click()
    name, address, search = board.all(".boardGallery form input:not([type=file], [type=color])")
    name.send_keys("Concerts")
    address.send_keys("https://example.org/concerts")
    search.send_keys("music note")
    board.wait(lambda: board.all(".boardSymbol") and "music-note" in board.find(".boardSymbol").get_attribute("aria-label"), "symbols")
    board.page.shot("symbols")
    board.find('.boardSymbol[aria-label="music-note"]').click()
    board.wait(lambda: board.all(".boardIconSample .symbol"), "the icon as it will look")
    board.find('.boardGallery form button[type="submit"]').click()
    board.wait(gallery.is_closed, "the panel to close")
    icons = [icon for icon in board.document["icons"].values() if icon["name"] == "Concerts"]
    assert [icon["symbol"] for icon in icons] == ["music-note"]


def test_settings_of_an_icon_change_its_symbol_keep_its_colour_and_remove_it(board):
    board.edit()
    board.page.run("arguments[0].focus()", board.find('[data-icon="maps"] .boardCover'))
    board.keys(Keys.ENTER)
    board.wait(lambda: board.all("dialog .boardIconSample .symbol"), "the icon as it looks")

    def buttons():
        # The panel comes in before its buttons can be seen.
        return [button for button in board.all("dialog .boardAction") if button.text == "No symbol"]

    board.wait(buttons, "the button")[0].click()
    board.wait(lambda: not board.all("dialog .boardIconSample .symbol"), "its letter")
    board.find('dialog button[type="submit"]').click()
    board.wait(lambda: not board.all("dialog"), "the panel to close")
    assert board.document["icons"]["maps"] == {"name": "Maps", "address": "https://example.org/maps"}
    # The focus stays on the board when what had it is gone.
    board.page.run("arguments[0].focus()", board.find('[data-icon="news"] .boardCover'))
    board.keys(Keys.ENTER)
    board.wait(lambda: board.find("dialog .destructive"), "the settings").click()
    board.wait(lambda: not board.all("dialog") and not board.all('[data-icon="news"]'), "it to be gone")
    assert board.page.run("return document.activeElement.tagName") == "MAIN"


# Accessibility


@pytest.mark.exhaustive
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing(open_board, width, dark):
    board = open_board(width, 800, dark=dark, still=True)
    gallery = Gallery(board)
    found = violations(board.page)
    board.page.shot("gallery")
    assert board.page.run("const content = document.querySelector('.boardPanelContent'); return content.scrollWidth <= content.clientWidth")
    board.find(".boardIconCard .primary").click()
    board.wait(lambda: board.all(".boardGallery form"), "the form")
    found += violations(board.page)
    assert found == []
