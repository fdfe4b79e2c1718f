"""Provides servers and a browser. Tests see the page as a user does.

Screenshots of the tests are kept in out/screenshots.
"""

import re

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from boards import board, board_server, open_board, put_board, serve_board  # noqa: F401
from feed_page import FeedPage
from proxy import Proxy
from samples import SampleServer
from served import SCREENSHOTS


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server for many tests. Each places its own widget; see `place`."""
    server = SampleServer(tmp_path_factory.mktemp("samples"))
    yield server
    server.stop()


@pytest.fixture
def place(server):
    """Puts a bundle's widget on the board, and returns the path of its page. The tile is removed after the test."""
    tiles = []

    def place(bundle):
        tiles.append(server.place(bundle))
        return f"open/{tiles[-1]}"

    yield place
    for tile in tiles:
        server.remove(tile)


@pytest.fixture
def proxy(server):
    """A connection to the server that a test can cut and slow down."""
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


@pytest.fixture(scope="session")
def browser():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en",
                     "--renderer-process-limit=1", "--disable-site-isolation-trials", "--disable-extensions", "--disable-background-networking",
                     "--disable-component-update", "--disable-sync"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    yield driver
    driver.quit()


@pytest.fixture
def open_page(browser, request, serve_board):
    """Opens a page in a new tab, which has its own storage for the session.

    Servers of a test's own stop after its pages are closed, in whatever order the test names them.
    """
    first = browser.current_window_handle
    addresses = []

    def open_page(address, width=1280, height=800, dark=False, still=False, language=None):
        browser.switch_to.new_window("tab")
        page = FeedPage(browser, SCREENSHOTS / re.sub(r"\W+", "-", request.node.name).strip("-"))
        page.emulate(width, height, dark, still)
        if language:
            agent = browser.execute_script("return navigator.userAgent")
            browser.execute_cdp_cmd(
                "Network.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": language})
        browser.get(address)
        addresses.append(address)
        return page

    yield open_page
    complaints = []
    for handle in browser.window_handles:
        if handle != first:
            browser.switch_to.window(handle)
            complaints += [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
            browser.close()
    browser.switch_to.window(first)
    # Cookies know hosts, but no ports: another test's server would get them.
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    if not {"offline", "hostile"} & set(request.keywords):
        # The browser may report only now that the server of an earlier test has stopped.
        assert [message for message in complaints if any(address in message for address in addresses)] == []


@pytest.fixture
def open_widget(server, place, open_page):
    """Opens a widget of a bundle, and waits until one of its views appears."""

    def open_widget(bundle, identifier):
        page = open_page(server.root + place(bundle))
        page.wait_visible(identifier)
        return page

    return open_widget


@pytest.fixture
def feed(server, place, open_page):
    """A feed of the test's own, opened and filled."""
    page = open_page(server.root + place("Samples/Feed.widget"))
    page.wait_for_rows()
    return page


def pytest_addoption(parser):
    parser.addoption(
        "--record-pictures", action="store_true", help="replace the kept pictures of the board that look different now")


def pytest_configure(config):
    config.addinivalue_line("markers", "offline: the test cuts the connection, so the browser reports failed requests")
    config.addinivalue_line("markers", "hostile: the test does what is forbidden or late, so the browser reports what was refused")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """A file that asks the same in another browser names the tests that are not exhaustive there: `ALWAYS`."""
    for item in items:
        if item.originalname not in getattr(item.module, "ALWAYS", [item.originalname]):
            item.add_marker(pytest.mark.exhaustive)
