"""People edit lists in the settings of a widget, and what they type there may be reached by this widget alone."""

import pytest
from selenium.webdriver.common.keys import Keys

from axe import violations
from fake_service import FakeService, Response
from samples import PlacedWidget, SampleServer


@pytest.fixture
def site():
    with FakeService({"/": Response(b"<html>"), "/down": Response(status=503)}) as site:
        yield site


@pytest.fixture
def place_widget(server):
    """Puts a bundle's widget on a board of its own."""
    placed = []

    def place_widget(bundle, server=server):
        placed.append(PlacedWidget(server, bundle))
        return placed[-1]

    yield place_widget
    for widget in placed:
        widget.remove()


@pytest.fixture
def isolating_server(tmp_path):
    """A server that runs each widget in a process of its own."""
    server = SampleServer(tmp_path, ["docs/examples/Monitor.widget"], ["--isolate"])
    yield server
    server.stop()


class Settings:
    """The open settings of the widget."""

    def __init__(self, page, widget):
        self.page = page
        page.browser.get(widget.address)
        page.wait(lambda: page.run("return document.querySelector('.boardTool.toggle') !== null"), "the board")
        page.run("document.querySelector('.boardTool.toggle').click()")
        page.wait(lambda: page.run("return document.querySelector('.boardButton.settings') !== null"), "editing")
        page.run("document.querySelector('.boardButton.settings').click()")
        page.wait(lambda: page.run("return document.querySelector('.boardOptionList') !== null"), "the list")

    def press(self, name):
        self.page.run("""
            [...document.querySelectorAll('dialog button')]
                .find((button) => (button.ariaLabel ?? button.textContent) === arguments[0]).click()""", name)

    def type(self, index, text):
        field = self.page.run("return document.querySelectorAll('.boardOptionItem input')[arguments[0]]", index)
        field.send_keys(text, Keys.TAB)

    def question(self):
        return self.page.run("""
            return [...document.querySelectorAll('dialog .boardField')]
                .find((row) => row.textContent.includes('Let it reach'))?.querySelector('input')""")


def test_a_typed_address_is_reached_after_its_question(site, place_widget, open_page):
    assert_a_typed_address_is_reached_after_its_question(site, place_widget("docs/examples/Monitor.widget"), open_page)


@pytest.mark.exhaustive
def test_a_typed_address_is_reached_from_a_process(isolating_server, site, place_widget, open_page):
    monitor = place_widget("docs/examples/Monitor.widget", isolating_server)
    assert_a_typed_address_is_reached_after_its_question(site, monitor, open_page)


def assert_a_typed_address_is_reached_after_its_question(site, monitor, open_page):
    page = open_page(monitor.address)
    settings = Settings(page, monitor)
    settings.press("Add")
    assert monitor.stored("sites") == [], "an empty address is not stored"
    settings.type(0, site.address + "/")
    page.wait(lambda: monitor.stored("sites") == [site.address + "/"], "the address")
    switch = page.wait(settings.question, "the question")
    text = page.run("return arguments[0].closest('.boardField').textContent", switch)
    assert site.address.removeprefix("http://") in text and "127.0.0.1" in text
    assert violations(page) == []
    page.shot("option-list")
    monitor.refresh()
    assert site.log == [], "nothing is asked before a person allows it"
    page.run("arguments[0].click()", switch)
    page.wait(lambda: monitor.hosts()[0]["isAllowed"], "the permission")
    settings.press("Add")
    settings.type(1, site.address + "/down")
    page.wait(lambda: len(monitor.stored("sites")) == 2, "both addresses")
    monitor.refresh()
    page.browser.get(monitor.widget)
    page.wait(lambda: "ms" in page.run("return document.body.textContent")
              and "Service Unavailable" in page.run("return document.body.textContent"), "both states")
    page.shot("monitor")
    # Without the address, its host is neither asked for nor reached.
    settings = Settings(page, monitor)
    settings.press("Move element 2 up")
    page.wait(lambda: monitor.stored("sites") == [site.address + "/down", site.address + "/"], "the other order")
    settings.press("Remove element 1")
    settings.press("Remove element 1")
    page.wait(lambda: monitor.stored("sites") == [], "no address")
    page.wait(lambda: settings.question() is None, "no question")
    assert monitor.hosts() == []


@pytest.mark.smoke
def test_what_is_no_address_is_not_stored(place_widget, open_page):
    feeds = place_widget("docs/examples/Feeds.widget")
    page = open_page(feeds.address)
    settings = Settings(page, feeds)
    settings.press("Add")
    for typed in ["ftp://example.org/", "https://", "two words"]:
        settings.type(0, typed)
        page.wait(lambda: "not valid" in page.run("return document.querySelector('dialog').textContent"), typed)
        page.run("document.querySelector('.boardOptionItem input').value = ''")
    settings.type(0, "Example.org/feed")
    value = [{"address": "https://example.org/feed", "name": ""}]
    page.wait(lambda: first_option(feeds) == value, "the address")
    page.shot("option-records")
    assert violations(page) == []


def first_option(widget):
    return next(iter(widget.server.options(widget.tile).values()))


def test_the_names_of_icons_are_suggested_and_unknown_ones_are_refused(place_widget, open_page):
    bookmarks = place_widget("Widgets/Bookmarks.widget")
    page = open_page(bookmarks.address)
    Settings(page, bookmarks)
    field = page.run("return document.querySelector('.boardOptionItem input[list]')")
    field.send_keys("book")
    page.wait(lambda: page.run("return arguments[0].list?.options.length > 1000", field), "the names of icons")
    field.send_keys(Keys.TAB)
    page.wait(lambda: bookmarks.stored("bookmarks")[0]["icon"] == "book", "the icon")
    field = page.run("return document.querySelector('.boardOptionItem input[list]')")
    field.send_keys("-of-nothing", Keys.TAB)
    page.wait(lambda: page.run(
        "return [...document.querySelectorAll('.boardOptionItem .boardFieldProblem')].some((problem) => problem.textContent !== '')"),
        "the problem")
    assert bookmarks.stored("bookmarks")[0]["icon"] == "book"
    assert violations(page) == []
