"""The author's side of the maths language: everything that FORMAT lists, and nothing that would have to be guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from quizgen.errors import ReadingError, TooMuchWork
from quizgen.maths.bars import pair_bars
from quizgen.maths.expr import (
    FUNCTIONS,
    Call,
    Each,
    Expr,
    Field,
    Figures,
    Index,
    Interval,
    ListOf,
    Logic,
    Matrix,
    Name,
    PlusMinus,
    RangeOf,
    Relation,
    SetOf,
    Span,
    Text,
    Truth,
    TupleOf,
)
from quizgen.maths.grammar import (
    AND,
    CLOSES,
    NOT,
    OR,
    POSTFIX,
    POWER,
    PRODUCT,
    RANGE,
    RELATION,
    SUM,
    Grammar,
    Infix,
    Prefix,
    shown,
)
from quizgen.maths.signs import CLOSE_BAR, OPEN_BAR
from quizgen.maths.tokens import AUTHOR, DIGITS, cut

LONGEST = 10_000
"""Characters of one formula."""
DEEPEST_FORMULA = 80
"""Brackets within one another; closed forms have more of them than anybody would type."""
_RESERVED = frozenset({"and", "or", "not", "true", "false", "for", "in"})
_RELATIONS = ("=", "==", "!=", "<", "<=", ">", ">=")
_CLOSERS = (")", "]", "}", CLOSE_BAR)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_UNIT_FUNCTIONS = frozenset({"unit", "number"})
_MENDS = {
    "−": "write - (the hyphen on the keyboard)", "–": "write - (the hyphen on the keyboard)", "×": "write *",
    "·": "write *", "÷": "write /", "≤": "write <=", "≥": "write >=", "≠": "write !=", "'": 'write "..."',
    "“": 'write "..."', "”": 'write "..."', ";": "write a comma", "&": "write and", "\\": "write a name, not LaTeX",
    "²": "write ^2", "³": "write ^3", "√": "write sqrt(...)", "π": "write pi", "∞": "write oo",
}  # fmt: skip


class AuthorGrammar(Grammar):
    """A formula of an author: no product without a sign, no name split or guessed."""

    __slots__ = ()

    def name(self, word: str, _least: int, depth: int) -> Expr:
        """A name, a call, a derivative `y'`, a quoted text, or a character that the language doesn't have."""
        index = self.index - 1
        if word[0] == '"' and len(word) > 1:
            return self.text_at(index)
        if not (word[0].isalpha() or word[0] == "_"):
            raise self.odd(index)
        if self.words[self.index] == "(":
            return self.call(word, index, depth)
        if word[-1] == "'":
            return Call(word, (), (self.starts[index], self.ends[index]))
        if word == "if":
            raise self.fail("if wants its three arguments in brackets", index, "write if(condition, a, b)")
        return Name(word, (self.starts[index], self.ends[index]))

    def odd(self, index: int) -> ReadingError:
        """The complaint about a character that is no part of the language."""
        word = self.words[index]
        if word == '"':
            return self.fail("this text isn't closed", index, 'put " after it')
        return self.fail(f"{shown(word)} is no sign of the maths language", index, _MENDS.get(word, ""))

    def unexpected(self) -> ReadingError:
        """Two things side by side get the sign that is most often missing."""
        word = self.words[self.index]
        if self.words[self.index - 1] == "%":
            return self.fail("% is per cent", self.index - 1, "write mod(a, b) for a remainder")
        if word and (word[0] in DIGITS or word[0].isalpha() or word in "([{" or word[1:].isdigit()):
            return self.fail(f"a sign is missing before {shown(word)}", self.index, "write * for a product")
        if word and word in _MENDS:
            return self.odd(self.index)
        return super().unexpected()

    def truth(self, _least: int, _depth: int) -> Expr:
        """`true`, `false`."""
        index = self.index - 1
        return Truth(self.words[index] == "true", (self.starts[index], self.ends[index]))

    def negation(self, _least: int, depth: int) -> Expr:
        """`not a = b` is not (a = b)."""
        start = self.starts[self.index - 1]
        item = self.parse(NOT, depth + 1)
        return Logic("not", (item,), (start, self.ends[self.index - 1]))

    def logic(self, left: Expr, start: int, depth: int) -> Expr:
        """`a and b and c`; `and` binds more tightly than `or`."""
        word = self.words[self.index]
        items = list(left.items) if isinstance(left, Logic) and left.word == word else [left]
        while self.words[self.index] == word:
            self.index += 1
            items.append(self.parse(AND + 1 if word == "and" else OR + 1, depth))
        return Logic(word, tuple(items), (start, self.ends[self.index - 1]))

    def relation(self, left: Expr, start: int, depth: int) -> Expr:
        """`a < b <= c`; `==` is `=`."""
        signs: list[str] = []
        sides = [left]
        while (sign := self.words[self.index]) in _RELATIONS:
            self.index += 1
            signs.append("=" if sign == "==" else sign)
            sides.append(self.parse(RANGE, depth))
        return Relation(tuple(signs), tuple(sides), (start, self.ends[self.index - 1]))

    def span(self, left: Expr, start: int, depth: int) -> Expr:
        """`1..n`."""
        self.index += 1
        last = self.parse(SUM, depth)
        return RangeOf(left, last, (start, self.ends[self.index - 1]))

    def field(self, left: Expr, start: int, _depth: int) -> Expr:
        """`row.column`."""
        self.index += 1
        word = self.words[self.index]
        if not word or not (word[0].isalpha() or word[0] == "_"):
            raise self.fail("a column's name should follow this point", self.index - 1)
        self.index += 1
        return Field(left, word, (start, self.ends[self.index - 1]))

    def indexed(self, left: Expr, start: int, depth: int) -> Expr:
        """`table[id]`, `list[1]`."""
        opening = self.index
        self.index += 1
        index = self.parse(0, depth + 1)
        self.close("]", opening)
        return Index(left, index, (start, self.ends[self.index - 1]))

    def in_round(self, _least: int, depth: int) -> Expr:
        """`(a)`, or a tuple `(a, b)`."""
        opening = self.index - 1
        items = self.items(")", opening, depth, "]")
        if self.words[self.index - 1] == "]":
            return self.interval(items, opening)
        return items[0] if len(items) == 1 else TupleOf(items, (self.starts[opening], self.ends[self.index - 1]))

    def interval(self, items: tuple[Expr, ...], opening: int) -> Expr:
        """`[1, 2)`, `(1, 2]`, whose brackets are passed."""
        if len(items) != 2:
            raise self.fail("brackets of two kinds stand around an interval, which has two ends", opening)
        closing = self.words[self.index - 1]
        span = (self.starts[opening], self.ends[self.index - 1])
        return Interval(*items, self.words[opening] == "[", closing == "]", span)

    def in_curly(self, _least: int, depth: int) -> Expr:
        """`{a, b}`."""
        opening = self.index - 1
        items = () if self.passed("}") else self.items("}", opening, depth)
        return SetOf(items, (self.starts[opening], self.ends[self.index - 1]))

    def in_square(self, _least: int, depth: int) -> Expr:
        """`[a, b]`, or `[body for x in xs if condition]`."""
        opening = self.index - 1
        start = self.starts[opening]
        if self.passed("]"):
            return ListOf((), (start, self.ends[self.index - 1]))
        first = self.parse(0, depth + 1)
        if self.passed("for"):
            each = self.binder(first, start, depth)
            self.close("]", opening)
            return each
        rest = self.items("]", opening, depth, ")") if self.passed(",") else ()
        if not rest:
            self.close("]", opening)
        elif self.words[self.index - 1] == ")":
            return self.interval((first, *rest), opening)
        return ListOf((first, *rest), (start, self.ends[self.index - 1]))

    def passed(self, word: str) -> bool:
        """Pass the next word if it is this one."""
        found = self.words[self.index] == word
        self.index += found
        return found

    def binder(self, body: Expr, start: int, depth: int) -> Each:
        """`x in xs if condition`, behind the body that it repeats."""
        name = self.words[self.index]
        if not name or not (name[0].isalpha() or name[0] == "_") or name in _RESERVED:
            raise self.fail("a name should stand here, as in `for x in xs`", self.index)
        self.index += 1
        if not self.passed("in"):
            raise self.fail(f"`in` should follow {shown(name)}", self.index - 1, f"write {name} in a list")
        source = self.parse(0, depth + 1)
        condition = self.parse(0, depth + 1) if self.passed("if") else None
        return Each(body, name, source, condition, (start, self.ends[self.index - 1]))

    def call(self, function: str, index: int, depth: int) -> Expr:
        """`f(a, b)`, `f(body, x in xs)`, `round(x, 2 dp)`, `unit(5, ms)`."""
        opening = self.index
        self.index += 1
        arguments = [self.parse(0, depth + 1)]
        if self.passed(","):
            arguments = self.two(function, arguments[0], depth)
            while self.passed(","):
                arguments.append(self.parse(0, depth + 1))
        self.close(")", opening)
        span = (self.starts[index], self.ends[self.index - 1])
        made = shape(function, tuple(arguments), span)
        if made is not None:
            return made
        self.check_count(function, len(arguments), index)
        return Call(function, tuple(arguments), span)

    def two(self, function: str, first: Expr, depth: int) -> list[Expr]:
        """The first two arguments; the second may be a unit, a number of figures, or `x in xs` for the first."""
        if self.words[self.index + 1 : self.index + 2] == ["in"]:
            return [self.binder(first, first.at[0], depth)]
        if function in _UNIT_FUNCTIONS:
            return [first, self.unit()]
        return [first, self.figures() if function == "round" else self.parse(0, depth + 1)]

    def unit(self) -> Text:
        """The unit in `unit(5, GB/s)` as its text; it may stand in quotes."""
        first = self.index
        level = 0
        while (word := self.words[self.index]) and (level or word != ")"):
            level += (word == "(") - (word == ")")
            self.index += 1
        if self.index == first:
            raise self.fail("a unit is missing here", first)
        if self.index == first + 1 and self.words[first][0] == '"':
            self.index = first + 1
            return self.text_at(first)
        start, end = self.starts[first], self.ends[self.index - 1]
        return Text(self.text[start:end], (start, end))

    def figures(self) -> Figures:
        """`2 dp` or `3 sf`."""
        count, kind = self.words[self.index], self.words[self.index + 1 : self.index + 2]
        if not (count.isdigit() and len(count) < 4 and kind in (["dp"], ["sf"])):
            raise self.fail("how many figures?", self.index, "write round(x, 2 dp) or round(x, 3 sf)")
        self.index += 2
        return Figures(int(count), kind[0], (self.starts[self.index - 2], self.ends[self.index - 1]))

    def check_count(self, function: str, count: int, index: int) -> None:
        """Raise ReadingError if a function of the language has too few or too many arguments."""
        least, most = FUNCTIONS.get(function, (1, count))
        if not least <= count <= most:
            wanted = str(least) if least == most else f"{least} or more" if most > 9 else f"{least} to {most}"
            raise self.fail(f"{function} takes {wanted} arguments, not {count}", index)

    def text_at(self, index: int) -> Text:
        """The text of a quoted word, with `\\"` and `\\\\` taken for what they stand for."""
        return Text(_ESCAPE.sub(r"\1", self.words[index][1:-1]), (self.starts[index], self.ends[index]))

    prefix: ClassVar[Mapping[str, Prefix]] = {
        "": Grammar.nothing, "-": Grammar.negative, "+": Grammar.positive, "(": in_round, "[": in_square,
        "{": in_curly,
        OPEN_BAR: Grammar.absolute, "|": Grammar.lone_bar, "not": negation, "true": truth, "false": truth,
        **dict.fromkeys((*_RELATIONS, *_CLOSERS, "*", "/", "^", "**", "!", "%", ".", ".."), Grammar.nothing),
        **dict.fromkeys((",", "for", "in", "and", "or"), Grammar.nothing),
    }  # fmt: skip
    infix: ClassVar[Mapping[str, tuple[int, Infix]]] = {
        "+": (SUM, Grammar.sum), "-": (SUM, Grammar.sum), "*": (PRODUCT, Grammar.product),
        "/": (PRODUCT, Grammar.quotient), "^": (POWER, Grammar.power), "**": (POWER, Grammar.power),
        "!": (POSTFIX, Grammar.factorial), "%": (POSTFIX, Grammar.percent), ".": (POSTFIX, field),
        "[": (POSTFIX, indexed), "..": (RANGE, span), "and": (AND, logic), "or": (OR, logic),
        **dict.fromkeys(_RELATIONS, (RELATION, relation)),
    }  # fmt: skip
    beside: ClassVar[tuple[int, Infix]] = (CLOSES, Grammar.product)
    deepest: ClassVar[int] = DEEPEST_FORMULA


