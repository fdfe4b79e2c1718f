"""Signs in at an OpenID provider, as people do who have one for all their servers, and as attackers try."""

import http.client
import re
import subprocess
from urllib.parse import urlsplit

import pytest

from axe import violations
from openid_provider import CLIENT, SECRET, OpenIDProvider
from served import ROOT, TESSERA, tessera
from test_access import PASSWORD, GuardedServer, fill


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
        connection = http.client.HTTPConnection("localhost", self.server.port, timeout=60)
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
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
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


@pytest.fixture
def provider():
    with OpenIDProvider() as provider:
        yield provider


@pytest.fixture
def start(tmp_path):
    """Starts a server with an administrator, where people sign in at a provider."""
    servers = []

    def start(provider, *options):
        folder = tmp_path / str(len(servers))
        folder.mkdir()
        secret = []
        if provider.secret is not None:
            (folder / "secret").write_text(provider.secret + "\n")
            secret = ["--openid-client-secret-file", folder / "secret"]
        servers.append(GuardedServer(
            folder, "--openid-issuer", provider.issuer, "--openid-client", CLIENT, *secret, *options))
        tessera("user", "add", "root", "--data", servers[-1].data, password=PASSWORD)
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def accounts(server):
    return tessera("user", "list", "--data", server.data).splitlines()


@pytest.mark.hostile
@pytest.mark.parametrize("width, dark", [(1280, False), (320, True)])
def test_people_sign_in_by_the_button(start, provider, open_page, width, dark):
    server = start(provider, "--openid-role", "use", "--openid-label", "Sign in with Home ID")
    # The provider is another site: it has another host name.
    root = f"http://localhost:{server.port}/"
    page = open_page(root + "boards/home/page?from=mail", width=width, dark=dark)
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    assert violations(page) == []
    page.shot(f"sign-in-{width}")
    [button] = page.browser.find_elements("css selector", "a.primary")
    assert button.text == "Sign in with Home ID"
    button.click()
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.browser.current_url == root + "boards/home/page?from=mail"
    assert page.run("return document.querySelector('.boardBar > a').title") == "Account: ada"
    cookie = page.browser.get_cookie("tessera-session")
    assert (cookie["path"], cookie["httpOnly"], cookie["sameSite"]) == ("/", True, "Lax")
    assert provider.redirects == [root + "openid"] and provider.refusals == []
    assert accounts(server) == ["ada\tuse", "root\tadminister"]
    # There is no password to change, until an administrator sets one.
    page.browser.get(root + "account")
    page.wait(lambda: page.browser.title == "ada", "the account")
    assert "Change the password" not in page.run("return document.body.textContent")
    tessera("user", "role", "ada", "edit", "--data", server.data)
    page.reload()
    page.wait(lambda: "Role on shared boards: edit" in page.run("return document.body.textContent"), "the new role")
    # Signing out ends the session here. The provider's goes on, and needs no password.
    page.run("[...document.querySelectorAll('button')].find((each) => each.textContent === 'Sign out').click()")
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    page.browser.get(root + "openid/start")
    page.wait(lambda: page.browser.title == "Home", "the board")


@pytest.mark.hostile
@pytest.mark.smoke
def test_passwords_work_beside_the_button(start, provider, open_page):
    server = start(provider)
    page = open_page(server.root)
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    fill(page, name="root", password=PASSWORD)
    page.wait(lambda: page.browser.title == "Home", "the board")


def test_an_account_of_the_name_that_the_provider_states_is_that_persons(start, provider):
    server = start(provider)
    tessera("user", "add", "ada", "--role", "edit", "--data", server.data, password=PASSWORD)
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert (reply.status, reply.location) == (303, "/")
    assert (visitor.session["account"], visitor.session["role"]) == ("ada", "edit")
    assert visitor.session["hasPassword"] is True
    assert server.sign_in("ada")


def test_without_a_role_only_people_with_an_account_are_admitted(start, provider):
    server = start(provider)
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert reply.status == 403 and "no account here" in reply.text
    assert visitor.session["kind"] == "stranger" and accounts(server) == ["root\tadminister"]


def test_an_account_without_a_password_takes_none(start, provider):
    server = start(provider, "--openid-role", "use")
    assert Visitor(server).sign_in().status == 303
    for password in ("", PASSWORD):
        status, problem, _ = server.request("POST", "/login", {"name": "ada", "password": password})
        assert (status, problem["error"]["rule"]) == (401, "wrong-password")
    tessera("user", "password", "ada", "--data", server.data, password=PASSWORD)
    assert server.sign_in("ada")


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
def test_clients_authenticate_themselves_as_the_provider_takes_it(start, secret, methods):
    with OpenIDProvider(secret) as provider:
        provider.methods = methods
        server = start(provider, "--openid-role", "use")
        assert Visitor(server).sign_in().status == 303, provider.refusals


def test_a_wrong_secret_is_refused(start, provider):
    server = start(provider, "--openid-role", "use")
    provider.secret = "another"
    reply = Visitor(server).sign_in()
    assert reply.status == 502 and provider.refusals == ["client"]
    assert SECRET not in reply.text


def test_the_name_may_be_that_of_another_claim(start, provider):
    provider.person["nickname"] = "Lovelace"
    server = start(provider, "--openid-role", "use", "--openid-name-claim", "nickname", "--openid-scope", "openid nick")
    visitor = Visitor(server)
    visitor.sign_in()
    assert visitor.session["account"] == "lovelace"


