"""Signs in at an OpenID provider, as people do who have one for all their servers, and as attackers try."""

import contextlib
import http.client
import re
import subprocess
from urllib.parse import urlsplit

import pytest

from guarded_server import PASSWORD, GuardedServer
from openid_provider import CLIENT, SECRET, OpenIDProvider
from served import ROOT, TESSERA, tessera
from waiting import PATIENCE


class Reply:
    """A response: its status, where it leads, the cookies that it sets, and its text."""

    def __init__(self, response):
        self.status = response.status
        self.location = response.getheader("Location")
        self.cookies = {}
        for field in response.headers.get_all("Set-Cookie", []):
            name, _, value = field.split(";")[0].partition("=")
            self.cookies[name] = value
        self.text = response.read().decode()


class Visitor:
    """A browser without pages: it keeps the cookies of the server, and follows no redirect."""

    def __init__(self, server):
        self.server = server
        self.cookies = {}

    def get(self, path):
        # Browsers send cookies to the provider only if that has the same host name. Here, it has not.
        connection = http.client.HTTPConnection("localhost", self.server.port, timeout=PATIENCE)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        reply = Reply(connection.getresponse())
        connection.close()
        self.cookies |= reply.cookies
        return reply

    def begin(self, path="/openid/start"):
        """Begins a sign-in, and returns the address of the provider's answer."""
        reply = self.get(path)
        assert reply.status == 303, reply.text
        address = urlsplit(reply.location)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
        connection.request("GET", f"{address.path}?{address.query}")
        answer = Reply(connection.getresponse())
        connection.close()
        assert answer.status == 302, answer.text
        back = urlsplit(answer.location)
        return f"{back.path}?{back.query}"

    def sign_in(self, path="/openid/start"):
        return self.get(self.begin(path))

    @property
    def session(self):
        return self.server.request(
            "GET", "/session", cookie=f"tessera-session={self.cookies.get('tessera-session', '')}")[1]


@pytest.fixture(scope="module")
def shared_provider():
    with OpenIDProvider() as provider:
        yield provider


@pytest.fixture
def provider(shared_provider):
    """A provider that has forgotten other tests. Its person is another one for each of them."""
    shared_provider.reset()
    return shared_provider


@contextlib.contextmanager
def starting(folder):
    """Gives a function that starts servers with an administrator, where people sign in at a provider."""
    servers = []

    def start(provider, *options):
        home = folder / str(len(servers))
        home.mkdir()
        secret = []
        if provider.secret is not None:
            (home / "secret").write_text(provider.secret + "\n")
            secret = ["--openid-client-secret-file", home / "secret"]
        servers.append(GuardedServer(
            home, "--openid-issuer", provider.issuer, "--openid-client", CLIENT, *secret, *options))
        tessera("user", "add", "root", "--data", servers[-1].data, password=PASSWORD)
        return servers[-1]

    try:
        yield start
    finally:
        for server in servers:
            server.stop()


@pytest.fixture
def start_anew(tmp_path):
    """Starts a server for one test."""
    with starting(tmp_path) as start:
        yield start


@pytest.fixture(scope="module")
def unacquainted(shared_provider, tmp_path_factory):
    """A server that has had no description of its provider which it can use."""
    with starting(tmp_path_factory.mktemp("unacquainted")) as start_server:
        yield start_server(shared_provider, "--openid-role", "use")


@pytest.fixture(scope="module")
def start(shared_provider, tmp_path_factory):
    """Gives the server with some options, which all tests of this file share."""
    servers = {}
    with starting(tmp_path_factory.mktemp("servers")) as start_server:

        def start_once(*options):
            if options not in servers:
                servers[options] = start_server(shared_provider, *options)
            return servers[options]

        yield start_once


def has_account(server, name):
    return name in [line.split("\t")[0] for line in tessera("user", "list", "--data", server.data).splitlines()]


def test_an_account_of_the_name_that_the_provider_states_is_that_persons(start, provider):
    server = start()
    tessera("user", "add", provider.name, "--role", "edit", "--data", server.data, password=PASSWORD)
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert (reply.status, reply.location) == (303, "/")
    assert (visitor.session["account"], visitor.session["role"]) == (provider.name, "edit")
    assert visitor.session["hasPassword"] is True
    assert server.sign_in(provider.name)


def test_without_a_role_only_people_with_an_account_are_admitted(start, provider):
    server = start()
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert reply.status == 403 and "no account here" in reply.text
    assert visitor.session["kind"] == "stranger" and not has_account(server, provider.name)


def test_an_account_without_a_password_takes_none(start, provider):
    server = start("--openid-role", "use")
    assert Visitor(server).sign_in().status == 303
    for password in ("", PASSWORD):
        status, problem, _ = server.request("POST", "/login", {"name": provider.name, "password": password})
        assert (status, problem["error"]["rule"]) == (401, "wrong-password")
    tessera("user", "password", provider.name, "--data", server.data, password=PASSWORD)
    assert server.sign_in(provider.name)


