"""Contrast on boards: edges, text and controls on every background, in the dark, and with what people set in the system.

The figures are those of WCAG 2.2: 4.5 : 1 for text, 3 : 1 for edges and signs.
"""

import itertools
import json
import re
import struct
import urllib.request
import zlib

import pytest

from axe import violations
from served import Server
from test_board import BOARD, SAMPLES, Board

SCHEMES = ["light", "dark"]
BACKGROUNDS = ["dawn", "ocean", "forest", "dusk", "sand", "graphite"]
# The middle greys and colours are those on which black and white can be read about equally well.
COLORS = ["#000000", "#ffffff", "#767676", "#777777", "#1f5fd6", "#c2255c", "#2f9e44", "#ffd43b", "#7048e8", "#a06a00"]
# What a picture can have at any place: nothing is darker, lighter or more in between.
ANY_GROUND = [(level, level, level) for level in range(0, 256, 5)]
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def color(text):
    """Red, green, blue, from 0 to 255, and alpha, of a computed colour."""
    numbers = [float(number) for number in re.findall(r"[\d.]+(?:e-?\d+)?", text.replace("srgb", ""))]
    if text.startswith("color("):
        numbers[:3] = [255 * number for number in numbers[:3]]
    return (*numbers[:3], numbers[3] if len(numbers) > 3 else 1.0)


def over(front, ground):
    alpha = front[3] if len(front) > 3 else 1
    return tuple(alpha * one + (1 - alpha) * other for one, other in zip(front, ground))


