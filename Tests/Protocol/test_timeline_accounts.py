"""The timeline with a real service that has accounts: signing in, reading, posting, signing out."""

import urllib.error
import urllib.request

import pytest

from plain_pictures import png
from presentations import Presentation
from proxy import Proxy
from samples import SampleServer
from served import Server
from timeline_service import TimelineService
from waiting import PATIENCE, wait


@pytest.fixture(scope="module")
def running_service():
    service = TimelineService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def bundles(running_service, tmp_path_factory):
    """The timeline that checks for new posts once a minute, and one that checks each second."""
    folder = tmp_path_factory.mktemp("timelines")
    return [
        running_service.write_bundle(folder / "Timeline.widget"),
        running_service.write_bundle(folder / "Eager.widget", 1, "org.tessera.tests.eager"),
    ]


@pytest.fixture(scope="module")
def server(bundles, tmp_path_factory):
    server = SampleServer(tmp_path_factory.mktemp("server"), bundles, ["--allow-private-addresses"])
    yield server
    server.stop()


@pytest.fixture
def service(running_service):
    """The service as it was at first."""
    running_service.forget_everything()
    return running_service


@pytest.fixture
def open_timeline(service, server):
    """Opens a timeline of the test's own, without a signed-in user."""
    tiles, opened = [], []

    def open_timeline(bundle):
        tiles.append(server.place(bundle))
        page = Presentation(server, tiles[-1])
        opened.append(page)
        page.wait(lambda: page.text("signInButton") == "Sign in…", "nobody to be signed in")
        return page

    yield open_timeline
    for page in opened:
        page.close()
    for tile in tiles:
        server.remove(tile)


@pytest.fixture
def page(open_timeline, bundles):
    return open_timeline(bundles[0])


@pytest.fixture
def timeline(page):
    """The timeline of a signed-in user."""
    sign_in(page)
    wait_for_rows(page, 20)
    return page


def sign_in(page, server=None):
    """Presses the button, and follows the address that the widget opens, as a browser does in another tab. The server
    may be reached otherwise than by the page."""
    before = len(page.effects)
    page.press("signInButton")
    page.wait(lambda: len(page.effects) > before, "an address to open")
    with urllib.request.urlopen(page.effects[-1][1]["openURL"], timeout=PATIENCE) as answer:
        assert answer.url.startswith((server or page).root + "sign-in?")
        assert "<title>Back to your widget</title>" in answer.read().decode()


def row_count(page):
    return page.view("tableView").get("rowCount", 0)


def wait_for_rows(page, count):
    page.wait(lambda: row_count(page) == count, f"{count} rows")


def refresh(page):
    page.refresh("tableView")


def alert(page):
    """Waits for an alert, answers it, and returns what it said."""
    box = page.wait(page.alert, "an alert")
    page.answer()
    page.wait(lambda: page.alert() is None, "the end of the alert")
    return f"{box.get('title')} {box.get('message')}"


def pick(page, color):
    page.pick("pickButton", f"{color}.png", content := png(color))
    return content


def test_signing_in_shows_the_posts(service, page):
    assert page.shows("signedOutIcon") and page.shows("emptyDataView")
    assert not page.shows("composeButton")
    assert service.log == []
    sign_in(page)
    wait_for_rows(page, 20)
    page.wait(lambda: page.text("signInButton") == "Sign out ines…", "the name in the button")
    assert page.text("titleLabel") == "Ines Marlow"
    assert page.texts("textLabel")[0] == service.posts[0]["text"]
    assert not page.shows("signedOutIcon") and not page.shows("emptyDataView")
    assert service.log == ["GET /oauth/authorize", "POST /oauth/token", "GET /api/1/account", "GET /api/1/posts/home"]


def test_a_rejected_user_sees_the_reason_and_may_retry(service, page):
    service.refuses = True
    sign_in(page)
    said = alert(page)
    assert "You are not signed in." in said and "You changed your mind" in said
    service.refuses = False
    sign_in(page)
    wait_for_rows(page, 20)


def test_an_unexpected_sign_in_callback_is_rejected(server, page):
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(f"{server.root}sign-in?code=stolen&state=guessed")
    assert answer.value.code == 404
    assert page.catch_up().text("signInButton") == "Sign in…"


def test_newer_posts_load_on_request_and_older_ones_near_the_end(service, timeline):
    service.add_post("Fresh from the harbour.")
    refresh(timeline)
    timeline.wait(lambda: timeline.texts("textLabel")[0] == "Fresh from the harbour.", "the new post")
    wait_for_rows(timeline, 20)
    timeline.scroll("tableView", 100_000)
    wait_for_rows(timeline, 26)


def test_new_posts_arrive_by_themselves_and_wait_for_the_user(service, open_timeline, bundles):
    timeline = open_timeline(bundles[1])
    sign_in(timeline)
    wait_for_rows(timeline, 20)
    service.add_post("The fog has lifted.")
    service.add_post("The fog is back.")
    timeline.wait(lambda: timeline.text("newsButton") == "News! (2)", "the news")
    assert row_count(timeline) == 20
    timeline.scroll("tableView", 100_000)
    wait_for_rows(timeline, 25)
    timeline.press("newsButton")
    timeline.wait(lambda: timeline.texts("textLabel")[:2] == ["The fog is back.", "The fog has lifted."], "the posts")
    timeline.wait(lambda: timeline.view("tableView").get("scrollOffset", 0) == 0, "the top")
    timeline.wait_gone("newsButton")


