"""A local service with accounts. Users sign in by OAuth 2 with PKCE, read posts, and send posts and images."""

import base64
import hashlib
import json
import pathlib
import secrets
import shutil
import threading
from email import message_from_bytes
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

ROOT = pathlib.Path(__file__).resolve().parents[3]
CLIENT = "timeline-widget"


class TimelineService:
    """Responds to the actions of the timeline with the sample's canned posts, if a request has a token.

    `lifetime` is the lifetime of new tokens in seconds. `refuses` denies all sign-ins, `is_busy` responds with status
    503 once, `loses_pictures` rejects images, and images are not read while `may_answer` is not set. `posts` contains
    the posts, newest first. `asked` records the requests, `sent` the new posts, `deleted` the identifiers of deleted
    posts, `pictures` the uploads, and `secrets` what only the widget's server may know. `refreshes` counts refreshed
    tokens.
    """

    def __init__(self):
        actions = json.loads((ROOT / "Samples/Timeline.widget/service.json").read_text())["actions"]
        self.account = actions["currentUser"]["response"]
        self.posts = actions["homePosts"]["response"] + actions["morePosts"]["response"]
        self.users = {post["author"]["id"]: post["author"] for post in self.posts if isinstance(post["author"], dict)}
        self.users[self.account["id"]] = self.account
        self.lifetime = 3600
        self.refuses = False
        self.is_busy = False
        self.loses_pictures = False
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.sent = []
        self.deleted = []
        self.pictures = {}
        self.secrets = []
        self.refreshes = 0
        self.asked = []
        self._codes = {}
        self._tokens = set()
        self._refresh_tokens = set()
        self._lock = threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def write_bundle(self, folder, interval=60):
        """Copies the sample so that it contacts this server, and checks for new posts at an interval in seconds."""
        shutil.copytree(ROOT / "Samples/Timeline.widget", folder)
        screen = json.loads((folder / "screens/Timeline.json").read_text())
        screen["objects"]["prefetchAction"]["attrs"]["interval"] = interval
        (folder / "screens/Timeline.json").write_text(json.dumps(screen))
        manifest = json.loads((folder / "widget.json").read_text())
        manifest["hosts"] = [f"127.0.0.1:{self.port}"]
        (folder / "widget.json").write_text(json.dumps(manifest))
        text = (folder / "service.json").read_text()
        for host in ("https://timeline.example.org", "https://media.timeline.example.org"):
            text = text.replace(host, self.address)
        service = json.loads(text)
        service["options"]["provider"] = "http"
        for action in service["actions"].values():
            action.pop("response", None)
        (folder / "service.json").write_text(json.dumps(service))
        return folder

    def add_post(self, text, author="u3", attachments=None):
        """Adds a post that is newer than all others."""
        with self._lock:
            number = max(int(post["id"][1:]) for post in self.posts) + 1
            post = {
                "id": f"p{number}",
                "created_at": f"2026-06-20T20:00:{number - 126:02}Z",
                "likes": 0,
                "reposts": 0,
                "text": text,
                "author": author,
                "attachments": attachments,
            }
            if attachments:
                post["picture"] = f"{self.address}/pictures/{attachments.split(',')[0]}"
            self.posts.insert(0, post)
            return self._complete(post)

    def end_tokens(self):
        """Invalidates all access tokens. New ones can be obtained with refresh tokens."""
        self._tokens.clear()

    def forget_everybody(self):
        """Invalidates all access tokens and refresh tokens."""
        self._tokens.clear()
        self._refresh_tokens.clear()

    def close(self):
        self.may_answer.set()
        self.server.shutdown()
        self.server.server_close()

    # Signing in

    def authorize(self, question):
        """Returns the redirect URL for an authorization request; None if the request is invalid."""
        callback = question.get("redirect_uri", "")
        if (
            question.get("response_type") != "code"
            or question.get("client_id") != CLIENT
            or question.get("code_challenge_method") != "S256"
            or question.get("scope") != "read write"
            or len(question.get("state", "")) < 20
            or urlsplit(callback).hostname != "127.0.0.1"
            or urlsplit(callback).path != "/sign-in"
        ):
            return None
        if self.refuses:
            answer = {"error": "access_denied", "error_description": "You changed your mind", "state": question["state"]}
        else:
            code = secrets.token_urlsafe()
            self._codes[code] = (question["code_challenge"], callback)
            answer = {"code": code, "state": question["state"]}
        return f"{callback}?{urlencode(answer)}"

    def token(self, question):
        """Returns tokens for a code or for a refresh token, each of which is valid once; None for any other request."""
        if question.get("client_id") != CLIENT:
            return None
        if question.get("grant_type") == "authorization_code":
            challenge, callback = self._codes.pop(question.get("code"), (None, None))
            verifier = question.get("code_verifier", "")
            digest = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
            if challenge != digest or callback != question.get("redirect_uri"):
                return None
            self.secrets.append(verifier)
        elif question.get("grant_type") == "refresh_token":
            if question.get("refresh_token") not in self._refresh_tokens:
                return None
            self._refresh_tokens.remove(question["refresh_token"])
            self.refreshes += 1
        else:
            return None
        access, refresh = secrets.token_urlsafe(), secrets.token_urlsafe()
        self._tokens.add(access)
        self._refresh_tokens.add(refresh)
        self.secrets += [access, refresh]
        return {"access_token": access, "token_type": "Bearer", "expires_in": self.lifetime, "refresh_token": refresh}

    def knows(self, authorization):
        kind, _, token = (authorization or "").partition(" ")
        return kind == "Bearer" and token in self._tokens

    # Posts

    def home(self, question):
        posts = self.posts
        if last := question.get("max_id"):
            posts = [post for post in posts if int(post["id"][1:]) < int(last[1:])]
        return [self._complete(post) for post in posts[: int(question["count"])]]

    def _complete(self, post):
        author = post["author"]
        return {**post, "author": author if isinstance(author, dict) else self.users[author]}

    # HTTP

    def _handler(self):
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path, question = self.read()
                if path == "/oauth/authorize":
                    self.redirect(service.authorize(question))
                elif path.startswith("/pictures/"):
                    self.send(200, service.pictures[path.removeprefix("/pictures/")], "image/png")
                elif not service.knows(self.headers["Authorization"]):
                    self.answer(401, {"error": "Nobody is signed in"})
                elif service.is_busy:
                    service.is_busy = False
                    self.answer(503, {"error": "Try again"})
                elif path == "/api/1/account":
                    self.answer(200, service.account)
                elif path == "/api/1/posts/home":
                    self.answer(200, service.home(question))
                else:
                    self.answer(404, {"error": "Unknown"})

            def do_POST(self):
                path, _ = self.read()
                if path == "/oauth/token":
                    body = service.token(fields(self.body().decode()))
                    self.answer(200 if body else 400, body or {"error": "invalid_grant"})
                elif not service.knows(self.headers["Authorization"]):
                    self.body()
                    self.answer(401, {"error": "Nobody is signed in"})
                elif path == "/api/1/posts":
                    sent = fields(self.body().decode())
                    service.sent.append(sent)
                    attachments = sent.get("media_ids") or None
                    self.answer(201, service.add_post(sent["status"], service.account["id"], attachments))
                elif path == "/upload":
                    service.may_answer.wait()
                    body = self.body()
                    if service.loses_pictures:
                        self.answer(500, {"error": "No room for it"})
                    else:
                        self.answer(200, {"media_id": self.take_picture(body)})
                else:
                    self.answer(404, {"error": "Unknown"})

            def do_DELETE(self):
                path, _ = self.read()
                identity = path.removeprefix("/api/1/posts/")
                if not service.knows(self.headers["Authorization"]):
                    return self.answer(401, {"error": "Nobody is signed in"})
                service.deleted.append(identity)
                service.posts = [post for post in service.posts if post["id"] != identity]
                self.answer(204, None)

            def read(self):
                address = urlsplit(self.path)
                service.asked.append(f"{self.command} {address.path}")
                return address.path, fields(address.query)

            def body(self):
                return self.rfile.read(int(self.headers["Content-Length"]))

            def take_picture(self, body):
                head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
                [part] = message_from_bytes(head + body, policy=HTTP).iter_parts()
                assert part.get_param("name", header="Content-Disposition") == "media"
                assert part.get_content_type() == "image/png" and part.get_filename()
                identity = f"m{len(service.pictures) + 1}"
                service.pictures[identity] = part.get_payload(decode=True)
                return identity

            def redirect(self, address):
                if address is None:
                    return self.answer(400, {"error": "invalid_request"})
                self.send_response(302)
                self.send_header("Location", address)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def answer(self, status, value):
                self.send(status, b"" if value is None else json.dumps(value).encode(), "application/json")

            def send(self, status, body, kind):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                if status != 204:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        return Handler


def fields(text):
    """Returns the fields of a form or a query, each of which occurs once."""
    return {name: value for name, [value] in parse_qs(text, keep_blank_values=True).items()}
