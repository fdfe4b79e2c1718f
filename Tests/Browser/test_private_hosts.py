"""Widgets reach addresses in the server's network only after a person allowed it for the one widget."""

import pytest

from axe import violations
from data_folders import Client
from feed_service import FeedService
from served import Server


@pytest.fixture
def service():
    service = FeedService()
    yield service
    service.close()


@pytest.mark.parametrize("options", [
    pytest.param([], id="in the server"), pytest.param(["--isolate"], id="in a process", marks=pytest.mark.exhaustive),
])
def test_a_person_allows_an_address_that_is_shown(service, tmp_path, open_page, options):
    bundle = service.write_bundle(tmp_path / "Feed.widget")
    server = Server(tmp_path, bundle, options)
    try:
        page = open_page(server.root)
        page.wait(lambda: "not public" in page.run("return document.body.textContent")
                  or "may not contact" in page.run("return document.body.textContent"), "the refusal")
        page.run("document.querySelector('.boardTool.toggle').click()")
        page.wait(lambda: page.run("return document.querySelector('.boardButton.settings') !== null"), "editing")
        page.run("document.querySelector('.boardButton.settings').click()")
        switch = page.wait(
            lambda: page.run("return [...document.querySelectorAll('dialog .boardField')]"
                             ".find((row) => row.textContent.includes('Let it reach'))?.querySelector('input')"), "the question")
        text = page.run("return arguments[0].closest('.boardField').textContent", switch)
        assert service.host in text and ("127.0.0.1" in text or "::1" in text)
        assert violations(page) == []
        page.shot("private-host")
        page.run("arguments[0].click()", switch)
        page.wait(lambda: Client(server).ask("tiles/1/settings")["hosts"][0]["isAllowed"], "the permission")
        page.browser.get(server.address)
        page.wait_for_rows(len(service.posts))
    finally:
        page.browser.get("about:blank")
        server.stop()