def shape(function: str, arguments: tuple[Expr, ...], span: Span) -> Expr | None:
    """What `open(1, 2)`, `closed(1, 2)`, `pm(2)` and `matrix([1, 2], [3, 4])` stand for; None for any other call."""
    match function, arguments:
        case "open" | "closed", (low, high):
            return Interval(low, high, function == "closed", function == "closed", span)
        case "pm", (of,):
            return PlusMinus(of, span)
        case "matrix", (ListOf(items=first), *_) if first and all(
            isinstance(row, ListOf) and len(row.items) == len(first) for row in arguments
        ):
            return Matrix(tuple(row.items for row in arguments if isinstance(row, ListOf)), span)
    return None


def read(text: str) -> Expr:
    """The tree of an author's formula. Raises ReadingError at the place, TooMuchWork beyond a limit of size."""
    if len(text) > LONGEST:
        raise TooMuchWork(f"a formula of {len(text)} characters; at most {LONGEST} are read", start=0, end=len(text))
    tokens = cut(AUTHOR, text)
    return AuthorGrammar(text, pair_bars(tokens) if "|" in text else tokens).whole()


def read_binder(text: str) -> tuple[str, Expr]:
    """The name and the source of `x in xs`, as a choice's `each:` has it. Raises ReadingError."""
    grammar = AuthorGrammar(text, cut(AUTHOR, text))
    each = grammar.binder(Truth(value=True), 0, 0)
    if grammar.words[grammar.index]:
        raise grammar.unexpected()
    return each.name, each.source
