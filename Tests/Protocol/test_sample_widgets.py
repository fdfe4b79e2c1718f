"""Samples and examples as their presentations show them, without a page."""

import json
import urllib.request

import pytest

from presentations import Presentation
from samples import SampleServer
from served import ROOT, Server

DOT = (ROOT / "docs/examples/Album.widget/tests/dot.png").read_bytes()


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    server = SampleServer(tmp_path_factory.mktemp("samples"))
    yield server
    server.stop()


@pytest.fixture
def present(samples):
    """Opens a presentation of a widget on a tile of the test's own, or of an earlier one's."""
    tiles, opened = [], []

    def present(bundle=None, tile=None, **options):
        if tile is None:
            tile = samples.place(bundle)
            tiles.append(tile)
        opened.append(Presentation(samples, tile, **options))
        return opened[-1]

    yield present
    for presentation in opened:
        presentation.close()
    for tile in tiles:
        samples.remove(tile)


def row_count(feed):
    table = feed.view("tableView")
    return table["rowCount"] if table else 0


# The feed


def test_a_loading_feed_is_not_described_as_empty(present):
    """Tests that the feed is not described as empty while the first posts are loading."""
    seen = []
    feed = present("Samples/Feed.widget", watch=lambda feed: seen.append((row_count(feed), feed.shows("emptyDataView"))))
    feed.wait(lambda: row_count(feed) > 0, "rows")
    assert seen and not any(is_described for _, is_described in seen)
    feed.type("searchBar", "no such post")
    feed.wait_for("emptyDataView")


def test_two_presentations_have_their_own_search_and_share_the_posts(present):
    feed = present("Samples/Feed.widget")
    feed.wait(lambda: row_count(feed) > 0, "rows")
    count = row_count(feed)
    phone = present(tile=feed.tile, width=375, height=667)
    phone.wait(lambda: row_count(phone) == count, "rows")
    phone.type("searchBar", "geometry")
    phone.wait(lambda: 0 < row_count(phone) < count, "fewer rows")
    feed.catch_up()
    assert not feed.view("searchBar").get("value") and row_count(feed) == count
    feed.press("composeButton")
    feed.type("textView", "News about geometry for both")
    feed.press("postButton")
    feed.wait(lambda: row_count(feed) == count + 1, "one more row")
    phone.wait(lambda: phone.texts("textLabel")[:1] == ["News about geometry for both"], "the new post")
    assert phone.catch_up().view("searchBar")["value"] == "geometry"


def test_a_post_without_text_is_not_sent(present):
    feed = present("Samples/Feed.widget")
    feed.wait(lambda: row_count(feed) > 0, "rows")
    count = row_count(feed)
    feed.press("composeButton")
    feed.press("postButton")
    feed.wait(lambda: feed.effects == [("textView", "shake"), ("textView", "focus")], "the field to shake")
    feed.type("textView", "   \n ")
    feed.press("postButton")
    feed.wait(lambda: feed.effects.count(("textView", "shake")) == 2, "the field to shake again")
    assert feed.shows("textView")
    feed.back()
    feed.wait_gone("textView")
    assert row_count(feed.catch_up()) == count


def test_an_open_stream_does_not_keep_the_server_from_stopping(tmp_path):
    server = Server(tmp_path)
    try:
        with Presentation(server) as feed:
            feed.wait(lambda: row_count(feed) > 0, "rows")
            assert server.stop() == 0
    finally:
        server.process.kill()


def test_the_table_of_kinds_is_served(samples):
    answer = urllib.request.urlopen(samples.root + "client/kinds.json")
    kinds = json.load(answer)
    assert answer.headers["Content-Type"].startswith("application/json")
    assert kinds["button"] == {
        "tag": "button", "attributes": {"type": "button"}, "parts": ["picture", "label"], "isControl": True,
    }
    assert kinds["table"]["behaviour"] == "table" and kinds["toast"]["behaviour"] == "toast"


# Widgets in widgets


def test_an_embedded_widget_receives_and_stores_typed_text(present):
    desk = present("docs/examples/Desk.widget")
    desk.submit("noteField", "Buy milk")
    desk.wait(lambda: desk.text("noteLabel") == "Buy milk", "the note")
    desk.press("closeButton")
    desk.wait_gone("noteLabel")
    desk.press("openButton")
    desk.wait(lambda: desk.text("noteLabel") == "Buy milk", "the note again")


def test_a_reopened_presentation_shows_the_state_of_the_widget(present):
    desk = present("docs/examples/Desk.widget")
    desk.wait_for("noteField")
    desk.close()
    again = present(tile=desk.tile, id=desk.id)
    again.wait_for("noteField")
    again.wait_for("timeLabel")


# Picked pictures


def test_picked_pictures_are_kept_and_removed(present):
    album = present("docs/examples/Album.widget")
    album.pick("pickButton", "dot.png", DOT)
    first = album.wait_for("firstPicture")
    assert first["image"]
    album.close()
    album = present(tile=album.tile, id=album.id)
    assert album.wait_for("firstPicture")["image"] == first["image"]
    album.pick("pickButton", "dot.png", DOT)
    album.wait_for("secondPicture")
    album.wait(lambda: album.view("pickButton").get("disabled"), "a button that picks no more")
    album.press("firstRemove")
    album.wait_gone("firstPicture")
    assert not album.view("pickButton").get("disabled")
