"""A server of posts on this machine, which can be made to fail in several ways."""

import json
import pathlib
import shutil
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

ROOT = pathlib.Path(__file__).resolve().parents[3]


class FeedService:
    """Responds to the feed's three actions with the sample's canned data.

    `status`, `delay` (seconds) and `cut` (sends half of the body) make the feed's response worse; `posts` replaces it.
    `posted` records the texts that were sent.
    """

    def __init__(self):
        actions = json.loads((ROOT / "Samples/Feed.widget/service.json").read_text())["actions"]
        self.account = actions["currentUser"]["response"]
        self.posts = actions["homeFeed"]["response"]
        self.posted = []
        self.status = 200
        self.delay = 0.0
        self.cut = False
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = self.path.split("?")[0]
                if path == "/api/account.json":
                    self.answer(200, service.account)
                elif path == "/api/moved.json":
                    self.send_response(302)
                    self.send_header("Location", "/api/feed.json")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                elif path == "/api/feed.json":
                    time.sleep(service.delay)
                    body = service.posts if service.status == 200 else {"error": "The shelf is empty"}
                    self.answer(service.status, body, service.cut)
                else:
                    self.answer(404, {"error": "Unknown"})

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                text = parse_qs(body)["status"][0]
                service.posted.append(text)
                post = {
                    "id_str": f"new-{len(service.posted)}",
                    "created_at": "Wed Jun 20 23:00:00 +0000 2018",
                    "favorite_count": 0,
                    "repost_count": 0,
                    "text": text,
                    "user": {"id_str": "0"},
                }
                self.answer(200, post)

            def answer(self, status, value, cut=False):
                body = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if cut else body)
                if cut:
                    self.close_connection = True

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def write_bundle(self, folder, feed_path="feed.json"):
        """Copies the sample so that it contacts this server."""
        shutil.copytree(ROOT / "Samples/Feed.widget", folder)
        manifest = json.loads((folder / "widget.json").read_text())
        manifest["hosts"] = [f"127.0.0.1:{self.port}"]
        (folder / "widget.json").write_text(json.dumps(manifest))
        service = json.loads((folder / "service.json").read_text())
        service["options"]["provider"] = "http"
        service["defaults"]["baseUrl"] = f"http://127.0.0.1:{self.port}/api/"
        service["actions"]["homeFeed"]["path"] = feed_path
        for action in service["actions"].values():
            action.pop("response", None)
        (folder / "service.json").write_text(json.dumps(service))
        return folder

    def close(self):
        self.server.shutdown()
        self.server.server_close()
