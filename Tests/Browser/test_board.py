"""The board from a user's point of view: pages of widgets and icons that are moved, resized, added and removed."""

import base64
import copy

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from axe import violations
from boards import Board, board, open_board, serve_board  # noqa: F401 other files import these from here
from data_folders import Client
from sample_board import BOARD, SAMPLES, tile
from served import ROOT
from test_gestures import HOLD


# Appearance


@pytest.mark.parametrize("width, height, columns, dark", [
    (1280, 800, 8, False),
    pytest.param(375, 667, 4, True, marks=pytest.mark.exhaustive),
    pytest.param(768, 1024, 6, False, marks=pytest.mark.exhaustive),
    pytest.param(1920, 1080, 8, True, marks=pytest.mark.exhaustive),
])
@pytest.mark.smoke
def test_the_first_page_has_tiles_and_icons(open_board, width, height, columns, dark):
    board = open_board(width, height, dark=dark)
    board.page.shot(f"board-{width}")
    boxes = {name.lower(): board.box(name.lower()) for name in SAMPLES}
    first = [box for box in boxes.values() if box[0] < width]
    assert len(first) >= 3
    for x, y, w, h in first:
        assert x >= 0 and y >= 0 and x + w <= width and y + h <= height and w > 50 and h > 50
    for name, (x, y, w, h) in boxes.items():
        for other, (x2, y2, w2, h2) in boxes.items():
            assert name == other or x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, (name, other)
    # Where a page is much larger, one holds what two did.
    assert len(board.all(".boardDot")) == len(board.all(".boardPage")) >= (2 if width < 1500 else 1)
    if columns == 8:
        assert boxes["steps"][2] > boxes["clock"][2]


def requests_of(board):
    """The requests of the page so far, but for pictures: the path, the bytes that came, and whether the cache had it."""
    return board.page.run(
        """const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
           return all.filter(({ name }) => !name.includes("/images/"))
             .map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize, entry.transferSize === 0])""")


@pytest.mark.smoke
def test_a_first_visit_needs_few_requests_and_a_second_one_none(open_board, serve_board):
    # The browser has nothing of a server that is new.
    board = open_board(server=serve_board())
    requests = requests_of(board)
    paths = [path for path, *_ in requests]
    # The page has what its script asks for first, and creates all presentations at once.
    assert not {"/session", "/boards", "/client/kinds.json"} & set(paths)
    assert paths.count("/presentations") == 1
    assert not [path for path in paths if path.endswith(("/presentations", "/events")) and path.startswith("/widgets/")]
    assert len([path for path in paths if path.endswith(".js")]) == len([path for path in paths if path.endswith(".css")]) == 1
    assert len([path for path in paths if "/fonts/" not in path]) <= 8, paths
    assert sum(size for path, size, _ in requests if path == "/" or path.endswith((".js", ".css"))) < 130_000, requests
    latin = [size for path, size, _ in requests if "/latin-" in path]
    assert latin and max(latin) < 40_000
    assert not [path for path in paths if "/fonts/" in path and "Inter-" in path and "/latin-" not in path]
    # A second visit has the page and the board at once.
    page = board.page
    page.run("sessionStorage.clear()")
    page.browser.refresh()
    board.wait(lambda: page.is_visible("timeLabel"), "the clock")
    assert "home" == page.run("return JSON.parse(document.getElementById('answers').textContent).board.id")
    requests = requests_of(board)
    assert [is_cached for path, _, is_cached in requests if path.endswith((".js", ".css"))] == [True, True]
    assert [path for path, *_ in requests].count("/presentations") == 1
    # The presentations of the tab have their sizes.
    page.browser.refresh()
    board.wait(lambda: page.is_visible("timeLabel"), "the clock")
    paths = [path for path, *_ in requests_of(board)]
    assert "/presentations" not in paths and not [path for path in paths if path.startswith("/widgets/")], paths
    # The window has another size when the page comes back.
    page.emulate(1000, 800, False, False)
    page.browser.refresh()
    board.wait(lambda: page.is_visible("timeLabel"), "the clock")
    board.wait(lambda: [path for path, *_ in requests_of(board) if path.endswith("/events") and path != "/events"], "its size")


