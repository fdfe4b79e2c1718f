"""Widgets reach addresses in the server's network only after a person allowed it for the one widget."""

import json
import urllib.error

import pytest

from data_folders import Client
from feed_service import FeedService
from waiting import wait


@pytest.fixture(scope="module")
def service():
    service = FeedService()
    yield service
    service.close()


@pytest.fixture(scope="module", params=[[], ["--isolate"]], ids=["in the server", "in a process"])
def feed(service, serve_all, tmp_path_factory, request):
    """A client of a board with the feed of the service."""
    bundle = service.write_bundle(tmp_path_factory.mktemp("bundle") / "Feed.widget")
    return Client(serve_all(bundle, options=request.param))


def allow(feed, host, is_allowed=True):
    feed.edit("home", type="allowHost", tile="1", host=host, isAllowed=is_allowed)


def is_allowed(feed):
    return feed.ask("tiles/1/settings")["hosts"][0]["isAllowed"]


def test_what_a_person_allows_holds_until_it_is_taken_back_and_stays_out_of_documents(service, feed):
    assert not is_allowed(feed)
    allow(feed, service.host)
    assert is_allowed(feed)
    posts = feed.present("1")
    wait(lambda: service.posts[0]["text"] in posts.texts("textLabel"), "the posts of the service")
    # A document does not carry what was allowed.
    assert service.host not in json.dumps(feed.ask("boards/home/export"))
    allow(feed, service.host, False)
    assert not is_allowed(feed)


def test_only_hosts_of_the_manifest_can_be_allowed(service, feed):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        allow(feed, "192.168.1.1")
    assert json.load(refusal.value)["error"]["rule"] == "unknown-host"


def test_an_imported_board_allows_nothing(service, feed):
    document = feed.ask("boards/home/export")
    document["tiles"]["1"]["privateHosts"] = [service.host]
    feed.ask("boards/home/import", document)
    assert not is_allowed(feed)
