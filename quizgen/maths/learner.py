"""The learner's side of the maths language: what POSITIONS 3 to 12 grant, and a question where it has two readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from quizgen.errors import ReadingError
from quizgen.maths.applied import AppliedGrammar, rooted
from quizgen.maths.expr import VERBS, Call, Expr, Name, Negative, Number, PlusMinus, Power, Product, Quotient, Sum
from quizgen.maths.grammar import ATOM, CLOSES, POSTFIX, POWER, PRODUCT, SUM, TIGHT, Grammar, Infix, Prefix, shown
from quizgen.maths.groups import group
from quizgen.maths.names import declared, free_name, free_pieces, in_another_case, is_greek, pieces, single_letters
from quizgen.maths.signs import (
    BIG_PI,
    CELL,
    CLOSERS,
    INDEX,
    MIXED,
    OPEN_BAR,
    REMAINDER,
    ROW,
    SET_CLOSE,
    SET_OPEN,
    SIGMA,
)
from quizgen.maths.spelling import nearest
from quizgen.maths.symbols import GREEK
from quizgen.maths.tokens import DIGITS, LONGEST_NUMERAL, Tokens
from quizgen.maths.vocabulary import COMPLEX_SPELLINGS, CONSTANTS, SPELLINGS

_REFUSED = frozenset({"int", "lim", "limits", "prod", "derivative", "integral"})
_JOINING = frozenset({"and", "or", "not", "if", "then", "else", "for", "otherwise"})
_PRODUCTS = ("*", "×", "·")
_RELATIONS = ("=", "==", "!=", "<", "<=", ">", ">=", "≈")
_CROSSES = frozenset({"x", "X", "x10", "X10"})
_DIGITS = frozenset(DIGITS)
_CONTINUING = frozenset("0123456789.,'_")  # what a word begins with that may belong to the numeral before it
_TERM_SIGNS = frozenset("+-±∓")
_ROOTS = {"√": 2, "∛": 3, "∜": 4}
_GREEK_WORDS = frozenset(name for name in GREEK if len(name) > 3)
_ALL_FUNCTIONS = {**SPELLINGS, **COMPLEX_SPELLINGS}
_BETWEEN = (",", ";", ":", "∪", "∩", "∖", "∈", CELL, ROW, SET_OPEN)


class AskBackError(ReadingError):
    """The text has a reading that must be confirmed; `asks` lists what may have been meant."""

    def __init__(self, what: str, *, start: int, end: int, asks: tuple[str, ...]) -> None:
        self.asks = asks
        super().__init__(what, start=start, end=end, mend="did you mean " + " or ".join(asks) + "?")


class LearnerGrammar(AppliedGrammar):
    """An answer of a learner that is one value; words that are taken apart stay so in its tokens."""

    __slots__ = ()

    # -- numbers

    def number(self, word: str, index: int) -> Expr:
        """A numeral, with its groups of thousands, or a mixed number."""
        following = self.words[self.index]
        if following[:1] not in _CONTINUING:
            return self.numeral(word, self.starts[index], self.ends[index])
        if following == "_":
            if self.words[self.index + 1].isdigit():
                return self.in_base(word, index)
            return self.numeral(word, self.starts[index], self.ends[index])
        tokens = Tokens(self.words, self.starts, self.ends)
        found = group(tokens, index, listing=self.listing, comma=self.choice.comma, mixed=self.choice.mixed)
        if found is None:
            return self.numeral(word, self.starts[index], self.ends[index])
        self.index = found.next
        start, end = self.starts[index], self.ends[found.next - 1]
        if found.doubt:
            in_comma = self.vocabulary.decimal == "comma"
            self.ask(found.doubt, found.question.replace(".", ",") if in_comma else found.question)
        whole = self.numeral(found.text, start, end)
        if not found.fraction:
            return whole
        over, under = (self.numeral(part, start, end) for part in found.fraction)
        return Sum((whole, Quotient(over, under, (start, end))), (start, end))

    def in_base(self, word: str, index: int) -> Expr:
        """`1011_2`: a whole number by its digits in a base from 2 to 10."""
        base = self.words[self.index + 1]
        small = base.isdigit() and len(base) <= 2 and 2 <= int(base) <= 10
        if not small or not word.isdigit() or len(word) > LONGEST_NUMERAL or int(max(word)) >= int(base):
            raise self.fail("this subscript is no base of that number", self.index)
        self.index += 2
        return Number(int(word, int(base)), "", (self.starts[index], self.ends[self.index - 1]))

    def mixed(self, left: Expr, start: int, _depth: int) -> Expr:
        """`2\\frac{1}{3}` in LaTeX: 2 + 1/3, or else the product."""
        self.index += 1
        fraction = self.parse(ATOM, 0)
        span = (start, self.ends[self.index - 1])
        if isinstance(left, Number) and isinstance(fraction, Quotient):
            over, under = (part.text for part in (fraction.over, fraction.under) if isinstance(part, Number))
            self.ask("mixed", f"did you mean {left.text} + {over}/{under} or {left.text} times {over}/{under}?")
        return Product((left, fraction), span) if self.choice.mixed else Sum((left, fraction), span)

    def degrees(self, left: Expr, start: int, depth: int) -> Expr:
        """`30°` is 30·(π/180); a bare number in degrees isn't the number that is asked for."""
        if not depth and self.vocabulary.takes == "number":
            raise self.fail("`°` isn't read here", self.index)
        self.index += 1
        span = (start, self.ends[self.index - 1])
        return Product((left, Quotient(Name("pi", span), Number(180, "180", span), span)), span)

    # -- sums of two signs

    def terms(self, left: Expr, start: int, depth: int) -> Expr:
        """`a + b - c ± d`."""
        found: list[Expr] = list(left.terms) if isinstance(left, Sum) else [left]
        words = self.words
        while (sign := words[self.index]) in _TERM_SIGNS:
            sign_start = self.starts[self.index]
            self.index += 1
            term = self.parse(PRODUCT, depth)
            if sign != "+":
                span = (sign_start, self.ends[self.index - 1])
                term = Negative(term, span) if sign == "-" else self.two_signs(sign, term, span)
            found.append(term)
        return Sum(tuple(found), (start, self.ends[self.index - 1]))

    def two_signs(self, sign: str, of: Expr, span: tuple[int, int]) -> Expr:
        """`±2`, `∓2`."""
        if self.vocabulary.takes == "number":
            what = f"one value is asked for, and {sign} gives two"
            raise ReadingError(what, start=span[0], end=span[0] + 1, mend="write only the value")
        both = PlusMinus(of, span)
        return both if sign == "±" else Negative(both, span)

    def plus_minus(self, least: int, depth: int) -> Expr:
        """`±2` where an operand begins."""
        index = self.index - 1
        operand = self.parse(max(least, PRODUCT), depth + 1)
        return self.two_signs(self.words[index], operand, (self.starts[index], self.ends[self.index - 1]))

    # -- products without a sign

    def juxtaposed(self, left: Expr, start: int, depth: int) -> Expr:
        """`2x`, `2(x+1)`, and the `x` of `3.2x10^4`, which is a sign where no x is declared."""
        index = self.index
        before, word, after = self.words[index - 1 : index + 2]
        if word in _CROSSES and before[-1:] in _DIGITS and not declared(word, self.vocabulary.names):
            power = self.words[index + 2 : index + 3] in (["^"], ["**"])
            if len(word) == 1 and after[:1] in _DIGITS and (power or not self.vocabulary.free):
                return self.product(left, start, depth)
            if len(word) > 1 and after in ("^", "**"):
                self.put(index, ["×", "10"])
                return self.product(left, start, depth)
        if word == "mod":
            return self.remainder(left, start, depth)
        if word[0] in DIGITS and not (before[:1].isalpha() or before == "!" or (before in CLOSERS and before != "}")):
            raise self.fail("two numbers stand side by side", index, "write * between them, or take one away")
        if word[0] == "." and before[:1].isalpha():
            raise self.fail("a number that follows a name needs a figure before its point", index)
        right = self.parse(TIGHT + self.choice.tight, depth)
        if self.slash[0] == index:
            self.doubt_slash(start, index)
        return self.joined(left, right, start)

    def remainder(self, left: Expr, start: int, depth: int) -> Expr:
        """`a mod b`."""
        self.index += 1
        by = self.parse(TIGHT, depth)
        return Call("mod", (left, by), (start, self.ends[self.index - 1]))

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

    # -- powers, roots, brackets

    def power(self, left: Expr, start: int, depth: int) -> Expr:
        """`a^b`; what stands in braces or is raised is all of the exponent."""
        if self.words[self.index + 1] != "{":
            return super().power(left, start, depth)
        self.index += 1
        exponent = self.exponent(depth)
        if self.words[self.index] in ("^", "**"):
            raise self.fail("two exponents follow each other", self.index, "put brackets around the lower power")
        return Power(left, exponent, (start, self.ends[self.index - 1]))

    def root(self, _least: int, depth: int) -> Expr:
        """`√2`, `√(x+1)`: the sign reaches over one thing."""
        index = self.index - 1
        inner = self.parse(ATOM, depth + 1)
        if self.words[self.index] in ("^", "**", "!", "%"):
            raise self.fail("it isn't clear how far the root reaches", index, "put brackets around what is under it")
        span = (self.starts[index], self.ends[self.index - 1])
        return rooted(inner, _ROOTS[self.words[index]], span)

    def other_brackets(self, _least: int, depth: int) -> Expr:
        """`[a + b]`, `\\{a + b\\}` around one value."""
        opening = self.index - 1
        inner = self.parse(0, depth + 1)
        self.close("]" if self.words[opening] == "[" else SET_CLOSE, opening)
        return inner

    # -- names

    def name(self, word: str, _least: int, depth: int) -> Expr:
        """A declared name, a constant, a function with its argument, or several of these glued together."""
        index = self.index - 1
        span = (self.starts[index], self.ends[index])
        vocabulary = self.vocabulary
        if vocabulary.functions and (function := declared(word, vocabulary.functions)):
            return self.declared_function(word, function, index, depth)
        name = free_name(word) if word in self.bound else vocabulary.names.get(word)
        if self.words[self.index] == INDEX:
            return self.indexed(word, index, depth)
        if name is not None:
            return Name(name, span)
        if not (word[0].isalpha()):
            raise self.fail(f"{shown(word)} isn't read here", index)
        name = declared(word, vocabulary.names) or self.constant(word)
        if name:
            return Name(name, span)
        base = self.log_base(word, index) if word.startswith("log") else None
        if base is not None or self.known_function(word):
            return self.function(word, base, index, depth)
        return self.glued(word, index, depth)

    def indexed(self, word: str, index: int, depth: int) -> Expr:
        """`F_{n-1}`: a sequence, as a function of its index, where names are free."""
        if not (self.vocabulary.free or self.vocabulary.single_letters):
            raise self.fail("a subscript is made of letters and figures", self.index)
        self.index += 1
        below = self.parse(ATOM, depth + 1)
        return Call(f"{free_name(word)}_", (below,), (self.starts[index], self.ends[self.index - 1]))

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
        if word in _JOINING:
            raise self.fail(f"one value is asked for, and {shown(word)} joins two", index)
        found = self.taken_apart(word)
        if found:
            self.notes.append(f"{word} is read as {' '.join(found)}")
            self.put(index, found)
            return self.parse_name(found[0], index, depth)
        if word[0].isalpha() and (self.vocabulary.free or self.vocabulary.single_letters):
            return Name(free_name(word), (self.starts[index], self.ends[index]))
        raise self.unknown(word, index)

    def parse_name(self, word: str, index: int, depth: int) -> Expr:
        """The first piece of a word that was taken apart."""
        self.index = index + 1
        return self.number(word, index) if word[0] in DIGITS else self.name(word, 0, depth)

    def taken_apart(self, word: str) -> list[str]:
        """The pieces of a glued word, [] if it is none (POSITIONS 3, 7)."""
        key = word, self.begins(), self.words[self.index] == "("
        found = self.apart.get(key)
        if found is None:
            found = self.apart[key] = self.found_pieces(*key)
        return list(found)

    def found_pieces(self, word: str, begins: bool, before_bracket: bool) -> list[str]:  # noqa: FBT001 - a flag of this file's own
        """The pieces of a word before something that an operand begins with, or even a bracket."""
        vocabulary = self.vocabulary
        functions = _ALL_FUNCTIONS if vocabulary.complex else SPELLINGS
        found = pieces(word, vocabulary.names, CONSTANTS, functions)
        if found and (found[-1] not in functions or begins):
            return found
        if vocabulary.single_letters and is_greek(word):
            return []
        if vocabulary.single_letters:
            known = {*CONSTANTS, *_GREEK_WORDS, *vocabulary.names}
            return single_letters(word, known, {*functions, *vocabulary.functions}, may_end=begins)
        return free_pieces(word, functions, before_bracket=before_bracket) if vocabulary.free else []

    def put(self, index: int, parts: list[str]) -> None:
        """Words of the same length altogether in place of one."""
        start, end = self.starts[index], self.ends[index]
        places = [min(start + sum(map(len, parts[:count])), end) for count in range(len(parts))]
        self.words[index : index + 1] = parts
        self.starts[index : index + 1] = places
        self.ends[index : index + 1] = [*places[1:], end]

    # -- complaints

    def unexpected(self) -> ReadingError:
        """A sign of comparison and a comma have their own complaints."""
        word = self.words[self.index]
        if word in _RELATIONS:
            what = f"one value is asked for, and {shown(word)} compares two"
            return self.fail(what, self.index, "write only the value")
        if word in _JOINING:
            return self.fail(f"one value is asked for, and {shown(word)} joins two", self.index)
        if word in _BETWEEN:
            return self.fail(f"one value is asked for, and {shown(word)} stands between two", self.index)
        return super().unexpected()

    def unknown(self, word: str, index: int) -> ReadingError:
        """The complaint about a name that no one declared."""
        span = {"start": self.starts[index], "end": self.ends[index]}
        asks = in_another_case(word, (*self.vocabulary.names, *self.vocabulary.functions, *SPELLINGS, "pi"))
        if asks:
            return AskBackError(f"{shown(word)} isn't known; capitals matter", asks=asks, **span)
        if word.casefold() == "nan":
            return self.fail("nan is no number", index)
        near = nearest(word, (*self.vocabulary.names, *SPELLINGS))
        return self.fail(f"{shown(word)} isn't known here", index, f"did you mean {near}?" if near else "")

    prefix: ClassVar[Mapping[str, Prefix]] = {
        "-": Grammar.negative, "+": Grammar.positive, "(": Grammar.bracketed, OPEN_BAR: Grammar.absolute,
        "|": Grammar.lone_bar, **dict.fromkeys(_ROOTS, root), **dict.fromkeys("±∓", plus_minus),
        **dict.fromkeys("⌊⌈‖", AppliedGrammar.rounded), **dict.fromkeys((SIGMA, BIG_PI), AppliedGrammar.summed),
        "[": other_brackets, SET_OPEN: other_brackets,
        **dict.fromkeys(("", *CLOSERS, *_PRODUCTS, *_RELATIONS, "/", "^", "**", "!", ",", ".", ".."), Grammar.nothing),
        **dict.fromkeys((REMAINDER, MIXED, "°", ";"), Grammar.nothing),
    }  # fmt: skip
    infix: ClassVar[Mapping[str, tuple[int, Infix]]] = {
        **dict.fromkeys(_TERM_SIGNS, (SUM, terms)), **dict.fromkeys(_PRODUCTS, (PRODUCT, Grammar.product)),
        "/": (PRODUCT, quotient), "^": (POWER, power), "**": (POWER, power), "!": (POSTFIX, Grammar.factorial),
        "%": (POSTFIX, Grammar.percent), MIXED: (POSTFIX, mixed), "°": (POSTFIX, degrees),
        REMAINDER: (PRODUCT, remainder),
        **dict.fromkeys(("", *CLOSERS, *_RELATIONS, ",", ".", "..", "|", "'", ":", ";", "‖", '"', "∪", "∩", "∖", "∈",
                         "and", "or", CELL, ROW), (CLOSES, Grammar.product)),
    }  # fmt: skip
    beside: ClassVar[tuple[int, Infix]] = (PRODUCT, juxtaposed)


class TightGrammar(LearnerGrammar):
    """Two things side by side bind more tightly than a quotient: `1/2x` as 1/(2x)."""

    __slots__ = ()
    beside: ClassVar[tuple[int, Infix]] = (TIGHT, LearnerGrammar.juxtaposed)
