"""How different two pictures look to a person.

What differs is looked for in windows of 8 × 8 pixels, one at each fourth pixel, so that a small fault counts as much in a
large picture as in a small one. Each window has three measures:

- structure: the structural similarity (SSIM) of Z. Wang, A. C. Bovik, H. R. Sheikh and E. P. Simoncelli, "Image Quality
  Assessment: From Error Visibility to Structural Similarity", IEEE Transactions on Image Processing 13 (2004), of
  luminance: 1 for equal windows, about 0 for unrelated ones, below 0 for opposite ones;
- tone and hue: how far the means of luminance and of both chrominances (YCbCr) are off, in steps of 256. Structure tells
  little about colours.

The limits lie between two groups of boards, light and dark, in pictures that were made up to 3 times smaller. Boards that
were drawn at twice the size and reduced, that moved by a quarter of a pixel, or whose letters stand between pixels have
other antialiasing: structure from 0.56, tone to 11, hue to 3. Signs that moved by 10 pixels or are missing, and text that is
cut, have a structure below 0.2; text in another colour is off by more than 12 in tone or more than 4 in hue.
"""

import dataclasses

from PIL import Image, ImageMath

WINDOW, STEP = 8, 4
# As each place is in four windows, what a person can see is in at least as many. A single window is an accident.
FEWEST_WINDOWS = 4
LEAST_STRUCTURE, MOST_TONE, MOST_HUE = 0.45, 12, 4
# The constants of the paper, for luminance from 0 to 255.
C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2


@dataclasses.dataclass
class Window:
    left: int
    top: int
    structure: float
    tone: float
    hue: float


def windows(one, other):
    """The windows of two pictures of the same size."""
    (y1, *chrominances1), (y2, *chrominances2) = (
        [band.convert("F") for band in picture.convert("YCbCr").split()] for picture in (one, other))
    products = [_calculate(lambda of: of["a"] * of["b"], a=a, b=b) for a, b in ((y1, y1), (y2, y2), (y1, y2))]
    found = []
    for left in range(0, WINDOW, STEP):
        for top in range(0, WINDOW, STEP):
            def means(*bands):
                return [_means(band, left, top) for band in bands]

            m1, m2, m11, m22, m12 = means(y1, y2, *products)
            structure = _calculate(_structure, m1=m1, m2=m2, m11=m11, m22=m22, m12=m12)
            tone = _calculate(lambda of: abs(of["a"] - of["b"]), a=m1, b=m2)
            (b1, r1), (b2, r2) = means(*chrominances1), means(*chrominances2)
            hue = _calculate(
                lambda of: ((of["b1"] - of["b2"]) ** 2 + (of["r1"] - of["r2"]) ** 2) ** 0.5, b1=b1, b2=b2, r1=r1, r2=r2)
            values = zip(*(measure.get_flattened_data() for measure in (structure, tone, hue)))
            for index, measures in enumerate(values):
                row, column = divmod(index, structure.width)
                found.append(Window(left + column * WINDOW, top + row * WINDOW, *measures))
    return found


def different_windows(one, other):
    """The windows in which a person sees a difference; none if the pictures look the same."""
    # The usual case, in which nothing has to be calculated.
    if one == other:
        return []
    found = windows(one, other)
    beyond = [
        [window for window in found if window.structure < LEAST_STRUCTURE],
        [window for window in found if window.tone > MOST_TONE],
        [window for window in found if window.hue > MOST_HUE],
    ]
    return [window for windows in beyond if len(windows) >= FEWEST_WINDOWS for window in windows]


def _structure(of):
    luminance = (2 * of["m1"] * of["m2"] + C1) / (of["m1"] ** 2 + of["m2"] ** 2 + C1)
    covariance = of["m12"] - of["m1"] * of["m2"]
    variances = of["m11"] - of["m1"] ** 2 + of["m22"] - of["m2"] ** 2
    return luminance * (2 * covariance + C2) / (variances + C2)


def _means(band, left, top):
    """The means of windows side by side, the first of which is at a place."""
    columns, rows = (band.width - left) // WINDOW, (band.height - top) // WINDOW
    return band.reduce(WINDOW, (left, top, left + columns * WINDOW, top + rows * WINDOW))


def _calculate(formula, **bands):
    return ImageMath.lambda_eval(formula, **bands)
