"""Measures the layout calls of Yoga (poga) and Taffy (stretchable) on the trees of LayoutBenchmarks.swift.

Prints one JSON object: {"layout.nested.layout": {"yoga": seconds, "taffy": seconds}, ...}, in processor time. Building
the trees and reading the results happen in Python and are not timed. Leaves that Tessera measures have fixed sizes
here, so that no time is spent in Python callbacks. This favours the peers.
"""

import gc
import json
import statistics
import time

import poga.libpoga_capi as yoga
from poga import YGDirection, YGEdge, YGFlexDirection, YGWrap
from stretchable import Node
from stretchable import taffylib
from stretchable.node import SizeAvailableSpace, taffy
from stretchable.style import AUTO, AlignContent, FlexDirection, FlexWrap, Size

NAN = float("nan")


def nested(row, levels, make):
    """Returns 10 children at each of four levels. Every box grows, is ten by ten, and alternates the direction."""
    return make({"row": row, "width": 10, "height": 10, "grow": 1},
                [nested(not row, levels - 1, make) for _ in range(10)] if levels else [])


def feed(make):
    cells = []
    for _ in range(100):
        texts = [make({"width": 190, "height": 20}, []), make({"width": 100, "height": 10}, [])]
        cells.append(make({"padding": 8}, [
            make({"row": True, "gap": 8}, [
                make({"width": 40, "height": 40}, []), make({"grow": 1, "shrink": 1, "basis": 0}, texts)]),
            make({"height": 40}, []),
            make({"row": True}, [make({"width": 40, "height": 10}, []) for _ in range(3)]),
        ]))
    return make({"width": 320}, cells)


def wrapped(make):
    return make({"row": True, "wrap": True, "width": 1000},
                [make({"width": 20 + index % 17, "height": 10 + index % 5}, []) for index in range(2500)])


def make_yoga(style, children):
    node = yoga.YGNodeNew()
    if style.get("row"):
        yoga.YGNodeStyleSetFlexDirection(node, YGFlexDirection.Row)
    if style.get("wrap"):
        yoga.YGNodeStyleSetFlexWrap(node, YGWrap.Wrap)
    if "width" in style:
        yoga.YGNodeStyleSetWidth(node, style["width"])
    if "height" in style:
        yoga.YGNodeStyleSetHeight(node, style["height"])
    if "grow" in style:
        yoga.YGNodeStyleSetFlexGrow(node, style["grow"])
    if "shrink" in style:
        yoga.YGNodeStyleSetFlexShrink(node, style["shrink"])
    if "basis" in style:
        yoga.YGNodeStyleSetFlexBasis(node, style["basis"])
    if "padding" in style:
        yoga.YGNodeStyleSetPadding(node, YGEdge.All, style["padding"])
    for index, child in enumerate(children):
        yoga.YGNodeInsertChild(node, child, index)
    return node


def make_taffy(style, children):
    return Node(
        *children,
        flex_direction=FlexDirection.ROW if style.get("row") else FlexDirection.COLUMN,
        flex_wrap=FlexWrap.WRAP if style.get("wrap") else FlexWrap.NO_WRAP,
        align_content=AlignContent.START,
        size=Size(style.get("width", AUTO), style.get("height", AUTO)), min_size=Size(0, 0),
        flex_grow=style.get("grow", 0), flex_shrink=style.get("shrink", 0), flex_basis=style.get("basis", AUTO),
        padding=style.get("padding", 0), gap=style.get("gap", 0))


def time_yoga(root):
    start = time.thread_time()
    yoga.YGNodeCalculateLayout(root, NAN, NAN, YGDirection.LTR)
    return time.thread_time() - start


def no_measure(*_):
    return (0.0, 0.0)


def time_taffy(root):
    space = SizeAvailableSpace.default().to_dict()
    taffy.use_rounding = True
    start = time.thread_time()
    taffylib.node_compute_layout_with_measure(taffy._ptr, root._node_id, space, no_measure)
    return time.thread_time() - start


def median(build, run, count=5):
    samples = []
    for _ in range(count):
        samples.append(run(build()))
        gc.collect()
    return statistics.median(samples)


def change_yoga(root, leaf):
    samples = []
    for index in range(101):
        yoga.YGNodeStyleSetWidth(leaf, 11 + index % 2)
        samples.append(time_yoga(root))
    return statistics.median(samples)


def change_taffy(root, leaf):
    samples = []
    for index in range(11):
        style = leaf.style
        leaf.style = make_taffy({"row": style.flex_direction == FlexDirection.ROW, "width": 11 + index % 2,
                                 "height": 10, "grow": 1}, []).style
        samples.append(time_taffy(root))
    return statistics.median(samples)


def main():
    def root_of(make):
        return make({}, [nested(True, 3, make) for _ in range(10)])

    def yoga_leaf(node):
        while yoga.YGNodeGetChildCount(node):
            node = yoga.YGNodeGetChild(node, yoga.YGNodeGetChildCount(node) // 2)
        return node

    def taffy_leaf(node):
        while len(node):
            node = node[len(node) // 2]
        return node

    result = {}
    for name, tree in (("nested", root_of), ("feed", feed), ("wrapped", wrapped)):
        result[f"layout.{name}.layout"] = {
            "yoga": median(lambda: tree(make_yoga), time_yoga),
            "taffy": median(lambda: tree(make_taffy), time_taffy, count=3)}
    root = root_of(make_yoga)
    time_yoga(root)
    other = root_of(make_taffy)
    time_taffy(other)
    result["layout.nested.change"] = {
        "yoga": change_yoga(root, yoga_leaf(root)), "taffy": change_taffy(other, taffy_leaf(other))}
    print(json.dumps(result))


main()
