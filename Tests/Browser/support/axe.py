"""Accessibility problems that axe-core finds in a page of the browser."""

import pathlib

import axe_playwright_python

_SOURCE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


# A dialog that is still fading in has other colours than a person reads.
_END_ANIMATIONS = """
for (const animation of document.getAnimations()) {
  if (animation.effect?.getComputedTiming().endTime < Infinity) animation.finish();
}"""


def violations(page):
    """Returns the rule, the element and the reason of each violation. Ends animations first."""
    page.browser.execute_script(_END_ANIMATIONS)
    page.browser.execute_script(_SOURCE)
    result = page.browser.execute_async_script("axe.run().then(arguments[0])")
    return [
        (violation["id"], node["html"][:200], node["failureSummary"])
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
