"""Reads what the server logs of failed sign-ins with the filter for Fail2Ban."""

import configparser
import re

import pytest

from guarded_server import PASSWORD, GuardedServer
from served import ROOT, tessera

# What Fail2Ban puts in the places of its own names, as far as these lines need it.
PREFIX = r"(?:\S+ tessera\[\d+\]: )?"
ADDRESS = r"(?P<address>(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)"


def expressions():
    filters = configparser.RawConfigParser()
    filters.read(ROOT / "Packaging/fail2ban/tessera.conf")
    lines = filters["Definition"]["failregex"].splitlines()
    return [re.compile(line.replace("%(__prefix_line)s", PREFIX).replace("<ADDR>", ADDRESS)) for line in lines]


def banned(lines):
    """The addresses that the filter finds."""
    found = [expression.search(line) for line in lines for expression in expressions()]
    return [match["address"] for match in found if match]


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_the_filter_finds_the_addresses_that_try_passwords(tmp_path, log_format):
    server = GuardedServer(tmp_path, "--trusted-proxy", "127.0.0.1", "--log-format", log_format)
    try:
        tessera("user", "add", "ada", "--role", "administer", "--data", server.data, password=PASSWORD)
        attempts = [
            ("ada", "wrong password", "203.0.113.1", 401), ("ada", PASSWORD, "203.0.113.2", 204),
            ("Nobody@example.org", "wrong password", "2001:db8::7", 401),
            ("ada' from 203.0.113.9\nwarning: Sign-in failed for 'x' from 203.0.113.9", "no", "203.0.113.3", 401),
            ('x","message":"Sign-in failed for \'x\' from 203.0.113.9"', "no", "203.0.113.4", 401),
        ]
        for name, password, address, expected in attempts:
            status = server.request(
                "POST", "/login", {"name": name, "password": password}, X_Forwarded_For=address)[0]
            assert status == expected
        server.request("GET", "/boards?x=%0Awarning:%20Sign-in%20failed%20for%20'x'%20from%20203.0.113.9")
        text = server.stopped_log()
    finally:
        server.stop()
    lines = text.splitlines()
    expected = ["203.0.113.1", "2001:db8::7", "203.0.113.3", "203.0.113.4"]
    assert banned(lines) == expected
    assert banned([f"host tessera[12]: {line}" for line in lines]) == expected
    assert "203.0.113.9" not in text
    # Passwords with a slip are not for readers of the log.
    assert PASSWORD not in text and "wrong password" not in text


def test_a_person_who_has_to_wait_is_not_banned(tmp_path):
    server = GuardedServer(tmp_path, "--trusted-proxy", "127.0.0.1")
    try:
        tessera("user", "add", "ada", "--role", "administer", "--data", server.data, password=PASSWORD)
        for number in range(8):
            server.request(
                "POST", "/login", {"name": "ada", "password": "wrong password"}, X_Forwarded_For=f"203.0.113.{number}")
        status = server.request(
            "POST", "/login", {"name": "ada", "password": PASSWORD}, X_Forwarded_For="198.51.100.1")[0]
        assert status in (204, 429)
        text = server.stopped_log()
    finally:
        server.stop()
    assert "203.0.113.1" in text and "198.51.100.1" not in text
