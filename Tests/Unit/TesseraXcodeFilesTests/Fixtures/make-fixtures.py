"""Makes the compressed fixtures with pyliblzfse, the binding of the reference implementation.

    pip install pyliblzfse && python make-fixtures.py

A file is named for the rule that makes its content and the length of it. `SampleBytes.swift` has the same rules.
"""
import gzip
import pathlib
import struct
import zlib

import liblzfse

WORDS = "a the widget of catalogue picture in stone with and 1234 blue, red; green. \n".split(" ")


class Generator:
    def __init__(self):
        self.state = 42

    def next(self, bits):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.state >> (64 - bits)


def zeros(count, random):
    return bytes(count)


def noise(count, random):
    return bytes(random.next(8) for _ in range(count))


def text(count, random):
    out = ""
    while len(out) < count:
        out += WORDS[random.next(32) % len(WORDS)] + " "
    return out[:count].encode()


def picture(count, random):
    out = bytearray()
    for index in range(count):
        column, row, part = index // 4 % 64, index // 256, index % 4
        out.append(255 if part == 3 else (column * (part + 1) + row * 3 + random.next(1)) % 256)
    return bytes(out)


def period(count, random):
    return bytes(index % 251 for index in range(count))


def distant(count, random):
    """The same noise at the start and at the end, with zeros between."""
    part = noise(1500, random)
    return part + bytes(count - 2 * len(part)) + part


def plain_tables(stream):
    """Rewrites the first block, from packed to plain tables."""
    assert stream[:4] == b"bvx2"
    raw, a, b, c = struct.unpack("<IQQQ", stream[4:32])
    field = lambda n, at, count: n >> at & (1 << count) - 1
    literals, literal_payload, matches = field(a, 0, 20), field(a, 20, 20), field(a, 40, 20)
    payload = field(b, 40, 20)
    size = field(c, 0, 32)
    bits = int.from_bytes(stream[32:size], "little")
    frequencies = []
    for _ in range(360):
        if bits & 1 == 0: value, used = bits >> 1 & 1, 2
        elif bits & 2 == 0: value, used = 2 + (bits >> 2 & 1), 3
        elif bits & 4 == 0: value, used = 4 + (bits >> 3 & 3), 5
        elif bits & 8 == 0: value, used = 8 + (bits >> 4 & 15), 8
        else: value, used = 24 + (bits >> 4 & 1023), 14
        frequencies.append(value)
        bits >>= used
    header = b"bvx1" + struct.pack(
        "<IIIIIIi4Hi3H360H", raw, literal_payload + payload, literals, matches, literal_payload, payload,
        field(a, 60, 3) - 7, *(field(b, 10 * i, 10) for i in range(4)), field(b, 60, 3) - 7,
        *(field(c, 32 + 10 * i, 10) for i in range(3)), *frequencies)
    return header + bytes(2) + stream[size:]


folder = pathlib.Path(__file__).parent
cases = [(zeros, n) for n in (0, 1, 7, 8, 9, 4096, 1_000_000)]
cases += [(text, n) for n in (1, 5, 7, 8, 9, 20, 100, 1000, 4095, 4096, 4097, 12_000)]
cases += [(noise, n) for n in (1, 100, 4200)] + [(picture, n) for n in (400, 5000, 20_000)]
cases += [(period, n) for n in (500, 4097, 200_000)] + [(distant, 40_000), (distant, 300_000)]
total = 0
kinds = set()
for rule, count in cases:
    content = rule(count, Generator())
    stream = liblzfse.compress(content)
    # The binding refuses to decode to nothing.
    assert not content or liblzfse.decompress(stream) == content
    kinds.add(stream[:4])
    (folder / f"{rule.__name__}-{count}.lzfse").write_bytes(stream)
    total += len(stream)
stream = plain_tables(liblzfse.compress(text(4500, Generator())))
assert liblzfse.decompress(stream) == text(4500, Generator())
(folder / "text-4500.lzfse").write_bytes(stream)
(folder / "text-3000.zlib").write_bytes(zlib.compress(text(3000, Generator())))
(folder / "text-3000.gz").write_bytes(gzip.compress(text(3000, Generator()), mtime=0))
print(total, len(stream), kinds)
