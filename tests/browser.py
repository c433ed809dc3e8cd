"""Chromium without a window, spoken to through a pipe: pages of ours are opened from disk, filled in and looked at."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-extensions",
    "--no-first-run", "--remote-debugging-pipe",
)  # fmt: skip

LAUNCH = """
import os, sys
for place, each in enumerate([os.dup(int(each)) for each in sys.argv[1:3]], 3):
    os.dup2(each, place)
    os.set_inheritable(place, True)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The browser reads commands from file 3 and answers on file 4; ours have any numbers."""


LAUNCH = """\
import fcntl, os, sys
told, tells = (fcntl.fcntl(int(each), fcntl.F_DUPFD, 100) for each in sys.argv[1:3])
os.dup2(told, 3)
os.dup2(tells, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Chromium takes commands from file descriptor 3 and answers on 4."""


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
        number = next(self._numbers)
        session = {"sessionId": self._session} if self._session else {}
        os.write(self._to, json.dumps({"id": number, "method": method, "params": params, **session}).encode() + b"\0")
        for answer in self._answers:
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            self.events.append(answer)
        raise AssertionError("the browser ended")

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
    while piece := os.read(source, 1 << 16):
        *whole, left = (left + piece).split(b"\0")
        yield from map(json.loads, whole)


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A page of a fresh browser, whose profile lies in the folder. Skips the test where there is no browser."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("there is no Chromium here")
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
