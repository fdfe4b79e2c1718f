"""Widgets written in Swift from a user's point of view: by pointer, touch and keyboard, on a screen and on a board."""

import base64
import json
import subprocess
import urllib.request

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from proxy import Proxy
from served import ROOT, Server
from axe import violations

COMMAND = ".build/debug/team-board"
MANIFEST = {"format": 1, "id": "org.example.custom", "name": "Custom", "main": "Main"}
SLIDER = {
    "type": "rangeSlider", "id": "slider", "minThumbLabel": "Least", "maxThumbLabel": "Most",
    "bind": {"selectedMinimumValue": "range.from", "selectedMaximumValue": "range.to"},
    "onRangeChange": {"type": "setContext", "context": "times", "value": "@{times + 1}"},
}
SCREEN = {
    "context": [{"id": "range", "value": {"from": 20, "to": 80}}, {"id": "times", "value": 0}],
    "view": {
        "type": "scroll", "style": {"padding": 20, "gap": 12}, "children": [
            {"type": "text", "text": "Range", "role": "heading"},
            SLIDER,
            {"type": "text", "id": "chosen", "text": "@{range.from} to @{range.to}"},
            {"type": "text", "id": "count", "text": "@{times}"},
            {"type": "like", "id": "like", "count": 41, "style": {"alignSelf": "center"}},
            {"type": "text", "style": {"height": 2000}, "text": "Far below"},
        ],
    },
}


def bundle(folder, screen=SCREEN):
    path = folder / "Custom.widget"
    (path / "screens").mkdir(parents=True)
    (path / "widget.json").write_text(json.dumps(MANIFEST))
    (path / "screens/Main.json").write_text(json.dumps(screen))
    return path


def wait(page, condition):
    page.wait(condition, "what the test waits for")


