"""A server of posts on this machine, which can be made to fail in several ways."""

import json
import shutil

from fake_service import FakeService, answer, redirect
from served import ROOT


class FeedService(FakeService):
    """Responds to the feed's three actions with the sample's canned data.

    `status` and `cut` (sends half of the body) make the feed's response worse; `posts` replaces it.
    `posted` records the texts that were sent.
    """

    def __init__(self):
        actions = json.loads((ROOT / "Samples/Feed.widget/service.json").read_text())["actions"]
        self.posts = actions["homeFeed"]["response"]
        self.posted = []
        self.status = 200
        self.cut = False
        super().__init__(
            {
                "GET /api/account.json": actions["currentUser"]["response"],
                "GET /api/moved.json": redirect("/api/feed.json"),
                "GET /api/feed.json": self._feed,
            },
            otherwise=lambda request: self._post(request) if request.method == "POST" else None)

    def _feed(self, _):
        body = self.posts if self.status == 200 else {"error": "The shelf is empty"}
        return answer(body, self.status, is_cut=self.cut)

    def _post(self, request):
        text = request.form["status"]
        self.posted.append(text)
        return {
            "id_str": f"new-{len(self.posted)}",
            "created_at": "Wed Jun 20 23:00:00 +0000 2018",
            "favorite_count": 0,
            "repost_count": 0,
            "text": text,
            "user": {"id_str": "0"},
        }

    def write_bundle(self, folder, feed_path="feed.json"):
        """Copies the sample so that it contacts this server."""
        shutil.copytree(ROOT / "Samples/Feed.widget", folder)
        manifest = json.loads((folder / "widget.json").read_text())
        manifest["hosts"] = [self.host]
        (folder / "widget.json").write_text(json.dumps(manifest))
        service = json.loads((folder / "service.json").read_text())
        service["options"]["provider"] = "http"
        service["defaults"]["baseUrl"] = f"{self.address}/api/"
        service["actions"]["homeFeed"]["path"] = feed_path
        for action in service["actions"].values():
            action.pop("response", None)
        (folder / "service.json").write_text(json.dumps(service))
        return folder
