"""The timeline with a real service that has accounts, as a person sees it: tabs to sign in, and pictures to send."""

import pytest
from selenium.webdriver.common.by import By

from plain_pictures import png
from served import Server
from timeline_service import TimelineService


@pytest.fixture
def service():
    service = TimelineService()
    yield service
    service.close()


@pytest.fixture
def server(service, tmp_path):
    server = Server(tmp_path, service.write_bundle(tmp_path / "Timeline.widget"), ["--allow-private-addresses"])
    yield server
    server.stop()


@pytest.fixture
def page(server, open_page):
    """The timeline without a signed-in user."""
    page = open_page(server.address)
    page.wait(lambda: page.view("signInButton").text == "Sign in…", "nobody to be signed in")
    return page


@pytest.fixture
def timeline(page, server):
    """The timeline of a signed-in user."""
    sign_in(page, server)
    page.wait_for_rows(20)
    return page


def sign_in(page, server):
    """Presses the button, and returns from the tab that opens."""
    tabs = set(page.browser.window_handles)
    page.press("signInButton")
    page.wait(lambda: set(page.browser.window_handles) - tabs, "another tab")
    page.browser.switch_to.window(*(set(page.browser.window_handles) - tabs))
    page.wait(lambda: page.browser.current_url.startswith(server.root + "sign-in?"), "the way back")
    page.wait(lambda: page.browser.title == "Back to your widget", "a word that it worked")
    page.browser.close()
    page.activate()


@pytest.mark.smoke
def test_signing_in_through_another_tab_shows_the_posts(service, server, page):
    assert page.is_visible("signedOutIcon") and page.is_visible("emptyDataView")
    assert not page.is_visible("composeButton")
    assert service.log == []
    page.shot("signed-out")
    sign_in(page, server)
    page.wait_for_rows(20)
    page.wait(lambda: page.view("signInButton").text == "Sign out ines…", "the name in the button")
    assert page.view("titleLabel").text == "Ines Marlow"
    assert page.texts[0] == service.posts[0]["text"]
    assert not page.is_visible("signedOutIcon") and not page.is_visible("emptyDataView")
    assert service.log == ["GET /oauth/authorize", "POST /oauth/token", "GET /api/1/account", "GET /api/1/posts/home"]
    page.shot("signed-in")
    assert len(service.secrets) == 3
    assert not any(secret in page.browser.page_source for secret in service.secrets), "tokens stay on the server"


@pytest.mark.smoke
def test_a_post_is_sent_with_the_picked_images(service, timeline, tmp_path):
    timeline.press("composeButton")
    timeline.wait_visible("textView")
    service.may_answer.clear()
    first = pick(timeline, tmp_path / "first.png", "ffd43b")
    timeline.wait(lambda: shown_width(timeline, "preview1") == 40, "the picture")
    # The upload is in progress.
    timeline.wait_visible("indicator1")
    assert not timeline.view("postButton").is_enabled()
    assert timeline.view("pickButton").is_enabled()
    timeline.shot("sending")
    service.may_answer.set()
    timeline.wait_gone("indicator1")

    second = pick(timeline, tmp_path / "second.png", "51cf66")
    timeline.wait(lambda: shown_width(timeline, "preview2") == 40, "the other picture")
    timeline.wait(lambda: not timeline.view("pickButton").is_enabled(), "two pictures to be enough")
    timeline.wait(lambda: timeline.view("postButton").is_enabled(), "the pictures to be sent")
    timeline.shot("sent")
    assert service.pictures == {"m1": first, "m2": second}

    timeline.view("textView").click()
    timeline.insert("Two colours of the day")
    timeline.press("postButton")
    timeline.wait_gone("textView")
    assert service.sent == [{"status": "Two colours of the day", "media_ids": "m1,m2"}]

    timeline.wait(lambda: timeline.view("newsButton").text == "News! (1)", "the news")
    assert timeline.texts[0] == service.posts[1]["text"]
    timeline.press("newsButton")
    timeline.wait(lambda: timeline.texts[0] == "Two colours of the day", "the post")
    timeline.wait(lambda: shown_width(timeline, "pictureView") == 40, "its picture, from the service")
    timeline.shot("posted")


# Picked files


def pick(page, path, color):
    """Picks a picture of the device, and returns its bytes."""
    path.write_bytes(png(color))
    page.press("pickButton")
    field = page.wait(lambda: page.view("pickButton").find_element(By.TAG_NAME, "input"), "what asks for a file")
    field.send_keys(str(path))
    return path.read_bytes()


def shown_width(page, identifier):
    """Returns the width of the image that the first view with this name shows, in the image's own pixels."""
    return page.run("return document.querySelector(`[data-id='${arguments[0]}'] > img`)?.naturalWidth", identifier)
