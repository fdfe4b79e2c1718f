"""People edit lists in the settings of a widget, and what they type there may be reached by this widget alone."""

import pytest
from selenium.webdriver.common.keys import Keys

from axe import violations
from data_folders import Client
from fake_service import FakeService, Response
from served import Server


@pytest.fixture
def site():
    with FakeService({"/": Response(b"<html>"), "/down": Response(status=503)}) as site:
        yield site


def stored(server):
    options = Client(server).ask("tiles/1/settings")["options"]
    return next(option.get("value") for option in options if option["name"] == "sites")


class Settings:
    """The open settings of the widget."""

    def __init__(self, page, server):
        self.page = page
        page.browser.get(server.root)
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


@pytest.mark.parametrize("options", [[], ["--isolate"]], ids=["in the server", "in a process"])
def test_a_typed_address_is_reached_after_its_question(site, tmp_path, open_page, options):
    server = Server(tmp_path, "docs/examples/Monitor.widget", options)
    try:
        page = open_page(server.root)
        settings = Settings(page, server)
        settings.press("Add")
        assert stored(server) == [], "an empty address is not stored"
        settings.type(0, site.address + "/")
        page.wait(lambda: stored(server) == [site.address + "/"], "the address")
        switch = page.wait(settings.question, "the question")
        text = page.run("return arguments[0].closest('.boardField').textContent", switch)
        assert site.address.removeprefix("http://") in text and "127.0.0.1" in text
        assert violations(page) == []
        page.shot("option-list")
        Client(server).ask("widgets/1/refresh", {})
        assert site.log == [], "nothing is asked before a person allows it"
        page.run("arguments[0].click()", switch)
        page.wait(lambda: Client(server).ask("tiles/1/settings")["hosts"][0]["isAllowed"], "the permission")
        settings.press("Add")
        settings.type(1, site.address + "/down")
        page.wait(lambda: len(stored(server)) == 2, "both addresses")
        Client(server).ask("widgets/1/refresh", {})
        page.browser.get(server.address)
        page.wait(lambda: "ms" in page.run("return document.body.textContent")
                  and "Service Unavailable" in page.run("return document.body.textContent"), "both states")
        page.shot("monitor")
        # Without the address, its host is neither asked for nor reached.
        settings = Settings(page, server)
        settings.press("Move element 2 up")
        page.wait(lambda: stored(server) == [site.address + "/down", site.address + "/"], "the other order")
        settings.press("Remove element 1")
        settings.press("Remove element 1")
        page.wait(lambda: stored(server) == [], "no address")
        page.wait(lambda: settings.question() is None, "no question")
        assert Client(server).ask("tiles/1/settings")["hosts"] == []
    finally:
        page.browser.get("about:blank")
        server.stop()


@pytest.mark.smoke
def test_what_is_no_address_is_not_stored(tmp_path, open_page):
    server = Server(tmp_path, "docs/examples/Feeds.widget")
    try:
        page = open_page(server.root)
        settings = Settings(page, server)
        settings.press("Add")
        for typed in ["ftp://example.org/", "https://", "two words"]:
            settings.type(0, typed)
            page.wait(lambda: "not valid" in page.run("return document.querySelector('dialog').textContent"), typed)
            page.run("document.querySelector('.boardOptionItem input').value = ''")
        settings.type(0, "Example.org/feed")
        value = [{"address": "https://example.org/feed", "name": ""}]
        page.wait(lambda: Client(server).ask("tiles/1/settings")["options"][0]["value"] == value, "the address")
        page.shot("option-records")
        assert violations(page) == []
    finally:
        page.browser.get("about:blank")
        server.stop()


def test_the_names_of_icons_are_suggested_and_unknown_ones_are_refused(tmp_path, open_page):
    server = Server(tmp_path, "Widgets/Bookmarks.widget")

    def stored_icon():
        options = Client(server).ask("tiles/1/settings")["options"]
        return next(option["value"] for option in options if option["name"] == "bookmarks")[0]["icon"]

    try:
        page = open_page(server.root)
        Settings(page, server)
        field = page.run("return document.querySelector('.boardOptionItem input[list]')")
        field.send_keys("book")
        page.wait(lambda: page.run("return arguments[0].list?.options.length > 1000", field), "the names of icons")
        field.send_keys(Keys.TAB)
        page.wait(lambda: stored_icon() == "book", "the icon")
        field = page.run("return document.querySelector('.boardOptionItem input[list]')")
        field.send_keys("-of-nothing", Keys.TAB)
        page.wait(lambda: page.run(
            "return [...document.querySelectorAll('.boardOptionItem .boardFieldProblem')].some((problem) => problem.textContent !== '')"),
            "the problem")
        assert stored_icon() == "book"
        assert violations(page) == []
    finally:
        page.browser.get("about:blank")
        server.stop()
