"""LaTeX as learners and their editors write it, turned into the words that a typed answer has.

One grammar then reads both (POSITIONS 2). The commands are in `latex_commands.py`, `\\begin{...}` in
`latex_environments.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quizgen.errors import ReadingError
from quizgen.maths import latex_commands as commands
from quizgen.maths.grammar import shown
from quizgen.maths.latex_environments import ENVIRONMENT_RULES
from quizgen.maths.latex_words import Words
from quizgen.maths.signs import BASE, CHOOSE, CLOSE_BAR, CLOSERS, INDEX, JOINING, MIXED, OPEN_BAR, SET_CLOSE, SET_OPEN
from quizgen.maths.symbols import COMMANDS
from quizgen.maths.tokens import Tokens
from quizgen.maths.vocabulary import COMPLEX_SPELLINGS, SPELLINGS

_BARS = frozenset({"|", "\\vert", "\\lvert", "\\rvert", "\\mid"})
_BEFORE_NO_MIXED = frozenset({"/", "^", "."})
_DEGREES = frozenset({"\\circ", "\\degree"})
_PRIMES = {"\\prime": "'", "'": "'", "\\doubleprime": '"'}
_NUMBER_SETS = {"R": "ℝ"}


def looks_like_latex(text: str) -> bool:
    """Whether a text has anything that only LaTeX (or folding) puts there."""
    return "\\" in text or "{" in text or "$" in text or "}" in text


def rewrite(tokens: Tokens, *, sets: bool = False) -> tuple[Tokens, frozenset[str]]:
    """The same answer in typed words, and those of them that were upright; places stay those of the LaTeX.

    `sets` makes sets of braces that stand for themselves; else they are round brackets. Raises ReadingError,
    TooMuchWork.
    """
    rewriter = _Rewriter(tokens, sets=sets)
    return rewriter.all(), frozenset(rewriter.upright)


class _Rewriter(Words):
    """Passes over the words once; `done` holds what came of those before `index`."""

    def item(self, depth: int) -> None:
        """Rewrite one word, group or command."""
        index = self.index
        word = self.words[index]
        self.check_depth(index, depth)
        self.index += 1
        if word in commands.BLANKS or word in commands.DELIMITERS or (word == "$" and self.dollars):
            return
        if word in _RULES:
            _RULES[word](self, index, depth)
        elif word in commands.SIGNS:
            self.put(commands.SIGNS[word], index)
        elif word[0] == "\\":
            self.letter(index)
        else:
            self.put(word, index)

    def letter(self, index: int) -> None:
        """A command that is a Greek letter or a function's name."""
        name = self.words[index][1:]
        if name in COMMANDS:
            self.put(COMMANDS[name], index)
        elif name in commands.FUNCTIONS:
            self.put(name, index)
        else:
            raise self.not_read(index)

    def not_read(self, index: int) -> ReadingError:
        """The complaint about a command that isn't read."""
        word = self.words[index]
        why = commands.REFUSED.get(word)
        if why and "box" in why:
            return self.fail(why, index, "fill it in, or delete it")
        return self.fail(why or f"{shown(word)} isn't read here", index, "" if why else "type it without LaTeX")

    # -- braces

    def group(self, index: int, depth: int) -> None:
        """`{...}`: a set where one may stand, else round brackets; `{,}` is a comma without a gap, `{}` nothing."""
        if self.words[self.index : self.index + 2] == [",", "}"]:
            self.put(",", index, self.index + 1)
            self.index += 2
            return
        is_set = self.sets and not self.applied()
        if self.words[self.index] == "}":
            self.index += 1
            if is_set and self.is_empty_set():
                self.put(SET_OPEN, index)
                self.put(SET_CLOSE, self.index - 1)
            return
        first = len(self.done.words)
        self.put(SET_OPEN if is_set else "(", index)
        self.inside(index, depth)
        self.put(SET_CLOSE if is_set else ")", self.index - 1)
        if CHOOSE in self.done.words[first:]:
            self.choose(first)

    def choose(self, first: int) -> None:
        """`{n \\choose k}`, whose bracket was put at a word."""
        words = self.done.words
        words[first], words[-1] = "(", ")"
        words[words.index(CHOOSE, first)] = ","
        words.insert(first, "binomial")
        for column in (self.done.starts, self.done.ends):
            column.insert(first, column[first])

    def is_empty_set(self) -> bool:
        """Whether `{}`, which is passed, stands where a set may: neither beside a value nor before what is raised."""
        before = self.done.words[-1] if self.done.words else ""
        self.skip_blanks()
        after = self.words[self.index]
        if before in CLOSERS or after in ("^", "_", "(", "{"):
            return False
        return all(word in JOINING or not word[:1].isalnum() for word in (before, after))

    def applied(self) -> bool:
        """Whether a function's name was put last, so that a group is its argument."""
        last = self.done.words[-1] if self.done.words else ""
        return last in SPELLINGS or last in COMPLEX_SPELLINGS

    def argument(self, command: int, depth: int) -> None:
        """What a command applies to: a group, a command, or a single character, in round brackets."""
        self.skip_blanks()
        index = self.index
        word = self.words[index]
        if not word or word in "})]^_" or self.words[index : index + 2] == ["{", "}"]:
            raise self.fail(f"{shown(self.words[command])} wants something in braces", command)
        self.put("(", index)
        if word == "{":
            self.index += 1
            self.inside(index, depth)
        else:
            if len(word) > 1 and word[0] != "\\":
                self.split(index)
            self.item(depth + 1)
        self.put(")", self.index - 1)

    def refused(self, index: int, _depth: int) -> None:
        raise self.fail("a closing } without an opening one", index, "take it away")

    # -- commands

    def fraction(self, index: int, depth: int) -> None:
        """`\\frac{a}{b}` is ((a)/(b)); right behind a whole number, a proper one may be the rest of a mixed number."""
        words = self.done.words
        first = len(words)
        self.put("(", index)
        self.argument(index, depth)
        self.put("/", self.index - 1)
        self.argument(index, depth)
        self.put(")", self.index - 1)
        if words[first + 2 : first + 3] == ["d"] and _is_differential(words[first:]):
            raise self.fail("a derivative isn't worked out here", index)
        whole = words[first - 1 : first] if first == 1 or words[first - 2] not in _BEFORE_NO_MIXED else []
        if whole and whole[0].isdigit() and _is_proper(words[first:]):
            words.insert(first, MIXED)
            self.done.starts.insert(first, self.starts[index])
            self.done.ends.insert(first, self.ends[index])

    def binomial(self, index: int, depth: int) -> None:
        """`\\binom{n}{k}`."""
        self.put("binomial", index)
        self.put("(", index)
        self.argument(index, depth)
        self.put(",", self.index - 1)
        self.argument(index, depth)
        self.put(")", self.index - 1)

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
        opening = self.index
        self.index += 1
        found = self.apart(lambda: self.until("]", opening, depth))
        if not found.words:
            raise self.fail("this [ holds nothing", opening)
        return found

    def wrapped(self, index: int, depth: int) -> None:
        """`\\mathrm{ms}`: the words in it, with the first and the last reaching as far as the command does."""
        self.index += self.words[self.index] == "*"
        if self.words[self.index] != "{":
            raise self.fail(f"{shown(self.words[index])} wants something in braces", index)
        first = len(self.done.words)
        self.index += 1
        self.inside(self.index - 1, depth)
        if len(self.done.words) > first:
            self.upright.update(self.done.words[first:])
            self.done.starts[first] = self.starts[index]
            self.done.ends[-1] = self.ends[self.index - 1]

    def framed(self, index: int, depth: int) -> None:
        """`\\boxed{x}`: what is framed; in brackets unless it is the whole answer."""
        if self.words[index] in commands.COLOURED:
            self.skip_group()
        if self.done.words or self.words[self.index] != "{":
            self.argument(index, depth)
            return
        self.wrapped(index, depth)
        if not self.stands_alone():
            self.done.words.insert(0, "(")
            self.done.starts.insert(0, self.starts[index])
            self.done.ends.insert(0, self.ends[index])
            self.put(")", self.index - 1)

    def skipped(self, _index: int, _depth: int) -> None:
        """`\\color{red}`: nothing."""
        self.skip_group()

    def accented(self, index: int, depth: int) -> None:
        """`\\bar{x}`: a letter with its mark; an arrow over several letters changes nothing."""
        found = self.apart(lambda: self.argument(index, depth))
        mark = commands.ACCENTS[self.words[index]]
        if len(found.words) == 3 and found.words[1].isalpha() and len(found.words[1]) == 1:
            self.put(found.words[1] + mark, index, self.index - 1)
        else:
            raise self.fail(f"{shown(self.words[index])} stands over one letter", index)

    def number_set(self, index: int, depth: int) -> None:
        """`\\mathbb{R}`."""
        found = self.apart(lambda: self.argument(index, depth))
        letter = found.words[1] if len(found.words) == 3 else ""
        if letter not in _NUMBER_SETS:
            raise self.fail("only the set of real numbers is read here", index, "write \\mathbb{R}")
        self.put(_NUMBER_SETS[letter], index, self.index - 1)

    def negated(self, index: int, depth: int) -> None:
        """`\\not=`."""
        del depth
        if self.words[self.index] != "=":
            raise self.not_read(index)
        self.index += 1
        self.put("!=", index, self.index - 1)

    # -- raised and lowered

    def raised(self, index: int, depth: int) -> None:
        """`^`: braces behind it stay braces; `^\\circ` is a degree sign, `^{\\prime}` a prime."""
        self.skip_blanks()
        braces = self.words[self.index] == "{"
        inner = self.index + braces
        last = inner
        while self.words[last] in _PRIMES:
            last += 1
        degrees = self.words[inner] in _DEGREES
        last = inner + 1 if degrees else last
        if last > inner and (not braces or self.words[last] == "}"):
            for at in range(inner, last):
                self.put("°" if degrees else _PRIMES[self.words[at]], index if at == inner else at, at)
            self.index = last + braces
            return
        self.put("^", index)
        if braces:
            self.put("{", self.index)
            self.index += 1
            self.inside(self.index - 1, depth)
            self.put("}", self.index - 1)

    def lowered(self, index: int, depth: int) -> None:
        """`_`: what is below a letter is part of its name; below `log` it is the base."""
        name = self.done.words[-1] if self.done.words else ""
        if name == "log":
            self.put(BASE, index)
            self.argument(index, depth)
            return
        if not name or not name[0].isalnum():
            raise self.fail("nothing stands here that could have a subscript", index)
        if not self.words[self.index]:
            raise self.fail("this subscript is empty", index)
        found = self.apart(lambda: self.below(depth))
        below = "".join(word for word in found.words if word != ",")
        if not below:
            raise self.fail("this subscript is empty", index)
        if name[0].isalpha() and below.replace("_", "").isalnum():
            self.done.words[-1] = f"{name}_{below}"
            self.done.ends[-1] = self.ends[self.index - 1]
        elif name.isdigit() and below.isdigit():
            self.put("_", index)
            self.copy(found)
        elif name[0].isalpha():
            self.put(INDEX, index)
            self.put("(", index)
            self.copy(found)
            self.put(")", self.index - 1)
        else:
            raise self.fail("nothing stands here that could have a subscript", index)

    def below(self, depth: int) -> None:
        """What stands behind `_`."""
        if self.words[self.index] == "{":
            self.index += 1
            self.inside(self.index - 1, depth)
        else:
            self.item(depth + 1)

    def summed(self, index: int, depth: int) -> None:
        """`\\sum_{k=1}^{5}`: the sign, and its limits as `(k = 1..5)`."""
        limits: dict[str, Tokens] = {}
        while self.words[self.index] in ("_", "^", "\\limits", "\\nolimits"):
            sign = self.words[self.index]
            self.index += 1
            if sign in "_^":
                limits[sign] = self.apart(lambda: self.argument(index, depth))
        if len(limits) < 2 or limits["_"].words[2:3] != ["="]:
            raise self.not_read(index)
        self.put(self.words[index], index, self.index - 1)
        first, last = limits["_"], limits["^"]
        self.copy(first.bare(0, len(first.words) - 1))
        self.put("..", self.index - 1)
        self.copy(last.bare(1, len(last.words)))

    # -- brackets of all sizes

    def sized(self, index: int, _depth: int) -> None:
        """`\\left`, `\\right`, `\\big`: the bracket behind them stands; a bar has its side."""
        self.skip_blanks()
        word, size = self.words[self.index], self.words[index]
        side = OPEN_BAR if size in commands.LEFT_SIZES else CLOSE_BAR if size in commands.RIGHT_SIZES else ""
        if word in _BARS and side:
            self.put(side, self.index)
            self.index += 1
        elif word == "." and side == CLOSE_BAR and self.systems:
            self.systems -= 1
            self.index += 1
        elif word == ".":
            raise self.fail("a bracket is missing here", index)
        elif side == OPEN_BAR and word in ("\\{", "\\lbrace") and self.words[self.index + 1] == "\\begin":
            self.systems += 1
            self.index += 1


