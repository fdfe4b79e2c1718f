"""Pictures that are kept in a folder, to be compared with what is seen now."""

import io

from PIL import Image, ImageDraw, ImageOps

from picture_measure import WINDOW, different_windows


class KeptPictures:
    """`records` says that pictures that look different replace the kept ones."""

    def __init__(self, folder, failures, records):
        self.folder = folder
        self.failures = failures
        self.records = records

    def problem(self, name, taken):
        """What is wrong with a picture; None if it looks like the kept one."""
        file = self.folder / f"{name}.webp"
        if not file.exists():
            self._record(file, taken)
            return None if self.records else f"{file} was missing and is recorded; look at it, and run again"
        kept = Image.open(file).convert("RGB")
        # Both went the same way, so that what it loses does not count.
        picture = decoded(encoded(taken))
        if picture.size == kept.size and not (different := different_windows(kept, picture)):
            return None
        if self.records:
            self._record(file, taken)
            return None
        if picture.size != kept.size:
            return f"{name} has the size {picture.size}, not {kept.size}"
        return self._failure(name, kept, picture, different)

    def _record(self, file, picture):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(encoded(picture))

    def _failure(self, name, kept, picture, different):
        self.failures.mkdir(parents=True, exist_ok=True)
        for kind, image in (("expected", kept), ("actual", picture), ("difference", marked(picture, different))):
            image.save(self.failures / f"{name}-{kind}.png")
        return f"{name} differs in {len(different)} windows: see {self.failures / name}-difference.png"


def encoded(picture):
    data = io.BytesIO()
    picture.save(data, "WEBP", quality=90, method=4)
    return data.getvalue()


def decoded(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def marked(picture, different):
    """A pale picture with a red area where it differs."""
    mask = Image.new("L", picture.size)
    draw = ImageDraw.Draw(mask)
    for window in different:
        draw.rectangle([window.left, window.top, window.left + WINDOW - 1, window.top + WINDOW - 1], fill=255)
    grey = ImageOps.grayscale(picture)
    pale = Image.blend(grey, Image.new("L", grey.size, 255), 0.6).convert("RGB")
    return Image.composite(ImageOps.colorize(grey, "#b00000", "#ffb0b0"), pale, mask)
