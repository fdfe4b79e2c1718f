"""Images that a button picks and sends, and widgets within widgets."""

import base64
import os

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

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


def test_an_image_is_picked_shown_sent_and_removed(album):
    pick(album, PICTURE)
    album.wait_visible("firstPicture")
    album.wait(lambda: natural_width(album, "firstPicture") > 0, "the picture")
    album.shot("album")
    pick(album, PICTURE)
    album.wait_visible("secondPicture")
    album.wait(lambda: not album.view("pickButton").is_enabled(), "a button that picks no more")
    album.press("firstRemove")
    album.wait_gone("firstPicture")
    assert album.view("pickButton").is_enabled()


def test_a_picked_file_survives_a_reload(album):
    pick(album, PICTURE)
    album.wait_visible("firstPicture")
    album.reload()
    album.wait_visible("firstPicture")
    album.wait(lambda: natural_width(album, "firstPicture") > 0, "the picture")


def test_a_large_photo_is_scaled_down_before_it_is_sent(album, tmp_path):
    # An image of noise, from which the browser creates a file in a format of its own.
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


@pytest.fixture
def desk(open_widget):
    return open_widget("docs/examples/Desk.widget", "noteField")


@pytest.mark.smoke
def test_an_embedded_widget_receives_and_stores_typed_text(desk):
    field = desk.view("noteField")
    field = field if field.tag_name == "input" else field.find_element(By.CSS_SELECTOR, "input")
    field.send_keys("Buy milk", Keys.ENTER)
    desk.wait(lambda: desk.all("noteLabel") and desk.view("noteLabel").text == "Buy milk", "the note")
    desk.shot("desk")
    desk.press("closeButton")
    desk.wait(lambda: not desk.all("noteLabel"), "no notes")
    desk.press("openButton")
    desk.wait(lambda: desk.all("noteLabel") and desk.view("noteLabel").text == "Buy milk", "the note again")


def test_a_reloaded_page_shows_the_state_of_the_widget(desk):
    desk.reload()
    desk.wait_visible("noteField")
    desk.wait_visible("timeLabel")
