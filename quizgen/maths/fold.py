"""What looks alike becomes alike, in one place (POSITIONS 1), with the way back to the raw text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from quizgen.errors import TooMuchWork

LONGEST_RAW = 20_000
"""Characters of a response before folding; what is dropped (zero-width characters) counts here."""
LONGEST = 2_000
"""Characters of a response after folding."""
_TOO_LONG = f"this answer is too long: at most {LONGEST} characters are read"


class Folded(NamedTuple):
    """A text after folding; `offsets[i]` is the raw place of its place `i`, None if nothing has changed."""

    text: str
    offsets: list[int] | None


_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱ", "0123456789+-()ni", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", "0123456789aeoxhklmnpstijruv", strict=True))
_ALIKE: dict[str, str] = {
    **dict.fromkeys("−‐‑‒–—―﹣－➖˗⁃", "-"),
    **dict.fromkeys("×✕✖⨯⨉", "×"),
    **dict.fromkeys("·⋅∙•‧・", "·"),
    **dict.fromkeys("∗＊", "*"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("≤≦⩽", "<="),
    **dict.fromkeys("≥≧⩾", ">="),
    **dict.fromkeys("≈≃≅∼", "≈"),
    **dict.fromkeys("‘’‚‛′ʹʼ", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("∣❘", "|"),
    **dict.fromkeys("º˚", "°"),
    **dict.fromkeys("〈〈⟨", r"\langle "), **dict.fromkeys("〉〉⟩", r"\rangle "), "〖": "(", "〗": ")", "ℝ": "ℝ",
    "⌀": "∅", "∖": "∖", "⧵": "∖",
    "⋃": "∪", "⋂": "∩", "∨": " or ", "⋁": " or ", "⋀": " and ", "∧": " and ", "¬": " not ", "‖": "‖", "∥": "‖",
    "∑": r"\sum ", "∏": r"\prod ", "∫": r"\int ", "□": r"\square ", "→": r"\to ", "⇒": r"\Rightarrow ",
    "⇔": r"\iff ", "…": r"\dots ", "∉": r"\notin ",
    "≡": "=", "≠": "!=", "∞": " oo ", "\u2062": "*", "\u2063": ",", "\u2064": "+",
}  # fmt: skip
_DROPPED = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u061c\u180e\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2066\u2067\u2068\u2069\ufeff\ufe0e\ufe0f"
)
"""Zero-width characters, bidi marks and variation selectors."""
ACCENTS = "\u0302\u0303\u0304\u0307\u20d7"
"""Combining marks that belong to a letter: hat, tilde, bar, dot, arrow."""
_RUN = re.compile(f"[{''.join(_SUPERSCRIPTS)}]+|[{''.join(_SUBSCRIPTS)}]+|[^\x00-\x7f]")
_SQUARED_WORDS = range(0x3300, 0x3400)
"""`㎡` and its like would lose what is raised."""


def fold(raw: str) -> Folded:
    """The text with look-alikes folded: dashes, full-width forms, super- and subscripts, blanks, twins of letters.

    Superscripts become `^{...}`, subscripts `_...`, `½` after a digit becomes ` 1/2`. Raises TooMuchWork for more than
    20,000 characters, or 2,000 after folding.
    """
    if len(raw) > LONGEST_RAW:
        raise TooMuchWork(_TOO_LONG)
    folded = Folded(raw, None) if raw.isascii() else _folded(raw)
    if len(folded.text) > LONGEST:
        raise TooMuchWork(_TOO_LONG)
    return folded


def _folded(raw: str) -> Folded:
    pieces: list[str] = []
    offsets: list[int] = []
    done = 0
    for found in _RUN.finditer(raw):
        start = found.start()
        before = raw[done:start]
        new = _instead(found.group(), raw[start - 1 : start])
        pieces += before, new
        offsets += range(done, start)
        offsets += [start] * len(new)
        done = found.end()
    pieces.append(raw[done:])
    offsets += range(done, len(raw) + 1)
    return Folded("".join(pieces), offsets)


def _instead(run: str, before: str) -> str:
    """What stands for one character that isn't ASCII, or for a run of raised or lowered ones."""
    if run[0] in _SUPERSCRIPTS:
        return "^{" + "".join(_SUPERSCRIPTS[each] for each in run) + "}"
    if run[0] in _SUBSCRIPTS:
        return "_" + "".join(_SUBSCRIPTS[each] for each in run)
    if run in _DROPPED:
        return ""
    if run in _ALIKE:
        return _ALIKE[run]
    return _compatible(run, after_digit=before.isdigit())


@lru_cache(maxsize=1024)
def _compatible(character: str, *, after_digit: bool) -> str:
    """A blank as a blank, a digit as a digit, anything else in Unicode's compatible form."""
    if unicodedata.category(character) == "Zs":
        return " "
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if ord(character) in _SQUARED_WORDS:
        return character
    letter = unicodedata.normalize("NFD", character)
    if len(letter) == 2 and letter[0].isascii() and letter[1] in ACCENTS:
        return letter
    plain = "".join(_ALIKE.get(each, each) for each in unicodedata.normalize("NFKC", character))
    if "VULGAR FRACTION" in unicodedata.name(character, ""):
        return f" {plain}" if after_digit else f"({plain})"
    return plain