def test_widgets_know_their_cells(board):
    board.wait(lambda: board.page.view("sizeLabel").text == "1 × 1", "its size")
    board.edit()
    board.press("square", "expand")
    board.wait(lambda: board.page.view("sizeLabel").text == "2 × 2", "its new size")
    board.wait_frame("square", [0, 3, 3, 2, 2])
    box = board.box("square")
    board.wait(
        lambda: board.page.run("return arguments[0].offsetWidth", board.page.view("square")) > min(box[2:]) - 30,
        "the square to be as large as its place",
    )


def test_dots_and_keys_turn_pages(board):
    # Right after loading nothing has the focus.
    assert board.page.run("return document.activeElement === document.body")
    board.keys(Keys.PAGE_DOWN)
    board.wait(lambda: board.all(".boardDot")[1].get_attribute("aria-current") == "page", "the second page")
    board.keys(Keys.PAGE_UP)
    board.wait(lambda: 0 <= board.box("clock")[0] < 1280, "the first page")
    board.all(".boardDot")[1].click()
    board.wait(lambda: 0 <= board.box("hello")[0] < 1280, "the second page")
    board.wait(lambda: board.all(".boardDot")[1].get_attribute("aria-current") == "page", "its dot")
    board.wait(lambda: board.page.is_visible("greetButton"), "the widget of the second page")
    board.keys(Keys.PAGE_UP)
    board.wait(lambda: 0 <= board.box("clock")[0] < 1280, "the first page")


def test_icons_open_their_addresses(board):
    links = {link.find_element(By.CSS_SELECTOR, ".boardLabel").get_attribute("textContent"): link for link in board.all(".boardLink")}
    assert set(links) == {"Maps", "News", "Mail"}
    assert links["Maps"].get_attribute("href") == "https://example.org/maps"
    assert links["Maps"].get_attribute("rel") == "noopener noreferrer"
    assert links["News"].find_element(By.CSS_SELECTOR, ".boardFace").get_attribute("textContent") == "N"


@pytest.mark.parametrize("width, dark", [
    (1280, False), *(pytest.param(*look, marks=pytest.mark.exhaustive) for look in [(1280, True), (375, False), (375, True)]),
])
def test_axe_finds_nothing(open_board, width, dark):
    # Colours are evaluated after transitions.
    board = open_board(width, 800, dark=dark, still=True)
    found = violations(board.page)
    board.edit()
    found += violations(board.page)
    board.find(".boardTool.add").click()
    board.wait(lambda: len(board.all(".boardCard")) == len(SAMPLES), "the gallery")
    found += violations(board.page)
    board.keys(Keys.ESCAPE)
    board.wait(lambda: not board.all("dialog"), "the gallery to close")
    board.press("clock", "settings")
    board.wait(lambda: board.all("dialog .boardActions"), "the settings")
    found += violations(board.page)
    board.keys(Keys.ESCAPE)
    board.wait(lambda: not board.all("dialog"), "the settings to close")
    board.find(".boardTool.boards").click()
    board.wait(lambda: board.all("dialog .boardLooks"), "the board's settings")
    found += violations(board.page)
    assert found == []


# Moving and resizing


@pytest.mark.smoke
def test_a_tile_is_dragged_to_a_free_place(board):
    board.edit()
    board.page.shot("editing")
    board.drag_cells("clock", 4, 5, release=False)
    board.wait(lambda: board.find(".boardTarget").is_displayed(), "the place where it would stand")
    board.page.shot("dragging")
    ActionChains(board.page.browser).release().perform()
    board.wait_frame("clock", [0, 5, 6, 2, 2])
    board.wait(lambda: abs(board.box("clock")[0] - board.box("steps")[0] - 3 * board.box("square")[2] - 48) < 3, "the tile at its place")


