"""The timeline with a real service that has accounts: signing in, reading, posting, signing out."""

import struct
import urllib.error
import urllib.request
import zlib

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from proxy import Proxy
from served import Server
from timeline_service import TimelineService


@pytest.fixture
def service():
    service = TimelineService()
    yield service
    service.close()


@pytest.fixture
def interval():
    """The interval between two checks for new posts, in seconds."""
    return 60


@pytest.fixture
def server(service, tmp_path, interval):
    bundle = service.write_bundle(tmp_path / "Timeline.widget", interval)
    server = Server(tmp_path, bundle, ["--allow-private-addresses"])
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


def row_with(page, text):
    return next(label for label in page.all("textLabel") if text in label.text)


def alert(page):
    return page.wait(
        lambda: [box for box in page.browser.find_elements(By.CSS_SELECTOR, '[role="alertdialog"]') if box.is_displayed()],
        "an alert",
    )[-1]


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


def test_a_rejected_user_sees_the_reason_and_may_retry(service, server, page):
    service.refuses = True
    sign_in(page, server)
    box = alert(page)
    assert "You are not signed in." in box.text and "You changed your mind" in box.text
    page.keys(Keys.ENTER)
    service.refuses = False
    sign_in(page, server)
    page.wait_for_rows(20)


def test_an_unexpected_sign_in_callback_is_rejected(server, page):
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(f"{server.root}sign-in?code=stolen&state=guessed")
    assert answer.value.code == 404
    assert page.view("signInButton").text == "Sign in…"


def test_newer_posts_load_on_request_and_older_ones_near_the_end(service, timeline):
    service.add_post("Fresh from the harbour.")
    timeline.browser.find_element(By.CSS_SELECTOR, 'button[aria-label="Refresh"]').click()
    timeline.wait(lambda: timeline.texts[0] == "Fresh from the harbour.", "the new post")
    timeline.wait_for_rows(20)
    timeline.scroll(100_000)
    timeline.wait_for_rows(26)


@pytest.mark.parametrize("interval", [1])
def test_new_posts_arrive_by_themselves_and_wait_for_the_user(service, timeline):
    service.add_post("The fog has lifted.")
    service.add_post("The fog is back.")
    timeline.wait(lambda: timeline.view("newsButton").text == "News! (2)", "the news")
    assert timeline.row_count == 20
    timeline.scroll(100_000)
    timeline.wait_for_rows(25)
    timeline.press("newsButton")
    timeline.wait(lambda: timeline.texts[:2] == ["The fog is back.", "The fog has lifted."], "the posts")
    timeline.wait(lambda: timeline.scroll_offset == 0, "the top")
    assert not timeline.is_visible("newsButton")


@pytest.mark.smoke
def test_a_post_is_sent_with_the_picked_images(service, timeline, tmp_path):
    timeline.press("composeButton")
    timeline.wait_visible("textView")
    service.may_answer.clear()
    first = pick(timeline, picture(tmp_path / "first.png", "ffd43b"))
    timeline.wait(lambda: shown_width(timeline, "preview1") == 40, "the picture")
    # The upload is in progress.
    timeline.wait_visible("indicator1")
    assert not timeline.view("postButton").is_enabled()
    assert timeline.view("pickButton").is_enabled()
    timeline.shot("sending")
    service.may_answer.set()
    timeline.wait_gone("indicator1")

    second = pick(timeline, picture(tmp_path / "second.png", "51cf66"))
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


def test_a_removed_image_is_not_sent(service, timeline, tmp_path):
    timeline.press("composeButton")
    for number in (1, 2):
        pick(timeline, picture(tmp_path / f"{number}.png", "ff8787"))
        timeline.wait(lambda: shown_width(timeline, f"preview{number}") == 40, "the picture")
        timeline.wait_gone(f"indicator{number}")
    timeline.press("removeButton1")
    timeline.wait_gone("mediaForm1")
    timeline.view("textView").click()
    timeline.insert("One is enough")
    timeline.press("postButton")
    timeline.wait_gone("textView")
    assert service.sent == [{"status": "One is enough", "media_ids": "m2"}]


def test_a_post_is_not_sent_if_an_image_fails_to_upload(service, timeline, tmp_path):
    timeline.press("composeButton")
    service.loses_pictures = True
    pick(timeline, picture(tmp_path / "picture.png", "b197fc"))
    box = alert(timeline)
    assert "The image was not sent." in box.text and "No room for it" in box.text
    timeline.keys(Keys.ENTER)
    timeline.wait(lambda: timeline.view("hintLabel").text.startswith("A picture was not sent."), "what to do")
    assert not timeline.view("postButton").is_enabled()
    service.loses_pictures = False
    timeline.press("removeButton1")
    timeline.wait_gone("mediaForm1")
    pick(timeline, tmp_path / "picture.png")
    timeline.wait(lambda: timeline.view("postButton").is_enabled() and service.pictures, "the picture to be sent")


