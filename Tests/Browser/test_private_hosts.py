"""Widgets reach addresses in the server's network only after a person allowed it for the one widget."""

import json
import urllib.error

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


@pytest.mark.parametrize("options", [[], ["--isolate"]], ids=["in the server", "in a process"])
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
        # A document does not carry what was allowed.
        assert service.host not in json.dumps(Client(server).ask("boards/home/export"))
        Client(server).ask("boards/home/edits", {"grid": [6, 8], "edit": {
            "type": "allowHost", "tile": "1", "host": service.host, "isAllowed": False}})
        assert not Client(server).ask("tiles/1/settings")["hosts"][0]["isAllowed"]
    finally:
        page.browser.get("about:blank")
        server.stop()


@pytest.mark.smoke
def test_only_hosts_of_the_manifest_can_be_allowed(service, tmp_path):
    server = Server(tmp_path, service.write_bundle(tmp_path / "Feed.widget"))
    try:
        with pytest.raises(urllib.error.HTTPError) as refusal:
            Client(server).ask("boards/home/edits", {"grid": [6, 8], "edit": {
                "type": "allowHost", "tile": "1", "host": "192.168.1.1", "isAllowed": True}})
        assert json.load(refusal.value)["error"]["rule"] == "unknown-host"
    finally:
        server.stop()


def test_an_imported_board_allows_nothing(service, tmp_path):
    server = Server(tmp_path, service.write_bundle(tmp_path / "Feed.widget"))
    try:
        document = Client(server).ask("boards/home/export")
        document["tiles"]["1"]["privateHosts"] = [service.host]
        Client(server).ask("boards/home/import", document)
        assert not Client(server).ask("tiles/1/settings")["hosts"][0]["isAllowed"]
    finally:
        server.stop()