def test_escape_cancels_a_drag_and_other_tiles_make_room_for_a_drop(board):
    board.edit()
    before = board.document
    board.drag_cells("clock", 3, 3, release=False)
    board.keys(Keys.ESCAPE)
    ActionChains(board.page.browser).release().perform()
    board.wait(lambda: "Not moved" in board.said, "the end")
    assert board.document == before
    assert board.find(".boardTool.add").is_displayed()
    board.drag_cells("clock", 0, 2)
    board.wait(lambda: board.frame("clock")[1:3] == [1, 3], "the clock to stand where the steps were")
    clock, steps = board.frame("clock"), board.frame("steps")
    assert steps[2] >= clock[2] + 2 or steps[1] >= clock[1] + 2
    assert board.icons() == ["maps", "news", "mail"]


def test_a_tile_is_moved_to_another_page(board):
    board.edit()
    box = board.box("square")
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    cover = board.tile("square").find_element(By.CSS_SELECTOR, ".boardCover")
    steps = [(round((1270 - x) / 10), round((600 - y) / 10))] * 10
    board.drag(cover, steps, hold=3, after=[(-200, -60)])
    board.wait(lambda: board.all(".boardDot")[1].get_attribute("aria-current") == "page", "the second page")
    board.wait(lambda: board.frame("square")[0] == 1, "the tile on the second page")


def test_the_handle_resizes_a_tile(board):
    board.edit()
    handle = board.tile("note").find_element(By.CSS_SELECTOR, ".boardHandle")
    down, right = board.cell
    board.drag(handle, [(round(right / 4), round(down / 8))] * 8)
    board.wait(lambda: board.frame("note")[3:] == [3, 4], "3 rows of 4 columns")
    # The square made room.
    note, square = board.frame("note"), board.frame("square")
    assert square[1] >= note[1] + 3 or square[2] >= note[2] + 4


BUTTON_PLACES = {
    "note": {"close": (28, 28), "settings": (-28, 28), "expand": (-28, -28), "shrink": (-70, -28)},
    "square": {"close": (12, 12), "settings": (-12, 12), "expand": (-28, -12)},
}


def test_the_buttons_match_the_table_of_hswidgets(board):
    """Compares the buttons with the table of HSWidgets: their centres relative to the tile's corners. A tile with only
    one row or column has them in its corners, beside the handle."""
    board.edit()
    board.page.run("document.querySelectorAll('.boardButton').forEach((b) => { b.style.animation = 'none' })")
    for name, places in BUTTON_PLACES.items():
        x, y, width, height = board.box(name)
        for button, (right, bottom) in places.items():
            element = board.tile(name).find_element(By.CSS_SELECTOR, f".boardButton.{button}")
            left, top, w, h = board.page.run(
                "const b = arguments[0].getBoundingClientRect(); return [b.x, b.y, b.width, b.height]", element)
            isRight, isBottom = button != "close", button in ("expand", "shrink")
            expected = (x + (width if isRight else 0) + right, y + (height if isBottom else 0) + bottom)
            assert abs(left + w / 2 - expected[0]) < 1.5 and abs(top + h / 2 - expected[1]) < 1.5, (name, button)


