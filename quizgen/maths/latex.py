"""LaTeX as learners write it, turned into the words that a typed answer has, so that one grammar reads both.

So far: `$...$`, `\\(...\\)`, fractions, roots, products, brackets with `\\left`, blanks, `\\text` and its like around
units and names, `\\%`, Greek letters, names of functions. More commands are more entries of the tables below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quizgen.errors import ReadingError, TooMuchWork
from quizgen.maths.bars import CLOSE_BAR, OPEN_BAR
from quizgen.maths.grammar import DEEPEST_TEXT, shown
from quizgen.maths.symbols import COMMANDS
from quizgen.maths.tokens import LEARNER, Tokens

MIXED = "\\mixed"
"""Stands between a whole number and the fraction that was set right behind it; no learner's text is cut into it."""

_BLANKS = frozenset(
    {"\\,", "\\;", "\\:", "\\!", "\\ ", "\\>", "\\quad", "\\qquad", "\\displaystyle", "\\textstyle", "~"}
)
_DELIMITERS = frozenset({"\\(", "\\)", "\\[", "\\]"})
_SIGNS = {
    "\\cdot": "·", "\\times": "×", "\\ast": "*", "\\div": "/", "\\%": "%", "\\infty": "oo", "\\approx": "≈",
    "\\le": "<=", "\\leq": "<=", "\\ge": ">=", "\\geq": ">=", "\\ne": "!=", "\\neq": "!=", "\\lvert": OPEN_BAR,
    "\\rvert": CLOSE_BAR, "\\vert": "|", "\\circ": "°", "\\degree": "°", "\\colon": ":",
    "\\lbrack": "[", "\\rbrack": "]",
}  # fmt: skip
_WRAPPERS = frozenset({
    "\\text", "\\mathrm", "\\mathit", "\\mathsf", "\\mathbf", "\\mathnormal", "\\textrm", "\\textit", "\\textnormal",
    "\\mbox", "\\operatorname",
})  # fmt: skip
_FRACTIONS = frozenset({"\\frac", "\\dfrac", "\\tfrac", "\\cfrac"})
_FUNCTIONS = frozenset({
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "exp", "ln", "log",
    "lg", "min", "max", "gcd",
})  # fmt: skip
_REFUSED = {
    "\\int": "an integral isn't worked out here", "\\lim": "a limit isn't worked out here",
    "\\sum": "a sum isn't worked out here", "\\prod": "a product isn't worked out here",
}  # fmt: skip


def looks_like_latex(text: str) -> bool:
    """Whether a text has anything that only LaTeX (or folding) puts there."""
    return "\\" in text or "{" in text or "$" in text or "}" in text


def rewrite(tokens: Tokens) -> Tokens:
    """The same answer in typed words; places stay those of the LaTeX. Raises ReadingError, TooMuchWork."""
    return _Rewriter(tokens).all()


