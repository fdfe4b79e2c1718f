"""Headless Chromium as the reference for layout.

A page applies the project's defaults to every element, and loads a font whose characters are squares of ten pixels. For
fixtures in HTML, it returns the tree in the style vocabulary of `tessera layout`, and the boxes that the browser
computed, from left to right and from right to left.
"""

import base64
import io
import json
import os
import tempfile

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

HERE = os.path.dirname(os.path.abspath(__file__))


def square_font():
    """Returns a font whose letters are full squares with the baseline at four fifths, and whose U+200B has no width."""
    letters = [chr(code) for code in range(0x21, 0x7F)]
    names = {ord(letter): f"u{ord(letter):04X}" for letter in letters}
    names[0x20] = "space"
    names[0x200B] = "zero"
    order = [".notdef"] + sorted(set(names.values()))

    def square():
        pen = TTGlyphPen(None)
        pen.moveTo((0, -200))
        pen.lineTo((0, 800))
        pen.lineTo((1000, 800))
        pen.lineTo((1000, -200))
        pen.closePath()
        return pen.glyph()

    blank = TTGlyphPen(None).glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupGlyf({name: blank if name in ("space", "zero") else square() for name in order})
    builder.setupHorizontalMetrics({name: (0 if name == "zero" else 1000, 0) for name in order})
    builder.setupHorizontalHeader(ascent=800, descent=-200, lineGap=0)
    builder.setupNameTable({"familyName": "Square", "styleName": "Regular"})
    builder.setupOS2(
        sTypoAscender=800, sTypoDescender=-200, sTypoLineGap=0, usWinAscent=800, usWinDescent=200, fsSelection=0x40, version=4)
    builder.setupPost()
    data = io.BytesIO()
    builder.save(data)
    return base64.b64encode(data.getvalue()).decode()


class Browser:
    def __init__(self):
        with open(os.path.join(HERE, "page.html"), encoding="utf-8") as file:
            page = file.read().replace("FONT", square_font())
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                         "--force-device-scale-factor=1", "--window-size=1600,1200"):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(600)
        self.file = tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8")
        self.file.write(page)
        self.file.flush()
        self.driver.get("file://" + self.file.name)
        self.driver.execute_async_script("document.fonts.load('10px Square').then(() => arguments[0]())")
        self.version = self.driver.capabilities["browserVersion"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def measure(self, fixtures):
        """Returns `[{"name", "width"?, "root", "ltr", "rtl"}]` for `[{"name", "html", "width"?}]`."""
        answers = []
        for start in range(0, len(fixtures), 250):
            batch = json.dumps(fixtures[start:start + 250])
            answers += json.loads(self.driver.execute_script("return measureAll(arguments[0])", batch))
        return answers
