"""The learner's side of the maths language: what POSITIONS 3 to 12 grant, and a question where it has two readings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from quizgen.errors import ReadingError
from quizgen.maths.bars import CLOSE_BAR, OPEN_BAR
from quizgen.maths.expr import FUNCTIONS, VERBS, Call, Expr, Name, Negative, Number, Power, Product, Quotient, Sum
from quizgen.maths.grammar import ATOM, CLOSES, POSTFIX, POWER, PRODUCT, SUM, TIGHT, Grammar, Infix, Prefix, shown
from quizgen.maths.groups import group
from quizgen.maths.latex import MIXED
from quizgen.maths.names import declared, in_another_case, pieces
from quizgen.maths.spelling import nearest
from quizgen.maths.tokens import DIGITS, Tokens
from quizgen.maths.vocabulary import CONSTANTS, FIRST_CHOICE, SPELLINGS, Choice, Vocabulary

_INVERSES = {"sin": "asin", "cos": "acos", "tan": "atan"}
_LOG = re.compile(r"log_?([0-9]+|e)")
_REFUSED = frozenset({"int", "lim", "limits", "prod", "derivative", "integral"})
_CLOSERS = (")", "]", "}", CLOSE_BAR)
_PRODUCTS = ("*", "×", "·")
_RELATIONS = ("=", "==", "!=", "<", "<=", ">", ">=", "≈")
_CROSSES = frozenset({"x", "X", "x10", "X10"})
_DIGITS = frozenset(DIGITS)
_ROOTS = {"√": 2, "∛": 3, "∜": 4}


class AskBackError(ReadingError):
    """The text has a reading that must be confirmed; `asks` lists what may have been meant."""

    def __init__(self, what: str, *, start: int, end: int, asks: tuple[str, ...]) -> None:
        self.asks = asks
        super().__init__(what, start=start, end=end, mend="did you mean " + " or ".join(asks) + "?")


class LearnerGrammar(Grammar):
    """An answer of a learner; words that are taken apart stay so in its tokens.

    `doubt` becomes the field of `Choice` that would change the reading, with the question to ask; "" if there is none.
    `notes` say what was read in a way that the learner should see.
    """

    __slots__ = ("choice", "doubt", "notes", "slash", "vocabulary")

    def __init__(self, text: str, tokens: Tokens, vocabulary: Vocabulary, choice: Choice = FIRST_CHOICE) -> None:
        super().__init__(text, tokens)
        self.vocabulary = vocabulary
        self.choice = choice
        self.doubt = ("", "")
        self.notes: list[str] = []
        self.slash = (-1, -1)

    def ask(self, kind: str, question: str) -> None:
        """Note the first thing that has two common readings."""
        if not self.doubt[0]:
            self.doubt = (kind, question)

    # -- numbers

    def number(self, word: str, index: int) -> Expr:
        """A numeral, with its groups of thousands, or a mixed number."""
        following = self.words[self.index]
        if not following or following[0] not in "0123456789.,'":
            return self.numeral(word, self.starts[index], self.ends[index])
        tokens = Tokens(self.words, self.starts, self.ends)
        found = group(tokens, index, listing=self.listing, comma=self.choice.comma, mixed=self.choice.mixed)
        if found is None:
            return self.numeral(word, self.starts[index], self.ends[index])
        self.index = found.next
        start, end = self.starts[index], self.ends[found.next - 1]
        if found.doubt:
            self.ask(found.doubt, found.question)
        whole = self.numeral(found.text, start, end)
        if not found.fraction:
            return whole
        over, under = (self.numeral(part, start, end) for part in found.fraction)
        return Sum((whole, Quotient(over, under, (start, end))), (start, end))

    def mixed(self, left: Expr, start: int, _depth: int) -> Expr:
        """`2\\frac{1}{3}` in LaTeX: 2 + 1/3, or else the product."""
        self.index += 1
        fraction = self.parse(ATOM, 0)
        span = (start, self.ends[self.index - 1])
        if isinstance(left, Number) and isinstance(fraction, Quotient):
            over, under = (part.text for part in (fraction.over, fraction.under) if isinstance(part, Number))
            self.ask("mixed", f"did you mean {left.text} + {over}/{under} or {left.text} times {over}/{under}?")
        return Product((left, fraction), span) if self.choice.mixed else Sum((left, fraction), span)

    # -- products without a sign

    def juxtaposed(self, left: Expr, start: int, depth: int) -> Expr:
        """`2x`, `2(x+1)`, and the `x` of `3.2x10^4`, which is a sign where no x is declared."""
        index = self.index
        before, word, after = self.words[index - 1 : index + 2]
        if word in _CROSSES and before[-1:] in _DIGITS and not declared(word, self.vocabulary.names):
            if len(word) == 1 and after[:1] in _DIGITS:
                return self.product(left, start, depth)
            if len(word) > 1 and after in ("^", "**"):
                self.put(index, ["×", "10"])
                return self.product(left, start, depth)
        if word[0] in DIGITS and not (before[-1:] == ")" or before[:1].isalpha()):
            raise self.fail("two numbers stand side by side", index, "write * between them, or take one away")
        right = self.parse(TIGHT + self.choice.tight, depth)
        if self.slash[0] == index:
            self.doubt_slash(start, index)
        return self.joined(left, right, start)

    def doubt_slash(self, start: int, index: int) -> None:
        """`1/2x` is (1/2)·x, and often meant as 1/(2x)."""
        text, end, slash = self.text, self.ends[self.index - 1], self.slash[1]
        over, all_over = text[start : self.ends[index - 1]], text[slash:end].strip()
        first = f"({over}){text[self.starts[index] : end]}"
        self.ask("tight", f"did you mean {first} or {text[start:slash]}({all_over})?")

    def quotient(self, left: Expr, start: int, depth: int) -> Expr:
        """`a / b`, remembering where it ended."""
        slash = self.ends[self.index]
        both = super().quotient(left, start, depth)
        self.slash = (self.index, slash)
        return both

    # -- powers and roots

    def power(self, left: Expr, start: int, depth: int) -> Expr:
        """`a^b`; what stands in braces or is raised is all of the exponent."""
        if self.words[self.index + 1] != "{":
            return super().power(left, start, depth)
        self.index += 1
        exponent = self.exponent(depth)
        if self.words[self.index] in ("^", "**"):
            raise self.fail("two exponents follow each other", self.index, "put brackets around the lower power")
        return Power(left, exponent, (start, self.ends[self.index - 1]))

    def exponent(self, depth: int) -> Expr:
        """An exponent, in braces or not; the `^` is passed already."""
        if self.words[self.index] != "{":
            return self.parse(POWER, depth + 1)
        opening = self.index
        self.index += 1
        inner = self.parse(0, depth + 1)
        self.close("}", opening)
        return inner

    def root(self, _least: int, depth: int) -> Expr:
        """`√2`, `√(x+1)`: the sign reaches over one thing."""
        index = self.index - 1
        inner = self.parse(ATOM, depth + 1)
        if self.words[self.index] in ("^", "**", "!", "%"):
            raise self.fail("it isn't clear how far the root reaches", index, "put brackets around what is under it")
        span = (self.starts[index], self.ends[self.index - 1])
        return rooted(inner, _ROOTS[self.words[index]], span)

    # -- names and functions

    def name(self, word: str, _least: int, depth: int) -> Expr:
        """A declared name, a constant, a function with its argument, or several of these glued together."""
        index = self.index - 1
        span = (self.starts[index], self.ends[index])
        name = self.vocabulary.names.get(word)
        if name is not None:
            return Name(name, span)
        if not (word[0].isalpha()):
            raise self.fail(f"{shown(word)} isn't read here", index)
        name = declared(word, self.vocabulary.names) or self.constant(word)
        if name:
            return Name(name, span)
        log = _LOG.fullmatch(word)
        if word in SPELLINGS or log:
            return self.function(word, log[1] if log else "", index, depth)
        return self.glued(word, index, depth)

    def constant(self, word: str) -> str:
        """The constant that a word stands for, "" if it is none."""
        if self.vocabulary.complex and word in ("i", "j"):
            return "i"
        return CONSTANTS.get(word, "")

    def glued(self, word: str, index: int, depth: int) -> Expr:
        """A word that is several names; the first of them is read, the rest is put back."""
        if word in VERBS or word in _REFUSED:
            raise self.fail(f"{word} isn't carried out here", index, "write down its result")
        if word in self.vocabulary.units:
            raise self.fail("a unit stands only at the end", index, "write one number and its unit")
        found = pieces(word, self.vocabulary.names, CONSTANTS, SPELLINGS)
        if not found or (found[-1] in SPELLINGS and not self.begins()):
            raise self.unknown(word, index)
        self.notes.append(f"{word} is read as {' '.join(found)}")
        self.put(index, found)
        return self.name(found[0], 0, depth)

    def put(self, index: int, parts: list[str]) -> None:
        """Words of the same length altogether in place of one."""
        start, end = self.starts[index], self.ends[index]
        places = [start + sum(map(len, parts[:count])) for count in range(len(parts))]
        self.words[index : index + 1] = parts
        self.starts[index : index + 1] = places
        self.ends[index : index + 1] = [*places[1:], end]

    def unexpected(self) -> ReadingError:
        """A sign of comparison and a comma have their own complaints."""
        word = self.words[self.index]
        if word in _RELATIONS:
            return self.fail(
                f"one value is asked for, and {shown(word)} compares two", self.index, "write only the value"
            )
        if word in (",", ";", ":"):
            return self.fail(f"one value is asked for, and {shown(word)} stands between two", self.index)
        return super().unexpected()

    def unknown(self, word: str, index: int) -> ReadingError:
        """The complaint about a name that no one declared."""
        span = {"start": self.starts[index], "end": self.ends[index]}
        asks = in_another_case(word, (*self.vocabulary.names, *SPELLINGS, "pi"))
        if asks:
            return AskBackError(f"{shown(word)} isn't known; capitals matter", asks=asks, **span)
        if word.casefold() == "nan":
            return self.fail("nan is no number", index)
        near = nearest(word, (*self.vocabulary.names, *SPELLINGS))
        return self.fail(f"{shown(word)} isn't known here", index, f"did you mean {near}?" if near else "")

    def begins(self) -> bool:
        """Whether an operand may begin at the next word."""
        return self.words[self.index] not in self.infix

    def function(self, word: str, base: str, index: int, depth: int) -> Expr:
        """`sin(x)`, `sin x`, `sin^2 x`, `sin^-1 x`."""
        exponent = None
        if self.words[self.index] in ("^", "**"):
            self.index += 1
            exponent = self.exponent(depth)
        if self.words[self.index] == "(":
            self.index += 1
            arguments = self.items(")", self.index - 1, depth)
        else:
            arguments = (self.bare_argument(word, index, depth),)
        span = (self.starts[index], self.ends[self.index - 1])
        call = self.called("log" if base else SPELLINGS[word], base, arguments, index, span)
        if exponent is None:
            return call
        if exponent != Negative(Number(1)):
            return Power(call, exponent, span)
        if not isinstance(call, Call) or call.function not in _INVERSES:
            raise self.fail(
                f"{word}^-1 has two meanings", index, f"write 1/{word}(...), or the inverse function by name"
            )
        return Call(_INVERSES[call.function], call.arguments, span)

    def called(self, function: str, base: str, arguments: tuple[Expr, ...], index: int, span: tuple[int, int]) -> Expr:
        """A call, with the logarithm's base settled and the number of arguments checked."""
        if function == "cbrt":
            return rooted(arguments[0], 3, span)
        if function == "log" and len(arguments) == 1:
            return self.logarithm(base, arguments[0], span)
        least, most = FUNCTIONS[function]
        if base or not least <= len(arguments) <= most:
            raise self.fail(f"{function} has another number of arguments", index)
        return Call(function, arguments, span)

    def logarithm(self, base: str, argument: Expr, span: tuple[int, int]) -> Expr:
        """`log x` by the template's base, `log10 x`, `log_2 x`."""
        if not base:
            self.ask("log", "did you mean the natural logarithm (ln) or the one to base 10 (lg)?")
            base = "e" if (self.vocabulary.log == "natural") != self.choice.log else "10"
        if base in ("e", "10"):
            return Call("ln" if base == "e" else "lg", (argument,), span)
        return Call("log", (argument, self.numeral(base, *span)), span)

    def bare_argument(self, word: str, index: int, depth: int) -> Expr:
        """What a function without brackets applies to: up to the next + − * / or function (POSITIONS 7)."""
        if self.words[self.index] in self.infix and self.words[self.index] not in ("+", "-"):
            raise self.fail(f"{word} wants something to apply to", index, f"write {word}(...)")
        first = self.words[self.index]
        argument = self.parse(POWER, depth + 1)
        while first not in SPELLINGS and self.begins() and self.words[self.index] not in SPELLINGS:
            start = self.starts[index + 1]
            argument = self.joined(argument, self.parse(POWER, depth + 1), start)
        return argument

    prefix: ClassVar[Mapping[str, Prefix]] = {
        "-": Grammar.negative, "+": Grammar.positive, "(": Grammar.bracketed, OPEN_BAR: Grammar.absolute,
        "|": Grammar.lone_bar, **dict.fromkeys(_ROOTS, root),
        **dict.fromkeys(("", *_CLOSERS, *_PRODUCTS, *_RELATIONS, "/", "^", "**", "!", ",", ".", ".."), Grammar.nothing),
    }  # fmt: skip
    infix: ClassVar[Mapping[str, tuple[int, Infix]]] = {
        "+": (SUM, Grammar.sum), "-": (SUM, Grammar.sum), **dict.fromkeys(_PRODUCTS, (PRODUCT, Grammar.product)),
        "/": (PRODUCT, quotient), "^": (POWER, power), "**": (POWER, power), "!": (POSTFIX, Grammar.factorial),
        "%": (POSTFIX, Grammar.percent), MIXED: (POSTFIX, mixed),
        **dict.fromkeys(("", *_CLOSERS, *_RELATIONS, ",", ".", "..", "|", "'", ":", ";"), (CLOSES, Grammar.product)),
    }  # fmt: skip
    beside: ClassVar[tuple[int, Infix]] = (PRODUCT, juxtaposed)


class TightGrammar(LearnerGrammar):
    """Two things side by side bind more tightly than a quotient: `1/2x` as 1/(2x)."""

    __slots__ = ()
    beside: ClassVar[tuple[int, Infix]] = (TIGHT, LearnerGrammar.juxtaposed)


def rooted(inner: Expr, degree: int, span: tuple[int, int]) -> Expr:
    """A root of whole degree; the square root has its own name."""
    if degree == 2:
        return Call("sqrt", (inner,), span)
    return Call("root", (inner, Number(degree, str(degree), span)), span)
