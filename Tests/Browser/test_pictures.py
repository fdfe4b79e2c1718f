"""Compares what people see with kept pictures: the board, edit mode, the gallery and the settings of a widget.

Where a picture differs, `out/pictures` has the expected one, the actual one, and one with the differences in red. After a
change that is meant, record the pictures that look different, look at them, and commit them:

    .venv/bin/python -m pytest Tests/Browser/test_pictures.py --record-pictures

What is seen depends neither on the time nor on the network, and as little as possible on the machine: fonts are those that
the server serves, and for other letters one that Scripts/setup installs. Pictures of large windows are kept smaller, which
is enough to see what moved. What counts as different is in support/picture_measure.py.
"""

import base64
import io
import itertools
import json
import pathlib

import pytest
from PIL import Image
from selenium.webdriver.common.by import By

from kept_pictures import KeptPictures, decoded, encoded
from picture_measure import different_windows
from served import ROOT, Server

FOLDER = pathlib.Path(__file__).parent / "pictures"

# Width and height of the window, and by how much pictures of it are made smaller.
WINDOWS = {320: (568, 1), 390: (844, 1), 820: (1180, 2), 1280: (800, 2), 2560: (1440, 3), 3840: (2160, 3)}
SCHEMES, DIRECTIONS, VIEWS = ["light", "dark"], ["ltr", "rtl"], ["board", "editing", "gallery", "settings"]
# What is compared with every change: each direction and scheme once, on a phone, a tablet and a desktop.
USUAL_PICTURES = {(390, "light", "ltr"), (820, "light", "rtl"), (1280, "dark", "ltr")}

# Samples that show neither the time nor what a service answers.
SAMPLES = ["Steps", "Note", "Square", "Hello", "Todo", "Settings"]

# A widget with an option of each type.
OPTIONS_BUNDLE = {
    "widget.json": {
        "id": "org.tessera.tests.options",
        "name": "Options",
        "summary": "Has an option of each type, for its settings",
        "sizes": {"default": "2×2", "minimum": "1×1"},
        "options": [
            {"name": "place", "type": "string", "title": "Place", "default": "Lisbon", "summary": "A town or a district"},
            {"name": "unit", "type": "choice", "title": "Unit", "default": "c", "choices": [
                {"value": "c", "title": "Celsius"}, {"value": "f", "title": "Fahrenheit"}]},
            {"name": "days", "type": "number", "title": "Days ahead", "default": 3, "range": [1, 7]},
            {"name": "isWide", "type": "bool", "title": "Show the wind", "default": True},
            {"name": "tint", "type": "color", "title": "Colour of the line", "default": "#7048e8", "group": "Appearance"},
            {"name": "key", "type": "string", "title": "Key of the service", "secret": True, "group": "Account"},
        ],
    },
    "screens/Main.json": {
        "view": {
            "type": "container",
            "style": {"flexGrow": 1, "alignItems": "center", "justifyContent": "center", "gap": 4, "padding": 8},
            "children": [
                {"type": "icon", "value": "weather-partlycloudy", "size": 32, "style": {"color": "accent"}},
                {"type": "text", "id": "placeLabel", "text": "@{options.place}", "style": {"fontWeight": 600}},
            ],
        }
    },
}


def tile(name, row, column, rows, columns, **more):
    return {"tile": name, "frame": [row, column, rows, columns], **more}


