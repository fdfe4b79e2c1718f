"""A local OpenID provider. People sign in at once, as those do who have a session at their provider."""

import base64
import hashlib
import json
import secrets
import time
from urllib.parse import unquote, urlencode

from fake_service import FakeService, answer, fields, redirect

CLIENT = "tessera"
# It has characters that are escaped in the header field.
SECRET = "s3cret/+ ü"


class OpenIDProvider(FakeService):
    """Gives codes and tokens for a person, and checks what it is asked as the standards say.

    `person` has the claims about the person. `changes` has claims that replace those of the token, or remove them if
    they are None. `denies` is whether the person does not agree, `is_down` whether it answers with status 503, and
    `methods` how clients may authenticate themselves. `refusals` says why no tokens were given.
    """

    def __init__(self, secret=SECRET, path=""):
        self.right_secret = secret
        self.count = 0
        self._codes = {}
        self._tokens = set()
        super().__init__({
            f"GET {path}/.well-known/openid-configuration": self._unless_down(self._describe),
            f"GET {path}/authorize": self._unless_down(self._authorize),
            f"POST {path}/token": self._unless_down(self._exchange),
            f"GET {path}/me": self._unless_down(self._show_person),
        })
        self.issuer = self.address + path
        self.reset()

    def reset(self):
        """Begins anew, for another person."""
        self.count += 1
        self.secret = self.right_secret
        self.person = {"sub": f"{16 + self.count}", "preferred_username": f"Ada{self.count}"}
        self.user_info = {}
        self.changes = {}
        self.metadata = {}
        self.methods = ["client_secret_basic", "client_secret_post"]
        self.denies = False
        self.is_down = False
        self.refusals = []
        self.redirects = []
        self.requests.clear()

    @property
    def name(self):
        """The name of the person's account."""
        return self.person["preferred_username"].lower()

    def _unless_down(self, respond):
        return lambda request: answer({"error": "temporarily_unavailable"}, 503) if self.is_down else respond(request)

    def _describe(self, _):
        return {
            "issuer": self.issuer, "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token", "userinfo_endpoint": f"{self.issuer}/me",
            "response_types_supported": ["code"], "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": self.methods, **self.metadata,
        }

    def _authorize(self, request):
        question = fields(request.query)
        if (
            question.get("response_type") != "code"
            or question.get("client_id") != CLIENT
            or question.get("code_challenge_method") != "S256"
            or "openid" not in question.get("scope", "").split()
            or len(question.get("code_challenge", "")) != 43
            or min(len(question.get("state", "")), len(question.get("nonce", ""))) < 32
        ):
            return answer({"error": "invalid_request"}, 400)
        self.redirects.append(question["redirect_uri"])
        if self.denies:
            result = {"error": "access_denied", "error_description": "<b>No</b>"}
        else:
            code = secrets.token_urlsafe()
            self._codes[code] = question
            result = {"code": code}
        result |= {"state": question["state"], "iss": self.issuer}
        return redirect(f"{question['redirect_uri']}?{urlencode(result)}")

    def _exchange(self, request):
        form = request.form
        question = self._codes.pop(form.get("code"), None)
        if problem := self._problem(request, form, question):
            self.refusals.append(problem)
            return answer({"error": "invalid_client" if problem == "client" else "invalid_grant"}, 400)
        token = secrets.token_urlsafe()
        self._tokens.add(token)
        now = int(time.time())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 60, "nonce": question["nonce"],
            **self.person, **self.changes,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        parts = [json.dumps({"alg": "RS256"}), json.dumps(claims), "signature"]
        return {
            "access_token": token, "token_type": "Bearer", "expires_in": 60,
            "id_token": ".".join(base64url(part.encode()) for part in parts),
        }

    def _problem(self, request, form, question):
        """Returns why no tokens are given: the client, a code that was not given or is used up, or the proof key."""
        if not self._knows_client(request.headers.get("Authorization"), form):
            return "client"
        if question is None or form.get("grant_type") != "authorization_code":
            return "code"
        challenge = base64url(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if challenge != question["code_challenge"]:
            return "verifier"
        return None if form.get("redirect_uri") == question["redirect_uri"] else "address"

    def _knows_client(self, field, form):
        if field:
            kind, _, text = field.partition(" ")
            name, _, secret = base64.b64decode(text).decode().partition(":")
            shown = (unquote(name), unquote(secret))
            is_right = kind == "Basic" and "client_secret_basic" in self.methods and "client_secret" not in form
        else:
            shown = (form.get("client_id"), form.get("client_secret"))
            is_right = self.secret is None or "client_secret_post" in self.methods
        return is_right and shown == (CLIENT, self.secret)

    def _show_person(self, request):
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer" or token not in self._tokens:
            return answer({"error": "invalid_token"}, 401)
        return {"sub": self.person["sub"], **self.user_info}


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
