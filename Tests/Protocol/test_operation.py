"""Watches a server as a service manager and Prometheus do."""

import socket
import subprocess
import urllib.error
import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families

from served import ROOT, Server
from waiting import PATIENCE

PROMTOOL = ROOT / ".build/prometheus/usr/bin/promtool"


def get(server, path, token=None):
    request = urllib.request.Request(server.root + path)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return response.status, response.headers["Content-Type"], response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read().decode()


def test_health_and_metrics_are_served(tmp_path):
    data = tmp_path / "data"
    server = Server(tmp_path, "Samples/Clock.widget", ["--data", str(data)])
    try:
        assert get(server, "healthz")[::2] == (200, "ok\n")
        assert get(server, "readyz")[::2] == (200, "ok\n")
        assert get(server, "metrics")[0] == 401
        get(server, "boards")
        get(server, "nowhere")
        token = (data / "push-token").read_text().strip()
        status, kind, text = get(server, "metrics", token)
        assert (status, kind) == (200, "text/plain; version=0.0.4; charset=utf-8")
        # Prometheus' own parser understands all of it.
        families = {family.name: family for family in text_string_to_metric_families(text)}
        assert families["tessera_boards"].samples[0].value == 1
        assert families["process_resident_memory_bytes"].samples[0].value > 1e6
        counted = {
            (sample.labels["http_route"], sample.labels["http_response_status_code"]): sample.value
            for sample in families["hb_requests"].samples}
        assert counted["/boards", "200"] == 1
        assert families["http_server_request_duration_seconds"].type == "histogram"
        assert token not in text
    finally:
        server.stop()


@pytest.mark.skipif(not PROMTOOL.exists(), reason="promtool is not there; run Scripts/setup test")
def test_promtool_reads_the_rules_for_clusters():
    checked = subprocess.run(
        [PROMTOOL, "check", "rules", ROOT / "Samples/Cluster/alerts.yml"], text=True, capture_output=True, timeout=PATIENCE)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.skipif(not PROMTOOL.exists(), reason="promtool is not there; run Scripts/setup test")
def test_promtool_has_no_complaints(tmp_path):
    data = tmp_path / "data"
    server = Server(tmp_path, "Samples/Clock.widget", ["--data", str(data)])
    try:
        get(server, "boards")
        urllib.request.urlopen(server.root + "events?board=home@6x8", timeout=PATIENCE).close()
        text = get(server, "metrics", (data / "push-token").read_text().strip())[2]
    finally:
        server.stop()
    checked = subprocess.run([PROMTOOL, "check", "metrics"], input=text, text=True, capture_output=True, timeout=PATIENCE)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")
    assert "What Tessera counts" not in text


def test_a_client_that_waits_for_100_continue_gets_it_before_it_sends_the_body(tmp_path):
    data = tmp_path / "data"
    server = Server(tmp_path, "Samples/Clock.widget", ["--data", str(data)])
    body = b'{"all": true}'
    try:
        token = (data / "push-token").read_text().strip()
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as client:
            client.sendall(
                f"POST /reload HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n"
                f"Authorization: bearer {token}\r\nContent-Length: {len(body)}\r\nExpect: 100-Continue\r\n"
                "Connection: close\r\n\r\n".encode())
            answer = client.makefile("rb")
            assert answer.readline() == b"HTTP/1.1 100 Continue\r\n"
            while answer.readline() != b"\r\n":
                pass
            client.sendall(body)
            assert answer.readline().startswith(b"HTTP/1.1 202 ")
    finally:
        server.stop()


@pytest.mark.parametrize("options, is_told", [([], False), (["--access", "required"], True)])
def test_who_keeps_accounts_in_memory_reads_so(tmp_path, options, is_told):
    server = Server(tmp_path, "Samples/Clock.widget", options)
    server.stop()
    assert any("Accounts are kept in memory only" in line for line in server.lines) == is_told


def test_a_server_that_cannot_store_is_not_ready(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "board.sqlite").mkdir()
    server = Server(tmp_path, "Samples/Clock.widget", ["--data", str(data)])
    try:
        assert get(server, "healthz")[0] == 200
        status, _, text = get(server, "readyz")
        assert status == 503 and "store-unavailable" in text
    finally:
        server.stop()
