"""The feed with a real HTTP server on this machine."""

import threading

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from served import Server
from feed_service import FeedService
from waiting import PATIENCE

TRICKY = 'She said "it\'s <b>done</b> & \\n $text",\nthen left 👋🏽'


@pytest.fixture
def service():
    service = FeedService()
    yield service
    service.close()


@pytest.fixture
def servers():
    servers = []
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture
def open_feed(service, servers, tmp_path, open_page):
    """Serves the feed that contacts the service, and opens it. Pages are closed before servers stop."""

    def open_feed():
        bundle = service.write_bundle(tmp_path / "Feed.widget")
        servers.append(Server(tmp_path, bundle, ["--allow-private-addresses"]))
        return open_page(servers[-1].address)

    return open_feed


def alert(page):
    return page.wait(
        lambda: [box for box in page.browser.find_elements(By.CSS_SELECTOR, '[role="alertdialog"]') if box.is_displayed()],
        "an alert",
    )[-1]


@pytest.mark.smoke
def test_posts_of_the_service_are_shown_after_a_sign_of_progress(service, open_feed):
    asked, may_answer = service.routes["GET /api/feed.json"], threading.Event()
    service.routes["GET /api/feed.json"] = lambda request: may_answer.wait(PATIENCE) and asked(request)
    page = open_feed()
    page.wait_visible("footerActivityIndicator")
    page.shot("loading")
    assert page.view("footerActivityIndicator").get_attribute("role") == "progressbar"
    may_answer.set()
    page.wait_for_rows(len(service.posts))
    page.wait_gone("footerActivityIndicator")
    page.compose(TRICKY)
    page.wait(lambda: page.texts[0] == TRICKY, "the new post")
    # Forms send line breaks as typed.
    assert service.posted == [TRICKY]


@pytest.mark.parametrize("fault", [
    pytest.param({"status": 500}, id="status"), pytest.param({"cut": True}, id="cut", marks=pytest.mark.exhaustive),
    pytest.param({"posts": {"not": "a list"}}, id="posts", marks=pytest.mark.exhaustive),
])
def test_a_fault_is_reported_and_overcome(service, open_feed, fault):
    good = {name: getattr(service, name) for name in fault}
    for name, value in fault.items():
        setattr(service, name, value)
    page = open_feed()
    box = alert(page)
    page.shot("alert")
    buttons = box.find_elements(By.TAG_NAME, "button")
    assert box.text and buttons
    assert page.run("return document.activeElement") == buttons[-1]
    assert page.view("composeButton").is_displayed()
    page.keys(Keys.ENTER)
    page.wait(lambda: not page.browser.find_elements(By.CSS_SELECTOR, '[role="alertdialog"]'), "the alert to be gone")
    for name, value in good.items():
        setattr(service, name, value)
    page.browser.find_element(By.CSS_SELECTOR, 'button[aria-label="Refresh"]').click()
    page.wait_for_rows(len(service.posts))


def test_five_thousand_posts_are_shown(service, open_feed):
    words = ["geometry", "sailing", "bread", "stars", "trams"]
    service.posts = [
        {
            "id_str": str(number),
            "created_at": "Wed Jun 20 18:00:00 +0000 2018",
            "favorite_count": 1,
            "repost_count": 0,
            "text": f"Post {number} about {words[number % 5]}",
            "user": {"id_str": "0"},
        }
        for number in range(5000)
    ]
    page = open_feed()
    page.wait_for_rows(5000)
    cells = "return document.querySelectorAll('[data-kind=\"cell\"]').length"
    assert page.run(cells) < 60
    page.run(
        """const scroller = document.querySelector('[data-id="tableView"] .scroller');
        scroller.scrollTop = scroller.scrollHeight / 2"""
    )
    under = """return document.elementFromPoint(640, 400).closest('[role="listitem"]')?.getAttribute('aria-posinset')"""
    page.wait(lambda: page.run(under) is not None, "rows in the middle")
    assert 2000 < int(page.run(under)) < 3000
    page.shot("middle")
    assert page.run(cells) < 100
    page.scroll(0)
    page.wait(lambda: page.run(under) is not None and int(page.run(under)) < 20, "rows at the top")
    page.search("geometry")
    page.wait_for_rows(1000)
