"""Codes as an app for second factors makes them."""

import base64
import hmac
import struct
import time


def one_time_code(secret, steps=0):
    """The code of a secret in base32, now or steps of 30 seconds later (RFC 6238)."""
    key = base64.b32decode(secret.replace(" ", ""))
    digest = hmac.digest(key, struct.pack(">q", int(time.time()) // 30 + steps), "sha1")
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start:start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"
