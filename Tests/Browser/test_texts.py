"""The page's own texts in the person's language, and the board from right to left."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from axe import violations
from test_board import SAMPLES, open_board, serve_board  # noqa: F401 the fixtures

# Buttons, labels and headings of the board, not of its widgets, whose text is wider than they are. Names of boards and
# icons, which people give, may end in dots.
CLIPPED = """
  const parts = document.querySelectorAll("button, a, label, legend, summary, h1, h2, h3, p, span, th, td, .boardSays");
  return [...parts].filter((part) => !part.closest(".widget") && part.checkVisibility() && part.clientWidth > 0
    && !part.matches(".boardTitle, .boardLabel") && part.scrollWidth > part.clientWidth + 1
    && part.textContent.trim() !== "")
    .map((part) => `${part.tagName}.${part.className}: ${part.textContent} ${part.scrollWidth} > ${part.clientWidth}`)"""

# The page and panels do not scroll sideways.
TOO_WIDE = """
  return [...document.querySelectorAll("html, dialog, .boardPanelContent, .boardPanelContent > *")]
    .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className || part.tagName)"""

# Names that people and widgets gave.
# The last are categories of the samples.
NAMES = {*SAMPLES, "Home", "Maps", "News", "Mail", "https://", "Health", "Notes", "Time"}

# Words of the page that are not from the catalogue: those for tests begin and end with brackets. What a widget says of
# itself is not the page's.
UNTRANSLATED = """
  const found = [];
  const add = (element, words) => {
    const isOthers = element.closest(".widget, .boardCard > :is(h3, p), .ofWidget, .overviewTile") !== null;
    if (words && /[A-Za-z]{3}/.test(words) && !/[[\\]~]/.test(words) && !isOthers) found.push(words);
  };
  for (const element of document.querySelectorAll("#page *")) {
    for (const node of element.childNodes) if (node.nodeType === 3) add(element, node.data);
    for (const name of ["aria-label", "title", "placeholder", "aria-roledescription", "aria-description"]) {
      add(element, element.getAttribute(name));
    }
  }
  return [...new Set(found)]"""


@pytest.fixture
def open_in(open_board):  # noqa: F811
    """Opens the board with the page's texts in a language."""

    def open_in(language, *size, **options):
        return open_board(*size, query=f"?language={language}", **options)

    return open_in


def close_panel(board):
    board.keys(Keys.ESCAPE)
    board.wait(lambda: not board.all("dialog"), "the panel to close")


def panels(board):
    """Opens each part of the board in turn, and yields its name."""
    yield "board"
    board.edit()
    yield "editing"
    board.find(".boardTool.add").click()
    board.wait(lambda: len(board.all(".boardCard")) == len(SAMPLES), "the gallery")
    yield "gallery"
    board.find(".boardIconCard .primary").click()
    board.wait(lambda: board.all("dialog form .boardIconSample"), "the form for an icon")
    yield "new icon"
    close_panel(board)
    board.page.run("document.querySelector('.boardPagesButton').click()")
    board.wait(lambda: board.all(".overviewPage"), "the overview")
    yield "overview"
    close_panel(board)
    board.page.run("arguments[0].click()", board.tile("clock").find_element(By.CSS_SELECTOR, ".boardButton.settings"))
    board.wait(lambda: board.all("dialog .boardForm > *"), "the settings")
    board.page.run("document.querySelector('dialog .boardForm').classList.add('ofWidget')")
    yield "settings"
    close_panel(board)
    board.page.run("arguments[0].click()", board.find('[data-icon="maps"] > .boardCover'))
    board.wait(lambda: board.all("dialog .boardForm"), "the settings of the icon")
    yield "icon"
    close_panel(board)
    board.find(".boardTool.boards").click()
    board.wait(lambda: board.all("dialog .boardPick"), "the settings of the board")
    yield "boards"
    board.page.run("document.querySelector('.boardAction.shortcuts').click()")
    board.wait(lambda: board.all(".boardShortcuts") and len(board.all("dialog")) == 1, "the shortcuts")
    yield "shortcuts"
    close_panel(board)


# Texts


