"""Adds a passkey with Chromium's virtual authenticator, and signs in with it."""

import json

import pytest
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from account_forms import fill, open_sign_in, submit, texts
from axe import violations
from guarded_server import PASSWORD, administered  # noqa: F401


def press(page, name):
    page.wait(lambda: name in texts(page, "button"), name)
    page.run("[...document.querySelectorAll('button')].find((each) => each.textContent === arguments[0]).click()", name)


@pytest.fixture
def authenticator():
    """What adds an authenticator that verifies its person to the tab of a page."""
    drivers = []

    def add(page):
        options = VirtualAuthenticatorOptions()
        options.protocol = VirtualAuthenticatorOptions.Protocol.CTAP2
        options.transport = VirtualAuthenticatorOptions.Transport.INTERNAL
        options.has_resident_key = True
        options.has_user_verification = True
        options.is_user_consenting = True
        options.is_user_verified = True
        page.browser.add_virtual_authenticator(options)
        drivers.append(page.browser)

    yield add
    for driver in drivers:
        driver.remove_virtual_authenticator()


@pytest.mark.hostile
def test_a_person_adds_a_passkey_signs_in_with_it_and_removes_it(administered, open_page, authenticator):
    root = f"http://localhost:{administered.port}/"
    page = open_page(root + "login?next=%2Faccount")
    authenticator(page)
    open_sign_in(page, root)
    assert violations(page) == []
    fill(page, name="ada", password=PASSWORD)
    page.wait(lambda: page.browser.title == "ada", "the account")
    page.wait(lambda: "Add a passkey" in texts(page, "button"), "the passkeys")
    submit(page, "Add a passkey", name="Laptop", password="wrong password")
    page.wait(lambda: "The name or the password is wrong" in texts(page, ".accountOutcome"), "a refusal")
    submit(page, "Add a passkey", name="Laptop", password=PASSWORD)
    page.wait(lambda: texts(page, "select[name=id] option") == ["Laptop"], "the passkey")
    assert violations(page) == []
    page.shot("passkeys")

    for _ in range(2):
        open_sign_in(page, root)
        press(page, "Sign in with a passkey")
        page.wait(lambda: page.browser.title == "ada", "the account")

    page.wait(lambda: "Remove the passkey" in texts(page, "button"), "the passkeys")
    submit(page, "Remove the passkey", password=PASSWORD)
    page.wait(lambda: "Add a passkey" in texts(page, "button") and not texts(page, "select"), "the account without it")
    open_sign_in(page, root)
    press(page, "Sign in with a passkey")
    words = "This server does not know the passkey, or it was removed"
    page.wait(lambda: words in texts(page, ".accountOutcome"), "a refusal")
    lines = [json.loads(line) for line in (administered.data / "audit.log").read_text().splitlines()]
    changes = [(line["action"], line["who"]) for line in lines if line["action"].startswith("passkey")]
    assert changes == [("passkey-added", "ada"), ("passkey-removed", "ada")]


@pytest.mark.hostile
def test_a_page_under_an_address_says_what_passkeys_need(administered, open_page):
    page = open_page(administered.root + "login?next=%2Faccount")
    open_sign_in(page, administered.root)
    assert "Sign in with a passkey" not in texts(page, "button")
    fill(page, name="ada", password=PASSWORD)
    page.wait(lambda: "Passkeys need HTTPS, and a server with a name." in texts(page, "p"), "the reason")
