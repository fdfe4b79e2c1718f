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
from urllib.parse import urlencode, urlsplit

from fake_service import FakeService, Response, answer, fields, redirect

ROOT = pathlib.Path(__file__).resolve().parents[3]
CLIENT = "timeline-widget"


class TimelineService(FakeService):
    """Responds to the actions of the timeline with the sample's canned posts, if a request has a token.

    `lifetime` is the lifetime of new tokens in seconds. `refuses` denies all sign-ins, `is_busy` responds with status
    503 once, `loses_pictures` rejects images, and images are not read while `may_answer` is not set. `posts` contains
    the posts, newest first. `sent` records the new posts, `deleted` the identifiers of deleted posts, `pictures` the
    uploads, and `secrets` what only the widget's server may know. `refreshes` counts refreshed tokens.
    """

    def __init__(self):
        actions = json.loads((ROOT / "Samples/Timeline.widget/service.json").read_text())["actions"]
        self.account = actions["currentUser"]["response"]
        self.posts = actions["homePosts"]["response"] + actions["morePosts"]["response"]
        self.users = {post["author"]["id"]: post["author"] for post in self.posts if isinstance(post["author"], dict)}
        self.users[self.account["id"]] = self.account
        self._canned = list(self.posts)
        self.may_answer = threading.Event()
        self._lock = threading.Lock()
        self.forget_everything()
        super().__init__({
            "GET /oauth/authorize": self._authorize,
            "POST /oauth/token": self._issue_token,
            "GET /pictures/*": lambda request: picture(self.pictures[request.path.removeprefix("/pictures/")]),
        }, otherwise=self._answer_user)

    def forget_everything(self):
        """Begins anew, with the sample's posts and without users."""
        self.posts = list(self._canned)
        self.requests = []
        self.lifetime = 3600
        self.refuses = False
        self.is_busy = False
        self.loses_pictures = False
        self.may_answer.set()
        self.sent = []
        self.deleted = []
        self.pictures = {}
        self.secrets = []
        self.refreshes = 0
        self._codes = {}
        self._tokens = set()
        self._refresh_tokens = set()

    def write_bundle(self, folder, interval=60, identifier=None):
        """Copies the sample so that it contacts this server, and checks for new posts at an interval in seconds."""
        shutil.copytree(ROOT / "Samples/Timeline.widget", folder)
        screen = json.loads((folder / "screens/Timeline.json").read_text())
        screen["objects"]["prefetchAction"]["attrs"]["interval"] = interval
        (folder / "screens/Timeline.json").write_text(json.dumps(screen))
        manifest = json.loads((folder / "widget.json").read_text())
        manifest["hosts"] = [self.host]
        manifest["id"] = identifier or manifest["id"]
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
        super().close()

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

    def _authorize(self, request):
        address = self.authorize(fields(request.query))
        return redirect(address) if address else answer({"error": "invalid_request"}, 400)

    def _issue_token(self, request):
        return self.token(request.form) or answer({"error": "invalid_grant"}, 400)

    def _answer_user(self, request):
        """Answers requests that need a token."""
        if not self.knows(request.headers["Authorization"]):
            return answer({"error": "Nobody is signed in"}, 401)
        if request.method == "GET" and self.is_busy:
            self.is_busy = False
            return answer({"error": "Try again"}, 503)
        match request.method, request.path:
            case "GET", "/api/1/account":
                return self.account
            case "GET", "/api/1/posts/home":
                return self.home(fields(request.query))
            case "POST", "/api/1/posts":
                sent = request.form
                self.sent.append(sent)
                return answer(self.add_post(sent["status"], self.account["id"], sent.get("media_ids") or None), 201)
            case "POST", "/upload":
                self.may_answer.wait()
                identity = self._add_picture(request)
                return answer({"error": "No room for it"}, 500) if identity is None else {"media_id": identity}
            case "DELETE", path:
                identity = path.removeprefix("/api/1/posts/")
                self.deleted.append(identity)
                self.posts = [post for post in self.posts if post["id"] != identity]
                return Response(status=204)
        return None

    def _add_picture(self, request):
        """Keeps the picture of an upload, and returns its identity; None if pictures are lost."""
        head = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode()
        body = request.body
        if self.loses_pictures:
            return None
        [part] = message_from_bytes(head + body, policy=HTTP).iter_parts()
        assert part.get_param("name", header="Content-Disposition") == "media"
        assert part.get_content_type() == "image/png" and part.get_filename()
        identity = f"m{len(self.pictures) + 1}"
        self.pictures[identity] = part.get_payload(decode=True)
        return identity


def picture(body):
    return Response(body, headers={"Content-Type": "image/png"})