class Screen:
    def __init__(self, page):
        self.page = page
        self.browser = page.browser
        wait(page, lambda: len(self.thumbs) == 2)

    @property
    def thumbs(self):
        return self.browser.find_elements(By.CSS_SELECTOR, '[data-kind="rangeThumb"]')

    @property
    def heart(self):
        return self.browser.find_element(By.CSS_SELECTOR, '[data-kind="heart"]')

    @property
    def values(self):
        return [float(thumb.get_attribute("aria-valuenow")) for thumb in self.thumbs]

    def text(self, name):
        return self.browser.find_element(By.CSS_SELECTOR, f'[data-id="{name}"]').text

    def drag(self, thumb, x):
        ActionChains(self.browser, duration=20).click_and_hold(thumb).move_by_offset(x, 0).release().perform()

    def mouse(self, kind, x, y):
        """Sends single mouse events, because action chains release the button in between."""
        buttons = 0 if kind == "mouseReleased" else 1
        self.browser.execute_cdp_cmd(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1})


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for all screens. Each page has its own presentation, and thus its own values."""
    folder = tmp_path_factory.mktemp("custom")
    server = Server(folder, bundle(folder), command=f"{COMMAND} serve")
    yield server
    server.stop()


@pytest.fixture
def screen(server, open_page):
    return Screen(open_page(server.address, width=420, height=640))


@pytest.mark.smoke
def test_a_thumb_is_dragged(screen):
    width = screen.page.run("return document.querySelector('[data-kind=\"rangeSliderTrack\"]').offsetWidth")
    screen.drag(screen.thumbs[0], 50)
    expected = 20 + 50 / (width - 40) * 100
    wait(screen.page, lambda: abs(screen.values[0] - expected) < 0.5)
    least = screen.values[0]
    wait(screen.page, lambda: float(screen.text("chosen").split()[0]) == least)
    screen.drag(screen.thumbs[1], -250)
    wait(screen.page, lambda: screen.values[1] == screen.values[0])


def test_a_dragged_thumb_moves_before_the_server_responds(server, open_page):
    line = Proxy(server.port)
    try:
        screen = Screen(open_page(line.address, width=420, height=640))
        line.delay = 30.0
        thumb = screen.thumbs[0]
        before = thumb.rect["x"]
        bar = screen.browser.find_element(By.CSS_SELECTOR, '[data-kind="rangeSliderTrack"] > [data-kind="drawn"]')
        (left, width) = (bar.rect["x"], bar.rect["width"])
        (x, y) = (before + 22, thumb.rect["y"] + 22)
        screen.mouse("mousePressed", x, y)
        screen.mouse("mouseMoved", x + 60, y)
        assert screen.text("count") == "0"
        assert abs(thumb.rect["x"] - before - 60) < 1
        assert abs(bar.rect["x"] - left - 60) < 1 and abs(width - bar.rect["width"] - 60) < 1
        # The thumb stops at the other one without a message from the server.
        screen.mouse("mouseMoved", x + 300, y)
        assert abs(thumb.rect["x"] - screen.thumbs[1].rect["x"]) < 1
        screen.mouse("mouseReleased", x + 300, y)
    finally:
        line.close()


def test_a_finger_drags_and_the_page_does_not_scroll(screen):
    thumb = screen.thumbs[1]
    (x, y) = (thumb.rect["x"] + 22, thumb.rect["y"] + 22)

    def touch(kind, x, y):
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        screen.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    for step in range(1, 6):
        touch("touchMove", x - 12 * step, y - 30 * step)
    touch("touchEnd", 0, 0)
    wait(screen.page, lambda: screen.values[1] < 70)
    assert thumb.rect["y"] + 22 == y


def test_keys_move_the_thumbs(screen):
    assert_two_sliders(screen)
    (least, most) = screen.thumbs
    least.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.PAGE_UP)
    wait(screen.page, lambda: screen.values == [32, 80])
    least.send_keys(Keys.HOME)
    wait(screen.page, lambda: screen.values == [0, 80])
    most.send_keys(Keys.END, Keys.ARROW_LEFT, Keys.PAGE_DOWN)
    wait(screen.page, lambda: screen.values == [0, 89])
    assert screen.text("count") == "7"
    # The keyboard focuses the first thumb first, and then each in turn.
    screen.browser.execute_script("document.activeElement.blur()")
    names = []
    for _ in range(6):
        ActionChains(screen.browser).send_keys(Keys.TAB).perform()
        names.append(screen.browser.switch_to.active_element.get_attribute("aria-label"))
    assert [name for name in names if name in ("Least", "Most")][:2] == ["Least", "Most"]


def assert_two_sliders(screen):
    """The thumbs have roles, names and values for assistive technology."""
    thumbs = [
        [thumb.get_attribute(name) for name in ("role", "aria-label", "aria-valuemin", "aria-valuemax", "aria-valuenow")]
        for thumb in screen.thumbs
    ]
    assert thumbs == [["slider", "Least", "0", "80", "20"], ["slider", "Most", "20", "100", "80"]]


def test_a_heart_is_pressed_in_its_shape_only(screen):
    assert violations(screen.page) == []
    heart = screen.heart
    (width, height) = (heart.rect["width"], heart.rect["height"])
    corner = ActionChains(screen.browser).move_to_element_with_offset(heart, int(3 - width / 2), int(height / 2 - 3))
    corner.click().perform()
    hit = "const [x, y] = arguments; return document.elementFromPoint(x, y)?.closest('[data-kind]').dataset.kind"
    rect = screen.browser.execute_script("const r = arguments[0].getBoundingClientRect(); return [r.x, r.y]", heart)
    assert screen.browser.execute_script(hit, rect[0] + 3, rect[1] + height - 3) != "heart"
    assert screen.browser.execute_script(hit, rect[0] + width / 2, rect[1] + height / 2) == "heart"
    ActionChains(screen.browser).move_to_element(heart).click().perform()
    wait(screen.page, lambda: heart.get_attribute("aria-pressed") == "true")
    assert heart.get_attribute("aria-label") == "Like, 42"
    screen.browser.execute_script("arguments[0].focus()", heart)
    ActionChains(screen.browser).send_keys(Keys.ENTER).perform()
    wait(screen.page, lambda: heart.get_attribute("aria-label") == "Like, 41")


DIFFERENCE = """
const [first, second, done] = [arguments[0], arguments[1], arguments[2]];
async function pixels(text) {
  const image = new Image();
  image.src = "data:image/png;base64," + text;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}
