"""What accounts and links admit to, how commands manage them, and what other sites cannot do with a session."""

import json
import subprocess

import pytest

from guarded_server import PASSWORD, GuardedServer, administered, guarded  # noqa: F401
from one_time_codes import one_time_code
from served import ROOT, TESSERA, tessera
from waiting import PATIENCE


@pytest.fixture(scope="module")
def ada(administered):
    """The cookie of the administrator."""
    return administered.sign_in("ada")


def test_the_link_for_the_first_account_works_once(guarded):
    secret = guarded.set_up[1].split("#")[1]
    for name, expected in [("ada", 204), ("eve", 404)]:
        status, problem, _ = guarded.request("POST", "/setup", {"secret": secret, "name": name, "password": PASSWORD})
        assert status == expected
    assert problem["error"]["rule"] == "unknown-link"


def test_a_link_admits_to_a_board_until_it_is_removed(administered):
    link = tessera("link", "add", "Kitchen", "--data", administered.data, "--address", administered.root).strip()
    assert "Kitchen" in tessera("link", "list", "--data", administered.data)
    path = link.removeprefix(administered.root[:-1])
    assert administered.request("GET", path)[0] == 303
    tessera("link", "remove", "1", "--data", administered.data)
    status, page, _ = administered.request("GET", path)
    assert status == 404 and b"no longer valid" in page


def test_what_commands_change_is_in_the_audit_log(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    tessera("user", "add", "ada", "--data", data, password=PASSWORD)
    tessera("user", "add", "bob", "--data", data, password=PASSWORD)
    tessera("user", "role", "bob", "edit", "--board", "home", "--data", data)
    tessera("link", "add", "Kitchen", "--data", data)
    tessera("user", "remove", "bob", "--data", data)
    tessera("user", "remove", "bob", "--data", data, expected=1)
    text = (data / "audit.log").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["action"] for line in lines] == [
        "account-added", "account-added", "role-set", "link-added", "account-removed"]
    assert (lines[2]["account"], lines[2]["role"], lines[2]["board"]) == ("bob", "edit", "home")
    assert all(line["who"].startswith("the command of ") and line["time"].endswith("Z") for line in lines)
    assert PASSWORD not in text


@pytest.mark.parametrize("method, path, body", [
    ("GET", "/admin/widgets", None), ("GET", "/admin/people", None), ("POST", "/admin/widgets/1/stop", {}),
    ("POST", "/admin/people", {"name": "eve", "password": PASSWORD, "role": "administer"}),
    ("POST", "/admin/people/ed/role", {"role": "administer"}),
    ("POST", "/admin/links", {"name": "x", "board": "home", "role": "look"}),
])
def test_who_may_not_administer_gets_no_data(administered, ed, method, path, body):
    status, problem, _ = administered.request(method, path, body, ed)
    assert (status, problem["error"]["rule"]) == (403, "role")


@pytest.fixture(scope="module")
def ed(administered):
    """The cookie of somebody who edits boards."""
    tessera("user", "add", "ed", "--role", "edit", "--data", administered.data, password=PASSWORD)
    return administered.sign_in("ed")


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
        "name": "bob", "role": "use", "boards": {"home": "edit"}, "hasSecondFactor": False}
    assert "only account that administers" in tessera("user", "remove", "ada", *data, expected=1)
    bob = guarded.sign_in("bob")
    assert guarded.request("GET", "/session", cookie=bob)[1]["boards"] == {"home": "edit"}
    tessera("user", "role", "bob", "none", "--board", "home", *data)
    assert guarded.request("GET", "/session", cookie=bob)[1]["boards"] == {"home": "use"}
    tessera("user", "remove", "bob", *data)
    assert guarded.request("GET", "/boards", cookie=bob)[0] == 401
    assert "does not exist" in tessera("user", "list", "--data", guarded.data / "typo", expected=1)
    assert "'look', 'use', 'edit' or 'administer'" in tessera("user", "role", "ada", "king", *data, expected=2)


def test_a_role_that_needs_a_second_factor_gets_one_at_the_next_sign_in(tmp_path):
    server = GuardedServer(tmp_path, "--second-factor", "administer")
    data = ("--data", server.data)
    try:
        tessera("user", "add", "ada", *data, password=PASSWORD)
        tessera("user", "add", "bob", *data, password=PASSWORD)
        server.sign_in("bob")
        password = {"name": "ada", "password": PASSWORD}
        status, enrolment, cookie = server.request("POST", "/login", password)
        assert (status, enrolment["needs"], cookie) == (200, "enrolment", None)
        code = {"token": enrolment["token"], "code": one_time_code(enrolment["secret"])}
        status, added, cookie = server.request("POST", "/login/second-factor", code)
        assert status == 200 and len(added["recoveryCodes"]) == 10
        assert server.request("GET", "/session", cookie=cookie)[1]["recoveryCodes"] == 10
        assert tessera("user", "list", *data) == "ada\tadminister\tsecond-factor\nbob\tuse\n"
        status, demand, cookie = server.request("POST", "/login", password)
        assert (status, demand["needs"], cookie) == (200, "code", None)
        # The code that confirmed it is used up.
        for text, expected in [(code["code"], 401), (added["recoveryCodes"][0], 204), (added["recoveryCodes"][0], 401)]:
            body = {"token": demand["token"], "code": text}
            assert server.request("POST", "/login/code", body)[0] == expected
        removed = tessera("user", "remove-second-factor", "ada", *data)
        assert removed == "removed the second factor of ada\n"
        lines = [json.loads(line) for line in (server.data / "audit.log").read_text().splitlines()]
        changes = [(line["action"], line["account"]) for line in lines if line["action"].startswith("second-factor")]
        assert changes == [("second-factor-added", "ada"), ("second-factor-reset", "ada")]
        assert server.request("POST", "/login", password)[1]["needs"] == "enrolment"
        assert tessera("user", "remove-second-factor", "bob", *data) == "bob has no second factor\n"
        assert "no account" in tessera("user", "remove-second-factor", "eve", *data, expected=1)
        # What bans addresses sees wrong codes as it sees wrong passwords.
        assert server.stopped_log().count("Sign-in failed for 'ada' from 127.0.0.1") == 2
    finally:
        server.stop()


@pytest.mark.parametrize("fields", [
    {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"},
    {"Sec_Fetch_Site": "same-site"}, {"Content_Type": "text/plain"},
    {"Content_Type": "application/x-www-form-urlencoded"},
])
def test_other_sites_cannot_use_a_session(administered, ada, fields):
    for path, body in [("/boards", {"name": "Evil"}), ("/logout", {}), ("/login", {"name": "ada", "password": "x"})]:
        assert administered.request("POST", path, body, ada, **fields)[0] in (403, 415)
    assert [board["id"] for board in administered.request("GET", "/boards", cookie=ada)[1]] == ["home"]


def test_accounts_that_cannot_be_read_stop_the_server(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "access.sqlite").write_bytes(b"not a database, but long enough to be one" * 200)
    result = subprocess.run(
        [TESSERA, "serve", "--data", str(data), "--port", "0", "Samples/Todo.widget"], cwd=ROOT, text=True,
        capture_output=True, timeout=PATIENCE)
    assert result.returncode == 1
    assert "accounts" in result.stderr
