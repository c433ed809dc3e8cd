"""How learners apply functions: `sin 2x`, `sin^-1 x`, `log_2 x`, `f'(x)`, sums over a range (POSITIONS 7, 8, 12)."""

from __future__ import annotations

import re

from quizgen.errors import ReadingError
from quizgen.maths.expr import (
    FUNCTIONS,
    LEARNERS_FUNCTIONS,
    Call,
    Each,
    Expr,
    Name,
    Negative,
    Number,
    Power,
    RangeOf,
    Span,
)
from quizgen.maths.grammar import ATOM, POWER, PRODUCT, Grammar, shown
from quizgen.maths.names import declared, free_name
from quizgen.maths.signs import BASE
from quizgen.maths.tokens import Tokens
from quizgen.maths.vocabulary import COMPLEX_SPELLINGS, FIRST_CHOICE, INVERSES, SPELLINGS, Choice, Vocabulary

LOG = re.compile(r"log_?([0-9]+|e)|log_([A-Za-z][A-Za-z0-9]*)")
"""A logarithm with its base in one word."""
_MOST_PRIMES = 9
_ROUNDED = {"⌊": ("⌋", "floor"), "⌈": ("⌉", "ceil"), "‖": ("‖", "norm")}


class AppliedGrammar(Grammar):
    """The part of a learner's grammar that applies functions.

    `doubt` becomes the field of `Choice` that would change the reading, with the question to ask; "" if there is none.
    `notes` say what was read in a way that the learner should see. `bound` holds the names of sums around the place,
    `slash` where the last quotient ended and its sign, `apart` the pieces of glued words.
    """

    __slots__ = ("apart", "bound", "choice", "doubt", "notes", "slash", "vocabulary")

    def __init__(self, text: str, tokens: Tokens, vocabulary: Vocabulary, choice: Choice = FIRST_CHOICE) -> None:
        super().__init__(text, tokens)
        self.vocabulary = vocabulary
        self.choice = choice
        self.doubt = ("", "")
        self.notes: list[str] = []
        self.bound: tuple[str, ...] = ()
        self.slash = (-1, -1)
        self.apart: dict[tuple[str, bool, bool], list[str]] = {}

    def ask(self, kind: str, question: str) -> None:
        """Note the first thing that has two common readings."""
        if not self.doubt[0]:
            self.doubt = (kind, question)

    def known_function(self, word: str) -> str:
        """The function that a word spells, "" if it is none."""
        found = SPELLINGS.get(word, "")
        return found or (COMPLEX_SPELLINGS.get(word, "") if self.vocabulary.complex else "")

    def begins(self) -> bool:
        """Whether an operand may begin at the next word."""
        return self.words[self.index] not in self.infix

    def exponent(self, depth: int) -> Expr:
        """An exponent, in braces or not; the `^` is passed already."""
        if self.words[self.index] != "{":
            return self.parse(POWER, depth + 1)
        opening = self.index
        self.index += 1
        inner = self.parse(0, depth + 1)
        self.close("}", opening)
        return inner

    # -- functions of the language

    def function(self, word: str, base: Expr | None, index: int, depth: int) -> Expr:
        """`sin(x)`, `sin x`, `sin^2 x`, `sin^-1 x`, `log_2 x`."""
        exponent = None
        if base is None and word == "log" and self.words[self.index] in (BASE, "_"):
            self.index += 1
            base = self.parse(ATOM, depth + 1)
        if self.words[self.index] in ("^", "**"):
            self.index += 1
            exponent = self.exponent(depth)
        if self.words[self.index] == "(":
            self.index += 1
            arguments = self.items(")", self.index - 1, depth)
        else:
            arguments = (self.bare_argument(word, index, depth),)
        span = (self.starts[index], self.ends[self.index - 1])
        call = self.called(self.known_function(word) or "log", base, arguments, index, span)
        if exponent is None:
            return call
        if exponent != Negative(Number(1)):
            return Power(call, exponent, span)
        if not isinstance(call, Call) or call.function not in INVERSES:
            mend = f"write 1/{word}(...), or the inverse function by name"
            raise self.fail(f"{word}^-1 has two meanings", index, mend)
        return Call(INVERSES[call.function], call.arguments, span)

    def called(self, function: str, base: Expr | None, arguments: tuple[Expr, ...], index: int, span: Span) -> Expr:
        """A call, with the logarithm's base settled and the number of arguments checked."""
        if function == "cbrt":
            return rooted(arguments[0], 3, span)
        if function == "lg" and len(arguments) == 2:
            return Call("log", arguments, span)
        if function == "log" and len(arguments) == 1:
            return self.logarithm(base, arguments[0], span)
        least, most = FUNCTIONS.get(function) or LEARNERS_FUNCTIONS[function]
        if base or not least <= len(arguments) <= most:
            raise self.fail(f"{function} has another number of arguments", index)
        return Call(function, arguments, span)

    def logarithm(self, base: Expr | None, argument: Expr, span: Span) -> Expr:
        """`log x` by the template's base, `log10 x`, `log_2 x`."""
        if base is None:
            self.ask("log", "did you mean the natural logarithm (ln) or the one to base 10 (lg)?")
            natural = (self.vocabulary.log == "natural") != self.choice.log
            return Call("ln" if natural else "lg", (argument,), span)
        if base in (Name("e"), Number(10)):
            return Call("lg" if isinstance(base, Number) else "ln", (argument,), span)
        return Call("log", (argument, base), span)

    def log_base(self, word: str, index: int) -> Expr | None:
        """The base that is part of a word such as `log10` or `log_a`; None if the word isn't one."""
        found = LOG.fullmatch(word)
        if not found:
            return None
        span = (self.starts[index], self.ends[index])
        digits, name = found.groups()
        if digits and digits != "e":
            return self.numeral(digits, *span)
        name = name or "e"
        known = declared(name, self.vocabulary.names) or ("e" if name == "e" else "")
        if known or self.vocabulary.free or self.vocabulary.single_letters:
            return Name(known or free_name(name), span)
        return None

    def bare_argument(self, word: str, index: int, depth: int) -> Expr:
        """What a function without brackets applies to: up to the next + − * / or function (POSITIONS 7)."""
        first = self.words[self.index]
        if first in self.infix and first not in ("+", "-"):
            raise self.fail(f"{word} wants something to apply to", index, f"write {word}(...)")
        argument = self.parse(POWER, depth + 1)
        while not self.known_function(first) and self.begins() and not self.known_function(self.words[self.index]):
            start = self.starts[index + 1]
            argument = self.joined(argument, self.parse(POWER, depth + 1), start)
        return argument

    def rounded(self, _least: int, depth: int) -> Expr:
        """`⌊x⌋`, `⌈x⌉`, `‖v‖`."""
        opening = self.index - 1
        closing, function = _ROUNDED[self.words[opening]]
        inner = self.parse(0, depth + 1)
        self.close(closing, opening)
        return Call(function, (inner,), (self.starts[opening], self.ends[self.index - 1]))

    # -- declared functions

    def declared_function(self, word: str, name: str, index: int, depth: int) -> Expr:
        """`f(x)`, `f'(x)`, `y''`, or `f` alone."""
        primes = self.primes()
        if primes > _MOST_PRIMES:
            raise self.fail("too many primes", index)
        called = name + "'" * primes
        if self.words[self.index] == "(":
            self.index += 1
            arguments = self.items(")", self.index - 1, depth)
        elif self.words[self.index] in ("^", "**") and self.words[self.index + 1 : self.index + 2] != [""]:
            arguments = self.before_power(word, index)
        else:
            arguments = ()
        span = (self.starts[index], self.ends[self.index - 1])
        return Call(called, arguments, span) if arguments or primes else Name(name, span)

    def before_power(self, word: str, index: int) -> tuple[Expr, ...]:
        """No arguments; `f^2(x)` has two meanings and is refused."""
        after = self.index + 2
        if self.words[self.index + 1] == "{":
            while self.words[after] not in ("}", ""):
                after += 1
            after += self.words[after] == "}"
        if self.words[after : after + 1] == ["("] and not isinstance(self.vocabulary.names.get(word), str):
            raise self.fail(f"{shown(word)} with an exponent has two meanings", index, f"write ({word}(...))^...")
        return ()

    def primes(self) -> int:
        """How many primes stand here; they are passed."""
        count = 0
        while (word := self.words[self.index]) in ("'", '"'):
            count += 2 if word == '"' else 1
            self.index += 1
        return count

    # -- sums over a range

    def summed(self, _least: int, depth: int) -> Expr:
        """`\\sum (k = 1..5) body`: a sum or product over whole numbers; the body reaches to the next + or −."""
        index = self.index - 1
        name = self.words[self.index + 1]
        if not name or not name[0].isalpha() or self.words[self.index + 2] != "=":
            raise self.missing_limits(index)
        self.index += 3
        first = self.parse(0, depth + 1)
        if self.words[self.index] != "..":
            raise self.unexpected()
        self.index += 1
        last = self.parse(0, depth + 1)
        self.close(")", index + 1)
        outer, self.bound = self.bound, (*self.bound, name)
        body = self.parse(PRODUCT, depth + 1)
        self.bound = outer
        span = (self.starts[index], self.ends[self.index - 1])
        each = Each(body, free_name(name), RangeOf(first, last, span), None, span)
        return Call("sum" if self.words[index] == "\\sum" else "product", (each,), span)

    def missing_limits(self, index: int) -> ReadingError:
        """The complaint about a sum without a counter."""
        return self.fail("a sum counts with a name, as in k = 1", index)


def rooted(inner: Expr, degree: int, span: Span) -> Expr:
    """A root of whole degree; the square root has its own name."""
    if degree == 2:
        return Call("sqrt", (inner,), span)
    return Call("root", (inner, Number(degree, str(degree), span)), span)