Promise.all([pixels(first), pixels(second)]).then(([a, b]) => {
  if (a.width !== b.width || a.height !== b.height) return done([a.width, a.height, b.width, b.height]);
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const far = [0, 1, 2].some((part) => Math.abs(a.data[i + part] - b.data[i + part]) > 40);
    if (far) count += 1;
  }
  done(count / (a.width * a.height));
}, (error) => done(String(error)));
"""


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
def test_a_drawing_looks_the_same_in_a_page_an_image_and_a_document(tmp_path, open_page, dark):
    """Tests everything that canvases support: curves, gradients, clips, strokes and text. The edges of letters may
    differ slightly."""
    screen = {"view": {"type": "container", "style": {"padding": 24, "gap": 16}, "children": [
        {"type": "like", "count": 41, "isLiked": True, "style": {"width": 160, "height": 160}},
        {"type": "like", "count": 7, "style": {"width": 160, "height": 160}},
        {"type": "rangeSlider", "label": "Range", "selectedMinimumValue": 20, "selectedMaximumValue": 60},
    ]}}
    path = bundle(tmp_path, screen)
    pictures = {}
    for kind in ("png", "svg"):
        output = tmp_path / f"drawing.{kind}"
        subprocess.run(
            [COMMAND, "render", str(path), "--size", "320x480", "--format", kind, *(["--dark"] if dark else []), "--output", str(output)],
            cwd=ROOT, check=True, capture_output=True)
        pictures[kind] = output
    server = Server(tmp_path / "data", path, command=f"{COMMAND} serve")
    try:
        page = open_page(server.address, width=320, height=480, dark=dark)
        wait(page, lambda: len(page.browser.find_elements(By.CSS_SELECTOR, '[data-kind="heart"] > svg.drawing')) == 2)
        page.run("document.fonts.ready.then(() => {})")
        shown = page.browser.get_screenshot_as_base64()
        page.browser.get(f"data:image/svg+xml;base64,{base64.b64encode(pictures['svg'].read_bytes()).decode()}")
        document = page.browser.get_screenshot_as_base64()
        page.browser.get("data:text/html,")
        picture = base64.b64encode(pictures["png"].read_bytes()).decode()
        for other in (picture, document):
            difference = page.browser.execute_async_script(DIFFERENCE, shown, other)
            assert isinstance(difference, float) and difference < 0.01, difference
    finally:
        server.stop()


# MARK: On a board

BOARD = {
    "format": 1, "id": "home", "name": "Home",
    "tiles": {
        "range": {"widget": "org.example.range-slider", "options": {"label": "Rooms", "low": 30, "high": 60}},
        "square": {"widget": "org.example.square"},
    },
    "arrangements": [{"size": [6, 8], "pages": [{
        "id": "first", "icons": [], "tiles": [
            {"tile": "range", "frame": [1, 1, 1, 3]}, {"tile": "square", "frame": [3, 1, 1, 1]},
        ]}]}],
}


@pytest.fixture
def serve_board(tmp_path):
    servers = []

    def serve(*options):
        file = tmp_path / "home.board.json"
        file.write_text(json.dumps(BOARD))
        server = Server(
            tmp_path, "Samples/Clock.widget", command=f"{COMMAND} serve",
            options=["--data", str(tmp_path / "data"), "--start-with", str(file), *options])
        servers.append(server)
        return server

    yield serve
    for server in servers:
        server.stop()


@pytest.mark.smoke
def test_drawn_widgets_run_in_separate_processes(serve_board, open_page):
    page = open_page(serve_board("--isolate").root, width=1280, height=800)
    screen = Screen(page)
    wait(page, lambda: screen.values == [30, 60])
    screen.thumbs[0].send_keys(Keys.HOME)
    wait(page, lambda: screen.values == [0, 60])
    page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, '[data-tile="square"] svg, [data-tile="square"] canvas, [data-tile="square"] img'), "the square")


@pytest.mark.offline
def test_a_placed_slider_stores_its_values(serve_board, open_page):
    server = serve_board()
    page = open_page(server.root, width=1280, height=800)
    screen = Screen(page)
    # The widget was placed with the first version of the definition, which had other names.
    wait(page, lambda: screen.values == [30, 60])
    screen.thumbs[0].send_keys(Keys.HOME)
    wait(page, lambda: screen.values == [0, 60])
    other = Screen(open_page(server.root, width=1280, height=800))
    wait(other.page, lambda: other.values == [0, 60])
    other.thumbs[1].send_keys(Keys.END)
    wait(other.page, lambda: other.values == [0, 100])
    server.stop()
    server = serve_board()
    again = Screen(open_page(server.root, width=1280, height=800))
    wait(again.page, lambda: again.values == [0, 100])
    # The settings contain the values that the widget wrote. A value that is set later takes precedence.
    with urllib.request.urlopen(server.root + "tiles/range/settings") as answer:
        options = {option["name"]: option for option in json.load(answer)["options"]}
    assert options["selectedMinimumValue"]["value"] == 0 and options["selectedMaximumValue"]["value"] == 100
    assert options["minimumRange"]["group"] == "Limits"


def test_a_square_determines_its_own_growth_and_the_gallery_has_widgets_written_in_swift(serve_board, open_page):
    page = open_page(serve_board().root, width=1280, height=800)
    Screen(page)
    browser = page.browser
    browser.find_element(By.CSS_SELECTOR, ".boardTool.toggle").click()
    tile = browser.find_element(By.CSS_SELECTOR, '[data-tile="square"]')

    def button(name):
        return tile.find_element(By.CSS_SELECTOR, f".boardButton.{name}")

    wait(page, lambda: button("expand").is_displayed())
    assert not button("shrink").is_displayed()
    small = tile.rect["width"]
    button("expand").click()
    wait(page, lambda: tile.rect["width"] > 1.8 * small and button("shrink").is_displayed())
    # The buttons surround the square rather than the tile, which is wider.
    square = tile.find_element(By.CSS_SELECTOR, '[data-kind="container"]')
    wait(page, lambda: abs(square.rect["width"] - square.rect["height"]) < 1)
    wait(page, lambda: button("settings").rect["x"] < square.rect["x"] + square.rect["width"])
    button("shrink").click()
    wait(page, lambda: abs(tile.rect["width"] - small) < 2)

    browser.find_element(By.CSS_SELECTOR, ".boardTool.add").click()
    wait(page, lambda: all(
        word in browser.find_element(By.CSS_SELECTOR, "dialog[open]").text for word in ("Range", "Square", "Like")))
