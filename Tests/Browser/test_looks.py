"""Tests the appearance of single views where the browser could differ from the rendered image."""

import pytest

from served import Server


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
def test_button_text_follows_its_alignment(looks):
    assert text_place(looks, "startButton")[0] == pytest.approx(0, abs=1)
    assert text_place(looks, "endButton")[1] == pytest.approx(0, abs=1)
    before, after = text_place(looks, "centreButton")
    assert before == pytest.approx(after, abs=1) and before > 50
    # Right-to-left text starts at the right.
    assert text_place(looks, "hebrewButton")[1] == pytest.approx(0, abs=1)
    # An image as high as one and a half lines, followed by a gap.
    assert text_place(looks, "pictureButton")[0] == pytest.approx(14 * 1.5 + 6, abs=1)


@pytest.mark.offline
def test_missing_images_have_an_icon(looks):
    failed = "return [...document.querySelectorAll('img.failed')].map((image) => image.closest('[data-id]').dataset.id)"
    looks.wait(lambda: len(looks.run(failed)) == 3, "pictures to fail")
    assert looks.run(failed) == ["missing", "smallMissing", "pictureButton"]
    ground = looks.run(
        """const style = getComputedStyle(arguments[0]);
        return [style.backgroundImage.slice(0, 28), style.backgroundPosition, style.visibility]""",
        looks.view("missing"),
    )
    assert ground == ['url("data:image/svg+xml,%3Cs', "50% 50%", "visible"]
    looks.shot("missing-pictures")