def test_a_users_own_post_is_deleted_at_the_service_first(service, timeline):
    own = row_with(timeline, "Repair café")
    ActionChains(timeline.browser).context_click(own).perform()
    timeline.wait(lambda: timeline.browser.switch_to.active_element.text.endswith("Delete"), "the menu")
    timeline.browser.switch_to.active_element.send_keys(Keys.ENTER)
    timeline.wait_for_rows(19)
    assert service.deleted == ["p123"]
    assert not any("Repair café" in text for text in timeline.texts)


def test_signing_out_empties_the_timeline(service, server, timeline):
    asked = len(service.log)
    timeline.press("signInButton")
    timeline.wait(lambda: timeline.view("signInButton").text == "Sign in…", "nobody to be signed in")
    timeline.wait(lambda: timeline.row_count == 0 and timeline.is_visible("emptyDataView"), "an empty timeline")
    assert timeline.is_visible("signedOutIcon") and not timeline.is_visible("composeButton")
    # Without a token, no request can be sent.
    timeline.reload()
    timeline.wait(lambda: timeline.view("signInButton").text == "Sign in…", "nobody to be signed in")
    assert len(service.log) == asked
    sign_in(timeline, server)
    timeline.wait_for_rows(20)


@pytest.mark.parametrize("how", ["it was said", "it was not said"])
def test_an_expired_token_is_renewed_silently(service, server, page, how):
    # A token whose lifetime is shorter than a request may take is refreshed before it is used.
    service.lifetime = 10 if how == "it was said" else 3600
    sign_in(page, server)
    page.wait_for_rows(20)
    before = service.refreshes
    service.end_tokens()
    service.add_post("After the old token.")
    page.browser.find_element(By.CSS_SELECTOR, 'button[aria-label="Refresh"]').click()
    page.wait(lambda: page.texts[0] == "After the old token.", "the new post")
    assert service.refreshes == before + 1


def test_an_unknown_user_gets_an_error_and_signs_in_again(service, server, timeline):
    service.forget_everybody()
    timeline.browser.find_element(By.CSS_SELECTOR, 'button[aria-label="Refresh"]').click()
    assert "The timeline could not be loaded." in alert(timeline).text
    timeline.keys(Keys.ENTER)
    timeline.press("signInButton")
    timeline.wait(lambda: timeline.view("signInButton").text == "Sign in…", "nobody to be signed in")
    sign_in(timeline, server)
    timeline.wait_for_rows(20)


def test_a_request_to_a_busy_service_is_retried(service, timeline):
    service.is_busy = True
    service.add_post("Worth the wait.")
    timeline.browser.find_element(By.CSS_SELECTOR, 'button[aria-label="Refresh"]').click()
    timeline.wait(lambda: timeline.texts[0] == "Worth the wait.", "the new post")
    assert not service.is_busy


def test_tokens_stay_on_the_server(service, server, open_page, tmp_path):
    wire = Wire(server.port)
    try:
        page = open_page(wire.address)
        sign_in(page, server)
        page.wait_for_rows(20)
        service.end_tokens()
        page.browser.find_element(By.CSS_SELECTOR, 'button[aria-label="Refresh"]').click()
        page.wait(lambda: service.refreshes == 1, "another token")
        page.press("composeButton")
        pick(page, picture(tmp_path / "picture.png", "74c0fc"))
        page.wait(lambda: shown_width(page, "preview1") == 40, "the picture")
        page.wait_gone("indicator1")
        source = page.browser.page_source
        # The page closes its connection before the server stops.
        page.browser.get("about:blank")
    finally:
        wire.close()
    server.process.terminate()
    log = "".join(server.lines) + server.process.stdout.read()
    traffic = wire.bytes.decode(errors="replace")
    assert "Ines Marlow" in traffic and "Listening" in log
    assert len(service.secrets) == 5
    for secret in service.secrets:
        assert secret not in source and secret not in traffic and secret not in log


# Picked files


def pick(page, path):
    """Picks a file of the device, and returns its bytes."""
    page.press("pickButton")
    field = page.wait(lambda: page.view("pickButton").find_element(By.TAG_NAME, "input"), "what asks for a file")
    field.send_keys(str(path))
    return path.read_bytes()


def shown_width(page, identifier):
    """Returns the width of the image that the first view with this name shows, in the image's own pixels."""
    return page.run("return document.querySelector(`[data-id='${arguments[0]}'] > img`)?.naturalWidth", identifier)


def picture(path, color, side=40):
    """Returns a PNG with a single colour."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = (b"\0" + bytes.fromhex(color) * side) * side
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))
    return path


class Wire(Proxy):
    """A connection to the server that records all its traffic."""

    def __init__(self, target):
        self.bytes = bytearray()
        super().__init__(target)

    def _forward(self, source, target):
        super()._forward(NotingSocket(source, self.bytes), target)


class NotingSocket:
    """A socket that records the data that it receives."""

    def __init__(self, socket, noted):
        self.socket = socket
        self.noted = noted

    def recv(self, count):
        data = self.socket.recv(count)
        self.noted += data
        return data

    def shutdown(self, how):
        self.socket.shutdown(how)

    def __hash__(self):
        return hash(self.socket)

    def __eq__(self, other):
        return self.socket == other
