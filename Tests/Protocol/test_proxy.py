"""Asks a server behind nginx, with HTTPS and a base path, as attackers do."""

import itertools

import pytest

import base_path_proxy
from base_path_proxy import PASSED, PASSWORD, serving_behind_nginx

pytestmark = pytest.mark.skipif(bool(base_path_proxy.is_available()), reason=str(base_path_proxy.is_available()))


@pytest.fixture(scope="module", params=PASSED.values(), ids=PASSED.keys())
def nginx(tmp_path_factory, request):
    with serving_behind_nginx(tmp_path_factory.mktemp("proxied"), request.param) as nginx:
        yield nginx


@pytest.mark.parametrize("path", [
    "/tessera/../boards", "/tessera/%2e%2e/boards", "//tessera/boards", "/tessera//boards", "/tessera/./boards",
    "/tessera/tessera/boards", "/tessera/boards/", "/tessera/%62oards", "/tessera/boards%00", "/tesserax/boards",
    "/tessera/client/..%2f..%2fboards", "/tessera;/boards", "/tessera/boards?x=/tessera/login", "/tessera\\boards",
])
def test_no_path_gets_past_the_sign_in(nginx, path):
    status, _, body = nginx.request("GET", path)
    assert status in (301, 303, 308, 400, 401, 404), (status, body)
    assert "home" not in body.lower()


def test_forged_fields_do_not_change_who_asks(nginx):
    forged = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9;proto=http", "Remote-User": "ada",
              "X-Remote-User": "ada", "X-Forwarded-Host": "evil.example", "X-Original-URL": "/boards",
              "X-Rewrite-URL": "/boards"}
    assert nginx.request("GET", "/tessera/boards", **forged)[0] == 401
    # Whatever address the client invents, its own one has to wait after some wrong passwords: longer after each.
    for number in itertools.count():
        status = nginx.request(
            "POST", "/tessera/login", {"name": f"eve{number}", "password": "wrong password"}, source="127.0.0.2",
            X_Forwarded_For=f"203.0.113.{number}")[0]
        if status != 401:
            break
    assert status == 429 and number >= 3
    assert nginx.request("POST", "/tessera/login", {"name": "ada", "password": PASSWORD}, source="127.0.0.3")[0] == 204


def test_pages_of_other_sites_can_do_nothing(nginx):
    _, fields, _ = nginx.request("POST", "/tessera/login", {"name": "ada", "password": PASSWORD})
    cookie = fields["Set-Cookie"].split(";")[0]
    change = {"name": "Mine"}
    assert nginx.request("POST", "/tessera/boards", change, Cookie=cookie, Origin="https://evil.example")[0] == 403
    assert nginx.request("POST", "/tessera/boards", change, Cookie=cookie, Sec_Fetch_Site="cross-site")[0] == 403
    assert nginx.request("GET", "/tessera/boards", Cookie=cookie, Host="evil.example")[0] == 421
    assert nginx.request("POST", "/tessera/boards", change, Cookie=cookie, Origin=f"https://localhost:{nginx.port}")[0] == 201
    page = nginx.request("GET", "/tessera/", Cookie=cookie)[1]
    assert "unsafe-inline" not in page["Content-Security-Policy"] and page["X-Content-Type-Options"] == "nosniff"
