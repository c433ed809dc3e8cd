"""An answer over several lines at a prompt that takes one: a matrix that is typed or pasted row by row."""

from __future__ import annotations

from collections.abc import Callable

MOST_LINES = 40
"""Lines that one answer may have."""
_PAIRS = {")": "(", "]": "[", "}": "{"}


def is_open(text: str) -> bool:
    """Whether a bracket or a LaTeX environment isn't closed yet."""
    depth = sum((each in _PAIRS.values()) - (each in _PAIRS) for each in text)
    return depth > 0 or text.count("\\begin{") > text.count("\\end{")


def whole_answer(first: str, more: Callable[[], str]) -> str:
    """The first line with those that close what it opened; an empty line ends it as it is."""
    text = first
    for _ in range(MOST_LINES - 1):
        if not is_open(text) or not (line := more()):
            break
        text = f"{text} {line}"
    return text