@pytest.mark.hostile
def test_keyboard(board):
    board.edit()
    # An impossible edit is announced.
    board.focus("clock")
    board.keys(Keys.ARROW_UP)
    board.wait(lambda: "not enough room" in board.said, "the reason")
    assert board.frame("clock") == [0, 1, 1, 2, 2]
    board.focus("square")
    board.keys(Keys.ARROW_DOWN)
    board.wait_frame("square", [0, 4, 3, 1, 1])
    board.wait(lambda: board.said.startswith("Square: row 4, column 3"), "its place")
    board.chord(Keys.SHIFT, Keys.ARROW_RIGHT)
    board.wait_frame("square", [0, 4, 3, 1, 2])
    board.wait(lambda: "2 by 1" in board.said, "its size")
    board.keys(Keys.PAGE_DOWN)
    board.wait(lambda: board.frame("square")[0] == 1, "the second page")
    # The focus goes with it, once the page has turned.
    board.wait(lambda: "Page 2" in board.said, "its page")
    focused = "return document.activeElement.closest('.boardTile')?.dataset.tile"
    board.wait(lambda: board.page.run(focused) == "square", "the focus")
    board.keys(Keys.DELETE)
    board.wait(lambda: board.frame("square") is None, "it to be gone")
    board.chord(Keys.CONTROL, "z")
    board.wait(lambda: board.frame("square") is not None, "it to be back")
    board.chord(Keys.CONTROL, Keys.SHIFT, "z")
    board.wait(lambda: board.frame("square") is None, "it to be gone again")
    board.keys(Keys.ESCAPE)
    board.wait(lambda: not board.find(".boardTool.add").is_displayed(), "the end of editing")


@pytest.mark.smoke
def test_fast_key_presses_count_one_by_one(board):
    board.edit()
    board.focus("square")
    board.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    board.wait_frame("square", [0, 5, 4, 1, 1])
    board.chord(Keys.CONTROL, "z")
    board.chord(Keys.CONTROL, "z")
    board.chord(Keys.CONTROL, Keys.SHIFT, "z")
    board.wait_frame("square", [0, 5, 3, 1, 1])


def test_editing_puts_widgets_out_of_reach_and_needs_no_motion(board):
    board.edit()
    assert board.page.run("return document.querySelector('[data-tile=note] .widget').inert")
    board.find(".boardTool.toggle").click()
    board.wait(lambda: not board.page.run("return document.querySelector('[data-tile=note] .widget').inert"), "reach")
    board.edit()
    animation = "return getComputedStyle(document.querySelector('[data-tile=clock] .boardContent')).animationName"
    assert board.page.run(animation) == "jiggle"
    board.page.browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    assert board.page.run(animation) == "none"
    # Where animations stand still, as in pages that are hidden, a widget goes without its own.
    board.page.emulate(1280, 800)
    board.page.browser.execute_cdp_cmd("Animation.enable", {})
    board.page.browser.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 0})
    board.press("note", "close")
    board.wait(lambda: len(board.all(".boardTile")) == 4, "it to be gone")


@pytest.mark.exhaustive
def test_a_long_press_starts_editing(board):
    icon = board.find('.boardIcon[data-icon="maps"]')
    ActionChains(board.page.browser).click_and_hold(icon).pause(HOLD).release().perform()
    board.wait(lambda: board.find(".boardTool.add").is_displayed(), "editing")
    assert len(board.page.browser.window_handles) == 2


# Icons


def test_icons_are_sorted_and_collected(board):
    board.edit()
    cover = '.boardIcon[data-icon="{}"] .boardCover'
    boxes = {name: board.find(f'.boardIcon[data-icon="{name}"]').rect for name in ("maps", "news", "mail")}

    def way(source, target, part=1.0):
        return [
            (round((boxes[target]["x"] - boxes[source]["x"]) * part / 6), round((boxes[target]["y"] - boxes[source]["y"]) * part / 6))
        ] * 6

    board.drag(board.find(cover.format("mail")), way("mail", "maps", 0.8))
    board.wait(lambda: board.icons() != ["maps", "news", "mail"], "another order")
    order = board.icons()
    board.chord(Keys.CONTROL, "z")
    board.wait(lambda: board.icons() == ["maps", "news", "mail"], "the order of before")
    assert order.index("mail") < 2
    board.rest()
    boxes = {name: board.find(f'.boardIcon[data-icon="{name}"]').rect for name in ("maps", "news", "mail")}
    board.drag(board.find(cover.format("news")), way("news", "maps"))
    board.wait(lambda: len(board.icons()) == 2, "a folder")
    # The page shows a folder before the host has it.
    board.wait(lambda: board.document["icons"].get(board.icons()[0], {}).get("members") == ["maps", "news"], "its members")
    folder = board.icons()[0]
    board.find(".boardTool.toggle").click()
    board.find(f'.boardIcon[data-icon="{folder}"] .boardLink').click()
    board.wait(lambda: [label.get_attribute("textContent") for label in board.all("dialog .boardLabel")] == ["Maps", "News"], "what is in it")
    board.page.shot("folder")
    board.keys(Keys.ESCAPE)