def test_a_post_is_sent_with_the_picked_images(service, timeline):
    timeline.press("composeButton")
    timeline.wait_for("textView")
    service.may_answer.clear()
    first = pick(timeline, "ffd43b")
    timeline.wait_for("preview1")
    # The upload is in progress.
    timeline.wait_for("indicator1")
    assert timeline.view("postButton").get("disabled")
    assert not timeline.view("pickButton").get("disabled")
    service.may_answer.set()
    timeline.wait_gone("indicator1")

    second = pick(timeline, "51cf66")
    timeline.wait_for("preview2")
    timeline.wait(lambda: timeline.view("pickButton").get("disabled"), "two pictures to be enough")
    timeline.wait(lambda: not timeline.view("postButton").get("disabled"), "the pictures to be sent")
    assert service.pictures == {"m1": first, "m2": second}

    timeline.type("textView", "Two colours of the day")
    timeline.press("postButton")
    timeline.wait_gone("textView")
    assert service.sent == [{"status": "Two colours of the day", "media_ids": "m1,m2"}]

    timeline.wait(lambda: timeline.text("newsButton") == "News! (1)", "the news")
    assert timeline.texts("textLabel")[0] == service.posts[1]["text"]
    timeline.press("newsButton")
    timeline.wait(lambda: timeline.texts("textLabel")[0] == "Two colours of the day", "the post")
    timeline.wait(lambda: timeline.shows("pictureView"), "its picture, from the service")


def test_a_removed_image_is_not_sent(service, timeline):
    timeline.press("composeButton")
    for number in (1, 2):
        pick(timeline, "ff8787")
        timeline.wait_for(f"preview{number}")
        timeline.wait_gone(f"indicator{number}")
    timeline.press("removeButton1")
    timeline.wait_gone("mediaForm1")
    timeline.type("textView", "One is enough")
    timeline.press("postButton")
    timeline.wait_gone("textView")
    assert service.sent == [{"status": "One is enough", "media_ids": "m2"}]


def test_a_post_is_not_sent_if_an_image_fails_to_upload(service, timeline):
    timeline.press("composeButton")
    service.loses_pictures = True
    pick(timeline, "b197fc")
    said = alert(timeline)
    assert "The image was not sent." in said and "No room for it" in said
    timeline.wait(lambda: timeline.text("hintLabel").startswith("A picture was not sent."), "what to do")
    assert timeline.view("postButton").get("disabled")
    service.loses_pictures = False
    timeline.press("removeButton1")
    timeline.wait_gone("mediaForm1")
    pick(timeline, "b197fc")
    timeline.wait(lambda: not timeline.view("postButton").get("disabled") and service.pictures, "the picture to be sent")


def test_a_users_own_post_is_deleted_at_the_service_first(service, timeline):
    own = next(
        cell for cell in timeline.all(kind="cell")
        if any("Repair café" in label.text for label in timeline.all("textLabel", within=cell)))
    timeline.choose(own, "Delete")
    wait_for_rows(timeline, 19)
    assert service.deleted == ["p123"]
    assert not any("Repair café" in text for text in timeline.texts("textLabel"))


def test_signing_out_empties_the_timeline(service, timeline):
    asked = len(service.log)
    timeline.press("signInButton")
    timeline.wait(lambda: timeline.text("signInButton") == "Sign in…", "nobody to be signed in")
    timeline.wait(lambda: row_count(timeline) == 0 and timeline.shows("emptyDataView"), "an empty timeline")
    assert timeline.shows("signedOutIcon") and not timeline.shows("composeButton")
    # Without a token, no request can be sent, by another presentation either.
    with Presentation(timeline.root, timeline.tile) as other:
        other.wait(lambda: other.text("signInButton") == "Sign in…", "nobody to be signed in")
    assert len(service.log) == asked
    sign_in(timeline)
    wait_for_rows(timeline, 20)


@pytest.mark.parametrize("how", ["it was said", "it was not said"])
def test_an_expired_token_is_renewed_silently(service, page, how):
    # A token whose lifetime is shorter than a request may take is refreshed before it is used.
    service.lifetime = 10 if how == "it was said" else 3600
    sign_in(page)
    wait_for_rows(page, 20)
    before = service.refreshes
    service.end_tokens()
    service.add_post("After the old token.")
    refresh(page)
    page.wait(lambda: page.texts("textLabel")[0] == "After the old token.", "the new post")
    assert service.refreshes == before + 1


def test_an_unknown_user_gets_an_error_and_signs_in_again(service, timeline):
    service.forget_everybody()
    refresh(timeline)
    assert "The timeline could not be loaded." in alert(timeline)
    timeline.press("signInButton")
    timeline.wait(lambda: timeline.text("signInButton") == "Sign in…", "nobody to be signed in")
    sign_in(timeline)
    wait_for_rows(timeline, 20)


def test_a_request_to_a_busy_service_is_retried(service, timeline):
    service.is_busy = True
    service.add_post("Worth the wait.")
    refresh(timeline)
    timeline.wait(lambda: timeline.texts("textLabel")[0] == "Worth the wait.", "the new post")
    assert not service.is_busy


def test_tokens_stay_on_the_server(service, bundles, tmp_path):
    server = Server(tmp_path, bundles[0], ["--allow-private-addresses"])
    wire = Wire(server.port)
    try:
        with Presentation(wire) as page:
            sign_in(page, server)
            wait_for_rows(page, 20)
            service.end_tokens()
            refresh(page)
            wait(lambda: service.refreshes == 1, "another token")
            page.press("composeButton")
            pick(page, "74c0fc")
            page.wait_for("preview1")
            page.wait_gone("indicator1")
        wire.close()
        server.process.terminate()
        log = "".join(server.lines) + server.process.stdout.read()
    finally:
        wire.close()
        server.stop()
    traffic = wire.bytes.decode(errors="replace")
    assert "Ines Marlow" in traffic and "Listening" in log
    assert len(service.secrets) == 5
    for secret in service.secrets:
        assert secret not in traffic and secret not in log


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
