"""Signs in as people do: the first account, others with roles, and links for screens."""

import pytest

from account_forms import fill
from axe import violations
from guarded_server import PASSWORD, administered, guarded  # noqa: F401
from served import tessera


def outcome(page):
    return page.run("return document.querySelector('.accountOutcome')?.textContent")


def shows_widget(page):
    return page.run("return document.querySelector('[data-kind=screen]') !== null")


@pytest.mark.hostile
@pytest.mark.parametrize("width, dark", [(1280, False), pytest.param(320, True, marks=pytest.mark.exhaustive)])
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


@pytest.mark.hostile
def test_a_page_that_is_no_longer_signed_in_leads_to_the_sign_in_page_and_back(administered, open_page):
    page = open_page(administered.root + "boards/home/page?from=mail")
    # Cookies ignore ports, so those of other tests are there.
    page.browser.delete_all_cookies()
    page.browser.get(administered.root + "boards/home/page?from=mail")
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    fill(page, name="ada", password="wrong password")
    page.wait(lambda: outcome(page) == "The name or the password is wrong", "a refusal")
    fill(page, name="ADA", password=PASSWORD)
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.browser.current_url == administered.root + "boards/home/page?from=mail"
    page.wait(lambda: shows_widget(page), "the widget")
    tessera("user", "password", "ada", "--data", administered.data, password="another password")
    page.run("document.querySelector('.boardTool.toggle').click(); document.querySelector('.boardTool.add').click()")
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")


@pytest.mark.hostile
@pytest.mark.smoke
def test_who_may_look_gets_no_tools_for_editing_and_is_refused_in_words(administered, open_page):
    link = tessera("link", "add", "Kitchen", "--data", administered.data, "--address", administered.root).strip()
    page = open_page(link)
    page.wait(lambda: page.browser.title == "Home", "the board")
    assert page.browser.current_url == administered.root + "boards/home/page"
    page.wait(lambda: shows_widget(page), "the widget")
    assert page.run("return [...document.querySelectorAll('.boardTool')].every((tool) => tool.hidden)")
    assert violations(page) == []
    page.shot("wall")
    # What is pressed is refused in words.
    page.wait(lambda: page.run("return document.querySelector('[data-kind=screen] button') !== null"), "a button")
    page.run("document.querySelector('[data-kind=screen] button').click()")
    page.wait(lambda: "may not use" in page.run(
        "return document.querySelector('.widgetSilence')?.textContent ?? ''"), "the reason")
