"""People trust the certificates of servers in their own network, each for one widget."""

import json
import ssl
import subprocess
import urllib.error

import pytest

from axe import violations
from data_folders import Client
from fake_service import FakeService
from served import Server


def make_certificate(folder, name):
    """Makes a certificate that signs itself, and returns its files."""
    files = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-keyout", files[1], "-out", files[0]], check=True, capture_output=True)
    return files


def fingerprint(certificate):
    output = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-fingerprint", "-sha256"],
                            check=True, capture_output=True, text=True).stdout
    return output.strip().partition("=")[2]


@pytest.fixture
def device(tmp_path):
    """A device with a certificate that signs itself, for another name than its address."""
    device = FakeService({"/state": {"text": "Doors closed"}})
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*make_certificate(tmp_path, "gate"))
    device._server.socket = context.wrap_socket(device._server.socket, server_side=True)
    device.context = context
    yield device
    device.close()


def write_bundle(folder):
    bundle = folder / "Gate.widget"
    (bundle / "screens").mkdir(parents=True)
    (bundle / "widget.json").write_text(json.dumps({
        "id": "org.example.gate", "name": "Gate", "main": "Main",
        "options": [{"name": "address", "type": "url", "title": "Address", "reach": True}]}))
    (bundle / "service.json").write_text(json.dumps({"actions": {"state": {"baseUrl": "$options.address", "path": "state"}}}))
    (bundle / "screens" / "Main.json").write_text(json.dumps({
        "context": {"id": "gate", "value": {"text": ""}},
        "onAppear": {
            "type": "perform", "action": "state",
            "onSuccess": {"type": "setContext", "path": "text", "value": "@{onSuccess.object.text}"},
            "onError": {"type": "setContext", "path": "text", "value": "@{onError.message}"}},
        "view": {"type": "text", "id": "stateLabel", "text": "@{gate.text}"}}))
    return bundle


def edit(server, **change):
    return Client(server).ask("boards/home/edits", {"grid": [6, 8], "edit": {"tile": "1", **change}})


@pytest.mark.parametrize("options", [[], ["--isolate"]], ids=["in the server", "in a process"])
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
        assert "gate" in text and fingerprint(tmp_path / "gate.pem") in text
        # The names are the server's; what looks like a fingerprint in them comes after the real one.
        assert text.index(fingerprint(tmp_path / "gate.pem")) < text.index("gate")
        assert violations(page) == []
        page.shot("certificate")
        page.run("arguments[0].click()", switch)
        page.wait(lambda: Client(server).ask("tiles/1/certificates")["servers"][0]["isTrusted"], "the trust")
        page.browser.get(server.root)
        page.wait(lambda: "Doors closed" in body(), "the device's state")
        # A document does not carry whom a person trusts.
        assert "sha256" not in json.dumps(Client(server).ask("boards/home/export"))

        # Another certificate is not trusted, and said to be another.
        device.context.load_cert_chain(*make_certificate(tmp_path, "other"))
        [found] = Client(server).ask("tiles/1/certificates")["servers"]
        assert found["isChanged"] and not found["isTrusted"] and found["certificate"]["subject"] == "other"
        # Nor does what was trusted count again after another address.
        for address in ["https://example.org", f"https://{device.host}"]:
            edit(server, type="options", values={"address": address})
        assert Client(server).ask("tiles/1/certificates")["servers"] == []
        edit(server, type="allowHost", host=device.host, isAllowed=True)
        [found] = Client(server).ask("tiles/1/certificates")["servers"]
        assert not found["isChanged"]
        edit(server, type="trustServer", host=device.host, key=KEY)
        [found] = Client(server).ask("tiles/1/certificates")["servers"]
        assert found["isChanged"]
        edit(server, type="trustServer", host=device.host)
        [found] = Client(server).ask("tiles/1/certificates")["servers"]
        assert not found["isChanged"] and not found["isTrusted"]
    finally:
        page.browser.get("about:blank")
        server.stop()


KEY = "sha256//" + "A" * 43 + "="


@pytest.mark.parametrize("host, key, rule", [
    ("example.org", KEY, "unknown-host"), (None, "sha256//short", "server-key"), (None, 12, "wire-format"),
])
def test_only_servers_at_typed_addresses_can_be_trusted(device, tmp_path, host, key, rule):
    server = Server(tmp_path, write_bundle(tmp_path))
    try:
        edit(server, type="options", values={"address": f"https://{device.host}"})
        with pytest.raises(urllib.error.HTTPError) as refusal:
            edit(server, type="trustServer", host=host or device.host, key=key)
        assert json.load(refusal.value)["error"]["rule"] == rule
    finally:
        server.stop()


def test_no_server_in_the_network_is_asked_before_a_person_allows_it(device, tmp_path):
    server = Server(tmp_path, write_bundle(tmp_path))
    try:
        edit(server, type="options", values={"address": f"https://{device.host}"})
        assert Client(server).ask("tiles/1/certificates")["servers"] == []
        edit(server, type="allowHost", host=device.host, isAllowed=True)
        assert len(Client(server).ask("tiles/1/certificates")["servers"]) == 1
        # What a document says about trust is not kept.
        document = Client(server).ask("boards/home/export")
        document["tiles"]["1"]["serverKeys"] = {device.host: KEY}
        Client(server).ask("boards/home/import", document)
        assert not Client(server).ask("tiles/1/certificates")["servers"][0]["isChanged"]
    finally:
        server.stop()
