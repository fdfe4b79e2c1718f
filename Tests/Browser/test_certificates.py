"""People trust the certificates of servers in their own network, each for one widget."""

import pytest

from axe import violations
from data_folders import Client
from device import Device, fingerprint, write_bundle
from served import Server


@pytest.fixture
def device(tmp_path):
    with Device(tmp_path) as device:
        yield device


def edit(server, **change):
    return Client(server).ask("boards/home/edits", {"grid": [6, 8], "edit": {"tile": "1", **change}})


@pytest.mark.parametrize("options", [
    pytest.param([], id="in the server"), pytest.param(["--isolate"], id="in a process", marks=pytest.mark.exhaustive),
])
def test_a_person_compares_a_fingerprint_and_trusts_the_server(device, tmp_path, open_page, options):
    server = Server(tmp_path, write_bundle(tmp_path), options)
    page = open_page("about:blank")

    def body():
        return page.run("return document.body.textContent")

    def row():
        return page.run("return [...document.querySelectorAll('dialog .boardField')]"
                        ".find((row) => row.textContent.includes('Trust the certificate'))?.querySelector('input')")

    def open_settings():
        page.run("document.querySelector('.boardTool.toggle').click()")
        page.wait(lambda: page.run("return document.querySelector('.boardButton.settings') !== null"), "editing")
        page.run("document.querySelector('.boardButton.settings').click()")

    try:
        edit(server, type="options", values={"address": f"https://{device.host}"})
        edit(server, type="allowHost", host=device.host, isAllowed=True)
        page.browser.get(server.root)
        page.wait(lambda: "is not trusted" in body(), "the refusal")
        open_settings()
        switch = page.wait(row, "the question")
        text = page.run("return arguments[0].closest('.boardField').textContent", switch)
        assert "gate" in text and fingerprint(device.certificate) in text
        # The names are the server's; what looks like a fingerprint in them comes after the real one.
        assert text.index(fingerprint(device.certificate)) < text.index("gate")
        assert violations(page) == []
        page.shot("certificate")
        page.run("arguments[0].click()", switch)
        page.wait(lambda: Client(server).ask("tiles/1/certificates")["servers"][0]["isTrusted"], "the trust")
        page.browser.get(server.root)
        page.wait(lambda: "Doors closed" in body(), "the device's state")
    finally:
        page.browser.get("about:blank")
        server.stop()
