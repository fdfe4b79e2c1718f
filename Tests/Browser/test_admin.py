"""The page for administrators: what widgets use and say, and who may sign in."""

import os
import signal

import pytest

from account_forms import fill, submit
from axe import violations
from guarded_server import PASSWORD, GuardedServer
from served import tessera
from widget_processes import children


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """A server with an administrator, where each widget has a process."""
    server = GuardedServer(tmp_path_factory.mktemp("guarded"), "--isolate")
    tessera("user", "add", "ada", "--role", "administer", "--data", server.data, password=PASSWORD)
    yield server
    server.stop()


def open_signed_in(open_page, address, name="ada", **window):
    """Opens a page as somebody who signs in for it."""
    page = open_page(address, **window)
    # Cookies ignore ports, so those of other tests are there.
    page.browser.delete_all_cookies()
    page.browser.get(address)
    page.wait(lambda: page.browser.title == "Sign in", "the sign-in page")
    fill(page, name=name, password=PASSWORD)
    return page


def open_admin(guarded, open_page, **window):
    page = open_signed_in(open_page, guarded.root + "admin", **window)
    page.wait(lambda: page.run("return document.querySelectorAll('.adminTable tbody th').length >= 2"), "the tables")
    return page


def press(page, name):
    """Presses the button with an accessible name, as soon as there is one."""
    page.wait(lambda: page.run(
        """const button = [...document.querySelectorAll('button')]
          .find((each) => (each.getAttribute('aria-label') ?? each.textContent) === arguments[0]);
        button?.click();
        return button !== undefined;""", name), name)


def said(page):
    return page.run("return document.querySelector('.adminStatus').textContent")


def cell(page, column):
    """Returns the text of a column of the first widget."""
    return page.run("return document.querySelector(`td[data-column='${arguments[0]}']`)?.textContent ?? ''", column)


def board_roles(page, board):
    """Returns who has a role on a board, as the page lists it."""
    return page.run(
        """return document.querySelector(`details[data-board='${arguments[0]}']`)
          ?.closest('tr').querySelector('[data-figure=roles]').textContent""", board)


def messages(page):
    return page.run("return document.querySelector('.adminMessages').textContent")


def shows_widget(page):
    return page.run("return document.querySelector('[data-kind=screen]') !== null")


@pytest.mark.hostile
@pytest.mark.parametrize("width, dark", [(1280, False), pytest.param(320, True, marks=pytest.mark.exhaustive)])
def test_people_and_links_are_managed_on_the_page(guarded, open_page, width, dark):
    page = open_admin(guarded, open_page, width=width, dark=dark)
    assert violations(page) == []
    page.shot(f"admin-{width}")
    submit(page, "Add the person", name="Bob", password=PASSWORD, role="use")
    page.wait(lambda: page.run("return document.querySelector('[data-name=bob]') !== null"), "the new person")
    submit(page, "Change the role of bob", role="edit")
    page.wait(lambda: said(page) == "bob has the role 'edit'", "the new role")
    bob = guarded.sign_in("bob")
    assert guarded.request("GET", "/session", cookie=bob)[1]["role"] == "edit"
    for role, permitted, listed in [("look", "look", "bob: look"), ("none", "edit", "–")]:
        submit(page, "Change the roles on Home", name="bob", role=role)
        page.wait(lambda listed=listed: board_roles(page, "home") == listed, "the role on the board")
        assert said(page) == "The roles on Home are changed"
        assert guarded.request("GET", "/session", cookie=bob)[1]["boards"] == {"home": permitted}
    assert violations(page) == []
    submit(page, "Change the role of ada", role="use")
    refusal = "'ada' is the only account that administers. Give another account the role 'administer' first"
    page.wait(lambda: page.run(
        "return document.querySelector('[data-name=ada] .accountOutcome.problem')?.textContent") == refusal, "a refusal")
    submit(page, "Set the password of bob", password="another password")
    page.wait(lambda: said(page).startswith("bob has a new password"), "the new password")
    assert guarded.request("GET", "/session", cookie=bob)[1]["kind"] == "stranger"
    press(page, "Remove bob")
    page.wait(lambda: said(page) == "bob is removed", "the removal")
    assert tessera("user", "list", "--data", guarded.data) == "ada\tadminister\n"
    submit(page, "Add the link", name="Kitchen", role="look")
    page.wait(lambda: page.run("return document.querySelector('.adminAddress a') !== null"), "the address")
    address = page.run("return document.querySelector('.adminAddress a').href")
    assert address.startswith(guarded.root + "links/")
    assert violations(page) == []
    path = address.removeprefix(guarded.root[:-1])
    assert guarded.request("GET", path)[0] == 303
    page.browser.get(address)
    page.wait(lambda: page.browser.title == "Home", "the board")
    page.browser.get(guarded.root + "admin")
    page.wait(lambda: page.run("return document.querySelectorAll('.adminTable').length === 4"), "the tables")
    assert page.run("return document.querySelector('.adminAddress').textContent") == ""
    press(page, "Remove Kitchen")
    page.wait(lambda: said(page) == "Kitchen is removed", "the removal")
    assert guarded.request("GET", path)[0] == 404


@pytest.mark.hostile
@pytest.mark.smoke
def test_widgets_are_stopped_started_and_restarted(guarded, open_page):
    board = open_signed_in(open_page, guarded.root)
    board.wait(lambda: shows_widget(board), "the widget")
    page = open_page(guarded.root + "admin")
    page.wait(lambda: cell(page, "Runs").startswith("Process "), "the process")
    (process,) = children(guarded).values()
    assert cell(page, "Runs") == f"Process {process}"
    assert cell(page, "Memory").endswith("MB") and "sec" in cell(page, "Processor time")
    press(page, "Stop: To do on Home")
    page.wait(lambda: said(page) == "To do was stopped", "the stop")
    assert children(guarded) == {}
    page.wait(lambda: cell(page, "Runs") == "Stopped by an administrator", "the state")
    board.activate()
    board.wait(lambda: board.view("stopped").text == "Stopped by an administrator", "the sign")
    page.activate()
    press(page, "Start: To do on Home")
    page.wait(lambda: said(page) == "To do was started", "the start")
    board.activate()
    board.wait(lambda: shows_widget(board), "the widget")
    page.activate()
    page.wait(lambda: cell(page, "Runs").startswith("Process "), "the process")
    (process,) = children(guarded).values()
    press(page, "Restart: To do on Home")
    page.wait(lambda: said(page) == "To do was restarted", "the restart")
    (other,) = children(guarded).values()
    assert other != process
    os.kill(other, signal.SIGKILL)
    page.wait(lambda: "It was terminated by signal 9" in cell(page, "Last error"), "the error")
    page.run("document.querySelector('.adminLog summary').click()")
    page.wait(lambda: "Started by an administrator" in messages(page), "the messages")
    assert "It was terminated by signal 9" in messages(page)
    assert violations(page) == []
    page.shot("widgets")


@pytest.mark.hostile
def test_who_may_not_administer_gets_words_and_no_tables(guarded, open_page):
    tessera("user", "add", "ed", "--role", "edit", "--data", guarded.data, password=PASSWORD)
    page = open_signed_in(open_page, guarded.root + "admin", "ed")
    page.wait(lambda: "needs the role 'administer'" in page.browser.page_source, "the words")
    assert page.run("return document.querySelectorAll('table').length") == 0
    assert violations(page) == []
