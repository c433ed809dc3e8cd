"""Formulas as one line of Unicode text, made from the MathML that a browser would show: `S = T_compute/T_iter ≈ 2.667`.

Each piece of text knows how tightly it binds, so that brackets stand only where going from two dimensions to one line
needs them: over and under a fraction's bar, under a root, in a script.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

RELATION, SUM, PRODUCT, POWER, ATOM = range(5)
"""How tightly a piece binds: a comparison or list, a sum, a product or quotient, a power, what needs no brackets."""

_TOKEN = re.compile(r"<(/?)(\w+)([^<>]*?)(/?)>|([^<]+)")
_SUPERSCRIPTS = dict(zip("0123456789+-−=()ni∘′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ°′", strict=True))
_ACCENTS = {
    "¯": "\u0304", "̲": "\u0305", "ˆ": "\u0302", "⃗": "\u20d7", "→": "\u20d7", "˙": "\u0307", "¨": "\u0308",
    "˜": "\u0303", "ˇ": "\u030c",
}  # fmt: skip
_ROOTS = {"2": "√", "3": "∛", "4": "∜"}
_OPENING, _CLOSING = frozenset("([{⌊⌈⟨"), frozenset(")]}⌋⌉⟩!′")
_BARS = frozenset("|‖∥")
_SUMS = frozenset("+-−±∓∪∨")
_TIGHT = frozenset("·⋅/∗*∘")
_PRODUCTS = frozenset("×÷∩∧") | _TIGHT
_BIG = frozenset("∑∏∫∮⋃⋂")
_SPELLED = {"⋅": "·", "∗": "·", "*": "·", "-": "−"}
_DROPPED = str.maketrans("", "", "\u2061\u2062\u2063\u2064\ufe00\u200b")
_NO_BREAK = "\u00a0"
_DIFFERENTIAL = re.compile(r"^(d\w*/)?d$|∫.*\sd$")
"""What a line ends in where the next letter belongs to a d: dy, dy/dx, ∫ x dx."""


class Element(NamedTuple):
    """A MathML element: its name, attributes as written, its own text, and the elements in it."""

    tag: str
    attributes: str
    text: str
    inside: tuple[Element, ...]


_UPRIGHT = Element("mspace", "", "", ())


class Piece(NamedTuple):
    """A piece of the line.

    `role` is thing, upright (a unit or a word), sign, space, or function (its argument follows).
    """

    text: str
    binds: int = ATOM
    role: str = "thing"


def unicode_line(mathml: str) -> str:
    """A `<math>` element of math-core's as text; the spaces around signs are ordinary, all others are no-break ones."""
    return _row(_tree(mathml).inside).text.strip().replace("...", "…")


def _tree(mathml: str) -> Element:
    """The tree of a `<math>` element; math-core's are well formed and hold no comments."""
    stack: list[tuple[str, str, list[str], list[Element]]] = [("", "", [], [])]
    for closing, tag, attributes, empty, text in _TOKEN.findall(mathml):
        if text:
            stack[-1][2].append(html.unescape(text))
        elif closing or empty:
            name, given, words, inside = (tag, attributes, [], []) if empty else stack.pop()
            stack[-1][3].append(Element(name, given, "".join(words), tuple(inside)))
        else:
            stack.append((tag, attributes, [], []))
    return stack[0][3][0]


