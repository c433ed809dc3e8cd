"""The core that authors' formulas and learners' answers share: precedence climbing over words, without any names.

A grammar is two tables. `prefix` says what a word means where an operand begins; `infix` how tightly a word binds
behind an operand, and what it makes of it. A word that `infix` doesn't know is `beside`: two things side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from quizgen.errors import ReadingError, TooMuchWork
from quizgen.maths.expr import Call, Expr, Name, Negative, Number, Percent, Power, Product, Quotient, Sum, children
from quizgen.maths.signs import CLOSE_BAR, CLOSERS, OPENERS
from quizgen.maths.tokens import DIGITS, LONGEST_NUMERAL, Tokens, numeral

CLOSES = -1
OR, AND, NOT, RELATION, RANGE, SUM, NEGATIVE, PRODUCT, TIGHT, POWER, POSTFIX, ATOM = range(1, 13)
"""How tightly things bind, from the loosest; `TIGHT` is between a product and a power."""

DEEPEST_TEXT = 40
"""Brackets, exponents and signs within one another, in a learner's answer."""
DEEPEST_TREE = 120
"""Levels of a tree, so that everything that walks one may recurse."""

_NONE: Mapping[str, str] = {}
Prefix = Callable[[Any, int, int], Expr]
"""(grammar, how tightly the operand must bind, depth) -> operand; the word itself is already passed."""
Infix = Callable[[Any, Expr, int, int], Expr]
"""(grammar, left operand, where that starts, depth) -> both; the word itself is still ahead."""


