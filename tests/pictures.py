"""Make the pictures of README anew: `python -m tests.pictures`. It needs Chromium, and `convert` of ImageMagick."""

from __future__ import annotations

import base64
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from quizgen import Bank
from quizgen.cli.show import Format, _written
from quizgen.generator import example
from quizgen.packs.pack_folders import find_banks
from tests.browser import Page, browser

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
COLOURS = "48"


class Picture(NamedTuple):
    """What is shown: a template's page from the top of one element to the end of another, and how."""

    name: str
    template: str
    start: str
    end: str
    width: int
    scheme: str = "light"
    scale: float = 1.5


PICTURES = (
    Picture("sheet", "C", ".problem", ".problem", 620),
    Picture("solution-light", "L2.3", ".solution", ".solution .figure", 620),
    Picture("solution-dark", "L3.3", ".steps > li:nth-child(4)", ".solution .checks", 620, "dark"),
    Picture("phone", "L1.2", ".problem", ".problem .part:last-of-type .answer", 320, scale=1.2),
)


def taken(page: Page, picture: Picture, file: Path) -> bytes:
    """The PNG of one picture."""
    bank = Bank(find_banks(None, {}))
    variant = example(bank.compiled(bank.find(picture.template)))
    file.write_text(_written([variant], Format.html, solution=True, ledger=False), encoding="utf-8")
    page.open(file)
    like = [{"name": "prefers-color-scheme", "value": picture.scheme}]
    page.send("Emulation.setEmulatedMedia", media="screen", features=like)
    size = {"width": picture.width, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    page.send("Emulation.setDeviceMetricsOverride", **size)
    page.run("document.querySelector('.solution').open = true")
    edge = "document.querySelector('{}').getBoundingClientRect().{} + scrollY"
    top, bottom = (page.run(edge.format(*at)) for at in ((picture.start, "top"), (picture.end, "bottom")))
    clip = {"x": 0, "y": top - 20, "width": picture.width, "height": bottom - top + 40, "scale": picture.scale}
    shot = page.send("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    return base64.b64decode(shot["data"])


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browser(Path(folder)) as page:
        for picture in PICTURES:
            file = FOLDER / f"{picture.name}.png"
            file.write_bytes(taken(page, picture, Path(folder) / "page.html"))
            few = ["-strip", "+dither", "-colors", COLOURS, "-define", "png:compression-level=9"]
            subprocess.run(["convert", file, *few, file], check=True)


if __name__ == "__main__":
    main()