def _is_differential(words: list[str]) -> bool:
    """Whether these are the words of `d/dx` or `d^2/dx^2`, which nothing stands behind on the bar."""
    bare = [word for word in words if word not in ("{", "}")]
    match bare:
        case ["(", "(", "d", ")", "/", "(", below, *_] | ["(", "(", "d", "^", _, ")", "/", "(", below, *_]:
            return below[0] == "d" and (len(below) > 1 or bare[-3] not in ("d", "("))
    return False


def _is_proper(words: list[str]) -> bool:
    """Whether these are the words of a fraction of two whole numbers, the lower one larger."""
    match words:
        case ["(", "(", over, ")", "/", "(", under, ")", ")"]:
            return over.isdigit() and under.isdigit() and len(under) < 10 and len(over) < 10 and int(over) < int(under)
    return False


_RULES: dict[str, Callable[[Any, int, int], None]] = {
    "{": _Rewriter.group, "}": _Rewriter.refused, "^": _Rewriter.raised, "_": _Rewriter.lowered,
    "\\sqrt": _Rewriter.root, "\\mathbb": _Rewriter.number_set, "\\not": _Rewriter.negated,
    "\\sum": _Rewriter.summed, "\\prod": _Rewriter.summed,
    **dict.fromkeys(commands.FRACTIONS, _Rewriter.fraction),
    **dict.fromkeys(commands.BINOMIALS, _Rewriter.binomial),
    **dict.fromkeys(commands.WRAPPERS, _Rewriter.wrapped),
    **dict.fromkeys((*commands.FRAMES, *commands.COLOURED), _Rewriter.framed),
    **dict.fromkeys(commands.SKIPPED, _Rewriter.skipped),
    **dict.fromkeys(commands.ACCENTS, _Rewriter.accented),
    **dict.fromkeys(commands.SIZES, _Rewriter.sized),
    **ENVIRONMENT_RULES,
}  # fmt: skip
