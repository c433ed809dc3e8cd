"""Whether an answer file seems to write numbers with a decimal comma (POSITIONS 9)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_MARKED = re.compile(r"\s*[-+]?(?![1-9]\d?\d?,\d{3}\b)\d*(?P<mark>[.,])\d+\s*(?:%|[^\W\d_][\w/^*. ]*)?", re.ASCII)


def has_decimal_commas(cells: Iterable[str]) -> bool:
    """Whether most numbers with a mark among these cells have a comma, and three at least.

    What may be thousands (`2,667`) doesn't count. The mark is never guessed from this: a person is asked to say it.
    """
    marks = Counter(found["mark"] for cell in cells if len(cell) < 40 and (found := _MARKED.fullmatch(cell)))
    return marks[","] >= 3 and marks[","] > marks["."]
