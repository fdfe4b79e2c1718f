#!/usr/bin/env python3
"""Draws the images of Samples/Feed.widget, using only the Python standard library.

    Tools/sample-images/draw.py [DIRECTORY]

Each image is a background and a list of shapes. A shape is a function that returns the distance of a point from its
edge in points, negative inside. The coverage of a pixel follows from the distance, so edges are smooth without
oversampling. The result depends on nothing else, so drawing again changes no file.
"""

import math
import pathlib
import struct
import sys
import zlib


def color(text):
    return tuple(int(text[i:i + 2], 16) for i in (1, 3, 5))


def circle(x, y, radius):
    return lambda px, py: math.hypot(px - x, py - y) - radius


def ellipse(x, y, rx, ry):
    scale = min(rx, ry)
    return lambda px, py: (math.hypot((px - x) / rx, (py - y) / ry) - 1) * scale


def box(x, y, width, height, radius=0.0):
    cx, cy = x + width / 2, y + height / 2

    def distance(px, py):
        dx = abs(px - cx) - width / 2 + radius
        dy = abs(py - cy) - height / 2 + radius
        return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius

    return distance


def line(x1, y1, x2, y2, width):
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy

    def distance(px, py):
        t = max(0, min(1, ((px - x1) * dx + (py - y1) * dy) / length))
        return math.hypot(px - x1 - t * dx, py - y1 - t * dy) - width / 2

    return distance


def ring(x, y, radius, width):
    return lambda px, py: abs(math.hypot(px - x, py - y) - radius) - width / 2


def polygon(*points):
    """Returns a simple polygon: the distance to its nearest edge, negative if a ray crosses an odd number of edges."""
    edges = list(zip(points, points[1:] + points[:1]))

    def distance(px, py):
        nearest = math.inf
        inside = False
        for (x1, y1), (x2, y2) in edges:
            dx, dy = x2 - x1, y2 - y1
            t = max(0, min(1, ((px - x1) * dx + (py - y1) * dy) / (dx * dx + dy * dy)))
            nearest = min(nearest, math.hypot(px - x1 - t * dx, py - y1 - t * dy))
            if (y1 > py) != (y2 > py) and px < (x2 - x1) * (py - y1) / (y2 - y1) + x1:
                inside = not inside
        return -nearest if inside else nearest

    return distance


def both(a, b):
    return lambda px, py: max(a(px, py), b(px, py))


def without(a, b):
    return lambda px, py: max(a(px, py), -b(px, py))


def render(size, top, bottom, shapes, corner=None):
    """Returns the RGBA rows of an image: a vertical gradient, shapes on it, and optionally rounded corners."""
    top, bottom = color(top), color(bottom)
    shapes = [(shape, color(fill), alpha) for shape, fill, alpha in ((*entry, 1.0)[:3] for entry in shapes)]
    mask = box(0, 0, size, size, corner) if corner else None
    rows = []
    for y in range(size):
        row = bytearray()
        t = y / (size - 1)
        ground = [a + (b - a) * t for a, b in zip(top, bottom)]
        for x in range(size):
            px, py = x + 0.5, y + 0.5
            red, green, blue = ground
            for shape, fill, alpha in shapes:
                coverage = (0.5 - shape(px, py)) * 1.0
                if coverage <= 0:
                    continue
                coverage = min(1.0, coverage) * alpha
                red += (fill[0] - red) * coverage
                green += (fill[1] - green) * coverage
                blue += (fill[2] - blue) * coverage
            alpha = max(0.0, min(1.0, 0.5 - mask(px, py))) if mask else 1.0
            row += bytes(round(value) for value in (red, green, blue, alpha * 255))
        rows.append(bytes(row))
    return rows


def png(size, rows, has_alpha):
    """Returns a PNG file. Each row is filtered by its difference to the row above, which suits smooth backgrounds."""
    channels = 4 if has_alpha else 3
    previous = bytes(size * channels)
    data = bytearray()
    for row in rows:
        if not has_alpha:
            row = b"".join(row[i:i + 3] for i in range(0, len(row), 4))
        data.append(2)
        data += bytes((a - b) & 255 for a, b in zip(row, previous))
        previous = row

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", size, size, 8, 6 if has_alpha else 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(data), 9))
            + chunk(b"IEND", b""))


def mosaic():
    fills = ["#ffd166", "#ef8354", "#f4f1de", "#3d8f8b", "#f4f1de", "#ffd166", "#f4f1de", "#ef8354", "#e8637a"]
    turns = [(-3, 2), (2, -2), (3, 3), (2, 2), (-2, -2), (2, -3), (-3, -2), (3, 2), (-2, 3)]
    shapes = []
    for index, (fill, (dx, dy)) in enumerate(zip(fills, turns)):
        x, y = 31 + index % 3 * 47, 31 + index // 3 * 47
        shapes.append((polygon((x + dx, y), (x + 43, y + dy), (x + 43 - dx, y + 43), (x, y + 43 - dy)), fill))
    return ("#2b4c6f", "#1d3350", shapes)


