"""Widgets that ask services on this machine."""

from data_folders import Client
from feed_service import FeedService
from waiting import wait


def test_a_redirect_is_followed(serve, tmp_path):
    service = FeedService()
    try:
        bundle = service.write_bundle(tmp_path / "Feed.widget", "moved.json")
        posts = Client(serve(bundle, options=["--allow-private-addresses"])).present("1")
        wait(lambda: service.posts[0]["text"] in posts.texts("textLabel"), "the posts of the service")
        assert service.log.index("GET /api/moved.json") < service.log.index("GET /api/feed.json")
    finally:
        service.close()
