"""Opens a board from outside: behind nginx, with HTTPS and a base path."""

import base64

import pytest

import base_path_proxy
from base_path_proxy import PASSED, PASSWORD, serving_behind_nginx

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

pytestmark = pytest.mark.skipif(bool(base_path_proxy.is_available()), reason=str(base_path_proxy.is_available()))


@pytest.fixture(params=[
    pytest.param(passed, id=name, marks=[pytest.mark.exhaustive] if passed else []) for name, passed in PASSED.items()])
def nginx(tmp_path, request):
    with serving_behind_nginx(tmp_path, request.param) as nginx:
        yield nginx


@pytest.mark.smoke
def test_the_board_works_under_a_base_path_and_files_are_uploaded(nginx, open_page, tmp_path):
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
    page.browser.get(nginx.root + "open/2")
    page.wait(lambda: page.run("return document.querySelector('input[type=file]') !== null"), "the widget")
    # A picture with so much behind it that nginx keeps the request in a file.
    file = tmp_path / "hole.png"
    file.write_bytes(PIXEL + bytes(1_900_000))
    page.browser.find_element("css selector", "input[type=file]").send_keys(str(file))
    page.wait(lambda: "hole.png" in page.run("return document.body.textContent"), "the file's name")