@pytest.mark.smoke
def test_an_icon_is_added(board):
    board.edit()
    board.find(".boardTool.add").click()
    board.find(".boardIconCard .primary").click()
    board.wait(lambda: board.all("dialog form .boardHeading"), "the form")
    # Escape closes the form, and not the editing. The panel's background takes no focus, so the document has it then.
    board.find("dialog form .boardHeading").click()
    board.keys(Keys.ESCAPE)
    board.wait(lambda: not board.all("dialog"), "the panel to close")
    assert board.find(".boardTool.add").is_displayed()
    board.find(".boardTool.add").click()
    board.find(".boardIconCard .primary").click()
    name, address = board.all("dialog form input")[:2]
    name.send_keys("Trains")
    address.send_keys("https://example.org/trains")
    board.find('dialog form button[type="submit"]').click()
    board.wait(lambda: [icon for icon in board.document["icons"].values() if icon["name"] == "Trains"], "the icon")
    board.wait(lambda: not board.all("dialog"), "the panel to close")
    board.wait(lambda: board.page.run("return document.activeElement.closest('.boardIcon') !== null"), "the icon's focus")


# Adding and configuring


@pytest.mark.exhaustive
def test_gallery(board):
    board.edit()
    board.find(".boardTool.add").click()
    board.wait(lambda: len(board.all(".boardCard")) == len(SAMPLES), "the widgets")
    board.wait(
        lambda: board.page.run("return [...document.querySelectorAll('.boardCard img')].every((image) => image.naturalWidth > 0)"),
        "pictures",
    )
    board.page.shot("gallery")
    board.find(".boardSearch").send_keys("clo")
    board.wait(lambda: [card.find_element(By.TAG_NAME, "h3").get_attribute("textContent") for card in board.all(".boardCard")] == ["Clock"], "what was looked for")
    board.find(".boardCard .primary").click()
    board.wait(lambda: len(board.document["tiles"]) == 6 and len(board.all(".boardTile")) == 6, "another clock")
    added = (set(board.document["tiles"]) - {name.lower() for name in SAMPLES}).pop()
    assert board.frame(added)[0] == 0
    board.wait(lambda: len([e for e in board.page.all("timeLabel") if e.is_displayed()]) == 2, "it to run")


@pytest.mark.smoke
def test_settings_apply_at_once(board):
    board.edit()
    board.press("clock", "settings")
    switch = board.wait(lambda: board.find('dialog input[type="checkbox"]'), "the form")
    board.page.run("arguments[0].click()", switch)
    board.wait(lambda: board.page.run("return document.querySelector('[data-id=timeLabel]').textContent.length") == 8, "seconds")
    assert board.document["tiles"]["clock"]["options"] == {"seconds": True}
    board.page.shot("settings")


