"""A device in a network of one's own, whose certificate no authority vouches for, and a widget that asks it."""

import json
import ssl
import subprocess

from fake_service import FakeService


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


class Device(FakeService):
    """A device with a certificate that signs itself, for another name than its address."""

    def __init__(self, folder):
        super().__init__({"/state": {"text": "Doors closed"}})
        self.folder = folder
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.take("gate")
        self._server.socket = self.context.wrap_socket(self._server.socket, server_side=True)

    def take(self, name):
        """Makes another certificate, and shows it from now on."""
        self.certificate, key = make_certificate(self.folder, name)
        self.context.load_cert_chain(self.certificate, key)


def write_bundle(folder):
    """Writes a widget that shows the state of the device at a typed address."""
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
