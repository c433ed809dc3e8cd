"""Answers from a file that writes numbers with a decimal comma, as the templates read them (POSITIONS 9)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

NUMERIC = frozenset({
    "number", "quantity", "plan", "expression", "equation", "inequality", "interval", "set", "list", "matrix",
})  # fmt: skip
"""Answer types in whose answers numbers stand; a text keeps its commas."""
_NUMERAL = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d*,\d+)(?![\d.,])", re.ASCII)
_MARKED = re.compile(r"\s*[-+]?(?![1-9]\d?\d?,\d{3}\b)\d*(?P<mark>[.,])\d+\s*(?:%|[^\W\d_][\w/^*. ]*)?", re.ASCII)
_SWAPPED = str.maketrans(".,", ",.")


def pointed(raw: str) -> str:
    """An answer with a point for each decimal comma and a comma between thousands; `1.5` stays what it is.

    So `1.234` becomes `1,234`, of which the reader knows that it may have been meant either way.
    """
    if "," not in raw and "." not in raw:
        return raw
    return _NUMERAL.sub(lambda found: found.group().translate(_SWAPPED), raw).replace(";", ",")


def has_decimal_commas(cells: Iterable[str]) -> bool:
    """Whether most numbers with a mark among these cells have a comma, and three at least.

    What may be thousands (`2,667`) doesn't count. The mark is never guessed from this: a person is asked to say it.
    """
    marks = Counter(found["mark"] for cell in cells if len(cell) < 40 and (found := _MARKED.fullmatch(cell)))
    return marks[","] >= 3 and marks[","] > marks["."]


__all__ = ["NUMERIC", "has_decimal_commas", "pointed"]
