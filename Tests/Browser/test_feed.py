"""User actions on the feed."""

import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from proxy import Proxy
from served import Server

TRICKY = 'She said "it\'s <b>done</b> & \\n $text",\nthen left 👋🏽'


@pytest.mark.smoke
def test_the_feed_opens_and_refreshes(feed, server):
    assert feed.row_count >= 12
    heading = feed.wait_visible("titleLabel")
    assert heading.tag_name == "h1" and heading.text
    pictures = feed.all("avatarView")
    assert len(pictures) > 5
    feed.wait(
        lambda: feed.run("return [...document.images].filter((i) => i.src).every((i) => i.complete && i.naturalWidth > 0)"),
        "pictures to load",
    )
    feed.shot("feed")
    loaded = feed.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert loaded and all(name.startswith(server.root) for name in loaded)
    assert_names(feed)

    count = feed.row_count
    button = feed.browser.find_element(By.CSS_SELECTOR, 'button[aria-label="Refresh"]')
    feed.run(
        """window.spins = 0;
        new MutationObserver(() => { if (arguments[0].getAttribute('aria-busy') === 'true') spins += 1 })
          .observe(arguments[0], { attributes: true })""",
        button,
    )

    def refreshes():
        button.click()
        return feed.run("return spins") > 0

    # Rows may appear before the page has finished loading, and a refresh in progress is not started again.
    feed.wait(refreshes, "the sign that it refreshes")
    feed.shot("refreshing")
    feed.wait(lambda: button.get_attribute("aria-busy") == "false", "the end of refreshing")
    feed.wait_for_rows(count)


def assert_names(feed):
    """Every interactive element has a role and a name for assistive technology."""
    tree = feed.browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]

    def nodes(role):
        return [node for node in tree if not node.get("ignored") and node.get("role", {}).get("value") == role]

    def name(node):
        return node.get("name", {}).get("value", "")

    for role in ("button", "textbox", "searchbox"):
        assert all(name(node) for node in nodes(role)), role
    assert any(name(node) == "Refresh" for node in nodes("button"))
    assert len(nodes("searchbox")) == 1
    assert len(nodes("list")) == 1 and len(nodes("listitem")) > 5
    # The heading's level, as the document has it: one of the first level.
    assert any(
        property["name"] == "level" and property["value"]["value"] == 1
        for node in nodes("heading") for property in node.get("properties", []))
    assert len(nodes("main")) == 1


