"""What people type into options is shown in frames and by the icons of sites."""

import base64

import pytest
from selenium.common.exceptions import WebDriverException

from axe import violations
from data_folders import Client
from fake_service import FakeService, Response
from served import Server

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
PAGE = b"""<title>Camera</title><link rel="icon" href="/icon.png">
<body><script>localStorage.seen = "yes"; document.body.textContent = "Live " + localStorage.seen;</script>"""


@pytest.fixture
def site():
    with FakeService({
        "/": Response(PAGE, headers={"Content-Type": "text/html"}),
        "/icon.png": Response(PNG, headers={"Content-Type": "image/png"}),
    }) as site:
        yield site


def set_options(server, values):
    Client(server).ask("boards/home/edits", {
        "grid": [6, 8], "edit": {"type": "options", "tile": "1", "values": values}})


@pytest.mark.hostile
@pytest.mark.parametrize("options", [
    pytest.param([], id="in the server"), pytest.param(["--isolate"], id="in a process", marks=pytest.mark.exhaustive),
])
def test_a_page_is_shown_in_a_frame_after_its_address_is_typed(site, tmp_path, open_page, options):
    server = Server(tmp_path, "Widgets/Page.widget", options)
    try:
        page = open_page(server.root)
        page.wait(lambda: "Set the address" in page.run("return document.body.textContent"), "the board")
        # The policy of the open page knows no frame; the page is loaded anew with one that does.
        set_options(server, {"address": site.address + "/"})

        def text():
            try:
                page.browser.switch_to.default_content()
                page.browser.switch_to.frame(page.browser.find_element("css selector", "iframe"))
                return page.run("return document.body?.textContent ?? ''")
            except WebDriverException:
                # The page is being loaded anew.
                return ""

        page.wait(lambda: text() == "Live yes", "the page with its storage")
        page.browser.switch_to.default_content()
        assert page.run("return document.querySelector('iframe').title") == site.address.removeprefix("http://")
        assert violations(page) == []
        page.shot("frame")
        # A page of the board itself could reach out of a frame with storage.
        set_options(server, {"address": server.root})
        page.wait(lambda: page.run("return document.querySelector('iframe')?.getAttribute('sandbox')") ==
                  "allow-scripts allow-forms", "a frame without storage")
    finally:
        page.browser.get("about:blank")
        server.stop()


@pytest.mark.smoke
def test_a_bookmark_has_the_icon_of_its_site(site, tmp_path, open_page):
    server = Server(tmp_path, "Widgets/Bookmarks.widget")
    page = open_page("about:blank")
    try:
        set_options(server, {"bookmarks": [
            {"address": site.address + "/", "name": "Camera"},
            {"address": site.address + "/none", "name": "Nothing"}]})
        Client(server).ask("boards/home/edits", {"grid": [6, 8], "edit": {
            "type": "allowHost", "tile": "1", "host": site.host, "isAllowed": True}})
        page.browser.get(server.root)
        icons = "return [...document.querySelectorAll('[role=img] img')].map((icon) => [icon.naturalWidth, icon.className])"
        page.wait(lambda: any(width == 1 for width, _ in page.run(icons)), "the icon")
        assert violations(page) == []
        page.shot("icons")
    finally:
        page.browser.get("about:blank")
        server.stop()
