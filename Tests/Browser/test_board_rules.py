"""What widgets decide about their board: corners, numbers, questions, settings of their own, and modes."""

import base64
import copy
import itertools

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from axe import violations
from boards import Board
from data_folders import Client
from fake_service import FakeService, Response
from served import Server


NUMBERS = itertools.count(1)


@pytest.fixture(scope="module", params=[
    [], pytest.param(["--isolate"], marks=pytest.mark.exhaustive),
], ids=["in the server", "in a process"])
def banner_server(tmp_path_factory, request):
    """A server with two widgets, and its board as it was at first."""
    folder = tmp_path_factory.mktemp("banner")
    server = Server(folder, "docs/examples/Banner.widget", request.param, ["docs/examples/More.widget"])
    yield server, Client(server).ask("boards/home/export")
    server.stop()


@pytest.fixture
def board(banner_server, open_page):
    server, document = banner_server
    # New widgets on the same board: what was set in those of another test is not theirs.
    names = {name: f"tile{next(NUMBERS)}" for name in document["tiles"]}
    document = copy.deepcopy(document)
    document["tiles"] = {names[name]: tile for name, tile in document["tiles"].items()}
    for arrangement in document["arrangements"]:
        for place in [place for page in arrangement["pages"] for place in page["tiles"]]:
            place["tile"] = names[place["tile"]]
    assert Client(server).ask("boards/home/import", document) == {"problems": []}
    page = open_page(server.root)
    board = Board(page, server)
    board.wait(lambda: page.is_visible("wordsLabel") and page.is_visible("headlineLabel"), "the widgets")
    yield board
    page.activate().browser.get("about:blank")


def banners(board):
    return [tile for tile in board.all(".boardTile") if tile.get_attribute("aria-label") == "Banner"]


def style(element, name):
    return element.value_of_css_property(name)


def test_a_widget_has_corners_and_settings_of_its_own(board):
    (tile,) = banners(board)
    assert style(tile.find_element(By.CSS_SELECTOR, ".boardContent"), "border-radius") == "32px"
    board.edit()
    tile.find_element(By.CSS_SELECTOR, ".boardButton.settings").click()
    board.page.wait_visible("wordsField").send_keys(Keys.CONTROL, "a")
    assert violations(board.page) == []
    board.page.view("wordsField").send_keys("Good morning")
    board.wait(lambda: board.page.view("sampleLabel").text == "Good morning", "the words in the settings")
    board.page.press("loudSwitch")
    board.wait(lambda: style(board.page.view("sampleLabel"), "font-size") == "34px", "large letters")
    board.page.shot("settings")
    board.find("dialog .boardPanelBar button").click()
    board.wait(lambda: not board.all("dialog"), "the end of the settings")
    label = board.page.view("wordsLabel")
    assert label.get_attribute("textContent") == "Good morning" and style(label, "font-size") == "34px"
    # They stay when the page is new.
    board.page.reload()
    board.wait(lambda: board.page.view("wordsLabel").get_attribute("textContent") == "Good morning", "the words again")


def test_the_gallery_asks_before_it_adds_and_a_page_takes_two(board):
    def add(words):
        board.find(".boardTool.add").click()
        card = board.wait(
            lambda: next((card for card in board.all(".boardCard") if card.find_element(By.TAG_NAME, "h3").text == "Banner"), None),
            "the card")
        label = card.find_element(By.CSS_SELECTOR, ".primary").text
        card.find_element(By.CSS_SELECTOR, ".primary").click()
        field = board.wait(lambda: board.find("dialog form input"), "the question")
        assert field == board.page.browser.switch_to.active_element
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(words, Keys.ENTER)
        board.wait(lambda: not board.all("dialog"), "the added widget")
        return label

    board.edit()
    # The question can be left.
    board.find(".boardTool.add").click()
    card = board.wait(lambda: board.find(".boardCard"), "the gallery")
    button = card.find_element(By.CSS_SELECTOR, ".primary")
    button.click()
    board.wait(lambda: board.all("dialog form input"), "the question")
    assert violations(board.page) == []
    board.find("dialog form .boardAction").click()
    assert button == board.page.browser.switch_to.active_element and len(banners(board)) == 1
    board.keys(Keys.ESCAPE)
    board.wait(lambda: not board.all("dialog"), "the gallery to close")
    assert add("Second") == "Add"
    board.wait(lambda: len(banners(board)) == 2, "two banners")
    assert add("Third") == "Add to another page"
    board.wait(lambda: len(banners(board)) == 3, "three banners")
    words = {label.get_attribute("textContent") for label in board.page.all("wordsLabel")}
    assert {"Welcome", "Second"} <= words
    pages = board.document["arrangements"][0]["pages"]
    assert len(pages) == 2 and len(pages[1]["tiles"]) == 1
    words = [tile.get("options", {}).get("words") for tile in board.document["tiles"].values()]
    assert {"Second", "Third"} <= set(words)


