"""Answers that are more than one value: relations, systems, sets, intervals, lists and matrices (POSITIONS 25, 26).

The grammar reads brackets for what they look like; `settled.py` then says what they are in an answer of this kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from quizgen.errors import ReadingError
from quizgen.maths.expr import Call, Expr, Interval, ListOf, Logic, Matrix, Name, Negative, Relation, SetOf, TupleOf
from quizgen.maths.grammar import (
    AND,
    CLOSES,
    DEEPEST_TREE,
    NOT,
    OR,
    PRODUCT,
    RANGE,
    RELATION,
    SUM,
    TIGHT,
    Grammar,
    Infix,
    Prefix,
    shown,
)
from quizgen.maths.learner import LearnerGrammar
from quizgen.maths.settled import settled
from quizgen.maths.signs import (
    ANGLE_CLOSE,
    ANGLE_OPEN,
    CELL,
    CLOSERS,
    DETERMINANT_OPEN,
    JOINING,
    MATRIX_CLOSE,
    MATRIX_OPEN,
    OPENERS,
    ROW,
    SET_CLOSE,
    SET_OPEN,
    TURNED_CLOSE,
    TURNED_OPEN,
)

_RELATIONS = ("=", "==", "≈", "!=", "<", "<=", ">", ">=", "∈")
_TREE_SIGNS = {"==": "=", "≈": "=", "∈": "in"}
_SET_CALLS = {"∪": "union", "∩": "intersection", "∖": "without"}
_SEPARATORS = (",", ";")
_SHAPING = frozenset({
    *_RELATIONS, *_SEPARATORS, *_SET_CALLS, "[", SET_OPEN, TURNED_OPEN, ANGLE_OPEN, MATRIX_OPEN, DETERMINANT_OPEN,
    "∅", "ℝ", "R", "and", "or", "not", "matrix",
})  # fmt: skip
"""Without one of these an answer is one value."""


_NO_LISTS = frozenset({"any", "equation", "inequality"})
_THREE = re.compile(r"[0-9]{3}(?![0-9])")


class ShapeGrammar(LearnerGrammar):
    """An answer of a learner that may hold relations, sets, intervals, lists and matrices."""

    __slots__ = ("separating",)

    def whole(self) -> Expr:
        """The tree of the whole text, settled by what the part takes. Raises ReadingError, TooMuchWork.

        `separating` tells whether a comma between digits separates two numbers.
        """
        self.separating = self.listing = not self.in_thousands()
        items = [self.parse(0, 0)]
        while self.words[self.index] in _SEPARATORS:
            self.index += 1
            items.append(self.parse(0, 0))
        if self.words[self.index]:
            raise self.unexpected()
        if len(self.words) > DEEPEST_TREE:
            for item in items:
                self.check_depth(item)
        return settled(items, self.vocabulary.takes, plain=_SHAPING.isdisjoint(self.words))

    def in_thousands(self) -> bool:
        """Whether the only commas of an answer that is no list stand between groups of three digits: `x > 1,000`."""
        words = self.words
        commas = [index for index, word in enumerate(words) if word == ","]
        bare = self.vocabulary.takes in _NO_LISTS and bool(commas) and not OPENERS.intersection(words)
        return bare and all(map(self.groups, commas))

    def groups(self, index: int) -> bool:
        """Whether a comma stands between digits and exactly three more."""
        before, after = self.words[index - 1], self.words[index + 1]
        glued = self.starts[index] == self.ends[index - 1] and self.ends[index] == self.starts[index + 1]
        return glued and before.isdigit() and _THREE.match(after) is not None

    # -- truths

    def relation(self, left: Expr, start: int, depth: int) -> Expr:
        """`a < b <= c`, `x ∈ (1, 2)`."""
        signs: list[str] = []
        sides = [left]
        while (sign := self.words[self.index]) in _RELATIONS:
            self.index += 1
            signs.append(_TREE_SIGNS.get(sign, sign))
            sides.append(self.parse(RANGE, depth))
        return Relation(tuple(signs), tuple(sides), (start, self.ends[self.index - 1]))

    def logic(self, left: Expr, start: int, depth: int) -> Expr:
        """`a and b and c`; `and` binds more tightly than `or`."""
        word = self.words[self.index]
        items = list(left.items) if isinstance(left, Logic) and left.word == word else [left]
        while self.words[self.index] == word:
            self.index += 1
            items.append(self.parse(AND + 1 if word == "and" else OR + 1, depth))
        return Logic(word, tuple(items), (start, self.ends[self.index - 1]))

    def negation(self, _least: int, depth: int) -> Expr:
        """`not a = b` is not (a = b)."""
        start = self.starts[self.index - 1]
        item = self.parse(NOT, depth + 1)
        return Logic("not", (item,), (start, self.ends[self.index - 1]))

    # -- sets

    def of_sets(self, left: Expr, start: int, depth: int) -> Expr:
        """`A ∪ B`, `A ∩ B`, `A ∖ B`; ∩ binds more tightly."""
        sign = self.words[self.index]
        self.index += 1
        right = self.parse(PRODUCT if sign == "∩" else SUM, depth)
        call = _SET_CALLS[sign]
        taken_up = isinstance(left, Call) and left.function == call != "without"
        first = left.arguments if taken_up and isinstance(left, Call) else (left,)
        return Call(call, (*first, right), (start, self.ends[self.index - 1]))

    def no_elements(self, _least: int, _depth: int) -> Expr:
        """`∅`."""
        index = self.index - 1
        return SetOf((), (self.starts[index], self.ends[index]))

    def reals(self, _least: int, _depth: int) -> Expr:
        """`ℝ`."""
        index = self.index - 1
        span = (self.starts[index], self.ends[index])
        return Interval(Negative(Name("oo", span), span), Name("oo", span), at=span)

    def name(self, word: str, least: int, depth: int) -> Expr:
        """A name; `R` is the real line where a set of numbers is asked for and nobody declared it."""
        if word == "R" and self.vocabulary.takes in ("interval", "set") and word not in self.vocabulary.names:
            return self.reals(least, depth)
        if word == "matrix" and self.words[self.index : self.index + 2] == ["(", "["]:
            return self.rows(depth)
        return super().name(word, least, depth)

    def raised(self, left: Expr, start: int, depth: int) -> Expr:
        """`a^b`; a matrix to the T is turned round."""
        below = self.words[self.index + 1 : self.index + 4]
        length = 3 if below == ["{", "T", "}"] else 1 if below[:1] == ["T"] else 0
        if length and isinstance(left, Matrix | ListOf):
            self.index += 1 + length
            return Call("transpose", (left,), (start, self.ends[self.index - 1]))
        return LearnerGrammar.infix["^"][1](self, left, start, depth)

    # -- brackets

    def in_round(self, _least: int, depth: int) -> Expr:
        """`(a)`, `(a, b)`, `(a, b]`, `(a, b[`."""
        opening = self.index - 1
        items = self.listed((")", "]", TURNED_CLOSE), opening, depth)
        before = self.words[opening - 1] if opening else ""
        if len(items) > 1 and before[:1].isalpha() and before not in JOINING and self.glued_to(opening):
            raise self.fail(f"{shown(before)} isn't known as a function here", opening - 1)
        if self.words[self.index - 1] != ")":
            return self.interval(items, opening)
        return items[0] if len(items) == 1 else TupleOf(items, (self.starts[opening], self.ends[self.index - 1]))

    def glued_to(self, index: int) -> bool:
        """Whether no blank stands before a word."""
        return self.starts[index] == self.ends[index - 1]

    def in_square(self, _least: int, depth: int) -> Expr:
        """`[a, b]`, `[a, b)`, `]a, b]`, `]a, b[`; which brackets an interval has may change from end to end."""
        opening = self.index - 1
        if self.words[self.index] == "]" and self.words[opening] == "[":
            self.index += 1
            return ListOf((), (self.starts[opening], self.ends[opening + 1]))
        items = self.listed(("]", ")", TURNED_CLOSE), opening, depth)
        if self.words[self.index - 1] == "]" and self.words[opening] == "[":
            return ListOf(items, (self.starts[opening], self.ends[self.index - 1]))
        return self.interval(items, opening)

    def in_curly(self, _least: int, depth: int) -> Expr:
        """`{a, b}`."""
        opening = self.index - 1
        items: tuple[Expr, ...] = ()
        if self.words[self.index] == SET_CLOSE:
            self.index += 1
        else:
            items = self.listed((SET_CLOSE,), opening, depth)
        return SetOf(items, (self.starts[opening], self.ends[self.index - 1]))

    def in_angles(self, _least: int, depth: int) -> Expr:
        """`<a, b>`."""
        opening = self.index - 1
        items = self.listed((ANGLE_CLOSE,), opening, depth)
        return TupleOf(items, (self.starts[opening], self.ends[self.index - 1]))

    def listed(self, closing: tuple[str, ...], opening: int, depth: int) -> tuple[Expr, ...]:
        """Items up to one of several closing words, which is passed; `;` separates as a comma does."""
        before, self.listing = self.listing, self.separating
        found = [self.parse(0, depth + 1)]
        while self.words[self.index] in _SEPARATORS:
            self.index += 1
            found.append(self.parse(0, depth + 1))
        self.listing = before
        word = self.words[self.index]
        if word in (":", "|") and closing == (SET_CLOSE,):
            what, mend = "a set given by its rule isn't read", "write its elements, or an interval"
            raise self.fail(what, self.index, mend)
        self.close(word if word in closing else closing[0], opening)
        return tuple(found)

    def interval(self, items: tuple[Expr, ...], opening: int) -> Expr:
        """`[a, b)` and its like, whose brackets are passed."""
        span = (self.starts[opening], self.ends[self.index - 1])
        if len(items) != 2:
            what = "brackets of two kinds stand around an interval, which has two ends"
            raise ReadingError(what, start=span[0], end=span[1], mend="write it as (a, b]")
        return Interval(*items, self.words[opening] == "[", self.words[self.index - 1] == "]", span)

    def matrix(self, _least: int, depth: int) -> Expr:
        """Cells and rows up to the end of a matrix; a determinant is one of it."""
        opening = self.index - 1
        before, self.listing = self.listing, False
        rows: list[list[Expr]] = [[]]
        while True:
            rows[-1].append(self.parse(0, depth + 1))
            word = self.words[self.index]
            if word not in (CELL, ROW):
                break
            self.index += 1
            if word == ROW:
                rows.append([])
        self.listing = before
        self.close(MATRIX_CLOSE, opening)
        span = (self.starts[opening], self.ends[self.index - 1])
        made = matrix_of(rows, span)
        return Call("det", (made,), span) if self.words[opening] == DETERMINANT_OPEN else made

    def rows(self, depth: int) -> Expr:
        """`matrix([1, 2], [3, 4])`, whose name is passed."""
        opening = self.index
        self.index += 1
        items = self.listed((")",), opening, depth)
        rows = [row.items if isinstance(row, ListOf) else (row,) for row in items]
        return matrix_of(rows, (self.starts[opening - 1], self.ends[self.index - 1]))

    prefix: ClassVar[Mapping[str, Prefix]] = {
        **LearnerGrammar.prefix, "(": in_round, "[": in_square, TURNED_OPEN: in_square, SET_OPEN: in_curly,
        ANGLE_OPEN: in_angles, "∅": no_elements, "ℝ": reals, "not": negation, MATRIX_OPEN: matrix,
        DETERMINANT_OPEN: matrix,
        **dict.fromkeys((*_RELATIONS, "∪", "∩", "∖", "and", "or", CELL, ROW, ";", ":"), Grammar.nothing),
    }  # fmt: skip
    infix: ClassVar[Mapping[str, tuple[int, Infix]]] = {
        **LearnerGrammar.infix, "^": (LearnerGrammar.infix["^"][0], raised),
        **dict.fromkeys(_RELATIONS, (RELATION, relation)), "and": (AND, logic),
        "or": (OR, logic), "∪": (RANGE, of_sets), "∖": (RANGE, of_sets), "∩": (SUM, of_sets),
        **dict.fromkeys((*CLOSERS, CELL, ROW, ";", ":", "≠"), (CLOSES, Grammar.product)),
    }  # fmt: skip


class TightShapeGrammar(ShapeGrammar):
    """Two things side by side bind more tightly than a quotient."""

    __slots__ = ()
    beside: ClassVar[tuple[int, Infix]] = (TIGHT, LearnerGrammar.juxtaposed)


def matrix_of(rows: Sequence[Sequence[Expr]], span: tuple[int, int]) -> Matrix:
    """The matrix of some rows. Raises ReadingError if they differ in length."""
    if len({len(row) for row in rows}) > 1:
        what = "the rows of this matrix differ in length"
        raise ReadingError(what, start=span[0], end=span[1], mend="give every row the same number of entries")
    return Matrix(tuple(map(tuple, rows)), span)