@pytest.mark.parametrize("language, wanted, label, direction", [
    pytest.param("de-AT,de;q=0.9", "de", "Board bearbeiten", "ltr", marks=pytest.mark.exhaustive),
    pytest.param("zh-CN", "zh-Hans", "编辑面板", "ltr", marks=pytest.mark.exhaustive),
    ("he-IL,he;q=0.9,en;q=0.8", "he", "עריכת הלוח", "rtl"),
    pytest.param("sv,pt-BR", "pt", "Editar o painel", "ltr", marks=pytest.mark.exhaustive),
    pytest.param("sv", "en", "Edit the board", "ltr", marks=pytest.mark.exhaustive),
])
def test_the_page_has_the_language_of_the_browser(serve_board, open_page, language, wanted, label, direction):
    page = open_page(serve_board().root, language=language)
    page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, ".boardTool.toggle"), "the board")
    assert page.browser.find_element(By.CSS_SELECTOR, ".boardTool.toggle").get_attribute("title") == label
    assert page.run("return [document.documentElement.lang, document.documentElement.dir]") == [wanted, direction]
    assert catalogues(page) == ([wanted] if wanted != "en" else []), "a page loads one catalogue"
    page.browser.get("about:blank")


def catalogues(page):
    """Returns the languages whose texts the page has loaded."""
    loaded = page.run("""return performance.getEntriesByType("resource")
      .map(({ name }) => name.split("/texts/languages/")[1]).filter(Boolean)""")
    # The name ends with a checksum.
    return [name.rsplit("-", 1)[0] for name in loaded]


@pytest.mark.exhaustive
def test_a_page_loads_the_catalogue_that_its_address_names(open_in):
    board = open_in("fr")
    assert catalogues(board.page) == ["fr"]
    assert board.find(".boardTool.toggle").get_attribute("aria-label") == "Modifier le tableau"


@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.exhaustive)])
def test_long_texts_have_room_and_all_are_from_the_catalogue(open_in, width):
    board = open_in("en-XA", width, 700, still=True)
    for name in panels(board):
        board.page.shot(f"{name}-{width}")
        assert board.page.run(CLIPPED) == [], name
        assert board.page.run(TOO_WIDE) == [], name
        assert set(board.page.run(UNTRANSLATED)) <= NAMES, name


# From right to left


def center(box):
    return box[0] + box[2] / 2


@pytest.mark.smoke
def test_the_board_is_mirrored_from_right_to_left(open_in):
    board = open_in("ar", still=True)
    board.page.shot("board")
    assert board.page.run("return document.documentElement.dir") == "rtl"
    clock, steps, note = board.box("clock"), board.box("steps"), board.box("note")
    assert clock[0] > steps[0] + steps[2] - 1, "the first column stands at the right"
    assert note[0] == pytest.approx(clock[0], abs=1)
    assert board.page.run("return getComputedStyle(document.querySelector('.widget > *')).direction") == "ltr"
    title, toggle = board.find(".boardTitle").rect, board.find(".boardTool.toggle").rect
    assert title["x"] > toggle["x"]
    hello = board.box("hello")
    assert hello[0] < 0, "the next page stands at the left"
    board.all(".boardDot")[1].click()
    board.wait(lambda: 0 <= board.box("hello")[0] < 1280, "the second page")
    board.wait(lambda: board.all(".boardDot")[1].get_attribute("aria-current") == "page", "its dot")
    dots = [dot.rect["x"] for dot in board.all(".boardDot")]
    assert dots[0] > dots[1]
    board.keys(Keys.PAGE_UP)
    board.wait(lambda: 0 <= board.box("clock")[0] < 1280, "the first page")


def test_arrow_keys_move_to_the_side_that_they_show(open_in):
    board = open_in("ar", still=True)
    board.edit()
    x = center(board.box("square"))
    board.focus("square")
    board.keys(Keys.ARROW_LEFT)
    board.wait_frame("square", [0, 3, 4, 1, 1])
    board.wait(lambda: center(board.box("square")) < x - 50, "the tile further left")
    board.focus("square")
    board.keys(Keys.ARROW_RIGHT)
    board.wait_frame("square", [0, 3, 3, 1, 1])
    board.focus("square")
    board.chord(Keys.SHIFT, Keys.ARROW_LEFT)
    board.wait_frame("square", [0, 3, 3, 1, 2])