def luminance(rgb):
    parts = [part / 255 for part in rgb[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def picture(*columns):
    """A PNG image of one row, with a colour for each column."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", len(columns), 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(
        b"IDAT", zlib.compress(b"\0" + bytes(itertools.chain(*columns)))) + chunk(b"IEND", b"")


class Look:
    """A board as it looks with some appearance and settings of the system."""

    def __init__(self, board):
        self.board = board
        self.page = board.page

    def emulate(self, **features):
        self.page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def background(self, background):
        """Shows a background without an edit of the board, and waits until it is known what can be read on it."""
        self.page.browser.execute_async_script(
            """const done = arguments[1];
            import("/client/board/layout/appearance.js").then(({ applyAppearance }) => {
              applyAppearance({ background: arguments[0] });
              done();
            })""",
            background,
        )
        if background.startswith("picture:"):
            self.page.wait(lambda: self.board.find("body").get_attribute("data-ground"), "what can be read on the picture")

    def style(self, selector, name, pseudo=None):
        return self.page.run(
            "return getComputedStyle(document.querySelector(arguments[0]), arguments[2])[arguments[1]]", selector, name, pseudo)

    def color(self, selector, name="color", pseudo=None):
        return color(self.style(selector, name, pseudo))

    def value(self, name):
        """The colour in a custom property of the body."""
        return color(self.page.run(
            """const sample = document.createElement("i");
            sample.style.color = `var(${arguments[0]})`;
            document.body.append(sample);
            const { color } = getComputedStyle(sample);
            sample.remove();
            return color""", name))

    def ground(self):
        """Colours of the ground: those of its gradients, and the middle of each two. Light over them may be clear."""
        stops = [stop for stop in (self.value(name) for name in ("--g1", "--g2", "--g3", "--g4")) if stop[3] == 1]
        return stops + [tuple((a + b) / 2 for a, b in zip(one, other)) for one, other in itertools.combinations(stops, 2)]

    def upload(self, image):
        request = urllib.request.Request(
            self.board.server.root + "backgrounds", image, {"Content-Type": "application/octet-stream"})
        with urllib.request.urlopen(request) as answer:
            return re.search(r"picture:[0-9a-f]+", answer.read().decode())[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serves the board of all tests: they change how a page looks, and not the board."""
    folder = tmp_path_factory.mktemp("contrast")
    file = folder / "start.board.json"
    file.write_text(json.dumps(BOARD))
    first, *more = [f"Samples/{name}.widget" for name in SAMPLES]
    server = Server(folder, first, ("--start-with", str(file)), more)
    yield server
    server.stop()


@pytest.fixture
def look(server, open_page):
    """The board without movement: colours are evaluated after transitions."""
    page = open_page(server.root, still=True)
    board = Board(page, server)
    page.wait(lambda: page.is_visible("timeLabel") and not board.all("#page[aria-busy]"), "the board")
    yield Look(board)
    page.activate().browser.get("about:blank")


@pytest.mark.smoke
def test_edges_and_text_stand_out_from_every_background(look):
    for scheme in SCHEMES:
        look.emulate(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        for background in BACKGROUNDS + COLORS:
            look.background(background)
            edge = look.color(".boardContent", "outlineColor")
            dot = look.color(".boardDot", "borderTopColor", "::before")
            texts = {text: look.color(text) for text in (".boardTitle", ".boardLabel")}
            for ground in look.ground():
                assert contrast(edge, ground) >= 3, ("edge", scheme, background, ground)
                assert contrast(dot, ground) >= 3, ("dot", scheme, background, ground)
                for text, front in texts.items():
                    assert contrast(front, ground) >= 4.5, (text, scheme, background, ground)


def test_edges_and_text_stand_out_from_every_picture(look):
    pictures = {
        name: look.upload(picture(*columns))
        for name, columns in {
            "white": [WHITE], "black": [BLACK], "both": [BLACK, WHITE], "grey": [(119, 119, 119)]}.items()
    }
    for scheme, (name, background) in itertools.product(SCHEMES, pictures.items()):
        look.emulate(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        look.background(background)
        look.page.shot(f"{scheme}-{name}")
        far = color(look.style(".boardContent", "boxShadow").split(")")[0])
        edges = [look.color(".boardContent", "outlineColor"), far]
        fronts = {
            ".boardTitle": look.color(".boardTitle"), ".boardLabel": look.color(".boardLabel"),
            ".boardDots": look.color(".boardDot", "borderTopColor", "::before"),
        }
        scrims = {selector: look.color(selector, "backgroundColor") for selector in fronts}
        for ground in ANY_GROUND:
            assert max(contrast(edge, ground) for edge in edges) >= 3, (scheme, name, ground)
            for selector, front in fronts.items():
                assert contrast(front, over(scrims[selector], ground)) >= 4.5, (selector, scheme, name, ground)


def test_a_picture_that_comes_late_says_nothing_of_the_next_one(look):
    # Neither is in the cache of the browser. The first one is there only after the second one has been looked at.
    first, second = (look.upload(picture(ground, ground)) for ground in (WHITE, BLACK))
    ground = look.page.browser.execute_async_script(
        """const [first, second, done] = arguments;
        const { decode } = HTMLImageElement.prototype;
        const { promise, resolve } = Promise.withResolvers();
        let late;
        HTMLImageElement.prototype.decode = function() {
          return this.src.includes(first.split(":")[1]) ? late = promise.then(() => decode.call(this)) : decode.call(this);
        };
        const { body } = document;
        import("/client/board/layout/appearance.js").then(({ applyAppearance }) => {
          new MutationObserver(async (_, observer) => {
            if (!body.dataset.ground) return;
            observer.disconnect();
            resolve();
            await late;
            // What waits for the picture goes on now.
            setTimeout(() => done(body.dataset.ground));
          }).observe(body, { attributeFilter: ["data-ground"] });
          applyAppearance({ background: first });
          applyAppearance({ background: second });
        })""",
        first, second,
    )
    assert ground == "dark"


def test_the_dark_has_three_surfaces(look):
    look.emulate(prefers_color_scheme="dark", prefers_reduced_motion="reduce")
    look.board.edit()
    look.board.find(".boardTool.add").click()
    look.page.wait(lambda: look.board.all(".boardCard"), "the gallery")
    tile, panel = look.color(".boardContent", "backgroundColor"), look.color(".boardPanel", "backgroundColor")
    card, edge = look.color(".boardCard", "backgroundColor"), look.color(".boardPanel", "borderTopColor")
    assert luminance(tile) < luminance(panel) < luminance(card)
    for surface in (tile, panel, *look.ground()):
        assert contrast(edge, surface) >= 3, surface
    assert contrast(look.color(".boardSearch", "borderTopColor"), panel) >= 3


def test_more_contrast_makes_edges_wide_and_text_strong(look):
    for scheme in SCHEMES:
        look.emulate(prefers_color_scheme=scheme, prefers_contrast="more", prefers_reduced_motion="reduce")
        assert look.style(".boardContent", "outlineWidth") == "2px", scheme
        for background in BACKGROUNDS:
            look.background(background)
            edge = look.color(".boardContent", "outlineColor")
            for ground in look.ground():
                assert contrast(edge, ground) >= 7, (scheme, background, ground)
    look.board.edit()
    for scheme in SCHEMES:
        look.emulate(prefers_color_scheme=scheme, prefers_contrast="more", prefers_reduced_motion="reduce")
        look.page.shot(scheme)
        assert look.style(".boardTool.add", "borderTopStyle") == "solid", scheme
        assert violations(look.page) == [], scheme


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.exhaustive)])
def test_forced_colors_keep_edges_buttons_and_what_is_chosen(look, scheme):
    look.emulate(prefers_color_scheme=scheme, forced_colors="active", prefers_reduced_motion="reduce")
    look.board.edit()
    look.page.shot("forced")
    canvas = look.color("#page", "backgroundColor")
    assert look.style("#page", "backgroundImage") == "none"
    assert look.style(".boardContent", "outlineStyle") == "solid"
    assert contrast(look.color(".boardContent", "outlineColor"), canvas) >= 4.5
    for button in (".boardTool.add", ".boardTool.boards", ".boardButton.close"):
        assert look.style(button, "borderTopStyle") == "solid", button
        assert contrast(look.color(button, "borderTopColor"), canvas) >= 3, button
    pressed, other = look.color(".boardTool.toggle", "backgroundColor"), look.color(".boardTool.add", "backgroundColor")
    assert pressed != other
    current = look.color(".boardDot[aria-current]", "backgroundColor", "::before")
    assert current[:3] == pressed[:3]
    look.board.focus("clock")
    look.board.keys("\ue008")
    assert look.style(".boardTile .boardCover:focus-visible", "outlineStyle") == "solid"
    look.board.find(".boardTool.add").click()
    look.page.wait(lambda: look.board.all(".boardCard"), "the gallery")
    look.page.shot("forced-gallery")
    chosen = look.color('.boardChip[aria-pressed="true"]', "backgroundColor")
    assert chosen != look.color('.boardChip[aria-pressed="false"]', "backgroundColor")
    assert look.style(".boardCard", "borderTopStyle") == "solid"


def test_reduced_motion_keeps_tiles_still(look):
    look.board.edit()
    assert look.style(".boardContent", "animationName") == "none"
    assert look.style(".boardTile", "transitionDuration") in ("0s", "0ms")


def test_axe_finds_nothing_over_a_picture(look):
    background = look.upload(picture(BLACK, WHITE, (200, 80, 40)))
    for width, dark in itertools.product([320, 1280], [False, True]):
        # As a page that is opened in such a window.
        look.page.emulate(width, 800, dark, still=True)
        look.page.run("sessionStorage.clear()")
        look.page.reload()
        look.page.wait(lambda: look.page.is_visible("timeLabel") and not look.board.all("#page[aria-busy]"), "the board")
        look.background(background)
        look.page.shot(f"{width}-{'dark' if dark else 'light'}")
        assert violations(look.page) == [], (width, "dark" if dark else "light")
