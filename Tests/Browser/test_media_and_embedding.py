"""Images that a button picks and sends."""

import base64
import os

import pytest
from selenium.webdriver.common.by import By

PICTURE = "docs/examples/Album.widget/tests/dot.png"


@pytest.fixture
def album(open_widget):
    return open_widget("docs/examples/Album.widget", "pickButton")


def pick(page, path):
    """Presses the button, and selects a file in the field that appears."""
    page.view("pickButton").click()
    page.wait(lambda: page.view("pickButton").find_elements(By.CSS_SELECTOR, "input"), "what asks for a file")
    page.view("pickButton").find_element(By.CSS_SELECTOR, "input").send_keys(os.path.abspath(path))


def natural_width(page, identifier):
    return page.run("return arguments[0].firstChild.naturalWidth", page.view(identifier))


def test_pictures_are_picked_shown_kept_and_removed(album, tmp_path):
    pick(album, PICTURE)
    album.wait_visible("firstPicture")
    album.wait(lambda: natural_width(album, "firstPicture") > 0, "the picture")
    album.shot("album")
    album.reload()
    album.wait_visible("firstPicture")
    album.wait(lambda: natural_width(album, "firstPicture") > 0, "the picture, after the reload")
    pick(album, PICTURE)
    album.wait_visible("secondPicture")
    album.wait(lambda: not album.view("pickButton").is_enabled(), "a button that picks no more")
    album.press("firstRemove")
    album.wait_gone("firstPicture")
    album.wait(lambda: album.view("pickButton").is_enabled(), "a button that picks again")

    # A large photo is scaled down before it is sent.
    # It is an image of noise, from which the browser creates a file in a format of its own.
    script = """
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [3000, 1500];
        const context = canvas.getContext("2d");
        for (let i = 0; i < 4000; i++) {
            context.fillStyle = `hsl(${i * 37 % 360} 80% 50%)`;
            context.fillRect(i * 97 % 3000, i * 61 % 1500, 90, 60);
        }
        return canvas.toDataURL("image/jpeg", 1).split(",")[1];
    """
    path = tmp_path / "photo.jpg"
    path.write_bytes(base64.b64decode(album.run(script)))
    pick(album, path)
    album.wait_visible("firstPicture")
    album.wait(lambda: natural_width(album, "firstPicture") == 2048, "the smaller picture")
