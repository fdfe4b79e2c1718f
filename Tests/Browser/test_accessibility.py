"""Checks pages with axe-core, and captures their appearance with different user preferences."""

import pytest

from axe import violations
from served import Server

@pytest.fixture
def opened(tmp_path, open_page):
    """Serves a bundle and opens it in a window."""
    servers = []

    def opened(bundle, width=420, height=900, dark=False, language=None):
        server = Server(tmp_path / str(len(servers)), bundle)
        page = open_page(server.address, width=width, height=height, dark=dark, language=language)
        servers.append((server, page))
        page.wait(lambda: page.run("return document.querySelector('[data-kind=screen]') !== null"), "a screen")
        return page

    yield opened
    for server, page in servers:
        # Images may still be loading.
        page.browser.get("about:blank")
        server.stop()


@pytest.mark.parametrize("category", range(14))
def test_axe_finds_nothing_in_the_gallery(opened, category):
    page = opened("Samples/Gallery.widget", height=2400)
    page.wait(lambda: len(page.all("categoryRow")) == 14, "14 categories")
    page.all("categoryRow")[category].click()
    page.wait_visible("backButton")
    assert violations(page) == []


@pytest.mark.parametrize("name, width, height, dark, scale", [
    ("light", 1024, 768, False, 1), ("dark", 1024, 768, True, 1), ("phone", 360, 640, False, 1),
    ("zoomed", 1024, 768, False, 2),
])
def test_pages_fit_the_window(opened, name, width, height, dark, scale):
    page = opened("Samples/Dashboard.widget", width=width // scale, height=height // scale, dark=dark)
    page.wait_visible("issueLink")
    page.shot(f"dashboard-{name}")
    overflow = "return document.documentElement.scrollWidth - innerWidth"
    assert page.run(overflow) <= 0
    right = "return Math.max(...[...document.querySelectorAll('.view')].map((view) => view.getBoundingClientRect().right))"
    assert page.run(right) <= page.run("return innerWidth") + 0.5


@pytest.mark.smoke
def test_a_widget_uses_the_language_of_the_browser(opened):
    page = opened("docs/examples/Languages.widget", width=360, height=400, language="ar-EG,ar;q=0.9")
    page.wait_visible("moreButton")
    page.wait(lambda: page.run("return document.fonts.status") == "loaded", "the fonts")
    page.shot("languages-arabic")
    assert page.run("return [document.documentElement.lang, getComputedStyle(document.querySelector('main')).direction]") == [
        "ar", "rtl"]
    assert "رسالة واحدة" in page.view("countLabel").text
    button, price = page.view("moreButton").rect, page.run("""
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('[data-id=priceLabel] .label'));
      return range.getBoundingClientRect().right""")
    assert button["x"] + button["width"] == pytest.approx(344, abs=1)
    assert price == pytest.approx(344, abs=1), "a number stands as the text around it"
    assert violations(page) == []