class _Line:
    """A row of pieces as it grows from left to right."""

    def __init__(self) -> None:
        self.text, self.binds, self.depth = "", ATOM, 0
        self.last = "start"
        """What stands at the end: start (of the row, of a bracket, after a sign), thing, function or space."""

    def add(self, piece: Piece, after: Piece | None) -> None:
        if piece.role == "sign":
            self._sign(piece.text, infix=self.last in ("thing", "space") and after is not None)
        elif piece.role == "space":
            self.text, self.last = self.text + piece.text, "space"
        else:
            self._thing(piece, after)

    def _thing(self, piece: Piece, after: Piece | None) -> None:
        beside = self.last == "thing" or (after is not None and after.role in ("thing", "upright"))
        text = f"({piece.text})" if beside and "/" in piece.text and piece.binds == PRODUCT else piece.text
        if self._ends_in_a_differential() and text[:1].isalpha():
            self.text, self.last = self.text + text, "thing"
            return
        if self.last in ("thing", "function"):
            self._bind(PRODUCT)
            self.text += _gap(self.text, text, function=self.last == "function")
        elif self.last == "space" and piece.role != "upright":
            self._bind(PRODUCT)
        self._bind(piece.binds)
        self.text, self.last = self.text + text, "function" if piece.role == "function" else "thing"

    def _ends_in_a_differential(self) -> bool:
        """Whether a letter that follows belongs to the d before it, as in dy/dx and ∫ x dx."""
        if self.last != "thing":
            return False
        return _DIFFERENTIAL.search(self.text) is not None

    def _sign(self, sign: str, *, infix: bool) -> None:
        shown = _SPELLED.get(sign, sign)
        opens = sign in _OPENING or (sign in _BARS and self.last == "start")
        if opens or sign in _CLOSING or sign in _BARS:
            self._bracket(sign, opens=opens)
        elif sign in ",;":
            self._bind(RELATION)
            self.text, self.last = f"{self.text}{sign} ", "start"
        elif sign in _BIG or not infix:
            self._bind(SUM if sign in _SUMS else ATOM)
            self.text, self.last = self.text + shown, "function" if sign in _BIG else "start"
        else:
            self._bind(SUM if sign in _SUMS else PRODUCT if sign in _PRODUCTS else RELATION)
            self.text += shown if sign in _TIGHT else f" {shown} "
            self.last = "start"

    def _bracket(self, sign: str, *, opens: bool) -> None:
        if opens and self.last == "thing":
            self._bind(PRODUCT)
        self.depth += 1 if opens else 0 if sign in "!′" else -1
        self.text, self.last = self.text + sign, "start" if opens else "thing"

    def _bind(self, binds: int) -> None:
        if self.depth <= 0:
            self.binds = min(self.binds, binds)


def _row(elements: tuple[Element, ...]) -> Piece:
    if [each.tag for each in elements] == ["mo", "mtable", "mo"] and elements[0].text in "([":
        return _matrix(elements[1])
    pieces = [piece for piece in map(_piece, elements) if piece.text or piece.role == "function"]
    if len(pieces) == 1:
        return pieces[0]
    if not pieces:
        return Piece("")
    line = _Line()
    for piece, after in zip(pieces, [*pieces[1:], None], strict=True):
        line.add(piece, after)
    return Piece(line.text, line.binds)


def _gap(text: str, more: str, *, function: bool) -> str:
    """A no-break space between letters and letters (`b k`), digits and digits, a function and its bare argument."""
    if not text or not more or more[0] in _OPENING:
        return ""
    last, first = text[-1], more[0]
    letters = last.isalpha() and (first.isalnum() or first in "√∛∜")
    return _NO_BREAK if letters or function or (last.isdigit() and first.isdigit()) else ""


def _piece(element: Element) -> Piece:
    return _ELEMENTS.get(element.tag, _any)(element)


def _any(element: Element) -> Piece:
    """A row. math-core puts an empty space first into what is upright: units, words, names of functions."""
    row = _row(element.inside)
    upright = element.inside and element.inside[0] == _UPRIGHT and row.role == "thing"
    return row._replace(role="upright") if upright else row


def _word(element: Element) -> Piece:
    """Letters, a number or a text; slanted and bold letters of mathematics become plain ones."""
    text = element.text.translate(_DROPPED)
    return Piece("".join(unicodedata.normalize("NFKC", c) if "\U0001d400" <= c <= "\U0001d7ff" else c for c in text))


def _operator(element: Element) -> Piece:
    if element.text == "\u2061":
        return Piece("", role="function")
    text = element.text.translate(_DROPPED)
    return Piece(text, role="sign" if len(text) == 1 and text != "." else "thing")


