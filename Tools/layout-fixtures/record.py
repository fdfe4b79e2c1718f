#!/usr/bin/env python3
"""Writes the fixtures of TesseraLayout's tests: headless Chromium's layout of small trees.

    Tools/layout-fixtures/record.py [--check]

The trees are written by hand (`html`), derived from pairs of properties, or drawn at random from a seed, with the
project's defaults and with those of CSS. With --check, nothing is written; the exit code indicates whether the file
would change.
"""

import glob
import json
import os
import re
import sys

from browser import HERE, Browser
import pairs
import trees


def handwritten():
    fixtures = []
    for path in sorted(glob.glob(os.path.join(HERE, "html", "*.html"))):
        with open(path, encoding="utf-8") as file:
            parts = re.split(r"<!-- fixture: (.*?)(?:, width (\d+))? -->", file.read())
        group = os.path.splitext(os.path.basename(path))[0]
        for name, width, html in zip(parts[1::3], parts[2::3], parts[3::3]):
            # White space between tags would create text boxes.
            fixture = {"name": f"{group}: {name}", "html": re.sub(r">\s+<", "><", html.strip())}
            if width:
                fixture["width"] = int(width)
            fixtures.append(fixture)
    return fixtures


def main():
    output = os.path.join(HERE, "..", "..", "Tests", "Unit", "TesseraLayoutTests", "Fixtures", "chromium.json")
    fixtures = handwritten() + pairs.pairs(2) + trees.trees(400, seed=7)
    fixtures += trees.trees(100, seed=8, defaults=trees.DEFAULTS)
    names = [fixture["name"] for fixture in fixtures]
    assert len(names) == len(set(names)), "two fixtures have one name"
    with Browser() as browser:
        answers = browser.measure(fixtures)
    lines = ",\n".join(json.dumps(answer, ensure_ascii=True, separators=(",", ":")) for answer in answers)
    text = f"[\n{lines}\n]\n"
    if "--check" in sys.argv:
        with open(output, encoding="utf-8") as file:
            raise SystemExit(0 if file.read() == text else f"{output} is not what {browser.version} answers")
    with open(output, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"{len(answers)} fixtures from Chromium {browser.version}")


if __name__ == "__main__":
    main()