BOARD = {
    "format": 1,
    "id": "home",
    "name": "Home",
    "appearance": {"background": "dawn"},
    "tiles": {
        **{name.lower(): {"widget": f"org.tessera.samples.{name.lower()}"} for name in SAMPLES},
        "todo": {"widget": "org.tessera.todo"},
        "options": {"widget": "org.tessera.tests.options"},
    },
    "icons": {
        "maps": {"name": "Maps", "address": "https://example.org/maps", "symbol": "map", "color": "#3f9c63"},
        "long": {"name": "Encyclopedia of everything that people know", "address": "https://example.org/all"},
        "reading": {"name": "Reading", "members": ["news", "books"]},
        "news": {"name": "News", "address": "https://example.org/news", "symbol": "earth", "color": "#5b6472"},
        "books": {"name": "Books", "address": "https://example.org/books", "symbol": "book-open", "color": "#9c6b3f"},
    },
    "arrangements": [
        {"size": [6, 8], "pages": [
            {"id": "first", "icons": ["maps", "long", "reading"], "tiles": [
                tile("steps", 1, 1, 2, 3), tile("options", 1, 4, 2, 2), tile("square", 1, 6, 1, 1),
                tile("todo", 3, 1, 4, 4), tile("note", 3, 5, 2, 2, stack=["note", "hello"], front="note")]},
            {"id": "second", "icons": [], "tiles": [tile("settings", 1, 1, 6, 4)]},
        ]},
        {"size": [6, 4], "pages": [
            {"id": "first", "icons": ["maps", "long", "reading"], "tiles": [
                tile("options", 1, 1, 2, 2), tile("note", 1, 3, 2, 2, stack=["note", "hello"], front="note"),
                tile("steps", 3, 1, 2, 3), tile("square", 3, 4, 1, 1)]},
            {"id": "second", "icons": [], "tiles": [tile("todo", 1, 1, 6, 4)]},
            {"id": "third", "icons": [], "tiles": [tile("settings", 1, 1, 6, 4)]},
        ]},
    ],
}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    bundle = folder / "Options.widget"
    for name, content in OPTIONS_BUNDLE.items():
        (bundle / name).parent.mkdir(parents=True, exist_ok=True)
        (bundle / name).write_text(json.dumps(content))
    start = folder / "start.board.json"
    start.write_text(json.dumps(BOARD))
    server = Server(
        folder, bundle, ("--start-with", str(start)), [ROOT / f"Samples/{name}.widget" for name in SAMPLES])
    yield server
    server.stop()


# Without what may differ from run to run, or from machine to machine: steps of animations, carets, and the font for
# letters that Inter does not have.
FIXED_STYLE = """
  *, ::before, ::after, ::backdrop { animation: none !important; transition: none !important; }
  * { caret-color: transparent !important; }
  html, body { font-family: "Tessera Inter", "Tessera Emoji", "Tessera Icons", "DejaVu Sans"; }"""
ADD_STYLE = """
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(arguments[0]);
  document.adoptedStyleSheets.push(sheet);"""

# Calls back when all that is in sight is there: fonts, pictures, and the views of widgets in the size of their tiles.
WAIT_FOR_SIGHT = """
  const done = arguments[0];
  const frame = () => new Promise(requestAnimationFrame);
  const isInSight = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };
  const isFilled = (widget) => {
    const view = widget.querySelector("[data-kind]");
    return view?.offsetWidth === widget.clientWidth && view.offsetHeight === widget.clientHeight;
  };
  const isThere = () => document.querySelector("#page").getAttribute("aria-busy") === null
    && document.fonts.status === "loaded"
    && [...document.images].every((image) => image.complete || !isInSight(image))
    && [...document.querySelectorAll(".boardTile .widget:not(.behind)")].every((widget) => isFilled(widget) || !isInSight(widget));
  const wait = async () => {
    // The page asks for the font of icons only after its first frames.
    await document.fonts.load('16px "Tessera Icons"', "\\uF004");
    while (!isThere()) await frame();
    await Promise.all([...document.images].filter((image) => image.src && isInSight(image)).map((image) => image.decode()));
    // A frame in which what came has its place, and one in which it has been painted.
    await frame();
    await frame();
  };
  wait().then(done);"""


class BoardInSight:
    """The board in a window of a size, with views that are opened one after the other."""

    def __init__(self, page, width):
        self.page = page
        self.browser = page.browser
        self.factor = WINDOWS[width][1]

    def run(self, script, *arguments):
        return self.page.run(script, *arguments)

    def press(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)

    def wait_for(self, selector, count=1):
        self.page.wait(lambda: len(self.browser.find_elements(By.CSS_SELECTOR, selector)) >= count, selector)

    def picture(self, factor=None):
        """What is in the window when all is there."""
        self.browser.execute_async_script(WAIT_FOR_SIGHT)
        data = self.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})["data"]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB").reduce(factor or self.factor)

    def views(self):
        yield "board"
        self.press(".boardTool.toggle")
        self.wait_for(".boardTool.add")
        yield "editing"
        self.press(".boardTool.add")
        self.wait_for(".boardCard", len(SAMPLES) + 1)
        yield "gallery"
        self.close_panel()
        self.press('[data-tile="options"] .boardButton.settings')
        self.wait_for("dialog .boardForm .boardHeading")
        yield "settings"

    def close_panel(self):
        self.run("document.querySelector('dialog').close()")
        self.page.wait(lambda: not self.browser.find_elements(By.CSS_SELECTOR, "dialog"), "the panel to close")


@pytest.fixture
def open_in_sight(served, open_page):
    opened = []

    def open_in_sight(width, scheme="light", direction="ltr"):
        page = open_page("about:blank", width, WINDOWS[width][0], dark=scheme == "dark", still=True)
        opened.append(page)
        page.browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        page.browser.get(served.root + ("?language=ar" if direction == "rtl" else ""))
        page.run(ADD_STYLE, FIXED_STYLE)
        board = BoardInSight(page, width)
        board.wait_for(".boardTile")
        return board

    yield open_in_sight
    for page in opened:
        page.activate().browser.get("about:blank")


