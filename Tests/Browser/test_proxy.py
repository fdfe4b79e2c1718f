"""Puts nginx in front of the server, with HTTPS and a base path, as people do who open their board from outside."""

import base64
import http.client
import json
import os
import socket
import ssl
import subprocess

import pytest

from served import ROOT, Server, tessera
from waiting import wait

NGINX = ROOT / ".build/nginx/usr/sbin/nginx"
PASSWORD = "correct horse"
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

pytestmark = pytest.mark.skipif(not NGINX.exists(), reason="nginx is not installed; run Scripts/setup test")


class Nginx:
    """nginx with a certificate of its own. `passed` is what it passes on: with the base path, or without."""

    def __init__(self, folder, port, passed):
        self.folder = folder
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem",
             "-out", folder / "certificate.pem"], check=True, capture_output=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        (folder / "nginx.conf").write_text(f"""
            {"user root;" if os.geteuid() == 0 else ""}
            daemon off; pid nginx.pid; error_log error.log; worker_processes 1;
            events {{ worker_connections 256; }}
            http {{
              access_log off;
              client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
              scgi_temp_path scgi;
              server {{
                listen 127.0.0.1:{self.port} ssl;
                ssl_certificate certificate.pem;
                ssl_certificate_key key.pem;
                client_max_body_size 100m;
                location / {{ return 404; }}
                location /tessera/ {{
                  proxy_pass http://127.0.0.1:{port}{passed};
                  proxy_http_version 1.1;
                  proxy_set_header Host $http_host;
                  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                  proxy_set_header X-Forwarded-Proto $scheme;
                  proxy_buffering off;
                  proxy_read_timeout 1h;
                }}
              }}
            }}""")
        self.process = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
        self.root = f"https://localhost:{self.port}/tessera/"
        wait(self.is_listening, "nginx")

    def is_listening(self):
        assert self.process.poll() is None, (self.folder / "error.log").read_text()
        try:
            return self.request("GET", "/elsewhere")[0] == 404
        except OSError:
            return False

    def request(self, method, path, body=None, source="127.0.0.1", **fields):
        """Sends a request from an address of this machine, and returns the status, the fields and the body."""
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("localhost", self.port, context=context, timeout=60,
                                                 source_address=(source, 0))
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if body is not None:
            fields["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), fields)
        response = connection.getresponse()
        answer = response.status, response.headers, response.read().decode()
        connection.close()
        return answer

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


@pytest.fixture(params=["", "/"], ids=["nginx keeps the base path", "nginx removes the base path"])
def nginx(tmp_path, request):
    data = tmp_path / "data"
    server = Server(
        tmp_path, "Samples/Todo.widget",
        ["--data", str(data), "--base-path", "/tessera", "--trusted-proxy", "127.0.0.1", "--host-name", "localhost"],
        ["docs/examples/Report.widget"])
    tessera("user", "add", "ada", "--data", data, password=PASSWORD)
    folder = tmp_path / "nginx"
    folder.mkdir()
    # A slash alone replaces the location's path, which therefore is not passed on.
    nginx = Nginx(folder, server.port, request.param)
    yield nginx
    nginx.stop()
    server.stop()


@pytest.mark.smoke
def test_the_board_works_under_a_base_path(nginx, open_page, tmp_path):
    page = open_page("about:blank")
    page.browser.execute_cdp_cmd("Security.setIgnoreCertificateErrors", {"ignore": True})
    page.browser.get(nginx.root)
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    assert page.browser.current_url == nginx.root + "login"
    for name, value in {"name": "ada", "password": PASSWORD}.items():
        page.browser.find_element("name", name).send_keys(value)
    page.run("document.querySelector('button[type=submit]').click()")
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.browser.current_url == nginx.root
    cookie = page.browser.get_cookie("tessera-session")
    assert (cookie["path"], cookie["secure"], cookie["httpOnly"]) == ("/tessera/", True, True)
    # The widgets came through the stream.
    page.wait(lambda: page.run("return document.querySelectorAll('[data-kind=screen]').length") == 2, "the widgets")
    page.run("document.querySelector('.boardTool.toggle').click(); document.querySelector('.boardTool.add').click()")
    page.wait(lambda: page.run("return [...document.querySelectorAll('.boardCard img')].some((i) => i.naturalWidth > 0)"),
              "a preview")
    asked = page.run("return performance.getEntriesByType('resource')"
                     ".filter(({ initiatorType }) => initiatorType !== 'iframe').map(({ name }) => name)")
    assert len(asked) > 8 and any("/client/app/main-" in name for name in asked)
    assert [address for address in asked if not address.startswith((nginx.root, "data:"))] == []
    page.shot("base-path")
    page.browser.get(nginx.root + "open/1")
    page.wait(lambda: page.run("return document.querySelector('[data-kind=screen]') !== null"), "the widget alone")
    page.browser.get(nginx.root + "account")
    page.wait(lambda: page.browser.title == "ada", "the account")
    links = page.run("return [...document.querySelectorAll('a')].map((link) => link.href)")
    assert links and all(link.startswith(nginx.root) for link in links)


def test_files_are_uploaded_through_the_proxy(nginx, open_page, tmp_path):
    _, fields, _ = nginx.request("POST", "/tessera/login", {"name": "ada", "password": PASSWORD})
    cookie = fields["Set-Cookie"].split(";")[0]
    page = open_page("about:blank")
    page.browser.execute_cdp_cmd("Security.setIgnoreCertificateErrors", {"ignore": True})
    page.browser.get(nginx.root + "client/styles/page.css")
    page.browser.add_cookie({"name": cookie.split("=")[0], "value": cookie.split("=")[1], "path": "/tessera/", "secure": True})
    page.browser.get(nginx.root + "open/2")
    page.wait(lambda: page.run("return document.querySelector('input[type=file]') !== null"), "the widget")
    # A picture with so much behind it that nginx keeps the request in a file.
    file = tmp_path / "hole.png"
    file.write_bytes(PIXEL + bytes(1_900_000))
    page.browser.find_element("css selector", "input[type=file]").send_keys(str(file))
    page.wait(lambda: "hole.png" in page.run("return document.body.textContent"), "the file's name")


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
    # Whatever address the client invents, its own one has to wait after some wrong passwords.
    statuses = [
        nginx.request("POST", "/tessera/login", {"name": f"eve{number}", "password": "wrong password"}, source="127.0.0.2",
                      X_Forwarded_For=f"203.0.113.{number}")[0] for number in range(6)]
    assert statuses[:3] == [401] * 3 and statuses[-1] == 429
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