class _Rewriter:
    """Passes over the words once; `done` holds what came of those before `index`."""

    def __init__(self, tokens: Tokens) -> None:
        self.words, self.starts, self.ends = list(tokens.words), list(tokens.starts), list(tokens.ends)
        self.index = 0
        self.done = Tokens([], [], [])
        self.dollars = self.words.count("$") % 2 == 0

    def all(self) -> Tokens:
        while self.words[self.index]:
            self.item(0)
        self.put("", self.index)
        return self.done

    def put(self, word: str, first: int, last: int | None = None) -> None:
        """Write a word that stands for those from `first` to `last`."""
        self.done.words.append(word)
        self.done.starts.append(self.starts[first])
        self.done.ends.append(self.ends[first if last is None else last])

    def fail(self, what: str, index: int, mend: str = "") -> ReadingError:
        return ReadingError(what, start=self.starts[index], end=self.ends[index], mend=mend)

    def item(self, depth: int) -> None:
        """Rewrite one word, group or command."""
        index = self.index
        word = self.words[index]
        if depth > DEEPEST_TEXT:
            raise TooMuchWork(
                "too many things stand within one another", start=self.starts[index], end=self.ends[index]
            )
        self.index += 1
        if word in _BLANKS or word in _DELIMITERS or (word == "$" and self.dollars):
            return
        if word in _RULES:
            _RULES[word](self, index, depth)
        elif word in _SIGNS:
            self.put(_SIGNS[word], index)
        elif word[0] == "\\":
            self.letter(index)
        else:
            self.put(word, index)

    def letter(self, index: int) -> None:
        """A command that is a Greek letter or a function's name."""
        name = self.words[index][1:]
        if name in COMMANDS:
            self.put(COMMANDS[name], index)
        elif name in _FUNCTIONS:
            self.put(name, index)
        else:
            word = self.words[index]
            raise self.fail(_REFUSED.get(word, f"{shown(word)} isn't read here"), index, "type it without LaTeX")

    def group(self, index: int, depth: int) -> None:
        """`{...}`, with round brackets instead; `{,}` is a comma without a gap, and `{}` nothing."""
        if self.words[self.index] == "}":
            self.index += 1
            return
        if self.words[self.index : self.index + 2] == [",", "}"]:
            self.put(",", index, self.index + 1)
            self.index += 2
            return
        self.put("(", index)
        self.inside(index, depth)
        self.put(")", self.index - 1)

    def inside(self, opening: int, depth: int) -> None:
        """Rewrite up to the brace that closes a group, and pass it."""
        while self.words[self.index] != "}":
            if not self.words[self.index]:
                raise self.fail("this { isn't closed", opening, "put } after it")
            self.item(depth + 1)
        self.index += 1

    def argument(self, command: int, depth: int) -> None:
        """What a command applies to: a group, a command, or a single character, in round brackets."""
        while self.words[self.index] in _BLANKS:
            self.index += 1
        index = self.index
        word = self.words[index]
        if not word or word in "})]^_" or self.words[index : index + 2] == ["{", "}"]:
            raise self.fail(f"{shown(self.words[command])} wants something in braces", command)
        if word == "{":
            self.index += 1
            self.group(index, depth)
            return
        self.put("(", index)
        if len(word) > 1 and word[0] != "\\":
            self.split(index)
        self.item(depth + 1)
        self.put(")", self.index - 1)

    def split(self, index: int) -> None:
        """Cut the first character off a word: `\\frac12` is 1 over 2."""
        word, start, end = self.words[index], self.starts[index], self.ends[index]
        parts = [word[0], *LEARNER.findall(word[1:])]
        places = [start + sum(map(len, parts[:count])) for count in range(len(parts))]
        self.words[index : index + 1] = parts
        self.starts[index : index + 1] = places
        self.ends[index : index + 1] = [*places[1:], end]

    def fraction(self, index: int, depth: int) -> None:
        """`\\frac{a}{b}` is ((a)/(b)); right behind a whole number, a proper one may be the rest of a mixed number."""
        words = self.done.words
        first = len(words)
        self.put("(", index)
        self.argument(index, depth)
        self.put("/", self.index - 1)
        self.argument(index, depth)
        self.put(")", self.index - 1)
        whole = words[first - 1 : first] if first == 1 or words[first - 2] not in _BEFORE_NO_MIXED else []
        if whole and whole[0].isdigit() and _is_proper(words[first:]):
            words.insert(first, MIXED)
            self.done.starts.insert(first, self.starts[index])
            self.done.ends.insert(first, self.ends[index])

    def root(self, index: int, depth: int) -> None:
        """`\\sqrt{x}`, `\\sqrt[n]{x}`."""
        degree = Tokens([], [], [])
        if self.words[self.index] == "[":
            degree = self.degree(depth)
        self.put("root" if degree.words else "sqrt", index)
        self.put("(", index)
        self.argument(index, depth)
        if degree.words:
            self.put(",", self.index - 1)
            self.done.words.extend(degree.words)
            self.done.starts.extend(degree.starts)
            self.done.ends.extend(degree.ends)
        self.put(")", self.index - 1)

    def degree(self, depth: int) -> Tokens:
        """What stands in the square brackets behind `\\sqrt`."""
        opening, outer = self.index, self.done
        self.index += 1
        self.done = Tokens([], [], [])
        while self.words[self.index] != "]":
            if not self.words[self.index]:
                raise self.fail("this [ isn't closed", opening, "put ] after it")
            self.item(depth + 1)
        self.index += 1
        found, self.done = self.done, outer
        if not found.words:
            raise self.fail("this [ holds nothing", opening)
        return found

    def wrapped(self, index: int, depth: int) -> None:
        """`\\mathrm{ms}`: the words in it, with the first and the last reaching as far as the command does."""
        if self.words[self.index] != "{":
            raise self.fail(f"{shown(self.words[index])} wants something in braces", index)
        first = len(self.done.words)
        self.index += 1
        self.inside(self.index - 1, depth)
        if len(self.done.words) > first:
            self.done.starts[first] = self.starts[index]
            self.done.ends[-1] = self.ends[self.index - 1]

    def raised(self, index: int, depth: int) -> None:
        """`^`: braces behind it stay braces, and `^\\circ` is a degree sign."""
        following = self.words[self.index : self.index + 3]
        if following[:1] == ["\\circ"] or following == ["{", "\\circ", "}"]:
            self.index += 1 if following[0] != "{" else 3
            self.put("°", index, self.index - 1)
            return
        self.put("^", index)
        if following[:1] == ["{"]:
            self.put("{", self.index)
            self.index += 1
            self.inside(self.index - 1, depth)
            self.put("}", self.index - 1)

    def lowered(self, index: int, depth: int) -> None:
        """`_`: what is below a letter is part of its name."""
        name = self.done.words[-1] if self.done.words else ""
        first = len(self.done.words)
        if not name or not name[0].isalpha():
            raise self.fail("nothing stands here that could have a subscript", index)
        if self.words[self.index] == "{":
            self.index += 1
            self.inside(self.index - 1, depth)
        elif self.words[self.index]:
            self.item(depth + 1)
        below = "".join(self.done.words[first:])
        if not below:
            raise self.fail("this subscript is empty", index)
        for column in self.done:
            del column[first:]
        self.done.words[-1] = f"{name}_{below}"
        self.done.ends[-1] = self.ends[self.index - 1]

    def sized(self, index: int, _depth: int) -> None:
        """`\\left`, `\\right`, `\\big`: the bracket behind them stands; a bar has its side."""
        if self.words[self.index] in ("|", "\\vert", "\\lvert", "\\rvert") and self.words[index] in _SIDES:
            self.put(_SIDES[self.words[index]], self.index)
            self.index += 1
        elif self.words[self.index] == ".":
            raise self.fail("a bracket is missing here", index)

    def refused(self, index: int, _depth: int) -> None:
        raise self.fail("a closing } without an opening one", index, "take it away")


_BEFORE_NO_MIXED = frozenset({"/", "^", "."})


def _is_proper(words: list[str]) -> bool:
    """Whether these are the words of a fraction of two whole numbers, the lower one larger."""
    match words:
        case ["(", "(", over, ")", "/", "(", under, ")", ")"]:
            return over.isdigit() and under.isdigit() and len(under) < 10 and int(over) < int(under)
    return False


_SIDES = {"\\left": OPEN_BAR, "\\right": CLOSE_BAR, "\\bigl": OPEN_BAR, "\\bigr": CLOSE_BAR}
_RULES: dict[str, Callable[[Any, int, int], None]] = {
    "{": _Rewriter.group, "}": _Rewriter.refused, "^": _Rewriter.raised, "_": _Rewriter.lowered,
    "\\sqrt": _Rewriter.root,
    **dict.fromkeys(_FRACTIONS, _Rewriter.fraction),
    **dict.fromkeys(_WRAPPERS, _Rewriter.wrapped),
    **dict.fromkeys((*_SIDES, "\\big", "\\Big", "\\Bigl", "\\Bigr"), _Rewriter.sized),
}  # fmt: skip