@pytest.fixture
def kept(request):
    return KeptPictures(FOLDER, ROOT / "out/pictures", request.config.getoption("--record-pictures"))


@pytest.mark.parametrize("width, scheme, direction", [
    pytest.param(*picture, marks=[] if picture in USUAL_PICTURES else pytest.mark.exhaustive)
    for picture in itertools.product(WINDOWS, SCHEMES, DIRECTIONS)
])
def test_all_views_look_as_before(open_in_sight, kept, width, scheme, direction):
    board = open_in_sight(width, scheme, direction)
    found = [kept.problem(f"{width}-{scheme}-{direction}-{view}", board.picture()) for view in board.views()]
    problems = [problem for problem in found if problem]
    assert not problems, "\n".join(problems)


def test_each_kept_picture_is_of_a_view():
    names = {
        f"{width}-{scheme}-{direction}-{view}.webp"
        for width in WINDOWS for scheme in SCHEMES for direction in DIRECTIONS for view in VIEWS}
    assert {file.name for file in FOLDER.iterdir()} <= names


def test_the_fonts_of_the_pictures_are_used(open_in_sight):
    board = open_in_sight(820, direction="rtl")
    next(view for view in board.views() if view == "gallery")
    board.picture()
    command = board.browser.execute_cdp_cmd
    command("DOM.enable", {})
    command("CSS.enable", {})
    fonts = set()
    for selector in (".boardTitle", ".boardPanel h2", ".boardChip", ".boardFace.symbol"):
        root = command("DOM.getDocument", {})["root"]["nodeId"]
        node = command("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        fonts |= {font["familyName"] for font in command("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]}
    assert fonts == {"Inter", "DejaVu Sans", "Material Design Icons"}


# What the measure tells apart, on a board: Tests/Scripts/test_picture_measure.py has its figures

FAULTS = {
    "a button that moved by 10 px": ".boardTool.toggle { translate: -10px 0 }",
    "a label that moved by 10 px": '[data-icon="maps"] .boardLabel { translate: 0 10px }',
    "a label in red": '[data-icon="maps"] .boardLabel { color: #c2255c }',
    "a title in grey": ".boardTitle { color: #5b6472 }",
    "text in blue": '[data-tile="options"] [data-kind="text"] { color: #1f5fd6 }',
    "a missing symbol": '[data-icon="maps"] .boardFace.symbol { color: transparent }',
    "a button without its sign": ".boardTool.toggle > * { visibility: hidden }",
    "a text without its second line": '[data-icon="long"] .boardLabel { display: block; height: 15px }',
    "a text that is cut at its side": '[data-icon="maps"] .boardLabel { display: block; width: 20px; overflow: hidden }',
    "tiles without an edge": ".boardContent { outline-color: transparent !important }",
}
SAME = {
    "nothing": "",
    "edges between pixels": "#page > * { transform: translate(0.25px, 0.25px) }",
    "letters between pixels": "* { text-rendering: geometricPrecision !important }",
}
# A window for each size at which pictures are kept. On a light ground the other colours of texts are less visible.
in_some_windows = pytest.mark.parametrize("width, scheme", [
    (390, "light"), *[
        pytest.param(*look, marks=pytest.mark.exhaustive) for look in [(390, "dark"), (1280, "light"), (2560, "light")]],
])


@in_some_windows
def test_faults_are_different(open_in_sight, width, scheme):
    board = open_in_sight(width, scheme)
    before = kept_form(board.picture())
    assert [fault for fault, style in FAULTS.items() if not different_windows(before, with_style(board, style))] == []


@in_some_windows
def test_other_antialiasing_is_not_different(open_in_sight, width, scheme):
    board = open_in_sight(width, scheme)
    before = kept_form(board.picture())
    assert [change for change, style in SAME.items() if different_windows(before, with_style(board, style))] == []
    # All is drawn at twice the size, and reduced.
    if width < 2000:
        board.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": WINDOWS[width][0], "deviceScaleFactor": 2, "mobile": False})
        assert different_windows(before, kept_form(board.picture(2 * board.factor))) == []


def with_style(board, style):
    board.run(ADD_STYLE, style)
    picture = board.picture()
    board.run("document.adoptedStyleSheets.pop()")
    return kept_form(picture)


def kept_form(picture):
    return decoded(encoded(picture))
