"""Signs in at an OpenID provider, as people do who have one for all their servers."""

import pytest

from account_forms import fill
from axe import violations
from guarded_server import PASSWORD, GuardedServer
from openid_provider import CLIENT, SECRET, OpenIDProvider
from served import tessera


@pytest.fixture
def provider():
    with OpenIDProvider() as provider:
        yield provider


@pytest.fixture
def server(provider, tmp_path):
    """A server with an administrator, where people sign in at the provider."""
    secret = tmp_path / "secret"
    secret.write_text(SECRET + "\n")
    server = GuardedServer(
        tmp_path, "--openid-issuer", provider.issuer, "--openid-client", CLIENT, "--openid-client-secret-file", secret,
        "--openid-role", "use", "--openid-label", "Sign in with Home ID")
    tessera("user", "add", "root", "--data", server.data, password=PASSWORD)
    yield server
    server.stop()


def sign_out(page):
    page.run("[...document.querySelectorAll('button')].find((each) => each.textContent === 'Sign out').click()")
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")


@pytest.mark.hostile
@pytest.mark.smoke
@pytest.mark.parametrize("width, dark", [(1280, False), pytest.param(320, True, marks=pytest.mark.exhaustive)])
def test_people_sign_in_by_the_button_or_a_password(server, provider, open_page, width, dark):
    # The provider is another site: it has another host name.
    root = f"http://localhost:{server.port}/"
    address = root + "boards/home/page?from=mail"
    page = open_page(address, width=width, dark=dark)
    # Cookies ignore ports, so those of other tests are there.
    page.browser.delete_all_cookies()
    page.browser.get(address)
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    assert violations(page) == []
    page.shot(f"sign-in-{width}")
    [button] = page.browser.find_elements("css selector", "a.primary")
    assert button.text == "Sign in with Home ID"
    button.click()
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.browser.current_url == address
    assert page.run("return document.querySelector('.boardBar > a').title") == f"Account: {provider.name}"
    cookie = page.browser.get_cookie("tessera-session")
    assert (cookie["path"], cookie["httpOnly"], cookie["sameSite"]) == ("/", True, "Lax")
    assert provider.redirects == [root + "openid"] and provider.refusals == []
    assert tessera("user", "list", "--data", server.data).splitlines() == [f"{provider.name}\tuse", "root\tadminister"]
    # There is no password to change, until an administrator sets one.
    page.browser.get(root + "account")
    page.wait(lambda: page.browser.title == provider.name, "the account")
    assert "Change the password" not in page.run("return document.body.textContent")
    tessera("user", "role", provider.name, "edit", "--data", server.data)
    page.reload()
    page.wait(lambda: "Role on shared boards: edit" in page.run("return document.body.textContent"), "the new role")
    # Signing out ends the session here. The provider's goes on, and needs no password.
    sign_out(page)
    page.browser.get(root + "openid/start")
    page.wait(lambda: page.browser.title == "Home", "the board")
    # Passwords work beside the button.
    page.browser.get(root + "account")
    page.wait(lambda: page.browser.title == provider.name, "the account")
    sign_out(page)
    fill(page, name="root", password=PASSWORD)
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.run("return document.querySelector('.boardBar > a').title") == "Account: root"