@pytest.mark.smoke
def test_search_and_clear(feed):
    everything = feed.row_count
    feed.search("geometry")
    feed.wait(lambda: 0 < feed.row_count < everything, "fewer rows")
    assert all("geometry" in text.lower() for text in feed.texts)
    feed.shot("found")
    feed.search_field.send_keys(Keys.CONTROL, "a")
    feed.search("zzz")
    feed.wait_visible("emptyDataView")
    assert feed.row_count == 0
    feed.shot("nothing-found")
    feed.view("searchBar").find_element(By.CSS_SELECTOR, '[aria-label="Clear search"]').click()
    feed.wait_for_rows(everything)
    assert feed.search_field.get_attribute("value") == ""
    assert not feed.is_visible("emptyDataView")
    assert feed.run("return document.activeElement.type") == "search"

    # An input method is left alone until its text is chosen.
    for text in ("g", "ge", "geo"):
        feed.browser.execute_cdp_cmd(
            "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        )
    assert feed.search_field.get_attribute("value") == "geo"
    assert feed.row_count == everything
    feed.insert("geometry")
    feed.wait(lambda: 0 < feed.row_count < everything, "fewer rows")
    assert feed.search_field.get_attribute("value") == "geometry"

    feed.search_field.send_keys(Keys.ESCAPE)
    feed.wait_for_rows(everything)
    assert feed.search_field.get_attribute("value") == ""


def test_updates_never_overwrite_typing(proxy, place, open_page):
    page = open_page(proxy.root + place("Samples/Feed.widget"))
    page.wait_for_rows()
    proxy.delay = 0.12
    everything = page.row_count
    text = "geometry is everywhere"
    for letter in text:
        page.search(letter)
        assert page.search_field.get_attribute("value") == text[: len(page.search_field.get_attribute("value"))]
    page.wait_visible("emptyDataView")
    assert page.search_field.get_attribute("value") == text
    for _ in range(len(" is everywhere")):
        page.search_field.send_keys(Keys.BACKSPACE)
    page.wait(lambda: 0 < page.row_count < everything, "rows")
    assert page.search_field.get_attribute("value") == "geometry"


@pytest.mark.smoke
def test_compose(feed):
    count = feed.row_count
    feed.press("composeButton")
    field = feed.wait_visible("textView")
    assert field.tag_name == "textarea"
    feed.shot("empty-form")
    field.click()
    feed.insert(TRICKY)
    assert field.get_attribute("value") == TRICKY
    feed.shot("filled-form")
    feed.press("postButton")
    feed.wait_gone("textView")
    feed.wait_for_rows(count + 1)
    assert feed.texts[0] == TRICKY
    feed.shot("posted")
    feed.compose("And another one")
    feed.wait_for_rows(count + 2)
    assert feed.texts[:2] == ["And another one", TRICKY]


def test_a_post_needs_a_text_and_its_form_is_modal(feed):
    count = feed.row_count
    feed.press("composeButton")
    field = feed.wait_visible("textView")
    reached = set()
    for _ in range(12):
        feed.keys(Keys.TAB)
        reached.add(feed.focused[0])
    assert {"textView", "postButton"} <= reached
    assert not reached & {"composeButton", "searchBar", "tableView"}
    dialog = feed.browser.find_element(By.CSS_SELECTOR, '[aria-modal="true"]')
    assert dialog.get_attribute("role") == "dialog"

    feed.run(
        """window.shakes = 0;
        document.addEventListener('animationstart', (event) => { if (event.animationName === 'shake') shakes += 1 })"""
    )
    feed.press("postButton")
    feed.wait(lambda: feed.run("return shakes") == 1, "the field to shake")
    feed.wait(lambda: feed.focused[0] == "textView", "the focus in the field")
    feed.shot("not-filled-in")
    feed.insert("   \n ")
    feed.press("postButton")
    feed.wait(lambda: feed.run("return shakes") == 2, "the field to shake again")
    assert field.is_displayed()
    feed.keys(Keys.ESCAPE)
    feed.wait_gone("textView")
    assert feed.row_count == count


def test_reload(feed):
    feed.scroll(300)
    feed.search("e")
    feed.wait(lambda: feed.search_field.get_attribute("value") == "e", "typed text")
    feed.wait_for_rows()
    feed.scroll(150)
    feed.wait(lambda: feed.scroll_offset == 150, "the place")
    count = feed.row_count
    feed.reload()
    feed.wait_for_rows(count)
    assert feed.search_field.get_attribute("value") == "e"
    feed.wait(lambda: abs(feed.scroll_offset - 150) <= 1, "the same place")
    feed.shot("reloaded-feed")
    feed.press("composeButton")
    feed.wait_visible("textView").click()
    feed.insert("half a sen")
    feed.reload()
    assert feed.wait_visible("textView").get_attribute("value") == "half a sen"
    feed.shot("reloaded-form")


def test_duplicated_tab(feed, open_page):
    """Tests that a duplicated tab gets its own presentation, although it has a copy of the first tab's storage."""
    feed.search("geometry")
    feed.wait(lambda: feed.row_count < 12, "fewer rows")
    memory = feed.run("return JSON.stringify({...sessionStorage})")
    handles = set(feed.browser.window_handles)
    feed.run("window.open(location.href)")
    feed.wait(lambda: set(feed.browser.window_handles) - handles, "the other tab")
    feed.browser.switch_to.window((set(feed.browser.window_handles) - handles).pop())
    feed.wait(lambda: feed.row_count >= 12, "rows of the other tab")
    assert feed.search_field.get_attribute("value") == ""
    other = feed.run("return JSON.stringify({...sessionStorage})")
    assert json.loads(other).keys() == json.loads(memory).keys() and other != memory
    feed.activate()
    assert feed.search_field.get_attribute("value") == "geometry"


@pytest.mark.offline
@pytest.mark.smoke
def test_a_lost_connection_is_shown_and_what_was_typed_counts(proxy, place, open_page):
    page = open_page(proxy.root + place("Samples/Feed.widget"))
    page.wait_for_rows()
    count = page.row_count
    page.run("window.sameDocument = true")
    sign = page.browser.find_element(By.ID, "connection")
    assert not sign.is_displayed()
    proxy.cut()
    page.wait(lambda: sign.is_displayed(), "the sign that the connection is lost")
    assert sign.get_attribute("role") == "status" and "Reconnecting" in sign.text
    page.shot("lost")
    page.search("geometry")
    assert page.search_field.get_attribute("value") == "geometry" and page.row_count == count
    proxy.restore()
    page.wait(lambda: not sign.is_displayed(), "the connection")
    page.wait(lambda: 0 < page.row_count < count, "what was typed to count")
    assert page.search_field.get_attribute("value") == "geometry"
    assert page.run("return window.sameDocument") is True


@pytest.mark.smoke
def test_keyboard_only(feed):
    count = feed.row_count
    feed.tab_to("searchBar")
    feed.insert("geometry")
    feed.wait(lambda: feed.row_count < count, "fewer rows")
    feed.keys(Keys.ESCAPE)
    feed.wait_for_rows(count)
    feed.run("document.activeElement.blur()")
    feed.tab_to("composeButton")
    feed.shot("focus-ring")
    feed.keys(Keys.ENTER)
    feed.wait_visible("textView")
    if feed.focused[0] != "textView":
        feed.tab_to("textView")
    feed.insert("Typed without a mouse")
    feed.tab_to("postButton")
    feed.keys(Keys.SPACE)
    feed.wait_gone("textView")
    feed.wait(lambda: feed.texts[0] == "Typed without a mouse", "the new post")
    feed.wait(lambda: feed.focused[0] == "composeButton", "the focus to come back")


def test_the_feed_fits_its_window(feed, server, place, open_page):
    """Tests that views have the width of the window, and that the engine's boxes fit the browser's lines: the same number
    of lines, no wider than the box."""
    width = "return document.querySelector(`[data-kind=\"${arguments[0]}\"]`).getBoundingClientRect().width"
    assert feed.run(width, "window") == 720
    assert_texts_fit(feed)
    feed.emulate(500, 700)
    feed.wait(lambda: feed.run(width, "window") == 500, "the new size")
    feed.wait(lambda: feed.run(width, "cell") == 500, "rows of the new size")

    phone = open_page(server.root + place("Samples/Feed.widget"), 375, 667, dark=True)
    phone.wait_for_rows()
    assert phone.run("return document.documentElement.scrollWidth") == 375
    assert phone.run(width, "cell") == 375
    assert_texts_fit(phone)
    phone.shot("feed")
    phone.press("composeButton")
    phone.wait_visible("textView")
    phone.shot("form")


def assert_texts_fit(page):
    page.run("return document.fonts.ready")
    misfits = page.run(
        """const misfits = [];
        for (const element of document.querySelectorAll('[data-kind="text"]')) {
          if (!element.textContent || !element.checkVisibility({ visibilityProperty: true })) continue;
          const box = element.getBoundingClientRect();
          const label = element.querySelector('.label');
          const lines = label.getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(label);
          const text = range.getBoundingClientRect();
          // A space at the end of a line may hang over.
          const space = parseFloat(getComputedStyle(element).fontSize) / 3;
          if (Math.abs(lines.height - box.height) > 1 || text.width > box.width + space)
            misfits.push([element.textContent, box.width, box.height, text.width, lines.height]);
        }
        return misfits"""
    )
    assert misfits == []


@pytest.mark.offline
@pytest.mark.smoke
def test_server_restart(open_page, tmp_path):
    """Tests that the page creates a new presentation by itself, because a new server does not know the old one."""
    server = Server(tmp_path)
    proxy = Proxy(server.port)
    try:
        page = open_page(proxy.address)
        page.wait_for_rows()
        page.run("""window.sameDocument = true; window.before = document.querySelector('[data-id="composeButton"]')""")
        server.stop()
        proxy.cut()
        page.wait(lambda: page.browser.find_element(By.ID, "connection").is_displayed(), "the sign")
        server = Server(tmp_path)
        proxy.target = server.port
        proxy.restore()
        page.wait(lambda: not page.browser.find_element(By.ID, "connection").is_displayed(), "the connection")
        # The page shows the old presentation until the new one is available.
        page.wait(lambda: page.run("return !window.before.isConnected"), "the new presentation")
        page.wait_for_rows()
        page.compose("After the restart")
        page.wait(lambda: page.texts[0] == "After the restart", "the new post")
        assert page.run("return window.sameDocument") is True
    finally:
        proxy.close()
        server.stop()


def test_rows_by_keyboard(feed):
    def row():
        return feed.run(
            "return document.activeElement.closest('[role=\"listitem\"]')?.getAttribute('aria-posinset') ?? null"
        )

    feed.search_field.click()
    feed.keys(Keys.TAB)
    feed.wait(lambda: row() == "1", "the first row")
    feed.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert row() == "3"
    feed.keys(Keys.ARROW_UP)
    assert row() == "2"
    feed.keys(Keys.END)
    feed.wait(lambda: row() == str(feed.row_count), "the last row")
    focused = "return document.activeElement.getBoundingClientRect()"
    box = feed.run(focused)
    assert 0 <= box["top"] and box["bottom"] <= 800
    feed.shot("last-row")
    feed.keys(Keys.HOME)
    feed.wait(lambda: row() == "1", "the first row")
    feed.keys(Keys.ARROW_DOWN, Keys.ENTER)
    feed.wait_visible("backButton")
    feed.shot("details")
    assert not feed.is_visible("searchBar")
    feed.tab_to("backButton")
    feed.keys(Keys.ENTER)
    feed.wait_visible("searchBar")
    feed.wait(lambda: row() == "2", "the focus to come back to the row")


def test_the_scroll_bar_can_be_dragged(feed):
    feed.scroll(10)
    find = feed.browser.find_element
    thumb = feed.wait(lambda: find(By.CSS_SELECTOR, ".scrollbar.moving > .thumb"), "the scroll bar")
    ActionChains(feed.browser).drag_and_drop_by_offset(thumb, 0, 450).perform()
    end = feed.run(
        """const scroller = document.querySelector('[data-id="tableView"] .scroller');
        return scroller.scrollHeight - scroller.clientHeight"""
    )
    assert end > 0 and abs(feed.scroll_offset - end) <= 1
    feed.shot("dragged")


def test_a_page_shows_many_widgets(tmp_path, open_page):
    """Tests that streams do not use up the six connections to a server that browsers allow."""
    places = [(1, 1, 6, 4)] + [(1 + 2 * (index // 2), 5 + 2 * (index % 2), 2, 2) for index in range(6)]
    kinds = ["feed"] + ["hello"] * 6
    board = {
        "tiles": {str(index): {"widget": f"org.tessera.samples.{kind}"} for index, kind in enumerate(kinds)},
        "arrangements": [
            {"size": [6, 8], "pages": [{"tiles": [{"tile": str(i), "frame": place} for i, place in enumerate(places)]}]}
        ],
    }
    file = tmp_path / "many.board.json"
    file.write_text(json.dumps(board))
    server = Server(tmp_path, options=("--start-with", str(file)), more=["Samples/Hello.widget"])
    try:
        page = open_page(server.root)
        page.wait_for_rows()
        page.wait(
            lambda: page.run(
                """return document.querySelectorAll('[data-id="greetButton"]').length === 6
                && [...document.fonts].some((font) => font.status === 'loaded')
                && [...document.querySelectorAll('[data-id="avatarView"] > img')].every((image) => image.naturalWidth > 0)"""
            ),
            "six greetings, fonts and pictures",
        )
        page.shot("many-widgets")
        page.run("""document.querySelectorAll('[data-id="greetButton"]')[5].click()""")
        page.wait(lambda: page.browser.find_elements(By.CSS_SELECTOR, '[role="alertdialog"]'), "an alert")
    finally:
        page.run("location.href = 'about:blank'")
        assert server.stop() == 0
