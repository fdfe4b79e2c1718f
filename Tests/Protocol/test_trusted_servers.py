"""Whom a widget trusts at typed addresses: servers with certificates for which no authority vouches."""

import json
import urllib.error

import pytest

from data_folders import Client
from device import Device, fingerprint, write_bundle
from waiting import wait

KEY = "sha256//" + "A" * 43 + "="


@pytest.fixture(scope="module", params=[[], ["--isolate"]], ids=["in the server", "in a process"])
def client(serve_all, tmp_path_factory, request):
    return Client(serve_all(write_bundle(tmp_path_factory.mktemp("bundle")), options=request.param))


@pytest.fixture
def device(client, tmp_path):
    """A device at the address that a person typed; it is another one for each test."""
    with Device(tmp_path) as device:
        edit(client, type="options", values={"address": f"https://{device.host}"})
        yield device


def edit(client, **change):
    return client.edit("home", tile="1", **change)


def allow(client, device):
    edit(client, type="allowHost", host=device.host, isAllowed=True)


def servers(client):
    return client.ask("tiles/1/certificates")["servers"]


def wait_for_state(client, text):
    """Waits until a widget that is opened now shows a text."""
    widget = client.present("1")
    wait(lambda: any(text in state for state in widget.texts("stateLabel")), text)


def test_a_server_is_asked_when_its_certificate_is_trusted_and_no_other_certificate_counts(client, device):
    allow(client, device)
    wait_for_state(client, "is not trusted")
    [found] = servers(client)
    assert not found["isTrusted"] and found["certificate"]["fingerprint"] == fingerprint(device.certificate)
    edit(client, type="trustServer", host=device.host, key=found["certificate"]["key"])
    assert servers(client)[0]["isTrusted"]
    wait_for_state(client, "Doors closed")
    # A document does not carry whom a person trusts.
    assert "sha256" not in json.dumps(client.ask("boards/home/export"))

    # Another certificate is not trusted, and said to be another.
    device.take("other")
    [found] = servers(client)
    assert found["isChanged"] and not found["isTrusted"] and found["certificate"]["subject"] == "other"
    # Nor does what was trusted count again after another address.
    for address in ["https://example.org", f"https://{device.host}"]:
        edit(client, type="options", values={"address": address})
    assert servers(client) == []
    allow(client, device)
    [found] = servers(client)
    assert not found["isChanged"]
    edit(client, type="trustServer", host=device.host, key=KEY)
    [found] = servers(client)
    assert found["isChanged"]
    edit(client, type="trustServer", host=device.host)
    [found] = servers(client)
    assert not found["isChanged"] and not found["isTrusted"]


@pytest.mark.parametrize("host, key, rule", [
    ("example.org", KEY, "unknown-host"), (None, "sha256//short", "server-key"), (None, 12, "wire-format"),
])
def test_only_servers_at_typed_addresses_can_be_trusted(client, device, host, key, rule):
    with pytest.raises(urllib.error.HTTPError) as refusal:
        edit(client, type="trustServer", host=host or device.host, key=key)
    assert json.load(refusal.value)["error"]["rule"] == rule


def test_no_server_in_the_network_is_asked_before_a_person_allows_it(client, device):
    assert servers(client) == []
    allow(client, device)
    assert len(servers(client)) == 1
    # What a document says about trust is not kept.
    document = client.ask("boards/home/export")
    document["tiles"]["1"]["serverKeys"] = {device.host: KEY}
    client.ask("boards/home/import", document)
    assert not servers(client)[0]["isChanged"]