def _space(element: Element) -> Piece:
    width = re.search(r'width="([\d.]+)em"', element.attributes)
    return Piece(_NO_BREAK * max(1, round(float(width.group(1)) * 2)) if width else "", role="space")


def _fraction(element: Element) -> Piece:
    over, under = map(_piece, element.inside)
    if 'linethickness="0"' in element.attributes:
        return Piece(f"{over.text} choose {under.text}", RELATION)
    above = f"({over.text})" if over.binds < PRODUCT or (over.binds == PRODUCT and "/" in over.text) else over.text
    below = f"({under.text})" if under.binds < POWER or "/" in under.text else under.text
    return Piece(f"{above}/{below}", PRODUCT)


def _root(element: Element) -> Piece:
    if element.tag == "mroot":
        inside, degree = map(_piece, element.inside)
        sign = _ROOTS.get(degree.text) or f"{_raised(degree.text) or degree.text}√"
    else:
        inside, sign = _row(element.inside), "√"
    bare = inside.binds == ATOM and (inside.text.isalnum() or (inside.text[:1] == "(" and inside.text[-1:] == ")"))
    return Piece(sign + (inside.text if bare else f"({inside.text})"), POWER)


def _scripts(element: Element) -> Piece:
    """A base with something below and above it: `T_comm`, `x²`, `θ_(t+5)`, `∑_(i=1)^n`."""
    base, *scripts = map(_piece, element.inside)
    low = scripts[0] if element.tag in ("msub", "munder", "msubsup", "munderover") else None
    high = scripts[-1] if element.tag not in ("msub", "munder") else None
    if high is not None and 'accent="true"' in element.attributes:
        return _accented(base, high)
    text = f"({base.text})" if base.binds < ATOM and base.role in ("thing", "upright") else base.text
    above = "" if high is None else _above(high.text.replace(" ", ""))
    below = "" if low is None else "_" + _in_script(low.text.replace(" ", ""))
    role = "function" if base.text in _BIG or base.role == "function" else "thing"
    line = text + (above + below if above[:1] == "′" else below + above)
    return Piece(line, ATOM if high is None else POWER, "upright" if line[0] == "°" else role)


def _accented(base: Piece, accent: Piece) -> Piece:
    mark = _ACCENTS.get(accent.text, "")
    return base._replace(text="".join(letter + mark for letter in base.text if letter != _NO_BREAK))


def _above(text: str) -> str:
    product = text.isalnum() and not text.isalpha()
    return _raised(text) or "^" + (f"({text})" if product and len(text) > 1 else _in_script(text))


def _raised(text: str) -> str:
    """A text in superscript characters, "" where one of its characters has none."""
    return "".join(map(_SUPERSCRIPTS.__getitem__, text)) if set(text) <= _SUPERSCRIPTS.keys() else ""


def _in_script(text: str) -> str:
    return text if len(text) == 1 or text.replace("_", "").isalnum() else f"({text})"


def _matrix(element: Element) -> Piece:
    """A table in brackets, as one would type it: `[[1, 2], [3, 4]]`, or `(1, 2)` for a single column."""
    rows = [[_row(cell.inside).text for cell in row.inside] for row in element.inside]
    if all(len(row) == 1 for row in rows):
        return Piece(f"({', '.join(row[0] for row in rows)})")
    return Piece("[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]")


def _table(element: Element) -> Piece:
    rows = [", ".join(_row(cell.inside).text for cell in row.inside) for row in element.inside]
    return Piece("; ".join(rows), RELATION)


_ELEMENTS: dict[str, Callable[[Element], Piece]] = {
    "mi": _word, "mn": _word, "mtext": _word, "mo": _operator, "mspace": _space, "mfrac": _fraction, "msqrt": _root,
    "mroot": _root, "msub": _scripts, "msup": _scripts, "msubsup": _scripts, "munder": _scripts, "mover": _scripts,
    "munderover": _scripts, "mtable": _table, "mphantom": lambda _: Piece(""),
}  # fmt: skip
