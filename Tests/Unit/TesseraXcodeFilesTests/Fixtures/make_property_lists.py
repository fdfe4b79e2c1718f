"""Writes the property lists of the tests with Python's plistlib, and what they hold as JSON with types.

    python3 make_property_lists.py
"""

import base64
import datetime
import json
import pathlib
import plistlib
import random

HERE = pathlib.Path(__file__).parent
REFERENCE = datetime.datetime(2001, 1, 1)
source = random.Random(20180620)


def scalar(binary):
    kind = source.randrange(8 if binary else 7)
    if kind == 0:
        return source.choice([True, False])
    if kind == 1:
        bits = source.choice([1, 7, 8, 15, 16, 31, 32, 62, 63])
        number = source.getrandbits(bits)
        return -number if source.random() < 0.3 else number
    if kind == 2:
        return source.choice([0.0, 1.5, -2.25, 1e300, 1e-300, source.uniform(-1e6, 1e6)])
    if kind == 3:
        return "".join(source.choices("abcXYZ 0189<&>", k=source.choice([0, 1, 14, 15, 16, 40])))
    if kind == 4:
        return "".join(source.choices("aéß漢字😀", k=source.choice([1, 8, 15, 20])))
    if kind == 5:
        return source.randbytes(source.choice([0, 1, 14, 15, 300]))
    if kind == 6:
        return REFERENCE + datetime.timedelta(seconds=source.randrange(-(10**9), 10**9))
    return plistlib.UID(source.choice([0, 1, 255, 256, 65536, 2**32]))


def value(depth, binary):
    if depth == 0 or source.random() < 0.5:
        return scalar(binary)
    size = source.choice([0, 1, 3, 16])
    if source.random() < 0.5:
        return [value(depth - 1, binary) for _ in range(size)]
    return {f"{key} {source.choice('aé')}": value(depth - 1, binary) for key in range(size)}


def typed(value):
    if isinstance(value, bool):
        return ["boolean", value]
    if isinstance(value, int):
        return ["integer", value]
    if isinstance(value, float):
        return ["real", repr(value)]
    if isinstance(value, str):
        return ["string", value]
    if isinstance(value, bytes):
        return ["data", base64.b64encode(value).decode()]
    if isinstance(value, datetime.datetime):
        return ["date", repr((value - REFERENCE).total_seconds())]
    if isinstance(value, plistlib.UID):
        return ["reference", value.data]
    if isinstance(value, list):
        return ["array", [typed(element) for element in value]]
    return ["dictionary", [[key, typed(element)] for key, element in value.items()]]


for name, binary in [("binary", True), ("xml", False)]:
    root = [value(3, binary) for _ in range(24)]
    form = plistlib.FMT_BINARY if binary else plistlib.FMT_XML
    (HERE / f"{name}.plist").write_bytes(plistlib.dumps(root, fmt=form, sort_keys=False))
    (HERE / f"{name}.json").write_text(json.dumps(typed(root), ensure_ascii=False))
