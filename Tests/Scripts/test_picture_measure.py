"""The measure that tells pictures of boards apart: its figures are those of the paper that describes it."""

import random
from statistics import mean, pvariance

import pytest
from PIL import Image

from picture_measure import windows


def test_structure_is_that_of_the_paper():
    generator = random.Random(1)
    one, other = (Image.frombytes("L", (12, 12), generator.randbytes(144)).convert("RGB") for _ in range(2))
    found = windows(one, other)
    assert [(window.left, window.top) for window in found] == [(0, 0), (0, 4), (4, 0), (4, 4)]
    for window in found:
        box = (window.left, window.top, window.left + 8, window.top + 8)
        x, y = (list(picture.crop(box).convert("YCbCr").getchannel("Y").get_flattened_data()) for picture in (one, other))
        mx, my = mean(x), mean(y)
        covariance = mean((a - mx) * (b - my) for a, b in zip(x, y))
        expected = (2 * mx * my + 6.5025) * (2 * covariance + 58.5225)
        expected /= (mx**2 + my**2 + 6.5025) * (pvariance(x) + pvariance(y) + 58.5225)
        assert window.structure == pytest.approx(expected, abs=1e-4)
    assert [window.structure for window in windows(one, one)] == pytest.approx([1] * 4)
