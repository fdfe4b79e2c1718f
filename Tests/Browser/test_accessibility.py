"""Checks pages with axe-core, and captures their appearance with different user preferences."""

import pytest

from axe import violations
from served import Server

BUNDLES = ["Samples/Gallery.widget", "Samples/Dashboard.widget", "docs/examples/Languages.widget"]
# Width and height of the window, and whether it is dark. At 200 %, a window is half as wide and high.
WINDOWS = {
    "light": (1024, 768, False), "dark": (1024, 768, True), "phone": (360, 640, False), "zoomed": (512, 384, False),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("accessibility"), BUNDLES[0], more=BUNDLES[1:])
    yield server
    server.stop()


@pytest.fixture
def opened(server, open_page):
    """Opens a widget in a window."""
    pages = []

    def opened(bundle, **options):
        page = open_page(f"{server.root}open/{BUNDLES.index(bundle) + 1}", still=True, **options)
        pages.append(page)
        page.wait(lambda: page.run("return document.querySelector('[data-kind=screen]') !== null"), "a screen")
        return page

    yield opened
    for page in pages:
        # Images may still be loading.
        page.activate().browser.get("about:blank")


def test_axe_finds_nothing_in_the_gallery(opened):
    page = opened("Samples/Gallery.widget", width=420, height=2400)
    page.wait(lambda: len(page.all("categoryRow")) == 14, "14 categories")
    for category in range(14):
        page.all("categoryRow")[category].click()
        page.wait_visible("backButton")
        assert violations(page) == [], f"category {category}"
        page.press("backButton")
        page.wait_gone("backButton")


def test_pages_fit_the_window(opened):
    page = opened("Samples/Dashboard.widget", width=1024, height=768)
    for name, (width, height, dark) in WINDOWS.items():
        # As a page that is opened in such a window.
        page.emulate(width, height, dark, still=True)
        page.run("sessionStorage.clear()")
        page.reload()
        page.wait_visible("issueLink")
        page.shot(f"dashboard-{name}")
        overflow = "return document.documentElement.scrollWidth - innerWidth"
        assert page.run(overflow) <= 0, name
        right = "return Math.max(...[...document.querySelectorAll('.view')].map((view) => view.getBoundingClientRect().right))"
        assert page.run(right) <= page.run("return innerWidth") + 0.5, name


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