class Grammar:
    """One reading of one text; made for it and thrown away.

    `index` is the next word; `listing` tells whether commas separate things where it stands; `plain` are the names that
    mean the same wherever they stand.
    """

    __slots__ = ("ends", "heads", "index", "listing", "most", "plain", "starts", "tails", "text", "words")
    prefix: ClassVar[Mapping[str, Prefix]] = {}
    infix: ClassVar[Mapping[str, tuple[int, Infix]]] = {}
    beside: ClassVar[tuple[int, Infix]]
    deepest: ClassVar[int] = DEEPEST_TEXT

    def __init__(self, text: str, tokens: Tokens) -> None:
        self.text = text
        self.words, self.starts, self.ends = tokens
        self.index = 0
        self.listing = False
        self.plain: Mapping[str, str] = _NONE
        self.heads, self.tails, self.most = self.prefix, self.infix, self.deepest  # found sooner than the class's

    def whole(self) -> Expr:
        """The tree of the whole text. Raises ReadingError, or TooMuchWork for a tree that is too deep."""
        expr = self.parse(0, 0)
        if self.words[self.index]:
            raise self.unexpected()
        if len(self.words) > DEEPEST_TREE:
            self.check_depth(expr)
        return expr

    def parse(self, least: int, depth: int) -> Expr:
        """An operand and everything behind it that binds at least as tightly as `least`."""
        index, words = self.index, self.words
        if depth > self.most:
            raise self.too_deep(index)
        self.index = index + 1
        word, start = words[index], self.starts[index]
        if word in self.plain:
            left: Expr = Name(self.plain[word], (start, self.ends[index]))
        elif word in self.heads:
            left = self.heads[word](self, least, depth)
        elif word[0] in DIGITS or word[0] == ".":
            left = self.number(word, index)
        else:
            left = self.name(word, least, depth)
        tails = self.tails
        while True:
            binds, join = tails.get(words[self.index]) or self.beside
            if binds < least:
                return left
            left = join(self, left, start, depth)

    def number(self, word: str, index: int) -> Expr:
        """A numeral."""
        return self.numeral(word, self.starts[index], self.ends[index])

    def numeral(self, text: str, start: int, end: int) -> Number:
        """The number that a text spells."""
        if text.isdigit() and len(text) <= LONGEST_NUMERAL:
            return Number(int(text), text, (start, end))
        try:
            return Number(numeral(text), text, (start, end))
        except TooMuchWork as error:
            raise TooMuchWork(error.what, start=start, end=end) from None

    def name(self, word: str, least: int, depth: int) -> Expr:
        """A word that is neither a number nor in `prefix`."""
        raise NotImplementedError

    # -- what both tables are made of

    def negative(self, least: int, depth: int) -> Expr:
        """`-a*b` is −(a·b) and `-x^2` is −(x²), but `2^-a*b` is 2^(−a)·b."""
        start = self.starts[self.index - 1]
        operand = self.parse(max(least, PRODUCT), depth + 1)
        return Negative(operand, (start, self.ends[self.index - 1]))

    def positive(self, least: int, depth: int) -> Expr:
        """A plus sign before something changes nothing."""
        return self.parse(max(least, PRODUCT), depth + 1)

    def bracketed(self, _least: int, depth: int) -> Expr:
        """`(a)`."""
        opening = self.index - 1
        inner = self.parse(0, depth + 1)
        self.close(")", opening)
        return inner

    def absolute(self, _least: int, depth: int) -> Expr:
        """`|a|`."""
        opening = self.index - 1
        inner = self.parse(0, depth + 1)
        self.close(CLOSE_BAR, opening)
        return Call("abs", (inner,), (self.starts[opening], self.ends[self.index - 1]))

    def nothing(self, _least: int, _depth: int) -> Expr:
        """A word that no operand begins with."""
        raise self.missing()

    def lone_bar(self, _least: int, _depth: int) -> Expr:
        """A bar that couldn't be paired."""
        self.index -= 1
        raise self.unexpected()

    def sum(self, left: Expr, start: int, depth: int) -> Expr:
        """`a + b - c`."""
        terms: list[Expr] = list(left.terms) if isinstance(left, Sum) else [left]
        words = self.words
        while (sign := words[self.index]) == "+" or sign == "-":
            sign_start = self.starts[self.index]
            self.index += 1
            term = self.parse(PRODUCT, depth)
            terms.append(term if sign == "+" else Negative(term, (sign_start, self.ends[self.index - 1])))
        return Sum(tuple(terms), (start, self.ends[self.index - 1]))

    def product(self, left: Expr, start: int, depth: int) -> Expr:
        """`a * b`."""
        self.index += 1
        return self.joined(left, self.parse(TIGHT, depth), start)

    def joined(self, left: Expr, right: Expr, start: int) -> Expr:
        """A product; one on the left is taken up."""
        factors = (*left.factors, right) if isinstance(left, Product) else (left, right)
        return Product(factors, (start, self.ends[self.index - 1]))

    def quotient(self, left: Expr, start: int, depth: int) -> Expr:
        """`a / b`."""
        self.index += 1
        under = self.parse(TIGHT, depth)
        return Quotient(left, under, (start, self.ends[self.index - 1]))

    def power(self, left: Expr, start: int, depth: int) -> Expr:
        """`a ^ b`, from the right."""
        self.index += 1
        exponent = self.parse(POWER, depth + 1)
        return Power(left, exponent, (start, self.ends[self.index - 1]))

    def factorial(self, left: Expr, start: int, _depth: int) -> Expr:
        """`n!`."""
        self.index += 1
        return Call("factorial", (left,), (start, self.ends[self.index - 1]))

    def percent(self, left: Expr, start: int, _depth: int) -> Expr:
        """`28 %`."""
        self.index += 1
        return Percent(left, (start, self.ends[self.index - 1]))

    def items(self, closing: str, opening: int, depth: int, other: str = "") -> tuple[Expr, ...]:
        """`a, b, c` up to a closing bracket, which is passed too; the opening one at a word is passed already.

        `other` may close it instead.
        """
        before = self.listing
        found: list[Expr] = []
        self.listing = True
        while not found or self.words[self.index] == ",":
            self.index += bool(found)
            found.append(self.parse(0, depth + 1))
        self.close(other if other and self.words[self.index] == other else closing, opening)
        self.listing = before
        return tuple(found)

    # -- complaints

    def close(self, closing: str, opening: int) -> None:
        """Pass the closing bracket of one that opened at a word."""
        if self.words[self.index] == closing:
            self.index += 1
            return
        if self.words[self.index] and self.words[self.index] not in CLOSERS:
            raise self.unexpected()
        bracket = self.words[opening][:1]
        what = f"this {bracket} isn't closed"
        mend = f"put {closing[-1]} after it"
        raise ReadingError(what, start=self.starts[opening], end=self.ends[opening], mend=mend)

    def fail(self, what: str, index: int, mend: str = "") -> ReadingError:
        """A complaint about one word."""
        return ReadingError(what, start=self.starts[index], end=self.ends[index], mend=mend)

    def missing(self) -> ReadingError:
        """The complaint that something should stand before the word that was just passed."""
        index = self.index - 1
        word, before = self.words[index], self.words[index - 1] if index else ""
        if not word and not before:
            return self.fail("there is nothing here", index)
        if word in CLOSERS and before in OPENERS:
            return self.fail(f"nothing stands between {before[0]} and {word[-1]}", index)
        if not word:
            return self.fail(f"something is missing after {before}", index - 1)
        return self.fail(f"something is missing before {shown_sign(word)}", index)

    def unexpected(self) -> ReadingError:
        """The complaint that the next word can't stand where it does."""
        word = self.words[self.index]
        if word == "|":
            return self.fail("this | has no partner", self.index, "write abs(...)")
        if word in CLOSERS:
            what = f"nothing is open that this {shown_sign(word)} could close"
            return self.fail(what, self.index, "take it away, or add the opening one")
        return self.fail(f"{shown(word)} can't stand here", self.index)

    def too_deep(self, index: int) -> TooMuchWork:
        """The complaint that too much stands within one another."""
        what = "too many things stand within one another"
        return TooMuchWork(what, start=self.starts[index], end=self.ends[index], mend="write it in several steps")

    def check_depth(self, expr: Expr) -> None:
        """Raise TooMuchWork if a tree has too many levels; a chain such as `1/1/1/1...` needs no brackets."""
        level = [expr]
        for _ in range(DEEPEST_TREE):
            level = [part for node in level for part in children(node)]
            if not level:
                return
        raise self.too_deep(0)


def shown_sign(word: str) -> str:
    """A closing bracket as it was typed; any other word stays."""
    return word[-1] if word in CLOSERS else word


def shown(word: str) -> str:
    """A word of a text as a message shows it: odd characters by their number, long words cut."""
    if not word.isprintable():
        return " ".join(f"U+{ord(character):04X}" for character in word[:5])
    return f"`{word}`" if len(word) <= 40 else f"`{word[:40]}...`"