@pytest.mark.parametrize("is_verified", [True, False, None])
def test_a_verified_address_stands_in_for_a_name(start, provider, is_verified):
    provider.person = {"sub": "18", "email": "Grace@example.org", "email_verified": is_verified}
    server = start(provider, "--openid-role", "use")
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert reply.status == (303 if is_verified else 403)
    assert visitor.session["account"] == ("grace@example.org" if is_verified else None)


@pytest.mark.parametrize("subject, status", [("17", 303), ("18", 502)])
def test_a_provider_may_keep_names_out_of_its_tokens(start, provider, subject, status):
    provider.person = {"sub": "17"}
    provider.user_info = {"sub": subject, "preferred_username": "ada"}
    server = start(provider, "--openid-role", "use")
    assert Visitor(server).sign_in().status == status


def test_an_issuer_may_have_a_path(start):
    with OpenIDProvider(path="/realms/home") as provider:
        server = start(provider, "--openid-role", "use")
        assert Visitor(server).sign_in().status == 303


# What attackers try


def test_an_answer_is_of_no_use_in_another_browser(start, provider):
    server = start(provider, "--openid-role", "use")
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
    server = start(provider, "--openid-role", "use")
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
    server = start(provider, "--openid-role", "use")
    visitor = Visitor(server)
    assert visitor.get(change(visitor.begin())).status == 400
    assert "POST /token" not in provider.log


@pytest.mark.parametrize("changes", [
    {"nonce": "another"}, {"nonce": None}, {"aud": "another"}, {"aud": ["another"]}, {"aud": ["another", CLIENT]},
    {"aud": ["another", CLIENT], "azp": "another"}, {"aud": None}, {"iss": "https://evil.example"}, {"iss": None},
    {"exp": 1_600_000_000}, {"exp": None}, {"iat": 99_999_999_999}, {"iat": None}, {"sub": None},
], ids=str)
def test_a_token_that_is_not_for_this_sign_in_is_refused(start, provider, changes):
    server = start(provider, "--openid-role", "use")
    provider.changes = changes
    visitor = Visitor(server)
    reply = visitor.sign_in()
    assert reply.status == 502 and "cannot be trusted" in reply.text
    assert visitor.session["kind"] == "stranger" and accounts(server) == ["root\tadminister"]


def test_the_answer_of_another_issuer_is_refused(start, provider):
    server = start(provider, "--openid-role", "use")
    visitor = Visitor(server)
    answer = re.sub(r"iss=[^&]+", "iss=https%3A%2F%2Fevil.example", visitor.begin())
    assert visitor.get(answer).status == 502 and "POST /token" not in provider.log


@pytest.mark.parametrize("metadata", [
    {"issuer": "https://evil.example"}, {"token_endpoint": "http://192.0.2.1/token"}, {"token_endpoint": None},
    {"authorization_endpoint": "http://192.0.2.1/authorize"}, {"authorization_endpoint": "javascript:alert(1)"},
], ids=str)
def test_a_provider_that_describes_itself_otherwise_is_not_used(start, provider, metadata):
    server = start(provider, "--openid-role", "use")
    provider.metadata = metadata
    reply = Visitor(server).get("/openid/start")
    assert reply.status == 502 and reply.location is None


@pytest.mark.hostile
def test_a_person_may_refuse(start, provider, open_page):
    server = start(provider, "--openid-role", "use")
    provider.denies = True
    page = open_page(f"http://localhost:{server.port}/login")
    # Cookies ignore ports, so those of other tests are there.
    page.browser.delete_all_cookies()
    page.browser.get(f"http://localhost:{server.port}/openid/start")
    page.wait(lambda: page.browser.title == "The sign-in was cancelled", "the notice")
    assert "did not confirm who you are" in page.run("return document.body.textContent")
    assert page.browser.get_cookie("tessera-session") is None
    assert "<b>" not in page.browser.page_source


@pytest.mark.hostile
def test_a_provider_that_is_down_is_asked_again_by_the_next_person(start, provider, open_page):
    server = start(provider, "--openid-role", "use")
    provider.is_down = True
    page = open_page(f"http://localhost:{server.port}/openid/start")
    page.wait(lambda: page.browser.title == "The sign-in service does not answer", "the notice")
    visitor = Visitor(server)
    provider.is_down = False
    answer = visitor.begin()
    provider.is_down = True
    assert visitor.get(answer).status == 502
    provider.is_down = False
    assert visitor.sign_in().status == 303


def test_a_provider_that_cannot_be_reached_does_not_stop_the_server(start):
    with OpenIDProvider() as provider:
        server = start(provider)
    assert Visitor(server).get("/openid/start").status == 502
    assert server.sign_in("root")


@pytest.mark.parametrize("next_page", [
    "https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example", "%2F%09%2Fevil.example",
    "%2F%0D%0ASet-Cookie%3A+a%3Db", "javascript%3Aalert(1)", "evil.example", "",
])
def test_the_next_page_is_never_on_another_site(start, provider, next_page):
    server = start(provider, "--openid-role", "use")
    reply = Visitor(server).sign_in(f"/openid/start?next={next_page}")
    assert (reply.status, reply.location) == (303, "/")


def test_the_next_page_is_the_one_that_was_asked_for_below_the_base_path(start, provider):
    server = start(provider, "--openid-role", "use", "--base-path", "/tessera")
    reply = Visitor(server).sign_in("/tessera/openid/start?next=%2Fopen%2F1%3Fa%3Db")
    assert (reply.status, reply.location) == (303, "/tessera/open/1?a=b")
    assert provider.redirects == [f"http://localhost:{server.port}/tessera/openid"]


def test_secrets_are_not_printed(start, provider):
    server = start(provider, "--openid-role", "use")
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
        text=True, capture_output=True, timeout=60)
    assert done.returncode != 0 and words in done.stderr
