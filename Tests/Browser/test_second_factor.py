"""Adds a second factor on the account page, and signs in with its codes."""

import pytest

from account_forms import fill, open_sign_in, submit, texts
from axe import violations
from guarded_server import PASSWORD, administered  # noqa: F401
from one_time_codes import one_time_code


def sign_in(page, root):
    """Opens the sign-in page without a session, and states the password."""
    open_sign_in(page, root)
    fill(page, name="ada", password=PASSWORD)


@pytest.mark.hostile
def test_a_person_adds_a_second_factor_signs_in_with_it_and_removes_it(administered, open_page):
    page = open_page(administered.root + "login?next=%2Faccount")
    sign_in(page, administered.root)
    page.wait(lambda: page.browser.title == "ada", "the account")
    submit(page, "Add a second factor", password="wrong password")
    page.wait(lambda: "The name or the password is wrong" in texts(page, ".accountOutcome"), "a refusal")
    submit(page, "Add a second factor", password=PASSWORD)
    page.wait(lambda: texts(page, ".accountSecret"), "the secret")
    assert violations(page) == []
    page.shot("second-factor-secret")
    secret = texts(page, ".accountSecret")[0]
    link = page.run("return document.querySelector('a[href^=\"otpauth:\"]').href")
    assert f"secret={secret.replace(' ', '')}&" in link
    picture = page.browser.find_element("css selector", "svg[role=img]")
    assert picture.get_attribute("aria-label") == "The secret as a QR code"
    assert picture.size["width"] == picture.size["height"] >= 200
    submit(page, "Confirm", code="000")
    page.wait(lambda: "The code is wrong, or was used already" in texts(page, ".accountOutcome"), "a refusal")
    submit(page, "Confirm", code=one_time_code(secret))
    page.wait(lambda: len(texts(page, ".accountCodes li")) == 10, "the recovery codes")
    assert violations(page) == []
    page.shot("second-factor-codes")
    recovery = texts(page, ".accountCodes li")[0]
    page.run("[...document.querySelectorAll('button')].find((each) => each.textContent === 'Continue').click()")
    page.wait(lambda: any("Unused recovery codes: 10" in each for each in texts(page, "p")), "the account")

    # The code that confirmed it is used up, and the next one counts already.
    for code in [one_time_code(secret, steps=1), recovery.lower()]:
        sign_in(page, administered.root)
        page.wait(lambda: page.browser.title == "Enter the code", "the question for the code")
        assert violations(page) == []
        assert administered.request("GET", "/boards")[0] == 401
        fill(page, code=code)
        page.wait(lambda: page.browser.title == "ada", "the account")
    page.wait(lambda: any("Unused recovery codes: 9" in each for each in texts(page, "p")), "the account")

    submit(page, "Make new recovery codes", password=PASSWORD)
    page.wait(lambda: len(texts(page, ".accountCodes li")) == 10, "the new recovery codes")
    assert violations(page) == []
    others = texts(page, ".accountCodes li")
    page.run("[...document.querySelectorAll('button')].find((each) => each.textContent === 'Continue').click()")
    page.wait(lambda: any("Unused recovery codes: 10" in each for each in texts(page, "p")), "the account")
    sign_in(page, administered.root)
    page.wait(lambda: page.browser.title == "Enter the code", "the question for the code")
    fill(page, code=recovery)
    page.wait(lambda: "The code is wrong, or was used already" in texts(page, ".accountOutcome"), "a refusal")
    fill(page, code=others[0])
    page.wait(lambda: page.browser.title == "ada", "the account")

    submit(page, "Remove the second factor", password=PASSWORD)
    page.wait(lambda: any(each == "Add a second factor" for each in texts(page, "button")), "the account without it")
    sign_in(page, administered.root)
    page.wait(lambda: page.browser.title == "ada", "the account")