@pytest.mark.smoke
def test_stacks(board):
    board.edit()
    board.press("clock", "settings")
    select = board.wait(lambda: board.find("dialog .boardActions .boardField select"), "the choices")
    board.page.run("arguments[0].value = 'steps'; arguments[0].parentNode.querySelector('button').click()", select)
    board.wait(lambda: board.frame("clock") == board.frame("steps"), "both in one place")
    board.wait(lambda: len(board.all('[data-tile="steps"] .boardTurn')) == 2, "dots to turn")
    board.find(".boardTool.toggle").click()
    board.wait(lambda: board.page.is_visible("timeLabel") and not board.page.is_visible("totalLabel"), "the clock in front")
    board.all('[data-tile="steps"] .boardTurn')[0].click()
    board.wait(lambda: board.page.is_visible("totalLabel") and not board.page.is_visible("timeLabel"), "the steps in front")
    board.keys(Keys.ARROW_DOWN)
    board.wait(lambda: board.page.is_visible("timeLabel") and not board.page.is_visible("totalLabel"), "the clock by a key")
    tile = board.tile("steps")
    board.page.run("""
      const touch = (name, y) => Object.assign(new Event(name), {touches: [{clientX: 50, clientY: y}], changedTouches: [{clientX: 50, clientY: y}]});
      arguments[0].dispatchEvent(touch("touchstart", 20));
      arguments[0].dispatchEvent(touch("touchend", 120));""", tile)
    board.wait(lambda: board.page.is_visible("totalLabel") and not board.page.is_visible("timeLabel"), "the steps by a swipe")
    board.page.run("arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: 100, cancelable: true}))", tile.find_element(By.CSS_SELECTOR, ".boardTurns"))
    board.wait(lambda: board.page.is_visible("timeLabel") and not board.page.is_visible("totalLabel"), "the clock by the wheel")


