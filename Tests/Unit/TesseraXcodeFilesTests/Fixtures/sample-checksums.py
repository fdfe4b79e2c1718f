"""Prints the checksums of the pixels in a compiled asset catalogue, decoded by pyliblzfse.

    pip install pyliblzfse && python sample-checksums.py Assets.car

`SampleCatalogTests.swift` expects these numbers. Pixels are red, green, blue, opacity, not multiplied by opacity.
"""
import struct
import sys
import zlib

import liblzfse

data = open(sys.argv[1], "rb").read()
index, names = struct.unpack(">I4xI", data[16:28])


def block(number):
    start, count = struct.unpack(">II", data[index + 4 + 8 * number:index + 12 + 8 * number])
    return data[start:start + count]


def values(tree):
    page = struct.unpack(">I", block(tree)[8:12])[0]
    while page:
        content = block(page)
        count, page = struct.unpack(">HI", content[2:8])
        for entry in range(count):
            yield block(struct.unpack(">I", content[12 + 8 * entry:16 + 8 * entry])[0])


place = names + 4
for _ in range(struct.unpack(">I", data[names:names + 4])[0]):
    number, length = struct.unpack(">IB", data[place:place + 5])
    if data[place + 5:place + 5 + length] == b"RENDITIONS":
        renditions = number
    place += 5 + length
for value in values(renditions):
    width, height = struct.unpack("<II", value[12:20])
    body = value[184 + struct.unpack("<I", value[168:172])[0]:]
    if body[:4] != b"MLEC":
        continue
    flags, compression, count = struct.unpack("<III", body[4:16])
    assert compression == 4
    rows = b""
    if flags & 1:
        start = 16
        for _ in range(count):
            length = struct.unpack("<I", body[start + 16:start + 20])[0]
            rows += liblzfse.decompress(body[start + 20:start + 20 + length])
            start += 20 + length
    else:
        rows = liblzfse.decompress(body[16:16 + count])
    size = 2 if value[24:28] == b" 8AG" else 4
    stride = len(rows) // height
    pixels = bytearray()
    for row in range(height):
        for column in range(width):
            pixel = rows[row * stride + column * size:][:size]
            alpha = pixel[-1]
            colors = pixel[2::-1] if size == 4 else pixel[:1] * 3
            pixels += bytes(min(255, (part * 255 + alpha // 2) // alpha) if alpha else 0 for part in colors)
            pixels.append(alpha)
    print(value[40:168].rstrip(b"\0").decode(), width, height, zlib.crc32(pixels))
