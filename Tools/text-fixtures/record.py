"""Records Chromium's text measurements; see README.md."""

import base64
import json
import pathlib
import subprocess

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

HERE = pathlib.Path(__file__).resolve().parent
OUTPUT = HERE.parent.parent / "Tests/Unit/TesseraGraphicsTests/Fixtures/chromium-text.json"
FONTCONFIG_WEIGHTS = {400: 80, 600: 180, 700: 200}

MEASURE = """
const [texts, styles, widths] = arguments;
const answers = [];
function element(text, style, width) {
  const box = document.createElement('div');
  box.textContent = text;
  box.dir = 'auto';
  const own = box.style;
  own.position = 'absolute';
  own.whiteSpace = 'pre-wrap';
  own.overflowWrap = 'break-word';
  own.textRendering = 'geometricPrecision';
  own.fontFamily = "Inter, Emoji, sans-serif";
  own.fontSize = style.fontSize + 'px';
  own.fontWeight = style.fontWeight ?? 400;
  own.fontStyle = style.italic ? 'italic' : 'normal';
  own.lineHeight = style.lineHeight + 'px';
  own.width = width === null ? 'max-content' : width === 0 ? 'min-content' : width + 'px';
  document.body.append(box);
  return box;
}
// Baseline of the first line below the top of the box, which depends on the style alone.
function baseline(style) {
  const box = element('x', style, null);
  const mark = document.createElement('span');
  mark.style.cssText = 'display: inline-block; width: 0; height: 0';
  box.append(mark);
  const result = mark.getBoundingClientRect().bottom - box.getBoundingClientRect().top;
  box.remove();
  return result;
}
// Lines from the places of single characters; the widest without spaces that hang over its end.
function widest(box, text) {
  const node = box.firstChild;
  const lines = new Map();
  const range = document.createRange();
  let index = 0;
  for (const character of text) {
    const end = index + character.length;
    range.setStart(node, index);
    range.setEnd(node, end);
    index = end;
    if (character === '\\n') continue;
    const isSpace = character === ' ' || character === '\\t';
    for (const rect of range.getClientRects()) {
      const line = lines.get(rect.bottom) ?? {all: [Infinity, -Infinity], visible: [0, 0]};
      line.all = [Math.min(line.all[0], rect.left), Math.max(line.all[1], rect.right)];
      if (!isSpace) line.visible = line.all;
      lines.set(rect.bottom, line);
    }
  }
  return Math.max(0, ...[...lines.values()].map(({visible: [left, right]}) => right - left));
}
const baselines = styles.map(baseline);
for (const text of texts) for (const style of styles) for (const width of widths) {
  const box = element(text, style, width);
  const {width: boxWidth, height} = box.getBoundingClientRect();
  answers.push([width === null || width === 0 ? boxWidth : widest(box, text), height]);
  box.remove();
}
return {answers, baselines};
"""

NATURAL_LINE_HEIGHT = """
const box = document.createElement('div');
box.textContent = 'x';
box.style.cssText = 'font-family: Inter; line-height: normal; font-size: ' + arguments[0] + 'px';
document.body.append(box);
const height = box.getBoundingClientRect().height;
box.remove();
return height;
"""

BREAKS = """
const [previous, before] = arguments;
const box = document.createElement('div');
box.style.cssText = "font: 10px/10px Inter; width: 0; white-space: pre-wrap";
document.body.append(box);
let allowed = '';
for (let code = 33; code < 127; code += 1) {
  box.textContent = before + previous + String.fromCharCode(code) + 'b';
  const range = document.createRange();
  const top = (index) => {
    range.setStart(box.firstChild, index);
    range.setEnd(box.firstChild, index + 1);
    return range.getBoundingClientRect().top;
  };
  if (top(before.length + 1) > top(before.length) + 1) allowed += String.fromCharCode(code);
}
box.remove();
return allowed;
"""


def font_face(weight, italic):
    pattern = f"Inter:weight={FONTCONFIG_WEIGHTS[weight]}:slant={100 if italic else 0}"
    path = subprocess.check_output(["fc-match", "-f", "%{file}", pattern], text=True)
    data = base64.b64encode(pathlib.Path(path).read_bytes()).decode()
    style = "italic" if italic else "normal"
    return f"@font-face {{ font-family: Inter; font-weight: {weight}; font-style: {style}; src: url(data:font/otf;base64,{data}) }}"


def emoji_face():
    path = subprocess.check_output(["fc-match", "-f", "%{file}", "Noto Color Emoji"], text=True)
    data = base64.b64encode(pathlib.Path(path).read_bytes()).decode()
    return f"@font-face {{ font-family: Emoji; src: url(data:font/ttf;base64,{data}) }}"


def main():
    asked = json.loads((HERE / "texts.json").read_text())
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        browser.get("about:blank")
        faces = [(400, False), (400, True), (600, False), (700, False)]
        browser.execute_script(
            "document.documentElement.lang = 'en';"
            "const style = document.createElement('style'); style.textContent = arguments[0]; document.head.append(style)",
            "\n".join([font_face(*face) for face in faces] + [emoji_face()]))
        browser.execute_async_script(
            "const done = arguments[0];"
            "Promise.all([...document.fonts].map((font) => font.load())).then(() => done())")
        sizes = [8, 9, 10, 11, 12, 12.5, 13, 13.5, 14, 14.4, 15, 16, 17, 18, 20, 22, 24, 28, 31, 32, 35, 36, 40, 48]
        natural = {str(size): browser.execute_script(NATURAL_LINE_HEIGHT, size) for size in
                   sorted({*sizes, *(style["fontSize"] for style in asked["styles"])})}
        styles = [{"lineHeight": natural[str(style["fontSize"])], **style} for style in asked["styles"]]
        measured = browser.execute_script(MEASURE, asked["texts"], styles, asked["widths"])
        answers = measured["answers"]
        breaks = {chr(code): browser.execute_script(BREAKS, chr(code), "b") for code in range(33, 127)}
        minus = browser.execute_script(BREAKS, "-", " ")
        version = browser.capabilities["browserVersion"]
    finally:
        browser.quit()

    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    with OUTPUT.open("w") as file:
        def line(key, value, end=",\n"):
            file.write(f"{json.dumps(key)}: {json.dumps(value)}{end}")
        file.write("{\n")
        line("browser", f"Chromium {version}")
        line("naturalLineHeights", natural)
        line("breaks", {key: value for key, value in breaks.items() if value})
        line("breaksAfterMinus", minus)
        line("styles", asked["styles"])
        line("baselines", measured["baselines"])
        line("widths", asked["widths"])
        file.write('"texts": [\n')
        size = len(styles) * len(asked["widths"])
        rows = []
        for index, text in enumerate(asked["texts"]):
            rows.append(json.dumps({"text": text, "answers": answers[index * size:(index + 1) * size]}))
        file.write(",\n".join(rows) + "\n]}\n")


main()
