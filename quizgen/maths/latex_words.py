"""A walk over the words of a LaTeX answer, with what has come of them so far."""

from __future__ import annotations

from collections.abc import Callable

from quizgen.errors import ReadingError, TooMuchWork
from quizgen.maths.grammar import DEEPEST_TEXT
from quizgen.maths.latex_commands import BLANKS, SIZES
from quizgen.maths.signs import CLOSERS, OPENERS
from quizgen.maths.tokens import LEARNER, Tokens

_ENDS = frozenset({"", "}", ")", "]", "$", "\\)", "\\]", ",", ";"})


class Words:
    """`index` is the next word, `done` what came of those before it; `systems` counts the open `\\left\\{` of systems.

    `sets` tells whether braces that stand for themselves are sets. `upright` collects the words of `\\text` and the
    like.
    """

    def __init__(self, tokens: Tokens, *, sets: bool) -> None:
        self.words, self.starts, self.ends = list(tokens.words), list(tokens.starts), list(tokens.ends)
        if "\\{" in self.words and "\\}" not in self.words and not SIZES.intersection(self.words):
            self.without()
        if "\\ " in self.words and not any(len(word) > 2 and word[0] == "\\" for word in self.words):
            self.without_blank()
        self.index = 0
        self.done = Tokens([], [], [])
        self.dollars = self.words.count("$") % 2 == 0
        self.sets = sets
        self.systems = 0
        self.upright: set[str] = set()

    def all(self) -> Tokens:
        """All words rewritten, closed by an end."""
        while self.words[self.index]:
            self.item(0)
        self.put("", self.index)
        return self.done

    def item(self, depth: int) -> None:
        """Rewrite one word, group or command."""
        raise NotImplementedError

    def without(self) -> None:
        """Take the `\\{` of `R\\{0}` for the sign ∖ and a brace: it has no `\\}`."""
        for index in reversed(range(len(self.words))):
            if self.words[index] == "\\{":
                start, end = self.starts[index], self.ends[index]
                self.words[index : index + 1] = ["\\setminus", "{"]
                self.starts[index : index + 1] = [start, start + 1]
                self.ends[index : index + 1] = [start + 1, end]

    def without_blank(self) -> None:
        """Take the typed `\\ ` of `(0, 2) \\ {1}` for the sign ∖: no LaTeX command stands beside it."""
        for index in range(1, len(self.words) - 1):
            before, word, after = self.words[index - 1 : index + 2]
            if word == "\\ " and before in ("}", ")", "]") and after in ("{", "(", "["):
                self.words[index] = "\\setminus"

    # -- what is written

    def put(self, word: str, first: int, last: int | None = None) -> None:
        """Write a word that stands for those from `first` to `last`."""
        self.done.words.append(word)
        self.done.starts.append(self.starts[first])
        self.done.ends.append(self.ends[first if last is None else last])

    def copy(self, tokens: Tokens) -> None:
        """Write words that were rewritten apart."""
        self.done.words.extend(tokens.words)
        self.done.starts.extend(tokens.starts)
        self.done.ends.extend(tokens.ends)

    def apart(self, step: Callable[[], None]) -> Tokens:
        """What a step writes, kept out of `done`."""
        outer, self.done = self.done, Tokens([], [], [])
        try:
            step()
            return self.done
        finally:
            self.done = outer

    # -- where it stands

    def skip_blanks(self) -> None:
        """Pass what only changes the look."""
        while self.words[self.index] in BLANKS:
            self.index += 1

    def skip_group(self) -> None:
        """Pass a group in braces, whatever it holds."""
        self.skip_blanks()
        if self.words[self.index] != "{":
            return
        opening, level = self.index, 0
        while True:
            word = self.words[self.index]
            if not word:
                raise self.unclosed(opening)
            level += (word == "{") - (word == "}")
            self.index += 1
            if not level:
                return

    def stands_alone(self) -> bool:
        """Whether nothing goes on at the next word."""
        self.skip_blanks()
        return self.words[self.index] in _ENDS

    def until(self, closing: str, opening: int, depth: int) -> None:
        """Rewrite up to a closing word, and pass it."""
        while self.words[self.index] != closing:
            if not self.words[self.index]:
                raise self.unclosed(opening, closing)
            self.item(depth + 1)
        self.index += 1

    def inside(self, opening: int, depth: int) -> None:
        """Rewrite up to the brace that closes a group, and pass it; round and square brackets stay within it."""
        first = len(self.done.words)
        self.until("}", opening, depth)
        self.check_brackets(first, opening)

    def check_brackets(self, first: int, opening: int) -> None:
        """Raise ReadingError if brackets that were put since a word reach out of their group."""
        level = 0
        for word in self.done.words[first:]:
            level += (word in OPENERS) - (word in CLOSERS)
            if level < 0:
                break
        if level:
            raise self.fail("a bracket in these braces has no partner there", opening, "close it before the }")

    def split(self, index: int) -> None:
        """Cut the first character off a word: `\\frac12` is 1 over 2."""
        word, start, end = self.words[index], self.starts[index], self.ends[index]
        parts = [word[0], *LEARNER.findall(word[1:])]
        places = [start + sum(map(len, parts[:count])) for count in range(len(parts))]
        self.words[index : index + 1] = parts
        self.starts[index : index + 1] = places
        self.ends[index : index + 1] = [*places[1:], end]

    # -- complaints

    def fail(self, what: str, index: int, mend: str = "") -> ReadingError:
        """A complaint about one word."""
        return ReadingError(what, start=self.starts[index], end=self.ends[index], mend=mend)

    def unclosed(self, opening: int, closing: str = "}") -> ReadingError:
        """The complaint that a bracket isn't closed."""
        return self.fail(f"this {self.words[opening]} isn't closed", opening, f"put {closing} after it")

    def check_depth(self, index: int, depth: int) -> None:
        """Raise TooMuchWork where too much stands within one another."""
        if depth > DEEPEST_TEXT:
            what = "too many things stand within one another"
            raise TooMuchWork(what, start=self.starts[index], end=self.ends[index])
