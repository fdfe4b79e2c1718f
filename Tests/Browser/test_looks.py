"""Tests the appearance of single views where the browser could differ from the rendered image."""

import io
import json

import pytest
from PIL import Image

from axe import violations
from picture_measure import different_windows
from served import Server, tessera


@pytest.fixture
def looks(tmp_path, open_page):
    server = Server(tmp_path, "Tests/Browser/widgets/Looks.widget")
    page = open_page(server.address, 400, 480)
    page.wait_visible("pictureButton")
    yield page
    server.stop()


def text_place(page, identifier):
    """Returns the free space before and after the text of a button, within its padding."""
    return page.run(
        """const range = document.createRange();
        range.selectNodeContents(arguments[0].querySelector('.label'));
        const text = range.getBoundingClientRect();
        const box = arguments[0].getBoundingClientRect();
        return [text.left - box.left - 10, box.right - 10 - text.right]""",
        page.view(identifier),
    )


@pytest.mark.offline
@pytest.mark.smoke
def test_button_text_follows_its_alignment_and_missing_images_have_an_icon(looks):
    assert text_place(looks, "startButton")[0] == pytest.approx(0, abs=1)
    assert text_place(looks, "endButton")[1] == pytest.approx(0, abs=1)
    before, after = text_place(looks, "centreButton")
    assert before == pytest.approx(after, abs=1) and before > 50
    # Right-to-left text starts at the right.
    assert text_place(looks, "hebrewButton")[1] == pytest.approx(0, abs=1)
    # An image as high as one and a half lines, followed by a gap.
    assert text_place(looks, "pictureButton")[0] == pytest.approx(14 * 1.5 + 6, abs=1)
    failed = "return [...document.querySelectorAll('img.failed')].map((image) => image.closest('[data-id]').dataset.id)"
    looks.wait(lambda: len(looks.run(failed)) == 3, "pictures to fail")
    assert looks.run(failed) == ["missing", "smallMissing", "pictureButton"]
    ground = looks.run(
        """const style = getComputedStyle(arguments[0]);
        return [style.backgroundImage.slice(0, 28), style.backgroundPosition, style.visibility]""",
        looks.view("missing").find_element("css selector", "img"),
    )
    assert ground == ['url("data:image/svg+xml,%3Cs', "50% 50%", "visible"]
    looks.shot("missing-pictures")


BLUE, WHITE, NAVY = (28, 126, 214), (255, 255, 255), (24, 100, 171)
LOADED = "return [...document.images].every((image) => !image.src || (image.complete && image.naturalWidth === 60))"


@pytest.fixture
def make_bundle(tmp_path):
    """Makes a bundle of views in a row, with an image `icon` that is opaque in its middle."""

    def make_bundle(*views):
        bundle = tmp_path / "Icons.widget"
        for folder in ("screens", "images"):
            (bundle / folder).mkdir(parents=True)
        icon = Image.new("RGBA", (60, 60))
        icon.paste((0, 0, 0, 255), (20, 20, 40, 40))
        icon.save(bundle / "images/icon.png")
        (bundle / "widget.json").write_text(json.dumps({"id": "org.tessera.tests.icons", "name": "Icons"}))
        style = {"flexDirection": "row", "padding": 20, "gap": 20}
        (bundle / "screens/Main.json").write_text(json.dumps({"view": {
            "type": "container", "style": style, "children": views}}))
        return bundle

    return make_bundle


def test_a_tinted_image_keeps_its_box(make_bundle, tmp_path, open_page):
    """Tests a white icon on a blue disc with a darker border, and one in a button."""
    look = {
        "width": 60, "height": 60, "padding": 0, "color": "#ffffff", "backgroundColor": "#1c7ed6", "cornerRadius": 30,
        "borderColor": "#1864ab", "borderWidth": 4, "shadow": {"x": 0, "y": 2, "radius": 8, "color": "#00000066"}}
    tinted = {"image": "icon", "renderingMode": "template", "accessibilityLabel": "Add", "style": look}
    bundle = make_bundle({"type": "image", "id": "disc", **tinted}, {"type": "button", **tinted})
    drawn = tmp_path / "drawn.png"
    tessera("render", bundle, "--size", "200x100", "--output", drawn)
    server = Server(tmp_path, bundle)
    try:
        page = open_page(server.address, 200, 100)
        page.wait_visible("disc")
        page.wait(lambda: page.run(LOADED), "the icons")
        page.shot("tinted")
        shown = Image.open(io.BytesIO(page.browser.get_screenshot_as_png()))
        pictures = [picture.convert("RGB") for picture in (shown, Image.open(drawn))]
        # The icon, the disc, and its border.
        places = {(50, 50): WHITE, (50, 35): BLUE, (50, 22): NAVY, (130, 50): WHITE, (130, 35): BLUE, (130, 22): NAVY}
        for picture in pictures:
            assert {place: picture.getpixel(place) for place in places} == places
        assert different_windows(*pictures) == []
        assert violations(page) == []
    finally:
        page.browser.get("about:blank")
        server.stop()


def test_images_are_named(make_bundle, tmp_path, open_page):
    named = {"type": "image", "accessibilityLabel": "Photo", "style": {"width": 40, "height": 40}}
    press = {"onPress": {"type": "toast", "text": "Pressed"}}
    bundle = make_bundle(
        {**named, "id": "image", "image": "icon", "role": "img"}, {**named, "id": "button", "image": "icon", **press},
        {**named, "id": "empty", **press})
    server = Server(tmp_path, bundle)
    try:
        page = open_page(server.address, 300, 200)
        page.wait_visible("image")
        page.wait(lambda: page.run(LOADED), "the pictures")
        images = page.browser.find_elements("css selector", "[role=img], img")
        assert [image.accessible_name for image in images] == ["Photo"] * 3
        for identifier in ("button", "empty"):
            assert (page.view(identifier).aria_role, page.view(identifier).accessible_name) == ("button", "Photo")
        assert violations(page) == []
        # Browsers do not write the name of a picture without a source.
        page.shot("named")
        page.press("empty")
        page.wait(lambda: "Pressed" in page.browser.find_element("css selector", "body").text, "the press")
    finally:
        page.browser.get("about:blank")
        server.stop()