def test_the_first_account_is_made_with_the_link(tmp_path, provider):
    (tmp_path / "secret").write_text(SECRET)
    server = GuardedServer(
        tmp_path, "--openid-issuer", provider.issuer, "--openid-client", CLIENT, "--openid-role", "use",
        "--openid-client-secret-file", tmp_path / "secret")
    try:
        assert server.set_up
        reply = Visitor(server).sign_in()
        assert reply.status == 409 and "no administrator yet" in reply.text
    finally:
        server.stop()


@pytest.mark.parametrize("secret, methods", [
    (SECRET, ["client_secret_basic"]), (SECRET, ["client_secret_post"]), (None, ["none"]),
])
def test_clients_authenticate_themselves_as_the_provider_takes_it(start_anew, secret, methods):
    with OpenIDProvider(secret) as provider:
        provider.methods = methods
        server = start_anew(provider, "--openid-role", "use")
        assert Visitor(server).sign_in().status == 303, provider.refusals


def test_a_wrong_secret_is_refused(start, provider):
    server = start("--openid-role", "use")
    provider.secret = "another"
    reply = Visitor(server).sign_in()
    assert reply.status == 502 and provider.refusals == ["client"]
    assert SECRET not in reply.text


def test_the_name_may_be_that_of_another_claim(start, provider):
    provider.person["nickname"] = "Lovelace"
    server = start("--openid-role", "use", "--openid-name-claim", "nickname", "--openid-scope", "openid nick")
    visitor = Visitor(server)
    visitor.sign_in()
    assert visitor.session["account"] == "lovelace"


@pytest.mark.parametrize("is_verified", [True, False, None])
def test_a_verified_address_stands_in_for_a_name(start, provider, is_verified):
    address = f"Grace{provider.person['sub']}@example.org"
    provider.person = {"sub": provider.person["sub"], "email": address, "email_verified": is_verified}
    server = start("--openid-role", "use")
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert reply.status == (303 if is_verified else 403)
    assert visitor.session["account"] == (address.lower() if is_verified else None)


@pytest.mark.parametrize("is_same, status", [(True, 303), (False, 502)])
def test_a_provider_may_keep_names_out_of_its_tokens(start, provider, is_same, status):
    name, subject = provider.name, provider.person["sub"]
    provider.person = {"sub": subject}
    provider.user_info = {"sub": subject if is_same else "another", "preferred_username": name}
    server = start("--openid-role", "use")
    assert Visitor(server).sign_in().status == status


def test_an_issuer_may_have_a_path(start_anew):
    with OpenIDProvider(path="/realms/home") as provider:
        server = start_anew(provider, "--openid-role", "use")
        assert Visitor(server).sign_in().status == 303


# What attackers try


def test_an_answer_is_of_no_use_in_another_browser(start, provider):
    server = start("--openid-role", "use")
    victim, mallory, stranger = Visitor(server), Visitor(server), Visitor(server)
    answer, own = victim.begin(), mallory.begin()
    for thief in (mallory, stranger):
        reply = thief.get(answer)
        assert reply.status == 400 and "another browser" in reply.text
        assert "tessera-session" not in thief.cookies
    # A person is not signed in as another by a link either.
    assert victim.get(own).status == 400
    assert "POST /token" not in provider.log
    assert victim.get(answer).status == 303


def test_an_answer_counts_once(start, provider):
    server = start("--openid-role", "use")
    visitor = Visitor(server)
    answer = visitor.begin()
    assert visitor.get(answer).status == 303
    assert visitor.get(answer).status == 400
    # A code that was used elsewhere is refused by the provider.
    code = re.search(r"code=([^&]+)", answer)[1]
    another = re.sub(r"code=[^&]+", f"code={code}", visitor.begin())
    assert visitor.get(another).status == 502 and provider.refusals == ["code"]


@pytest.mark.parametrize("change", [
    lambda answer: re.sub(r"state=\w", "state=", answer),
    lambda answer: re.sub(r"state=\w+", "state=" + "0" * 64, answer),
    lambda answer: re.sub(r"&?state=\w+", "", answer),
    lambda answer: "/openid",
], ids=["a shorter state", "another state", "no state", "no query"])
def test_an_answer_without_its_state_is_refused(start, provider, change):
    server = start("--openid-role", "use")
    visitor = Visitor(server)
    assert visitor.get(change(visitor.begin())).status == 400
    assert "POST /token" not in provider.log


@pytest.mark.parametrize("changes", [
    {"nonce": "another"}, {"nonce": None}, {"aud": "another"}, {"aud": ["another"]}, {"aud": ["another", CLIENT]},
    {"aud": ["another", CLIENT], "azp": "another"}, {"aud": None}, {"iss": "https://evil.example"}, {"iss": None},
    {"exp": 1_600_000_000}, {"exp": None}, {"iat": 99_999_999_999}, {"iat": None}, {"sub": None},
], ids=str)
def test_a_token_that_is_not_for_this_sign_in_is_refused(start, provider, changes):
    server = start("--openid-role", "use")
    provider.changes = changes
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert reply.status == 502 and "cannot be trusted" in reply.text
    assert visitor.session["kind"] == "stranger" and not has_account(server, provider.name)