def test_a_widget_shows_more_and_less(board):
    tile = next(tile for tile in board.all(".boardTile") if tile.get_attribute("aria-label") == "More")
    switch = tile.find_element(By.CSS_SELECTOR, ".boardMode")
    assert switch.get_attribute("aria-label") == "More: Show more" and switch.get_attribute("aria-expanded") == "false"
    switch.send_keys(Keys.ENTER)
    board.page.wait_visible("detailLabel")
    board.wait(lambda: switch.get_attribute("aria-expanded") == "true", "the other name")
    assert switch == board.page.browser.switch_to.active_element and switch.get_attribute("aria-label") == "More: Show less"
    assert violations(board.page) == []
    switch.send_keys(Keys.ENTER)
    board.page.wait_gone("detailLabel")
    (banner,) = banners(board)
    assert not banner.find_element(By.CSS_SELECTOR, ".boardMode").is_displayed()


def test_a_place_that_is_no_rectangle_shows_only_its_cells(board):
    (tile,) = banners(board)
    name = tile.get_attribute("data-tile")
    update = Client(board.server).edit("home", type="occupy", tile=name, cells=[[1, 1], [2, 1], [2, 2], [2, 3]])
    (place,) = [place for place in update["pages"][0]["places"] if place["id"] == name]
    assert place["frame"] == [1, 1, 2, 3]
    content = tile.find_element(By.CSS_SELECTOR, ".boardContent")
    board.wait(lambda: style(content, "clip-path").startswith("path("), "the shape")
    board.rest()
    board.page.shot("shape")

    def is_tile_at(column, row):
        return board.page.run(
            """const box = arguments[0].getBoundingClientRect();
            const [x, y] = [box.x + box.width * (arguments[1] - 0.5) / 3, box.y + box.height * (arguments[2] - 0.5) / 2];
            return document.elementFromPoint(x, y).closest(".boardTile") === arguments[0]""", tile, column, row)

    assert [is_tile_at(column, row) for row in (1, 2) for column in (1, 2, 3)] == [True, False, False, True, True, True]


PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def site():
    page = Response(b'<link rel="icon" href="/icon.png">', headers={"Content-Type": "text/html"})
    service = FakeService({"GET /": page, "GET /icon.png": Response(PNG, headers={"Content-Type": "image/png"})})
    yield service
    service.close()


@pytest.mark.smoke
def test_an_icon_shows_the_picture_of_its_site_or_of_a_file(site, open_page, tmp_path):
    server = Server(tmp_path, "docs/examples/Banner.widget")
    try:
        board = Board(open_page(server.root), server)
        board.wait(lambda: board.all(".boardTile"), "the board")
        board.edit()
        board.find(".boardTool.add").click()
        board.wait(lambda: board.all(".boardIconCard .primary"), "the gallery")
        board.find(".boardIconCard .primary").click()
        form = board.wait(lambda: board.find("dialog form"), "the form")
        name, address = form.find_elements(By.CSS_SELECTOR, "input[type=text], input[type=url]")
        name.send_keys("Site")
        address.send_keys(site.address + "/")
        own, none = form.find_elements(By.CSS_SELECTOR, '[role="group"] .boardAction')[:2]
        own.click()
        board.wait(lambda: board.all(".boardIconSample img"), "the picture of the site")
        assert violations(board.page) == []
        board.page.shot("icon")
        none.click()
        assert not board.all(".boardIconSample img") and own == board.page.browser.switch_to.active_element
        file = tmp_path / "picture.png"
        file.write_bytes(PNG)
        form.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(file))
        board.wait(lambda: board.all(".boardIconSample img"), "the picture of the file")
        form.find_element(By.CSS_SELECTOR, "[type=submit]").click()
        picture = board.wait(lambda: board.find(".boardIcon img"), "the icon")
        board.wait(lambda: picture.get_property("naturalWidth") == 192, "its picture")
        (icon,) = board.document["icons"].values()
        assert icon["picture"] in picture.get_attribute("src")
        # What is no picture is refused, and says so.
        board.find(".boardIcon .boardCover").click()
        form = board.wait(lambda: board.find("dialog form"), "the settings")
        file.write_bytes(b"no picture")
        form.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(file))
        board.wait(lambda: "not a picture" in form.text, "the refusal")
    finally:
        board.page.browser.get("about:blank")
        server.stop()
