"""Signs in as people do: the first account, others with roles, links for screens, and what each may do."""

import http.client
import json
import re
import subprocess

import pytest

from axe import violations
from served import ROOT, TESSERA, Server, tessera

PASSWORD = "correct horse"


class GuardedServer(Server):
    """A server that people sign in to."""

    def __init__(self, tmp_path, *options):
        self.data = tmp_path / "data"
        super().__init__(tmp_path, "Samples/Todo.widget", ["--data", str(self.data), "--access", "required", *options])
        self.set_up = re.search(r"Make the first account at (\S+)", self.process.stdout.readline())

    def request(self, method, path, body=None, cookie=None, **fields):
        """Sends a request, and returns the status, the JSON and the cookie."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if cookie:
            fields["Cookie"] = cookie
        if body is not None:
            fields.setdefault("Content-Type", "application/json")
        connection.request(method, path, None if body is None else json.dumps(body), fields)
        response = connection.getresponse()
        content = response.read()
        set_cookie = response.getheader("Set-Cookie")
        connection.close()
        try:
            content = json.loads(content)
        except ValueError:
            pass
        return response.status, content, set_cookie and set_cookie.split(";")[0]

    def sign_in(self, name, password=PASSWORD):
        status, _, cookie = self.request("POST", "/login", {"name": name, "password": password})
        assert status == 204
        return cookie


@pytest.fixture
def guarded(tmp_path):
    server = GuardedServer(tmp_path)
    yield server
    server.stop()


def fill(page, **values):
    for name, value in values.items():
        field = page.browser.find_element("name", name)
        field.clear()
        field.send_keys(value)
    page.run("document.querySelector('button[type=submit]').click()")


def outcome(page):
    return page.run("return document.querySelector('.accountOutcome')?.textContent")


@pytest.mark.hostile
@pytest.mark.parametrize("width, dark", [(1280, False), (320, True)])
@pytest.mark.smoke
def test_the_first_account_is_made_on_a_page(guarded, open_page, width, dark):
    page = open_page(guarded.root, width=width, dark=dark)
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    assert violations(page) == []
    page.browser.get(guarded.set_up[1])
    page.wait(lambda: page.browser.title == "Make the first account", "the page for the first account")
    assert violations(page) == []
    fill(page, name="Ada", password="short")
    page.wait(lambda: outcome(page) == "A password has at least 8 characters, and at most 1024 bytes", "a refusal")
    page.shot(f"first-account-{width}")
    fill(page, name="Ada", password=PASSWORD)
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.run("return document.querySelector('.boardBar > a').title") == "Account: ada"
    page.browser.get(guarded.root + "account")
    page.wait(lambda: page.browser.title == "ada", "the account")
    assert violations(page) == []
    page.shot(f"account-{width}")
    # The link works once.
    status, problem, _ = guarded.request(
        "POST", "/setup", {"secret": guarded.set_up[1].split("#")[1], "name": "eve", "password": PASSWORD})
    assert (status, problem["error"]["rule"]) == (404, "unknown-link")


@pytest.mark.hostile
def test_a_page_that_is_no_longer_signed_in_leads_to_the_sign_in_page_and_back(guarded, open_page):
    tessera("user", "add", "ada", "--role", "administer", "--data", guarded.data, password=PASSWORD)
    page = open_page(guarded.root + "boards/home/page?from=mail")
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    fill(page, name="ada", password="wrong password")
    page.wait(lambda: outcome(page) == "The name or the password is wrong", "a refusal")
    fill(page, name="ADA", password=PASSWORD)
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.browser.current_url == guarded.root + "boards/home/page?from=mail"
    page.wait(lambda: page.run("return document.querySelector('[data-kind=screen]') !== null"), "the widget")
    tessera("user", "password", "ada", "--data", guarded.data, password="another password")
    page.run("document.querySelector('.boardTool.toggle').click(); document.querySelector('.boardTool.add').click()")
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")


@pytest.mark.hostile
@pytest.mark.smoke
def test_who_may_look_gets_no_tools_for_editing(guarded, open_page):
    tessera("user", "add", "ada", "--role", "administer", "--data", guarded.data, password=PASSWORD)
    link = tessera("link", "add", "Kitchen", "--data", guarded.data, "--address", guarded.root).strip()
    assert "Kitchen" in tessera("link", "list", "--data", guarded.data)
    page = open_page(link)
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.browser.current_url == guarded.root + "boards/home/page"
    page.wait(lambda: page.run("return document.querySelector('[data-kind=screen]') !== null"), "the widget")
    assert page.run("return [...document.querySelectorAll('.boardTool')].every((tool) => tool.hidden)")
    assert violations(page) == []
    page.shot("wall")
    tessera("link", "remove", "1", "--data", guarded.data)
    page.browser.get(link)
    assert "no longer valid" in page.browser.page_source


@pytest.mark.hostile
def test_a_press_by_who_may_only_look_is_refused_in_words(guarded, open_page):
    tessera("user", "add", "ada", "--role", "administer", "--data", guarded.data, password=PASSWORD)
    link = tessera("link", "add", "Kitchen", "--data", guarded.data, "--address", guarded.root).strip()
    page = open_page(link)
    page.wait(lambda: page.run("return document.querySelector('[data-kind=screen] button') !== null"), "a button")
    page.run("document.querySelector('[data-kind=screen] button').click()")
    page.wait(lambda: "may not use" in page.run(
        "return document.querySelector('.widgetSilence')?.textContent ?? ''"), "the reason")


def test_accounts_are_managed_by_commands(guarded):
    data = ("--data", guarded.data)
    assert "has to administer" in tessera("user", "add", "bob", "--role", "edit", *data, password=PASSWORD, expected=1)
    assert tessera("user", "add", "Ada", *data, password=PASSWORD) == "added ada: administer\n"
    assert "account-exists" not in tessera("user", "add", "bob", *data, password=PASSWORD)
    assert "already" in tessera("user", "add", "ADA", *data, password=PASSWORD, expected=1)
    assert "at least 8" in tessera("user", "add", "eve", *data, password="short", expected=1)
    assert "no password" in tessera("user", "add", "eve", *data, password="", expected=2)
    tessera("user", "role", "bob", "edit", "--board", "home", *data)
    assert tessera("user", "list", *data) == "ada\tadminister\nbob\tuse\thome=edit\n"
    assert json.loads(tessera("user", "list", "--json", *data))[1] == {
        "name": "bob", "role": "use", "boards": {"home": "edit"}}
    assert "only account that administers" in tessera("user", "remove", "ada", *data, expected=1)
    bob = guarded.sign_in("bob")
    assert guarded.request("GET", "/session", cookie=bob)[1]["boards"] == {"home": "edit"}
    tessera("user", "role", "bob", "none", "--board", "home", *data)
    assert guarded.request("GET", "/session", cookie=bob)[1]["boards"] == {"home": "use"}
    tessera("user", "remove", "bob", *data)
    assert guarded.request("GET", "/boards", cookie=bob)[0] == 401
    assert "does not exist" in tessera("user", "list", "--data", guarded.data / "typo", expected=1)
    assert "'look', 'use', 'edit' or 'administer'" in tessera("user", "role", "ada", "king", *data, expected=2)


@pytest.mark.parametrize("fields", [
    {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"},
    {"Sec_Fetch_Site": "same-site"}, {"Content_Type": "text/plain"},
    {"Content_Type": "application/x-www-form-urlencoded"},
])
def test_other_sites_cannot_use_a_session(guarded, fields):
    tessera("user", "add", "ada", "--role", "administer", "--data", guarded.data, password=PASSWORD)
    cookie = guarded.sign_in("ada")
    for path, body in [("/boards", {"name": "Evil"}), ("/logout", {}), ("/login", {"name": "ada", "password": "x"})]:
        assert guarded.request("POST", path, body, cookie, **fields)[0] in (403, 415)
    assert [board["id"] for board in guarded.request("GET", "/boards", cookie=cookie)[1]] == ["home"]


def test_accounts_that_cannot_be_read_stop_the_server(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "access.sqlite").write_bytes(b"not a database, but long enough to be one" * 200)
    result = subprocess.run(
        [TESSERA, "serve", "--data", str(data), "--port", "0", "Samples/Todo.widget"], cwd=ROOT, text=True,
        capture_output=True, timeout=60)
    assert result.returncode == 1
    assert "accounts" in result.stderr