def boat():
    return ("#8fd3f4", "#d8f3ff", [
        (circle(150, 52, 22), "#fff4c2"),
        (polygon((96, 40), (96, 122), (40, 122)), "#ffffff"),
        (polygon((104, 56), (104, 122), (150, 122)), "#ff8a6b"),
        (box(96, 34, 6, 100), "#6b4a3a"),
        (polygon((36, 128), (164, 128), (142, 154), (58, 154)), "#c0483f"),
        (box(-10, 146, 220, 80), "#2f83b8"),
        (ellipse(50, 148, 34, 7), "#2f83b8"), (ellipse(118, 148, 34, 7), "#2f83b8"),
        (ellipse(180, 148, 34, 7), "#2f83b8"),
        (line(30, 170, 74, 170, 4), "#7cc0e4"), (line(104, 182, 160, 182, 4), "#7cc0e4"),
    ])


def mountain():
    return ("#ffb88c", "#ffe3cf", [
        (circle(134, 72, 26), "#fff1d0"),
        (polygon((-20, 210), (66, 70), (150, 210)), "#8a6fa8"),
        (both(polygon((-20, 210), (66, 70), (150, 210)),
              polygon((30, 60), (100, 60), (90, 112), (76, 100), (64, 116), (52, 102), (38, 114))), "#fdf6ff"),
        (polygon((60, 210), (142, 100), (224, 210)), "#6a5390"),
        (polygon((-10, 210), (-10, 176), (60, 160), (140, 180), (210, 164), (210, 210)), "#46386b"),
    ])


def night():
    moon = without(circle(96, 96, 46), circle(118, 82, 42))
    stars = [(152, 48, 4), (44, 44, 3), (164, 116, 3), (132, 150, 2.5), (60, 160, 2.5), (112, 30, 2.5), (172, 78, 2)]
    return ("#241b4d", "#5b3f8c", [(moon, "#ffe8a3")] + [(circle(*star), "#ffffff", 0.9) for star in stars])


def plant():
    leaf_left = both(circle(64, 100, 46), circle(96, 68, 46))
    leaf_right = both(circle(140, 92, 46), circle(106, 60, 46))
    leaf_small = both(circle(86, 116, 26), circle(64, 134, 26))
    return ("#e6f5dc", "#c4e6b9", [
        (line(100, 150, 100, 88, 6), "#3f7d4e"),
        (leaf_left, "#4f9d5d"), (leaf_right, "#6cb66f"), (leaf_small, "#86c987"),
        (polygon((62, 138), (138, 138), (128, 186), (72, 186)), "#d9794f"),
        (box(56, 128, 88, 16, 4), "#e58d62"),
    ])


def cup():
    return ("#f9d5d3", "#f4b6b8", [
        (ring(144, 116, 20, 9), "#ffffff"),
        (box(56, 84, 84, 72, 6), "#ffffff"),
        (ellipse(98, 152, 42, 20), "#ffffff"),
        (box(60, 88, 76, 12, 4), "#7a4a3a"),
        (box(44, 168, 108, 9, 4.5), "#d98f92"),
        (line(82, 66, 78, 46, 6), "#ffffff", 0.85), (line(100, 66, 104, 40, 6), "#ffffff", 0.85),
        (line(118, 66, 114, 46, 6), "#ffffff", 0.85),
    ])


def icon():
    return ("#3f7df0", "#1f5fd6", [
        (box(36, 44, 128, 92, 22), "#ffffff"),
        (polygon((62, 126), (104, 126), (62, 166)), "#ffffff"),
        (circle(64, 74, 11), "#ffb84d"),
        (box(84, 68, 58, 11, 5.5), "#9db9ee"), (box(58, 96, 84, 11, 5.5), "#c9d8f6"),
        (box(58, 114, 56, 11, 5.5), "#c9d8f6"),
    ])


IMAGES = {
    "avatar-favio": (mosaic, None), "avatar-mira": (boat, None), "avatar-jonas": (mountain, None),
    "avatar-aiko": (night, None), "avatar-tom": (plant, None), "avatar-lea": (cup, None), "icon": (icon, 44.0),
}


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    directory = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "Samples/Feed.widget/images"
    directory.mkdir(parents=True, exist_ok=True)
    for name, (draw, corner) in IMAGES.items():
        top, bottom, shapes = draw()
        data = png(200, render(200, top, bottom, shapes, corner), has_alpha=corner is not None)
        (directory / f"{name}.png").write_bytes(data)
        print(f"{name}.png: {len(data)} bytes")


if __name__ == "__main__":
    main()
