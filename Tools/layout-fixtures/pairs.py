"""Fixtures that cover the layout properties in pairs.

For every two properties, there are a few trees in which both are set, on the container or on its items, depending on
the property. The other contents of the trees are drawn from a seeded generator, so that the fixtures are the same every
time.
"""

import itertools
import random

SIZES = ["10px", "25px", "60px", "50%", "20%", "110%"]
KEYWORDS = ["min-content", "max-content", "fit-content", "stretch"]
LINES = ["flex-start", "flex-end", "start", "end", "center", "space-between", "space-around", "space-evenly", "stretch",
         "normal"]
ITEMS = ["normal", "stretch", "flex-start", "flex-end", "start", "end", "self-start", "self-end", "center", "baseline"]
EDGE = ["3px", "7px", "10%"]
MARGIN = ["4px", "-3px", "auto", "5%"]
INSET = ["5px", "-4px", "10%"]

CONTAINER = {
    "flex-direction": ["row", "row-reverse", "column", "column-reverse"],
    "flex-wrap": ["wrap", "wrap-reverse", "nowrap"],
    "justify-content": LINES + ["left", "right"],
    "align-items": ITEMS,
    "align-content": LINES,
    "row-gap": ["4px", "10%"],
    "column-gap": ["6px", "10%"],
}

ITEM = {
    "flex-grow": ["1", "2", "0.3"],
    "flex-shrink": ["1", "2", "0.4"],
    "flex-basis": ["auto", "content", "0px", "30px", "40%"] + KEYWORDS,
    "align-self": ["auto"] + ITEMS,
    "aspect-ratio": ["1", "2", "0.5"],
}

BOTH = {
    "width": SIZES + KEYWORDS,
    "height": SIZES + KEYWORDS,
    "min-width": SIZES + KEYWORDS + ["auto"],
    "min-height": SIZES + KEYWORDS + ["auto"],
    "max-width": SIZES + KEYWORDS,
    "max-height": SIZES + KEYWORDS,
    "margin-left": MARGIN, "margin-top": MARGIN, "margin-inline-end": MARGIN, "margin-bottom": MARGIN,
    "padding-top": EDGE, "padding-inline-start": EDGE, "padding-right": EDGE,
    "border-left-width": ["2px", "5px"], "border-bottom-width": ["2px", "5px"],
    "position": ["absolute", "static", "relative"],
    "left": INSET, "top": INSET, "right": INSET, "bottom": INSET, "inset-inline-start": INSET,
    "box-sizing": ["content-box", "border-box"],
    "overflow": ["hidden", "scroll", "visible"],
    "display": ["none", "contents", "flex"],
    "direction": ["rtl", "ltr"],
}

PROPERTIES = {**CONTAINER, **ITEM, **BOTH}
TEXTS = ["a", "bbbb", "cc dddd ee", "ff&#8203;gggg&#8203;hh", "iiiiii j"]


def element(style, inside=""):
    # In Tessera, logical edges take precedence over physical ones. In CSS, the last declaration does.
    ordered = sorted(style.items(), key=lambda declaration: "inline" in declaration[0])
    text = "; ".join(f"{name}: {value}" for name, value in ordered)
    return f'<div style="{text}">{inside}</div>' if text else f"<div>{inside}</div>"


def leaf(random, style):
    kind = random.random()
    # Layout does not support text without a box.
    if kind < 0.45 and style.get("display") != "contents":
        return element(style, random.choice(TEXTS))
    if kind < 0.6:
        inner = {"width": random.choice(["12px", "50%"]), "height": random.choice(["8px", "50%"])}
        return element(style, element(inner))
    if kind < 0.75:
        return element(style, element({}, random.choice(TEXTS)) + element({}, random.choice(TEXTS)))
    size = {"width": random.choice(["20px", "35px"]), "height": random.choice(["15px", "30px"])}
    return element({**size, **style})


def fixture(random, first, second):
    root = {"flex-direction": random.choice(["row", "column", "row", "column", "row-reverse"])}
    if random.random() < 0.7:
        root["width"] = random.choice(["100px", "140px"])
    if random.random() < 0.5:
        root["height"] = random.choice(["80px", "120px"])
    if random.random() < 0.3:
        root["flex-wrap"] = "wrap"
    if random.random() < 0.3:
        root["align-items"] = random.choice(["flex-start", "center", "baseline"])
    container = {}
    items = [{} for _ in range(random.choice([2, 3, 3, 4]))]
    for name in (first, second):
        values = PROPERTIES[name]
        if name in CONTAINER:
            container[name] = random.choice(values)
        elif name in ITEM:
            for item in items:
                if random.random() < 0.7:
                    item[name] = random.choice(values)
            items[0].setdefault(name, random.choice(values))
        elif random.random() < 0.3 and name not in ("position", "display"):
            container[name] = random.choice(values)
        else:
            items[0][name] = random.choice(values)
            if random.random() < 0.4:
                items[-1][name] = random.choice(values)
    children = [leaf(random, item) for item in items]
    if random.random() < 0.6:
        return element({**root, **container}, "".join(children))
    # The tested container is itself an item.
    inner = {**{"flex-direction": random.choice(["row", "column"])}, **container}
    return element(root, element(inner, "".join(children)) + leaf(random, {}))


def pairs(per_pair=2):
    fixtures = []
    for first, second in itertools.combinations(PROPERTIES, 2):
        for number in range(per_pair):
            seeded = random.Random(f"{first} {second} {number}")
            fixtures.append({"name": f"{first} and {second}, {number + 1}", "html": fixture(seeded, first, second)})
    return fixtures