def test_a_tile_is_dragged_and_resized_from_right_to_left(open_in):
    board = open_in("ar")
    board.edit()
    _, _, width, height = board.box("clock")
    onward, down = -(width + 16) / 2, (height + 16) / 2
    # Five columns on, which is to the left, and four rows down.
    cover = board.tile("clock").find_element(By.CSS_SELECTOR, ".boardCover")
    board.drag(cover, [(round(5 * onward / 8), round(4 * down / 8))] * 8, release=False)
    board.wait(lambda: board.find(".boardTarget").is_displayed(), "the place where it would stand")
    board.page.shot("dragging")
    ActionChains(board.page.browser).release().perform()
    board.wait_frame("clock", [0, 5, 6, 2, 2])
    board.rest()
    handle, box = board.tile("note").find_element(By.CSS_SELECTOR, ".boardHandle"), board.box("note")
    assert handle.rect["x"] < box[0]
    board.drag(handle, [(round(onward / 4), 0)] * 4, release=False)
    grown = board.box("note")
    assert grown[2] > box[2] + 40 and grown[0] + grown[2] == pytest.approx(box[0] + box[2], abs=2)
    ActionChains(board.page.browser).release().perform()
    board.wait_frame("note", [0, 3, 1, 2, 3])


def test_the_left_edge_leads_to_the_next_page(open_in):
    board = open_in("ar")
    board.edit()
    x, y = center(board.box("square")), board.box("square")[1]
    cover = board.tile("square").find_element(By.CSS_SELECTOR, ".boardCover")
    steps = [(round((10 - x) / 10), round((600 - y) / 10))] * 10
    board.drag(cover, steps, hold=3, after=[(200, -60)])
    board.wait(lambda: board.all(".boardDot")[1].get_attribute("aria-current") == "page", "the second page")
    board.wait(lambda: board.frame("square")[0] == 1, "the tile on the second page")


def test_the_overview_is_mirrored_from_right_to_left(open_in):
    board = open_in("ar", still=True)
    board.edit()
    board.find(".boardTool.pages").click()
    board.wait(lambda: len(board.all(".overviewChoice")) >= 2, "the overview")
    board.page.shot("overview")
    first, second = [choice.rect for choice in board.all(".overviewChoice")[:2]]
    assert first["x"] > second["x"]
    clock, steps = [tile.rect["x"] for tile in board.all(".overviewPage:first-child .overviewTile")[:2]]
    assert clock > steps, "the first column stands at the right in pictures, too"
    board.keys(Keys.ARROW_LEFT)
    focused = "return document.activeElement === document.querySelectorAll('.overviewChoice')[arguments[0]]"
    board.wait(lambda: board.page.run(focused, 1), "the second page")
    board.keys(Keys.ARROW_RIGHT)
    board.wait(lambda: board.page.run(focused, 0), "the first page")


def test_sizes_in_the_gallery_grow_to_the_left(open_in):
    board = open_in("ar", still=True)
    board.edit()
    board.find(".boardTool.add").click()
    board.wait(lambda: len(board.all(".boardCard")) == len(SAMPLES), "the gallery")
    board.page.shot("gallery")
    smaller, larger = board.all(".boardCard .boardStep")[:2]
    assert smaller.rect["x"] > larger.rect["x"]
    select = board.find(".boardCard select")
    before = select.get_property("selectedIndex")
    picture = board.find(".boardCard .boardPreview")
    finger = ActionBuilder(board.page.browser, mouse=PointerInput("touch", "touch"), duration=50)
    finger.pointer_action.move_to(picture).pointer_down()
    for _ in range(3):
        finger.pointer_action.move_to(picture, 40, 0)
    finger.pointer_action.pointer_up()
    finger.perform()
    board.wait(lambda: select.get_property("selectedIndex") == before + 1, "a larger size")


def test_panels_from_right_to_left_fit_and_are_accessible(open_in):
    board = open_in("ar", 320, 700, still=True)
    for name in panels(board):
        board.page.shot(name)
        assert board.page.run(TOO_WIDE) == [], name
        assert violations(board.page) == [], name
    board.find(".boardTool.boards").click()
    board.wait(lambda: board.all("dialog .boardPick"), "the settings of the board")
    close, heading = board.find(".boardPanelBar button").rect, board.find(".boardPanelBar h2").rect
    assert close["x"] < heading["x"]


@pytest.mark.parametrize("path", [
    "login", pytest.param("account", marks=pytest.mark.exhaustive), pytest.param("admin", marks=pytest.mark.exhaustive),
])
def test_the_pages_for_accounts_have_the_language_too(serve_board, open_page, path):
    page = open_page(f"{serve_board().root}{path}?language=ar", 320, 700)
    page.wait(lambda: page.browser.find_elements(By.TAG_NAME, "h1"), "the page")
    page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, "form, section"), "its parts")
    page.shot(path)
    assert page.run("return /[A-Za-z]/.test(document.querySelector('h1').textContent)") is False
    assert page.run("return document.documentElement.scrollWidth - innerWidth") <= 0
    page.browser.get("about:blank")
