"""Compares `tessera layout` with the browser on fixtures, and reduces those that differ.

    compare.py COMMAND pairs|trees|css-trees [COUNT [SEED]] [--show N]

COMMAND reads and writes JSON in the format of `tessera layout`. The boxes of `css-trees` shrink and have automatic
minimum sizes, as in CSS.
"""

import copy
import json
import subprocess
import sys

from browser import Browser
import pairs
import trees

TOLERANCE = 0.2


def lay_out(command, answers):
    requests = [
        {"name": answer["name"], "direction": direction, "root": answer["root"],
         **({"width": answer["width"]} if "width" in answer else {})}
        for answer in answers for direction in ("ltr", "rtl")]
    result = subprocess.run(command, input=json.dumps(requests), capture_output=True, text=True)
    if result.returncode < 0 or not result.stdout:
        raise SystemExit(f"{command} failed: {result.returncode} {result.stderr[:2000]}")
    return json.loads(result.stdout)


def differs(expected, found):
    frames = found.get("frames")
    return frames is None or len(frames) != len(expected) or any(
        abs(a - b) > TOLERANCE for left, right in zip(expected, frames) for a, b in zip(left, right))


def failures(command, answers):
    failed = []
    for answer, ltr, rtl in zip(answers, *[iter_every(lay_out(command, answers), offset) for offset in (0, 1)]):
        for direction, found in (("ltr", ltr), ("rtl", rtl)):
            if differs(answer[direction], found):
                failed.append((answer, direction, found))
                break
    return failed


def iter_every(values, offset):
    return values[offset::2]


def html(box):
    """Returns the HTML from which a box in the neutral format originates."""
    names = {
        "positionType": "position", "position": "inset", "start": "inset-inline-start", "end": "inset-inline-end",
        **{f"{edges}{side}": f"{edges}-inline-{side.lower()}"
           for edges in ("margin", "padding") for side in ("Start", "End")},
        **{f"border{side}Width": f"border-inline-{side.lower()}-width" for side in ("Start", "End")}}
    unitless = ("flexGrow", "flexShrink", "aspectRatio")

    def css(name, value):
        kebab = names.get(name) or "".join("-" + c.lower() if c.isupper() else c for c in name)
        return f"{kebab}: {value}{'px' if isinstance(value, (int, float)) and name not in unitless else ''}"

    style = {css(name, value).split(":")[0]: css(name, value).split(": ")[1]
             for name, value in box.get("style", {}).items()}
    return pairs.element(style, box.get("text", "") + "".join(html(child) for child in box.get("children", [])))


def smaller(root):
    """Yields copies of a tree with one part removed."""
    def boxes(box):
        yield box
        for child in box.get("children", []):
            yield from boxes(child)

    for index in range(sum(1 for _ in boxes(root))):
        for child in range(len(list(boxes(root))[index].get("children", []))):
            less = copy.deepcopy(root)
            del list(boxes(less))[index]["children"][child]
            yield less
        for name in list(boxes(root))[index].get("style", {}):
            less = copy.deepcopy(root)
            del list(boxes(less))[index]["style"][name]
            yield less
        for child in range(len(list(boxes(root))[index].get("children", []))):
            # Replaces a parent by one of its children.
            less = copy.deepcopy(root)
            box = list(boxes(less))[index]
            kept = box["children"][child]
            box.clear()
            box.update(kept)
            yield less
        if list(boxes(root))[index].get("text", "") not in ("", "a"):
            less = copy.deepcopy(root)
            list(boxes(less))[index]["text"] = "a"
            yield less


def shrink(browser, command, answer):
    current = answer
    while True:
        room = {"width": current["width"]} if "width" in current else {}
        candidates = [{"name": answer["name"], "html": html(root), **room} for root in smaller(current["root"])
                      if not {"positionType", "display"} & set(root.get("style", {}))]
        failed = failures(command, browser.measure(candidates)) if candidates else []
        if not failed:
            return current
        current = min(failed, key=lambda failure: len(json.dumps(failure[0]["root"])))[0]


def main():
    arguments = sys.argv[1:]
    show = 5
    if "--show" in arguments:
        at = arguments.index("--show")
        show = int(arguments[at + 1])
        del arguments[at:at + 2]
    command, kind, *rest = arguments
    numbers = [int(number) for number in rest]
    if kind == "pairs":
        fixtures = pairs.pairs(*numbers[:1])
    else:
        defaults = trees.DEFAULTS if kind == "css-trees" else {}
        fixtures = trees.trees(*(numbers or [500]), defaults=defaults)
    with Browser() as browser:
        failed = failures([command], browser.measure(fixtures))
        print(f"{len(failed)} of {len(fixtures)} differ")
        seen = set()
        for answer, direction, _ in failed:
            if len(seen) >= show:
                break
            small = shrink(browser, [command], answer)
            text = html(small["root"])
            if text in seen:
                continue
            seen.add(text)
            [(small, direction, found)] = failures([command], [small])
            print(f"\n{answer['name']} ({direction})\n  {text}")
            print(f"  browser {small[direction]}\n  tessera {found.get('frames', found)}")


if __name__ == "__main__":
    main()