@pytest.mark.hostile
def test_an_image_is_the_background_of_the_board(board, tmp_path):
    picture = tmp_path / "night.png"
    picture.write_bytes(base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="))
    board.edit()
    board.find(".boardTool.boards").click()
    board.page.wait(lambda: board.all("dialog[open] .boardPicture input"), "the settings of the board")
    board.find("dialog[open] .boardPicture input").send_keys(str(picture))
    body = board.find("body")
    board.page.wait(lambda: body.get_attribute("data-background") == "picture", "the picture")
    name = board.document["appearance"]["background"].removeprefix("picture:")
    board.page.wait(lambda: name in board.page.run(
        "return getComputedStyle(document.querySelector('#page')).backgroundImage"), "the picture on the page")
    board.page.wait(lambda: body.get_attribute("data-ground") in ("light", "dark"), "what can be read on it")
    # A file that is not an image, or is too large, changes nothing, and is reported.
    for name_of_file, content, reason in [
        ("text.png", b"no picture", "JPEG, PNG, WebP or GIF"),
        ("large.png", b"\x89PNG\r\n\x1a\n" + bytes(9 << 20), "too large"),
    ]:
        wrong = tmp_path / name_of_file
        wrong.write_bytes(content)
        board.find("dialog[open] .boardPicture input").send_keys(str(wrong))
        board.wait(lambda: reason in board.said, "the reason")
        assert "visible" in board.find("dialog .boardSays").get_attribute("class")
        assert board.document["appearance"]["background"] == f"picture:{name}"


def test_looks(board):
    board.edit()
    board.find(".boardTool.boards").click()
    radio = board.wait(lambda: board.find('dialog input[value="ocean"]'), "the looks")
    board.page.run("arguments[0].click()", radio)
    board.wait(lambda: board.page.run("return document.body.dataset.background") == "ocean", "the sea")
    scheme = board.all("dialog .boardLooks select")[0]
    board.page.run("arguments[0].value = 'dark'; arguments[0].dispatchEvent(new Event('change'))", scheme)
    board.wait(lambda: board.page.run("return getComputedStyle(document.body).colorScheme") == "dark", "the dark")
    board.keys(Keys.ESCAPE)
    board.page.shot("ocean")
    assert board.document["appearance"] == {"background": "ocean", "isDark": True}


# Several browsers, and other widgets


@pytest.mark.smoke
def test_two_browsers_see_the_same_edits_and_await_no_removed_widget(open_board):
    one = open_board()
    two = open_board(375, 667, server=one.server)
    for board in (one, two):
        # The sign of a lost connection appears after a second. What would show it then is only kept, until it is called off.
        board.page.activate().run("""
          window.signs = new Set();
          const [later, callOff] = [window.setTimeout, window.clearTimeout];
          let count = 0;
          window.setTimeout = (action, time, ...more) => {
            if (time !== 1000) return later(action, time, ...more);
            count -= 1;
            window.signs.add(count);
            return count;
          };
          window.clearTimeout = (number) => window.signs.delete(number) || callOff(number)""")
    two.edit()
    two.press("note", "close")
    two.wait(lambda: len(two.all(".boardTile")) == 4, "it to be gone here")
    one.page.activate()
    one.wait(lambda: len(one.all(".boardTile")) == 4, "it to be gone there")
    one.edit()
    one.focus("square")
    one.keys(Keys.ARROW_DOWN)
    one.wait(lambda: one.frame("square") == [0, 4, 3, 1, 1], "the edit of the other")
    # The arrangement of the small grid belongs to the other browser.
    assert "note" not in one.document["tiles"]
    # What comes later on the streams has come, too.
    Client(one.server).edit("home", type="rename", name="Later")
    for board in (one, two):
        board.page.activate()
        board.wait(lambda: board.page.run("return document.title") == "Later", "the name")
        board.wait(lambda: board.page.run("return window.signs.size") == 0, "no sign")
        assert not board.find("#connection").is_displayed()


def test_a_missing_widget_keeps_its_place_and_an_empty_board_explains_how_to_begin(put_board, open_page):
    document = copy.deepcopy(BOARD)
    document["tiles"], document["icons"] = {"gone": {"widget": "org.example.gone"}}, {}
    first, second = document["arrangements"][0]["pages"]
    first["tiles"], first["icons"], second["tiles"] = [tile("gone", 1, 1, 2, 2)], [], []
    server = put_board(document)
    page = open_page(server.root)
    board = Board(page, server)
    missing = board.wait(lambda: board.tile("gone").find_element(By.CSS_SELECTOR, ".boardMissing"), "the widget's place")
    assert "org.example.gone" in missing.text
    board.edit()
    board.press("gone", "close")
    board.wait(lambda: board.frame("gone") is None, "it to be gone")
    board.wait(lambda: board.find(".boardEmpty").is_displayed(), "the beginning")
    board.find(".boardEmpty button").click()
    board.wait(lambda: len(board.all(".boardCard")) == len(SAMPLES), "the gallery")
    hello = next(card for card in board.all(".boardCard") if card.find_element(By.TAG_NAME, "h3").text == "Hello")
    hello.find_element(By.CSS_SELECTOR, ".primary").click()
    board.wait(lambda: page.is_visible("greetButton"), "the widget")
    page.browser.get("about:blank")


@pytest.mark.hostile
def test_a_widget_is_installed_while_the_server_runs(tmp_path, open_board, serve_board):
    board = open_board(server=serve_board())
    board.edit()
    board.find(".boardTool.add").click()
    pick = board.wait(lambda: board.find('dialog input[type="file"]'), "the gallery")
    # A bundle with errors says why.
    bundle = tmp_path / "Broken.widget"
    bundle.mkdir()
    (bundle / "widget.json").write_text('{"id": "org.example.broken", "nme": "Broken"}')
    pick.send_keys(str(bundle))
    problem = board.wait(
        lambda: next((p.text for p in board.all("dialog .boardFieldProblem") if p.text), None), "the reason")
    assert "name" in problem
    board.find('dialog input[type="file"]').send_keys(str(ROOT / "Samples" / "Gallery.widget"))
    # It talks to hosts, so the person is asked.
    board.wait(lambda: board.all("dialog form .primary"), "the question")
    board.find("dialog form .primary").click()
    board.wait(lambda: len(board.all(".boardCard")) == len(SAMPLES) + 1, "the new widget")
    next(card for card in board.all(".boardCard") if card.find_element(By.TAG_NAME, "h3").text == "Gallery").find_element(
        By.CSS_SELECTOR, ".primary").click()
    board.wait(lambda: len(board.document["tiles"]) == 6, "it on the board")
