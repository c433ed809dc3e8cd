"""Chromium without a window, spoken to through a pipe: pages of ours are opened from disk, filled in and looked at."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-extensions",
    "--no-first-run", "--remote-debugging-pipe",
)  # fmt: skip

PATIENCE = 60
"""Seconds in which the browser says something."""
KEYS = {
    "Tab": (9, ""), "Enter": (13, "\r"), "Space": (32, " "), "ArrowDown": (40, ""),
    **{f"Digit{digit}": (ord(digit), digit) for digit in "0123456789"},
    **{f"Key{letter}": (ord(letter), letter.lower()) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
}  # fmt: skip
"""Keys with their codes and what they type."""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE = f"""
axe.run(document, {{runOnly: {RULES}, rules: CHOSEN, resultTypes: ["violations"]}}).then(seen => seen.violations
  .filter(found => IMPACTS.includes(found.impact))
  .flatMap(found => found.nodes.map(node => `${{found.id}}: ${{node.html.slice(0, 200)}}`)))
"""
LAUNCH = """\
import fcntl, os, sys
told, tells = (fcntl.fcntl(int(each), fcntl.F_DUPFD, 100) for each in sys.argv[1:3])
os.dup2(told, 3)
os.dup2(tells, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Chromium takes commands from file descriptor 3 and answers on 4."""


def program_file() -> str | None:
    """Where Chromium is; None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """One page; commands of the DevTools protocol go to it, answers come back in their order."""

    def __init__(self, to: int, answers: Iterator[dict[str, Any]]) -> None:
        self._to, self._answers, self._numbers, self._session = to, answers, count(1), ""
        self.events: list[dict[str, Any]] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> Any:
        """Give a command and wait for its result; events that come meanwhile are kept."""
        number = self._tell(method, params)
        for answer in self._answers:
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            if method == "Page.navigate" and answer.get("method") == "Page.javascriptDialogOpening":
                self._tell("Page.handleJavaScriptDialog", {"accept": True})  # whoever goes on doesn't stay
            self.events.append(answer)
        raise AssertionError("the browser ended, or says nothing any more")

    def _tell(self, method: str, params: dict[str, Any]) -> int:
        """Give a command; its number."""
        number = next(self._numbers)
        session = {"sessionId": self._session} if self._session else {}
        os.write(self._to, json.dumps({"id": number, "method": method, "params": params, **session}).encode() + b"\0")
        return number

    def open(self, file: Path) -> None:
        """Open a page from disk and wait until it has run."""
        self.events.clear()
        self.send("Page.navigate", url=file.resolve().as_uri())
        self.wait("Page.loadEventFired")

    def wait(self, method: str, **like: Any) -> dict[str, Any]:
        """Wait for an event whose params are like that."""
        for event in self._waited():
            params = event.get("params", {})
            if event.get("method") == method and all(params.get(name) == value for name, value in like.items()):
                return params
        raise AssertionError(f"no {method}")

    def _waited(self) -> Iterator[dict[str, Any]]:
        yield from list(self.events)
        for event in self._answers:
            self.events.append(event)
            yield event

    def run(self, script: str) -> Any:
        """What an expression gives in the page, as JSON."""
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press and release a key of KEYS, as a person does."""
        code, text = KEYS[key]
        what = {
            "key": text if text and key != "Enter" else key,
            "code": key,
            "windowsVirtualKeyCode": code,
            "text": text,
        }
        for kind in ("keyDown" if text else "rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, modifiers=8 if shift else 0, **what)

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        self.send("Input.insertText", text=text)

    def look(self, width: int, scheme: str = "light", height: int = 900) -> None:
        """Make the window so many pixels wide, in a light or dark scheme."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", media="screen", features=features)

    def violations(self, *, contrast: bool = True, impacts: Sequence[str] = ("serious", "critical")) -> list[str]:
        """What axe-core finds of that weight. Contrast takes longest; what is closed has no colours of its own."""
        self.run((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8") + "; 0")
        chosen = "{}" if contrast else "{'color-contrast': {enabled: false}}"
        found: list[str] = self.run(AXE.replace("CHOSEN", chosen).replace("IMPACTS", json.dumps(list(impacts))))
        return found

    def complaints(self) -> list[str]:
        """What the console was told: errors, refused scripts, failed requests."""
        told = ("Runtime.exceptionThrown", "Log.entryAdded")
        return [json.dumps(event["params"]) for event in self.events if event.get("method") in told]

    def requests(self) -> list[str]:
        """Every address that was asked for."""
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]  # fmt: skip


def _answers(source: int) -> Iterator[dict[str, Any]]:
    left = b""
    while select.select([source], [], [], PATIENCE)[0] and (piece := os.read(source, 1 << 16)):
        *whole, left = (left + piece).split(b"\0")
        yield from map(json.loads, whole)


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A page of a fresh browser, whose profile lies in the folder."""
    program = program_file()
    assert program is not None, "there is no Chromium here: install it, or run the tests that aren't marked `browser`"
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    command = [sys.executable, "-c", LAUNCH, str(theirs_in), str(theirs_out), program, *FLAGS]
    process = subprocess.Popen(
        [*command, f"--user-data-dir={folder / 'profile'}"], pass_fds=(theirs_in, theirs_out),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Page(ours_out, _answers(ours_in))
    finally:
        process.terminate()
        process.wait(timeout=30)
        os.close(ours_out)
        os.close(ours_in)