def test_the_answer_of_another_issuer_is_refused(start, provider):
    server = start("--openid-role", "use")
    visitor = Visitor(server)
    answer = re.sub(r"iss=[^&]+", "iss=https%3A%2F%2Fevil.example", visitor.begin())
    assert visitor.get(answer).status == 502 and "POST /token" not in provider.log


@pytest.mark.parametrize("metadata", [
    {"issuer": "https://evil.example"}, {"token_endpoint": "http://192.0.2.1/token"}, {"token_endpoint": None},
    {"authorization_endpoint": "http://192.0.2.1/authorize"}, {"authorization_endpoint": "javascript:alert(1)"},
], ids=str)
def test_a_provider_that_describes_itself_otherwise_is_not_used(unacquainted, provider, metadata):
    provider.metadata = metadata
    reply = Visitor(unacquainted).get("/openid/start")
    assert reply.status == 502 and reply.location is None


def title(reply):
    return re.search("<title>(.*?)</title>", reply.text)[1]


def test_a_person_may_refuse(start, provider):
    server = start("--openid-role", "use")
    provider.denies = True
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert title(reply) == "The sign-in was cancelled" and "did not confirm who you are" in reply.text
    assert "<b>" not in reply.text and "tessera-session" not in visitor.cookies


def test_a_provider_that_is_down_is_asked_again_by_the_next_person(start_anew, provider):
    server = start_anew(provider, "--openid-role", "use")
    provider.is_down = True
    visitor = Visitor(server)
    assert title(visitor.get("/openid/start")) == "The sign-in service does not answer"
    provider.is_down = False
    answer = visitor.begin()
    provider.is_down = True
    assert visitor.get(answer).status == 502
    provider.is_down = False
    assert visitor.sign_in().status == 303


def test_a_provider_that_cannot_be_reached_does_not_stop_the_server(start_anew):
    with OpenIDProvider() as provider:
        server = start_anew(provider)
    assert Visitor(server).get("/openid/start").status == 502
    assert server.sign_in("root")


@pytest.mark.parametrize("next_page", [
    "https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example", "%2F%09%2Fevil.example",
    "%2F%0D%0ASet-Cookie%3A+a%3Db", "javascript%3Aalert(1)", "evil.example", "",
])
def test_the_next_page_is_never_on_another_site(start, provider, next_page):
    server = start("--openid-role", "use")
    reply = Visitor(server).sign_in(f"/openid/start?next={next_page}")
    assert (reply.status, reply.location) == (303, "/")


def test_the_next_page_is_the_one_that_was_asked_for_below_the_base_path(start, provider):
    server = start("--openid-role", "use", "--base-path", "/tessera")
    reply = Visitor(server).sign_in("/tessera/openid/start?next=%2Fopen%2F1%3Fa%3Db")
    assert (reply.status, reply.location) == (303, "/tessera/open/1?a=b")
    assert provider.redirects == [f"http://localhost:{server.port}/tessera/openid"]


def test_secrets_are_not_printed(start_anew, provider):
    server = start_anew(provider, "--openid-role", "use")
    visitor = Visitor(server)
    provider.changes = {"nonce": "another"}
    answer = visitor.begin()
    visitor.get(answer)
    provider.is_down = True
    assert Visitor(server).get("/openid/start").status == 303
    provider.secret = "another"
    provider.is_down = False
    visitor.sign_in()
    server.process.terminate()
    printed = "".join(server.lines) + server.process.stdout.read()
    assert "OpenID provider" in printed
    for secret in (SECRET, *re.findall(r"(?:code|state)=([^&]+)", answer), *visitor.cookies.values()):
        assert secret not in printed


# Options


@pytest.mark.parametrize("options, words", [
    (["--openid-issuer", "http://auth.example.org", "--openid-client", "x"], "https://auth.example.org"),
    (["--openid-issuer", "auth.example.org", "--openid-client", "x"], "https://auth.example.org"),
    (["--openid-issuer", "https://auth.example.org"], "--openid-client"),
    (["--openid-client", "x"], "--openid-issuer"),
    (["--openid-issuer", "https://auth.example.org", "--openid-client", "x", "--openid-scope", "profile"], "openid"),
    (["--openid-issuer", "https://auth.example.org", "--openid-client", "x", "--access", "open"], "--access open"),
    (["--openid-issuer", "https://auth.example.org", "--openid-client", "x", "--openid-client-secret-file", "/none"],
     "cannot be read"),
    (["--openid-issuer", "https://auth.example.org", "--openid-client", "x", "--openid-role", "king"], "king"),
])
def test_options_that_do_not_fit_are_refused(tmp_path, options, words):
    done = subprocess.run(
        [TESSERA, "serve", "--port", "0", "--data", str(tmp_path / "data"), *options, "Samples/Todo.widget"], cwd=ROOT,
        text=True, capture_output=True, timeout=PATIENCE)
    assert done.returncode != 0 and words in done.stderr
