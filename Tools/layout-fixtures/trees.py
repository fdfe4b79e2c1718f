"""Generates random trees from a seed."""

import random

from pairs import CONTAINER, ITEM, BOTH, TEXTS, element


# The defaults of CSS that differ from the project's.
DEFAULTS = {"flex-shrink": "1", "min-width": "auto", "min-height": "auto"}


def style(random, depth, wildness, defaults):
    style = dict(defaults)
    for table, chance in ((CONTAINER, 0.25), (ITEM, 0.15), (BOTH, 0.05)):
        for name, values in table.items():
            if random.random() < chance * wildness:
                style[name] = random.choice(values)
    if depth == 0:
        for name in ("position", "display", "left", "top", "right", "bottom", "inset-inline-start"):
            style.pop(name, None)
        if random.random() < 0.7:
            style["width"] = random.choice(["100px", "150px", "200px"])
    return style


def tree(random, depth=0, wildness=1.0, defaults={}):
    own = style(random, depth, wildness, defaults)
    if depth == 3 or depth > 0 and random.random() < 0.35:
        own.pop("display", None)
        kind = random.random()
        if kind < 0.5:
            return element(own, random.choice(TEXTS))
        if kind < 0.8:
            own.setdefault("width", random.choice(["10px", "25px"]))
            own.setdefault("height", random.choice(["10px", "25px"]))
        return element(own)
    count = random.choice([1, 2, 2, 3, 3, 4])
    return element(own, "".join(tree(random, depth + 1, wildness, defaults) for _ in range(count)))


def trees(count, seed=1, defaults={}):
    fixtures = []
    for number in range(count):
        seeded = random.Random(f"tree {seed} {number}")
        wildness = seeded.choice([0.4, 0.7, 1.0, 1.5])
        fixtures.append({"name": f"tree {seed}.{number}", "html": tree(seeded, 0, wildness, defaults)})
    return fixtures
