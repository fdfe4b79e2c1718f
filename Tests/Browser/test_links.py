"""Links of widgets, which the browser follows as a person wants."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import pytest

from axe import violations
from served import ROOT, Server

WIDGET = ROOT / "docs/examples/Issues.widget"


@pytest.fixture
def page(tmp_path, open_page):
    server = Server(tmp_path, WIDGET, options=("--network", str(WIDGET / "tests/pages.yaml")))
    page = open_page(server.address, 500, 400)
    page.wait(lambda: len(page.browser.find_elements(By.CSS_SELECTOR, "a.press")) == 4, "the links")
    yield page
    server.stop()


def first(page):
    return page.browser.find_element(By.CSS_SELECTOR, "a.press")


def sent(page):
    """The number of events that the page has sent."""
    return page.run(
        """return performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/events")).length""")


@pytest.mark.offline
@pytest.mark.smoke
def test_a_row_with_an_address_is_a_link_that_the_browser_opens_without_the_server(page):
    link = first(page)
    assert link.get_attribute("href") == "https://example.org/issues/1"
    assert (link.get_attribute("target"), link.get_attribute("rel")) == ("_blank", "noopener noreferrer")
    assert link.accessible_name == "#1 First"
    assert violations(page) == []
    before = sent(page)
    for way in ("press", "control", "key"):
        tabs = set(page.activate().browser.window_handles)
        chain = ActionChains(page.browser)
        if way == "press":
            chain.click(link)
        elif way == "control":
            chain.key_down(Keys.CONTROL).click(link).key_up(Keys.CONTROL)
        else:
            page.run("arguments[0].focus()", link)
            chain.send_keys(Keys.ENTER)
        chain.perform()
        page.wait(lambda: len(set(page.browser.window_handles) - tabs) == 1, "another tab")
        assert sent(page) == before, way
