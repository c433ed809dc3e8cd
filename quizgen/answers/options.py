"""Things with letters that a learner picks, orders or matches: their texts, and how a variant shows them.

Their order is a pure function of the variant: the same variant shows the same letters whatever seed drew it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

from quizgen.answers import Asked, Match, PublicOption, Scope
from quizgen.errors import ReadingError
from quizgen.maths.arithmetic import whole
from quizgen.prose import Prose, plain

_MARKUP = str.maketrans("", "", "$*`{}\\")
MOST = 26
"""As many things as there are letters."""


class Shown(NamedTuple):
    """An option of one variant: `id` within the part, its text, the names that this adds, and what `it` stands for.

    `option` is its place in what the author wrote, -1 for a row of a table.
    """

    id: str
    say: Prose
    names: Mapping[str, Any]
    it: Any
    option: int = -1
    last: bool = False


Lettered = Sequence[tuple[str, Shown]]
"""Options with their letters, in the order in which they are shown."""


def with_letters(options: Iterable[Shown]) -> tuple[tuple[str, Shown], ...]:
    """From `a` to `z`, then `aa`, `ab` and so on."""
    return tuple((_letter(place), option) for place, option in enumerate(options))


def shuffled(options: Iterable[Shown], asked: Asked, *, by_text: bool = False) -> list[Shown]:
    """Options in an order that the variant decides.

    It goes by their ids or, with `by_text`, by what they say: then the author's own order, which may be the key, has no
    part in it.
    """
    return sorted(options, key=lambda each: digest(asked, "order", text_of(each, asked) if by_text else each.id))


def digest(asked: Asked, purpose: str, name: str) -> bytes:
    """What decides for one purpose in one part of one variant."""
    text = f"{asked.variant}\x00{asked.part}\x00{purpose}\x00{name}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def text_of(option: Shown, asked: Asked) -> str:
    """What an option says in this variant, as it might be typed."""
    return plain(option.say, {**asked.values, **option.names} if option.names else asked.values, asked.texts)


def bare(text: str) -> str:
    """A text without the marks of Markdown and maths, as a learner would type it."""
    return text.translate(_MARKUP)


def public_options(options: Lettered) -> tuple[PublicOption, ...]:
    """The options as a sheet shows them."""
    return tuple(PublicOption(letter, each.say, each.names) for letter, each in options)


def letters_of(ids: Iterable[str], options: Lettered) -> list[str]:
    """The letters of options, in the order of the ids; an id that isn't shown has none."""
    known = {option.id: letter for letter, option in options}
    return [known[each] for each in ids if each in known]


def echo_of(options: Iterable[tuple[str, Shown]], asked: Asked) -> str:
    """Letters with what stands behind them: `a) Paris; c) Rome`."""
    return "; ".join(f"{letter}) {bare(text_of(option, asked))}" for letter, option in options)


def from_texts(texts: Iterable[Prose]) -> Iterator[Shown]:
    """Texts as options; their ids are their places."""
    return (Shown(str(place), text, {}, None, place) for place, text in enumerate(texts))


def texts(given: Any, what: str, scope: Scope, least: int = 2) -> tuple[Prose, ...]:
    """An author's list of texts, each of which is shown before the answer. Raises MathsError."""
    if not isinstance(given, list | tuple) or not all(isinstance(each, str) for each in given):
        raise ReadingError(f"`{what}` is a list of texts", mend=f"write `{what}: [one, another]`")
    if not least <= len(given) <= MOST:
        raise ReadingError(f"`{what}` has {len(given)} items", mend=f"give {least} to {MOST}")
    return tuple(scope.prose(each, public=True) for each in given)


def _letter(place: int) -> str:
    first, second = divmod(place, 26)
    return (chr(96 + first) if first else "") + chr(97 + second)


def partly(hits: int, of: int, evidence: str, asked: Asked) -> Match:
    """How an answer stands of which so many pieces are right: their share, or nothing if it is all or nothing."""
    if not hits or asked.spec["all_or_nothing"]:
        return Match("value", evidence=evidence)
    return Match("some", whole(Fraction(hits, of)), evidence)
