"""Ways to go back: the escape key, and the browser's back button."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from served import Server


# The message of an empty feed covers the first row.
ROW = '[role="listitem"][aria-posinset="3"] > .press'


def open_details(feed):
    feed.browser.find_element(By.CSS_SELECTOR, ROW).click()
    feed.wait_visible("backButton")


def depth(page):
    return page.run("return history.state?.screens.length ?? 0")


def history_length(page):
    return page.run("return history.length")


@pytest.mark.parametrize("open_screen, mark", [
    (open_details, "backButton"),
    pytest.param(lambda feed: feed.press("composeButton"), "textView", marks=pytest.mark.exhaustive),
])
@pytest.mark.smoke
def test_the_back_button_closes_screens(feed, open_screen, mark):
    assert depth(feed) == 0
    length = history_length(feed)
    open_screen(feed)
    feed.wait_visible(mark)
    feed.wait(lambda: depth(feed) == 1, "a state of the history")
    assert history_length(feed) == length + 1
    feed.browser.back()
    feed.wait_gone(mark)
    assert feed.is_visible("searchBar") and depth(feed) == 0
    # A closed screen cannot be reached by going forward.
    feed.browser.forward()
    feed.wait(lambda: depth(feed) == 0, "the history to follow the screens")
    assert not feed.is_visible(mark)


def test_closing_screens_remove_their_history_states(feed):
    for _ in range(3):
        open_details(feed)
        feed.wait(lambda: depth(feed) == 1, "a state")
        feed.press("backButton")
        feed.wait_gone("backButton")
        feed.wait(lambda: depth(feed) == 0, "no state")
    feed.compose("Closed by itself")
    feed.wait(lambda: depth(feed) == 0, "no state")
    assert feed.texts[0] == "Closed by itself" and feed.is_visible("searchBar")

    open_details(feed)
    feed.keys(Keys.ESCAPE)
    feed.wait_visible("searchBar")
    # There is nothing left to go back to.
    feed.keys(Keys.ESCAPE)
    assert feed.is_visible("searchBar")


@pytest.mark.offline
def test_a_reload_keeps_the_history_states_of_open_screens(feed):
    open_details(feed)
    feed.wait(lambda: depth(feed) == 1, "a state")
    length = history_length(feed)
    for _ in range(2):
        feed.reload()
        feed.wait_visible("backButton")
        assert depth(feed) == 1 and history_length(feed) == length
    feed.browser.back()
    feed.wait_gone("backButton")
    feed.wait_visible("searchBar")
    assert depth(feed) == 0

    # A new presentation has a single screen, whatever the history contains.
    feed.wait_for_rows()
    open_details(feed)
    feed.wait(lambda: depth(feed) == 1, "a state")
    feed.run("sessionStorage.clear()")
    feed.reload()
    feed.wait_visible("searchBar")
    feed.wait(lambda: depth(feed) == 0, "no state")


@pytest.mark.exhaustive
def test_several_widgets_share_the_history(tmp_path, open_page):
    server = Server(tmp_path, more=["Samples/Feed.widget"])
    try:
        page = open_page(server.root, 1280, 900)
        widgets = page.wait(
            lambda: [
                widget
                for widget in page.browser.find_elements(By.CSS_SELECTOR, ".widget")
                if widget.find_elements(By.CSS_SELECTOR, '[role="listitem"]')
            ][1:]
            and page.browser.find_elements(By.CSS_SELECTOR, ".widget"),
            "two feeds",
        )

        def shows_details(widget):
            return bool(widget.find_elements(By.CSS_SELECTOR, '[data-id="backButton"]'))

        for count, widget in enumerate(reversed(widgets), 1):
            widget.find_element(By.CSS_SELECTOR, ROW).click()
            page.wait(lambda: depth(page) == count, "a state")
        page.browser.back()
        page.wait(lambda: not shows_details(widgets[0]), "the last one to close")
        assert shows_details(widgets[1])
        page.browser.back()
        page.wait(lambda: not shows_details(widgets[1]), "the first one to close")
    finally:
        page.run("location.href = 'about:blank'")
        server.stop()


def test_removed_scrolling_views_leave_nothing_behind(server, place, open_page):
    page = open_page("about:blank")
    page.browser.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {
            "source": """window.listeners = 0;
            const add = window.addEventListener;
            window.addEventListener = function (...parts) { listeners += 1; return add.apply(this, parts) };"""
        },
    )
    page.browser.get(server.root + place("Samples/Feed.widget"))
    page.wait_for_rows()
    listeners = page.run("return listeners")
    assert listeners > 0
    open_details(page)
    page.press("backButton")
    page.wait_gone("backButton")
    assert page.run("return listeners") == listeners
